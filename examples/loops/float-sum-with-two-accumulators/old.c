/* The sum of all weights. */
double totalWeight(const double *weights, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += weights[i];
  return sum;
}
