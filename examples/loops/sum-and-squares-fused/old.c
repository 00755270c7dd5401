/* The sum of squares below n, less a scaled sum. */
int moment(int n, int scale) {
  int sum = 0, squares = 0;
  for (int i = 0; i < n; i++)
    sum += i * scale;
  for (int i = 0; i < n; i++)
    squares += i * i;
  return squares - 3 * sum;
}
