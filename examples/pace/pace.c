/* How fast somebody went: `pace 10 9:30 10:15` prints the seconds for each kilometre. */
#include <stdio.h>
#include <stdlib.h>

static int isDigit(char c) {
  return c >= '0' && c <= '9';
}

/* Minutes after midnight of a time like 9:05, or -1 if it is none. */
int minutesOf(const char *time) {
  int hours = 0;
  if (!isDigit(*time))
    return -1;
  while (isDigit(*time) && hours < 24)
    hours = hours * 10 + (*time++ - '0');
  if (hours > 23 || *time++ != ':' || !isDigit(time[0]) || !isDigit(time[1]) || time[2] != '\0')
    return -1;
  int minutes = (time[0] - '0') * 10 + (time[1] - '0');
  return minutes > 59 ? -1 : hours * 60 + minutes;
}

/* Seconds for each kilometre, or -1. */
int pace(int kilometres, int from, int to) {
  if (from < 0 || to < 0)
    return -1;
  if (to < from)
    to += 24 * 60; /* over midnight */
  return (to - from) * 60 / kilometres;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: pace KILOMETRES FROM TO\n");
    return 2;
  }
  int seconds = pace(atoi(argv[1]), minutesOf(argv[2]), minutesOf(argv[3]));
  if (seconds < 0) {
    fprintf(stderr, "pace: this is no time\n");
    return 1;
  }
  printf("%d\n", seconds);
  return 0;
}
