#include <stdio.h>
#include <stdlib.h>

static int twice(int value) {
  int result = value * 2;
  return result;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int number = atoi(argv[1]);
  printf("%d", twice(number));
  return 0;
}
