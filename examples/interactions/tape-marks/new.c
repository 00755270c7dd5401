/* A tape with a head: `>` and `<` move it, a digit writes, `m` sets a mark, `j` goes there, `r` rewinds and begins the next
 * song, `p` plays what is under the head. The tape grows as the head goes on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { START = 2, LONGEST = 12, NOWHERE = 99 };

struct tape {
  char *cells;
  unsigned length; /* in memory */
  unsigned used;   /* cells that the head has been to */
  unsigned head;
  unsigned mark;
  unsigned songs;
  unsigned played;
};

static int fail(const char *what) {
  fprintf(stderr, "tape: %s\n", what);
  return 2;
}

static int stretch(struct tape *t, unsigned length) {
  char *more = realloc(t->cells, length);
  if (!more)
    return 0;
  memset(more + t->length, '.', length - t->length);
  t->cells = more;
  t->length = length;
  return 1;
}

static int forward(struct tape *t) {
  if (t->head + 1 == LONGEST)
    return 0;
  if (t->head + 1 == t->length && !stretch(t, t->length + 2))
    return 0;
  ++t->head;
  if (t->head >= t->used)
    t->used = t->head + 1;
  return 1;
}

static int backward(struct tape *t) {
  if (t->head == 0)
    return 0;
  --t->head;
  return 1;
}

static int play(struct tape *t) {
  if (t->played == 9)
    return 0;
  ++t->played;
  putchar(t->cells[t->head]);
  return 1;
}

static int jump(struct tape *t) {
  if (t->mark == NOWHERE)
    return 0;
  t->head = t->mark;
  return 1;
}

/* The next song begins at the start of a short tape. */
static int rewindTape(struct tape *t) {
  t->head = 0;
  t->used = 1;
  t->length = 0;
  if (!stretch(t, START))
    return 0;
  ++t->songs;
  return 1;
}

static int obey(struct tape *t, char c) {
  if (c >= '0' && c <= '9') {
    t->cells[t->head] = c;
    return 1;
  }
  switch (c) {
  case '>':
    return forward(t);
  case '<':
    return backward(t);
  case 'm':
    t->mark = t->head;
    return 1;
  case 'j':
    return jump(t);
  case 'r':
    return rewindTape(t);
  case 'p':
    return play(t);
  }
  return 0;
}

int main(int argc, char **argv) {
  struct tape t = {NULL, 0, 1, 0, NOWHERE, 1, 0};
  if (argc != 2)
    return fail("usage: tape KEYS");
  if (!stretch(&t, START))
    return fail("memory");
  for (const char *key = argv[1]; *key; ++key)
    if (!obey(&t, *key))
      return fail("that key does nothing here");
  printf(" songs: %u\n", t.songs);
  free(t.cells);
  return 0;
}
