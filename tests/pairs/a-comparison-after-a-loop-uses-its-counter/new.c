#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int n = atoi(argv[1]);
  int i;
  for (i = 0; i < n; i++)
    ;
  printf("%d", i < 6);
  return 0;
}
