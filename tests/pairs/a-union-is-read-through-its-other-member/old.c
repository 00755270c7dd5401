#include <stdio.h>
#include <stdlib.h>

union mix {
  int i;
  unsigned char b[4];
};

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  union mix u;
  u.i = x;
  printf("%d", u.b[x & 3]);
  return 0;
}
