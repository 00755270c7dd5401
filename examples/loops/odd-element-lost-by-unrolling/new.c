/* The sum of all values. */
int total(const int *values, int n) {
  int sum = 0;
  for (int i = 0; i + 1 < n; i += 2)
    sum += values[i] + values[i + 1];
  return sum;
}
