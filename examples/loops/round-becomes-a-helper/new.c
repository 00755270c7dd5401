static unsigned following(unsigned state) {
  return state * 1103515245u + 12345u;
}

/* Mixes the upper halves of n pseudo-random numbers. */
unsigned scramble(unsigned seed, int n) {
  unsigned mixed = 0;
  while (n-- > 0) {
    seed = following(seed);
    mixed = (mixed * 3) ^ (seed >> 16);
  }
  return mixed;
}
