/* Squares of the even numbers below n, less the odd ones. */
unsigned alternatingSum(unsigned n) {
  unsigned sum = 0;
  for (unsigned k = 0; k < n / 2 + n % 2; k++)
    sum += (2 * k) * (2 * k);
  for (unsigned k = 0; k < n / 2; k++)
    sum -= 2 * k + 1;
  return sum;
}
