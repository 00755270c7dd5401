#include <stdio.h>
#include <stdlib.h>

struct flags {
  unsigned level : 4;
};

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  struct flags f;
  f.level = (unsigned)x;
  printf("%u", f.level);
  return 0;
}
