/* Prints the fields of a record one by one: `a,"b,c",d`. Options come first: `t` prints the number of fields, `b` puts
 * brackets around each. A colon ends the options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 16 };
enum state { BEFORE, PLAIN, QUOTED, BEHIND };

struct options {
  int total;
  int brackets;
};

struct reader {
  const char *at;
  enum state state;
  unsigned line;
};

static int fail(const char *what) {
  fprintf(stderr, "fields: %s\n", what);
  return 2;
}

static const char *readOptions(const char *text, struct options *into) {
  const char *colon = strchr(text, ':');
  into->total = 0;
  into->brackets = 0;
  if (!colon)
    return text;
  for (; text != colon; ++text) {
    if (*text == 't')
      into->total = 1;
    else if (*text == 'b')
      into->brackets = 1;
    else
      return NULL;
  }
  return colon + 1;
}

static int put(char *field, unsigned *used, char c) {
  if (*used + 1 >= ROOM)
    return 0;
  field[(*used)++] = c;
  return 1;
}

static int isEnd(char c) {
  return c == 0 || c == ',';
}

/* A field without the blanks behind it. */
static void trim(char *field, unsigned *used) {
  char last = field[*used - 1];
  while (last == ' ' && *used > 1) {
    --*used;
    last = field[*used - 1];
  }
}

/* The next field; 0: it is too long, -1: a quote is missing. */
static int readField(struct reader *from, char *field, unsigned *used) {
  int wasQuoted = 0;
  *used = 0;
  from->state = BEFORE;
  while (from->state == QUOTED || !isEnd(*from->at)) {
    char c = *from->at;
    if (c == 0)
      return -1;
    ++from->at;
    switch (from->state) {
    case BEFORE:
      if (c == ' ')
        continue;
      if (c == '"') {
        from->state = QUOTED;
        wasQuoted = 1;
        continue;
      }
      from->state = PLAIN;
      break;
    case QUOTED:
      if (c == '"') {
        from->state = BEHIND;
        continue;
      }
      break;
    case BEHIND:
      if (c != ' ')
        return -1;
      continue;
    case PLAIN:
      break;
    }
    if (!put(field, used, c))
      return 0;
  }
  if (*used == 0 && !wasQuoted)
    put(field, used, '-');
  return wasQuoted ? 2 : 1;
}

static void print(const struct options *how, const char *field, unsigned used, int quoted) {
  if (how->brackets)
    putchar(quoted ? '{' : '[');
  fwrite(field, 1, used, stdout);
  if (how->brackets)
    putchar(quoted ? '}' : ']');
  putchar('\n');
}

int main(int argc, char **argv) {
  struct options how;
  struct reader from = {NULL, BEFORE, 1};
  unsigned count = 0, used = 0;
  if (argc != 2)
    return fail("usage: fields RECORD");
  from.at = readOptions(argv[1], &how);
  if (!from.at)
    return fail("unknown option");
  char *field = malloc(ROOM);
  if (!field)
    return fail("memory");
  for (;;) {
    int found = readField(&from, field, &used);
    if (found <= 0)
      return fail(found == 0 ? "a field is too long" : "a quote is missing");
    trim(field, &used);
    print(&how, field, used, found == 2);
    ++count;
    if (*from.at == 0)
      break;
    ++from.at;
  }
  if (how.total)
    printf("%u %s\n", count, count == 1 ? "field" : "fields");
  free(field);
  return 0;
}
