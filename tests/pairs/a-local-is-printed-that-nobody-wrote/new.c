#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  int y;
  if (x > 5)
    y = 2;
  printf("%d", y);
  return 0;
}
