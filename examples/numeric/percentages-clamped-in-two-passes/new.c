/* Brings all percentages into 0 to 100. */
void clampPercentages(double *shares, int n) {
  for (int i = 0; i < n; i++)
    shares[i] = shares[i] < 0.0 ? 0.0 : shares[i];
  for (int i = 0; i < n; i++)
    shares[i] = shares[i] > 100.0 ? 100.0 : shares[i];
}
