/* 1 + 4 + 9 + ... + n^2 */
int sumOfSquares(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += (i + 1) * (i + 1);
  return sum;
}
