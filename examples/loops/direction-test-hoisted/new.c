/* Where a walk of n growing steps ends. */
int position(int start, int n, int forward) {
  int at = start;
  if (forward) {
    for (int i = 0; i < n; i++)
      at += i;
  } else {
    for (int i = 0; i < n; i++)
      at -= 2 * i;
  }
  return at;
}
