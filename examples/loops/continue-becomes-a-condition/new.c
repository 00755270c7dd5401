/* The sum of the numbers below n, without every third one. */
int sumWithoutThirds(int n) {
  int sum = 0, i = 0;
  while (i < n) {
    if (i % 3 != 0)
      sum += i;
    i++;
  }
  return sum;
}
