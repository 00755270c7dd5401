#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int n = atoi(argv[1]);
  int i = 0;
  while (i < n) {
    printf("%d ", i);
    i += 1;
  }
  return 0;
}
