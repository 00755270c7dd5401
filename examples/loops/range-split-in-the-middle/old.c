/* A fingerprint of the numbers below n. */
int fingerprint(int n, int key) {
  int value = key;
  for (int i = 0; i < n; i++)
    value = value * 17 + (i ^ key);
  return value;
}
