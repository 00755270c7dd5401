#include <stdio.h>
#include <stdlib.h>

static int magnify(int x) {
  if (x > 10)
    return x * 3;
  return x * 2;
}

static int other(int x) {
  return x - 1;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  printf("%d", other(magnify(atoi(argv[1]))));
  return 0;
}
