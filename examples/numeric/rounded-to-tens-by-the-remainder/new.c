/* An amount, rounded to tens. */
long toTens(int amount) {
  int rest = amount % 10;
  long rounded = (long)amount - rest;
  if (rest >= 5)
    rounded += 10;
  else if (rest <= -5)
    rounded -= 10;
  return rounded;
}
