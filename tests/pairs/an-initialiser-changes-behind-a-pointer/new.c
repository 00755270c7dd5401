#include <stdio.h>

static int t = 2;
static int *p = &t;

int main(void) {
  int unrelated = 3;
  printf("%d", unrelated);
  printf("%d", *p);
  return 0;
}
