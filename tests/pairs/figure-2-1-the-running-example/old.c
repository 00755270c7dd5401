#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int i, j, a, b, o;
  if (argc < 3)
    return 2;
  i = atoi(argv[1]);
  j = atoi(argv[2]);
  a = i;
  b = 0;
  o = 0;
  if (a > 0) {
    b = j;
    o = 1;
  }
  if (b > 0)
    o = 2;
  printf("%d", o);
  return 0;
}
