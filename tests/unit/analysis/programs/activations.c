#include <stdlib.h>
static int *outer;
static int down(int n, int *up) {
  int mine = 0;
  if (n == 2) outer = &mine;
  mine = n;
  if (n == 0) { *outer = 40; mine = 1; return *up + *outer; }
  int r = down(n - 1, &mine);
  return r + mine;
}
static int twice(int n, int *other) {
  int x = 5;
  if (!other) return twice(n, &x) + x;
  x = n;
  return *other + x;
}
int main(int c, char **v) {
  int n = atoi(v[1]) & 7, zero = 0;
  outer = &zero;
  return (down(n, &zero) + twice(n, 0)) & 63;
}
