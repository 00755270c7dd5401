/* 1 + 8 + 27 + ... + n^3, modulo the size of a word. */
unsigned sumOfCubes(unsigned n) {
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += (i + 1) * (i + 1) * (i + 1);
  return sum;
}
