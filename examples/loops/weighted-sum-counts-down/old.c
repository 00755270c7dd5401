/* The sum of all numbers below n, each with a weight. */
int weightedSum(int n, int weight) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += i * weight;
  return sum;
}
