/* Steps of the sequence n/2, 3n+1 until it reaches one, at most limit. */
int stepsToOne(unsigned long value, int limit) {
  int steps;
  for (steps = 0; steps < limit; steps++) {
    if (value == 1)
      break;
    value = value % 2 != 0 ? 3 * value + 1 : value / 2;
  }
  return steps;
}
