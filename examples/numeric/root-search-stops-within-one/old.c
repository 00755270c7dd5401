/* The square root, rounded down, by Newton's method. */
unsigned integerRoot(unsigned value) {
  if (value < 2)
    return value;
  unsigned root = value / 2;
  unsigned next = (root + value / root) / 2;
  while (next < root) {
    root = next;
    next = (root + value / root) / 2;
  }
  return root;
}
