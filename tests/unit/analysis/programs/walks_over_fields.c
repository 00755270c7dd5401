#include <stdlib.h>
struct three { int a, b; short c; int *p; };
static int inner[3] = {4, 5, 6};
static void clear(void *at, unsigned n) { for (unsigned i = 0; i < n; i++) ((unsigned char *)at)[i] = 1; }
static int crc(const struct three *t) { const char *b = (const char *)t; int s = 0; for (unsigned i = 0; i < sizeof *t; i++) s = s * 3 + b[i]; return s; }
static void put(struct three *t, int k, int x) { int *w = &t->a; w[k] = x; }
int main(int c, char **v) {
  int n = atoi(v[1]);
  struct three t, *h = malloc(3 * sizeof *h);
  clear(&t, sizeof t);
  t.p = inner + 1;
  put(&t, n & 1, 9);
  clear(h, 3 * sizeof *h);
  for (struct three *e = h; e < h + 3; e++) e->p = &e->b;
  put(h + 1, n & 1, 7);
  *h[1].p += 2;
  int *q = t.p;
  q[n & 1] = 3;
  q--;
  return (crc(&t) * 0 + t.b + t.c + h[1].b + h[2].c + inner[1] + inner[2] + *q + (crc(&h[0]) & 0)) & 63;
}
