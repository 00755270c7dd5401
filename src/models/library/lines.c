/* Lines and blocks of standard input for the bounded proof, which knows single bytes. Addresses are the same numbers on
 * all paths of one iteration. Variables are declared in front: leaving a scope early would join ways before a pointer
 * is returned, which then may be one that nobody wrote. */
#include "streams.h"

int _IO_getc(FILE *);
int __uflow(FILE *);
void *malloc(size_t);
void *realloc(void *, size_t);

enum { FirstLine = 120 };

char *fgets(char *to, int size, FILE *file) {
  int i, c;
  if (size <= 0)
    return NULL;
  for (i = 0; i < size - 1; i++) {
    c = _IO_getc(file);
    if (c == EndOfFile) {
      if (!i)
        return NULL;
      to[i] = 0;
      return to;
    }
    to[i] = c;
    if (c == '\n') {
      to[i + 1] = 0;
      return to;
    }
  }
  to[size - 1] = 0;
  return to;
}

size_t fread(void *memory, size_t size, size_t count, FILE *file) {
  byte *to = memory;
  size_t total = size * count, i;
  int c;
  for (i = 0; i < total; i++) {
    c = _IO_getc(file);
    if (c == EndOfFile)
      return i / size;
    to[i] = c;
  }
  return total ? count : 0;
}

static int64_t getLine(char **line, size_t *size, int delimiter, FILE *file) {
  char *text;
  size_t room, i;
  int c;
  if (!line || !size) {
    vernier_model_setErrorNumber(InvalidValue);
    return -1;
  }
  if (!*line || !*size) {
    *size = FirstLine;
    *line = malloc(*size);
  }
  text = *line;
  room = *size;
  for (i = 0;; i++) {
    c = _IO_getc(file);
    if (c == EndOfFile) {
      if (!i)
        return -1;
      text[i] = 0;
      return i;
    }
    if (i + 2 > room) {
      if (i + 2 > 2 * room) /* how much a longer line gets, depends on all of it */
        __uflow(file);
      room *= 2;
      *line = text = realloc(text, room);
      *size = room;
    }
    text[i] = c;
    if (c == (byte)delimiter) {
      text[i + 1] = 0;
      return i + 1;
    }
  }
}

int64_t getline(char **line, size_t *size, FILE *file) {
  return getLine(line, size, '\n', file);
}
int64_t getdelim(char **line, size_t *size, int delimiter, FILE *file) {
  return getLine(line, size, delimiter, file);
}
int64_t __getdelim(char **line, size_t *size, int delimiter, FILE *file) {
  return getLine(line, size, delimiter, file);
}
