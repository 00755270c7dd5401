/* The sum of the numbers below n, without every third one. */
int sumWithoutThirds(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0)
      continue;
    sum += i;
  }
  return sum;
}
