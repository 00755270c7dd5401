#include <stdio.h>
#include <stdlib.h>

int f(int b, int a) {
  return a - b;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  printf("%d", f(atoi(argv[1]), atoi(argv[2])));
  return 0;
}
