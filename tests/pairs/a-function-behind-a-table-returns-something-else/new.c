#include <stdio.h>
#include <stdlib.h>

static int f(void) {
  return 1;
}

static int g(void) {
  return 3;
}

static int (*tab[2])(void) = {f, g};

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  printf("%d", tab[x & 1]());
  return 0;
}
