#include <stdio.h>
#include <stdlib.h>

struct point {
  int x;
  int y;
};

static struct point origin;

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int n = atoi(argv[1]);
  origin.x = n;
  printf("%d", n);
  printf("%d", origin.y);
  return 0;
}
