#include <stdio.h>
#include <stdlib.h>

int g;

int f(int x) {
  return x;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  g = atoi(argv[1]);
  printf("%d", f(atoi(argv[2])));
  return 0;
}
