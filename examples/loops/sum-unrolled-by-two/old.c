/* The sum of all numbers from 0 below n. */
int sumBelow(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}
