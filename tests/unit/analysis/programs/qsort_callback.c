#include <stdlib.h>
static int calls;
static int direction;
struct rec { int key; const char *name; };
static int compare(const void *a, const void *b) { calls++; int d = ((const struct rec *)a)->key - ((const struct rec *)b)->key; return direction ? -d : d; }
static int find(const void *k, const void *b) { return *(const int *)k - ((const struct rec *)b)->key; }
int main(int c, char **v) {
  int n = atoi(v[1]);
  struct rec r[6];
  for (int i = 0; i < 6; i++) { r[i].key = (i * 7 + n) % 11; r[i].name = "abcdef" + i; }
  qsort(r, 6, sizeof *r, compare);
  int key = r[2].key;
  struct rec *f = bsearch(&key, r, 6, sizeof *r, find);
  direction = 1;
  qsort(r, 6, sizeof *r, compare);
  return (r[0].key + calls + (f ? f->name[0] : 1)) & 63;
}
