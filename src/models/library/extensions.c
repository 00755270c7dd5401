/* Strings and memory beyond ISO C: POSIX, BSD, GNU; and what the C locale makes simple. */
#include "model.h"

void *malloc(size_t);

static size_t lengthOf(const char *text) {
  size_t i = 0;
  while (text[i])
    i++;
  return i;
}

/* The first place that has the byte or ends the text. */
static char *findOrEnd(const char *text, int wanted) {
  size_t i = 0;
  while (text[i] && text[i] != (char)wanted)
    i++;
  return (char *)text + i;
}

static char *findLast(const char *text, int wanted) {
  const char *last = NULL;
  for (size_t i = 0;; i++) {
    if (text[i] == (char)wanted)
      last = text + i;
    if (!text[i])
      return (char *)last;
  }
}

char *strchrnul(const char *text, int wanted) { return findOrEnd(text, wanted); }
char *rindex(const char *text, int wanted) { return findLast(text, wanted); }

char *index(const char *text, int wanted) {
  char *at = findOrEnd(text, wanted);
  return *at == (char)wanted ? at : NULL;
}

static void *findByte(const void *memory, int wanted) {
  const byte *m = memory;
  size_t i = 0;
  while (m[i] != (byte)wanted)
    i++;
  return (void *)(m + i);
}

void *rawmemchr(const void *memory, int wanted) { return findByte(memory, wanted); }
void *__rawmemchr(const void *memory, int wanted) { return findByte(memory, wanted); }

void *memmem(const void *haystack, size_t count, const void *needle, size_t length) {
  const byte *h = haystack, *n = needle;
  for (size_t i = 0; i + length <= count; i++) {
    size_t j = 0;
    while (j < length && h[i + j] == n[j])
      j++;
    if (j == length)
      return (void *)(h + i);
  }
  return NULL;
}

char *strcasestr(const char *haystack, const char *needle) {
  for (size_t i = 0;; i++) {
    size_t j = 0;
    while (needle[j] && lowerByte(haystack[i + j]) == lowerByte(needle[j]))
      j++;
    if (!needle[j])
      return (char *)haystack + i;
    if (!haystack[i])
      return NULL;
  }
}

void *mempcpy(void *to, const void *from, size_t count) {
  __builtin_memcpy(to, from, count);
  return (byte *)to + count;
}
void *__mempcpy(void *to, const void *from, size_t count) {
  __builtin_memcpy(to, from, count);
  return (byte *)to + count;
}

void *memccpy(void *to, const void *from, int last, size_t count) {
  const byte *f = from;
  byte *t = to;
  for (size_t i = 0; i < count; i++) {
    t[i] = f[i];
    if (f[i] == (byte)last)
      return t + i + 1;
  }
  return NULL;
}

int bcmp(const void *left, const void *right, size_t count) {
  const byte *a = left, *b = right;
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i])
      return a[i] - b[i];
  return 0;
}

void bzero(void *memory, size_t count) { __builtin_memset(memory, 0, count); }
void explicit_bzero(void *memory, size_t count) { __builtin_memset(memory, 0, count); }
void bcopy(const void *from, void *to, size_t count) { __builtin_memmove(to, from, count); }

static size_t copyText(char *to, const char *from) {
  for (size_t i = 0;; i++) {
    to[i] = from[i];
    if (!from[i])
      return i;
  }
}

char *__stpcpy(char *to, const char *from) { return to + copyText(to, from); }

/* Behind the end of the text, c stays zero and nothing more is read. */
char *stpncpy(char *to, const char *from, size_t count) {
  char c = 1;
  size_t end = count;
  for (size_t i = 0; i < count; i++) {
    if (c) {
      c = from[i];
      if (!c)
        end = i;
    }
    to[i] = c;
  }
  return to + end;
}

static char *duplicate(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length])
    length++;
  char *copy = malloc(length + 1);
  if (!copy)
    return NULL;
  for (size_t i = 0; i < length; i++)
    copy[i] = text[i];
  copy[length] = 0;
  return copy;
}

char *strndup(const char *text, size_t most) { return duplicate(text, most); }
char *__strndup(const char *text, size_t most) { return duplicate(text, most); }
char *__strdup(const char *text) { return duplicate(text, ~0ul); }

/* In the C locale texts are ordered by their bytes. */
int strcoll(const char *left, const char *right) {
  for (size_t i = 0;; i++) {
    byte a = left[i], b = right[i];
    if ((a != b) | (a == 0))
      return a - b;
  }
}

size_t strxfrm(char *to, const char *from, size_t room) {
  size_t length = lengthOf(from);
  for (size_t i = 0; i < room && i <= length; i++)
    to[i] = from[i];
  return length;
}

/* GNU's basename; the other one, of <libgen.h>, changes its argument and is not here. */
char *basename(const char *path) {
  char *slash = findLast(path, '/');
  return slash ? slash + 1 : (char *)path;
}

/* The place of the lowest bit, from one on. Sums instead of decisions. */
static int lowestBit(uint64_t x) {
  uint64_t bit = x & -x;
  int place = ((bit & 0xffffffff00000000ul) != 0) * 32 + ((bit & 0xffff0000ffff0000ul) != 0) * 16 +
              ((bit & 0xff00ff00ff00ff00ul) != 0) * 8 + ((bit & 0xf0f0f0f0f0f0f0f0ul) != 0) * 4 +
              ((bit & 0xccccccccccccccccul) != 0) * 2 + ((bit & 0xaaaaaaaaaaaaaaaaul) != 0);
  return place + (bit != 0);
}

int ffs(int x) { return lowestBit((unsigned)x); }
int ffsl(long x) { return lowestBit(x); }
int ffsll(long long x) { return lowestBit(x); }
