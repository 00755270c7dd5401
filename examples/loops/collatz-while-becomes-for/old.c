/* Steps of the sequence n/2, 3n+1 until it reaches one, at most limit. */
int stepsToOne(unsigned long value, int limit) {
  int steps = 0;
  while (value != 1 && steps < limit) {
    if (value % 2 == 0)
      value /= 2;
    else
      value = 3 * value + 1;
    steps++;
  }
  return steps;
}
