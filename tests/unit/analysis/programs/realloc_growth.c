#include <stdlib.h>
struct vec { int *at; int size, room; };
static void push(struct vec *v, int x) {
  if (v->size == v->room) { v->room = v->room ? 2 * v->room : 1; v->at = realloc(v->at, v->room * sizeof *v->at); }
  v->at[v->size++] = x;
}
int main(int c, char **v) {
  int n = atoi(v[1]) & 15, s = 0;
  struct vec a = {0}, *b = calloc(1, sizeof *b);
  for (int i = 0; i < n + 20; i++) { push(&a, i); push(b, i * n); }
  for (int i = 0; i < a.size; i++) s += a.at[i] - b->at[i];
  char *t = malloc(8);
  t[0] = 'q'; t[7] = 1;
  t = realloc(t, 4000);
  s += t[0] + b->room;
  return s & 63;
}
