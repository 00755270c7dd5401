#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  int s = 0;
  int i;
  for (i = 0; i < 8; i++) {
    if (i == x)
      break;
    s += i;
  }
  printf("%d", s);
  return 0;
}
