#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  int y, z;
  y = 0;
  if (x > 5)
    y = 1;
  z = y + 2;
  printf("%d", z > 1);
  return 0;
}
