/* base to the power of n, modulo the size of a word. */
unsigned power(unsigned base, unsigned n) {
  if (n == 0)
    return 1;
  return base * power(base, n - 1);
}
