/* Which object an access means, and that it stays inside of it. Not the object in which the address happens to lie is
   meant, but the one that the pointer was derived from: the nodes of an address lead back to it. */

#include "runtime/Memory.h"

#define FAST __attribute__((always_inline))
#define SLOW __attribute__((noinline))

static _Noreturn void stopOutside(uint32_t Site, uint64_t Address, int Region, uint64_t Start, uint64_t Length,
                                  uint32_t Bytes, int Write) {
  struct VernierFinding *New =
      vernier_finding(Region == VernierNoRegion ? VernierTrapFreed : VernierTrapBounds, Site, Address, Start, Length);
  New->Bytes = Bytes;
  New->Write = (uint8_t)Write;
  New->Region = (uint8_t)(Region == VernierNoRegion ? VernierHeapRegion : Region);
  vernier_end_run();
}

/* Pointers that nodes lead back to. */
enum { OriginCache = 1024 };
static struct {
  Node Of;
  uint64_t Pointer;
} Origins[OriginCache];

/* The next node on the way back from a pointer to what it was computed from; 0: there is none. Pointer is what is
   there. */
static Node before(Node Id, uint64_t *Pointer) {
  const struct VernierNode *At = vernier_get(Id);
  switch (At->Operation) {
  case VernierAdd: /* the pointer is the first operand */
  case VernierSub:
  case VernierDefine:
  case VernierPotential:
  case VernierRead:
    *Pointer = At->Value;
    return At->Bits == 64 ? At->A : 0;
  case VernierStore: /* its Value is a place */
    return At->Bits == 64 ? At->A : 0;
  case VernierSelect:
    *Pointer = At->Value;
    return vernier_get(At->A)->Value & 1 ? At->B : At->C;
  default:
    *Pointer = At->Value;
    return 0;
  }
}

/* The pointer that an address was computed from. */
static uint64_t originOf(Node Address) {
  uint64_t Pointer = 0;
  for (Node At = Address; At;) {
    if (Origins[At % OriginCache].Of == At) {
      Pointer = Origins[At % OriginCache].Pointer;
      break;
    }
    At = before(At, &Pointer);
  }
  Origins[Address % OriginCache].Of = Address;
  Origins[Address % OriginCache].Pointer = Pointer;
  return Pointer;
}

/* The object that Base points into. Where an object begins, another one may have its end: then the address decides
   which of them is meant. */
static int findBase(uint64_t Address, uint64_t Base, uint32_t Size, uint64_t *Start, uint64_t *Length) {
  int Region = vernier_find_object((const void *)Base, Start, Length);
  uint64_t Before, BeforeLength;
  if (Region && Base == *Start && Address - Base > *Length) {
    int Other = vernier_find_object((const void *)(Base - 1), &Before, &BeforeLength);
    if (Other && Before + BeforeLength == Base && Address >= Before && Address + Size <= Base) {
      *Start = Before;
      *Length = BeforeLength;
      return Other;
    }
  }
  return Region;
}

struct Access {
  uint32_t Site;
  uint64_t Address;
  Node AddressNode;
  uint32_t Size;
  int Write;
};

/* Memory of the heap that is no part of a block is nobody's. */
static void stopOutsideOfBlocks(const struct Access *What, uint64_t Origin) {
  uint64_t Start, Length;
  int Nearest = vernier_find_lost(Origin, &Start, &Length);
  if (Nearest)
    stopOutside(What->Site, What->Address, Nearest == 1 ? VernierNoRegion : VernierHeapRegion, Start, Length,
                What->Size, What->Write);
}

static int findMeant(const struct Access *What, uint64_t Base, uint64_t *Start, uint64_t *Length) {
  uint64_t Origin = originOf(What->AddressNode);
  int Region = findBase(What->Address, Origin, What->Size, Start, Length);
  if (Region)
    return Region;
  stopOutsideOfBlocks(What, Origin);
  return findBase(What->Address, Base, What->Size, Start, Length);
}

static int isInside(const struct Access *What, uint64_t Start, uint64_t Length) {
  return Length >= What->Size && What->Address - Start <= Length - What->Size;
}

/* The bounds as a decision. An address that is what it is because of the way that was taken has none, but another way
   may lead outside: everything later depends on it, too. If the base is symbolic, it may point into other objects as
   well: each of them is another way. */
static void decideBounds(const struct Access *What, int OtherObjects, struct VernierReach *Reach, Node Control) {
  uint64_t Offset = What->Address - Reach->Start, Last = Reach->Length - What->Size;
  Node Start = vernier_constant(64, Reach->Start);
  Reach->Offset = vernier_node(What->Site, VernierSub, 64, What->AddressNode, Start, 0, Control, Offset);
  int Inside = Offset <= Last;
  Node Fits =
      vernier_node(What->Site, VernierUle, 1, Reach->Offset, vernier_constant(64, Last), 0, Control, (uint64_t)Inside);
  uint64_t Side = OtherObjects && Inside ? Reach->Start : (uint64_t)Inside;
  Reach->Trap = vernier_node(What->Site, VernierTrap, 1, Fits, 0, VernierTrapBounds, Control, Side);
  vernier_decide(Reach->Trap);
  vernier_leaves(Reach->Trap);
}

/* The newest answer, and whether it still waits for the hook behind the access. */
static struct VernierReach Answer;
static struct Access Asked;
static Node AskedUnder;
static int Waits;

const struct VernierReach *vernier_reached(uint32_t Site, uint64_t Address, Node AddressNode, uint64_t Base,
                                           Node BaseNode, uint32_t Size, int Write, Node Control) {
  int Same = Waits && Asked.AddressNode == AddressNode && Asked.Site == Site && Asked.Address == Address &&
             AskedUnder == Control;
  Waits = 0;
  if (Same)
    return &Answer;
  Answer = (struct VernierReach){0, 0, 0, 0, 0};
  if (!AddressNode)
    return &Answer;
  Asked = (struct Access){Site, Address, AddressNode, Size, Write};
  AskedUnder = Control;
  int Region = findMeant(&Asked, Base, &Answer.Start, &Answer.Length);
  Answer.Known = Region != VernierNoRegion;
  int Symbolic = vernier_is_symbolic(AddressNode);
  if (Symbolic && !Answer.Known)
    vernier_pin(Site, 64, AddressNode, Address, VernierPinAddress, Control);
  else if (Answer.Known && Answer.Length >= Size)
    decideBounds(&Asked, vernier_is_symbolic(BaseNode), &Answer, Control);
  if (Answer.Known && !isInside(&Asked, Answer.Start, Answer.Length))
    stopOutside(Site, Address, Region, Answer.Start, Answer.Length, Size, Write);
  return &Answer;
}

static SLOW void slowReach(uint32_t Site, const void *Address, Node AddressNode, const void *Base, Node BaseNode,
                           uint32_t Size, uint32_t Write, Node Control) {
  vernier_reached(Site, (uint64_t)Address, AddressNode, (uint64_t)Base, BaseNode, Size, (int)Write, Control);
  Waits = 1;
}

/* Copies and fills. Their sizes and places are taken as they are, so that there is nothing to decide. */
SLOW void vernier_span(uint32_t Site, const void *Place, Node AddressNode, uint64_t Size, int Write) {
  if (!Size || !vernier_arena)
    return;
  uint32_t Bytes = Size > UINT32_MAX ? UINT32_MAX : (uint32_t)Size;
  struct Access What = {Site, (uint64_t)Place, AddressNode, Bytes, Write};
  uint64_t Start = 0, Length = 0;
  int Region = AddressNode ? findMeant(&What, What.Address, &Start, &Length)
                           : findBase(What.Address, What.Address, Bytes, &Start, &Length);
  if (!Region)
    stopOutsideOfBlocks(&What, What.Address);
  else if (Size > Length || What.Address - Start > Length - Size)
    stopOutside(Site, What.Address, Region, Start, Length, Bytes, Write);
}

/* For each place in the program (modulo) an object that an access there was inside of, as long as nothing was given
   back since. Nothing of such an access depends on the input: it is only checked. */
enum { KnownObjects = 256 };
static struct {
  uint64_t Start, Length;
  uint32_t Generation;
} Known[KnownObjects];
static uint32_t Generation = 1;

void vernier_forget_objects(void) {
  ++Generation;
}

static SLOW void slowTouch(uint32_t Site, uint64_t Address, uint64_t Base, uint32_t Size, uint32_t Write) {
  if (!vernier_arena)
    return;
  struct Access What = {Site, Address, 0, Size, (int)Write};
  uint64_t Start = 0, Length = 0;
  int Region = findBase(Address, Base, Size, &Start, &Length);
  if (!Region)
    stopOutsideOfBlocks(&What, Base);
  else if (!isInside(&What, Start, Length))
    stopOutside(Site, Address, Region, Start, Length, Size, (int)Write);
  if (!Region) { /* nothing is known about it: it is not asked again as long as the pointer is the same */
    Start = Base;
    Length = 0;
  }
  Known[Site % KnownObjects].Start = Start;
  Known[Site % KnownObjects].Length = Length;
  Known[Site % KnownObjects].Generation = Generation;
}

FAST void vernier_reach(uint32_t Site, const void *Address, Node AddressNode, const void *Base, Node BaseNode,
                        uint32_t Size, uint32_t Write, Node Control) {
  if (AddressNode) {
    slowReach(Site, Address, AddressNode, Base, BaseNode, Size, Write, Control);
    return;
  }
  uint64_t Start = Known[Site % KnownObjects].Start, Length = Known[Site % KnownObjects].Length;
  uint64_t FromBase = (uint64_t)Base - Start, Offset = (uint64_t)Address - Start;
  if (Known[Site % KnownObjects].Generation != Generation || FromBase > Length ||
      (Length && (Offset > Length || Length - Offset < Size)))
    slowTouch(Site, (uint64_t)Address, (uint64_t)Base, Size, Write);
}

static SLOW void outside(uint32_t Site, const void *Address, const void *Variable, uint64_t Whole, uint64_t Size,
                         uint32_t Write) {
  if (!vernier_arena)
    return;
  uint64_t Start, Length;
  int Region = vernier_find_object(Variable, &Start, &Length);
  stopOutside(Site, (uint64_t)Address, Region ? Region : VernierLocalRegion, (uint64_t)Variable, Whole, (uint32_t)Size,
              (int)Write);
}

FAST void vernier_inside(uint32_t Site, const void *Address, const void *Variable, uint64_t Whole, uint64_t Size,
                         uint32_t Write) {
  uint64_t Offset = (uint64_t)Address - (uint64_t)Variable;
  if (Whole < Size || Offset > Whole - Size)
    outside(Site, Address, Variable, Whole, Size, Write);
}
