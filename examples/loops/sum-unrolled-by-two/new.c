/* The sum of all numbers from 0 below n. */
int sumBelow(int n) {
  int sum = 0, i = 0;
  for (; i + 1 < n; i += 2) {
    sum += i;
    sum += i + 1;
  }
  if (i < n)
    sum += i;
  return sum;
}
