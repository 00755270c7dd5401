/* Cutting texts into tokens. */
#include "model.h"

static int isOneOf(char c, const char *set) {
  for (size_t i = 0; set[i]; i++)
    if (set[i] == c)
      return 1;
  return 0;
}

static char *nextToken(char *text, const char *separators, char **rest) {
  if (!text)
    text = *rest;
  if (!*text) { /* as glibc, which does not look at the separators then */
    *rest = text;
    return NULL;
  }
  while (*text && isOneOf(*text, separators))
    text++;
  if (!*text) {
    *rest = text;
    return NULL;
  }
  char *end = text;
  while (*end && !isOneOf(*end, separators))
    end++;
  *rest = end;
  if (*end) {
    *end = 0;
    *rest = end + 1;
  }
  return text;
}

char *strtok(char *text, const char *separators) {
  static char *rest;
  return nextToken(text, separators, &rest);
}
char *strtok_r(char *text, const char *separators, char **rest) { return nextToken(text, separators, rest); }
char *__strtok_r(char *text, const char *separators, char **rest) { return nextToken(text, separators, rest); }

char *strsep(char **text, const char *separators) {
  char *first = *text, *end = first;
  if (!first)
    return NULL;
  while (*end && !isOneOf(*end, separators))
    end++;
  *text = NULL;
  if (*end) {
    *end = 0;
    *text = end + 1;
  }
  return first;
}
