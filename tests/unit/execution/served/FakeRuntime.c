/* As much of the runtime as the server and its inputs need, without instrumentation: nodes are kept, shadow memory is a
   list, and nothing is known about objects. */

#include "runtime/Runtime.h"

#include <string.h>

struct VernierArena *vernier_arena;
Node vernier_control;
Node vernier_arguments[VernierArgumentRoom];
const void *vernier_argument_tag;
Node vernier_results[VernierResultRoom];
const void *vernier_result_tag;
Node vernier_class_heads[VernierFirstClass];

static struct {
  const char *Address;
  Node Definition;
} Shadow[1 << 16];
static unsigned ShadowCount;

static struct VernierNode *nodes(void) {
  return (struct VernierNode *)((char *)vernier_arena + vernier_arena->NodesAt);
}

void vernier_attach(struct VernierArena *Arena) {
  vernier_arena = Arena;
}

void vernier_attach_probe(struct VernierArena *Arena, uint32_t Number) {
  vernier_arena = Arena;
  ((uint8_t *)Arena)[Arena->ProbesAt + (uint64_t)Number * Arena->CoverageSize] = (uint8_t)(Number + 1);
}

Node vernier_node(uint32_t Site, uint32_t Operation, uint32_t Bits, Node A, Node B, uint32_t C, Node Control,
                  uint64_t Value) {
  if (!vernier_arena || vernier_arena->NodeCount >= vernier_arena->NodeCapacity)
    return 0;
  uint8_t Flags = Operation == VernierInput ? VernierSymbolic : A ? nodes()[A].Flags : 0;
  if (Operation == VernierUlt)
    Flags |= nodes()[B].Flags;
  nodes()[vernier_arena->NodeCount] =
      (struct VernierNode){Site, (uint8_t)Operation, Flags, (uint16_t)Bits, A, B, C, Control, Value};
  return vernier_arena->NodeCount++;
}

Node vernier_constant(uint32_t Bits, uint64_t Value) {
  return vernier_node(0, VernierConstant, Bits, 0, 0, 0, 0, Value);
}

/* No run here returns anything that wide. */
Node vernier_whole(uint32_t Bits, Node Value, uint64_t Low, uint64_t High) {
  (void)Bits, (void)Low, (void)High;
  return Value;
}

void vernier_lose(void) {
  vernier_arena->Lost = 1;
}

void vernier_decide(Node Decision) {
  if (!Decision || !(nodes()[Decision].Flags & VernierSymbolic))
    return;
  uint32_t *List = (uint32_t *)((char *)vernier_arena + vernier_arena->DecisionsAt);
  if (vernier_arena->DecisionCount < vernier_arena->DecisionCapacity)
    List[vernier_arena->DecisionCount++] = Decision;
}

Node vernier_argument_of(const void *Function, unsigned Index) {
  return vernier_argument_tag == Function ? vernier_arguments[Index] : 0;
}

void vernier_set(const void *Address, uint64_t Size, Node Definition) {
  for (uint64_t I = 0; I != Size && ShadowCount != 1 << 16; ++I) {
    Shadow[ShadowCount].Address = (const char *)Address + I;
    Shadow[ShadowCount++].Definition = Definition;
  }
}

void vernier_clear(const void *Address, uint64_t Size) {
  vernier_set(Address, Size, 0);
}

Node vernier_shadow(const void *Address) {
  for (unsigned I = ShadowCount; I-- != 0;)
    if (Shadow[I].Address == Address)
      return Shadow[I].Definition;
  return 0;
}

void vernier_mark_input(uint32_t Leaf, void *Address, uint32_t Bits, uint64_t Value) {
  vernier_set(Address, Bits / 8, vernier_node(0, VernierInput, Bits, Leaf, 0, 0, 0, Value));
}

Node vernier_value_at(uint32_t Site, const void *Address, uint32_t Size, Node Control) {
  (void)Site, (void)Size, (void)Control;
  return vernier_shadow(Address);
}

void vernier_limit_heap(uint64_t Bytes) {
  (void)Bytes;
}

void vernier_object(const void *Address, uint64_t Size) {
  (void)Address, (void)Size;
}

void vernier_status(uint32_t Site, uint32_t Status, Node Value, Node Control) {
  vernier_node(Site, VernierStatus, 32, Value, 0, 0, Control, Status);
}

void vernier_result(uint32_t Bits, uint64_t Value, Node Definition) {
  vernier_node(0, VernierStatus, Bits, Definition, 0, 0, 0, Value);
}

void vernier_observe(uint32_t Index, const void *Address, uint64_t Size) {
  vernier_node(0, VernierOutput, 0, 0, 0, VernierObserved + Index, 0, Size);
  (void)Address;
}

uint32_t vernier_call_site;

void vernier_observe_size(uint32_t Index, const void *Block, uint64_t Size) {
  (void)Index, (void)Block, (void)Size;
}

void vernier_observe_freed(uint32_t Index, const void *Object) {
  (void)Index, (void)Object;
}

uint8_t vernier_heap_filling(void) {
  return 0;
}

void vernier_asked(uint32_t Site, uint32_t Function, const char *Name, uint64_t Number, Node NumberNode,
                   uint64_t Answer, const char *Text) {
  (void)Site, (void)Function, (void)Name, (void)Number, (void)NumberNode, (void)Answer, (void)Text;
}

void vernier_mark(uint32_t Site, Node Control) {
  (void)Site, (void)Control;
}

void vernier_freeze(uint32_t Site, uint32_t Reason) {
  (void)Site, (void)Reason;
}
