/* The sum of a ramp with a gain and a bias. */
int ramp(int n, int gain, int level, int bias) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += i * (gain * level + bias);
  return sum;
}
