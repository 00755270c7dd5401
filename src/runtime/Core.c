#include "runtime/Memory.h"
#include "runtime/Runtime.h"

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct VernierArena *vernier_arena;
Node vernier_control;
Node vernier_arguments[VernierArgumentRoom];
const void *vernier_argument_places[VernierArgumentRoom];
uint16_t vernier_argument_kinds[VernierArgumentRoom];
uint32_t vernier_argument_count;
uint32_t vernier_call_site;
uint32_t vernier_model_site;
const void *vernier_argument_tag;
Node vernier_results[VernierResultRoom];
const void *vernier_result_tag;
uint64_t vernier_filling[VernierFillVariants];

/* The first of them are taken before a run begins, and by runs without a trace. */
static uint8_t NoCoverage[1 << 20];
uint8_t *vernier_coverage = NoCoverage;

static struct VernierNode *Nodes;
static uint32_t *Words, *Decisions;
static uint32_t NodeCount, NodeCapacity, WordCount, WordCapacity, DecisionCount, DecisionCapacity;
static int Tracing;

/* Constants that were needed before, by their value. */
enum { ConstantCache = 256 };
static Node Constants[ConstantCache];

static void chooseFilling(uint8_t Byte) {
  for (uint64_t I = 0; I != VernierFillVariants; ++I)
    vernier_filling[I] = Byte ? (Byte ^ I << 1) * 0x0101010101010101ull : 0;
}

/* The program's constructors run in the server: with the filling that was chosen when it was started. */
__attribute__((constructor(101))) static void beginFilling(void) {
  struct VernierArena Head;
  if (syscall(SYS_pread64, VernierArenaDescriptor, &Head, sizeof Head, 0L) == (long)sizeof Head &&
      Head.Magic == VernierArenaMagic)
    chooseFilling((uint8_t)Head.Fill);
}

void vernier_fill_bytes(void *Address, uint64_t Size, uint32_t Variant) {
  memset(Address, (int)(vernier_filling[Variant % VernierFillVariants] & 255), Size);
}

void vernier_attach(struct VernierArena *Arena) {
  char *Start = (char *)Arena;
  vernier_arena = Arena;
  Nodes = (struct VernierNode *)(Start + Arena->NodesAt);
  Words = (uint32_t *)(Start + Arena->WordsAt);
  Decisions = (uint32_t *)(Start + Arena->DecisionsAt);
  NodeCapacity = Arena->NodeCapacity;
  WordCapacity = Arena->WordCapacity;
  DecisionCapacity = Arena->DecisionCapacity;
  NodeCount = WordCount = 1;
  DecisionCount = 0;
  Arena->NodeCount = Arena->WordCount = 1;
  Arena->DecisionCount = 0;
  vernier_coverage = (uint8_t *)(Start + Arena->CoverageAt);
  chooseFilling((uint8_t)Arena->Fill);
  vernier_begin_asking();
  Tracing = 1;
}

void vernier_attach_probe(struct VernierArena *Arena, uint32_t Number) {
  vernier_attach(Arena);
  Tracing = 0;
  vernier_coverage = (uint8_t *)Arena + Arena->ProbesAt + (uint64_t)Number * Arena->CoverageSize;
}

__attribute__((noinline, cold)) void vernier_freeze(uint32_t Site, uint32_t Reason) {
  if (!Tracing)
    return;
  Tracing = 0;
  vernier_arena->Frozen = Reason;
  vernier_arena->FrozenSite = Site;
}

/* Which operands make a node symbolic: 1 for A, 2 for B, 4 for C, 8 always. What only decides whether or where
   something happened does not. */
static unsigned sources(uint32_t Operation) {
  if (Operation == VernierInput)
    return 8;
  if (Operation == VernierConstant || Operation == VernierExternal || Operation == VernierPotentialMemory ||
      Operation == VernierLeave || Operation == VernierOutput)
    return 0;
  if (Operation == VernierSelect || Operation == VernierFFma)
    return 7;
  if ((Operation >= VernierAdd && Operation <= VernierSle) || Operation == VernierConcat ||
      (Operation >= VernierFAdd && Operation <= VernierFRem) || Operation == VernierFCompare ||
      Operation == VernierUpdate || Operation == VernierElement)
    return 3;
  return 1;
}

static uint8_t symbolic(Node Id) {
  return Id ? Nodes[Id].Flags & VernierSymbolic : 0;
}

int vernier_is_symbolic(Node Id) {
  return symbolic(Id);
}

const struct VernierNode *vernier_get(Node Id) {
  return &Nodes[Id];
}

Node vernier_node(uint32_t Site, uint32_t Operation, uint32_t Bits, Node A, Node B, uint32_t C, Node Control,
                  uint64_t Value) {
  if (!Tracing)
    return 0;
  if (NodeCount >= NodeCapacity) {
    vernier_freeze(Site, VernierNodesFull);
    return 0;
  }
  unsigned From = sources(Operation);
  uint8_t Flags = 0;
  if (From & 1)
    Flags |= symbolic(A);
  if (From & 2)
    Flags |= symbolic(B);
  if (From & 4)
    Flags |= symbolic(C);
  if (From & 8)
    Flags = VernierSymbolic;
  Nodes[NodeCount] = (struct VernierNode){Site, (uint8_t)Operation, Flags, (uint16_t)Bits, A, B, C, Control, Value};
  vernier_arena->NodeCount = NodeCount + 1;
  return NodeCount++;
}

static uint64_t masked(uint32_t Bits, uint64_t Value) {
  return Bits < 64 ? Value & ((1ull << Bits) - 1) : Value;
}

Node vernier_constant(uint32_t Bits, uint64_t Value) {
  Value = masked(Bits, Value);
  if (Bits > 64) {
    Node Low = vernier_constant(64, Value);
    return vernier_node(0, VernierConcat, Bits, vernier_constant(Bits - 64, 0), Low, 0, 0, Value);
  }
  Node *Known = &Constants[(Value * 0x9e3779b97f4a7c15ull >> 56 ^ Bits) % ConstantCache];
  if (*Known && Nodes[*Known].Value == Value && Nodes[*Known].Bits == Bits)
    return *Known;
  Node New = vernier_node(0, VernierConstant, Bits, 0, 0, 0, 0, Value);
  if (New)
    *Known = New;
  return New;
}

static Node wideConstant(uint32_t Bits, uint64_t Low, uint64_t High) {
  if (Bits <= 64)
    return vernier_constant(Bits, Low);
  Node LowPart = vernier_constant(64, Low);
  return vernier_node(0, VernierConcat, Bits, vernier_constant(Bits - 64, High), LowPart, 0, 0, Low);
}

void vernier_decide(Node Decision) {
  if (!Decision || !Tracing || !symbolic(Decision))
    return;
  if (DecisionCount >= DecisionCapacity) {
    vernier_freeze(Nodes[Decision].Site, VernierDecisionsFull);
    return;
  }
  Decisions[DecisionCount] = Decision;
  vernier_arena->DecisionCount = ++DecisionCount;
}

void vernier_leaves(Node Decision) {
  if (!Decision)
    return;
  Nodes[Decision].Flags |= VernierLeaving;
  vernier_node(Nodes[Decision].Site, VernierLeave, 0, 0, Decision, 0, Nodes[Decision].Control, 0);
}

uint32_t vernier_words(uint32_t Count) {
  if (!Tracing)
    return 0;
  if (Count > WordCapacity - WordCount) {
    vernier_freeze(0, VernierWordsFull);
    return 0;
  }
  uint32_t First = WordCount;
  WordCount += Count;
  vernier_arena->WordCount = WordCount;
  return First;
}

uint32_t *vernier_word(uint32_t Index) {
  return &Words[Index];
}

struct VernierFinding *vernier_finding(uint32_t Kind, uint32_t Site, uint64_t Address, uint64_t Base, uint64_t Size) {
  static struct VernierFinding NoRoom;
  if (!vernier_arena || vernier_arena->FindingCount >= VernierFindingRoom)
    return &NoRoom;
  struct VernierFinding *New = &vernier_arena->Findings[vernier_arena->FindingCount++];
  *New = (struct VernierFinding){Kind, Site, Address, Base, Size, 0, 0, 0, 0, vernier_model_site, 0};
  return New;
}

Node vernier_argument_of(const void *Function, unsigned Index) {
  return vernier_argument_tag == Function ? vernier_arguments[VernierArgumentRoom - 1 - Index] : 0;
}

/* Hooks. Each has a fast part, which is inlined into the program, and a slow one. */

#define FAST __attribute__((always_inline))
#define SLOW __attribute__((noinline))

static SLOW Node slowUnary(uint32_t What, uint32_t Site, Node A, uint64_t Value, Node Control) {
  return vernier_node(Site, What & 255, What >> 8, A, 0, 0, Control, masked(What >> 8, Value));
}

FAST Node vernier_unary(uint32_t What, uint32_t Site, Node A, uint64_t Value, Node Control) {
  return A ? slowUnary(What, Site, A, Value, Control) : 0;
}

/* Extra: the width of the operands + 65536 * C. */
static SLOW Node slowBinary(uint32_t What, uint32_t Site, Node A, Node B, uint64_t ValueA, uint64_t ValueB,
                            uint64_t Value, uint32_t Extra, Node Control) {
  uint32_t Width = Extra & 65535;
  if (!A)
    A = vernier_constant(Width, ValueA);
  if (!B)
    B = vernier_constant(Width, ValueB);
  return vernier_node(Site, What & 255, What >> 8, A, B, Extra >> 16, Control, masked(What >> 8, Value));
}

FAST Node vernier_binary(uint32_t What, uint32_t Site, Node A, Node B, uint64_t ValueA, uint64_t ValueB, uint64_t Value,
                         uint32_t Extra, Node Control) {
  return A | B ? slowBinary(What, Site, A, B, ValueA, ValueB, Value, Extra, Control) : 0;
}

/* A node of a value that does not depend on the input has its low bits only: where it becomes part of a term, the
   others are added. */
Node vernier_whole(uint32_t Bits, Node Value, uint64_t Low, uint64_t High) {
  if (!Value)
    return wideConstant(Bits, Low, High);
  if (Bits <= 64 || symbolic(Value))
    return Value;
  Node LowPart = vernier_node(0, VernierDefine, 64, Value, 0, 0, 0, Low);
  return vernier_node(0, VernierConcat, Bits, vernier_constant(Bits - 64, High), LowPart, 0, 0, Low);
}

static SLOW Node slowBinaryWide(uint32_t What, uint32_t Site, Node A, Node B, uint64_t ALow, uint64_t AHigh,
                                uint64_t BLow, uint64_t BHigh, uint64_t Value, Node Control) {
  uint32_t Bits = What >> 8 & 255, Width = What >> 24 ? What >> 24 : Bits;
  A = vernier_whole(Width, A, ALow, AHigh);
  B = vernier_whole(Width, B, BLow, BHigh);
  return vernier_node(Site, What & 255, Bits, A, B, What >> 16 & 255, Control, masked(Bits, Value));
}

FAST Node vernier_binary_wide(uint32_t What, uint32_t Site, Node A, Node B, uint64_t ALow, uint64_t AHigh,
                              uint64_t BLow, uint64_t BHigh, uint64_t Value, Node Control) {
  return A | B ? slowBinaryWide(What, Site, A, B, ALow, AHigh, BLow, BHigh, Value, Control) : 0;
}

static SLOW Node slowTernary(uint32_t What, uint32_t Site, Node A, Node B, Node C, uint64_t ValueA, uint64_t ValueB,
                             uint64_t ValueC, uint64_t Value, Node Control) {
  uint32_t Bits = What >> 8;
  if (!A)
    A = vernier_constant((What & 255) == VernierSelect ? 1 : Bits, ValueA);
  if (!B)
    B = vernier_constant(Bits, ValueB);
  if (!C)
    C = vernier_constant(Bits, ValueC);
  return vernier_node(Site, What & 255, Bits, A, B, C, Control, masked(Bits, Value));
}

FAST Node vernier_ternary(uint32_t What, uint32_t Site, Node A, Node B, Node C, uint64_t ValueA, uint64_t ValueB,
                          uint64_t ValueC, uint64_t Value, Node Control) {
  return A | B | C ? slowTernary(What, Site, A, B, C, ValueA, ValueB, ValueC, Value, Control) : 0;
}

void vernier_mark(uint32_t Site, Node Control) {
  vernier_node(Site, VernierVisit, 0, 0, 0, 0, Control, 0);
}

static SLOW Node slowDefine(uint32_t Site, uint32_t Bits, Node Value, uint64_t Low, Node Control) {
  if (!Control || (Value && Nodes[Value].Control == Control))
    return Value;
  return vernier_node(Site, VernierDefine, Bits, Value, 0, 0, Control, masked(Bits, Low));
}

FAST Node vernier_define(uint32_t Site, uint32_t Bits, Node Value, uint64_t Low, Node Control) {
  return Value | Control ? slowDefine(Site, Bits, Value, Low, Control) : 0;
}

SLOW Node vernier_potential(uint32_t Site, uint32_t Bits, Node Before, uint64_t Value, Node Branch) {
  return vernier_node(Site, VernierPotential, Bits, Before, Branch, 0, 0, masked(Bits, Value));
}

static SLOW void slowPotentialMemory(uint32_t Set, Node Branch) {
  for (uint32_t I = vernier_set_starts[Set]; I != vernier_set_starts[Set + 1]; ++I) {
    uint32_t Class = vernier_set_members[I];
    Node Entry = vernier_node(0, VernierPotentialMemory, 0, vernier_class_heads[Class], Branch, Class, 0, 0);
    if (!Entry)
      return;
    vernier_class_heads[Class] = Entry;
    if (Class == VernierOutputClass)
      vernier_arena->FinalPotential = Entry;
  }
}

FAST void vernier_potential_memory(uint32_t Set, Node Branch) {
  if (Branch)
    slowPotentialMemory(Set, Branch);
}

static Node decided(Node Decision, uint32_t Leaving, Node Control) {
  if (!Decision)
    return Control;
  vernier_decide(Decision);
  if (Leaving)
    vernier_leaves(Decision);
  return Decision;
}

static SLOW Node slowBranch(uint32_t Site, Node Condition, uint32_t Side, uint32_t Leaving, Node Control) {
  return decided(vernier_node(Site, VernierBranch, 1, Condition, 0, Side, Control, Side), Leaving, Control);
}

FAST Node vernier_branch(uint32_t Site, Node Condition, uint32_t Side, uint32_t Leaving, Node Control) {
  return Condition ? slowBranch(Site, Condition, Side, Leaving, Control) : Control;
}

static SLOW Node slowSwitch(uint32_t Site, uint32_t Bits, Node Subject, uint64_t Value, uint32_t Successor,
                            uint32_t Leaving, Node Control) {
  return decided(vernier_node(Site, VernierSwitch, Bits, Subject, 0, Successor, Control, masked(Bits, Value)), Leaving,
                 Control);
}

FAST Node vernier_switch(uint32_t Site, uint32_t Bits, Node Subject, uint64_t Value, uint32_t Successor,
                         uint32_t Leaving, Node Control) {
  return Subject ? slowSwitch(Site, Bits, Subject, Value, Successor, Leaving, Control) : Control;
}

static SLOW Node slowTarget(uint32_t Site, Node Subject, const void *Address, uint32_t Function, uint32_t Leaving,
                            Node Control) {
  return decided(vernier_node(Site, VernierTarget, 64, Subject, 0, Function, Control, (uint64_t)Address), Leaving,
                 Control);
}

FAST Node vernier_target(uint32_t Site, Node Subject, const void *Address, uint32_t Function, uint32_t Leaving,
                         Node Control) {
  return Subject ? slowTarget(Site, Subject, Address, Function, Leaving, Control) : Control;
}

/* Where the program divides by zero, or the quotient does not fit: whether or not anybody wants the result. */
SLOW void vernier_division_fails(void) {
#if defined(__x86_64__)
  __asm__ volatile("xorl %%ecx, %%ecx; divl %%ecx" ::: "eax", "ecx", "edx", "cc");
#else
  syscall(SYS_kill, (long)getpid(), (long)SIGFPE);
#endif
}

/* A condition under which nothing is wrong. */
static void trap(uint32_t Site, Node Condition, int Holds, uint32_t Kind, Node Control) {
  Node Decision = vernier_node(Site, VernierTrap, 1, Condition, 0, Kind, Control, (uint64_t)Holds);
  vernier_decide(Decision);
  vernier_leaves(Decision);
}

static SLOW void slowDivision(uint32_t What, uint32_t Site, Node A, Node B, uint64_t ValueA, uint64_t ValueB,
                              Node Control) {
  uint32_t Bits = What >> 8;
  ValueA = masked(Bits, ValueA), ValueB = masked(Bits, ValueB);
  if (B) {
    Node Zero = vernier_constant(Bits, 0);
    trap(Site, vernier_node(Site, VernierNe, 1, B, Zero, 0, Control, ValueB != 0), ValueB != 0, VernierTrapDivision,
         Control);
    if (!ValueB)
      vernier_finding(VernierTrapDivision, Site, 0, 0, 0);
  }
  uint32_t Operation = What & 255;
  if ((Operation != VernierSDiv && Operation != VernierSRem) || Bits > 64)
    return;
  uint64_t Least = 1ull << (Bits - 1), MinusOne = masked(Bits, ~0ull);
  if ((!A && ValueA != Least) || (!B && ValueB != MinusOne))
    return;
  if (!A)
    A = vernier_constant(Bits, ValueA);
  if (!B)
    B = vernier_constant(Bits, ValueB);
  Node First = vernier_node(Site, VernierNe, 1, A, vernier_constant(Bits, Least), 0, Control, ValueA != Least);
  Node Second = vernier_node(Site, VernierNe, 1, B, vernier_constant(Bits, MinusOne), 0, Control, ValueB != MinusOne);
  int Fine = ValueA != Least || ValueB != MinusOne;
  trap(Site, vernier_node(Site, VernierOr, 1, First, Second, 0, Control, (uint64_t)Fine), Fine, VernierTrapOverflow,
       Control);
  if (!Fine)
    vernier_finding(VernierTrapOverflow, Site, 0, 0, 0);
}

FAST void vernier_division(uint32_t What, uint32_t Site, Node A, Node B, uint64_t ValueA, uint64_t ValueB,
                           Node Control) {
  if (A | B)
    slowDivision(What, Site, A, B, ValueA, ValueB, Control);
}

/* Pointers are used more often than they change. */
enum { PointerCache = 64 };
static Node UsedPointers[PointerCache];

/* An access may fail wherever the pointer is another one, whether or not anybody wants what is read. Where the pointer
   has a term and leads somewhere, the bounds of its object are the condition. */
static SLOW void slowDereference(uint32_t Site, uint64_t Address, Node Pointer, Node Control) {
  if ((Address && vernier_is_symbolic(Pointer)) || UsedPointers[Pointer % PointerCache] == Pointer)
    return;
  UsedPointers[Pointer % PointerCache] = Pointer;
  Node Condition = vernier_node(Site, VernierNe, 1, Pointer, vernier_constant(64, 0), 0, Control, Address != 0);
  trap(Site, Condition, Address != 0, VernierTrapAddress, Control);
}

FAST void vernier_dereference(uint32_t Site, const void *Pointer, Node PointerNode, Node Control) {
  if (PointerNode)
    slowDereference(Site, (uint64_t)Pointer, PointerNode, Control);
}

static __int128 extended(uint32_t Bits, uint64_t Value) {
  return (int64_t)(Value << (64 - Bits)) >> (64 - Bits);
}

/* The result of a signed operation without a limit. */
static __int128 exact(uint32_t What, uint64_t ValueA, uint64_t ValueB) {
  uint32_t Operation = What & 255, Bits = What >> 8;
  __int128 X = extended(Bits, ValueA), Y = extended(Bits, ValueB);
  return Operation == VernierAdd ? X + Y : Operation == VernierSub ? X - Y : X * Y;
}

static int fits(uint32_t What, uint64_t ValueA, uint64_t ValueB) {
  __int128 Exact = exact(What, ValueA, ValueB);
  return Exact == extended(What >> 8, (uint64_t)Exact);
}

static SLOW void overflowed(uint32_t What, uint32_t Site, uint64_t ValueA, uint64_t ValueB) {
  uint32_t Bits = What >> 8;
  vernier_finding(VernierTrapSigned, Site, (uint64_t)extended(Bits, ValueA), (uint64_t)extended(Bits, ValueB), What);
  if (vernier_arena && vernier_arena->Overflow == VernierStopAtOverflow)
    vernier_end_run();
}

/* A sum or difference with a number that is the same for all inputs fits if the other operand does not pass a limit. */
static Node withinLimit(uint32_t What, uint32_t Site, Node A, Node B, uint64_t ValueA, uint64_t ValueB, Node Control) {
  uint32_t Bits = What >> 8;
  __int128 Fixed = A ? extended(Bits, ValueB) : extended(Bits, ValueA);
  __int128 Least = -((__int128)1 << (Bits - 1)), Most = -Least - 1, Limit;
  int Upper = (What & 255) == VernierAdd ? Fixed >= 0 : Fixed < 0;
  if ((What & 255) == VernierAdd)
    Limit = (Upper ? Most : Least) - Fixed;
  else if (A)
    Limit = (Upper ? Most : Least) + Fixed;
  else
    Limit = Fixed - (Upper ? Least : Most);
  Node Bound = vernier_constant(Bits, masked(Bits, (uint64_t)Limit));
  return vernier_node(Site, Upper ? VernierSle : VernierSge, 1, A ? A : B, Bound, 0, Control,
                      (uint64_t)fits(What, ValueA, ValueB));
}

/* The exact result, in twice the width, is that of the narrow operation. */
static Node isExact(uint32_t What, uint32_t Site, Node A, Node B, uint64_t ValueA, uint64_t ValueB, Node Control) {
  uint32_t Operation = What & 255, Bits = What >> 8, Wide = 2 * Bits;
  __int128 X = extended(Bits, ValueA), Y = extended(Bits, ValueB), Exact = exact(What, ValueA, ValueB);
  if (!A)
    A = vernier_constant(Bits, ValueA);
  if (!B)
    B = vernier_constant(Bits, ValueB);
  Node WideA = vernier_node(Site, VernierSExt, Wide, A, 0, 0, Control, masked(Wide, (uint64_t)X));
  Node WideB = vernier_node(Site, VernierSExt, Wide, B, 0, 0, Control, masked(Wide, (uint64_t)Y));
  Node Full = vernier_node(Site, Operation, Wide, WideA, WideB, 0, Control, masked(Wide, (uint64_t)Exact));
  Node Short = vernier_node(Site, VernierTrunc, Bits, Full, 0, 0, Control, masked(Bits, (uint64_t)Exact));
  Node Back = vernier_node(Site, VernierSExt, Wide, Short, 0, 0, Control,
                           masked(Wide, (uint64_t)extended(Bits, (uint64_t)Exact)));
  return vernier_node(Site, VernierEq, 1, Full, Back, 0, Control, (uint64_t)fits(What, ValueA, ValueB));
}

static SLOW void slowOverflow(uint32_t What, uint32_t Site, Node A, Node B, uint64_t ValueA, uint64_t ValueB,
                              Node Control) {
  int Product = (What & 255) == VernierMul;
  Node Condition = !Product && (!A || !B) ? withinLimit(What, Site, A, B, ValueA, ValueB, Control)
                                          : isExact(What, Site, A, B, ValueA, ValueB, Control);
  trap(Site, Condition, fits(What, ValueA, ValueB), VernierTrapSigned, Control);
}

FAST void vernier_overflow(uint32_t What, uint32_t Site, Node A, Node B, uint64_t ValueA, uint64_t ValueB,
                           Node Control) {
  if (A | B)
    slowOverflow(What, Site, A, B, ValueA, ValueB, Control);
  if (!fits(What, ValueA, ValueB))
    overflowed(What, Site, ValueA, ValueB);
}
