/* Floating-point numbers as text. The C library makes the digits, from a number that is taken as it is: their text is no
 * term that a solver could use. Here are the flags and the padding. */
#include "format.h"

int strfromd(char *, size_t, const char *, double);
int strfroml(char *, size_t, const char *, long double);
void *malloc(size_t);
void free(void *);

enum { LocalRoom = 400 };

/* The digits of the number itself, of either type. */
struct real {
  int isLong;
  double narrow;
  long double wide;
};

/* "%.PRECISIONe" */
static void writeFormat(char *to, int precision, char letter) {
  size_t i = 0;
  to[i++] = '%';
  if (precision >= 0) {
    to[i++] = '.';
    int power = 1;
    while (precision / power >= 10)
      power *= 10;
    for (; power; power /= 10)
      to[i++] = '0' + precision / power % 10;
  }
  to[i++] = letter;
  to[i] = 0;
}

static size_t convert(char *to, size_t room, int precision, char letter, const struct real *value) {
  char format[16];
  writeFormat(format, precision, letter);
  return value->isLong ? strfroml(to, room, format, value->wide) : strfromd(to, room, format, value->narrow);
}

static int isLetter(char c) { return (byte)((c | 32) - 'a') < 26; }

/* The decimal exponent after rounding to this many digits; 0 for what is no number. */
static int exponentOf(int precision, const struct real *value) {
  char text[64 + LocalRoom];
  char *all = precision < LocalRoom ? text : malloc(precision + 64);
  if (!all)
    return 0;
  size_t count = convert(all, precision < LocalRoom ? sizeof text : (size_t)precision + 64, precision - 1, 'e', value);
  int exponent = 0;
  for (size_t i = 0; i < count; i++)
    if (all[i] == 'e') {
      for (size_t j = i + 2; j < count; j++)
        exponent = exponent * 10 + (all[j] - '0');
      if (all[i + 1] == '-')
        exponent = -exponent;
    }
  if (all != text)
    free(all);
  return exponent;
}

/* %#g keeps the zeros that %g drops: it is %e or %f with the right precision. */
static char withoutG(int *precision, char letter, const struct real *value) {
  int significant = *precision < 0 ? 6 : *precision ? *precision : 1;
  int exponent = exponentOf(significant, value);
  int scientific = (exponent < -4) | (exponent >= significant);
  *precision = scientific ? significant - 1 : significant - 1 - exponent;
  return letter - (scientific ? 2 : 1);
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

static void emitAny(struct sink *out, const struct conversion *how, const struct real *value) {
  char local[LocalRoom];
  int precision = how->precision;
  char letter = how->letter;
  if (how->alternate && (letter | 32) == 'g')
    letter = withoutG(&precision, letter, value);
  size_t count = convert(local, sizeof local, precision, letter, value);
  if (count < sizeof local) {
    emitReal(out, how, local, count);
    return;
  }
  char *text = malloc(count + 1);
  if (!text) {
    out->failed = 1;
    return;
  }
  convert(text, count + 1, precision, letter, value);
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
