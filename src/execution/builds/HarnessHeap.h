/* Part of Harness.c. The heap of a plain build is that of the C library; it is only written down which blocks there are
   and how long, and what nobody wrote gets a filling that can be recognised. In an instrumented program the runtime's
   own heap takes this place (runtime/Heap.c). */

void *__libc_malloc(size_t Size);
void *__libc_calloc(size_t Count, size_t Size);
void *__libc_realloc(void *Block, size_t Size);
void *__libc_memalign(size_t Alignment, size_t Size);
void __libc_free(void *Block);

/* Of the runtime. */
__attribute__((weak)) int vernier_find_heap(uint64_t Address, uint64_t *Base, uint64_t *Size);

struct HeapBlock {
  uint64_t Address, Size; /* Address 0: nothing was ever here; 1: it was given back */
};

static struct HeapBlock *Blocks;
static uint64_t BlockCapacity, BlockCount; /* a power of two; used entries, given back ones included */
static int BlocksLocked;

static void lockBlocks(void) {
  while (__atomic_exchange_n(&BlocksLocked, 1, __ATOMIC_ACQUIRE))
    ;
}

static void unlockBlocks(void) {
  __atomic_store_n(&BlocksLocked, 0, __ATOMIC_RELEASE);
}

static int wantsBlocks(void) {
  return Exchange && Exchange->PlaceTable;
}

static struct HeapBlock *entryFor(struct HeapBlock *Table, uint64_t Capacity, uint64_t Address) {
  uint64_t At = (Address >> 4) * 0x9e3779b97f4a7c15ull >> 20;
  for (;; ++At) {
    struct HeapBlock *Entry = &Table[At & (Capacity - 1)];
    if (Entry->Address == Address || !Entry->Address)
      return Entry;
  }
}

static int growBlocks(void) {
  uint64_t Larger = BlockCapacity ? 2 * BlockCapacity : 4096;
  long Room = syscall(SYS_mmap, NULL, Larger * sizeof(struct HeapBlock), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
  if (Room == -1)
    return 0;
  struct HeapBlock *Table = (struct HeapBlock *)Room;
  BlockCount = 0;
  for (uint64_t I = 0; I != BlockCapacity; ++I)
    if (Blocks[I].Address > 1) {
      *entryFor(Table, Larger, Blocks[I].Address) = Blocks[I];
      ++BlockCount;
    }
  if (Blocks)
    syscall(SYS_munmap, Blocks, BlockCapacity * sizeof(struct HeapBlock));
  Blocks = Table;
  BlockCapacity = Larger;
  return 1;
}

static void noteBlock(void *Block, uint64_t Size) {
  lockBlocks();
  if (4 * BlockCount < 3 * BlockCapacity || growBlocks()) {
    struct HeapBlock *Entry = entryFor(Blocks, BlockCapacity, (uint64_t)Block);
    BlockCount += !Entry->Address;
    *Entry = (struct HeapBlock){(uint64_t)Block, Size};
  }
  unlockBlocks();
}

/* Its size, and it is no block any more; UINT64_MAX: it is none. */
static uint64_t forgetBlock(void *Block) {
  uint64_t Size = UINT64_MAX;
  lockBlocks();
  if (BlockCapacity) {
    struct HeapBlock *Entry = entryFor(Blocks, BlockCapacity, (uint64_t)Block);
    if (Entry->Address) {
      Size = Entry->Size;
      Entry->Address = 1;
    }
  }
  unlockBlocks();
  return Size;
}

static void fillBlock(char *Block, uint64_t From, uint64_t To) {
  volatile char *Bytes = Block;
  for (uint64_t I = From; I < To; ++I)
    Bytes[I] = (char)vernierHeapFilling((uint64_t)Block + I, (uint8_t)Exchange->Filling);
}

static void *newBlock(void *Block, uint64_t Size, int Zero) {
  if (!Block || !wantsBlocks())
    return Block;
  if (!Zero)
    fillBlock(Block, 0, Size);
  noteBlock(Block, Size);
  return Block;
}

__attribute__((weak)) void *malloc(size_t Size) {
  return newBlock(__libc_malloc(Size), Size, 0);
}

__attribute__((weak)) void *calloc(size_t Count, size_t Size) {
  return newBlock(__libc_calloc(Count, Size), Count * Size, 1);
}

/* Of Harness.c: objects of the input. Libraries (operator delete) give them back here. */
static struct VernierObject *objectAt(const void *Block);
static void giveBack(struct VernierObject *Object);

__attribute__((weak)) void free(void *Block) {
  struct VernierObject *Object = objectAt(Block);
  if (Object) {
    giveBack(Object);
    return;
  }
  if (Block && wantsBlocks())
    forgetBlock(Block);
  __libc_free(Block);
}

__attribute__((weak)) void *realloc(void *Block, size_t Size) {
  uint64_t Before = 0;
  if (Block && wantsBlocks())
    Before = forgetBlock(Block);
  void *Moved = __libc_realloc(Block, Size);
  if (!wantsBlocks())
    return Moved;
  if (!Moved) {
    if (Block && Size && Before != UINT64_MAX)
      noteBlock(Block, Before); /* it stays where it was */
    return Moved;
  }
  fillBlock(Moved, Before, Size);
  noteBlock(Moved, Size);
  return Moved;
}

__attribute__((weak)) void *reallocarray(void *Block, size_t Count, size_t Size) {
  uint64_t Total;
  if (__builtin_mul_overflow(Count, Size, &Total))
    return __libc_malloc(SIZE_MAX); /* fails, with its error number */
  return realloc(Block, Total);
}

__attribute__((weak)) void *memalign(size_t Alignment, size_t Size) {
  return newBlock(__libc_memalign(Alignment, Size), Size, 0);
}

__attribute__((weak)) void *aligned_alloc(size_t Alignment, size_t Size) {
  return newBlock(__libc_memalign(Alignment, Size), Size, 0);
}

__attribute__((weak)) void *valloc(size_t Size) {
  return newBlock(__libc_memalign(4096, Size), Size, 0);
}

__attribute__((weak)) int posix_memalign(void **Into, size_t Alignment, size_t Size) {
  if (Alignment < sizeof(void *) || (Alignment & (Alignment - 1)))
    return 22; /* EINVAL */
  void *Block = newBlock(__libc_memalign(Alignment, Size), Size, 0);
  if (!Block)
    return 12; /* ENOMEM */
  *Into = Block;
  return 0;
}

/* The block of the heap that the address lies in, or ends. */
static int heapBlockAt(uint64_t Address, uint64_t *Base, uint64_t *Size) {
  if (vernier_find_heap)
    return vernier_find_heap(Address, Base, Size);
  for (uint64_t I = 0; I != BlockCapacity; ++I)
    if (Blocks[I].Address > 1 && Address - Blocks[I].Address <= Blocks[I].Size) {
      *Base = Blocks[I].Address;
      *Size = Blocks[I].Size;
      return 1;
    }
  return 0;
}
