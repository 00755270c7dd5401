/* The sum of all numbers below n, each with a weight. */
int weightedSum(int n, int weight) {
  int sum = 0;
  for (int left = n; left > 0; left--)
    sum += (left - 1) * weight;
  return sum;
}
