#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  printf("a");
  if (argc > 1 && atoi(argv[1]) > 5)
    exit(0);
  return 0;
}
