#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  int x = atoi(argv[1]);
  int i = atoi(argv[2]);
  int y, z;
  y = x;
  z = 0;
  if (i > 5)
    z = y;
  printf("%d", z);
  return 0;
}
