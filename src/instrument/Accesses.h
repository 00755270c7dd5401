#pragma once

#include <llvm/IR/Instructions.h>

namespace vernier {

/// The place of a load or store is in a variable for sure (of a store: in one that can be written).
bool cannotFail(const llvm::Instruction &LoadOrStore);

/// The variable that the place is computed from, and its size, if they are known.
struct AccessedVariable {
  llvm::Value *Variable = nullptr;
  std::uint64_t Size = 0;
};
AccessedVariable accessedVariable(const llvm::Instruction &LoadOrStore);

} // namespace vernier
