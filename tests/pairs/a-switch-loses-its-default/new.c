#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  int s = 0;
  switch (x) {
  case 0:
    s = 1;
    break;
  case 2:
    s = 2;
    break;
  }
  printf("%d", s);
  return 0;
}
