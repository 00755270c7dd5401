#include "price.h"

#include <stdlib.h>

/* Keeps a value within its limits. */
int clamp(int value, int low, int high) {
  if (value < low)
    return low;
  if (value > high)
    return high;
  return value;
}

/* Percent off for a price in cents. */
int percent_off(int price, int member) {
  int percent = 0;
  if (price > THRESHOLD)
    percent = 5;
  if (member)
    percent += 10;
  return percent;
}

static int round_down(int cents) {
  return cents / 100;
}

int total(int price, int percent) {
  int off = round_down(price * percent);
  return price - off;
}

/* A rotating sum over the bytes of a receipt. */
unsigned checksum(const unsigned char *data, int length) {
  unsigned sum = 7;
  for (int i = 0; i < length; i++)
    sum = sum * 31 + data[i];
  return sum;
}

double parse_rate(const char *text) {
  double rate = atof(text);
  return rate / 100.0;
}
