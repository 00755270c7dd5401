#pragma once

#include "abi/Trace.h"
#include "base/Result.h"

#include <llvm/ADT/ArrayRef.h>

#include <cstdint>
#include <vector>

namespace vernier {

/// What a run left, copied out of the memory that it shares with the explorer: the run may still write there. Only the
/// layout is checked here: every part lies inside of the memory.
struct Arena {
  VernierArena Header = {};
  std::vector<VernierNode> Nodes; ///< Nodes[0] is none
  std::vector<std::uint32_t> Words;
  std::vector<std::uint32_t> Decisions;
  std::vector<std::uint8_t> Coverage;
  std::vector<std::uint32_t> Externals; ///< calls that lost something symbolic, calls, for each function
};

Result<Arena> copyArena(llvm::ArrayRef<std::uint8_t> Bytes);

} // namespace vernier
