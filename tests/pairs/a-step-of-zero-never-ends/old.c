#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  int n, i;
  n = 1;
  for (i = x; i != 10; i += n)
    ;
  puts("1");
  return 0;
}
