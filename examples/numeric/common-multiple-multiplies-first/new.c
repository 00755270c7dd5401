static unsigned divisor(unsigned a, unsigned b) {
  return b == 0 ? a : divisor(b, a % b);
}

/* The least common multiple; 0 of zero. */
unsigned commonMultiple(unsigned a, unsigned b) {
  if (a == 0 || b == 0)
    return 0;
  return a * b / divisor(a, b);
}
