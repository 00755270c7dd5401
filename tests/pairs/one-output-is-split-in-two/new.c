#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc > 1 && atoi(argv[1]) > 5)
    return 1;
  printf("a");
  printf("b");
  return 0;
}
