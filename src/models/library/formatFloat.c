/* Floating-point numbers as text. Whole numbers have the digits of an integer. The C library makes those of all others,
 * from a number that is taken as it is: their text is no term that a solver could use. Here are the flags and the
 * padding. */
#include "format.h"

int strfromd(char *, size_t, const char *, double);
int strfroml(char *, size_t, const char *, long double);
int __vsnprintf(char *, size_t, const char *, va_list);
void *malloc(size_t);
void free(void *);

enum { LocalRoom = 400 };

/* The digits of the number itself, of either type. */
struct real {
  int isLong;
  double narrow;
  long double wide;
};

static size_t writeDecimal(char *to, int value) {
  size_t i = 0;
  int power = 1;
  while (value / power >= 10)
    power *= 10;
  for (; power; power /= 10)
    to[i++] = '0' + value / power % 10;
  return i;
}

/* The flag and the length are one character, or none. */
static void writeFormat(char *to, const struct conversion *how, const char *flag, const char *length) {
  *to++ = '%';
  if (*flag)
    *to++ = *flag;
  if (how->precision >= 0) {
    *to++ = '.';
    to += writeDecimal(to, how->precision);
  }
  if (*length)
    *to++ = *length;
  *to++ = how->letter;
  *to = 0;
}

/* The C library's own snprintf. */
static size_t print(char *to, size_t room, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = __vsnprintf(to, room, format, list);
  va_end(list);
  return count;
}

/* Without flags and width. For %#g, which keeps zeros (and not always those that it should), the whole function is
 * asked; strfromd comes first all the same, since a caller of it sees which number was taken as it is. */
static size_t convert(char *to, size_t room, const struct conversion *how, const struct real *value) {
  char format[20];
  writeFormat(format, how, "", "");
  size_t count = value->isLong ? strfroml(to, room, format, value->wide) : strfromd(to, room, format, value->narrow);
  if (!how->alternate || (how->letter | 32) != 'g')
    return count;
  writeFormat(format, how, "#", value->isLong ? "L" : "");
  return value->isLong ? print(to, room, format, value->wide) : print(to, room, format, value->narrow);
}

static int isLetter(char c) {
  return (byte)((c | 32) - 'a') < 26;
}

/* Emits the text with its sign, its padding, and a point if there has to be one. */
static void emitReal(struct sink *out, const struct conversion *how, const char *text, size_t count) {
  int negative = text[0] == '-';
  text += negative;
  count -= negative;
  int isNumber = !isLetter(text[0]), isHex = isNumber && count > 1 && (text[1] | 32) == 'x';
  size_t start = isHex ? 2 : 0, mantissa = start;
  int hasPoint = !isNumber;
  while (isNumber && mantissa < count) {
    char c = text[mantissa] | 32;
    if (c == 'p' || (c == 'e' && !isHex))
      break;
    hasPoint |= text[mantissa++] == '.';
  }
  if (!isNumber)
    mantissa = count;
  int addPoint = how->alternate && !hasPoint;
  char sign = negative ? '-' : how->plus ? '+' : how->space ? ' ' : 0;
  int64_t padding = how->width - (int64_t)count - addPoint - (sign != 0);
  int zeros = how->zero && !how->left && isNumber;
  if (!how->left && !zeros)
    vernier_model_pad(out, ' ', padding);
  vernier_model_emit(out, &sign, sign != 0);
  vernier_model_emit(out, text, start);
  if (zeros)
    vernier_model_pad(out, '0', padding);
  vernier_model_emit(out, text + start, mantissa - start);
  vernier_model_emit(out, ".", addPoint);
  vernier_model_emit(out, text + mantissa, count - mantissa);
  if (how->left)
    vernier_model_pad(out, ' ', padding);
}

/* The magnitude of a whole number that is written as an integer; ~0: it is none. %g has room for a number of digits. */
static uint64_t wholeNumber(const struct conversion *how, const struct real *value) {
  const uint64_t none = ~0ull;
  int general = (how->letter | 32) == 'g';
  if ((how->letter | 32) != 'f' && (!general || how->alternate))
    return none;
  uint64_t whole;
  if (value->isLong) {
    long double magnitude = __builtin_fabsl(value->wide);
    if (!(magnitude < 0x1p62L))
      return none;
    whole = (uint64_t)magnitude;
    if ((long double)whole != magnitude)
      return none;
  } else {
    double magnitude = __builtin_fabs(value->narrow);
    if (!(magnitude < 0x1p62))
      return none;
    whole = (uint64_t)magnitude;
    if ((double)whole != magnitude)
      return none;
  }
  if (!general)
    return whole;
  uint64_t limit = 10;
  int digits = how->precision < 0 ? 6 : how->precision;
  for (int i = 1; i < digits && i < 18; i++)
    limit *= 10;
  return whole < limit ? whole : none;
}

static void emitWhole(struct sink *out, const struct conversion *how, uint64_t whole, int negative) {
  byte text[24];
  size_t count = vernier_model_decimal(text, whole);
  int64_t behind = (how->letter | 32) == 'g' ? 0 : how->precision < 0 ? 6 : how->precision;
  int point = (behind != 0) | how->alternate;
  char sign = negative ? '-' : how->plus ? '+' : how->space ? ' ' : 0;
  int64_t padding = how->width - (int64_t)count - point - behind - (sign != 0);
  int zeros = how->zero && !how->left;
  if (!how->left && !zeros)
    vernier_model_pad(out, ' ', padding);
  vernier_model_emit(out, &sign, sign != 0);
  if (zeros)
    vernier_model_pad(out, '0', padding);
  vernier_model_emit(out, text, count);
  vernier_model_emit(out, ".", point);
  vernier_model_pad(out, '0', behind);
  if (how->left)
    vernier_model_pad(out, ' ', padding);
}

static void emitAny(struct sink *out, const struct conversion *how, const struct real *value) {
  char local[LocalRoom];
  uint64_t whole = wholeNumber(how, value);
  if (whole != ~0ull) {
    emitWhole(out, how, whole, value->isLong ? __builtin_signbitl(value->wide) : __builtin_signbit(value->narrow));
    return;
  }
  size_t count = convert(local, sizeof local, how, value);
  if (count < sizeof local) {
    emitReal(out, how, local, count);
    return;
  }
  char *text = malloc(count + 1);
  if (!text) {
    out->failed = 1;
    return;
  }
  convert(text, count + 1, how, value);
  emitReal(out, how, text, count);
  free(text);
}

void vernier_model_emitFloat(struct sink *out, const struct conversion *how, double value) {
  struct real any = {0, value, 0};
  emitAny(out, how, &any);
}

void vernier_model_emitLongDouble(struct sink *out, const struct conversion *how, long double value) {
  struct real any = {1, 0, value};
  emitAny(out, how, &any);
}
