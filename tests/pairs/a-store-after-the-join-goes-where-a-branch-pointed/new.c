#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  int a = 0, b = 0, *p = &b;
  if (x > 5)
    p = &a;
  *p = 2;
  printf("%d", a);
  return 0;
}
