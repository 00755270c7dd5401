/* Where formatted text goes: memory, streams, descriptors, the heap. */
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

int vernier_model_print(FILE *file, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int result = vernier_model_formatTo(file, format, &list);
  va_end(list);
  return result;
}
