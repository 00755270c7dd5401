/* How many values are above the limit. */
unsigned countAbove(const int *values, unsigned n, int limit) {
  unsigned count = 0;
  for (unsigned i = 0; i < n; i++)
    if (values[i] > limit)
      count++;
  return count;
}
