/* The number of a day in its year, or -1 if there is no such month. */
int dayOfYear(int day, int month, int leap) {
  if (month < 1 || month > 12)
    return -1;
  int before = 0;
  for (int m = 1; m < month; m++) {
    if (m == 2)
      before += leap ? 29 : 28;
    else
      before += m == 4 || m == 6 || m == 9 || m == 11 ? 30 : 31;
  }
  return before + day;
}
