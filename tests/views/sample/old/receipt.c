#include "price.h"

#include <stdio.h>

void print_line(const struct item *item, int percent) {
  printf("%s\n", item->name);
  printf("  %d x %d.%02d\n", item->count, item->cents / 100, item->cents % 100);
  if (percent > 0)
    printf("  minus %d%%\n", percent);
}

int sum_items(const struct item *items, int count, int member) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    int price = items[i].cents * items[i].count;
    int percent = percent_off(price, member);
    print_line(&items[i], percent);
    sum += total(price, percent);
  }
  return clamp(sum, 0, 99999999);
}
