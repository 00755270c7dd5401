#include <stdlib.h>
static int a, b, *where = &a;
static struct { int x, y; } pos = {1, 2};
static int *pick(int n) { return n ? &b : where; }
static void set(int *p, int x) { *p = x; pos.x = x; }
static int get(void) { return *where + pos.y; }
int main(int c, char **v) {
  int n = atoi(v[1]);
  a = 1;
  set(pick(n & 1), n);
  where = pick(n & 2);
  pos.y += a;
  int local = 3;
  set(&local, n + 1);
  return (get() + local + pos.x + b) & 63;
}
