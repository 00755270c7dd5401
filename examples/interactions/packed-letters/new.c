/* Unpacks letters of six bits (`A` to `Z`, `a` to `z`, `0` to `9`, `-`, `_`) into bytes, four into three, and prints the
 * bytes as numbers. `=` fills the last group. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
  unsigned char *at;
  unsigned used;
};

static int fail(const char *what) {
  fprintf(stderr, "unpack: %s\n", what);
  return 2;
}

static int valueOf(char c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  if (c == '-' || c == '+')
    return 62;
  return c == '_' || c == '/' ? 63 : -1;
}

static void put(struct bytes *to, unsigned value) {
  to->at[to->used++] = (unsigned char)value;
}

/* Letters in front of `=`, or -1: something else follows. */
static int countLetters(const char *text) {
  int count = 0;
  while (valueOf(text[count]) >= 0)
    ++count;
  const char *rest = text + count;
  while (*rest == '=')
    ++rest;
  return *rest ? -1 : count;
}

static int isWhole(const char *text, unsigned letters) {
  /* Without what fills the last group it is clear, too. */
  return letters % 4 != 1 && (strlen(text) % 4 == 0 || text[letters] == 0);
}

static unsigned roomFor(const char *text) {
  return (unsigned)strlen(text) / 4 * 3;
}

static void unpack(const char *text, unsigned letters, struct bytes *to) {
  unsigned bits = 0, held = 0;
  for (unsigned i = 0; i < letters; ++i) {
    bits = bits << 6 | (unsigned)valueOf(text[i]);
    held += 6;
    if (held >= 8) {
      held -= 8;
      put(to, bits >> held);
    }
  }
}

static void print(const struct bytes *what) {
  for (unsigned i = 0; i < what->used; ++i)
    printf("%u ", what->at[i]);
  printf("(%u)\n", what->used);
}

int main(int argc, char **argv) {
  struct bytes to = {NULL, 0};
  if (argc != 2)
    return fail("usage: unpack LETTERS");
  int letters = countLetters(argv[1]);
  if (letters <= 0)
    return fail("letters");
  if (!isWhole(argv[1], (unsigned)letters))
    return fail("the last group is not whole");
  to.at = malloc(roomFor(argv[1]));
  if (!to.at)
    return fail("memory");
  unpack(argv[1], (unsigned)letters, &to);
  print(&to);
  free(to.at);
  return 0;
}
