/* Where formatted text goes, and integers as text. A number that is not known costs one decision for each digit that it
 * may have, for its length; the digits themselves are arithmetic, without decisions. */
#include "format.h"

void *realloc(void *, size_t);

/* Writes what a helper has collected, in one piece. */
static void drain(struct sink *out) {
  size_t done = 0;
  if (out->kind == ToHelper)
    done = vernier_model_putBytes(out->stream, out->memory, out->held);
  while (out->kind == ToDescriptor && done < out->held) {
    int64_t n = vernier_write(out->descriptor, out->memory + done, out->held - done);
    if (n <= 0)
      break;
    done += n;
  }
  if (done < out->held)
    out->failed = 1;
  out->held = 0;
}

static int growHeap(struct sink *out, size_t needed) {
  size_t larger = needed < 2 * out->room ? 2 * out->room : needed;
  byte *moved = realloc(out->memory, larger);
  if (!moved) {
    out->failed = 1;
    return 0;
  }
  out->memory = moved;
  out->room = larger;
  return 1;
}

void vernier_model_emit(struct sink *out, const void *memory, size_t count) {
  const byte *bytes = memory;
  if (out->failed || !count)
    return;
  out->count += count;
  if (out->kind == ToStream) {
    if (vernier_model_putBytes(out->stream, bytes, count) != count)
      out->failed = 1;
    return;
  }
  if (out->kind == ToHeap && out->held + count > out->room && !growHeap(out, out->held + count))
    return;
  while (count) {
    size_t room = out->room - out->held, n = count < room ? count : room;
    __builtin_memcpy(out->memory + out->held, bytes, n);
    out->held += n;
    if (out->kind == ToMemory)
      return;
    bytes += n;
    count -= n;
    if (count)
      drain(out);
    if (out->failed)
      return;
  }
  /* The caller drains what is left. */
}

void vernier_model_pad(struct sink *out, char c, int64_t count) {
  char block[32];
  for (size_t i = 0; i < sizeof block; i++)
    block[i] = c;
  for (; count > 0 && !out->failed; count -= sizeof block)
    vernier_model_emit(out, block, count < (int64_t)sizeof block ? (size_t)count : sizeof block);
}

void vernier_model_emitPadded(struct sink *out, const struct conversion *how, const void *bytes, size_t count) {
  int64_t padding = (int64_t)how->width - (int64_t)count;
  if (!how->left)
    vernier_model_pad(out, ' ', padding);
  vernier_model_emit(out, bytes, count);
  if (how->left)
    vernier_model_pad(out, ' ', padding);
}

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

static size_t decimal64(byte *to, uint64_t value) {
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
  if (how->letter == 'x')
    return binaryDigits(to, value, 4, 'a' - '9' - 1);
  if (how->letter == 'X')
    return binaryDigits(to, value, 4, 'A' - '9' - 1);
  if (how->letter == 'o')
    return binaryDigits(to, value, 3, 0);
  return how->length >= IsLong ? decimal64(to, value) : decimal32(to, value);
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

/* What stands before the digits; at most two bytes. */
static size_t prefix(char *to, const struct conversion *how, int negative, int zero) {
  int isSigned = (how->letter == 'd') | (how->letter == 'i');
  if (isSigned && (negative || how->plus || how->space)) {
    to[0] = negative ? '-' : how->plus ? '+' : ' ';
    return 1;
  }
  if (how->alternate && !zero && (how->letter == 'x' || how->letter == 'X')) {
    to[0] = '0';
    to[1] = how->letter;
    return 2;
  }
  return 0;
}

void vernier_model_emitInteger(struct sink *out, const struct conversion *how, uint64_t value) {
  value = narrowed(how, value);
  int negative = ((how->letter == 'd') | (how->letter == 'i')) && (int64_t)value < 0;
  if (negative)
    value = -value;
  int zero = (how->precision == 0 || how->alternate) && value == 0;
  byte text[24];
  char before[2];
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

/* glibc collects what goes to an unbuffered stream, so that it is written in one piece. */
static int formatThroughHelper(struct stream *s, const char *format, va_list *list) {
  byte helper[HelperSize];
  struct sink out = {.kind = ToHelper, .stream = s, .memory = helper, .room = HelperSize};
  int result = vernier_model_format(&out, format, list);
  drain(&out);
  return out.failed ? -1 : result;
}

int vernier_model_formatTo(FILE *file, const char *format, va_list *list) {
  struct stream *s = vernier_model_streamOf(file);
  if (file->flags & NoWrites) {
    file->flags |= ErrorSeen;
    vernier_model_setErrorNumber(BadDescriptor);
    return -1;
  }
  if (file->flags & Unbuffered || s->descriptor < 0)
    return formatThroughHelper(s, format, list);
  struct sink out = {.kind = ToStream, .stream = s};
  return vernier_model_format(&out, format, list);
}

int vernier_model_formatToDescriptor(int descriptor, const char *format, va_list *list) {
  byte helper[HelperSize];
  struct sink out = {.kind = ToDescriptor, .descriptor = descriptor, .memory = helper, .room = HelperSize};
  int result = vernier_model_format(&out, format, list);
  drain(&out);
  return out.failed ? -1 : result;
}
