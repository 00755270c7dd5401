#include <stdio.h>
#include <stdlib.h>
int g;
static void last(void) {
  printf("%d", g);
}
void leave(int x) {
  (void)x;
  exit(1);
}
int main(int argc, char **argv) {
  (void)argv;
  atexit(last);
  leave(argc + 4);
  return 0;
}
