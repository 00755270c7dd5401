/* The greatest common divisor; of zero and n, it is n. */
unsigned divisor(unsigned a, unsigned b) {
  while (b != 0) {
    unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}
