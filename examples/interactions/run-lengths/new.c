/* Unpacks runs: `a3b2` is `aaabb`. Blocks are printed when they are full; `;` ends a block earlier, `#` prints how many
 * letters there were. */
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 14, FULL = 5 };

struct unpacker {
  char *block;
  unsigned used;
  unsigned total;
};

static int fail(const char *what) {
  fprintf(stderr, "unpack: %s\n", what);
  return 2;
}

static int isDigit(char c) {
  return c >= '0' && c <= '9';
}

static int isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void flush(struct unpacker *to) {
  fwrite(to->block, 1, to->used, stdout);
  if (to->used)
    putchar('|');
  to->used = 0;
}

/* The number of a run; 1 if there is none. */
static unsigned readCount(const char **text) {
  if (!isDigit(**text))
    return 1;
  unsigned count = (unsigned)(*(*text)++ - '0');
  while (isDigit(**text)) {
    count = count * 10 + (unsigned)(*(*text)++ - '0');
    if (count > 12)
      count = 12;
  }
  return count;
}

static void add(struct unpacker *to, char letter, unsigned count) {
  if (to->used >= FULL)
    flush(to);
  for (unsigned i = 0; i < count; ++i)
    to->block[to->used++] = letter;
  to->total += count;
}

static int unpack(struct unpacker *to, const char *text) {
  while (*text) {
    char c = *text++;
    if (c == ';') {
      flush(to);
      continue;
    }
    if (c == '#') {
      flush(to);
      printf("(%u)", to->total);
      continue;
    }
    if (c == '-') {
      /* A gap of the same length as a run. */
      unsigned count = readCount(&text);
      flush(to);
      for (unsigned i = 0; i < count; ++i)
        putchar(' ');
      continue;
    }
    if (!isLetter(c))
      return fail("a letter is missing");
    add(to, c, readCount(&text));
  }
  flush(to);
  return 0;
}

int main(int argc, char **argv) {
  struct unpacker to = {NULL, 0, 0};
  if (argc != 2)
    return fail("usage: unpack TEXT");
  to.block = malloc(ROOM);
  if (!to.block)
    return fail("memory");
  int code = unpack(&to, argv[1]);
  putchar('\n');
  free(to.block);
  return code;
}
