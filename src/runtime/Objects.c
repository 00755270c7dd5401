/* Known memory besides the heap: globals, locals in memory, and what the harness made. */

#include "runtime/Memory.h"

#define SLOW __attribute__((noinline))

struct Place {
  uint64_t Start, Size;
  uint32_t Set; /* of globals */
};

enum { MostLocals = 1 << 16, MostOthers = 4096, MostGlobals = 1 << 16 };

/* Locals of all open frames, in the order in which they came to be; a frame takes its own away. */
static struct Place Locals[MostLocals];
static uint32_t LocalCount;
static struct Place Others[MostOthers];
static uint32_t OtherCount;
static struct Place Globals[MostGlobals];
static uint32_t GlobalCount;

uint32_t vernier_frame_enter(void) {
  return LocalCount;
}

void vernier_frame_leave(uint32_t Count) {
  if (LocalCount != Count)
    vernier_forget_objects();
  LocalCount = Count;
}

/* Whatever lies there belonged to somebody else. */
void vernier_local(const void *Address, uint64_t Size) {
  if (LocalCount < MostLocals)
    Locals[LocalCount++] = (struct Place){(uint64_t)Address, Size, 0};
  vernier_forget_objects(); /* what was known to be nobody's is somebody's now */
  vernier_clear(Address, Size);
}

void vernier_scope(const void *Address, uint64_t Size) {
  vernier_clear(Address, Size);
}

void vernier_object(const void *Address, uint64_t Size) {
  if (OtherCount < MostOthers)
    Others[OtherCount++] = (struct Place){(uint64_t)Address, Size, 0};
  vernier_forget_objects();
}

static void siftDown(uint32_t From, uint32_t Count) {
  for (uint32_t Child; (Child = 2 * From + 1) < Count; From = Child) {
    if (Child + 1 < Count && Globals[Child + 1].Start > Globals[Child].Start)
      ++Child;
    if (Globals[From].Start >= Globals[Child].Start)
      return;
    struct Place Other = Globals[From];
    Globals[From] = Globals[Child];
    Globals[Child] = Other;
  }
}

/* Their places are known when the program is loaded. */
static SLOW void sortGlobals(void) {
  GlobalCount = vernier_global_count < MostGlobals ? vernier_global_count : MostGlobals;
  for (uint32_t I = 0; I != GlobalCount; ++I)
    Globals[I] =
        (struct Place){(uint64_t)vernier_globals[I].Address, vernier_globals[I].Size, (uint32_t)vernier_globals[I].Set};
  for (uint32_t I = GlobalCount / 2; I-- != 0;)
    siftDown(I, GlobalCount);
  for (uint32_t Left = GlobalCount; Left > 1;) {
    struct Place Last = Globals[--Left];
    Globals[Left] = Globals[0];
    Globals[0] = Last;
    siftDown(0, Left);
  }
}

static int answer(const struct Place *Found, int Region, uint64_t *Base, uint64_t *Size) {
  *Base = Found->Start;
  *Size = Found->Size;
  return Region;
}

static const struct Place *globalBefore(uint64_t Address) {
  if (!GlobalCount)
    sortGlobals();
  uint32_t Low = 0, High = GlobalCount;
  while (Low < High) {
    uint32_t Middle = (Low + High) / 2;
    if (Globals[Middle].Start <= Address)
      Low = Middle + 1;
    else
      High = Middle;
  }
  return Low ? &Globals[Low - 1] : NULL;
}

static int inside(const struct Place *Object, uint64_t Address) {
  return Address - Object->Start <= Object->Size;
}

uint32_t vernier_set_at(const void *Address) {
  const struct Place *Global = globalBefore((uint64_t)Address);
  return Global && (uint64_t)Address - Global->Start < Global->Size ? Global->Set : vernier_unknown_set;
}

/* Of two objects that meet at the address, the one that begins there. */
int vernier_find_object(const void *Pointer, uint64_t *Base, uint64_t *Size) {
  uint64_t Address = (uint64_t)Pointer;
  if (vernier_find_heap(Address, Base, Size))
    return VernierHeapRegion;
  const struct Place *Global = globalBefore(Address), *Ends = NULL;
  int EndsIn = VernierNoRegion;
  if (Global && inside(Global, Address)) {
    if (Address != Global->Start + Global->Size)
      return answer(Global, VernierGlobalRegion, Base, Size);
    Ends = Global;
    EndsIn = VernierGlobalRegion;
  }
  for (uint32_t I = LocalCount; I-- != 0;)
    if (inside(&Locals[I], Address)) {
      if (Address != Locals[I].Start + Locals[I].Size)
        return answer(&Locals[I], VernierLocalRegion, Base, Size);
      Ends = &Locals[I];
      EndsIn = VernierLocalRegion;
    }
  for (uint32_t I = OtherCount; I-- != 0;)
    if (inside(&Others[I], Address)) {
      if (Address != Others[I].Start + Others[I].Size)
        return answer(&Others[I], VernierInputRegion, Base, Size);
      Ends = &Others[I];
      EndsIn = VernierInputRegion;
    }
  return Ends ? answer(Ends, EndsIn, Base, Size) : VernierNoRegion;
}
