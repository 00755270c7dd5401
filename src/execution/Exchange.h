#pragma once

/* The memory that Vernier and the harness inside a tested executable share, in terms that C and C++ read alike. Vernier
   lays the input out in it; the harness maps it before anything else runs, and leaves the results there, so that they
   survive however the program ends. Places are offsets from its beginning. Whatever the program did, Vernier reads only
   at places that it chose itself. */

#include "abi/Run.h"

#include <stdint.h>

enum {
  VernierExchangeDescriptor = 200, /* where the harness finds the memory; it closes it at once */
  VernierSlotSize = 64,            /* bytes for an argument or a returned value */
  VernierTextSize = 256            /* bytes kept of a returned string */
};

/* Targets of pointers that are no objects. */
#define VERNIER_NO_TARGET UINT32_MAX
#define VERNIER_NULL (UINT32_MAX - 1)

enum VernierState {
  VernierNotStarted,
  VernierMapped,  /* the harness has the memory; constructors of the program may be running */
  VernierCalled,  /* the entry was called */
  VernierReturned /* and came back */
};

/* Memory behind a pointer. */
struct VernierObject {
  uint64_t Size;
  uint64_t Alignment; /* 0: it does not exist in this run */
  uint64_t Data;      /* its contents: before the call what it starts with, afterwards what is in it */
  uint64_t Address;   /* where the program saw it */
  uint64_t Freed;     /* the program gave it to free or realloc */
};

/* A pointer inside an object. */
struct VernierPointer {
  uint32_t Object, Target;
  uint64_t Offset;
};

struct VernierGlobal {
  uint64_t Size;
  uint64_t Start;         /* contents to start with; 0: as initialised */
  uint64_t Before, After; /* copies of the contents around the call */
  uint64_t Address;
};

struct VernierExchange {
  uint64_t Total; /* bytes */
  uint32_t State, Process;
  uint32_t Objects, Pointers, Globals, Arguments, Marks;
  uint32_t ResultBits; /* of a returned number; 0: something else */
  uint64_t ObjectTable, PointerTable, GlobalTable;
  uint64_t MarkTable;   /* where leaves stand, for a run that is traced */
  uint64_t TargetTable; /* for each argument: the object it points to */
  uint64_t Slots, Result;
  uint64_t Text, TextUsed; /* what a returned pointer points to, if Text is not 0 */
  uint64_t Calls, CallsSize, CallsUsed, CallsLost;
};

/* A call of a function that nobody defines, followed by its name, one letter for each argument, and a value of 16 bytes
   for each: i signed, u unsigned, f float, d double, p pointer, x something else. */
struct VernierCall {
  uint32_t NameSize, Count;
};
