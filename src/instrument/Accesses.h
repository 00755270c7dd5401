#pragma once

#include <llvm/IR/Instructions.h>

namespace vernier {

/// The place of a load or store is in a variable for sure (of a store: in one that can be written).
bool cannotFail(const llvm::Instruction &LoadOrStore);

} // namespace vernier
