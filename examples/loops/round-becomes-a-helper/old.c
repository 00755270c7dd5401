/* Mixes the upper halves of n pseudo-random numbers. */
unsigned scramble(unsigned seed, int n) {
  unsigned state = seed, mixed = 0;
  for (int i = 0; i < n; i++) {
    state = state * 1103515245u + 12345u;
    mixed = mixed * 3 ^ state >> 16;
  }
  return mixed;
}
