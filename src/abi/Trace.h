#pragma once

/* The memory that an instrumented run leaves its trace in, in terms that C and C++ read alike
   (docs/design.md#native-runs, docs/design.md#trace). The explorer makes it and writes the first part of the header;
   the runtime inside the tested program appends. Places are byte offsets from its beginning. The explorer believes
   nothing that it reads here: ids are checked, and an operand is always smaller than the node that has it. */

#include <stdint.h>

enum {
  VernierArenaMagic = 0x564e5254,
  VernierArenaVersion = 4,
  VernierArenaDescriptor = 903,
  VernierFindingRoom = 16,
  VernierAskedRoom = 64,
  VernierObserved = 1 << 16,
  VernierObservedSize = 1 << 20 /* added to the number of a block: its size */
};

/* Memory that nobody wrote is filled before it can be read: locals when their scope begins, blocks of the heap. Any
   byte is allowed. Runs of one input that differ only in the filling differ in what depends on undefined reads; these
   bytes tell most uses of an undefined value apart: zero, negative and odd, large and positive. */
enum VernierFilling { VernierFillZero = 0x00, VernierFillNegative = 0xa5, VernierFillPositive = 0x7f };
/* So that two undefined values are not equal either, there are several variants of each byte but zero. They share its
   lowest bit and its highest three. */
enum { VernierFillVariants = 16 };

/* What a node is. Its term is a function of the terms of A, B and C; where no operand is symbolic, it is the constant
   Value. Widths are in Bits; the width of operands is that of their nodes. */
enum VernierOperation {
  VernierNone,
  VernierInput,    /* A: index of the leaf */
  VernierConstant, /* Value; a constant of more than 64 bits is a concatenation */
  /* A op B, both and the result of one width */
  VernierAdd,
  VernierSub,
  VernierMul,
  VernierUDiv,
  VernierSDiv,
  VernierURem,
  VernierSRem,
  VernierShl,
  VernierLShr,
  VernierAShr,
  VernierAnd,
  VernierOr,
  VernierXor,
  /* A op B, one bit */
  VernierEq,
  VernierNe,
  VernierUgt,
  VernierUge,
  VernierUlt,
  VernierUle,
  VernierSgt,
  VernierSge,
  VernierSlt,
  VernierSle,
  /* of A */
  VernierTrunc,
  VernierZExt,
  VernierSExt,
  VernierExtract, /* Bits bits of A from bit C on */
  VernierConcat,  /* A holds the high bits */
  VernierSelect,  /* A ? B : C */
  /* IEEE, on the bits of the numbers */
  VernierFAdd,
  VernierFSub,
  VernierFMul,
  VernierFDiv,
  VernierFRem,
  VernierFNeg,
  VernierFAbs,
  VernierFSqrt,
  VernierFFma, /* A * B + C */
  VernierFFloor,
  VernierFCeil,
  VernierFTrunc,
  VernierFNearest, /* ties to even: rint, nearbyint, roundeven */
  VernierFRound,   /* ties away from zero */
  VernierFCompare, /* C: llvm::CmpInst::Predicate, 0 to 15 */
  VernierFConvert, /* fptrunc, fpext */
  VernierFToSInt,
  VernierFToUInt,
  VernierSIntToF,
  VernierUIntToF,
  /* Definitions. Their term is the term of A; with A 0 (or not symbolic) they define concrete bytes, and whoever reads
     them has the value. */
  VernierStore,     /* A: value, B: node of the address, Value: address, Bits: 8 * size (0: more than 8191 bytes) */
  VernierDefine,    /* a local variable, or a value that passes a join: A */
  VernierPotential, /* A: what it was, B: the branch whose other side may define it too. The value is that of A. */
  VernierExternal,  /* memory or a result that code without instrumentation left; A: the state of the library before,
                       B: what it was given (a node or 0), C: index of the function */
  /* Reads */
  VernierRead,    /* A: the definition (or pieces of several put together), B: node of the address, C: newest entry of
                     the chain of potential definitions (VernierPotentialMemory) that is newer than A, or 0 */
  VernierPart,    /* bytes of the definition A, from byte C on */
  VernierLookup,  /* A: address, B: index of a table in the words (VernierTable); Bits: of an element; C: as for Read */
  VernierUpdate,  /* a store to one of several places. A: value, B: address, C: index of a table */
  VernierElement, /* what an update left at element C of its table. A: the update, B: node before (0: concrete; the
                     table has the value), Bits: of the element */
  /* Potential definitions of memory, newest first. A: the entry before, B: the branch or the address that is the cause,
     C: class of memory */
  VernierPotentialMemory,
  /* Decisions; they are listed in order, if they are symbolic. Control: the decision around. */
  VernierBranch, /* A: condition, C: 1 if it held */
  VernierSwitch, /* A: subject, Value: what it was, C: index of the successor taken */
  VernierTarget, /* A: subject, Value: address called or jumped to, C: number of the function plus 1, 0: unknown */
  VernierPin,    /* A: subject was taken to be Value (a concretisation), C: VernierPinReason */
  VernierTrap,   /* A: condition under which nothing is wrong, C: VernierTrapKind; Value: 1 (or, where there are
                    several objects to point into, the address of one) if it held, 0 if not */
  VernierLength, /* A: subject, Value: like a pin, of something that every other value of will be tried */
  /* Leaving: B: decision that could have left the way. Everything with a larger id depends on it. */
  VernierLeave,
  /* Output of Value bytes to descriptor C. A: output before on this descriptor, B: words: for each byte its node, then
     the bytes, four to a word. */
  VernierOutput, /* Descriptors from VernierObserved on are memory that is compared at the end. */
  VernierStatus, /* the status that a program ends with, or the result of a function. A: node of the value */
  VernierVisit,  /* control came to the site, which is one that was asked for. Nothing depends on it */
  VernierOperationCount
};

enum VernierNodeFlags { VernierSymbolic = 1, VernierLeaving = 2 /* of a decision: another side may leave */ };

enum VernierPinReason {
  VernierPinExternal = 1, /* an argument, or memory that a library function reads; Site says which call */
  VernierPinAddress,      /* an address that may lie in too many places */
  VernierPinSize,         /* the size of an allocation or a block of memory */
  VernierPinUnsupported,  /* an operation that has no term (vectors, assembly) */
  VernierPinDescriptor    /* a descriptor or a length given to the operating system */
};

enum { VernierUntrackedResult = 65535 }; /* instead of the width of a result that has no node */

enum VernierTrapKind {
  VernierTrapDivision = 1,
  VernierTrapOverflow,
  VernierTrapBounds,
  VernierTrapAssertion,
  VernierTrapSigned,
  VernierTrapAddress,     /* the pointer of an access leads nowhere */
  VernierTrapFreed,       /* an access to memory that was given back */
  VernierTrapFreedTwice,  /* memory is given back that was given back before */
  VernierTrapInvalidFree, /* something is given back that no allocation gave */
  VernierTrapKindCount
};

/* What kind of memory a known object is. */
enum VernierRegion { VernierNoRegion, VernierHeapRegion, VernierGlobalRegion, VernierLocalRegion, VernierInputRegion };

/* Why tracing stopped before the program did. */
enum VernierFrozen {
  VernierNotFrozen,
  VernierNodesFull,
  VernierWordsFull,
  VernierDecisionsFull,
  VernierShadowFull,
  VernierJumped,   /* longjmp */
  VernierThreaded, /* a thread was started */
  VernierForked,
  VernierHandler,   /* a signal handler ran */
  VernierReachFull, /* a function without instrumentation was given more than can be followed */
  VernierReadAhead, /* standard input is read without the library, which has read ahead */
  VernierImpossible /* the program says that control does not come here */
};

struct VernierNode {
  uint32_t Site; /* index of the instruction (abi/Sites.h), 0: none */
  uint8_t Operation;
  uint8_t Flags;
  uint16_t Bits;
  uint32_t A, B, C;
  uint32_t Control; /* the decision that this was executed under, 0: none */
  uint64_t Value;   /* the low bits of what the run saw */
};

/* What stands behind the header of a table. */
enum VernierTableKind {
  VernierTableOfNodes, /* Count node ids (0: concrete), then Count values of 64 bits (low word first) */
  VernierTableOfBytes  /* no element has a node: the elements as they lie in memory, at most 8 bytes each */
};

/* A table in the words begins with this header. */
struct VernierTable {
  uint32_t FirstLow, FirstHigh; /* address of the first element */
  uint32_t Stride;              /* bytes between elements */
  uint32_t Count;
  uint32_t Kind; /* VernierTableKind */
};

/* What signed overflow is. */
enum VernierOverflow { VernierOverflowWraps, VernierOverflowIsFinding, VernierStopAtOverflow };

struct VernierFinding {
  uint32_t Kind; /* VernierTrapKind */
  uint32_t Site;
  uint64_t Address, Base, Size; /* Base, Size: of the object that is meant. Of VernierTrapSigned: both operands, and
                                   operation and width */
  uint32_t Bytes;               /* of the access */
  uint8_t Write;                /* it was a store */
  uint8_t Region;               /* VernierRegion of the object */
  uint16_t Reserved;
  uint32_t Caller; /* the newest call of a model by the program: where a finding in a model belongs */
  uint32_t Padding;
};

/* A question to the world, and the answer. Each is recorded once. */
enum VernierAskedFlags {
  VernierAskedName = 1,     /* Name holds what was asked for */
  VernierAskedSymbolic = 2, /* which name or number that is depends on the input */
  VernierAskedCut = 4,      /* the name or the answer is longer than its room */
  VernierAskedText = 8      /* Told holds the answer */
};
enum { VernierStandardInput = UINT32_MAX }; /* instead of a function: standard input was read, and is not input */

struct VernierQuestion {
  uint32_t Function; /* index into Instrumentation::Asking */
  uint32_t Site;
  uint32_t Flags;
  int32_t Error; /* errno, if Answer is negative */
  int64_t Number, Answer;
  char Name[72], Told[40];
};

struct VernierArena {
  /* Written by the explorer before each run. */
  uint32_t Magic, Version;
  uint64_t Total;
  uint64_t NodesAt, WordsAt, DecisionsAt, CoverageAt, ExternalsAt;
  uint64_t ProbesAt; /* the coverage of runs without a trace, one after the other */
  uint32_t NodeCapacity, WordCapacity, DecisionCapacity, CoverageSize, ExternalCount;
  uint32_t Overflow;   /* VernierOverflow */
  uint32_t TableLimit; /* most elements of an update, or of a lookup where any of them has a node */
  uint32_t TableBytes; /* most bytes of a lookup where none has */
  uint32_t Fill;       /* what memory that nobody wrote is filled with (VernierFilling) */
  /* Written by the run. Node 0 is no node; NodeCount is the number of the next one. */
  uint32_t NodeCount, WordCount, DecisionCount;
  uint32_t Frozen, FrozenSite;
  uint32_t FindingCount;
  struct VernierFinding Findings[VernierFindingRoom];
  uint32_t AskedCount, AskedMore; /* more: there were others for which there was no room */
  struct VernierQuestion Asked[VernierAskedRoom];
  uint32_t ProgramName;    /* the definition of the program's name (argv[0]), 0: none */
  uint32_t HiddenState;    /* the state of the library at the end */
  uint32_t Lost;           /* something that depends on the input may matter where no node says so */
  uint32_t Finished;       /* the end of the program was reached and the output flushed */
  uint32_t FinalOutput[3]; /* newest output on descriptors 0 to 2 */
  uint32_t FinalPotential; /* newest entry of the chain of potential outputs (VernierPotentialMemory) */
  /* At ExternalsAt: for each function without instrumentation, how many calls of it lost something symbolic, and how
     many there were (two words each). At CoverageAt: for each edge of a branch how often it was taken, at most 255;
     behind them for each block, and each range of equal entries of constant tables, whether a run came there. One byte
     each. */
};
