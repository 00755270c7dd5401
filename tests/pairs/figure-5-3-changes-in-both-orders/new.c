#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 0;
  int x = 0;
  int y = 0;
  if (n & 1)
    goto second;
first:
  x += 2;
  if (n & 2)
    goto end;
second:
  y += 3;
  n >>= 2;
  if (n & 1)
    goto second;
  if (n & 2)
    goto first;
end:
  printf("%d %d\n", x, y);
  return 0;
}
