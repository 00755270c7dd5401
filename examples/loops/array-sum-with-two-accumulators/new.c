/* The sum of all values. */
int total(const int *values, int n) {
  int even = 0, odd = 0, i;
  for (i = 0; i + 1 < n; i += 2) {
    even += values[i];
    odd += values[i + 1];
  }
  if (i < n)
    even += values[i];
  return even + odd;
}
