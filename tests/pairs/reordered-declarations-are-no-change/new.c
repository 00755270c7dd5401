#include <stdio.h>
#include <stdlib.h>

static int second = 2;
int first = 1;

static int two(int x);
static int one(int x);

static int two(int x) {
  return x + second;
}

static int one(int x) {
  return x + first;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int y;
  int x;
  x = atoi(argv[1]);
  y = one(x) + two(x);
  printf("%d", y);
  return 0;
}
