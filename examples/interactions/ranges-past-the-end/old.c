/* Prints the bytes of a line that lie in the given ranges, as `2-3,7-`; `d` behind the ranges asks for a comma between
 * two of them. */
#include <stdio.h>
#include <stdlib.h>

enum { NOTHING, DIGITS, OPEN };

struct ranges {
  unsigned lastEnd;   /* of the ranges that have an end */
  unsigned openStart; /* where the range without one begins; 0: there is none */
  int delimiter;
  char *chosen; /* by position, from 1 on */
};

static int isDigit(char c) {
  return c >= '0' && c <= '9';
}

static unsigned number(const char **text) {
  unsigned value = 0;
  while (isDigit(**text)) {
    value = value * 10 + (unsigned)(**text - '0');
    if (value > 99)
      exit(2);
    ++*text;
  }
  return value;
}

static void note(struct ranges *into, unsigned start, unsigned end, int open) {
  if (open) {
    if (into->openStart == 0 || start < into->openStart)
      into->openStart = start;
    return;
  }
  if (start > end)
    exit(2);
  if (end > into->lastEnd)
    into->lastEnd = end;
}

/* Calls note for each range; the positions are chosen in a second pass, when the last of them is known. */
static void eachRange(const char *text, struct ranges *into, int choose) {
  while (*text && *text != 'd') {
    int kind = NOTHING;
    unsigned start = 1, end = 0;
    if (isDigit(*text)) {
      start = number(&text);
      end = start;
      kind = DIGITS;
    }
    if (start == 0)
      exit(2);
    if (*text == '-') {
      ++text;
      kind = OPEN;
      if (isDigit(*text)) {
        end = number(&text);
        kind = DIGITS;
      }
    }
    if (kind == NOTHING)
      exit(2);
    if (!choose)
      note(into, start, end, kind == OPEN);
    else if (kind == DIGITS)
      for (unsigned at = start; at <= end; ++at)
        into->chosen[at] = 1;
    if (*text == ',')
      ++text;
  }
  into->delimiter = *text == 'd';
}

static int isChosen(const struct ranges *of, unsigned at) {
  return of->chosen[at];
}

int main(int argc, char **argv) {
  struct ranges all = {0, 0, 0, NULL};
  if (argc != 3)
    return 2;
  eachRange(argv[1], &all, 0);
  if (all.lastEnd < all.openStart)
    all.lastEnd = all.openStart;
  all.chosen = calloc(all.lastEnd + 1, 1);
  if (!all.chosen)
    return 3;
  eachRange(argv[1], &all, 1);
  int separated = 0;
  if (all.delimiter && all.openStart && all.openStart <= all.lastEnd && !isChosen(&all, all.openStart))
    separated = 1;
  unsigned at = 1;
  for (const char *c = argv[2]; *c; ++c, ++at) {
    if (separated && at == all.openStart)
      putchar(',');
    if ((at <= all.lastEnd && all.chosen[at]) || (all.openStart && at >= all.openStart))
      putchar(*c);
  }
  putchar('\n');
  free(all.chosen);
  return 0;
}
