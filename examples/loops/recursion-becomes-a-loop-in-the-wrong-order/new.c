/* A hash over the numbers from 1 to n. */
unsigned chain(unsigned n) {
  unsigned hash = 7;
  for (; n > 0; n--)
    hash = hash * 31 + n;
  return hash;
}
