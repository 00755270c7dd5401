/* Scales all values and returns their sum. */
int scaleAndSum(int *values, int n, int factor) {
  for (int i = 0; i < n; i++)
    values[i] *= factor;
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += values[i];
  return sum;
}
