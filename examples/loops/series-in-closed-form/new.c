/* Bricks in a stair of n steps. */
unsigned bricks(unsigned n) {
  unsigned long steps = n;
  return (unsigned)(steps * (steps + 1) / 2);
}
