/* The state of buffered streams as glibc 2.36 keeps it: what is written when, in which pieces, and where the descriptor
 * stands afterwards. Differences: descriptor 0 is read byte by byte, so that a program that wants one byte does not
 * decide how long the whole input is. That shows where somebody else goes on reading: the program itself without stdio
 * after it read with stdio (the runtime notices that, and the trace ends), or another process after fclose(stdin). And
 * at most PushBackRoom bytes are pushed back. */
#include "streams.h"

void *malloc(size_t);
void free(void *);
void abort(void);
int *__errno_location(void);
/* The C library's own functions under their other names, for streams without a descriptor. */
size_t _IO_fread(void *, size_t, size_t, FILE *);
size_t _IO_fwrite(const void *, size_t, size_t, FILE *);
int _IO_fflush(FILE *);
int64_t _IO_seekoff(FILE *, int64_t, int, int);

enum { FirstCount = 3, IllegalSeek = 29, Full = 0, Line = 1, None = 2, DirectBlock = 128 };

static struct stream First[FirstCount];

/* Mentions the function that ends streams, so that it is linked with whatever uses one. */
static struct {
  struct stream *list;
  size_t firstUsed;
  void (*atEnd)(void);
} Streams = {NULL, 0, vernier_flush_streams};

struct stream *vernier_model_adopt(FILE *file) {
  struct stream *s = Streams.firstUsed < FirstCount ? &First[Streams.firstUsed++] : malloc(sizeof *s);
  if (!s) {
    vernier_model_setErrorNumber(NoMemory);
    return NULL;
  }
  s->next = Streams.list;
  s->file = file;
  s->descriptor = file->flags & HasDescriptor ? file->descriptor : -1;
  s->activity = Idle;
  s->buffer = NULL;
  s->capacity = s->at = s->end = s->pushed = 0;
  Streams.list = s;
  return s;
}

struct stream *vernier_model_streamOf(FILE *file) {
  for (struct stream *s = Streams.list; s; s = s->next)
    if (s->file == file)
      return s;
  struct stream *s = vernier_model_adopt(file);
  if (!s)
    abort();
  return s;
}

void vernier_model_forget(struct stream *s) {
  struct stream **link = &Streams.list;
  while (*link != s)
    link = &(*link)->next;
  *link = s->next;
  s->file = NULL;
  if (s < First || s >= First + FirstCount)
    free(s);
}

static int fail(struct stream *s) {
  s->file->flags |= ErrorSeen;
  return EndOfFile;
}

static void allocateBuffer(struct stream *s) {
  if (s->buffer)
    return;
  s->buffer = s->own;
  s->capacity = s->file->flags & Unbuffered || s->descriptor < 0 ? 1 : BufferSize;
}

/* Writes all bytes, or loses the rest. Returns how many were written. */
static size_t transfer(struct stream *s, const byte *bytes, size_t count) {
  size_t done = 0;
  if (s->descriptor < 0) {
    done = _IO_fwrite(bytes, 1, count, s->file);
    if (_IO_fflush(s->file))
      fail(s);
    return done;
  }
  while (done < count) {
    int64_t n = vernier_write(s->descriptor, bytes + done, count - done);
    if (n <= 0) {
      fail(s);
      break;
    }
    done += n;
  }
  return done;
}

static int writePending(struct stream *s) {
  size_t pending = s->end;
  s->end = 0;
  return transfer(s, s->buffer, pending) == pending ? 0 : EndOfFile;
}

/* Moves the descriptor to where the reader is. A pipe stays where it is, with what was read ahead. */
static int giveBack(struct stream *s) {
  if (s->at == s->end || s->descriptor < 0)
    return 0;
  int error = *__errno_location();
  if (vernier_lseek(s->descriptor, (int64_t)s->at - (int64_t)s->end, FromCurrent) >= 0)
    s->end = s->at;
  else if (*__errno_location() != IllegalSeek)
    return EndOfFile;
  *__errno_location() = error;
  return 0;
}

int vernier_model_flush(struct stream *s) {
  if (s->activity == Writing)
    return s->end ? writePending(s) : 0;
  return s->activity == Reading ? giveBack(s) : 0;
}

int vernier_model_flushAll(void) {
  int result = 0;
  for (struct stream *s = Streams.list; s; s = s->next)
    if (s->activity == Writing && vernier_model_flush(s))
      result = EndOfFile;
  return result;
}

void vernier_flush_streams(void) {
  vernier_model_flushAll();
  for (struct stream *s = Streams.list; s; s = s->next) {
    vernier_model_flush(s);
    if (s->activity == Writing) {
      s->file->flags = (s->file->flags & ~LineBuffered) | Unbuffered;
      s->buffer = s->own;
      s->capacity = 1;
    }
  }
}

static int startWriting(struct stream *s) {
  if (s->activity == Writing)
    return 1;
  if (s->file->flags & NoWrites) {
    vernier_model_setErrorNumber(BadDescriptor);
    fail(s);
    return 0;
  }
  allocateBuffer(s);
  if (s->activity == Reading)
    giveBack(s);
  s->activity = Writing;
  s->at = s->end = s->pushed = 0;
  return 1;
}

int vernier_model_putByte(struct stream *s, int c) {
  if (!startWriting(s) || (s->end == s->capacity && writePending(s)))
    return EndOfFile;
  byte b = c;
  s->buffer[s->end++] = b;
  int flags = s->file->flags;
  if (flags & Unbuffered || s->descriptor < 0 || (flags & LineBuffered && b == '\n'))
    if (writePending(s))
      return EndOfFile;
  return b;
}

/* The number of bytes up to the last end of a line. */
static size_t wholeLines(const byte *bytes, size_t count) {
  while (count && bytes[count - 1] != '\n')
    count--;
  return count;
}

size_t vernier_model_putBytes(struct stream *s, const void *memory, size_t count) {
  const byte *bytes = memory;
  int direct = s->activity != Writing; /* the first whole blocks do not pass the buffer */
  if (!count || !startWriting(s))
    return 0;
  direct |= (s->file->flags & Unbuffered) || s->descriptor < 0;
  size_t room = direct ? 0 : s->capacity - s->end, lines = 0;
  if (s->file->flags & LineBuffered && room >= count)
    lines = wholeLines(bytes, count);
  size_t first = lines ? lines : room < count ? room : count;
  if (first) {
    __builtin_memcpy(s->buffer + s->end, bytes, first);
    s->end += first;
  }
  size_t done = first;
  if (done == count && !lines)
    return done;
  if (s->end && writePending(s))
    return done == count ? 0 : done;
  size_t left = count - done, whole = left - (s->capacity >= DirectBlock ? left % s->capacity : 0);
  if (whole) {
    size_t written = transfer(s, bytes + done, whole);
    done += written;
    if (written < whole)
      return done;
  }
  while (done < count && vernier_model_putByte(s, bytes[done]) >= 0)
    done++;
  return done;
}

/* Whoever types an answer sees the question: glibc writes a line-buffered standard output before it waits for input. */
static void writeStandardOutput(void) {
  for (struct stream *s = Streams.list; s; s = s->next)
    if (s->file == stdout && s->file->flags & LineBuffered)
      vernier_model_flush(s);
}

static int startReading(struct stream *s) {
  if (s->file->flags & NoReads) {
    vernier_model_setErrorNumber(BadDescriptor);
    fail(s);
    return 0;
  }
  allocateBuffer(s);
  if (s->activity == Writing) {
    if (s->end && writePending(s))
      return 0;
  }
  if (s->activity != Reading)
    s->at = s->end = s->pushed = 0;
  s->activity = Reading;
  return 1;
}

static size_t readSome(struct stream *s, byte *to, size_t count) {
  int64_t n = s->descriptor < 0 ? (int64_t)_IO_fread(to, 1, count, s->file)
                                : vernier_read(s->descriptor, to, s->descriptor == 0 ? 1 : count);
  if (n > 0)
    return n;
  if (s->descriptor >= 0)
    s->file->flags |= n ? ErrorSeen : EndSeen;
  return 0;
}

int vernier_model_fill(struct stream *s) {
  if (!startReading(s))
    return 0;
  if (s->at < s->end)
    return 1;
  if (s->file->flags & EndSeen)
    return 0;
  if (s->file->flags & (LineBuffered | Unbuffered))
    writeStandardOutput();
  s->at = 0;
  s->end = 0;
  s->end = readSome(s, s->buffer, s->capacity);
  return s->end != 0;
}

int vernier_model_fillMore(struct stream *s) {
  if (s->descriptor != 0 || s->end == s->capacity || s->file->flags & EndSeen)
    return 0;
  size_t n = readSome(s, s->buffer + s->end, 1);
  s->end += n;
  return n != 0;
}

int vernier_model_getByte(struct stream *s) {
  if (s->pushed)
    return s->pushedBack[--s->pushed];
  if (s->at == s->end || s->activity != Reading)
    if (!vernier_model_fill(s))
      return EndOfFile;
  return s->buffer[s->at++];
}

int vernier_model_pushBack(struct stream *s, int c) {
  if (c == EndOfFile || !startReading(s))
    return EndOfFile;
  byte b = c;
  if (!s->pushed && s->at && s->buffer[s->at - 1] == b)
    s->at--;
  else if (s->pushed < PushBackRoom)
    s->pushedBack[s->pushed++] = b;
  else
    return EndOfFile;
  s->file->flags &= ~EndSeen;
  return b;
}

size_t vernier_model_getBytes(struct stream *s, void *memory, size_t count) {
  byte *to = memory;
  size_t done = 0;
  while (done < count && s->pushed)
    to[done++] = s->pushedBack[--s->pushed];
  while (done < count) {
    if (s->activity != Reading && !startReading(s))
      break;
    size_t left = count - done, there = s->end - s->at;
    if (!there && left >= s->capacity && s->descriptor > 0) {
      size_t n = readSome(s, to + done, left - left % s->capacity);
      if (!n)
        break;
      done += n;
      continue;
    }
    if (!there) {
      if (!vernier_model_fill(s))
        break;
      continue;
    }
    size_t n = there < left ? there : left;
    __builtin_memcpy(to + done, s->buffer + s->at, n);
    s->at += n;
    done += n;
  }
  return done;
}

int vernier_model_seek(struct stream *s, int64_t offset, int whence) {
  if (whence != FromStart && whence != FromCurrent && whence != FromEnd) {
    vernier_model_setErrorNumber(InvalidValue);
    return -1;
  }
  if (s->activity == Writing && vernier_model_flush(s))
    return -1;
  if (whence == FromCurrent && s->activity == Reading)
    offset -= (int64_t)(s->end - s->at + s->pushed);
  int64_t place =
      s->descriptor < 0 ? _IO_seekoff(s->file, offset, whence, 3) : vernier_lseek(s->descriptor, offset, whence);
  if (place < 0)
    return -1;
  s->file->flags &= ~EndSeen;
  s->activity = Idle;
  s->at = s->end = s->pushed = 0;
  return 0;
}

int64_t vernier_model_tell(struct stream *s) {
  int pending = s->activity == Writing && s->end;
  int whence = pending && s->file->flags & Appending ? FromEnd : FromCurrent;
  int64_t place = s->descriptor < 0 ? _IO_seekoff(s->file, 0, whence, 0) : vernier_lseek(s->descriptor, 0, whence);
  if (place < 0)
    return -1;
  if (s->activity == Reading)
    return place - (int64_t)(s->end - s->at + s->pushed);
  return s->activity == Writing ? place + (int64_t)s->end : place;
}

int vernier_model_setBuffer(struct stream *s, void *buffer, int mode, size_t size) {
  int *flags = &s->file->flags;
  if (mode == Full) {
    *flags &= ~(LineBuffered | Unbuffered);
    if (!buffer)
      return 0;
  } else if (mode == Line) {
    *flags = (*flags & ~Unbuffered) | LineBuffered;
    if (!buffer)
      return 0;
  } else if (mode == None) {
    *flags = (*flags & ~LineBuffered) | Unbuffered;
    buffer = NULL;
  } else {
    return EndOfFile;
  }
  if (vernier_model_flush(s))
    return EndOfFile;
  if (!buffer || !size) {
    *flags |= Unbuffered;
    buffer = s->own;
    size = 1;
  } else {
    *flags &= ~Unbuffered;
  }
  /* What a pipe gave and nobody has read yet is lost, as in glibc. */
  s->activity = Idle;
  s->buffer = buffer;
  s->capacity = size;
  s->at = s->end = s->pushed = 0;
  return 0;
}
