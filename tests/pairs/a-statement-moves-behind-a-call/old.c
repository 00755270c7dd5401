#include <stdio.h>
#include <stdlib.h>

int g;

static void h(void) {
  printf("%d", g);
}

int main(int argc, char **argv) {
  if (argc > 2)
    return 2;
  g = 1;
  h();
  return g;
}
