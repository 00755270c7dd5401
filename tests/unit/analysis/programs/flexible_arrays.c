#include <stdlib.h>
#include <string.h>
struct text { int len; struct text *next; char at[]; };
struct old { short n; int t[1]; };
static struct text *make(const char *s, struct text *next) { struct text *t = malloc(sizeof *t + strlen(s) + 1); t->len = strlen(s); t->next = next; strcpy(t->at, s); return t; }
int main(int c, char **v) {
  struct text *t = make("one", make(v[1], 0));
  t->at[1] = 'N';
  char *p = t->next->at;
  for (int i = 0; i < t->next->len; i++) p[i] ^= 1;
  struct old *o = malloc(sizeof *o + 10 * sizeof(int));
  o->n = 5;
  for (int i = 0; i < 8; i++) o->t[i] = i + o->n;
  return (t->at[1] + t->next->at[0] + o->t[4] + o->n) & 63;
}
