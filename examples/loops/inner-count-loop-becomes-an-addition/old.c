/* How many pairs there are among n things. */
unsigned pairsOf(unsigned n) {
  unsigned pairs = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++)
      pairs++;
  return pairs;
}
