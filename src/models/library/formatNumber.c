/* Integers as text. A number that is not known costs one decision for each digit that it may have, for its length; the
 * digits themselves are arithmetic, without decisions. */
#include "format.h"

/* Division of 32 bits is much cheaper for a solver than that of 64. */
static size_t decimal32(byte *to, unsigned value) {
  unsigned power = 1;
  size_t count = 1;
  while (count < 10 && value >= power * 10) {
    power *= 10;
    count++;
  }
  for (size_t i = 0; i < count; i++, power /= 10)
    to[i] = '0' + value / power % 10;
  return count;
}

size_t vernier_model_decimal(byte *to, uint64_t value) {
  uint64_t power = 1;
  size_t count = 1;
  while (count < 20 && value >= power * 10) {
    power *= 10;
    count++;
  }
  for (size_t i = 0; i < count; i++, power /= 10)
    to[i] = '0' + value / power % 10;
  return count;
}

/* Digits of three or four bits. `letters` is what lies between '9' + 1 and the first letter. */
static size_t binaryDigits(byte *to, uint64_t value, unsigned bits, int letters) {
  size_t count = 1;
  while (count * bits < 64 && value >> count * bits)
    count++;
  for (size_t i = 0; i < count; i++) {
    int digit = value >> (count - 1 - i) * bits & ((1u << bits) - 1);
    to[i] = '0' + digit + ((9 - digit) >> 31 & letters);
  }
  return count;
}

static size_t digits(byte *to, const struct conversion *how, uint64_t value) {
  if (how->letter == 'x' || how->letter == 'p')
    return binaryDigits(to, value, 4, 'a' - '9' - 1);
  if (how->letter == 'X')
    return binaryDigits(to, value, 4, 'A' - '9' - 1);
  if (how->letter == 'o')
    return binaryDigits(to, value, 3, 0);
  return how->length >= IsLong ? vernier_model_decimal(to, value) : decimal32(to, value);
}

static uint64_t narrowed(const struct conversion *how, uint64_t value) {
  int isSigned = (how->letter == 'd') | (how->letter == 'i');
  if (how->length >= IsLong)
    return value;
  if (how->length == IsChar)
    return isSigned ? (uint64_t)(signed char)value : (byte)value;
  if (how->length == IsShort)
    return isSigned ? (uint64_t)(short)value : (unsigned short)value;
  return isSigned ? (uint64_t)(int)value : (unsigned)value;
}

/* What stands before the digits; at most three bytes. A pointer has a sign where one is asked for. */
static size_t prefix(char *to, const struct conversion *how, int negative, int zero) {
  char c = how->letter;
  size_t count = 0;
  if ((c == 'd' || c == 'i' || c == 'p') && (negative || how->plus || how->space))
    to[count++] = negative ? '-' : how->plus ? '+' : ' ';
  if (c == 'p' || (how->alternate && !zero && (c == 'x' || c == 'X'))) {
    to[count++] = '0';
    to[count++] = c == 'X' ? 'X' : 'x';
  }
  return count;
}

void vernier_model_emitInteger(struct sink *out, const struct conversion *how, uint64_t value) {
  value = narrowed(how, value);
  int negative = ((how->letter == 'd') | (how->letter == 'i')) && (int64_t)value < 0;
  if (negative)
    value = -value;
  int zero = (how->precision == 0 || how->alternate) && value == 0;
  byte text[24];
  char before[3];
  size_t count = zero && how->precision == 0 ? 0 : digits(text, how, value);
  size_t prefixed = prefix(before, how, negative, zero);
  int64_t zeros = how->precision - (int64_t)count;
  if (zeros < 0)
    zeros = 0;
  if (how->letter == 'o' && how->alternate && !zeros && !(zero && count))
    zeros = 1;
  int64_t padding = how->width - (int64_t)prefixed - zeros - (int64_t)count;
  if (how->zero && !how->left && how->precision < 0 && padding > 0) {
    zeros += padding;
    padding = 0;
  }
  if (!how->left)
    vernier_model_pad(out, ' ', padding);
  vernier_model_emit(out, before, prefixed);
  vernier_model_pad(out, '0', zeros);
  vernier_model_emit(out, text, count);
  if (how->left)
    vernier_model_pad(out, ' ', padding);
}
