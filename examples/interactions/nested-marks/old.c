/* Checks that brackets of three kinds are nested, and prints how deep each of them is. A dot stands for an empty pair
 * of the kind that is open. Text beside that is skipped. */
#include <stdio.h>
#include <stdlib.h>

enum { DEEPEST = 3 };

struct checker {
  char *open; /* a slot for each level, and one for a dot */
  unsigned depth;
  unsigned deepest;
  unsigned pairs;
};

static int fail(const char *what, unsigned position) {
  fprintf(stderr, "%s\n", what);
  (void)position;
  return 2;
}

static char closing(char open) {
  switch (open) {
  case '(':
    return ')';
  case '[':
    return ']';
  case '{':
    return '}';
  }
  return 0;
}

static int isClosing(char c) {
  return c == ')' || c == ']' || c == '}';
}

static int enter(struct checker *in, char c) {
  if (in->depth >= DEEPEST)
    return 0;
  in->open[in->depth++] = c;
  if (in->depth > in->deepest)
    in->deepest = in->depth;
  return 1;
}

static int leave(struct checker *in, char c) {
  if (in->depth == 0 || closing(in->open[in->depth - 1]) != c)
    return 0;
  --in->depth;
  ++in->pairs;
  return 1;
}

/* An empty pair of the kind that is open. */
static int dot(struct checker *in) {
  if (in->depth == 0)
    return 0;
  char kind = in->open[in->depth - 1];
  if (!enter(in, kind))
    return 0;
  return leave(in, closing(kind));
}

static int check(struct checker *in, const char *text) {
  for (unsigned i = 0; text[i]; ++i) {
    char c = text[i];
    if (closing(c)) {
      if (!enter(in, c))
        return fail("too deep", i);
    } else if (isClosing(c)) {
      if (!leave(in, c))
        return fail("nothing to close", i);
    } else if (c == '.') {
      if (!dot(in))
        return fail("nothing is open", i);
    }
  }
  if (in->depth)
    return fail("not closed", 0);
  return 0;
}

int main(int argc, char **argv) {
  struct checker in = {NULL, 0, 0, 0};
  if (argc != 2)
    return fail("usage: nested TEXT", 0);
  in.open = malloc(DEEPEST + 1);
  if (!in.open)
    return fail("memory", 0);
  int code = check(&in, argv[1]);
  if (code == 0)
    printf("%u pairs, %u deep\n", in.pairs, in.deepest);
  free(in.open);
  return code;
}
