#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  char s[8] = "zzzzzzz";
  strcpy(s, "abcd");
  putchar(s[x & 7]);
  return 0;
}
