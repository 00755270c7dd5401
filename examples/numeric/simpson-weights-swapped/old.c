/* The area below samples at equal distances, by Simpson's rule; n is odd. */
double simpson(const double *samples, int n, double width) {
  if (n < 3 || n % 2 == 0)
    return 0;
  double sum = samples[0] + samples[n - 1];
  for (int i = 1; i < n - 1; i++)
    sum += (i % 2 != 0 ? 4 : 2) * samples[i];
  return sum * width / 3;
}
