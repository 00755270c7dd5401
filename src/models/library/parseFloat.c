/* Reading floating-point numbers. What a decimal number is made of is found here, with one loop and one index. Where
 * its digits and the power of ten are numbers of the format, one operation gives the nearest value, as a term. All
 * others are read by the C library, which takes their characters as they are. */
#include "numbers.h"

double __strtod_internal(const char *, char **, int grouping);
float __strtof_internal(const char *, char **, int grouping);
long double __strtold_internal(const char *, char **, int grouping);

enum { RoomForDigits = 19, MostExponent = 99999, LocalText = 128 };

struct decimal {
  uint64_t significand;
  int digits; /* that it was read from, zeros in front too */
  int scale;  /* the power of ten that it is multiplied by */
  int negative;
  int special; /* no decimal number, or one with more digits than there is room for */
  size_t end;  /* behind the number; 0: there is none. Of something special: no part of it lies behind. */
};

enum part { InFront, Whole, Fraction, SignOfExponent, Exponent };

/* `inf`, `nan` and numbers with the base 16 begin so. */
static int beginsSpecial(const char *text, size_t i, int zeroInFront) {
  byte c = text[i] | 32;
  if (zeroInFront)
    return c == 'x';
  if (c == 'i')
    return (text[i + 1] | 32) == 'n' && (text[i + 2] | 32) == 'f';
  return c == 'n' && (text[i + 1] | 32) == 'a' && (text[i + 2] | 32) == 'n';
}

static int mayBelongToSpecial(byte c) {
  return ((c | 32u) - 'a' < 26u) | (c - '0' < 10u) | (c == '.') | (c == '+') | (c == '-') | (c == '(') | (c == ')') |
         (c == '_');
}

static void readDecimal(const char *text, struct decimal *number) {
  enum part part = InFront;
  size_t first = 0;
  int exponent = 0, negativeExponent = 0;
  *number = (struct decimal){0, 0, 0, 0, 0, 0};
  for (size_t i = 0;; i++) {
    byte c = text[i];
    if (part == InFront) {
      if (isSpaceByte(c))
        continue;
      part = Whole;
      first = i;
      if ((c == '-') | (c == '+')) {
        number->negative = c == '-';
        first = i + 1;
        continue;
      }
    }
    unsigned digit = c - '0';
    if (digit < 10u) {
      number->end = i + 1;
      if (part >= SignOfExponent) {
        part = Exponent;
        exponent = exponent < MostExponent ? 10 * exponent + (int)digit : MostExponent;
        continue;
      }
      number->digits++;
      number->special |= number->digits > RoomForDigits;
      /* The mask tells the range of a digit: without it the term of the number has no bounds. */
      number->significand = 10 * number->significand + (digit & 15);
      number->scale -= part == Fraction;
    } else if (c == '.' && part == Whole) {
      part = Fraction;
      if (number->digits)
        number->end = i + 1;
    } else if ((c | 32) == 'e' && part <= Fraction && number->digits) {
      part = SignOfExponent;
    } else if (((c == '+') | (c == '-')) && part == SignOfExponent) {
      if (text[i - 1] != 'e' && text[i - 1] != 'E')
        break;
      negativeExponent = c == '-';
    } else {
      int zeroInFront = part == Whole && i == first + 1 && text[first] == '0';
      if (part == Whole && (i == first || zeroInFront) && beginsSpecial(text, i, zeroInFront)) {
        number->special = 1;
        while (mayBelongToSpecial(text[i]))
          i++;
        number->end = i;
      }
      break;
    }
  }
  if (!number->end)
    number->negative = 0;
  number->scale += negativeExponent ? -exponent : exponent;
}

static long double powerOfTen(int exponent) {
  long double power = 1;
  for (int i = 0; i < exponent; i++)
    power *= 10;
  return power;
}

/* Without a limit for the digits, where there is nothing to multiply with: the conversion alone rounds. */
static int isExact(const struct decimal *number, int digits, uint64_t most, int scale) {
  if (number->special)
    return 0;
  if (number->scale == 0)
    return 1;
  return number->scale <= scale && -number->scale <= scale && (number->digits <= digits || number->significand <= most);
}

/* The library sees the number alone, so that nothing else is taken as it is. */
static const char *alone(const char *text, const struct decimal *number, char *local) {
  if (number->end >= LocalText)
    return text;
  for (size_t i = 0; i < number->end; i++)
    local[i] = text[i];
  local[number->end] = 0;
  return local;
}

double vernier_model_parseDouble(const char *text, char **end) {
  struct decimal number;
  char local[LocalText], *behind;
  readDecimal(text, &number);
  if (end)
    *end = (char *)text + number.end;
  if (isExact(&number, 15, 1ull << 53, 22)) {
    double value = (double)number.significand,
           power = (double)powerOfTen(number.scale < 0 ? -number.scale : number.scale);
    if (number.negative)
      value = -value;
    return number.scale < 0 ? value / power : number.scale > 0 ? value * power : value;
  }
  const char *copy = alone(text, &number, local);
  double value = __strtod_internal(copy, &behind, 0);
  if (end)
    *end = (char *)text + (behind - copy);
  return value;
}

float vernier_model_parseFloat(const char *text, char **end) {
  struct decimal number;
  char local[LocalText], *behind;
  readDecimal(text, &number);
  if (end)
    *end = (char *)text + number.end;
  if (isExact(&number, 7, 1ull << 24, 10)) {
    float value = (float)number.significand, power = (float)powerOfTen(number.scale < 0 ? -number.scale : number.scale);
    if (number.negative)
      value = -value;
    return number.scale < 0 ? value / power : number.scale > 0 ? value * power : value;
  }
  const char *copy = alone(text, &number, local);
  float value = __strtof_internal(copy, &behind, 0);
  if (end)
    *end = (char *)text + (behind - copy);
  return value;
}

long double vernier_model_parseLongDouble(const char *text, char **end) {
  struct decimal number;
  char local[LocalText], *behind;
  readDecimal(text, &number);
  if (end)
    *end = (char *)text + number.end;
  /* Terms of products and quotients with 64 digits are too much for a solver. */
  if (isExact(&number, RoomForDigits, ~0ull, 0)) {
    long double value = (long double)number.significand;
    return number.negative ? -value : value;
  }
  const char *copy = alone(text, &number, local);
  long double value = __strtold_internal(copy, &behind, 0);
  if (end)
    *end = (char *)text + (behind - copy);
  return value;
}

double strtod(const char *text, char **end) {
  return vernier_model_parseDouble(text, end);
}
float strtof(const char *text, char **end) {
  return vernier_model_parseFloat(text, end);
}
long double strtold(const char *text, char **end) {
  return vernier_model_parseLongDouble(text, end);
}
double atof(const char *text) {
  return vernier_model_parseDouble(text, NULL);
}
