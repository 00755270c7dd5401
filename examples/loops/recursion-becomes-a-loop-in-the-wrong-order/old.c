/* A hash over the numbers from 1 to n. */
unsigned chain(unsigned n) {
  if (n == 0)
    return 7;
  return chain(n - 1) * 31 + n;
}
