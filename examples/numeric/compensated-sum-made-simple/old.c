/* The sum of all values, with the errors of rounding carried on. */
double preciseSum(const double *values, int n) {
  double sum = 0, lost = 0;
  for (int i = 0; i < n; i++) {
    double term = values[i] - lost;
    double next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  return sum;
}
