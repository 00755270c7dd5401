/* The middle of two positions. */
int midpoint(int from, int to) {
  return (from + to) / 2;
}
