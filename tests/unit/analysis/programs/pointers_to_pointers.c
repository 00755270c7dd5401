#include <stdio.h>
#include <stdlib.h>
static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }
int main(int c, char **v) {
  int x = atoi(v[1]), y = atoi(v[2]);
  int *p = &x, *q = &y;
  int **r = x > y ? &p : &q;
  swap(&p, &q);
  **r = 7;
  *p += 1;
  printf("%d %d\n", x, y);
  return *q & 63;
}
