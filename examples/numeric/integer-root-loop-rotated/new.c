/* The square root, rounded down, by Newton's method. */
unsigned integerRoot(unsigned value) {
  if (value < 2)
    return value;
  unsigned root = value / 2;
  for (;;) {
    unsigned next = (root + value / root) / 2;
    if (next >= root)
      return root;
    root = next;
  }
}
