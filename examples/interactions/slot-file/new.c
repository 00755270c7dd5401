/* Settings in a row of letters: `nN` says how many slots there are, `iN` goes to a slot, `=X` fills it, `+` goes to the next
 * slot, `?` prints all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct settings {
  char *slots;
  unsigned count;
  unsigned at;
  unsigned filled;
  unsigned printed;
};

static int fail(const char *what, const char *where) {
  fprintf(stderr, "settings: %s at '%s'\n", what, where);
  return 2;
}

static int number(char c, unsigned *value) {
  if (c < '0' || c > '9')
    return 0;
  *value = (unsigned)(c - '0');
  return 1;
}

/* What was filled stays, as far as there is a slot for it. */
static int setCount(struct settings *s, char c) {
  unsigned count;
  if (!number(c, &count) || count == 0)
    return 0;
  char *fresh = malloc(count);
  if (!fresh)
    return 0;
  memset(fresh, '-', count);
  if (s->slots)
    memcpy(fresh, s->slots, s->count < count ? s->count : count);
  free(s->slots);
  s->slots = fresh;
  s->count = count;
  return 1;
}

static int go(struct settings *s, char c) {
  unsigned slot;
  if (!number(c, &slot) || slot >= s->count)
    return 0;
  s->at = slot;
  return 1;
}

static int next(struct settings *s) {
  if (s->at + 1 >= s->count)
    return 0;
  ++s->at;
  return 1;
}

static int set(struct settings *s, char c) {
  if (!s->slots || c == 0)
    return 0;
  s->slots[s->at] = c;
  ++s->filled;
  return 1;
}

static int show(struct settings *s) {
  if (!s->slots || s->printed == 3)
    return 0;
  ++s->printed;
  printf("%.*s\n", (int)s->count, s->slots);
  return 1;
}

/* How many letters were taken; 0: they mean nothing. */
static unsigned take(struct settings *s, const char *at) {
  switch (at[0]) {
  case 'n':
    return setCount(s, at[1]) ? 2 : 0;
  case 'i':
    return go(s, at[1]) ? 2 : 0;
  case '=':
    return set(s, at[1]) ? 2 : 0;
  case '+':
    return next(s) ? 1 : 0;
  case '?':
    return show(s) ? 1 : 0;
  }
  return 0;
}

int main(int argc, char **argv) {
  struct settings s = {NULL, 0, 0, 0, 0};
  if (argc != 2)
    return fail("usage: settings TEXT", "");
  for (const char *at = argv[1]; *at;) {
    unsigned taken = take(&s, at);
    if (!taken)
      return fail("not understood", at);
    at += taken;
  }
  printf("filled: %u\n", s.filled);
  free(s.slots);
  return 0;
}
