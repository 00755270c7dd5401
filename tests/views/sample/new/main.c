#include "price.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  struct item items[MAX_ITEMS];
  int count = 0;
  int member = argc > 1 && strcmp(argv[1], "--member") == 0;
  while (count < MAX_ITEMS && scanf("%23s %d %d", items[count].name, &items[count].cents, &items[count].count) == 3)
    count++;
  int sum = sum_items(items, count, member);
  printf("total %d.%02d\n", sum / 100, sum % 100);
  return 0;
}
