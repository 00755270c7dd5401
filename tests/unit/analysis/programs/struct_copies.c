#include <stdlib.h>
#include <string.h>
struct in { int *p; int n; };
struct out { struct in a, b; char name[8]; };
static struct out global;
static struct out build(int *x, int *y) { struct out o; o.a.p = x; o.a.n = 1; o.b.p = y; o.b.n = 2; strcpy(o.name, "abc"); return o; }
static int use(struct out o) { *o.a.p += o.b.n; o.name[1] = 'z'; return o.name[1] + *o.b.p; }
int main(int c, char **v) {
  int x = atoi(v[1]), y = 7;
  struct out o = build(&x, &y);
  struct out *h = malloc(2 * sizeof *h);
  memcpy(h, &o, sizeof o);
  h[1] = h[0];
  h[1].a = o.b;
  global = h[1];
  struct in i = global.a;
  *i.p += i.n;
  int r = use(h[0]) + use(global);
  return (r + x + y + h[0].name[0]) & 63;
}
