/* The mean of all readings, or 0 if there are none. */
double meanReading(const short *readings, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += readings[i];
  return n > 0 ? sum / n : 0;
}
