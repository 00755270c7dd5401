/* base to the power of exponent, modulo the size of a word. */
unsigned power(unsigned base, unsigned exponent) {
  unsigned result = 1;
  for (unsigned i = 0; i < exponent; i++)
    result *= base;
  return result;
}
