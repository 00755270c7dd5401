/* Formatted output to anything. */
#ifndef VERNIER_FORMAT_H
#define VERNIER_FORMAT_H

#include "streams.h"

typedef __builtin_va_list va_list;
#define va_start __builtin_va_start
#define va_end __builtin_va_end
#define va_arg __builtin_va_arg
#define va_copy __builtin_va_copy

enum { HelperSize = 8192 };

/* Where formatted text goes. `count` is the length of all of it. */
struct sink {
  enum { ToMemory, ToStream, ToHelper, ToDescriptor, ToHeap } kind;
  struct stream *stream;
  int descriptor;
  byte *memory; /* of a helper and on the heap: what is collected */
  size_t room;  /* bytes of memory */
  size_t held;  /* bytes in it */
  size_t count;
  int failed;
};

void vernier_model_emit(struct sink *out, const void *bytes, size_t count);
void vernier_model_pad(struct sink *out, char c, int64_t count);

enum length { IsInt, IsChar, IsShort, IsLong, IsLongDouble };

/* One conversion. width is at least 0; a negative precision is none. */
struct conversion {
  int left, plus, space, alternate, zero, group, digitsOfLocale;
  int width, precision;
  enum length length;
  char letter;
};

void vernier_model_emitPadded(struct sink *out, const struct conversion *how, const void *bytes, size_t count);
/* Integers as the letters d i u o x X want it; a e f g by the C library. */
void vernier_model_emitInteger(struct sink *out, const struct conversion *how, uint64_t value);
/* The digits of a number; how many. */
size_t vernier_model_decimal(byte *to, uint64_t value);
void vernier_model_emitFloat(struct sink *out, const struct conversion *how, double value);
void vernier_model_emitLongDouble(struct sink *out, const struct conversion *how, long double value);

/* What printf returns. */
int vernier_model_format(struct sink *out, const char *format, va_list *list);
int vernier_model_formatTo(FILE *file, const char *format, va_list *list);
int vernier_model_formatToDescriptor(int descriptor, const char *format, va_list *list);
int vernier_model_print(FILE *file, const char *format, ...);

#endif
