#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc > 1 && atoi(argv[1]) > 5)
    return 1;
  printf("ab");
  return 0;
}
