#include <stdio.h>
#include <stdlib.h>

static int depth(int n) {
  if (n <= 1)
    return 0;
  return 1 + depth(n - 1);
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  printf("%d", depth(atoi(argv[1]) & 7));
  return 0;
}
