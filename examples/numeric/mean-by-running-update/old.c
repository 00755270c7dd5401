/* The mean of all values, or 0 if there are none. */
double mean(const double *values, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += values[i];
  return n > 0 ? sum / n : 0;
}
