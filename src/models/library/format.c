/* The language of printf formats: glibc 2.36 in the C locale. */
#include "format.h"

int *__errno_location(void);
char *strerror(int);
const char *strerrorname_np(int);

enum { Numbered = 64, MostInt = 0x7fffffff };

/* How an argument is passed. */
enum passed { NotUsed, AsInt, AsLong, AsPointer, AsDouble, AsLongDouble };

struct argument {
  uint64_t number; /* a pointer too */
  double real;
  long double wide;
};

/* The arguments in order; with numbered ones (%2$d), all of them at once. */
struct arguments {
  va_list *list;
  struct argument *all; /* null: in order */
};

struct reader {
  const char *at;
  struct arguments *arguments;
  enum passed *kinds; /* not null: only find out how numbered arguments are passed */
  int error;          /* an error number */
};

static struct argument take(va_list *list, enum passed kind) {
  struct argument a = {0, 0, 0};
  if (kind == AsInt)
    a.number = (int64_t)va_arg(*list, int);
  else if (kind == AsLong)
    a.number = va_arg(*list, long);
  else if (kind == AsPointer)
    a.number = (uint64_t)va_arg(*list, void *);
  else if (kind == AsDouble)
    a.real = va_arg(*list, double);
  else if (kind == AsLongDouble)
    a.wide = va_arg(*list, long double);
  return a;
}

/* The next argument, or the one with this number (from 1 on). */
static struct argument argument(struct reader *r, int number, enum passed kind) {
  struct argument none = {0, 0, 0};
  if (r->kinds) {
    if (number > 0 && number <= Numbered)
      r->kinds[number - 1] = kind;
    return none;
  }
  if (!r->arguments->all)
    return take(r->arguments->list, kind);
  return number > 0 && number <= Numbered ? r->arguments->all[number - 1] : none;
}

/* The number at the reader, 0 if there is none. */
static int readNumber(struct reader *r) {
  int64_t value = 0;
  while ((byte)(*r->at - '0') < 10) {
    value = value * 10 + (*r->at++ - '0');
    if (value > MostInt) {
      value = MostInt;
      r->error = ValueTooLarge;
    }
  }
  return value;
}

/* Behind % or *: "3$", or 0 and nothing is read. */
static int readPosition(struct reader *r) {
  struct reader ahead = *r;
  if (!((byte)(*ahead.at - '0') < 10))
    return 0;
  int number = readNumber(&ahead);
  if (*ahead.at != '$')
    return 0;
  r->at = ahead.at + 1;
  r->error = ahead.error;
  return number;
}

static void readFlags(struct reader *r, struct conversion *how) {
  for (;; r->at++) {
    char c = *r->at;
    if (c == '-')
      how->left = 1;
    else if (c == '+')
      how->plus = 1;
    else if (c == ' ')
      how->space = 1;
    else if (c == '#')
      how->alternate = 1;
    else if (c == '0')
      how->zero = 1;
    else if (c == '\'')
      how->group = 1;
    else if (c == 'I')
      how->digitsOfLocale = 1;
    else
      return;
  }
}

static void readWidth(struct reader *r, struct conversion *how) {
  if (*r->at != '*') {
    how->width = readNumber(r);
    return;
  }
  r->at++;
  int width = argument(r, readPosition(r), AsInt).number;
  if (width < 0)
    how->left = 1;
  if (width == -MostInt - 1)
    r->error = ValueTooLarge;
  else
    how->width = width < 0 ? -width : width;
}

static void readPrecision(struct reader *r, struct conversion *how) {
  how->precision = -1;
  if (*r->at != '.')
    return;
  r->at++;
  if (*r->at == '*') {
    r->at++;
    int precision = argument(r, readPosition(r), AsInt).number;
    how->precision = precision < 0 ? -1 : precision;
  } else {
    how->precision = readNumber(r);
  }
}

static void readLength(struct reader *r, struct conversion *how) {
  char c = *r->at;
  if (c == 'h') {
    r->at++;
    how->length = IsShort;
    if (*r->at == 'h') {
      r->at++;
      how->length = IsChar;
    }
  } else if (c == 'l' || c == 'j' || c == 'z' || c == 'Z' || c == 't') {
    r->at++;
    how->length = IsLong;
    if (c == 'l' && *r->at == 'l') {
      r->at++;
      how->length = IsLongDouble;
    }
  } else if (c == 'L' || c == 'q') {
    r->at++;
    how->length = IsLongDouble;
  }
}

static void emitText(struct sink *out, const struct conversion *how, const char *text) {
  if (!text) {
    int room = how->precision < 0 || how->precision >= 6;
    vernier_model_emitPadded(out, how, "(null)", room ? 6 : 0);
    return;
  }
  size_t length = 0, most = how->precision < 0 ? ~0ul : (size_t)how->precision;
  while (length < most && text[length])
    length++;
  vernier_model_emitPadded(out, how, text, length);
}

/* Wide characters in the C locale: ASCII, or an error. A precision counts bytes. */
static void emitWideText(struct reader *r, struct sink *out, const struct conversion *how, const int *text) {
  if (!text) {
    emitText(out, how, NULL);
    return;
  }
  size_t length = 0, most = how->precision < 0 ? ~0ul : (size_t)how->precision;
  for (; length < most && text[length]; length++)
    if ((unsigned)text[length] > 127) {
      r->error = IllegalSequence;
      return;
    }
  if (!how->left)
    vernier_model_pad(out, ' ', how->width - (int64_t)length);
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    vernier_model_emit(out, &c, 1);
  }
  if (how->left)
    vernier_model_pad(out, ' ', how->width - (int64_t)length);
}

static void emitCharacter(struct reader *r, struct sink *out, const struct conversion *how, uint64_t value) {
  char c = value;
  if (how->length == IsLong && (unsigned)value > 127)
    r->error = IllegalSequence;
  else
    vernier_model_emitPadded(out, how, &c, 1);
}

static void emitPointer(struct sink *out, struct conversion *how, uint64_t value) {
  if (!value) {
    how->precision = -1;
    vernier_model_emitPadded(out, how, "(nil)", 5);
    return;
  }
  how->length = IsLong;
  vernier_model_emitInteger(out, how, value);
}

static void storeCount(const struct conversion *how, uint64_t where, size_t count) {
  if (how->length >= IsLong)
    *(long *)where = count;
  else if (how->length == IsInt)
    *(int *)where = count;
  else if (how->length == IsShort)
    *(short *)where = count;
  else
    *(signed char *)where = count;
}

/* A letter that glibc does not know: the conversion as it was read. */
static void emitUnknown(struct sink *out, const struct conversion *how) {
  struct conversion plain = {.precision = -1, .letter = 'd'};
  const char shown[] = "%#'+ -0I";
  const int there[] = {1,         how->alternate, how->group, how->plus, how->space && !how->plus,
                       how->left, how->zero && !how->left, how->digitsOfLocale};
  for (int i = 0; i < 8; i++)
    if (there[i])
      vernier_model_emit(out, shown + i, 1);
  if (how->width)
    vernier_model_emitInteger(out, &plain, how->width);
  if (how->precision >= 0) {
    vernier_model_emit(out, ".", 1);
    vernier_model_emitInteger(out, &plain, how->precision);
  }
  vernier_model_emit(out, &how->letter, 1);
}

/* %m, and %#m with the name that errors have in programs. */
static void emitError(struct sink *out, struct conversion *how, int error) {
  const char *text = how->alternate ? strerrorname_np(error) : strerror(error);
  how->letter = 'd';
  how->length = IsInt;
  if (text)
    emitText(out, how, text);
  else
    vernier_model_emitInteger(out, how, error);
}

static int isOneOf(char c, const char *set) {
  for (size_t i = 0; set[i]; i++)
    if (set[i] == c)
      return 1;
  return 0;
}

/* The letter and its argument. */
static void convert(struct reader *r, struct sink *out, struct conversion *how, int position, int error) {
  char c = how->letter;
  int isLong = how->length >= IsLong;
  if (c == 'C' || c == 'S') {
    how->length = IsLong;
    isLong = 1;
    how->letter = c += 32;
  }
  if (isOneOf(c, "diuoxX")) {
    uint64_t value = argument(r, position, isLong ? AsLong : AsInt).number;
    if (out)
      vernier_model_emitInteger(out, how, value);
  } else if (c == 'c') {
    uint64_t value = argument(r, position, AsInt).number;
    if (out)
      emitCharacter(r, out, how, value);
  } else if (c == 's') {
    uint64_t value = argument(r, position, AsPointer).number;
    if (out && isLong)
      emitWideText(r, out, how, (const int *)value);
    else if (out)
      emitText(out, how, (const char *)value);
  } else if (isOneOf(c, "aAeEfFgG")) {
    struct argument value = argument(r, position, how->length == IsLongDouble ? AsLongDouble : AsDouble);
    if (out && how->length == IsLongDouble)
      vernier_model_emitLongDouble(out, how, value.wide);
    else if (out)
      vernier_model_emitFloat(out, how, value.real);
  } else if (c == 'p') {
    uint64_t value = argument(r, position, AsPointer).number;
    if (out)
      emitPointer(out, how, value);
  } else if (c == 'n') {
    uint64_t where = argument(r, position, AsPointer).number;
    if (out)
      storeCount(how, where, out->count);
  } else if (!out) {
    return;
  } else if (c == '%') {
    vernier_model_emit(out, "%", 1);
  } else if (c == 'm') {
    emitError(out, how, error);
  } else if (!c) {
    r->error = InvalidValue;
  } else {
    emitUnknown(out, how);
  }
}

/* Behind a percent sign. */
static void conversion(struct reader *r, struct sink *out, int error) {
  struct conversion how = {0};
  int position = readPosition(r);
  readFlags(r, &how);
  readWidth(r, &how);
  readPrecision(r, &how);
  readLength(r, &how);
  how.letter = *r->at;
  if (how.letter)
    r->at++;
  if (r->error)
    return;
  convert(r, out, &how, position, error);
}

/* Reads the format to its end, or to the first error. */
static void readAll(struct reader *r, struct sink *out, int error) {
  while (*r->at && !r->error && !(out && out->failed)) {
    size_t plain = 0;
    while (r->at[plain] && r->at[plain] != '%')
      plain++;
    if (plain && out)
      vernier_model_emit(out, r->at, plain);
    r->at += plain;
    if (!*r->at)
      return;
    r->at++;
    conversion(r, out, error);
  }
}

/* Whether the format has numbered arguments. */
static int isNumbered(const char *format) {
  for (size_t i = 0; format[i]; i++)
    if (format[i] == '$')
      return 1;
  return 0;
}

static int formatWith(struct arguments *arguments, struct sink *out, const char *format) {
  struct reader r = {format, arguments, NULL, 0};
  readAll(&r, out, *__errno_location());
  if (!r.error && out->count > MostInt)
    r.error = ValueTooLarge;
  if (r.error)
    vernier_model_setErrorNumber(r.error);
  return r.error || out->failed ? -1 : (int)out->count;
}

/* An argument that no conversion mentions is taken for an int. */
static int formatNumbered(struct sink *out, const char *format, va_list *list) {
  enum passed kinds[Numbered] = {NotUsed};
  struct argument all[Numbered];
  struct arguments arguments = {list, NULL};
  struct reader r = {format, &arguments, kinds, 0};
  readAll(&r, NULL, 0);
  int count = 0;
  for (int i = 0; i < Numbered; i++)
    if (kinds[i] != NotUsed)
      count = i + 1;
  for (int i = 0; i < count; i++)
    all[i] = take(list, kinds[i] == NotUsed ? AsInt : kinds[i]);
  if (count)
    arguments.all = all;
  return formatWith(&arguments, out, format);
}

int vernier_model_format(struct sink *out, const char *format, va_list *list) {
  if (isNumbered(format))
    return formatNumbered(out, format, list);
  struct arguments arguments = {list, NULL};
  return formatWith(&arguments, out, format);
}
