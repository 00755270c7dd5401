/* Messages about errors on standard error, and the ends that come with them. */
#include "format.h"

int *__errno_location(void);
char *strerror(int);
_Noreturn void exit(int);
_Noreturn void abort(void);

extern char *program_invocation_name, *program_invocation_short_name;
extern unsigned error_message_count;
extern int error_one_per_line;
extern void (*error_print_progname)(void);

void perror(const char *text) {
  int error = *__errno_location(), named = text && *text;
  vernier_model_print(stderr, "%s%s%s\n", named ? text : "", named ? ": " : "", strerror(error));
}

/* The message goes past the stream's buffer, which is written before. */
_Noreturn void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
  vernier_model_print(stderr, "%s%s%s:%u: %s%sAssertion `%s' failed.\n", program_invocation_short_name,
                      program_invocation_short_name[0] ? ": " : "", file, line, function ? function : "",
                      function ? ": " : "", condition);
  vernier_model_flush(vernier_model_streamOf(stderr));
  abort();
}

/* Writes standard output first, so that the texts are in order. */
static void beginError(void) {
  vernier_model_flush(vernier_model_streamOf(stdout));
  if (error_print_progname)
    error_print_progname();
  else
    vernier_model_print(stderr, "%s:", program_invocation_name);
}

static void endError(int status, int error, const char *format, va_list *list) {
  vernier_model_formatTo(stderr, format, list);
  error_message_count++;
  if (error)
    vernier_model_print(stderr, ": %s", strerror(error));
  vernier_model_putByte(vernier_model_streamOf(stderr), '\n');
  vernier_model_flush(vernier_model_streamOf(stderr));
  if (status)
    exit(status);
}

void error(int status, int number, const char *format, ...) {
  va_list list;
  va_start(list, format);
  beginError();
  if (!error_print_progname)
    vernier_model_print(stderr, " ");
  endError(status, number, format, &list);
  va_end(list);
}

static int isSameText(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return a[i] == b[i];
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
  static const char *lastFile;
  static unsigned lastLine;
  if (error_one_per_line) {
    if (lastLine == line && (file == lastFile || (file && lastFile && isSameText(file, lastFile))))
      return;
    lastFile = file;
    lastLine = line;
  }
  va_list list;
  va_start(list, format);
  beginError();
  if (file)
    vernier_model_print(stderr, "%s:%u: ", file, line);
  else
    vernier_model_print(stderr, " ");
  endError(status, number, format, &list);
  va_end(list);
}

/* The messages of <err.h>; without a format there is only the name. */
static void warning(const char *format, va_list *list, int withError) {
  int error = *__errno_location();
  vernier_model_print(stderr, "%s: ", program_invocation_short_name);
  if (format) {
    vernier_model_formatTo(stderr, format, list);
    if (withError)
      vernier_model_print(stderr, ": ");
  }
  if (withError)
    vernier_model_print(stderr, "%s\n", strerror(error));
  else
    vernier_model_putByte(vernier_model_streamOf(stderr), '\n');
}

#define WARNING(withError)                                                                                             \
  va_list list;                                                                                                        \
  va_start(list, format);                                                                                              \
  warning(format, &list, withError);                                                                                   \
  va_end(list)
#define WARNING_OF_LIST(withError)                                                                                     \
  va_list list;                                                                                                        \
  va_copy(list, arguments);                                                                                            \
  warning(format, &list, withError);                                                                                   \
  va_end(list)

void warn(const char *format, ...) { WARNING(1); }
void warnx(const char *format, ...) { WARNING(0); }
void vwarn(const char *format, va_list arguments) { WARNING_OF_LIST(1); }
void vwarnx(const char *format, va_list arguments) { WARNING_OF_LIST(0); }

_Noreturn void err(int status, const char *format, ...) {
  WARNING(1);
  exit(status);
}
_Noreturn void errx(int status, const char *format, ...) {
  WARNING(0);
  exit(status);
}
_Noreturn void verr(int status, const char *format, va_list arguments) {
  WARNING_OF_LIST(1);
  exit(status);
}
_Noreturn void verrx(int status, const char *format, va_list arguments) {
  WARNING_OF_LIST(0);
  exit(status);
}
