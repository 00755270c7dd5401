#include <stdio.h>
#include <stdlib.h>

void h(int *a, int *b) {
  *a += 1;
  *b += 1;
}

int main(int argc, char **argv) {
  int u = 1, w = 1;
  h(&u, argc > 1 && atoi(argv[1]) > 5 ? &u : &w);
  printf("%d %d", u, w);
  return 0;
}
