#include <stdio.h>
#include <stdlib.h>

static int ticket(void) {
  static int next = 1;
  return next++;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  if (atoi(argv[1]) > 5)
    printf("%d", ticket());
  return 0;
}
