#include <stddef.h>
#include <stdlib.h>
struct link { struct link *next; };
struct thing { int weight; struct link in; char more; };
struct other { char c; struct link in; };
#define owner(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
static struct link *head;
static void add(struct link *l) { l->next = head; head = l; }
int main(int c, char **v) {
  struct thing a = {atoi(v[1])}, b = {2};
  static struct other o;
  o.c = 3;
  add(&a.in); add(&b.in);
  int s = 0;
  for (struct link *l = head; l; l = l->next) { struct thing *t = owner(l, struct thing, in); s += t->weight; t->more = s; }
  add(&o.in);
  return (s + a.more + owner(head, struct other, in)->c) & 63;
}
