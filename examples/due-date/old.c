/* When an invoice is due: the day of the invoice plus the days of the term; never on a weekend. */
#include <stdio.h>
#include <stdlib.h>

struct date {
  int year, month, day;
};

int isLeapYear(int year) {
  if (year % 400 == 0)
    return 1;
  if (year % 100 == 0)
    return 0;
  return year % 4 == 0;
}

int daysInMonth(int year, int month) {
  switch (month) {
  case 2:
    return isLeapYear(year) ? 29 : 28;
  case 4:
  case 6:
  case 9:
  case 11:
    return 30;
  default:
    return 31;
  }
}

/* 0 is Sunday. The formula counts months from March on, so that the leap day is the last day of its year. */
int weekday(int year, int month, int day) {
  static const int offset[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
  if (month < 3)
    year--;
  return (year + year / 4 - year / 100 + year / 400 + offset[month - 1] + day) % 7;
}

static struct date nextDay(struct date d) {
  if (++d.day > daysInMonth(d.year, d.month)) {
    d.day = 1;
    if (++d.month > 12) {
      d.month = 1;
      d.year++;
    }
  }
  return d;
}

static struct date dueDate(struct date d, int term) {
  while (term-- > 0)
    d = nextDay(d);
  while (weekday(d.year, d.month, d.day) % 6 == 0)
    d = nextDay(d);
  return d;
}

static int isDate(struct date d) {
  return d.year >= 1 && d.year <= 9999 && d.month >= 1 && d.month <= 12 && d.day >= 1 &&
         d.day <= daysInMonth(d.year, d.month);
}

int main(int argc, char **argv) {
  struct date d;
  if (argc != 5) {
    fputs("usage: due-date YEAR MONTH DAY TERM\n", stderr);
    return 2;
  }
  d.year = atoi(argv[1]);
  d.month = atoi(argv[2]);
  d.day = atoi(argv[3]);
  if (!isDate(d)) {
    fputs("due-date: no such day\n", stderr);
    return 1;
  }
  d = dueDate(d, atoi(argv[4]));
  printf("%04d-%02d-%02d\n", d.year, d.month, d.day);
  return 0;
}
