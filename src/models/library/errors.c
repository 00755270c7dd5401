/* Messages about errors on standard error, and the ends that come with them. */
#include "format.h"

int *__errno_location(void);
char *strerror(int);

static void print(FILE *file, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vernier_model_formatTo(file, format, &list);
  va_end(list);
}

void perror(const char *text) {
  int error = *__errno_location(), named = text && *text;
  print(stderr, "%s%s%s\n", named ? text : "", named ? ": " : "", strerror(error));
}
