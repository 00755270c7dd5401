/* Strings: length, comparison, copying, searching. */
#include "model.h"

void *malloc(size_t);

static size_t lengthOf(const char *text) {
  size_t i = 0;
  while (text[i])
    i++;
  return i;
}

static int isOneOf(char c, const char *set) {
  for (size_t i = 0; set[i]; i++)
    if (set[i] == c)
      return 1;
  return 0;
}

/* Copies the text with its end and returns the number of bytes before it. */
static size_t copyText(char *to, const char *from) {
  for (size_t i = 0;; i++) {
    to[i] = from[i];
    if (!from[i])
      return i;
  }
}

size_t strlen(const char *text) { return lengthOf(text); }

size_t strnlen(const char *text, size_t most) {
  size_t i = 0;
  while (i < most && text[i])
    i++;
  return i;
}

/* The comparisons return the difference of the first two bytes that differ, as glibc does on x86-64. */
int strcmp(const char *left, const char *right) {
  for (size_t i = 0;; i++) {
    byte a = left[i], b = right[i];
    if ((a != b) | (a == 0))
      return a - b;
  }
}

int strncmp(const char *left, const char *right, size_t most) {
  for (size_t i = 0; i < most; i++) {
    byte a = left[i], b = right[i];
    if ((a != b) | (a == 0))
      return a - b;
  }
  return 0;
}

int strcasecmp(const char *left, const char *right) {
  for (size_t i = 0;; i++) {
    byte a = lowerByte(left[i]), b = lowerByte(right[i]);
    if ((a != b) | (a == 0))
      return a - b;
  }
}

int strncasecmp(const char *left, const char *right, size_t most) {
  for (size_t i = 0; i < most; i++) {
    byte a = lowerByte(left[i]), b = lowerByte(right[i]);
    if ((a != b) | (a == 0))
      return a - b;
  }
  return 0;
}

char *strcpy(char *to, const char *from) {
  copyText(to, from);
  return to;
}

char *stpcpy(char *to, const char *from) { return to + copyText(to, from); }

/* Behind the end of the text, c stays zero and nothing more is read. */
char *strncpy(char *to, const char *from, size_t count) {
  char c = 1;
  for (size_t i = 0; i < count; i++) {
    if (c)
      c = from[i];
    to[i] = c;
  }
  return to;
}

char *strcat(char *to, const char *from) {
  copyText(to + lengthOf(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t most) {
  char *end = to + lengthOf(to);
  size_t i = 0;
  for (; i < most && from[i]; i++)
    end[i] = from[i];
  end[i] = 0;
  return to;
}

char *strdup(const char *text) {
  char *copy = malloc(lengthOf(text) + 1);
  if (copy)
    copyText(copy, text);
  return copy;
}

char *strchr(const char *text, int wanted) {
  for (size_t i = 0;; i++) {
    if (text[i] == (char)wanted)
      return (char *)text + i;
    if (!text[i])
      return NULL;
  }
}

char *strrchr(const char *text, int wanted) {
  const char *last = NULL;
  for (size_t i = 0;; i++) {
    if (text[i] == (char)wanted)
      last = text + i;
    if (!text[i])
      return (char *)last;
  }
}

/* The inner loop ends at the end of either text, since the end of the haystack differs from every byte of the needle. */
char *strstr(const char *haystack, const char *needle) {
  for (size_t i = 0;; i++) {
    size_t j = 0;
    while (needle[j] && haystack[i + j] == needle[j])
      j++;
    if (!needle[j])
      return (char *)haystack + i;
    if (!haystack[i])
      return NULL;
  }
}

size_t strspn(const char *text, const char *accepted) {
  size_t i = 0;
  while (text[i] && isOneOf(text[i], accepted))
    i++;
  return i;
}

size_t strcspn(const char *text, const char *rejected) {
  size_t i = 0;
  while (text[i] && !isOneOf(text[i], rejected))
    i++;
  return i;
}

char *strpbrk(const char *text, const char *wanted) {
  for (size_t i = 0; text[i]; i++)
    if (isOneOf(text[i], wanted))
      return (char *)text + i;
  return NULL;
}
