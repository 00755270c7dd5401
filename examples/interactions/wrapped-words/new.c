/* Fills lines with words: `w4 ` sets the width, `i` indents every line but the first. Words that are too long are cut. */
#include <stdio.h>
#include <stdlib.h>

enum { WIDEST = 4 };

struct page {
  char *line;
  unsigned used;
  unsigned width;
  int indent;
  unsigned lines;
};

static int fail(const char *what) {
  fprintf(stderr, "wrap: %s\n", what);
  return 2;
}

static void endLine(struct page *to) {
  if (to->used == 0)
    return;
  if (to->indent && to->lines)
    fputs("  ", stdout);
  fwrite(to->line, 1, to->used, stdout);
  putchar('\n');
  to->used = 0;
  ++to->lines;
}

static unsigned lengthOf(const char *word) {
  unsigned length = 0;
  while (word[length] && word[length] != ' ')
    ++length;
  return length;
}

static int readWidth(const char **text, struct page *into) {
  ++*text;
  if (**text < '0' || **text > '0' + WIDEST)
    return 0;
  into->width = (unsigned)(**text - '0');
  ++*text;
  return 1;
}

static const char *readOptions(const char *text, struct page *into) {
  for (;;) {
    if (*text == 'w') {
      if (!readWidth(&text, into))
        return NULL;
    } else if (*text == 'i') {
      into->indent = 1;
      ++text;
    } else {
      return *text == ' ' ? text + 1 : NULL;
    }
  }
}

static void addWord(struct page *to, const char *word, unsigned length) {
  unsigned gap = to->used ? 1 : 0;
  if (to->used + gap + length > to->width) {
    endLine(to);
    gap = 0;
  }
  if (gap)
    to->line[to->used++] = ' ';
  /* Words that are too long go on in the next line. */
  for (unsigned i = 0; i < length; ++i) {
    to->line[to->used++] = word[i];
    if (to->used == to->width)
      endLine(to);
  }
}

int main(int argc, char **argv) {
  struct page to = {NULL, 0, WIDEST, 0, 0};
  if (argc != 2)
    return fail("usage: wrap 'OPTIONS WORDS'");
  const char *text = readOptions(argv[1], &to);
  if (!text)
    return fail("options");
  to.line = malloc(WIDEST);
  if (!to.line)
    return fail("memory");
  while (*text) {
    unsigned length = lengthOf(text);
    if (length)
      addWord(&to, text, length);
    text += length;
    while (*text == ' ')
      ++text;
  }
  endLine(&to);
  fprintf(stderr, "lines: %u\n", to.lines);
  free(to.line);
  return 0;
}
