/* A fingerprint of the numbers below n. */
int fingerprint(int n, int key) {
  int value = key, middle = n / 2, i;
  for (i = 0; i < middle; i++)
    value = value * 17 + (i ^ key);
  for (; i < n; i++)
    value = value * 17 + (i ^ key);
  return value;
}
