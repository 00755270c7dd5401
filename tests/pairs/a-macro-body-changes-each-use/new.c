#include <stdio.h>
#include <stdlib.h>

#define LIMIT 11

static int clip(int x) {
  if (x > LIMIT)
    return 0;
  return x;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  printf("%d", clip(x));
  printf("%d", x * LIMIT);
  return 0;
}
