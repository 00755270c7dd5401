/* Runs small programs: `+` and `-` change the cell, `[` skips to behind its `]` if the cell is zero, `]` goes back to its `[` if it is not, `.`
 * prints the cell; what stands between two `#` is a comment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 12, STEPS = 40 };

struct program {
  char *text;
  unsigned length;
  unsigned char partner[LONGEST]; /* of brackets: where the other one is */
  unsigned char cell;
  unsigned steps;
};

static int fail(const char *what) {
  fprintf(stderr, "program: %s\n", what);
  return 2;
}

/* Comments are closed. */
static int isWhole(const char *text) {
  unsigned marks = 0;
  for (; *text; ++text)
    marks += *text == '#';
  return marks % 2 == 0;
}

/* Comments stay behind. */
static int load(struct program *p, const char *text) {
  int comment = 0;
  for (const char *c = text; *c; ++c) {
    comment ^= *c == '#';
    p->length += !comment && *c != '#';
  }
  p->text = malloc(p->length + 1);
  if (!p->text)
    return 0;
  unsigned used = 0;
  for (const char *c = text; *c; ++c) {
    comment ^= *c == '#';
    if (!comment && *c != '#')
      p->text[used++] = *c;
  }
  p->text[p->length] = 0;
  return 1;
}

static int pair(struct program *p, const char *text) {
  unsigned char open[LONGEST];
  unsigned depth = 0;
  int comment = 0;
  for (unsigned i = 0; text[i]; ++i) {
    if (text[i] == '#')
      comment = !comment;
    if (comment)
      continue;
    if (text[i] == '[')
      open[depth++] = (unsigned char)i;
    if (text[i] == ']') {
      if (depth == 0)
        return 0;
      --depth;
      p->partner[i] = open[depth];
      p->partner[open[depth]] = (unsigned char)i;
    }
  }
  return depth == 0;
}

static int step(struct program *p, unsigned *at) {
  switch (p->text[*at]) {
  case '+':
    ++p->cell;
    break;
  case '-':
    --p->cell;
    break;
  case '[':
    if (p->cell == 0)
      *at = p->partner[*at];
    break;
  case ']':
    if (p->cell != 0)
      *at = p->partner[*at];
    break;
  case '.':
    printf("%u ", p->cell);
    break;
  case '#':
    do
      ++*at;
    while (p->text[*at] != '#');
    break;
  default:
    return 0;
  }
  ++*at;
  return 1;
}

static int execute(struct program *p) {
  unsigned at = 0;
  for (;;) {
    if (!p->text[at])
      return 1;
    if (p->steps == STEPS)
      return 0;
    ++p->steps;
    if (!step(p, &at))
      return 0;
  }
}

int main(int argc, char **argv) {
  struct program p = {NULL, 0, {0}, 0, 0};
  if (argc != 2 || strlen(argv[1]) > LONGEST)
    return fail("usage: program TEXT");
  if (!isWhole(argv[1]) || !load(&p, argv[1]))
    return fail("it cannot be loaded");
  if (!pair(&p, argv[1]))
    return fail("brackets");
  if (!execute(&p))
    return fail("it was ended");
  printf("steps: %u\n", p.steps);
  free(p.text);
  return 0;
}
