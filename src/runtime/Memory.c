/* Shadow memory: for each byte the node that defined it. Pages of it exist where something has a definition; a word of
   the directory tells most loads and stores that there is nothing to do. An entry with the highest bit is a concrete
   definition that was made when that many nodes existed: potential definitions before it do not matter. */

#include "runtime/Memory.h"

#include <string.h>
#include <sys/mman.h>

struct VernierShadowPage *vernier_directory[VernierDirectorySize];

enum { PoolPages = 64, MostPages = 1 << 16 };
static struct VernierShadowPage *Pool;
static uint32_t PoolLeft, PagesMade;

#define FAST __attribute__((always_inline))
#define SLOW __attribute__((noinline))

static struct VernierShadowPage *findPage(uint64_t Number) {
  struct VernierShadowPage *Page = vernier_directory[Number % VernierDirectorySize];
  while (Page && Page->Number != Number)
    Page = Page->Next;
  return Page;
}

static struct VernierShadowPage *makePage(uint64_t Number) {
  struct VernierShadowPage *Page = findPage(Number);
  if (Page)
    return Page;
  if (!PoolLeft) {
    if (PagesMade >= MostPages) {
      vernier_freeze(0, VernierShadowFull);
      return NULL;
    }
    void *Fresh = mmap(NULL, PoolPages * sizeof *Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (Fresh == MAP_FAILED) {
      vernier_freeze(0, VernierShadowFull);
      return NULL;
    }
    Pool = Fresh;
    PoolLeft = PoolPages;
  }
  Page = Pool++;
  --PoolLeft;
  ++PagesMade;
  Page->Number = Number;
  Page->Next = vernier_directory[Number % VernierDirectorySize];
  vernier_directory[Number % VernierDirectorySize] = Page;
  return Page;
}

static uint32_t entryAt(uint64_t Address) {
  struct VernierShadowPage *Page = findPage(Address / VernierPageSize);
  return Page ? Page->Entries[Address % VernierPageSize] : 0;
}

static Node definitionOf(uint32_t Entry) {
  return Entry & VERNIER_STAMP ? 0 : Entry;
}

Node vernier_shadow(const void *Address) {
  return definitionOf(entryAt((uint64_t)Address));
}

/* Whether any byte of the range lies in a page with shadow. */
static int hasPages(uint64_t Address, uint64_t Size) {
  for (uint64_t Page = Address / VernierPageSize; Page <= (Address + Size - 1) / VernierPageSize; ++Page)
    if (vernier_directory[Page % VernierDirectorySize])
      return 1;
  return 0;
}

static SLOW void setEntries(uint64_t Address, uint64_t Size, uint32_t Entry) {
  while (Size) {
    uint64_t Here = VernierPageSize - Address % VernierPageSize;
    if (Here > Size)
      Here = Size;
    struct VernierShadowPage *Page = Entry ? makePage(Address / VernierPageSize) : findPage(Address / VernierPageSize);
    if (Page)
      for (uint64_t I = 0; I != Here; ++I)
        Page->Entries[Address % VernierPageSize + I] = Entry;
    Address += Here;
    Size -= Here;
  }
}

void vernier_set(const void *Address, uint64_t Size, Node Definition) {
  setEntries((uint64_t)Address, Size, Definition);
}

void vernier_clear(const void *Address, uint64_t Size) {
  if (Size && hasPages((uint64_t)Address, Size))
    setEntries((uint64_t)Address, Size, 0);
}

/* No program has so much memory: it is about to trap. */
static int impossible(uint64_t Address, uint64_t Size) {
  return Size >> 40 || Address + Size < Address;
}

static uint64_t bytesAt(uint64_t Address, uint64_t Size) {
  uint64_t Value = 0;
  memcpy(&Value, (const void *)Address, Size > 8 ? 8 : Size);
  return Value;
}

void vernier_mark_input(uint32_t Leaf, void *Address, uint32_t Bits, uint64_t Value) {
  Node Input = vernier_node(0, VernierInput, Bits, Leaf, 0, 0, 0, Value);
  if (Input)
    vernier_set(Address, Bits / 8, vernier_node(0, VernierStore, Bits, Input, 0, 0, 0, (uint64_t)Address));
}

/* A run of bytes with one definition, contiguous in it. */
struct Piece {
  Node Definition; /* 0: concrete */
  uint32_t Offset; /* in the definition */
  uint32_t Size;
};

static struct Piece pieceAt(uint64_t Address, uint64_t Size) {
  struct Piece Piece = {definitionOf(entryAt(Address)), 0, 1};
  if (Piece.Definition && vernier_get(Piece.Definition)->Operation == VernierStore)
    Piece.Offset = (uint32_t)(Address - vernier_get(Piece.Definition)->Value);
  while (Piece.Size < Size && definitionOf(entryAt(Address + Piece.Size)) == Piece.Definition)
    ++Piece.Size;
  return Piece;
}

static int isWhole(const struct Piece *Piece) {
  return Piece->Offset == 0 && vernier_get(Piece->Definition)->Bits == 8 * Piece->Size;
}

static Node pieceNode(uint32_t Site, const struct Piece *Piece, uint64_t Address, Node Control) {
  uint64_t Value = bytesAt(Address, Piece->Size);
  if (!Piece->Definition)
    return vernier_constant(8 * Piece->Size, Value);
  return vernier_node(Site, VernierPart, 8 * Piece->Size, Piece->Definition, 0, Piece->Offset, Control, Value);
}

/* What memory holds, put together from its definitions; 0 if there are none. At most 16 bytes. */
static Node valueOf(uint32_t Site, uint64_t Address, uint32_t Size, Node Control) {
  struct Piece First = pieceAt(Address, Size);
  if (First.Size == Size)
    return !First.Definition || isWhole(&First) ? First.Definition : pieceNode(Site, &First, Address, Control);
  Node Low = 0;
  uint32_t Done = 0;
  while (Done < Size) {
    struct Piece Next = pieceAt(Address + Done, Size - Done);
    if (Next.Size > 8 && !vernier_is_symbolic(Next.Definition)) /* a node has no more of what is no term */
      Next.Size = 8;
    Node Part = pieceNode(Site, &Next, Address + Done, Control);
    Done += Next.Size;
    Low = Low ? vernier_node(Site, VernierConcat, 8 * Done, Part, Low, 0, Control, bytesAt(Address, Done)) : Part;
  }
  return Low;
}

Node vernier_value_at(uint32_t Site, const void *Address, uint32_t Size, Node Control) {
  Node Value = valueOf(Site, (uint64_t)Address, Size, Control);
  return Value ? vernier_node(Site, VernierRead, 8 * Size, Value, 0, 0, Control, bytesAt((uint64_t)Address, Size)) : 0;
}

Node vernier_shown_byte(const void *Address, Node Control) {
  Node Definition = vernier_shadow(Address);
  return vernier_is_symbolic(Definition) ? vernier_value_at(0, Address, 1, Control) : Definition;
}

/* The newest potential definition that the oldest of the bytes may not have seen. */
static Node newerPotential(uint64_t Address, uint64_t Size, uint32_t Class) {
  Node Head = vernier_class_heads[Class];
  if (!Head)
    return 0;
  for (uint64_t I = 0; I != Size; ++I)
    if ((entryAt(Address + I) & ~VERNIER_STAMP) < Head)
      return Head;
  return 0;
}

/* One piece of memory, with the potential definitions of all classes that are newer. */
static Node settled(uint32_t Site, uint64_t Address, const struct Piece *Piece, uint32_t Set) {
  Node Value = 0;
  for (uint32_t I = vernier_set_starts[Set]; I != vernier_set_starts[Set + 1]; ++I) {
    Node Potential = newerPotential(Address, Piece->Size, vernier_set_members[I]);
    if (!Potential)
      continue;
    if (!Value && Piece->Definition)
      Value = pieceNode(Site, Piece, Address, 0);
    Value = vernier_node(Site, VernierRead, 8 * Piece->Size, Value, 0, Potential, 0, bytesAt(Address, Piece->Size));
  }
  return Value;
}

/* Bytes of one definition and one age. Nothing is lost if those without a value of the input stay together. */
static struct Piece settledPieceAt(uint64_t Address, uint64_t Size) {
  struct Piece Piece = pieceAt(Address, 1);
  uint64_t Most = vernier_is_symbolic(Piece.Definition) ? 16 : 4096;
  uint32_t Entry = entryAt(Address);
  while (Piece.Size < Size && Piece.Size < Most && entryAt(Address + Piece.Size) == Entry)
    ++Piece.Size;
  return Piece;
}

static SLOW void slowSettle(uint32_t Site, uint64_t Address, uint64_t Size, uint32_t Set) {
  for (uint64_t Done = 0; Done < Size;) {
    struct Piece Piece = settledPieceAt(Address + Done, Size - Done);
    Node Value = settled(Site, Address + Done, &Piece, Set);
    if (Value)
      setEntries(Address + Done, Piece.Size,
                 vernier_node(Site, VernierStore, 8 * Piece.Size, Value, 0, 0, 0, Address + Done));
    Done += Piece.Size;
  }
}

void vernier_settle(uint32_t Site, const void *Place, uint64_t Size, uint32_t Set) {
  uint64_t Base, Whole, Address = (uint64_t)Place;
  int Any = 0;
  for (uint32_t I = vernier_set_starts[Set]; I != vernier_set_starts[Set + 1]; ++I)
    Any |= vernier_class_heads[vernier_set_members[I]] != 0;
  if (!Any || !Place || !vernier_find_object(Place, &Base, &Whole))
    return;
  if (!Size || Size > Base + Whole - Address)
    Size = Base + Whole - Address;
  slowSettle(Site, Address, Size, Set);
}

static uint32_t stamped(void) {
  uint32_t Count = vernier_arena ? vernier_arena->NodeCount : 0;
  return Count ? Count | VERNIER_STAMP : 0;
}

/* One of several places. */
struct Range {
  uint64_t First;
  uint32_t Stride, Count;
  int Concrete; /* it is only read, and no element has a node */
};

static int hasDefinitions(const struct Range *Range) {
  uint64_t Address = Range->First, End = Address + (uint64_t)Range->Count * Range->Stride;
  while (Address < End) {
    struct VernierShadowPage *Page = findPage(Address / VernierPageSize);
    uint64_t Next = (Address / VernierPageSize + 1) * VernierPageSize;
    for (; Page && Address < Next && Address < End; ++Address)
      if (definitionOf(Page->Entries[Address % VernierPageSize]))
        return 1;
    Address = Next;
  }
  return 0;
}

/* For a symbolic address: where it may lie, if that is a known object of modest size (VernierReach). What is read or
   written there depends on the bounds, and on which way it is where there are several: from then on that is its
   control. */
static int findRange(uint32_t Site, uint64_t Address, const struct VernierReach *Reach, uint32_t Size, int Write,
                     Node *Way, struct Range *Range) {
  if (Size > 8 || !Reach->Known)
    return 0;
  Node Control = *Way;
  if (Reach->Trap)
    *Way = Reach->Trap;
  uint64_t Phase = (Address - Reach->Start) % Size;
  uint64_t Count = (Reach->Length - Phase) / Size;
  if (Count > vernier_arena->TableLimit && (Write || Count * Size > vernier_arena->TableBytes))
    return 0;
  *Range = (struct Range){Reach->Start + Phase, Size, (uint32_t)Count, 0};
  Range->Concrete = !Write && !hasDefinitions(Range);
  if (Count > vernier_arena->TableLimit && !Range->Concrete)
    return 0;
  if (Size == 1)
    return 1;
  /* Elements lie at one phase; another one is another way. */
  Node Modulus = vernier_node(Site, VernierURem, 64, Reach->Offset, vernier_constant(64, Size), 0, Control, Phase);
  Node SamePhase = vernier_node(Site, VernierLength, 64, Modulus, 0, 0, *Way, Phase);
  vernier_decide(SamePhase);
  if (SamePhase)
    *Way = SamePhase;
  return 1;
}

enum { TableHeader = sizeof(struct VernierTable) / sizeof(uint32_t) };

static uint32_t newTable(const struct Range *Range, uint32_t Kind, uint32_t Words) {
  uint32_t Index = vernier_words(TableHeader + Words);
  if (Index) {
    struct VernierTable Header = {(uint32_t)Range->First, (uint32_t)(Range->First >> 32), Range->Stride, Range->Count,
                                  Kind};
    memcpy(vernier_word(Index), &Header, sizeof Header);
  }
  return Index;
}

/* Index of a table of what the range holds now; 0 if there is no room. */
static uint32_t tableOfNodes(uint32_t Site, const struct Range *Range, Node Control) {
  int Any = hasDefinitions(Range);
  uint32_t Index = newTable(Range, VernierTableOfNodes, 3 * Range->Count);
  if (!Index)
    return 0;
  uint32_t *Ids = vernier_word(Index) + TableHeader, *Values = Ids + Range->Count;
  for (uint32_t I = 0; I != Range->Count; ++I) {
    uint64_t Address = Range->First + (uint64_t)I * Range->Stride, Value = bytesAt(Address, Range->Stride);
    Ids[I] = Any ? vernier_value_at(Site, (const void *)Address, Range->Stride, Control) : 0;
    Values[2 * I] = (uint32_t)Value;
    Values[2 * I + 1] = (uint32_t)(Value >> 32);
  }
  return Index;
}

/* Tables without any node, by their first address. */
enum { TableCache = 256, TableWays = 4 };
struct KnownTable {
  struct Range Where;
  uint32_t Index, Pieces;
};
static struct KnownTable Tables[TableCache];

/* A table with many different elements makes a large term for each access. So many of them are enough: what comes
   then is taken as it is. */
enum { ManyPieces = 1024, MostPieces = 1 << 17 };
static uint32_t PiecesUsed;

/* How many elements are neither equal to the one before nor follow it. */
static uint32_t piecesOf(const struct Range *Range) {
  uint64_t Before = bytesAt(Range->First, Range->Stride);
  uint32_t Pieces = 1;
  for (uint32_t I = 1; I != Range->Count; ++I) {
    uint64_t Value = bytesAt(Range->First + (uint64_t)I * Range->Stride, Range->Stride);
    Pieces += Value != Before && Value != Before + 1;
    Before = Value;
  }
  return Pieces;
}

static int isSameTable(const struct KnownTable *Known, const struct Range *Range) {
  return Known->Index && Known->Where.First == Range->First && Known->Where.Stride == Range->Stride &&
         Known->Where.Count == Range->Count &&
         !memcmp(vernier_word(Known->Index) + TableHeader, (const void *)Range->First,
                 (uint64_t)Range->Count * Range->Stride);
}

/* The same contents at the same place are one table. */
static const struct KnownTable *knownTable(const struct Range *Range) {
  uint64_t Hash = (Range->First ^ (uint64_t)Range->Stride << 48) * 0x9e3779b97f4a7c15ull >> 32;
  struct KnownTable *Oldest = NULL;
  for (uint32_t Way = 0; Way != TableWays; ++Way) {
    struct KnownTable *Known = &Tables[(Hash + Way) % TableCache];
    if (isSameTable(Known, Range))
      return Known;
    if (!Oldest || Known->Index < Oldest->Index)
      Oldest = Known;
  }
  uint32_t Words = (uint32_t)(((uint64_t)Range->Count * Range->Stride + 3) / 4);
  const struct VernierArena *Arena = vernier_arena;
  if (Range->Count > Arena->TableLimit && Words > (Arena->WordCapacity - Arena->WordCount) / 3)
    return NULL; /* room for everything else counts more */
  uint32_t Index = newTable(Range, VernierTableOfBytes, Words);
  if (!Index)
    return NULL;
  memcpy(vernier_word(Index) + TableHeader, (const void *)Range->First, (uint64_t)Range->Count * Range->Stride);
  *Oldest = (struct KnownTable){*Range, Index, piecesOf(Range)};
  return Oldest;
}

/* The same for a range without any node. */
static uint32_t tableOfBytes(const struct Range *Range) {
  const struct KnownTable *Known = knownTable(Range);
  if (!Known)
    return 0;
  if (Known->Pieces <= ManyPieces)
    return Known->Index;
  if (Known->Pieces > MostPieces - PiecesUsed)
    return 0;
  PiecesUsed += Known->Pieces;
  return Known->Index;
}

static uint32_t tableOf(uint32_t Site, const struct Range *Range, Node Control) {
  return Range->Concrete ? tableOfBytes(Range) : tableOfNodes(Site, Range, Control);
}

static void pinAddress(uint32_t Site, Node AddressNode, uint64_t Address, Node Control) {
  vernier_pin(Site, 64, AddressNode, Address, VernierPinAddress, Control);
}

SLOW Node vernier_slow_load(uint32_t Site, const void *Place, Node AddressNode, const void *Base, Node BaseNode,
                            uint32_t Size, uint32_t Class, uint64_t Value, Node Control) {
  uint64_t Address = (uint64_t)Place;
  const struct VernierReach *Reach =
      vernier_reached(Site, Address, AddressNode, (uint64_t)Base, BaseNode, Size, 0, Control);
  if (vernier_is_symbolic(AddressNode)) {
    struct Range Range;
    uint32_t Table = findRange(Site, Address, Reach, Size, 0, &Control, &Range) ? tableOf(Site, &Range, Control) : 0;
    if (Table)
      return vernier_node(Site, VernierLookup, 8 * Size, AddressNode, Table, vernier_class_heads[Class], Control,
                          Value);
    if (Reach->Known) /* else it is pinned already */
      pinAddress(Site, AddressNode, Address, Control);
  }
  Node Definition = valueOf(Site, Address, Size, Control);
  Node Potential = newerPotential(Address, Size, Class);
  if (!Definition && !Potential && !AddressNode)
    return 0;
  return vernier_node(Site, VernierRead, 8 * Size, Definition, AddressNode, Potential, Control, Value);
}

static Node widened(uint32_t Site, Node Value, uint32_t Size, uint64_t Low, Node Control) {
  if (!Value || vernier_get(Value)->Bits >= 8 * Size)
    return Value;
  return vernier_node(Site, VernierZExt, 8 * Size, Value, 0, 0, Control, Low);
}

/* Each place of the range may have been written. */
static void update(uint32_t Site, const struct Range *Range, uint32_t Table, uint64_t Address, Node AddressNode,
                   uint32_t Class, Node Value, uint64_t Low, Node Control) {
  uint32_t Bits = 8 * Range->Stride;
  if (!Value)
    Value = vernier_constant(Bits, Low);
  Node Update = vernier_node(Site, VernierUpdate, Bits, Value, AddressNode, Table, Control, Low);
  for (uint32_t I = 0; Update && I != Range->Count; ++I) {
    uint64_t Place = Range->First + (uint64_t)I * Range->Stride;
    Node Before = vernier_word(Table)[TableHeader + I];
    Node Potential = newerPotential(Place, Range->Stride, Class);
    if (Potential)
      Before = vernier_node(Site, VernierRead, Bits, Before, 0, Potential, Control, bytesAt(Place, Range->Stride));
    Node Element = vernier_node(Site, VernierElement, Bits, Update, Before, I, Control,
                                Place == Address ? Low : bytesAt(Place, Range->Stride));
    Node Store = vernier_node(Site, VernierStore, Bits, Element, AddressNode, 0, Control, Place);
    if (Store)
      setEntries(Place, Range->Stride, Store);
  }
}

/* What a store to an address that depends on something might have written instead. */
static void potentialElsewhere(Node AddressNode, uint32_t Class) {
  Node Entry = vernier_node(0, VernierPotentialMemory, 0, vernier_class_heads[Class], AddressNode, Class, 0, 0);
  if (Entry)
    vernier_class_heads[Class] = Entry;
}

static void define(uint32_t Site, uint64_t Address, uint64_t Size, uint32_t Class, Node Value, Node AddressNode,
                   Node Control) {
  if (!Value && !AddressNode && !Control) {
    setEntries(Address, Size, vernier_class_heads[Class] ? stamped() : 0);
    return;
  }
  uint32_t Bits = Size < 8192 ? (uint32_t)(8 * Size) : 0;
  Node Store = vernier_node(Site, VernierStore, Bits, Value, AddressNode, 0, Control, Address);
  setEntries(Address, Size, Store);
}

SLOW void vernier_slow_store(uint32_t Site, const void *Place, Node AddressNode, const void *Base, Node BaseNode,
                             uint32_t Size, uint32_t Class, Node Value, uint64_t Low, uint64_t High, Node Control) {
  (void)High;
  uint64_t Address = (uint64_t)Place;
  Value = widened(Site, Value, Size, Low, Control);
  const struct VernierReach *Reach =
      vernier_reached(Site, Address, AddressNode, (uint64_t)Base, BaseNode, Size, 1, Control);
  if (vernier_is_symbolic(AddressNode)) {
    struct Range Range;
    uint32_t Table = findRange(Site, Address, Reach, Size, 1, &Control, &Range) ? tableOf(Site, &Range, Control) : 0;
    if (Table) {
      if (vernier_is_symbolic(BaseNode)) /* or an object that is not this one */
        potentialElsewhere(Control, Class);
      update(Site, &Range, Table, Address, AddressNode, Class, Value, Low, Control);
      return;
    }
    if (Reach->Known)
      pinAddress(Site, AddressNode, Address, Control);
  }
  if (AddressNode)
    potentialElsewhere(AddressNode, Class);
  define(Site, Address, Size, Class, Value, AddressNode, Control);
}

void vernier_pin_bytes(uint32_t Site, const void *Place, uint64_t Size, uint32_t Reason, Node Control) {
  uint64_t Address = (uint64_t)Place;
  if (!Size || impossible(Address, Size) || !hasPages(Address, Size))
    return;
  for (uint64_t Done = 0; Done < Size;) {
    uint64_t Left = Size - Done;
    struct Piece Piece = pieceAt(Address + Done, Left > 8 ? 8 : Left);
    if (Piece.Definition) {
      Node Part = pieceNode(Site, &Piece, Address + Done, Control);
      vernier_pin(Site, 8 * Piece.Size, Part, bytesAt(Address + Done, Piece.Size), Reason, Control);
    }
    Done += Piece.Size;
  }
}

FAST void vernier_pin_memory(uint32_t Site, const void *Address, uint64_t Size, uint32_t Reason, Node Control) {
  vernier_pin_bytes(Site, Address, Size, Reason, Control);
}

/* Bytes that are copied one after the other, from definitions that may be overwritten meanwhile: all new ones are made
   before any is placed. */
enum { CopyPieces = 512 };

static uint64_t copyPieces(uint32_t Site, uint64_t Target, uint64_t Source, uint64_t Size, uint32_t TargetClass,
                           uint32_t SourceClass, Node Dependence, Node Control, struct Piece *Pieces, uint32_t *Count) {
  uint64_t Done = 0;
  for (*Count = 0; Done < Size && *Count < CopyPieces; ++*Count) {
    uint64_t Left = Size - Done < 4096 ? Size - Done : 4096;
    struct Piece Piece = pieceAt(Source + Done, Left);
    Node Potential = newerPotential(Source + Done, Piece.Size, SourceClass);
    Node Value = 0;
    if (Piece.Definition) {
      if (vernier_is_symbolic(Piece.Definition) && Piece.Size > 16)
        Piece.Size = 16;
      Value = pieceNode(Site, &Piece, Source + Done, Control);
    }
    if (Value || Potential || Dependence)
      Value = vernier_node(Site, VernierRead, 8 * Piece.Size, Value, Dependence, Potential, Control,
                           bytesAt(Source + Done, Piece.Size));
    Pieces[*Count].Size = Piece.Size;
    Pieces[*Count].Definition = Value || Control ? vernier_node(Site, VernierStore, 8 * Piece.Size, Value, Dependence,
                                                                0, Control, Target + Done)
                                : vernier_class_heads[TargetClass] ? stamped()
                                                                   : 0;
    Done += Piece.Size;
  }
  return Done;
}

static void copyRange(uint32_t Site, uint64_t Target, uint64_t Source, uint64_t Size, uint32_t TargetClass,
                      uint32_t SourceClass, Node Dependence, Node Control) {
  struct Piece Pieces[CopyPieces];
  uint32_t Count;
  uint64_t Done = copyPieces(Site, Target, Source, Size, TargetClass, SourceClass, Dependence, Control, Pieces, &Count);
  /* The rest comes first or last, depending on which way it overlaps: here by recursion, while our pieces are kept. */
  if (Done < Size)
    copyRange(Site, Target + Done, Source + Done, Size - Done, TargetClass, SourceClass, Dependence, Control);
  for (uint32_t I = 0; I != Count; Target += Pieces[I++].Size)
    setEntries(Target, Pieces[I].Size, Pieces[I].Definition);
}

Node vernier_both(uint32_t Site, Node First, Node Second) {
  if (!First || !Second || First == Second)
    return First ? First : Second;
  const struct VernierNode *Kept = vernier_get(First);
  return vernier_node(Site, VernierPotential, Kept->Bits, First, Second, 0, 0, Kept->Value);
}

void vernier_copy_shadow(uint32_t Site, const void *Target, const void *Source, uint64_t Size, Node Dependence,
                         Node Control) {
  if (Size && (Dependence | Control || hasPages((uint64_t)Target, Size) || hasPages((uint64_t)Source, Size)))
    copyRange(Site, (uint64_t)Target, (uint64_t)Source, Size, VernierHiddenClass, VernierHiddenClass, Dependence,
              Control);
}

static SLOW void slowCopy(uint32_t Site, uint64_t Target, Node TargetNode, uint64_t Source, Node SourceNode,
                          uint64_t Size, Node SizeNode, uint32_t TargetClass, uint32_t SourceClass, Node Control) {
  vernier_pin(Site, 64, SizeNode, Size, VernierPinSize, Control);
  vernier_pin(Site, 64, TargetNode, Target, VernierPinAddress, Control);
  vernier_pin(Site, 64, SourceNode, Source, VernierPinAddress, Control);
  vernier_span(Site, (const void *)Target, TargetNode, Size, 1);
  vernier_span(Site, (const void *)Source, SourceNode, Size, 0);
  if (TargetNode)
    potentialElsewhere(TargetNode, TargetClass);
  if (SizeNode)
    potentialElsewhere(SizeNode, TargetClass);
  if (Size && !impossible(Target, Size))
    copyRange(Site, Target, Source, Size, TargetClass, SourceClass,
              vernier_both(Site, SourceNode, vernier_both(Site, TargetNode, SizeNode)), Control);
}

FAST void vernier_copy(uint32_t Site, const void *Target, Node TargetNode, const void *Source, Node SourceNode,
                       uint64_t Size, Node SizeNode, uint32_t TargetClass, uint32_t SourceClass, Node Control) {
  if (TargetNode | SourceNode | SizeNode | Control | vernier_class_heads[TargetClass] |
          vernier_class_heads[SourceClass] ||
      (Size && (hasPages((uint64_t)Target, Size) || hasPages((uint64_t)Source, Size))))
    slowCopy(Site, (uint64_t)Target, TargetNode, (uint64_t)Source, SourceNode, Size, SizeNode, TargetClass, SourceClass,
             Control);
  else {
    vernier_span(Site, Target, 0, Size, 1);
    vernier_span(Site, Source, 0, Size, 0);
  }
}

static SLOW void slowFill(uint32_t Site, uint64_t Target, Node TargetNode, uint32_t Byte, Node ByteNode, uint64_t Size,
                          Node SizeNode, uint32_t Class, Node Control) {
  vernier_pin(Site, 64, SizeNode, Size, VernierPinSize, Control);
  vernier_pin(Site, 64, TargetNode, Target, VernierPinAddress, Control);
  vernier_span(Site, (const void *)Target, TargetNode, Size, 1);
  if (TargetNode)
    potentialElsewhere(TargetNode, Class);
  if (SizeNode)
    potentialElsewhere(SizeNode, Class);
  Node Dependence = vernier_both(Site, TargetNode, SizeNode);
  if (impossible(Target, Size))
    return;
  if (!vernier_is_symbolic(ByteNode)) {
    if (Size)
      define(Site, Target, Size, Class, ByteNode, Dependence, Control);
    return;
  }
  if (vernier_get(ByteNode)->Bits > 8)
    ByteNode = vernier_node(Site, VernierTrunc, 8, ByteNode, 0, 0, Control, Byte & 255);
  for (uint64_t I = 0; I != Size; ++I)
    define(Site, Target + I, 1, Class, ByteNode, Dependence, Control);
}

FAST void vernier_fill(uint32_t Site, const void *Target, Node TargetNode, uint32_t Byte, Node ByteNode, uint64_t Size,
                       Node SizeNode, uint32_t Class, Node Control) {
  if (TargetNode | ByteNode | SizeNode | Control | vernier_class_heads[Class] ||
      (Size && hasPages((uint64_t)Target, Size)))
    slowFill(Site, (uint64_t)Target, TargetNode, Byte, ByteNode, Size, SizeNode, Class, Control);
  else
    vernier_span(Site, Target, 0, Size, 1);
}

/* Whether nothing can be known about these few bytes. */
static FAST int nothingAt(uint64_t Address, uint32_t Size) {
  uint64_t First = Address / VernierPageSize, Last = (Address + Size - 1) / VernierPageSize;
  return !vernier_directory[First % VernierDirectorySize] && !vernier_directory[Last % VernierDirectorySize];
}

FAST Node vernier_load(uint32_t Site, const void *Address, Node AddressNode, const void *Base, Node BaseNode,
                       uint32_t Size, uint32_t Class, uint64_t Value, Node Control) {
  if (!(AddressNode | vernier_class_heads[Class]) && nothingAt((uint64_t)Address, Size))
    return 0;
  return vernier_slow_load(Site, Address, AddressNode, Base, BaseNode, Size, Class, Value, Control);
}

FAST void vernier_store(uint32_t Site, const void *Address, Node AddressNode, const void *Base, Node BaseNode,
                        uint32_t Size, uint32_t Class, Node Value, uint64_t Low, uint64_t High, Node Control) {
  if ((AddressNode | Value | Control | vernier_class_heads[Class]) || !nothingAt((uint64_t)Address, Size))
    vernier_slow_store(Site, Address, AddressNode, Base, BaseNode, Size, Class, Value, Low, High, Control);
}
