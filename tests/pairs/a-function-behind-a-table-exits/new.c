#include <stdio.h>
#include <stdlib.h>

static int written;

static void f(void) {
  written = 1;
}

static void g(void) {
  exit(3);
}

static void (*tab[2])(void) = {f, g};

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  tab[x & 1]();
  printf("%d", written);
  return 0;
}
