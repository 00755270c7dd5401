/* The polynomial with these coefficients, constant one first. */
int evaluate(const int *coefficients, int n, int x) {
  int value = 0;
  for (int i = n; i > 0; i--)
    value = value * x + coefficients[i - 1];
  return value;
}
