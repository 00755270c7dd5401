/* The n-th number of 0, 1, 2, 5, 12, ...: twice the last plus the one before. */
unsigned pell(unsigned n) {
  unsigned even = 0, odd = 1;
  for (unsigned pairs = n / 2; pairs > 0; pairs--) {
    even += 2 * odd;
    odd += 2 * even;
  }
  return n % 2 == 0 ? even : odd;
}
