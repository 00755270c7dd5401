/* Brings all percentages into 0 to 100. */
void clampPercentages(double *shares, int n) {
  for (int i = 0; i < n; i++) {
    if (shares[i] < 0.0)
      shares[i] = 0.0;
    else if (shares[i] > 100.0)
      shares[i] = 100.0;
  }
}
