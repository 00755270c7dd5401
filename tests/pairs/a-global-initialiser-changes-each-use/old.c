#include <stdio.h>
#include <stdlib.h>

int base = 100;
int other = 5;

static int shifted(int x) {
  return x + base;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  printf("%d", x + other);
  if (x > 5)
    printf("%d", shifted(x));
  base += x;
  return 0;
}
