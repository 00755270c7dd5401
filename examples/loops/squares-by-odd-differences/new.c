/* The sum of the first n squares. */
int sumOfSquares(int n) {
  int sum = 0, square = 0, odd = 1;
  for (int i = 0; i < n; i++) {
    sum += square;
    square += odd;
    odd += 2;
  }
  return sum;
}
