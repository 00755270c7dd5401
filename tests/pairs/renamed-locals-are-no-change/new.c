#include <stdio.h>
#include <stdlib.h>

static int twice(int v) {
  int r = v * 2;
  return r;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int n = atoi(argv[1]);
  printf("%d", twice(n));
  return 0;
}
