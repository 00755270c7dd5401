static const int shift[12] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};

/* The day of the week, 0 is Sunday; -1 if it is no date. */
int weekday(int year, int month, int day) {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31)
    return -1;
  if (month < 3)
    year--;
  return (year + year / 4 - year / 100 + year / 400 + shift[month - 1] + day) % 7;
}
