#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  int a[2] = {0, 0};
  a[x & 1] = 5;
  printf("%d", a[0]);
  return 0;
}
