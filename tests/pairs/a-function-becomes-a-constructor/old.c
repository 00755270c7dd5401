#include <stdio.h>
#include <stdlib.h>

static int g = 1;

static void early(void) {
  g += 4;
}

int main(int argc, char **argv) {
  if (argc > 1 && atoi(argv[1]) > 5)
    early();
  printf("%d", g);
  return 0;
}
