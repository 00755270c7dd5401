#include <stdio.h>
#include <stdlib.h>

int toupper(int c);

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  printf("%c", toupper(argv[1][0]));
  return 0;
}
