/* Buffered streams. A stream is identified by the C library's own FILE, so that functions without a model can be given
 * it; what is known about it is in a structure of ours. Two things stay in the FILE, where macros of the C library look
 * for them: the flags for the end of the file and for errors. */
#ifndef VERNIER_STREAMS_H
#define VERNIER_STREAMS_H

#include "model.h"

enum { EndOfFile = -1, BufferSize = 4096, PushBackRoom = 64 };
enum { BadDescriptor = 9, NoMemory = 12, InvalidValue = 22, IllegalSequence = 84, ValueTooLarge = 75 };
enum { FromStart = 0, FromCurrent = 1, FromEnd = 2 };

/* The beginning of glibc's FILE on x86-64. */
typedef struct file {
  int flags;
  void *pointers[13];
  int descriptor;
} FILE;

enum fileFlags {
  Unbuffered = 0x2,
  NoReads = 0x4,
  NoWrites = 0x8,
  EndSeen = 0x10,
  ErrorSeen = 0x20,
  LineBuffered = 0x200,
  Appending = 0x1000,
  HasDescriptor = 0x2000,
};

extern FILE *stdin, *stdout, *stderr;

enum activity { Idle, Reading, Writing };

struct stream {
  struct stream *next;
  FILE *file;
  int descriptor; /* negative: a stream without one (memory, cookies), which the C library's own functions serve */
  enum activity activity;
  byte *buffer; /* null before the first use, as in glibc */
  size_t capacity;
  size_t at, end; /* reading: bytes from at to end are left; writing: bytes before end are pending */
  size_t pushed;
  byte pushedBack[PushBackRoom];
  byte own[BufferSize];
};

/* The runtime's system calls. */
int64_t vernier_write(int descriptor, const void *bytes, uint64_t count);
int64_t vernier_read(int descriptor, void *bytes, uint64_t count);
int vernier_open(const char *path, int flags, int mode);
int64_t vernier_lseek(int descriptor, int64_t offset, int whence);
int vernier_close(int descriptor);

/* For the end of a run: writes what is pending in all streams; from then on nothing is buffered. linkModels makes it a
 * destructor of the program, which runs after all handlers of atexit, when glibc does the same. A second call is
 * harmless. */
void vernier_flush_streams(void);

struct stream *vernier_model_streamOf(FILE *file);
/* Null, with the error number, if there is no memory. */
struct stream *vernier_model_adopt(FILE *file);
void vernier_model_forget(struct stream *s);
/* 0, or EndOfFile. */
int vernier_model_flush(struct stream *s);
int vernier_model_flushAll(void);
/* The byte, or EndOfFile. */
int vernier_model_putByte(struct stream *s, int c);
/* How many were taken. */
size_t vernier_model_putBytes(struct stream *s, const void *bytes, size_t count);
/* Makes at least one byte of the buffer available, if it can: whether there is one. */
int vernier_model_fill(struct stream *s);
/* Behind the bytes that are there, one more of standard input: whether there is one. */
int vernier_model_fillMore(struct stream *s);
int vernier_model_getByte(struct stream *s);
int vernier_model_pushBack(struct stream *s, int c);
size_t vernier_model_getBytes(struct stream *s, void *to, size_t count);
/* 0, or -1 with the error number. */
int vernier_model_seek(struct stream *s, int64_t offset, int whence);
int64_t vernier_model_tell(struct stream *s);
int vernier_model_setBuffer(struct stream *s, void *buffer, int mode, size_t size);

#endif
