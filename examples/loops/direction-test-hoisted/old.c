/* Where a walk of n growing steps ends. */
int position(int start, int n, int forward) {
  int at = start;
  for (int i = 0; i < n; i++) {
    if (forward)
      at += i;
    else
      at -= 2 * i;
  }
  return at;
}
