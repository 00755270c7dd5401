/* Output of bytes and strings, and what streams have in common: opening, closing, buffers, positions. */
#include "streams.h"

static size_t lengthOf(const char *text) {
  size_t i = 0;
  while (text[i])
    i++;
  return i;
}

int fputc(int c, FILE *file) { return vernier_model_putByte(vernier_model_streamOf(file), c); }
int putc(int c, FILE *file) { return vernier_model_putByte(vernier_model_streamOf(file), c); }
int putchar(int c) { return vernier_model_putByte(vernier_model_streamOf(stdout), c); }
int fputc_unlocked(int c, FILE *file) { return vernier_model_putByte(vernier_model_streamOf(file), c); }
int putc_unlocked(int c, FILE *file) { return vernier_model_putByte(vernier_model_streamOf(file), c); }
int putchar_unlocked(int c) { return vernier_model_putByte(vernier_model_streamOf(stdout), c); }
int _IO_putc(int c, FILE *file) { return vernier_model_putByte(vernier_model_streamOf(file), c); }

/* Behind the macros of old headers: a real FILE never has room, since nobody writes into it. */
int __overflow(FILE *file, int c) {
  struct stream *s = vernier_model_streamOf(file);
  return c == EndOfFile ? vernier_model_flush(s) : vernier_model_putByte(s, (byte)c);
}

static int putText(const char *text, FILE *file) {
  size_t length = lengthOf(text);
  return vernier_model_putBytes(vernier_model_streamOf(file), text, length) == length ? 1 : EndOfFile;
}

int fputs(const char *text, FILE *file) { return putText(text, file); }
int fputs_unlocked(const char *text, FILE *file) { return putText(text, file); }

int puts(const char *text) {
  struct stream *s = vernier_model_streamOf(stdout);
  size_t length = lengthOf(text);
  if (vernier_model_putBytes(s, text, length) != length || vernier_model_putByte(s, '\n') == EndOfFile)
    return EndOfFile;
  return length < 0x7fffffff ? (int)length + 1 : 0x7fffffff;
}

static size_t putElements(const void *memory, size_t size, size_t count, FILE *file) {
  size_t total = size * count;
  if (!total)
    return 0;
  size_t done = vernier_model_putBytes(vernier_model_streamOf(file), memory, total);
  return done == total ? count : done / size;
}

size_t fwrite(const void *memory, size_t size, size_t count, FILE *file) {
  return putElements(memory, size, count, file);
}
size_t fwrite_unlocked(const void *memory, size_t size, size_t count, FILE *file) {
  return putElements(memory, size, count, file);
}

static int flushFile(FILE *file) {
  return file ? vernier_model_flush(vernier_model_streamOf(file)) : vernier_model_flushAll();
}

int fflush(FILE *file) { return flushFile(file); }
int fflush_unlocked(FILE *file) { return flushFile(file); }
void _flushlbf(void) { vernier_model_flushAll(); }

int feof(FILE *file) { return (file->flags & EndSeen) != 0; }
int feof_unlocked(FILE *file) { return (file->flags & EndSeen) != 0; }
int ferror(FILE *file) { return (file->flags & ErrorSeen) != 0; }
int ferror_unlocked(FILE *file) { return (file->flags & ErrorSeen) != 0; }
void clearerr(FILE *file) { file->flags &= ~(EndSeen | ErrorSeen); }
void clearerr_unlocked(FILE *file) { file->flags &= ~(EndSeen | ErrorSeen); }

static int descriptorOf(FILE *file) {
  if (file->flags & HasDescriptor && file->descriptor >= 0)
    return file->descriptor;
  vernier_model_setErrorNumber(BadDescriptor);
  return -1;
}

int fileno(FILE *file) { return descriptorOf(file); }
int fileno_unlocked(FILE *file) { return descriptorOf(file); }

int setvbuf(FILE *file, char *buffer, int mode, size_t size) {
  return vernier_model_setBuffer(vernier_model_streamOf(file), buffer, mode, size);
}
void setbuf(FILE *file, char *buffer) {
  vernier_model_setBuffer(vernier_model_streamOf(file), buffer, buffer ? 0 : 2, 8192);
}
void setbuffer(FILE *file, char *buffer, size_t size) {
  vernier_model_setBuffer(vernier_model_streamOf(file), buffer, buffer ? 0 : 2, size);
}
void setlinebuf(FILE *file) { vernier_model_setBuffer(vernier_model_streamOf(file), NULL, 1, 0); }

int fseek(FILE *file, long offset, int whence) {
  return vernier_model_seek(vernier_model_streamOf(file), offset, whence);
}
int fseeko(FILE *file, int64_t offset, int whence) {
  return vernier_model_seek(vernier_model_streamOf(file), offset, whence);
}
int fseeko64(FILE *file, int64_t offset, int whence) {
  return vernier_model_seek(vernier_model_streamOf(file), offset, whence);
}
long ftell(FILE *file) { return vernier_model_tell(vernier_model_streamOf(file)); }
int64_t ftello(FILE *file) { return vernier_model_tell(vernier_model_streamOf(file)); }
int64_t ftello64(FILE *file) { return vernier_model_tell(vernier_model_streamOf(file)); }

void rewind(FILE *file) {
  vernier_model_seek(vernier_model_streamOf(file), 0, FromStart);
  file->flags &= ~(EndSeen | ErrorSeen);
}

/* glibc's fpos_t begins with the offset. */
static int getPosition(FILE *file, int64_t *position) {
  int64_t place = vernier_model_tell(vernier_model_streamOf(file));
  if (place >= 0)
    *position = place;
  return place < 0 ? -1 : 0;
}

int fgetpos(FILE *file, int64_t *position) { return getPosition(file, position); }
int fgetpos64(FILE *file, int64_t *position) { return getPosition(file, position); }
int fsetpos(FILE *file, const int64_t *position) {
  return vernier_model_seek(vernier_model_streamOf(file), *position, FromStart);
}
int fsetpos64(FILE *file, const int64_t *position) {
  return vernier_model_seek(vernier_model_streamOf(file), *position, FromStart);
}

int putw(int word, FILE *file) {
  return vernier_model_putBytes(vernier_model_streamOf(file), &word, sizeof word) == sizeof word ? 0 : EndOfFile;
}

size_t __fpending(FILE *file) {
  struct stream *s = vernier_model_streamOf(file);
  return s->activity == Writing ? s->end : 0;
}
int __freading(FILE *file) {
  return file->flags & NoWrites || vernier_model_streamOf(file)->activity == Reading;
}
int __fwriting(FILE *file) {
  return file->flags & NoReads || vernier_model_streamOf(file)->activity == Writing;
}
int __freadable(FILE *file) { return (file->flags & NoReads) == 0; }
int __fwritable(FILE *file) { return (file->flags & NoWrites) == 0; }
int __flbf(FILE *file) { return (file->flags & LineBuffered) != 0; }
void __fpurge(FILE *file) {
  struct stream *s = vernier_model_streamOf(file);
  s->at = s->end = s->pushed = 0;
}

/* One thread: locks do nothing. Tracing ends where a second one begins. */
void flockfile(FILE *file) { (void)file; }
void funlockfile(FILE *file) { (void)file; }
int ftrylockfile(FILE *file) {
  (void)file;
  return 0;
}
