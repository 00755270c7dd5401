#pragma once

#include "runtime/Runtime.h"

enum { VernierDirectorySize = 1 << 16, VernierPageSize = 4096 };
#define VERNIER_STAMP 0x80000000u

struct VernierShadowPage {
  uint64_t Number;
  struct VernierShadowPage *Next;
  uint32_t Entries[VernierPageSize];
};

/* By page number modulo its size; null where nothing has a definition. */
extern struct VernierShadowPage *vernier_directory[VernierDirectorySize];

void vernier_pin(uint32_t Site, uint32_t Bits, Node Subject, uint64_t Value, uint32_t Reason, Node Control);
/* Ends the run because what it did has no meaning; the finding says what. */
_Noreturn void vernier_end_run(void);

/* What is known about an access that is about to happen. */
struct VernierReach {
  int Known; /* the object that is meant */
  uint64_t Start, Length;
  Node Offset, Trap; /* of a symbolic address inside of a known object: where it lies in it, that it does */
};

/* Bounds.c */
/* Some object is not there any more. */
void vernier_forget_objects(void);
/* The same for a block of memory whose size is known. */
void vernier_span(uint32_t Site, const void *Address, Node AddressNode, uint64_t Size, int Write);
/* An access must stay inside of the object that its address was derived from, however far away another one
   lies. Ends the run if it does not. A symbolic address gets the bounds as a decision, or is taken as it is where
   nothing is known. Asked twice for one access, it answers twice, but decides once. */
const struct VernierReach *vernier_reached(uint32_t Site, uint64_t Address, Node AddressNode, uint64_t Base,
                                           Node BaseNode, uint32_t Size, int Write, Node Control);
