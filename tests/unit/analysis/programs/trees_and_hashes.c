#include <stdlib.h>
#include <string.h>
struct tree { struct tree *kid[2]; int key; };
struct entry { struct entry *next; char *name; int value; };
static struct entry *bucket[4];
static struct tree *insert(struct tree *t, int key) { if (!t) { t = calloc(1, sizeof *t); t->key = key; } else t->kid[key > t->key] = insert(t->kid[key > t->key], key); return t; }
static int sum(struct tree *t) { return t ? t->key + sum(t->kid[0]) - sum(t->kid[1]) : 0; }
static struct entry *lookup(const char *name) {
  struct entry **at = &bucket[name[0] & 3];
  while (*at && strcmp((*at)->name, name)) at = &(*at)->next;
  if (!*at) { *at = malloc(sizeof **at); (*at)->next = 0; (*at)->name = strdup(name); (*at)->value = 0; }
  return *at;
}
int main(int c, char **v) {
  struct tree *t = 0;
  int n = atoi(v[1]);
  for (int i = 0; i < 9; i++) t = insert(t, (i * 5 + n) % 9);
  lookup("a")->value = 3;
  lookup("e")->value += 4;
  lookup(v[1])->value = n;
  return (sum(t) + lookup("a")->value + lookup("e")->value) & 63;
}
