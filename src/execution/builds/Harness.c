/* Linked into every executable that Vernier makes of a function. It must not disturb what is tested: no output, no
   allocation, no descriptor left open, and as little of the C library as possible, for the program may have its own. */

#include "execution/runs/Exchange.h"

#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Made for each entry (HarnessModule.cpp). Weak: a whole program has none. */
__attribute__((weak)) void vernier_call(char *Slots, char *Result);
__attribute__((weak)) void vernier_locate(void **Places);

/* Of the runtime of an instrumented program (runtime/Runtime.h), which a plain one has not. */
__attribute__((weak)) void vernier_object(const void *Address, uint64_t Size);
__attribute__((weak)) void vernier_give_leaf(const struct VernierMark *Mark, void *Address);
__attribute__((weak)) void vernier_returned(uint32_t Bits, const void *Result);
__attribute__((weak)) void vernier_observe(uint32_t Index, const void *Address, uint64_t Size);
__attribute__((weak)) void vernier_observe_size(uint32_t Index, const void *Block, uint64_t Size);
__attribute__((weak)) void vernier_freed(const void *Object);
__attribute__((weak)) void vernier_observe_freed(uint32_t Index, const void *Object);
__attribute__((weak)) uint8_t vernier_heap_filling(void);

/* Of the C library; not those of stdio.h, which may be macros. */
int fflush(void *Stream);
void _Exit(int) __attribute__((noreturn));
int *__errno_location(void);

static struct VernierExchange *Exchange;

static void *at(uint64_t Offset) {
  return (char *)Exchange + Offset;
}

static void copy(void *Into, const void *From, uint64_t Size) {
  volatile char *Target = Into;
  const char *Source = From;
  for (uint64_t I = 0; I != Size; ++I)
    Target[I] = Source[I];
}

static uint8_t currentFilling(void) {
  return vernier_heap_filling ? vernier_heap_filling() : (uint8_t)Exchange->Filling;
}

#include "execution/builds/HarnessHeap.h"

#include "execution/builds/HarnessBlocks.h"

__attribute__((constructor(101))) static void vernier_map(void) {
  struct VernierExchange Header;
  if (syscall(SYS_pread64, VernierExchangeDescriptor, &Header, sizeof Header, 0L) != (long)sizeof Header)
    return;
  long Place = syscall(SYS_mmap, NULL, Header.Total, PROT_READ | PROT_WRITE, MAP_SHARED, VernierExchangeDescriptor, 0L);
  syscall(SYS_close, VernierExchangeDescriptor);
  if (Place == -1)
    return;
  Exchange = (struct VernierExchange *)Place;
  Exchange->Process = (uint32_t)syscall(SYS_getpid);
  Exchange->State = VernierMapped;
}

/* Objects end where a page begins that cannot be touched, as near as their alignment allows. */
static int makeObjects(struct VernierObject *Objects) {
  const uint64_t Page = 4096;
  uint64_t Total = Page;
  for (uint32_t I = 0; I != Exchange->Objects; ++I)
    if (Objects[I].Alignment)
      Total += (Objects[I].Size + Objects[I].Alignment + 2 * Page - 1) / Page * Page;
  long Place = syscall(SYS_mmap, NULL, Total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
  if (Place == -1)
    return 0;
  uint64_t Next = (uint64_t)Place + Page;
  for (uint32_t I = 0; I != Exchange->Objects; ++I) {
    if (!Objects[I].Alignment)
      continue;
    uint64_t Room = (Objects[I].Size + Objects[I].Alignment + Page - 1) / Page * Page;
    if (syscall(SYS_mprotect, Next, Room, PROT_READ | PROT_WRITE) == -1)
      return 0;
    Objects[I].Address = (Next + Room - Objects[I].Size) / Objects[I].Alignment * Objects[I].Alignment;
    copy((void *)Objects[I].Address, at(Objects[I].Data), Objects[I].Size);
    Next += Room + Page;
  }
  return 1;
}

static uint64_t addressOf(const struct VernierObject *Objects, uint32_t Target) {
  return Target == VERNIER_NULL ? 0 : Objects[Target].Address;
}

static void setPointers(const struct VernierObject *Objects) {
  const struct VernierPointer *Pointers = at(Exchange->PointerTable);
  for (uint32_t I = 0; I != Exchange->Pointers; ++I) {
    uint64_t Value = addressOf(Objects, Pointers[I].Target);
    Value += Value ? Pointers[I].Addend : 0;
    copy((char *)Objects[Pointers[I].Object].Address + Pointers[I].Offset, &Value, sizeof Value);
  }
  const uint32_t *Targets = at(Exchange->TargetTable);
  for (uint32_t I = 0; I != Exchange->Arguments; ++I)
    if (Targets[I] != VERNIER_NO_TARGET) {
      uint64_t Value = addressOf(Objects, Targets[I]);
      copy((char *)at(Exchange->Slots) + (uint64_t)I * VernierSlotSize, &Value, sizeof Value);
    }
}

static void setGlobals(struct VernierGlobal *Globals) {
  void *Places[Exchange->Globals + Exchange->Places + 1];
  vernier_locate(Places);
  struct VernierPlace *Others = at(Exchange->PlaceTable);
  for (uint32_t I = 0; I != Exchange->Places; ++I)
    Others[I].Address = (uint64_t)Places[Exchange->Globals + I];
  for (uint32_t I = 0; I != Exchange->Globals; ++I) {
    Globals[I].Address = (uint64_t)Places[I];
    if (Globals[I].Start)
      copy(Places[I], at(Globals[I].Start), Globals[I].Size);
    copy(at(Globals[I].Before), Places[I], Globals[I].Size);
  }
}

static void *placeOf(const struct VernierMark *Mark, struct VernierObject *Objects, struct VernierGlobal *Globals) {
  if (Mark->Place == 0)
    return (char *)at(Exchange->Slots) + (uint64_t)Mark->Index * VernierSlotSize + Mark->Offset;
  return (char *)(Mark->Place == 1 ? Objects[Mark->Index].Address : Globals[Mark->Index].Address) + Mark->Offset;
}

/* Of a run that is traced: what is input. */
static void markInputs(struct VernierObject *Objects, struct VernierGlobal *Globals) {
  if (!vernier_give_leaf)
    return;
  for (uint32_t I = 0; I != Exchange->Objects; ++I)
    if (Objects[I].Alignment)
      vernier_object((const void *)Objects[I].Address, Objects[I].Size);
  const struct VernierMark *Marks = at(Exchange->MarkTable);
  for (uint32_t I = 0; I != Exchange->Marks; ++I)
    vernier_give_leaf(&Marks[I], placeOf(&Marks[I], Objects, Globals));
}

/* What the operating system would do with signals. */
static void keepHandlers(uint64_t *Into) {
  for (long Signal = 1; Signal != VernierSignals; ++Signal) {
    uint64_t Action[19] = {0};
    if (syscall(SYS_rt_sigaction, Signal, NULL, Action, 8L) == 0)
      Into[Signal] = Action[0];
  }
}

/* Without what operations have left in it: how the next ones work. */
static uint32_t roundingNow(void) {
  return __builtin_ia32_stmxcsr() & ~0x3fu;
}

/* What a caller could ask for beyond memory. */
static void beginWatching(void) {
  keepHandlers(at(Exchange->HandlersBefore));
  Exchange->RoundingBefore = roundingNow();
  *__errno_location() = 0;
}

static void keepState(void) {
  Exchange->ErrorNumber = *__errno_location();
  Exchange->RoundingAfter = roundingNow();
  keepHandlers(at(Exchange->HandlersAfter));
}

/* Of a run that is traced: what is output. Objects come first, then globals, the result, the error number, and what
   else can be reached. */
static void observeResults(const struct VernierObject *Objects, const struct VernierGlobal *Globals) {
  if (!vernier_returned)
    return;
  vernier_returned(Exchange->ResultBits, at(Exchange->Result));
  uint32_t Index = 0;
  for (uint32_t I = 0; I != Exchange->Objects; ++I, ++Index)
    if (Objects[I].Alignment && Objects[I].Freed)
      vernier_observe_freed(Index, (const void *)Objects[I].Address);
    else if (Objects[I].Alignment)
      vernier_observe(Index, (const void *)Objects[I].Address, Objects[I].Size);
  for (uint32_t I = 0; I != Exchange->Globals; ++I, ++Index)
    vernier_observe(Index, (const void *)Globals[I].Address, Globals[I].Size);
  if (Exchange->ResultSize)
    vernier_observe(Index, at(Exchange->Result), Exchange->ResultSize);
  vernier_observe(++Index, __errno_location(), sizeof(int));
  const struct VernierBlock *Known = at(Exchange->BlockTable);
  for (uint32_t I = 0; I != Exchange->BlocksUsed; ++I) {
    vernier_observe(++Index, (const void *)Known[I].Address, Known[I].Size);
    if (!Known[I].Place)
      vernier_observe_size(Index, (const void *)Known[I].Address, Known[I].Size);
  }
}

static void keepResults(struct VernierObject *Objects, struct VernierGlobal *Globals) {
  for (uint32_t I = 0; I != Exchange->Objects; ++I)
    if (Objects[I].Alignment && !Objects[I].Freed)
      copy(at(Objects[I].Data), (const void *)Objects[I].Address, Objects[I].Size);
  for (uint32_t I = 0; I != Exchange->Globals; ++I)
    copy(at(Globals[I].After), (const void *)Globals[I].Address, Globals[I].Size);
}

/* The body of the executable's main. */
int vernier_run(void) {
  if (!Exchange)
    return 125;
  struct VernierObject *Objects = at(Exchange->ObjectTable);
  struct VernierGlobal *Globals = at(Exchange->GlobalTable);
  if (!makeObjects(Objects))
    return 125;
  setPointers(Objects);
  setGlobals(Globals);
  /* In an instrumented program this is not the process that mapped the memory. */
  Exchange->Process = (uint32_t)syscall(SYS_getpid);
  markInputs(Objects, Globals);
  beginWatching();
  Exchange->StackHigh = (uint64_t)__builtin_frame_address(0);
  Exchange->StackLow = Exchange->StackHigh - (8u << 20);
  Exchange->State = VernierCalled;
  vernier_call(at(Exchange->Slots), at(Exchange->Result));
  if ((uint32_t)syscall(SYS_getpid) != Exchange->Process)
    return 0; /* a child that the entry forked: its return is not the run's */
  keepState();
  findBlocks(Objects, Globals);
  observeResults(Objects, Globals);
  keepResults(Objects, Globals);
  Exchange->State = VernierReturned;
  return 0;
}

/* A function was called that nobody defines. */
void vernier_called(const char *Name, const char *Kinds, const void *Values, uint32_t Count) {
  if (!Exchange)
    return;
  struct VernierCall Head = {0, Count};
  while (Name[Head.NameSize])
    ++Head.NameSize;
  uint64_t Size = sizeof Head + Head.NameSize + 17 * (uint64_t)Count;
  if (Exchange->CallsUsed + Size > Exchange->CallsSize) {
    ++Exchange->CallsLost;
    return;
  }
  char *Into = at(Exchange->Calls + Exchange->CallsUsed);
  copy(Into, &Head, sizeof Head);
  copy(Into + sizeof Head, Name, Head.NameSize);
  copy(Into + sizeof Head + Head.NameSize, Kinds, Count);
  copy(Into + sizeof Head + Head.NameSize + Count, Values, 16 * (uint64_t)Count);
  Exchange->CallsUsed += Size;
}

/* A function was called that nobody defines, and that is declared not to return: the run ends here, with status 0. */
__attribute__((noreturn)) void vernier_stop(void) {
  fflush(NULL);
  _Exit(0);
}

/* Objects of the input can be given back like any other memory (the linker sends free and realloc here); whoever
   touches them afterwards traps. */
void __real_free(void *Block);
void *__real_realloc(void *Block, size_t Size);

static struct VernierObject *objectAt(const void *Block) {
  if (!Exchange || Exchange->State != VernierCalled || !Block)
    return NULL;
  struct VernierObject *Objects = at(Exchange->ObjectTable);
  for (uint32_t I = 0; I != Exchange->Objects; ++I)
    if (Objects[I].Address == (uint64_t)Block && !Objects[I].Freed)
      return &Objects[I];
  return NULL;
}

static void giveBack(struct VernierObject *Object) {
  if (vernier_freed)
    vernier_freed((const void *)Object->Address);
  Object->Freed = 1;
  uint64_t First = Object->Address / 4096 * 4096;
  syscall(SYS_mprotect, First, Object->Address + Object->Size - First, PROT_NONE);
}

/* The heap of an instrumented program asks here about what is not its own. */
void vernier_give_back(void *Block) {
  struct VernierObject *Object = objectAt(Block);
  if (Object)
    giveBack(Object);
}

void __wrap_free(void *Block) {
  struct VernierObject *Object = objectAt(Block);
  if (Object)
    giveBack(Object);
  else
    __real_free(Block);
}

void *__wrap_realloc(void *Block, size_t Size) {
  struct VernierObject *Object = objectAt(Block);
  if (!Object)
    return __real_realloc(Block, Size);
  void *Moved = Size ? malloc(Size) : NULL;
  if (Moved)
    copy(Moved, Block, Size < Object->Size ? Size : Object->Size);
  if (Moved || !Size)
    giveBack(Object);
  return Moved;
}
