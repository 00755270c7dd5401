#pragma once

/* How the explorer and the server inside an instrumented executable talk, in terms that C and C++ read alike. The
   server is the executable itself: it waits for commands and forks a child for each run. The explorer lays the input of
   the next run out in memory that only it can write; places are byte offsets from the beginning of that memory. */

#include <stdint.h>

enum {
  VernierRunMagic = 0x5652554e,
  VernierRunVersion = 3,
  /* Descriptors that the server starts with, besides those of Exchange.h and Trace.h. No run has them. They are beyond
     what the limit of runs lets a program have, for its constructors run while commands and answers are open. */
  VernierCommandDescriptor = 900,
  VernierAnswerDescriptor = 901,
  VernierRunDescriptor = 904,
  VernierMostProbes = 32 /* as many inputs there is memory for */
};

/* Sent to the server: the first one is a hello. Its death is the end of the file. */
enum VernierCommandKind { VernierHello = 1, VernierStart, VernierStop, VernierProbes };

struct VernierCommand {
  uint32_t Kind;
  uint32_t Milliseconds; /* of VernierStart and VernierProbes: each run is stopped then */
  uint64_t GroupKey;     /* of VernierHello: without it no process can be put into a group */
  uint64_t Processes;    /* of VernierHello: a run is stopped when there are this many more on the machine */
  uint32_t Count;        /* of VernierProbes: runs without a trace, one after the other, of the first so many inputs */
  uint32_t Reserved;
};

enum VernierAnswerKind { VernierReady = 1, VernierEnded, VernierRefused, VernierProbed };

/* Why a server cannot work (VernierRefused). */
enum VernierRefusal { VernierNoMemory = 1, VernierConstructorThreads, VernierConstructorProcesses, VernierNoProcess };

enum VernierStopReason { VernierNotStopped, VernierTimeUp, VernierAsked, VernierTooMany };

struct VernierAnswer {
  uint32_t Kind;
  int32_t Status;   /* as wait gives it; of VernierRefused: VernierRefusal; of VernierProbed: how many runs */
  uint32_t Stopped; /* VernierStopReason */
  uint32_t Left;    /* processes that the run had left behind, now gone */
};

/* Behind an answer VernierProbed: a row for each of its runs. */
struct VernierProbe {
  int32_t Status;
  uint32_t Stopped;
  uint32_t Output, Errors; /* bytes in the pipes when it was over: those of the runs before, and its own */
};

/* Bytes of the input. */
struct VernierBytes {
  uint64_t At;     /* the bytes */
  uint64_t Leaves; /* for each byte the number of its leaf plus 1 (32 bits), 0: it is fixed. 0: all are */
  uint32_t Size;
  uint32_t Absent; /* of a variable: it is not there in this run */
  /* Of a variable: the leaf that decides about that, plus 1; 0: it is always there. */
  uint32_t PresenceLeaf;
  uint32_t Reserved;
};

/* Standard input, or a file. Its leaves are as many as it can be long. */
struct VernierStream {
  struct VernierBytes Contents; /* Size: of this run */
  uint32_t Most;                /* bytes that there can be */
  uint32_t LengthLeaf;          /* plus 1; 0: the length is fixed */
  /* Of a file: what it is recognised by. It is as it was made as long as its time of modification is. */
  uint64_t Device, Inode;
  int64_t Modified;
};

struct VernierRun {
  uint32_t Magic, Version;
  uint64_t Total;  /* of all inputs */
  uint64_t Stride; /* from one input to the next; places are offsets in the memory of one */
  uint64_t Memory; /* bytes that a run may have beyond what the server has; 0: any */
  uint32_t Arguments, Variables, Files, HasStdin; /* counts; the program's name is an argument */
  uint64_t ArgumentTable, VariableTable;          /* of VernierBytes; variables are NAME=VALUE */
  uint64_t FileTable;                             /* of VernierStream */
  struct VernierStream Stdin;
};

/* Where a leaf of a function's input stands when the function is called. */
enum VernierMarkKind {
  VernierMarkValue,  /* Bits bits of memory hold the leaf, extended if it is narrower */
  VernierMarkPointer /* memory holds a pointer that the leaf (of one bit) has chosen */
};

struct VernierMark {
  uint32_t Leaf;
  uint16_t LeafBits, Bits;
  uint8_t Kind, Signed;
  uint16_t Reserved;
  uint32_t Place; /* 0: an argument, 1: an object, 2: a global */
  uint32_t Index; /* of it */
  uint32_t Padding;
  uint64_t Offset;   /* in it */
  uint64_t Value[2]; /* of the leaf, low word first */
};
