/* The sum of all weights. */
double totalWeight(const double *weights, int n) {
  double even = 0, odd = 0;
  int i;
  for (i = 0; i + 1 < n; i += 2) {
    even += weights[i];
    odd += weights[i + 1];
  }
  if (i < n)
    even += weights[i];
  return even + odd;
}
