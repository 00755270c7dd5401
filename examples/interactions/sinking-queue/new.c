/* A waiting list by priority: a letter joins it (`a` is served first), `!` serves the next one, `(` takes a note of the list, `)` goes back
 * to the note, `#` prints how many wait. The memory grows with the list. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { START = 2, LONGEST = 8 };

struct list {
  char *names; /* sorted, the next one last */
  unsigned count;
  unsigned room;
  char *noted;
  unsigned notedCount;
  int hasNote;
  unsigned served;
  unsigned prints;
};

static int fail(const char *what) {
  fprintf(stderr, "list: %s\n", what);
  return 2;
}

static int resize(struct list *l, unsigned room) {
  char *names = realloc(l->names, room);
  if (!names)
    return 0;
  l->names = names;
  l->room = room;
  return 1;
}

static int join(struct list *l, char name) {
  if (l->count == LONGEST)
    return 0;
  if (l->count == l->room && !resize(l, 2 * l->room))
    return 0;
  unsigned at = l->count;
  while (at > 0 && l->names[at - 1] < name) {
    l->names[at] = l->names[at - 1];
    --at;
  }
  l->names[at] = name;
  ++l->count;
  return 1;
}

static int serve(struct list *l) {
  if (l->count == 0)
    return 0;
  --l->count;
  putchar(l->names[l->count]);
  if (l->room > START && l->count <= l->room / 4 && !resize(l, l->room / 2))
    return 0;
  ++l->served;
  return 1;
}

/* Who was served since then is still there, behind the end. */
static int note(struct list *l) {
  l->notedCount = l->count;
  l->hasNote = 1;
  return 1;
}

static int goBack(struct list *l) {
  if (!l->hasNote)
    return 0;
  l->count = l->notedCount;
  return 1;
}

static int print(struct list *l) {
  if (l->prints == 3)
    return 0;
  ++l->prints;
  printf("(%u wait)", l->count);
  return 1;
}

static int obey(struct list *l, char c) {
  if (c >= 'a' && c <= 'e')
    return join(l, c);
  switch (c) {
  case '!':
    return serve(l);
  case '(':
    return note(l);
  case ')':
    return goBack(l);
  case '#':
    return print(l);
  }
  return 0;
}

int main(int argc, char **argv) {
  struct list l = {NULL, 0, 0, NULL, 0, 0, 0, 0};
  if (argc != 2)
    return fail("usage: list KEYS");
  l.noted = malloc(LONGEST);
  if (!l.noted || !resize(&l, START))
    return fail("memory");
  for (const char *key = argv[1]; *key; ++key)
    if (!obey(&l, *key))
      return fail("that cannot be done");
  printf(" served %u\n", l.served);
  free(l.names);
  free(l.noted);
  return 0;
}
