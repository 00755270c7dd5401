/* How many values are above the limit. */
unsigned countAbove(const int *values, unsigned n, int limit) {
  unsigned count = 0;
  for (const int *at = values, *end = values + n; at != end; at++)
    count += *at > limit;
  return count;
}
