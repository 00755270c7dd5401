/* Opening and closing streams. The FILE itself is the C library's, made for a descriptor that the runtime has opened. */
#include "streams.h"

FILE *_IO_fdopen(int, const char *);
int _IO_fclose(FILE *);

enum openFlags {
  ReadOnly = 0,
  WriteOnly = 1,
  ReadWrite = 2,
  Create = 0100,
  Exclusive = 0200,
  Truncate = 01000,
  Append = 02000,
  CloseOnExec = 02000000,
};

/* The flags for a mode, or -1. glibc looks at no more than six characters behind the first. */
static int openFlags(const char *mode) {
  int access = *mode == 'r' ? ReadOnly : WriteOnly;
  int flags = *mode == 'w' ? Create | Truncate : *mode == 'a' ? Create | Append : 0;
  if (*mode != 'r' && *mode != 'w' && *mode != 'a') {
    vernier_model_setErrorNumber(InvalidValue);
    return -1;
  }
  for (size_t i = 1; i < 7 && mode[i] && mode[i] != ','; i++) {
    if (mode[i] == '+')
      access = ReadWrite;
    else if (mode[i] == 'x')
      flags |= Exclusive;
    else if (mode[i] == 'e')
      flags |= CloseOnExec;
  }
  return access | flags;
}

static int openFor(const char *path, const char *mode) {
  int flags = openFlags(mode);
  return flags < 0 ? -1 : vernier_open(path, flags, 0666);
}

/* Only a stream that cannot read starts at the end. */
static void goToEnd(struct stream *s) {
  if ((s->file->flags & (Appending | NoReads)) == (Appending | NoReads))
    vernier_lseek(s->descriptor, 0, FromEnd);
}

static FILE *openFile(const char *path, const char *mode) {
  int descriptor = openFor(path, mode);
  if (descriptor < 0)
    return NULL;
  FILE *file = _IO_fdopen(descriptor, mode);
  struct stream *s = file ? vernier_model_adopt(file) : NULL;
  if (!s) {
    if (file)
      _IO_fclose(file);
    return NULL;
  }
  goToEnd(s);
  return file;
}

FILE *fopen(const char *path, const char *mode) { return openFile(path, mode); }
FILE *fopen64(const char *path, const char *mode) { return openFile(path, mode); }

FILE *fdopen(int descriptor, const char *mode) {
  FILE *file = _IO_fdopen(descriptor, mode);
  return file && vernier_model_adopt(file) ? file : NULL;
}

/* What was read ahead is lost, also from a file that others go on reading. */
static int closeDescriptor(struct stream *s) {
  int result = s->activity == Writing ? vernier_model_flush(s) : 0;
  if (s->descriptor < 0)
    return result;
  int closed = vernier_close(s->descriptor);
  s->file->descriptor = -1;
  return result || closed ? EndOfFile : 0;
}

/* glibc never frees the three standard streams, and programs close them when they end. */
int fclose(FILE *file) {
  struct stream *s = vernier_model_streamOf(file);
  int result = closeDescriptor(s), foreign = s->descriptor < 0;
  vernier_model_forget(s);
  if ((file == stdin) | (file == stdout) | (file == stderr)) {
    file->flags |= NoReads | NoWrites;
    return result;
  }
  int freed = _IO_fclose(file);
  return foreign ? freed : result;
}

/* Here the C library closes, since it also waits for the process. */
int pclose(FILE *file) {
  struct stream *s = vernier_model_streamOf(file);
  vernier_model_flush(s);
  vernier_model_forget(s);
  return _IO_fclose(file);
}

/* What may be done with the stream from now on. */
static void setAccess(FILE *file, int flags) {
  int access = flags & 3;
  file->flags &= ~(NoReads | NoWrites | EndSeen | ErrorSeen | Appending | LineBuffered | Unbuffered);
  file->flags |= (access == WriteOnly ? NoReads : access == ReadOnly ? NoWrites : 0) | (flags & Append ? Appending : 0);
}

/* Opens once more what a descriptor stands for. */
static int openSame(int descriptor, int flags) {
  char path[32] = "/proc/self/fd/";
  size_t i = 14;
  int power = 1;
  while (descriptor / power >= 10)
    power *= 10;
  for (; power; power /= 10)
    path[i++] = '0' + descriptor / power % 10;
  path[i] = 0;
  return vernier_open(path, flags, 0666);
}

/* The stream keeps its FILE, and the number of its descriptor where that is the lowest free one. */
static FILE *reopenFile(const char *path, const char *mode, FILE *file) {
  struct stream *s = vernier_model_streamOf(file);
  int flags = openFlags(mode), descriptor = -1, other = -1;
  if (s->activity == Writing)
    vernier_model_flush(s);
  if (!path && flags >= 0 && s->descriptor >= 0)
    other = openSame(s->descriptor, flags);
  closeDescriptor(s);
  if (path && flags >= 0)
    descriptor = vernier_open(path, flags, 0666);
  if (other >= 0) {
    descriptor = openSame(other, flags);
    vernier_close(other);
  }
  vernier_model_forget(s);
  setAccess(file, flags);
  file->descriptor = descriptor;
  if (descriptor < 0) {
    file->flags |= NoReads | NoWrites;
    return NULL;
  }
  s = vernier_model_adopt(file);
  if (!s)
    return NULL;
  goToEnd(s);
  return file;
}

FILE *freopen(const char *path, const char *mode, FILE *file) { return reopenFile(path, mode, file); }
FILE *freopen64(const char *path, const char *mode, FILE *file) { return reopenFile(path, mode, file); }
