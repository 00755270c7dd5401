#include <stdio.h>
#include <stdlib.h>

#define LIMIT 10
#define SQUARE(x) ((x) * (x))

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  if (x > LIMIT)
    return 1;
  printf("%d", SQUARE(x));
  return 0;
}
