/* Doubles all samples; the sum of the products of neighbours. */
int doubleAndCorrelate(int *samples, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    samples[i] *= 2;
  for (int i = 0; i + 1 < n; i++)
    sum += samples[i] * samples[i + 1];
  return sum;
}
