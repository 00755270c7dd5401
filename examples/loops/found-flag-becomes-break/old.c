/* The first side below n whose square reaches the area, or -1. */
int firstSideOf(int n, int area) {
  int side = -1, found = 0;
  for (int i = 0; i < n && !found; i++) {
    if (i * i >= area) {
      side = i;
      found = 1;
    }
  }
  return side;
}
