/* The mean of all readings, or 0 if there are none. */
double meanReading(const short *readings, int n) {
  if (n <= 0)
    return 0;
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += readings[i];
  return (double)sum / n;
}
