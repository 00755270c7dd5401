#include <stdlib.h>
struct visitor { void (*visit)(struct visitor *, int); int total; void *data; };
static void count(struct visitor *v, int x) { v->total += x > 2; }
static void keep(struct visitor *v, int x) { int *p = v->data; p[x & 3] = x; v->total = p[0]; }
static void each(const int *t, int n, struct visitor *v) { for (int i = 0; i < n; i++) v->visit(v, t[i]); }
int main(int c, char **v) {
  int n = atoi(v[1]), t[5] = {n, 1, 2, 3, n + 1}, store[4] = {0};
  struct visitor a = {count, 0, 0}, b = {keep, 1, store}, *all[2] = {&a, &b};
  for (int i = 0; i < 2; i++) each(t, 5, all[i]);
  all[n & 1]->visit(all[n & 1], 3);
  return (a.total + b.total + store[3] + store[1]) & 63;
}
