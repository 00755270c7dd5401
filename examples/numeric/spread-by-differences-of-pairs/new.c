static int square(int value) {
  return value * value;
}

/* Nine times the variance of three readings. */
int spread(int a, int b, int c) {
  return square(a - b) + square(b - c) + square(c - a);
}
