/* The polynomial with these coefficients, constant one first. */
int evaluate(const int *coefficients, int n, int x) {
  int value = 0;
  for (int i = 0; i < n; i++)
    value = value * x + coefficients[i];
  return value;
}
