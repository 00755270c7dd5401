#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  char m[8] = "abcdefg";
  memmove(m + 2, m, 4);
  putchar(m[x & 7]);
  return 0;
}
