#pragma once

/* What the heaps of plain and of instrumented programs agree on. */

#include <stdint.h>

/* Memory of the heap that nobody wrote has in each byte something else, or zero. Only the address and the filling
   decide about it, so that it can be recognised. */
static inline uint8_t vernierHeapFilling(uint64_t Address, uint8_t Filling) {
  uint64_t Mixed = (Address ^ Address >> 7) * 0x9e3779b97f4a7c15ull;
  return Filling ? (uint8_t)((Filling & 0xe1) | (Mixed >> 59 & 15) << 1) : 0;
}
