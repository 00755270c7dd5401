/* A meter that adds up what was used, in units of ten. */

int total;

/* What a reading costs: in full tens, never less than nothing. */
int charge(int units) {
  int cost = units - units % 10;
  if (cost <= 0)
    cost = 0;
  return cost;
}

/* Adds two readings to the total, which is kept between 0 and 100000. */
int addReadings(int first, int second) {
  int before = total;
  if (before < 0 || before > 100000 || first > 5000 || second > 5000)
    return 0;
  total += charge(first);
  total += charge(second);
  return total - before;
}
