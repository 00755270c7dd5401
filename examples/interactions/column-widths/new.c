/* Counts the columns that a text takes. Letters take one, `^HH` is a byte; bytes above 7f begin or continue characters
 * of several bytes, as in UTF-8. `=` stands for a character that takes two columns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };

struct text {
  unsigned char *bytes;
  unsigned length;
};

static int fail(const char *what) {
  fprintf(stderr, "columns: %s\n", what);
  return 2;
}

static int digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The byte that `^HH` stands for, or the letter itself. */
static int readByte(const char **at) {
  if (**at != '^')
    return (unsigned char)*(*at)++;
  int high = digit((*at)[1]);
  if (high < 0)
    return -1;
  int low = digit((*at)[2]);
  if (low < 0)
    return -1;
  *at += 3;
  return high * 16 + low;
}

static int readText(const char *from, struct text *into) {
  unsigned char bytes[MOST];
  into->length = 0;
  while (*from) {
    int byte = readByte(&from);
    if (byte < 0 || into->length == MOST)
      return 0;
    bytes[into->length++] = (unsigned char)byte;
  }
  if (into->length == 0)
    return 0;
  into->bytes = malloc(into->length);
  if (!into->bytes)
    return 0;
  memcpy(into->bytes, bytes, into->length);
  return 1;
}

static int continues(unsigned char byte) {
  return (byte & 0xc0) == 0x80;
}

/* How many bytes a character has by its first one; 0: it is none. */
static unsigned lengthBy(unsigned char first) {
  if (first < 0x80)
    return 1;
  if ((first & 0xe0) == 0xc0)
    return 2;
  if ((first & 0xf0) == 0xe0)
    return 3;
  return 0;
}

/* All characters are whole. */
static int isWhole(const struct text *in) {
  unsigned at = 0;
  while (at < in->length) {
    unsigned length = lengthBy(in->bytes[at]);
    /* The last one may be cut off: more may come. */
    if (length == 0)
      return 0;
    for (unsigned i = 1; i < length && at + i < in->length; ++i)
      if (!continues(in->bytes[at + i]))
        return 0;
    at += length;
  }
  return 1;
}

static unsigned widthOf(const struct text *in) {
  unsigned width = 0;
  for (unsigned at = 0; at != in->length;) {
    unsigned char first = in->bytes[at];
    width += first == '=' ? 2 : 1;
    at += lengthBy(first);
  }
  return width;
}

int main(int argc, char **argv) {
  struct text in = {NULL, 0};
  if (argc != 2)
    return fail("usage: columns TEXT");
  if (!readText(argv[1], &in))
    return fail("no text");
  if (!isWhole(&in))
    return fail("no characters");
  printf("%u columns\n", widthOf(&in));
  free(in.bytes);
  return 0;
}
