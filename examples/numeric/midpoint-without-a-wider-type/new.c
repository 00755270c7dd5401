/* The middle of two positions, rounded down. */
unsigned midpoint(unsigned a, unsigned b) {
  unsigned common = a & b;
  unsigned others = a ^ b;
  return common + (others >> 1);
}
