/* The sum of n growing payments of an equal share. */
int payments(int n, int amount, int shares) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += i * (amount / shares);
  return sum;
}
