#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  int o = 0;
  if (x > 0)
    o = 2;
  if (x == 1)
    o = 4;
  printf("%d", o);
  return 0;
}
