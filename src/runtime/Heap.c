/* The heap of an instrumented program, for its libraries too: blocks lie at the same places in every run, their bounds
   are known, and a block that was given back is not soon used again. A block is preceded by its header. */

#include "abi/Heap.h"
#include "runtime/Memory.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum { Grain = 16, Classes = 48, MagicUsed = 0x55534544, MagicFree = 0x46524545 };
static const uint64_t Arena = 1ull << 32; /* bytes reserved; the limit on memory is the operating system's */
static const uint64_t Fresh = 64 << 20;   /* as long as less than this was used, nothing is used again */

struct Header {
  uint64_t Size;
  void *NextFree; /* of a block that was given back */
  uint32_t Magic, Class;
  Node SizeNode; /* of the size that was asked for, if it depends on the input */
  uint32_t Padding;
};

static char *Begin, *Next, *End;
/* One bit for each grain: a block starts there. */
static uint64_t *Starts;
static void *Free[Classes];
static int Locked;

static int reserve(void) {
  char *Place =
      mmap((void *)0x100000000000, Arena, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  void *Bits =
      mmap(NULL, Arena / Grain / 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Place == MAP_FAILED || Bits == MAP_FAILED)
    return 0;
  Begin = Next = Place;
  End = Place + Arena;
  Starts = Bits;
  return 1;
}

void vernier_limit_heap(uint64_t Bytes) {
  if ((Begin || reserve()) && Bytes < (uint64_t)(End - Next))
    End = Next + Bytes;
}

static void lock(void) {
  while (__atomic_exchange_n(&Locked, 1, __ATOMIC_ACQUIRE))
    ;
}

static void unlock(void) {
  __atomic_store_n(&Locked, 0, __ATOMIC_RELEASE);
}

void free(void *Block);

static struct Header *headerOf(const void *Block) {
  return (struct Header *)Block - 1;
}

/* Sizes are rounded to powers of two of grains; one grain more keeps the end of a block away from the next. */
static uint32_t classOf(uint64_t Size) {
  uint64_t Grains = Size / Grain + 1;
  return 64 - (uint32_t)__builtin_clzll(Grains);
}

static uint64_t roomOf(uint32_t Class, uint64_t Size) {
  return Class > 12 ? (Size / Grain + 1) * Grain : (uint64_t)Grain << Class;
}

static int ours(const void *Block) {
  return (const char *)Block > Begin && (const char *)Block < Next;
}

static void *take(uint64_t Size, uint64_t Alignment, int *Used) {
  if (!Begin && !reserve())
    return NULL;
  uint32_t Class = classOf(Size);
  if (Class >= Classes)
    return NULL;
  void *Block = NULL;
  if (Alignment == Grain && Class <= 12 && Free[Class] && Next - Begin > (int64_t)Fresh) {
    Block = Free[Class];
    Free[Class] = headerOf(Block)->NextFree;
    *Used = 1;
  } else {
    uint64_t Start = ((uint64_t)Next + sizeof(struct Header) + Alignment - 1) / Alignment * Alignment;
    uint64_t Room = roomOf(Class, Size);
    if (Room > (uint64_t)End - Start || Start > (uint64_t)End)
      return NULL;
    Block = (void *)Start;
    Next = (char *)Start + Room;
    uint64_t Index = (Start - (uint64_t)Begin) / Grain;
    Starts[Index / 64] |= 1ull << Index % 64;
  }
  *headerOf(Block) = (struct Header){Size, NULL, MagicUsed, Class, 0, 0};
  return Block;
}

/* Memory that was never used is zero, unless the program wrote behind its blocks: calloc does not rely on it. */
static void fill(char *Block, uint64_t Size, int Used, int Zero) {
  uint8_t Filling = Zero ? 0 : vernier_heap_filling();
  if (!Filling && (Used || Zero))
    memset(Block, 0, Size);
  for (uint64_t I = 0; Filling && I != Size; ++I)
    Block[I] = (char)vernierHeapFilling((uint64_t)Block + I, Filling);
}

uint8_t vernier_heap_filling(void) {
  return (uint8_t)vernier_filling[0];
}

static void *allocate(uint64_t Size, uint64_t Alignment, int Zero) {
  int Used = 0;
  lock();
  void *Block = take(Size, Alignment < Grain ? Grain : Alignment, &Used);
  unlock();
  if (!Block) {
    errno = ENOMEM;
    return NULL;
  }
  vernier_forget_objects();
  vernier_clear(Block, Size);
  fill(Block, Size, Used, Zero);
  return Block;
}

/* The block that begins last before the address, used or not. */
static struct Header *headerBefore(uint64_t Address) {
  if (!Begin || Address < (uint64_t)Begin || Address >= (uint64_t)Next)
    return NULL;
  uint64_t Index = (Address - (uint64_t)Begin) / Grain, Word = Index / 64;
  uint64_t Bits = Starts[Word] & (~0ull >> (63 - Index % 64));
  while (!Bits) {
    if (!Word)
      return NULL;
    Bits = Starts[--Word];
  }
  return headerOf((void *)((uint64_t)Begin + (Word * 64 + 63 - (uint64_t)__builtin_clzll(Bits)) * Grain));
}

static int findBlock(uint64_t Address, uint32_t Magic, uint64_t *Base, uint64_t *Size) {
  struct Header *Head = headerBefore(Address);
  if (!Head || Head->Magic != Magic || Address - (uint64_t)(Head + 1) > Head->Size)
    return 0;
  *Base = (uint64_t)(Head + 1);
  *Size = Head->Size;
  return 1;
}

int vernier_find_heap(uint64_t Address, uint64_t *Base, uint64_t *Size) {
  return findBlock(Address, MagicUsed, Base, Size);
}

int vernier_find_lost(uint64_t Address, uint64_t *Base, uint64_t *Size) {
  if (findBlock(Address, MagicFree, Base, Size))
    return 1;
  struct Header *Head = headerBefore(Address);
  if (!Head || findBlock(Address, MagicUsed, Base, Size))
    return 0;
  *Base = (uint64_t)(Head + 1);
  *Size = Head->Size;
  return 2;
}

/* A size that depends on the input is taken as it is. Whether there is so much memory depends on it, too. */
static void pinSize(const void *Function, unsigned Argument, uint64_t Size, Node *Sizes) {
  Node Subject = vernier_argument_of(Function, Argument);
  vernier_pin(0, 64, Subject, Size, VernierPinSize, vernier_control);
  if (vernier_is_symbolic(Subject))
    *Sizes = vernier_both(0, *Sizes, Subject);
}

/* The size of the block is this node. */
static void keepSize(void *Block, Node Size) {
  if (Block && vernier_is_symbolic(Size))
    headerOf(Block)->SizeNode = Size;
}

static Node product(const void *Function, unsigned First, uint64_t A, uint64_t B) {
  Node X = vernier_argument_of(Function, First), Y = vernier_argument_of(Function, First + 1);
  if (!vernier_is_symbolic(X) && !vernier_is_symbolic(Y))
    return 0;
  X = vernier_is_symbolic(X) ? X : vernier_constant(64, A);
  Y = vernier_is_symbolic(Y) ? Y : vernier_constant(64, B);
  return vernier_node(0, VernierMul, 64, X, Y, 0, vernier_control, A * B);
}

/* Of the harness: how long a block is that can be reached at the end. */
void vernier_observe_size(uint32_t Index, const void *Block, uint64_t Size) {
  static uint64_t Shown;
  Shown = Size;
  vernier_clear(&Shown, sizeof Shown);
  Node Asked = headerOf(Block)->SizeNode;
  if (Asked)
    vernier_set(&Shown, sizeof Shown, vernier_node(0, VernierStore, 64, Asked, 0, 0, 0, (uint64_t)&Shown));
  vernier_observe(VernierObservedSize + Index, &Shown, sizeof Shown);
}

/* Of the harness: an object of the input is given back. That it is gone depends on what leads here. */
void vernier_freed(const void *Object) {
  Node Gone = vernier_node(0, VernierRead, 8, 0, vernier_argument_of((const void *)free, 0), 0, vernier_control, 0);
  vernier_set(Object, 1, vernier_node(0, VernierStore, 8, Gone, 0, 0, vernier_control, (uint64_t)Object));
}

/* Of the harness: an object of the input was given back. */
void vernier_observe_freed(uint32_t Index, const void *Object) {
  static uint8_t Shown;
  Node Given = vernier_shadow(Object);
  Node Gone = Given ? vernier_get(Given)->A : 0;
  vernier_set(&Shown, 1, Given ? vernier_node(0, VernierStore, 8, Gone, 0, 0, 0, (uint64_t)&Shown) : 0);
  vernier_observe(VernierObservedSize + Index, &Shown, 1);
}

static void *given(const void *Function, void *Block, Node Sizes) {
  vernier_results[0] = Sizes ? vernier_node(0, VernierRead, 64, 0, Sizes, 0, vernier_control, (uint64_t)Block) : 0;
  vernier_result_tag = Function;
  return Block;
}

__attribute__((weak)) void *malloc(size_t Size) {
  const void *Self = (const void *)malloc;
  Node Sizes = 0;
  pinSize(Self, 0, Size, &Sizes);
  void *Block = allocate(Size, Grain, 0);
  keepSize(Block, vernier_argument_of(Self, 0));
  return given(Self, Block, Sizes);
}

__attribute__((weak)) void *calloc(size_t Count, size_t Size) {
  const void *Self = (const void *)calloc;
  Node Sizes = 0;
  pinSize(Self, 0, Count, &Sizes);
  pinSize(Self, 1, Size, &Sizes);
  uint64_t Total;
  if (__builtin_mul_overflow(Count, Size, &Total)) {
    errno = ENOMEM;
    return given(Self, NULL, Sizes);
  }
  Node Asked = product(Self, 0, Count, Size);
  void *Block = allocate(Total, Grain, 1);
  keepSize(Block, Asked);
  return given(Self, Block, Sizes);
}

/* Of the harness: an object of the input is given back. */
__attribute__((weak)) void vernier_give_back(void *Block);

/* What nobody allocated cannot be given back. Without a trace the machine says so. */
static void refuse(void *Block, int Freed) {
  uint64_t Base = (uint64_t)Block, Size = 0;
  if (vernier_arena) {
    int Region = Freed ? VernierHeapRegion : vernier_find_object(Block, &Base, &Size);
    if (Freed)
      vernier_find_lost((uint64_t)Block, &Base, &Size);
    vernier_finding(Freed ? VernierTrapFreedTwice : VernierTrapInvalidFree, vernier_call_site, (uint64_t)Block, Base,
                    Size)
        ->Region = (uint8_t)Region;
    vernier_end_run();
  }
  static const char Message[] = "free(): invalid pointer\n";
  extern long syscall(long, ...);
  syscall(1, 2L, Message, sizeof Message - 1);
  __builtin_trap();
}

static int startsBlock(const void *Block) {
  struct Header *Head = headerBefore((uint64_t)Block);
  return Head && (const void *)(Head + 1) == Block;
}

/* Objects of the harness may be given back; variables may not. */
static int isVariable(const void *Block) {
  uint64_t Base, Size;
  int Region = vernier_find_object(Block, &Base, &Size);
  return Region == VernierGlobalRegion || Region == VernierLocalRegion;
}

__attribute__((weak)) void free(void *Block);

/* Another pointer could not be given back. */
static void pointerMatters(void *Block) {
  Node Pointer = vernier_argument_of((const void *)free, 0);
  if (!Pointer)
    return;
  Node Same = vernier_node(vernier_call_site, VernierEq, 1, Pointer, vernier_constant(64, (uint64_t)Block), 0,
                           vernier_control, 1);
  Node Trap = vernier_node(vernier_call_site, VernierTrap, 1, Same, 0, VernierTrapInvalidFree, vernier_control, 1);
  vernier_decide(Trap);
  vernier_leaves(Trap);
}

__attribute__((weak)) void free(void *Block) {
  pointerMatters(Block);
  if (Block && !ours(Block) && vernier_arena && isVariable(Block))
    refuse(Block, 0);
  if (Block && !ours(Block) && vernier_give_back)
    vernier_give_back(Block);
  if (!Block || !ours(Block))
    return;
  if (!startsBlock(Block))
    refuse(Block, 0);
  struct Header *Head = headerOf(Block);
  if (Head->Magic != MagicUsed)
    refuse(Block, Head->Magic == MagicFree);
  vernier_clear(Block, Head->Size);
  /* Whoever reads it from now on reads something else than in a run with zeros, where it stays as it was. */
  if (vernier_filling[0])
    vernier_fill_bytes(Block, Head->Size, Head->Class);
  vernier_forget_objects();
  lock();
  Head->Magic = MagicFree;
  if (Head->Class <= 12) {
    Head->NextFree = Free[Head->Class];
    Free[Head->Class] = Block;
  }
  unlock();
}

static void *moved(void *Block, uint64_t Size, Node Dependence) {
  if (!Block)
    return allocate(Size, Grain, 0);
  if (!Size) {
    free(Block);
    return NULL;
  }
  uint64_t Base, Old = 0;
  if (ours(Block) && (!startsBlock(Block) || headerOf(Block)->Magic != MagicUsed))
    refuse(Block, startsBlock(Block));
  if (ours(Block))
    Old = headerOf(Block)->Size;
  else
    vernier_find_object(Block, &Base, &Old);
  void *Moved = allocate(Size, Grain, 0);
  if (!Moved)
    return NULL;
  uint64_t Kept = Old < Size ? Old : Size;
  memcpy(Moved, Block, Kept);
  vernier_copy_shadow(0, Moved, Block, Kept, Dependence, vernier_control);
  free(Block);
  return Moved;
}

__attribute__((weak)) void *realloc(void *Block, size_t Size) {
  const void *Self = (const void *)realloc;
  Node Sizes = 0, Dependence = vernier_both(0, vernier_argument_of(Self, 0), vernier_argument_of(Self, 1));
  pinSize(Self, 1, Size, &Sizes);
  Node Asked = vernier_argument_of(Self, 1);
  void *Moved = moved(Block, Size, Dependence);
  keepSize(Moved, Asked);
  return given(Self, Moved, Sizes);
}

__attribute__((weak)) void *reallocarray(void *Block, size_t Count, size_t Size) {
  const void *Self = (const void *)reallocarray;
  Node Sizes = 0, Dependence = vernier_argument_of(Self, 0);
  pinSize(Self, 1, Count, &Sizes);
  pinSize(Self, 2, Size, &Sizes);
  for (unsigned I = 1; I <= 2; ++I)
    Dependence = vernier_both(0, Dependence, vernier_argument_of(Self, I));
  uint64_t Total;
  if (__builtin_mul_overflow(Count, Size, &Total)) {
    errno = ENOMEM;
    return given(Self, NULL, Sizes);
  }
  Node Asked = product(Self, 1, Count, Size);
  void *Moved = moved(Block, Total, Dependence);
  keepSize(Moved, Asked);
  return given(Self, Moved, Sizes);
}

static void *aligned(const void *Self, uint64_t Alignment, uint64_t Size) {
  Node Sizes = 0;
  pinSize(Self, 0, Alignment, &Sizes);
  pinSize(Self, 1, Size, &Sizes);
  void *Block = allocate(Size, Alignment, 0);
  keepSize(Block, vernier_argument_of(Self, 1));
  return given(Self, Block, Sizes);
}

__attribute__((weak)) void *memalign(size_t Alignment, size_t Size) {
  return aligned((const void *)memalign, Alignment, Size);
}

__attribute__((weak)) void *aligned_alloc(size_t Alignment, size_t Size) {
  return aligned((const void *)aligned_alloc, Alignment, Size);
}

__attribute__((weak)) void *valloc(size_t Size) {
  const void *Self = (const void *)valloc;
  Node Sizes = 0;
  pinSize(Self, 0, Size, &Sizes);
  void *Block = allocate(Size, 4096, 0);
  keepSize(Block, vernier_argument_of(Self, 0));
  return given(Self, Block, Sizes);
}

__attribute__((weak)) int posix_memalign(void **Into, size_t Alignment, size_t Size) {
  const void *Self = (const void *)posix_memalign;
  Node Sizes = 0;
  pinSize(Self, 1, Alignment, &Sizes);
  pinSize(Self, 2, Size, &Sizes);
  void *Block = allocate(Size, Alignment, 0);
  keepSize(Block, vernier_argument_of(Self, 2));
  vernier_results[0] = 0;
  if (Sizes)
    vernier_results[0] = vernier_node(0, VernierRead, 32, 0, Sizes, 0, vernier_control, Block ? 0 : ENOMEM);
  vernier_result_tag = Self;
  if (!Block)
    return ENOMEM;
  *Into = Block;
  vernier_clear(Into, sizeof *Into);
  return 0;
}

__attribute__((weak)) size_t malloc_usable_size(void *Block) {
  return Block && ours(Block) ? headerOf(Block)->Size : 0;
}
