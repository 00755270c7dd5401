#include <stdio.h>
#include <stdlib.h>

#define BUMP(v) do { if ((v) > 3) (v) += 3; else (v) += 1; } while (0)

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  BUMP(x);
  printf("%d", x);
  if (x > 5)
    BUMP(x);
  printf("%d", x);
  return 0;
}
