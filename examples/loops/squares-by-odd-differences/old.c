/* The sum of the first n squares. */
int sumOfSquares(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += i * i;
  return sum;
}
