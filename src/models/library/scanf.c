/* The scanf family under all of its names. */
#include "scan.h"

static int scanFile(FILE *file, const char *format, va_list *list, enum standard standard) {
  struct source in = {vernier_model_streamOf(file), NULL, 0, 0, 0, 0};
  return vernier_model_scan(&in, format, list, standard);
}

static int scanText(const char *text, const char *format, va_list *list, enum standard standard) {
  struct source in = {NULL, text, 0, 0, 0, 0};
  return vernier_model_scan(&in, format, list, standard);
}

#define WITH_LIST(call)                                                                                                \
  va_list list;                                                                                                        \
  va_start(list, format);                                                                                              \
  int result = call;                                                                                                   \
  va_end(list);                                                                                                        \
  return result
#define WITH_COPY(call)                                                                                                \
  va_list list;                                                                                                        \
  va_copy(list, arguments);                                                                                            \
  int result = call;                                                                                                   \
  va_end(list);                                                                                                        \
  return result

/* Programs get the names of C99 or C23 from their headers. */
#define FAMILY(prefix, standard)                                                                                            \
  int prefix##scanf(const char *format, ...) { WITH_LIST(scanFile(stdin, format, &list, standard)); }                       \
  int prefix##fscanf(FILE *file, const char *format, ...) { WITH_LIST(scanFile(file, format, &list, standard)); }           \
  int prefix##sscanf(const char *text, const char *format, ...) { WITH_LIST(scanText(text, format, &list, standard)); }     \
  int prefix##vscanf(const char *format, va_list arguments) { WITH_COPY(scanFile(stdin, format, &list, standard)); }        \
  int prefix##vfscanf(FILE *file, const char *format, va_list arguments) {                                             \
    WITH_COPY(scanFile(file, format, &list, standard));                                                                     \
  }                                                                                                                    \
  int prefix##vsscanf(const char *text, const char *format, va_list arguments) {                                       \
    WITH_COPY(scanText(text, format, &list, standard));                                                                     \
  }

FAMILY(, BeforeC99)
FAMILY(__isoc99_, C99)
FAMILY(__isoc23_, C23)
