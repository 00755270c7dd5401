#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  int a[2];
  int b;
  a[0] = 1;
  a[1] = 1;
  b = 7;
  a[x] = 0;
  printf("%d", b);
  return 0;
}
