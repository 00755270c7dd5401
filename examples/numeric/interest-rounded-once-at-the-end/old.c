/* Cents of simple interest over some months; the rate is in percent of a year. */
int interest(int cents, int rate, int months) {
  int total = 0;
  for (int month = 0; month < months; month++)
    total += cents * rate / 1200;
  return total;
}
