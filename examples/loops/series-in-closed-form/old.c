/* Bricks in a stair of n steps. */
unsigned bricks(unsigned n) {
  unsigned sum = 0;
  for (unsigned step = 0; step < n; step++)
    sum += step + 1;
  return sum;
}
