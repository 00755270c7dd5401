/* 1 + 4 + 9 + ... + n^2 */
int sumOfSquares(int n) {
  if (n <= 0)
    return 0;
  return n * (n + 1) * (2 * n + 1) / 6;
}
