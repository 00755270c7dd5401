/* The number of a day in its year, of dates as `0304` (month and day), `0304+` for a leap year. `m` in front asks for
 * the days that are left in the month instead. */
#include <stdio.h>
#include <stdlib.h>

struct date {
  unsigned month;
  unsigned day;
  int leap;
};

static const unsigned Lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int fail(const char *what) {
  fprintf(stderr, "day: %s\n", what);
  return 2;
}

static int twoDigits(const char *text, unsigned *into) {
  for (int i = 0; i < 2; ++i)
    if (text[i] < '0' || text[i] > '9')
      return 0;
  *into = (unsigned)(text[0] - '0') * 10 + (unsigned)(text[1] - '0');
  return 1;
}

static int readMonth(const char *text, struct date *into) {
  if (!twoDigits(text, &into->month))
    return 0;
  /* Month 0 stands for the whole year. */
  if (into->month > 12)
    return 0;
  return 1;
}

static int readDate(const char *text, struct date *into) {
  if (!readMonth(text, into))
    return 0;
  text += 2;
  if (!twoDigits(text, &into->day) || into->day < 1)
    return 0;
  text += 2;
  into->leap = *text == '+';
  if (into->leap)
    ++text;
  return *text == 0;
}

static unsigned lengthOf(const struct date *at) {
  unsigned length = Lengths[at->month - 1];
  if (at->month == 2 && at->leap)
    ++length;
  return length;
}

static unsigned numberOf(const struct date *at) {
  unsigned number = at->day;
  for (unsigned month = 1; month < at->month; ++month) {
    struct date other = {month, 1, at->leap};
    number += lengthOf(&other);
  }
  return number;
}

static int isValid(const struct date *at) {
  return at->day <= lengthOf(at);
}

static int left(const struct date *at) {
  printf("%u days left\n", lengthOf(at) - at->day);
  return 0;
}

int main(int argc, char **argv) {
  struct date at;
  int rest = 0;
  if (argc != 2)
    return fail("usage: day [m]MMDD[+]");
  const char *text = argv[1];
  if (*text == 'm') {
    rest = 1;
    ++text;
  }
  if (!readDate(text, &at))
    return fail("no date");
  if (!isValid(&at))
    return fail("no such day");
  if (rest)
    return left(&at);
  printf("day %u\n", numberOf(&at));
  return 0;
}
