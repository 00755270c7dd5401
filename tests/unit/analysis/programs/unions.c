#include <stdlib.h>
union word { unsigned u; unsigned char b[4]; struct { unsigned short lo, hi; } h; float f; };
struct tagged { int kind; union { int i; char *s; double d; struct { char a; int b; } p; } u; };
static int value(const struct tagged *t) { return t->kind == 0 ? t->u.i : t->kind == 1 ? t->u.s[0] : t->kind == 2 ? (int)t->u.d : t->u.p.a + t->u.p.b; }
int main(int c, char **v) {
  union word w;
  w.u = atoi(v[1]);
  w.b[1] = 3;
  w.h.hi = 5;
  struct tagged t[4] = {{0, {.i = 4}}, {1, {.s = "xyz"}}, {2, {.d = 3.5}}, {3, {.p = {1, 2}}}};
  struct tagged copy = t[w.u & 3];
  return (w.u + w.b[0] + value(&copy) + value(&t[1])) & 63;
}
