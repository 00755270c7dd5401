/* The mean of all values, or 0 if there are none. */
double mean(const double *values, int n) {
  double mean = 0;
  for (int i = 0; i < n; i++)
    mean += (values[i] - mean) / (i + 1);
  return mean;
}
