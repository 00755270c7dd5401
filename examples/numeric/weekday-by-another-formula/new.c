/* The day of the week, 0 is Sunday; -1 if it is no date. */
int weekday(int year, int month, int day) {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31)
    return -1;
  if (month < 3) {
    month += 12;
    year--;
  }
  int century = year / 100, rest = year % 100;
  int fromSaturday = (day + 13 * (month + 1) / 5 + rest + rest / 4 + century / 4 + 5 * century) % 7;
  return (fromSaturday + 6) % 7;
}
