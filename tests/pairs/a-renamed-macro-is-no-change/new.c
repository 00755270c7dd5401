#include <stdio.h>
#include <stdlib.h>

#define MAXIMUM 10
#define SQR(y) ((y) * (y))

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  if (x > MAXIMUM)
    return 1;
  printf("%d", SQR(x));
  return 0;
}
