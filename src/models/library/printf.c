/* The printf family under all of its names. */
#include "format.h"

void *realloc(void *, size_t);
void free(void *);
_Noreturn void __chk_fail(void);

enum { Unlimited = 0x7fffffff, FirstRoom = 128 };

/* Formats into memory of this size, with a byte for the end. */
static int formatToMemory(char *to, size_t size, const char *format, va_list *list) {
  struct sink out = {.kind = ToMemory, .memory = (byte *)to, .room = size ? size - 1 : 0};
  int result = vernier_model_format(&out, format, list);
  if (size)
    to[out.held] = 0;
  return result;
}

/* For a size that a compiler has found out: what does not fit ends the program. */
static int formatChecked(char *to, size_t size, const char *format, va_list *list) {
  if (!size)
    __chk_fail();
  int result = formatToMemory(to, size < Unlimited ? size : Unlimited, format, list);
  if (result >= 0 && (size_t)result >= size)
    __chk_fail();
  return result;
}

static int formatToHeap(char **to, const char *format, va_list *list) {
  struct sink out = {.kind = ToHeap};
  out.memory = realloc(NULL, FirstRoom);
  if (!out.memory)
    return -1;
  out.room = FirstRoom;
  int result = vernier_model_format(&out, format, list);
  char *text = result < 0 ? NULL : realloc(out.memory, out.held + 1);
  if (!text) {
    free(out.memory);
    return -1;
  }
  text[out.held] = 0;
  *to = text;
  return result;
}

#define WITH_LIST(last, call)                                                                                          \
  va_list list;                                                                                                        \
  va_start(list, last);                                                                                                \
  int result = call;                                                                                                   \
  va_end(list);                                                                                                        \
  return result

/* A va_list parameter is a pointer to the first element of the array that a va_list is; these have such a parameter. */
#define WITH_COPY(call)                                                                                                \
  va_list list;                                                                                                        \
  va_copy(list, arguments);                                                                                            \
  int result = call;                                                                                                   \
  va_end(list);                                                                                                        \
  return result

int printf(const char *format, ...) { WITH_LIST(format, vernier_model_formatTo(stdout, format, &list)); }
int fprintf(FILE *file, const char *format, ...) { WITH_LIST(format, vernier_model_formatTo(file, format, &list)); }
int dprintf(int descriptor, const char *format, ...) {
  WITH_LIST(format, vernier_model_formatToDescriptor(descriptor, format, &list));
}
int sprintf(char *to, const char *format, ...) { WITH_LIST(format, formatToMemory(to, Unlimited, format, &list)); }
int snprintf(char *to, size_t size, const char *format, ...) {
  WITH_LIST(format, formatToMemory(to, size, format, &list));
}
int asprintf(char **to, const char *format, ...) { WITH_LIST(format, formatToHeap(to, format, &list)); }
int __asprintf(char **to, const char *format, ...) { WITH_LIST(format, formatToHeap(to, format, &list)); }

int vprintf(const char *format, va_list arguments) { WITH_COPY(vernier_model_formatTo(stdout, format, &list)); }
int vfprintf(FILE *file, const char *format, va_list arguments) {
  WITH_COPY(vernier_model_formatTo(file, format, &list));
}
int vdprintf(int descriptor, const char *format, va_list arguments) {
  WITH_COPY(vernier_model_formatToDescriptor(descriptor, format, &list));
}
int vsprintf(char *to, const char *format, va_list arguments) {
  WITH_COPY(formatToMemory(to, Unlimited, format, &list));
}
int vsnprintf(char *to, size_t size, const char *format, va_list arguments) {
  WITH_COPY(formatToMemory(to, size, format, &list));
}
int vasprintf(char **to, const char *format, va_list arguments) { WITH_COPY(formatToHeap(to, format, &list)); }

/* With _FORTIFY_SOURCE. The flag asks for a check of %n, which is not made. */
int __printf_chk(int flag, const char *format, ...) {
  (void)flag;
  WITH_LIST(format, vernier_model_formatTo(stdout, format, &list));
}
int __fprintf_chk(FILE *file, int flag, const char *format, ...) {
  (void)flag;
  WITH_LIST(format, vernier_model_formatTo(file, format, &list));
}
int __dprintf_chk(int descriptor, int flag, const char *format, ...) {
  (void)flag;
  WITH_LIST(format, vernier_model_formatToDescriptor(descriptor, format, &list));
}
int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...) {
  (void)flag;
  WITH_LIST(format, formatChecked(to, size, format, &list));
}
int __snprintf_chk(char *to, size_t most, int flag, size_t size, const char *format, ...) {
  (void)flag;
  if (size < most)
    __chk_fail();
  WITH_LIST(format, formatToMemory(to, most, format, &list));
}
int __asprintf_chk(char **to, int flag, const char *format, ...) {
  (void)flag;
  WITH_LIST(format, formatToHeap(to, format, &list));
}
int __vprintf_chk(int flag, const char *format, va_list arguments) {
  (void)flag;
  WITH_COPY(vernier_model_formatTo(stdout, format, &list));
}
int __vfprintf_chk(FILE *file, int flag, const char *format, va_list arguments) {
  (void)flag;
  WITH_COPY(vernier_model_formatTo(file, format, &list));
}
int __vdprintf_chk(int descriptor, int flag, const char *format, va_list arguments) {
  (void)flag;
  WITH_COPY(vernier_model_formatToDescriptor(descriptor, format, &list));
}
int __vsprintf_chk(char *to, int flag, size_t size, const char *format, va_list arguments) {
  (void)flag;
  WITH_COPY(formatChecked(to, size, format, &list));
}
int __vsnprintf_chk(char *to, size_t most, int flag, size_t size, const char *format, va_list arguments) {
  (void)flag;
  if (size < most)
    __chk_fail();
  WITH_COPY(formatToMemory(to, most, format, &list));
}
int __vasprintf_chk(char **to, int flag, const char *format, va_list arguments) {
  (void)flag;
  WITH_COPY(formatToHeap(to, format, &list));
}
