/* The variance of a sample, 0 if it has less than two values. */
double variance(const double *values, int n) {
  if (n < 2)
    return 0;
  double sum = 0, squares = 0;
  for (int i = 0; i < n; i++)
    sum += values[i];
  double mean = sum / n;
  for (int i = 0; i < n; i++)
    squares += (values[i] - mean) * (values[i] - mean);
  return squares / (n - 1);
}
