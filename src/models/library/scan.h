/* Formatted input from a stream or a text. */
#ifndef VERNIER_SCAN_H
#define VERNIER_SCAN_H

#include "format.h"

int *__errno_location(void);

/* Where characters come from. After the end nothing more is asked for, and the error number is what it was then. */
struct source {
  struct stream *stream; /* or null */
  const char *text;
  size_t at;     /* in the text */
  int64_t count; /* characters read, those given back not counted */
  int current;   /* the last one, or EndOfFile */
  int error;     /* the error number at the end */
};

static inline int nextCharacter(struct source *in) {
  if (in->current == EndOfFile) {
    *__errno_location() = in->error;
    return EndOfFile;
  }
  if (in->stream)
    in->current = vernier_model_getByte(in->stream);
  else
    in->current = in->text[in->at] ? (byte)in->text[in->at++] : EndOfFile;
  if (in->current == EndOfFile)
    in->error = *__errno_location();
  else
    in->count++;
  return in->current;
}

static inline void giveBack(struct source *in) {
  if (in->current == EndOfFile)
    return;
  in->count--;
  if (in->stream)
    vernier_model_pushBack(in->stream, in->current);
  else
    in->at--;
}

/* How a conversion ends. */
enum outcome { Converted, NoMatch, NoInput, BadCharacter, NoRoom };

/* The text of a floating-point number, up to `width` characters (negative: any number). scanFloat.c */
struct numberText {
  char local[200];
  char *memory;
  size_t count, room;
};
enum outcome vernier_model_scanFloat(struct source *in, int width, struct numberText *text);

/* Before C99, %as is an allocating %s; since C23, 0b begins a number. */
enum standard { BeforeC99, C99, C23 };

/* What scanf returns. */
int vernier_model_scan(struct source *in, const char *format, va_list *list, enum standard standard);

#endif
