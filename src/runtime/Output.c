/* What the outside world sees. */

#include "runtime/Memory.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SLOW __attribute__((noinline))

/* For each descriptor its newest output. */
enum { MostDescriptors = 64 };
static Node Newest[MostDescriptors];

/* What was written before, and what another side of a branch might have written since. */
static Node before(Node Last) {
  Node Potential = vernier_class_heads[VernierOutputClass];
  return Potential > Last ? vernier_node(0, VernierPotential, 0, Last, Potential, 0, 0, 0) : Last;
}

static Node record(uint32_t Descriptor, const void *Bytes, uint64_t Size, Node Last, Node Control) {
  uint32_t Count = Size < (1u << 24) ? (uint32_t)Size : 1u << 24;
  uint32_t Index = vernier_words(Count + (Count + 3) / 4);
  if (!Index)
    return 0;
  for (uint32_t I = 0; I != Count; ++I)
    vernier_word(Index)[I] = vernier_value_at(0, (const char *)Bytes + I, 1, Control);
  memcpy(vernier_word(Index) + Count, Bytes, Count);
  return vernier_node(0, VernierOutput, 0, before(Last), Index, Descriptor, Control, Count);
}

int64_t vernier_write(int Descriptor, const void *Bytes, uint64_t Size) {
  const void *Self = (const void *)vernier_write;
  vernier_pin(0, 32, vernier_argument_of(Self, 0), (uint32_t)Descriptor, VernierPinDescriptor, vernier_control);
  vernier_pin(0, 64, vernier_argument_of(Self, 2), Size, VernierPinDescriptor, vernier_control);
  /* What goes anywhere else may be read back, without its nodes. */
  if (Descriptor != 1 && Descriptor != 2)
    vernier_pin_bytes(0, Bytes, Size, VernierPinDescriptor, vernier_control);
  int64_t Count = syscall(SYS_write, (long)Descriptor, Bytes, Size);
  Node Given = vernier_both(0, vernier_argument_of(Self, 2), vernier_argument_of(Self, 0));
  vernier_results[0] = Given ? vernier_node(0, VernierRead, 64, 0, Given, 0, vernier_control, (uint64_t)Count) : 0;
  vernier_result_tag = Self;
  if (Count <= 0 || !vernier_arena || Descriptor < 0 || Descriptor >= MostDescriptors)
    return Count;
  Node Output = record((uint32_t)Descriptor, Bytes, (uint64_t)Count, Newest[Descriptor], vernier_control);
  if (Output)
    Newest[Descriptor] = Output;
  if (Output && Descriptor < 3)
    vernier_arena->FinalOutput[Descriptor] = Output;
  return Count;
}

void vernier_observe(uint32_t Index, const void *Address, uint64_t Size) {
  vernier_settle(0, Address, Size, vernier_set_at(Address));
  record(VernierObserved + Index, Address, Size, 0, 0);
}

void vernier_result(uint32_t Bits, uint64_t Value, Node ValueNode) {
  vernier_node(0, VernierStatus, Bits, ValueNode, 0, 0, 0, Bits < 64 ? Value & ((1ull << Bits) - 1) : Value);
}

SLOW void vernier_status(uint32_t Site, uint32_t Status, Node Value, Node Control) {
  vernier_node(Site, VernierStatus, 32, Value, 0, 0, Control, Status);
}
