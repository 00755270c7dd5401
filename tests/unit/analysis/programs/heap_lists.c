#include <stdlib.h>
struct node { int v; struct node *next, *prev; };
static struct node *make(int v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = n->prev = 0; return n; }
static void link(struct node *a, struct node *b) { a->next = b; b->prev = a; }
int main(int c, char **v) {
  int n = atoi(v[1]) & 7;
  struct node *head = make(0), *tail = head;
  for (int i = 1; i <= n; i++) { struct node *x = make(i * i); link(tail, x); tail = x; }
  int s = 0;
  for (struct node *x = tail; x; x = x->prev) { s += x->v; if (x->next) x->next->v ^= 1; }
  while (head) { struct node *x = head->next; s += head->v; free(head); head = x; }
  return s & 63;
}
