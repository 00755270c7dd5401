/* How many readings are within the limit; NaN is a missing one. */
int withinLimit(const double *readings, int n, double limit) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (readings[i] <= limit)
      count++;
  return count;
}
