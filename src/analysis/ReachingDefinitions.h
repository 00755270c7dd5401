#pragma once

#include "analysis/ModRef.h"

#include <functional>

namespace vernier {

/// What a read may see, within one function.
struct MemoryFlow {
  const llvm::Instruction *Read;
  const llvm::Instruction *Write; ///< null: what other functions (or the state at the start) left in the cell
  CellId Cell;
};

/// Flow-sensitive reaching definitions of one function, with strong updates. Reads through the unknown cell are not
/// reported: they may see any write to an escaped cell. A write through it counts as something that others left.
/// Private cells are only written here, so they never have a null writer; all other cells that a callee may write do.
void reachingDefinitions(const llvm::Function &F, const ModRef &Memory,
                         const std::function<bool(const MemoryFlow &)> &Found);

/// The cells that the instruction certainly overwrites as a whole.
CellSet certainlyOverwritten(const llvm::Instruction &I, const ModRef &Memory);

} // namespace vernier
