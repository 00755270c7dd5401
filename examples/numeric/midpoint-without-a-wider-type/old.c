/* The middle of two positions, rounded down. */
unsigned midpoint(unsigned a, unsigned b) {
  unsigned long sum = (unsigned long)a + b;
  return (unsigned)(sum / 2);
}
