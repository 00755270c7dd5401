/* The middle of two positions. */
int midpoint(int from, int to) {
  int distance = to - from;
  return from + distance / 2;
}
