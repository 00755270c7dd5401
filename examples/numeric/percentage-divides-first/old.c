/* The share of a part in the whole, in percent; 0 of nothing. */
int percentOf(int part, int whole) {
  if (whole <= 0)
    return 0;
  return part * 100 / whole;
}
