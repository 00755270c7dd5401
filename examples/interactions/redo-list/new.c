/* A line editor: letters and blanks are typed, `-` deletes, `(` undoes, `)` does again what was undone, `!` prints the line.
 * What was undone is forgotten when something is typed. */
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 4, STEPS = 16 };
enum kind { TYPED, DELETED };

struct step {
  enum kind kind;
  char letter;
};

struct editor {
  char *line;
  unsigned length;
  struct step done[STEPS];
  unsigned doneCount;
  struct step undone[STEPS];
  unsigned undoneCount;
  unsigned printed;
};

static int fail(const char *what) {
  fprintf(stderr, "editor: %s\n", what);
  return 2;
}

static void put(struct editor *e, char letter) {
  e->line[e->length] = letter;
  ++e->length;
}

static int note(struct editor *e, enum kind kind, char letter) {
  if (e->doneCount == STEPS)
    return 0;
  e->done[e->doneCount].kind = kind;
  e->done[e->doneCount].letter = letter;
  ++e->doneCount;
  return 1;
}

static int type(struct editor *e, char letter) {
  if (e->length == ROOM)
    return 0;
  put(e, letter);
  if (letter != ' ')
    e->undoneCount = 0;
  return note(e, TYPED, letter);
}

static int erase(struct editor *e) {
  if (e->length == 0)
    return 0;
  --e->length;
  e->undoneCount = 0;
  return note(e, DELETED, e->line[e->length]);
}

static int undo(struct editor *e) {
  if (e->doneCount == 0)
    return 0;
  struct step last = e->done[--e->doneCount];
  if (last.kind == TYPED)
    --e->length;
  else
    put(e, last.letter);
  e->undone[e->undoneCount++] = last;
  return 1;
}

static int redo(struct editor *e) {
  if (e->undoneCount == 0)
    return 0;
  struct step last = e->undone[--e->undoneCount];
  if (last.kind == TYPED) {
    put(e, last.letter);
  } else {
    if (e->length == 0)
      return 0;
    --e->length;
  }
  return note(e, last.kind, last.letter);
}

static int print(struct editor *e) {
  if (e->printed == 4)
    return 0;
  ++e->printed;
  printf("<%.*s>", (int)e->length, e->line);
  return 1;
}

static int obey(struct editor *e, char c) {
  if ((c >= 'a' && c <= 'z') || c == ' ')
    return type(e, c);
  switch (c) {
  case '-':
    return erase(e);
  case '(':
    return undo(e);
  case ')':
    return redo(e);
  case '!':
    return print(e);
  }
  return 0;
}

int main(int argc, char **argv) {
  struct editor e = {NULL, 0, {{TYPED, 0}}, 0, {{TYPED, 0}}, 0, 0};
  if (argc != 2)
    return fail("usage: editor KEYS");
  e.line = malloc(ROOM);
  if (!e.line)
    return fail("memory");
  for (const char *key = argv[1]; *key; ++key)
    if (!obey(&e, *key))
      return fail("that is not possible here");
  printf("%.*s\n", (int)e.length, e.line);
  free(e.line);
  return 0;
}
