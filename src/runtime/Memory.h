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
_Noreturn void vernier_stop(void);
