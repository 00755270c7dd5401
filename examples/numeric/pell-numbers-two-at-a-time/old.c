/* The n-th number of 0, 1, 2, 5, 12, ...: twice the last plus the one before. */
unsigned pell(unsigned n) {
  unsigned current = 0, following = 1;
  for (unsigned i = 0; i < n; i++) {
    unsigned next = 2 * following + current;
    current = following;
    following = next;
  }
  return current;
}
