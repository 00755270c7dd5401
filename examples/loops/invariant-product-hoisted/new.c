/* The sum of a ramp with a gain and a bias. */
int ramp(int n, int gain, int level, int bias) {
  int sum = 0;
  const int slope = gain * level + bias;
  for (int i = 0; i < n; i++)
    sum += i * slope;
  return sum;
}
