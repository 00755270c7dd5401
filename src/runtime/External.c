/* Calls of code without instrumentation, values that are taken as they are, and how functions pass nodes that the
   machine passes in registers. */

#include "runtime/Memory.h"

#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SLOW __attribute__((noinline))
#define FAST __attribute__((always_inline))

enum { MostWrites = 1024 };

/* The call that is under way. Calls nest if the library calls back. */
static struct ExternalCall {
  uint32_t Site, Function;
  Node Given; /* something that it depends on besides its arguments' values */
  Node Control;
  int Lost;
  uint32_t Writes;
  struct {
    const void *Place;
    uint64_t Size;
  } Written[MostWrites];
} Calls[8];
static uint32_t Depth; /* of the calls under way; those that are too deep share the last place */
#define Call (Calls[Depth < 8 ? Depth : 7])

/* The state of the library. */
static Node Hidden;

static uint32_t *counter(uint32_t Function) {
  return (uint32_t *)((char *)vernier_arena + vernier_arena->ExternalsAt) + 2 * (uint64_t)Function;
}

/* Two dependences as one. */
static Node given(Node Before, Node New) {
  return Before && New != Before ? vernier_node(Call.Site, VernierExternal, 0, Before, New, Call.Function, 0, 0) : New;
}

SLOW void vernier_lose(void) {
  if (vernier_arena)
    vernier_arena->Lost = 1;
}

static SLOW void slowPin(uint32_t Site, uint32_t Bits, Node Subject, uint64_t Value, uint32_t Reason, Node Control) {
  if (Reason == VernierPinExternal)
    Call.Given = given(Call.Given, Subject);
  if (Reason == VernierPinUnsupported) /* what is made of it has no node */
    vernier_lose();
  if (!vernier_is_symbolic(Subject))
    return;
  if (Reason == VernierPinExternal)
    Call.Lost = 1;
  Node Pin = vernier_node(Site, VernierPin, Bits, Subject, 0, Reason, Control,
                          Bits < 64 ? Value & ((1ull << Bits) - 1) : Value);
  vernier_decide(Pin);
  vernier_leaves(Pin);
}

FAST void vernier_pin(uint32_t Site, uint32_t Bits, Node Subject, uint64_t Value, uint32_t Reason, Node Control) {
  if (Subject)
    slowPin(Site, Bits, Subject, Value, Reason, Control);
}

static SLOW void slowPinWide(uint32_t Site, uint32_t Bits, Node Subject, uint64_t Low, uint64_t High, uint32_t Reason,
                             Node Control) {
  Node LowPart = vernier_node(Site, VernierExtract, 64, Subject, 0, 0, Control, Low);
  slowPin(Site, 64, LowPart, Low, Reason, Control);
  High &= Bits < 128 ? (1ull << (Bits - 64)) - 1 : ~0ull;
  Node HighPart = vernier_node(Site, VernierExtract, Bits - 64, Subject, 0, 64, Control, High);
  slowPin(Site, Bits - 64, HighPart, High, Reason, Control);
}

FAST void vernier_pin_wide(uint32_t Site, uint32_t Bits, Node Subject, uint64_t Low, uint64_t High, uint32_t Reason,
                           Node Control) {
  if (Subject)
    slowPinWide(Site, Bits, Subject, Low, High, Reason, Control);
}

static void hide(void) {
  Node Potential = vernier_class_heads[VernierHiddenClass];
  if (Potential <= Hidden)
    Potential = 0;
  if (!(Call.Control | Call.Given | Potential))
    return;
  Node Before = Hidden;
  if (Potential)
    Before = vernier_node(Call.Site, VernierExternal, 0, Hidden, Potential, Call.Function, 0, 0);
  Node After = vernier_node(Call.Site, VernierExternal, 0, Before, Call.Given, Call.Function, Call.Control, 0);
  if (!After)
    return;
  Hidden = After;
  vernier_arena->HiddenState = Hidden;
}

SLOW void vernier_external_begin(uint32_t Site, uint32_t Function, uint32_t Leaving, uint32_t Known, Node Control) {
  (void)Known;
  if (Leaving)
    vernier_leaves(Control);
  if (++Depth >= 8)
    vernier_lose();
  Call.Site = Site;
  Call.Function = Function;
  Call.Control = Control;
  Call.Given = 0;
  Call.Lost = 0;
  Call.Writes = 0;
}

/* Without a size: to the end of the object. Of an object that is not known, what may reasonably belong to it. */
static uint64_t extent(const void *Place, uint64_t Size) {
  uint64_t Base, Whole;
  if (!Place)
    return 0;
  if (!vernier_find_object(Place, &Base, &Whole))
    return Size ? Size : 1 << 16;
  uint64_t Left = Base + Whole - (uint64_t)Place;
  return Size && Size < Left ? Size : Left;
}

SLOW void vernier_external_reads(uint32_t Site, const void *Place, uint64_t Size) {
  vernier_pin_bytes(Site, Place, extent(Place, Size), VernierPinExternal, Call.Control);
}

/* What unknown code can reach from a pointer: words that look like pointers into known objects are followed. All of it
   is taken as it is, and may be written. */
enum { MostReached = 1024 };
static const uint64_t MostBytes = 1 << 20;

static int reached(const uint64_t *Seen, uint32_t Count, uint64_t Base) {
  for (uint32_t I = 0; I != Count; ++I)
    if (Seen[I] == Base)
      return 1;
  return 0;
}

SLOW void vernier_external_deep(uint32_t Site, const void *Pointer) {
  static uint64_t Open[MostReached];
  uint32_t Count = 0;
  uint64_t Base, Size, Total = 0;
  if (!Pointer || !vernier_arena || !vernier_find_object(Pointer, &Base, &Size))
    return;
  Open[Count++] = Base;
  for (uint32_t Next = 0; Next != Count; ++Next) {
    if (Total >= MostBytes) {
      vernier_freeze(Site, VernierReachFull);
      return;
    }
    if (!vernier_find_object((const void *)Open[Next], &Base, &Size))
      continue;
    Total += Size;
    vernier_settle(Site, (const void *)Base, Size, vernier_unknown_set);
    vernier_pin_bytes(Site, (const void *)Base, Size, VernierPinExternal, Call.Control);
    vernier_external_writes(Site, (const void *)Base, Size);
    for (uint64_t At = (Base + 7) / 8 * 8; At + 8 <= Base + Size; At += 8) {
      uint64_t Inner, InnerSize;
      if (!vernier_find_object(*(const void *const *)At, &Inner, &InnerSize) || !InnerSize ||
          reached(Open, Count, Inner))
        continue;
      if (Count == MostReached) {
        vernier_freeze(Site, VernierReachFull);
        return;
      }
      Open[Count++] = Inner;
    }
  }
}

/* It may write less than that. Whatever it leaves alone keeps its value, which is taken as it is. */
SLOW void vernier_external_writes(uint32_t Site, const void *Place, uint64_t Size) {
  Size = extent(Place, Size);
  vernier_pin_bytes(Site, Place, Size, VernierPinExternal, Call.Control);
  if (!Size)
    return;
  if (Call.Writes == MostWrites) {
    vernier_freeze(Site, VernierReachFull);
    return;
  }
  Call.Written[Call.Writes].Place = Place;
  Call.Written[Call.Writes++].Size = Size;
}

SLOW Node vernier_external_end(uint32_t Site, uint32_t Bits, uint64_t Value) {
  if (vernier_arena && Call.Function < vernier_arena->ExternalCount) {
    counter(Call.Function)[0] += (uint32_t)Call.Lost;
    counter(Call.Function)[1] += 1;
  }
  hide();
  for (uint32_t I = 0; I != Call.Writes; ++I)
    if (Hidden)
      vernier_set(Call.Written[I].Place, Call.Written[I].Size,
                  vernier_node(Site, VernierExternal, 0, Hidden, 0, Call.Function, Call.Control, 0));
    else
      vernier_clear(Call.Written[I].Place, Call.Written[I].Size);
  Call.Writes = 0;
  Node Result = 0;
  if (Hidden && Bits == VernierUntrackedResult)
    vernier_lose();
  else if (Hidden && Bits)
    Result = vernier_node(Site, VernierExternal, Bits, Hidden, 0, Call.Function, Call.Control,
                          Bits < 64 ? Value & ((1ull << Bits) - 1) : Value);
  if (Depth)
    --Depth;
  return Result;
}

_Noreturn void vernier_end_run(void) {
  for (;;)
    syscall(SYS_exit_group, 125);
}

void vernier_by_value(const void *Parameter, uint64_t Size, uint32_t Index) {
  vernier_local(Parameter, Size);
  if (Index < VernierArgumentRoom && vernier_argument_places[Index])
    vernier_copy_shadow(0, Parameter, vernier_argument_places[Index], Size, 0, vernier_control);
}

void vernier_variadic_begin(struct VernierVariadic *Place, const void *Function) {
  Place->Count = vernier_argument_tag == Function ? vernier_argument_count : 0;
  for (uint32_t I = 0; I < Place->Count && I < VernierArgumentRoom; ++I) {
    Place->Nodes[I] = vernier_arguments[I];
    Place->Kinds[I] = vernier_argument_kinds[I];
    Place->Places[I] = vernier_argument_places[I];
  }
}

/* The arguments lie where the ABI of x86-64 puts them; the list says how far the named ones went. */
struct List {
  uint32_t GeneralOffset, VectorOffset;
  char *Overflow, *Saved;
};

static uint64_t wordsOf(unsigned Kind) {
  return (Kind & ~(unsigned)VernierAligned) - VernierInMemory;
}

static char *placeOf(struct List *Next, unsigned Kind) {
  char *Place;
  if (Kind == VernierInGeneral && Next->GeneralOffset < 48) {
    Place = Next->Saved + Next->GeneralOffset;
    Next->GeneralOffset += 8;
  } else if (Kind == VernierInVector && Next->VectorOffset < 176) {
    Place = Next->Saved + Next->VectorOffset;
    Next->VectorOffset += 16;
  } else {
    if (Kind & VernierAligned)
      Next->Overflow = (char *)(((uint64_t)Next->Overflow + 15) / 16 * 16);
    Place = Next->Overflow;
    Next->Overflow += Kind < VernierInMemory ? 8 : 8 * wordsOf(Kind);
  }
  return Place;
}

/* Nodes of named arguments are not listed: Nodes[0] is the first variable one. */
void vernier_variadic_start(const struct VernierVariadic *From, void *What) {
  struct List Next;
  memcpy(&Next, What, sizeof Next);
  vernier_clear(What, sizeof Next);
  vernier_clear(Next.Saved, 176);
  for (uint32_t I = 0; I < From->Count && I < VernierArgumentRoom; ++I) {
    char *Place = placeOf(&Next, From->Kinds[I]);
    Node Value = From->Nodes[I];
    if (From->Kinds[I] >= VernierInMemory) {
      /* A copy of something in memory. A long double is no copy: it has a node of its own. */
      uint64_t Size = 8 * wordsOf(From->Kinds[I]);
      if (From->Places[I])
        vernier_copy_shadow(0, Place, From->Places[I], Size, 0, 0);
      else
        vernier_clear(Place, Size);
      if (!From->Places[I] && Value) /* a long double: ten bytes of them */
        vernier_set(Place, 10, vernier_node(0, VernierStore, 80, Value, 0, 0, 0, (uint64_t)Place));
      continue;
    }
    vernier_clear(Place, 8);
    if (!Value)
      continue;
    uint32_t Bits = vernier_get(Value)->Bits;
    vernier_set(Place, Bits / 8, vernier_node(0, VernierStore, Bits, Value, 0, 0, 0, (uint64_t)Place));
  }
}
