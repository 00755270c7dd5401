/* base to the power of n, modulo the size of a word. */
unsigned power(unsigned base, unsigned n) {
  unsigned result = 1;
  while (n > 0) {
    result *= base;
    n--;
  }
  return result;
}
