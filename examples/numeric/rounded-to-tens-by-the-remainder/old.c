/* An amount, rounded to tens. */
long toTens(int amount) {
  long exact = amount;
  if (exact >= 0)
    return (exact + 5) / 10 * 10;
  return -((-exact + 5) / 10 * 10);
}
