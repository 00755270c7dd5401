/* Reading numbers, and the integer arithmetic of <stdlib.h>. int has 32 bits, long and long long have 64. */
#include "numbers.h"

enum { OutOfRange = 34, InvalidArgument = 22 }; /* ERANGE and EINVAL */

int *__errno_location(void);

/* Models.cpp empties both functions where nothing can read the error number. */
void vernier_model_setErrorNumber(int number) { *__errno_location() = number; }

void vernier_model_setErrorNumberIf(int wanted, int number) {
  if (wanted)
    *__errno_location() = number;
}

/* 36 and more: no digit in any base. */
static unsigned digitValue(byte c) {
  unsigned letter = (c | 32u) - 'a';
  return c - '0' < 10u ? c - '0' : letter < 26u ? letter + 10 : 99;
}

enum phase { Leading, FirstDigit, BehindZero, Digits };

/* All of strtol and its family as glibc 2.36 has it. One loop with one index, so that no address depends on how much white
 * space there is. A number of fewer digits than `safe` cannot overflow in any base; for those nothing is checked. */
unsigned long vernier_model_parse(const char *text, char **end, int base, int isSigned, int binary) {
  if ((base < 0) | (base == 1) | (base > 36)) {
    vernier_model_setErrorNumber(InvalidArgument);
    return 0;
  }
  unsigned radix = base ? base : 10;
  size_t safe = radix <= 10 && base ? 18 : 12;
  enum phase phase = Leading;
  int negative = 0, overflow = 0;
  unsigned long value = 0, limit = isSigned ? ~0ul >> 1 : ~0ul;
  size_t behind = 0; /* the last digit */
  for (size_t i = 0;; i++) {
    byte c = text[i];
    if (phase == Leading) {
      if (isSpaceByte(c))
        continue;
      phase = FirstDigit;
      if ((c == '-') | (c == '+')) {
        negative = c == '-';
        continue;
      }
    }
    if (phase == BehindZero) {
      phase = Digits;
      if ((c | 32) == 'x' && base != 2) {
        radix = 16;
        continue;
      }
      if (binary && (c | 32) == 'b' && base != 16) {
        radix = 2;
        continue;
      }
    }
    unsigned digit = base && radix <= 10 ? (unsigned)(c - '0') : digitValue(c);
    if (digit >= radix)
      break;
    if (phase == FirstDigit) {
      phase = (c == '0') & ((base == 0) | (base == 16) | ((base == 2) & binary)) ? BehindZero : Digits;
      if ((c == '0') & (base == 0))
        radix = 8;
    }
    if (i >= safe && (overflow || value > (limit + (isSigned & negative) - digit) / radix))
      overflow = 1;
    else
      value = value * radix + digit;
    behind = i + 1;
  }
  if (end)
    *end = (char *)text + behind;
  if (overflow) {
    vernier_model_setErrorNumber(OutOfRange);
    return limit + (isSigned & negative);
  }
  return negative ? -value : value;
}

long strtol(const char *text, char **end, int base) { return vernier_model_parse(text, end, base, 1, 0); }
long long strtoll(const char *text, char **end, int base) { return vernier_model_parse(text, end, base, 1, 0); }
unsigned long strtoul(const char *text, char **end, int base) { return vernier_model_parse(text, end, base, 0, 0); }
unsigned long long strtoull(const char *text, char **end, int base) { return vernier_model_parse(text, end, base, 0, 0); }

int atoi(const char *text) { return (int)(long)vernier_model_parse(text, NULL, 10, 1, 0); }
long atol(const char *text) { return vernier_model_parse(text, NULL, 10, 1, 0); }
long long atoll(const char *text) { return vernier_model_parse(text, NULL, 10, 1, 0); }

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }

struct intDivision {
  int quotient, remainder;
};
struct longDivision {
  long quotient, remainder;
};

struct intDivision div(int a, int b) { return (struct intDivision){a / b, a % b}; }
struct longDivision ldiv(long a, long b) { return (struct longDivision){a / b, a % b}; }
struct longDivision lldiv(long long a, long long b) { return (struct longDivision){a / b, a % b}; }
