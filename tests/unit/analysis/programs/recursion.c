#include <stdlib.h>
static int depth;
static int walk(int n, int *up) {
  int mine = n;
  depth++;
  if (up) *up += n;
  if (n > 0) { int got = walk(n - 1, &mine); mine += got; }
  if (up) return mine + *up;
  return mine;
}
static int odd(int n);
static int even(int n) { return n == 0 ? depth : odd(n - 1); }
static int odd(int n) { depth = n; return n == 0 ? 0 : even(n - 1); }
int main(int c, char **v) { int n = atoi(v[1]) & 7; return (walk(n, 0) + even(n) + depth) & 63; }
