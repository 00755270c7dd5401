#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  int d = 1, r;
  if (x > 5)
    d = 2;
  r = 10 / d;
  puts("1");
  return r & 0;
}
