/* Cents of simple interest over some months; the rate is in percent of a year. */
int interest(int cents, int rate, int months) {
  if (months <= 0)
    return 0;
  return cents * rate * months / 1200;
}
