#include "price.h"

#include <stdlib.h>

/* Keeps a value within its limits. */
int clamp(int value, int low, int high) {
  value = value < low ? low : value;
  return value > high ? high : value;
}

/* Percent off for a price in cents. */
int percent_off(int price, int member) {
  int percent = 0;
  if (price >= THRESHOLD)
    percent = 5;
  if (member)
    percent += 10;
  return percent;
}

/* Half a cent and more is rounded up. */
static int round_half(int cents) {
  return (cents + 50) / 100;
}

int total(int price, int percent) {
  int off = round_half(price * percent);
  return price - off;
}

/* A rotating sum over the bytes of a receipt. */
unsigned checksum(const unsigned char *data, int length) {
  unsigned sum = 7;
  for (int i = 0; i < length; i++)
    sum = (sum << 5) - sum + data[i];
  return sum;
}

double parse_rate(const char *text) {
  double rate = atof(text);
  return rate * 0.01;
}
