/* Squares of the even numbers below n, less the odd ones. */
unsigned alternatingSum(unsigned n) {
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++) {
    if (i % 2 == 0)
      sum += i * i;
    else
      sum -= i;
  }
  return sum;
}
