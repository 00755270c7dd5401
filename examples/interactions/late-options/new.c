/* A list of words with options in any number: `-aX` adds a word, `-nN` says how many words there will be (before the first), `-r`
 * prints in reverse, `-dN` drops the word with this number, `-q` is quiet. */
#include <stdio.h>
#include <stdlib.h>

enum { FEW = 2 };

struct words {
  char *first; /* the letter that each word begins with */
  unsigned rows; /* wanted */
  unsigned room; /* in memory */
  unsigned used;
  int reverse;
  int quiet;
};

static int fail(const char *what) {
  fprintf(stderr, "words: %s\n", what);
  return 2;
}

static int isLetter(char c) { return c >= 'a' && c <= 'z'; }

static int add(struct words *w, const char *word) {
  if (!isLetter(*word))
    return 0;
  if (!w->first) {
    w->room = w->rows;
    w->first = malloc(w->room);
    if (!w->first)
      return 0;
  }
  if (w->used == w->rows)
    return 0;
  w->first[w->used++] = *word;
  return 1;
}

static int setRows(struct words *w, const char *number) {
  if (*number < '1' || *number > '9')
    return 0;
  w->rows = (unsigned)(*number - '0');
  return 1;
}

static int drop(struct words *w, const char *number) {
  if (*number < '1' || *number > '9')
    return 0;
  unsigned at = (unsigned)(*number - '1');
  if (at >= w->used)
    return 0;
  for (unsigned i = at; i + 1 < w->used; ++i)
    w->first[i] = w->first[i + 1];
  --w->used;
  return 1;
}

static int option(struct words *w, const char *text) {
  if (text[0] != '-')
    return 0;
  switch (text[1]) {
  case 'a':
    return add(w, text + 2);
  case 'n':
    return setRows(w, text + 2);
  case 'd':
    return drop(w, text + 2);
  case 'r':
    w->reverse = 1;
    return text[2] == 0;
  case 'q':
    w->quiet = 1;
    return text[2] == 0;
  }
  return 0;
}

static void print(const struct words *w) {
  for (unsigned i = 0; i < w->used; ++i)
    putchar(w->first[w->reverse ? w->used - 1 - i : i]);
  if (!w->quiet)
    printf(" words: %u", w->used);
  putchar('\n');
}

int main(int argc, char **argv) {
  struct words w = {NULL, FEW, 0, 0, 0, 0};
  for (int i = 1; i < argc; ++i)
    if (!option(&w, argv[i]))
      return fail("this option cannot be used here");
  print(&w);
  free(w.first);
  return 0;
}
