/* Unpacks a text of codes: a letter stands for itself and becomes the next entry of the table, a digit is an entry of the
 * table, `*` makes codes wider when the table is full, `/` begins a new table. */
#include <stdio.h>
#include <stdlib.h>

enum { NARROW = 1, WIDEST = 3 };

struct unpacker {
  char *table;
  unsigned width; /* of codes, in bits */
  unsigned room;  /* entries in memory */
  unsigned used;
  unsigned written;
  unsigned tables;
};

static int fail(const char *what) {
  fprintf(stderr, "unpack: %s\n", what);
  return 2;
}

static int makeRoom(struct unpacker *u, unsigned room) {
  char *table = realloc(u->table, room);
  if (!table)
    return 0;
  for (unsigned i = u->room; i < room; ++i)
    table[i] = '.';
  u->table = table;
  u->room = room;
  return 1;
}

static int put(struct unpacker *u, char c) {
  if (u->written == 24)
    return 0;
  ++u->written;
  putchar(c);
  return 1;
}

static int define(struct unpacker *u, char c) {
  if (u->used < 1u << u->width) {
    if (u->used >= u->room && !makeRoom(u, 1u << u->width))
      return 0;
    u->table[u->used] = c;
    ++u->used;
  }
  return put(u, c);
}

static int lookUp(struct unpacker *u, unsigned code) {
  /* What is not defined yet is a dot. */
  if (code >= 1u << u->width)
    return 0;
  return put(u, u->table[code]);
}

static int widen(struct unpacker *u) {
  if (u->used < 1u << u->width || u->width == WIDEST)
    return 0;
  ++u->width;
  return 1;
}

static int beginTable(struct unpacker *u) {
  u->used = 0;
  u->width = NARROW;
  ++u->tables;
  return 1;
}

static int take(struct unpacker *u, char c) {
  if (c >= 'a' && c <= 'z')
    return define(u, c);
  if (c >= '0' && c <= '7')
    return lookUp(u, (unsigned)(c - '0'));
  if (c == '*')
    return widen(u);
  return c == '/' && beginTable(u);
}

int main(int argc, char **argv) {
  struct unpacker u = {NULL, NARROW, 0, 0, 0, 1};
  if (argc != 2)
    return fail("usage: unpack CODES");
  if (!makeRoom(&u, 1u << NARROW))
    return fail("memory");
  for (const char *code = argv[1]; *code; ++code)
    if (!take(&u, *code))
      return fail("this is no code");
  printf(" [%u, %u]\n", u.written, u.tables);
  free(u.table);
  return 0;
}
