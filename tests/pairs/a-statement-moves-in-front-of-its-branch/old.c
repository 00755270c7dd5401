#include <stdio.h>
#include <stdlib.h>

int g;

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  if (x)
    g = 1;
  printf("%d", g);
  return 0;
}
