#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  char *q = malloc(2);
  if (!q)
    return 3;
  q[0] = argv[1][0];
  q = realloc(q, 4000);
  if (!q)
    return 3;
  putchar(q[0]);
  free(q);
  return 0;
}
