/* Prints fields of a record in columns: `l5:name` is `name` on the left of five columns, `r3:12` on the right. `z` in
 * front of the width fills with zeros. Fields are separated by blanks. */
#include <stdio.h>
#include <string.h>

#define LINE 24

enum side { LEFT, RIGHT };

struct format {
  enum side side;
  unsigned width;
  char fill;
};

struct line {
  char text[LINE];
  unsigned used;
};

static int fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  return 2;
}

/* The width behind the side; 0: as wide as the field. */
static const char *readFormat(const char *text, struct format *into) {
  into->side = *text == 'r' ? RIGHT : LEFT;
  into->fill = ' ';
  into->width = 0;
  if (*text != 'l' && *text != 'r')
    return NULL;
  ++text;
  if (*text == 'z') {
    into->fill = '0';
    ++text;
  }
  while (*text >= '0' && *text <= '9') {
    into->width = into->width * 10 + (unsigned)(*text - '0');
    ++text;
  }
  if (into->width > 20)
    into->width = 20;
  return *text == ':' ? text + 1 : NULL;
}

static unsigned lengthOf(const char *field) {
  unsigned length = 0;
  while (field[length] && field[length] != ' ')
    ++length;
  return length;
}

static int put(struct line *to, char c) {
  if (to->used + 1 >= LINE)
    return 0;
  to->text[to->used++] = c;
  return 1;
}

static int fill(struct line *to, char c, unsigned count) {
  if (to->used + count >= LINE)
    return 0;
  memset(to->text + to->used, c, count);
  to->used += count;
  return 1;
}

static int putField(struct line *to, const struct format *how, const char *field, unsigned length) {
  unsigned gap = how->width - length;
  if (how->side == RIGHT && !fill(to, how->fill, gap))
    return 0;
  for (unsigned i = 0; i < length; ++i)
    if (!put(to, field[i]))
      return 0;
  if (how->side == LEFT && !fill(to, ' ', gap))
    return 0;
  return 1;
}

int main(int argc, char **argv) {
  struct line line = {{0}, 0};
  if (argc != 2)
    return fail("usage: fields TEXT");
  const char *at = argv[1];
  while (*at) {
    struct format how;
    at = readFormat(at, &how);
    if (!at)
      return fail("format");
    unsigned length = lengthOf(at);
    if (!putField(&line, &how, at, length))
      return fail("line");
    at += length;
    while (*at == ' ')
      ++at;
  }
  line.text[line.used] = 0;
  puts(line.text);
  return 0;
}
