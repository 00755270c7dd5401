#include <stdio.h>
#include <stdlib.h>

int first = 1;
static int second = 2;

static int one(int x);
static int two(int x);

static int one(int x) {
  return x + first;
}

static int two(int x) {
  return x + second;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x;
  int y;
  x = atoi(argv[1]);
  y = one(x) + two(x);
  printf("%d", y);
  return 0;
}
