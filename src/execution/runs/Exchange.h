#pragma once

/* The memory that Vernier and the harness inside a tested executable share, in terms that C and C++ read alike. Vernier
   lays the input out in it; the harness maps it before anything else runs, and leaves the results there, so that they
   survive however the program ends. Places are offsets from its beginning. Whatever the program did, Vernier reads only
   at places that it chose itself. */

#include "abi/Heap.h"
#include "abi/Run.h"

#include <stdint.h>

enum {
  VernierExchangeDescriptor = 902, /* where the harness finds the memory; it closes it at once */
  VernierSlotSize = 64,            /* bytes for an argument or a returned value */
  VernierSignals = 32,             /* whose handlers are looked at */
  VernierMostBlocks = 512,         /* blocks that can be reached when the function has returned... */
  VernierBlockRoom = 1 << 20       /* ...and bytes in them, each with a mark */
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
  uint64_t Addend; /* bytes behind the beginning of the target */
};

struct VernierGlobal {
  uint64_t Size;
  uint64_t Start;         /* contents to start with; 0: as initialised */
  uint64_t Before, After; /* copies of the contents around the call */
  uint64_t Address;
};

/* A variable, constant or function that a pointer may lead to. */
struct VernierPlace {
  uint64_t Address;
  uint64_t Size; /* 0: a function */
};

/* Memory that is neither an object of the input nor an observed global, and that can be reached from them or from the
   result when the function has returned. */
struct VernierBlock {
  uint64_t Address, Size;
  uint64_t Place; /* the number of the place plus 1; 0: it is of the heap */
  uint64_t Data;  /* contents; then for each byte a mark: 1, it is as memory of the heap is before anybody writes */
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
  uint32_t ResultSize; /* bytes of it that count, if they are no number */
  uint32_t Filling;    /* of memory of the heap that nobody wrote, in a plain run */
  uint32_t Places, BlocksUsed;
  uint64_t PlaceTable; /* 0: nobody wants to know what can be reached */
  uint64_t BlockTable, BlockData, BlockBytes, BlocksLost;
  uint64_t HandlersBefore, HandlersAfter; /* of signals, by number */
  int32_t ErrorNumber;
  uint32_t RoundingBefore, RoundingAfter; /* how floating-point operations work */
  uint32_t Padding;
  uint64_t StackLow, StackHigh; /* where the stack of the entry was */
  uint64_t Calls, CallsSize, CallsUsed, CallsLost;
};

/* A call of a function that nobody defines, followed by its name, one letter for each argument, and a value of 16 bytes
   for each: i signed, u unsigned, f float, d double, p pointer, x something else. */
struct VernierCall {
  uint32_t NameSize, Count;
};
