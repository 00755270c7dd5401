#pragma once

#include "base/Result.h"

#include <llvm/IR/Module.h>

#include <string>

namespace vernier {

/// Where an instrumented executable leaves what it executes: a file DIRECTORY/KEY.hits with a byte for each slot, which
/// all of its processes map. So nothing is lost when one is killed, and children count. The directory is the one that
/// VERNIER_HITS names, else Directory. VernierHitsDescriptor (HitsAbi.h) goes before both, if it is such a file with
/// its mark behind the slots: a confined run can open nothing.
struct HitsPlace {
  std::string Key;
  std::string Directory; ///< empty: none
};

/// Bytes of the file for so many slots: whole pages.
std::size_t hitsSize(unsigned Slots);

/// Adds to every block and edge that has a slot (selection/SlotTable.h) the store that says so.
Status recordHits(llvm::Module &M, const HitsPlace &Place);

} // namespace vernier
