#ifndef PRICE_H
#define PRICE_H

#define THRESHOLD 100
#define MAX_ITEMS 32

struct item {
  char name[24];
  int cents;
  int count;
};

int clamp(int value, int low, int high);
int percent_off(int price, int member);
int total(int price, int percent);
unsigned checksum(const unsigned char *data, int length);
double parse_rate(const char *text);
void print_line(const struct item *item, int percent);
int sum_items(const struct item *items, int count, int member);

#endif
