#include <stdio.h>
#include <stdlib.h>

#define THRESHOLD 100

/* Percent off for a price in cents. */
static int percentOff(int price, int member) {
  int percent = 0;
  if (price >= THRESHOLD)
    percent = 5;
  if (member)
    percent += 10;
  return percent;
}

static int total(int price, int percent) {
  int off = (price * percent + 50) / 100;
  return price - off;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("usage: discount PRICE MEMBER\n", stderr);
    return 2;
  }
  int price = atoi(argv[1]);
  int member = atoi(argv[2]);
  int percent = percentOff(price, member);
  printf("%d\n", total(price, percent));
  return 0;
}
