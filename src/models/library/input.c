/* Input of bytes, lines and blocks. */
#include "streams.h"

void *malloc(size_t);
void *realloc(void *, size_t);

enum { FirstLine = 120 };

int fgetc(FILE *file) { return vernier_model_getByte(vernier_model_streamOf(file)); }
int getc(FILE *file) { return vernier_model_getByte(vernier_model_streamOf(file)); }
int getchar(void) { return vernier_model_getByte(vernier_model_streamOf(stdin)); }
int fgetc_unlocked(FILE *file) { return vernier_model_getByte(vernier_model_streamOf(file)); }
int getc_unlocked(FILE *file) { return vernier_model_getByte(vernier_model_streamOf(file)); }
int getchar_unlocked(void) { return vernier_model_getByte(vernier_model_streamOf(stdin)); }
int _IO_getc(FILE *file) { return vernier_model_getByte(vernier_model_streamOf(file)); }

/* Behind the macros of old headers: a real FILE never has bytes, since nobody reads into it. */
int __uflow(FILE *file) { return vernier_model_getByte(vernier_model_streamOf(file)); }

int ungetc(int c, FILE *file) { return vernier_model_pushBack(vernier_model_streamOf(file), c); }

/* As glibc, which takes an error that was there before for none of its own. */
static char *getText(char *to, int size, FILE *file) {
  if (size <= 0)
    return NULL;
  if (size == 1) {
    to[0] = 0;
    return to;
  }
  struct stream *s = vernier_model_streamOf(file);
  int before = file->flags & ErrorSeen;
  file->flags &= ~ErrorSeen;
  int i = 0;
  while (i < size - 1) {
    int c = vernier_model_getByte(s);
    if (c == EndOfFile)
      break;
    to[i++] = c;
    if (c == '\n')
      break;
  }
  int failed = !i || file->flags & ErrorSeen;
  file->flags |= before;
  if (failed)
    return NULL;
  to[i] = 0;
  return to;
}

char *fgets(char *to, int size, FILE *file) { return getText(to, size, file); }
char *fgets_unlocked(char *to, int size, FILE *file) { return getText(to, size, file); }

static size_t getElements(void *to, size_t size, size_t count, FILE *file) {
  size_t total = size * count;
  if (!total)
    return 0;
  size_t done = vernier_model_getBytes(vernier_model_streamOf(file), to, total);
  return done == total ? count : done / size;
}

size_t fread(void *to, size_t size, size_t count, FILE *file) { return getElements(to, size, count, file); }
size_t fread_unlocked(void *to, size_t size, size_t count, FILE *file) { return getElements(to, size, count, file); }

/* The bytes of the buffer up to the delimiter, or all of them. Standard input, which comes byte by byte, is asked for
 * more, so that the line gets its room at once, as it does where a whole buffer is read. */
static size_t partOfLine(struct stream *s, int delimiter) {
  size_t i = s->at;
  while (s->buffer[i] != (byte)delimiter)
    if (++i == s->end && !vernier_model_fillMore(s))
      return i - s->at;
  return i + 1 - s->at;
}

int getw(FILE *file) {
  int word = 0;
  size_t count = vernier_model_getBytes(vernier_model_streamOf(file), &word, sizeof word);
  return count == sizeof word ? word : EndOfFile;
}

/* Room for this many bytes, as glibc makes it. */
static int reserve(char **line, size_t *size, size_t needed) {
  if (needed <= *size)
    return 1;
  size_t larger = needed < 2 * *size ? 2 * *size : needed;
  char *moved = realloc(*line, larger);
  if (!moved)
    return 0;
  *line = moved;
  *size = larger;
  return 1;
}

static int64_t getLine(char **line, size_t *size, int delimiter, FILE *file) {
  if (!line || !size) {
    vernier_model_setErrorNumber(InvalidValue);
    return -1;
  }
  struct stream *s = vernier_model_streamOf(file);
  if (file->flags & ErrorSeen)
    return -1;
  if (!*line || !*size) {
    *size = FirstLine;
    *line = malloc(*size);
    if (!*line)
      return -1;
  }
  size_t length = 0;
  for (int last = -1; last != (byte)delimiter;) {
    if (s->pushed) {
      if (!reserve(line, size, length + 2))
        return -1;
      (*line)[length++] = last = vernier_model_getByte(s);
      continue;
    }
    if (!vernier_model_fill(s))
      break;
    size_t count = partOfLine(s, delimiter);
    if (!reserve(line, size, length + count + 1))
      return -1;
    __builtin_memcpy(*line + length, s->buffer + s->at, count);
    s->at += count;
    length += count;
    last = (byte)(*line)[length - 1];
  }
  if (!length)
    return -1;
  (*line)[length] = 0;
  return length;
}

int64_t getline(char **line, size_t *size, FILE *file) { return getLine(line, size, '\n', file); }
int64_t getdelim(char **line, size_t *size, int delimiter, FILE *file) { return getLine(line, size, delimiter, file); }
int64_t __getdelim(char **line, size_t *size, int delimiter, FILE *file) { return getLine(line, size, delimiter, file); }
