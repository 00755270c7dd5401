#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  printf("%d\n", x);
  printf("%d\n", x + 1);
  return 0;
}
