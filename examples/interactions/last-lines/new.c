/* Prints some of the lines of standard input: `h3` the first three, `t2` the last two, `r` in front of it prints them in
 * reverse, `n` with their numbers. */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 8 };

struct request {
  int tail;
  int reverse;
  int numbers;
  unsigned count;
};

struct lines {
  char first[MOST]; /* of each line its first letter is enough */
  unsigned used;
};

static int fail(const char *what) {
  fprintf(stderr, "lines: %s\n", what);
  return 2;
}

static int readCount(const char *text, unsigned *count) {
  unsigned value = 0;
  if (*text == 0)
    return 0;
  for (; *text; ++text) {
    if (*text < '0' || *text > '9')
      return 0;
    value = value * 10 + (unsigned)(*text - '0');
    if (value > MOST)
      return 0;
  }
  *count = value;
  return 1;
}

static int readRequest(const char *text, struct request *into) {
  into->tail = 0;
  into->reverse = 0;
  into->numbers = 0;
  for (;; ++text) {
    if (*text == 'r')
      into->reverse = 1;
    else if (*text == 'n')
      into->numbers = 1;
    else
      break;
  }
  if (*text != 'h' && *text != 't')
    return 0;
  into->tail = *text == 't';
  return readCount(text + 1, &into->count);
}

static int readLines(struct lines *into) {
  int c, atStart = 1;
  into->used = 0;
  while ((c = getchar()) != EOF) {
    if (atStart) {
      if (into->used == MOST)
        return 0;
      into->first[into->used++] = (char)c;
    }
    atStart = c == '\n';
  }
  return 1;
}

static void print(const struct request *what, char line, unsigned number) {
  if (what->numbers)
    printf("%2u ", number);
  putchar(line);
  putchar('\n');
}

/* The lines in the order in which they are printed. */
static unsigned choose(const struct request *what, const struct lines *all, char **to) {
  unsigned count = what->count < all->used ? what->count : all->used;
  unsigned from = what->tail ? all->used - count : 0;
  *to = malloc(count ? count : 1);
  if (!*to)
    return 0;
  if (what->reverse) {
    unsigned last = count - 1;
    for (unsigned i = 0; i <= last && i < MOST; ++i)
      (*to)[last - i] = all->first[from + i];
  } else {
    for (unsigned i = 0; i < count; ++i)
      (*to)[i] = all->first[from + i];
  }
  return count;
}

int main(int argc, char **argv) {
  struct request what;
  struct lines all;
  char *chosen = NULL;
  if (argc != 2 || !readRequest(argv[1], &what))
    return fail("usage: lines [r][n]hN|tN");
  if (!readLines(&all))
    return fail("too many lines");
  if (all.used == 0)
    return fail("no lines");
  unsigned count = choose(&what, &all, &chosen);
  for (unsigned i = 0; i < count; ++i)
    print(&what, chosen[i], i + 1);
  free(chosen);
  return 0;
}
