#include <stdlib.h>
struct item { char tag; int n; struct { short a, b; } in[3]; double d; };
static struct item table[5];
static int sum(const struct item *t, int n) { int s = 0; while (n--) { s += t->n + t->in[n % 3].b; t++; } return s; }
int main(int c, char **v) {
  int k = atoi(v[1]) & 3;
  for (int i = 0; i < 5; i++) { table[i].n = i * k; table[i].tag = 'a' + i; table[i].in[i % 3].a = i; table[(i + k) % 5].in[k % 3].b = 4; }
  struct item *p = &table[k];
  p->d = 2.5;
  p[1].n = 9;
  struct item copy = table[k + 1];
  copy.in[k % 3].b++;
  return (sum(table, 5) + copy.n + copy.in[0].b + table[k].tag + (int)p->d) & 63;
}
