#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int c = atoi(argv[1]);
  if (!c)
    getchar();
  putchar(getchar());
  return 0;
}
