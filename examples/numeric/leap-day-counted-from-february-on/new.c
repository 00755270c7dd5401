static const int daysBefore[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

/* The number of a day in its year, or -1 if there is no such month. */
int dayOfYear(int day, int month, int leap) {
  if (month < 1 || month > 12)
    return -1;
  int number = daysBefore[month - 1] + day;
  return leap && month >= 2 ? number + 1 : number;
}
