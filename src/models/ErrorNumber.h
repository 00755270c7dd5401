#pragma once

#include <llvm/IR/Module.h>

namespace vernier {

/// Whether something in M, or something it calls and does not define, may read the error number that a library function
/// left behind. No only if every function that M declares is known not to.
bool mayReadErrorNumber(const llvm::Module &M);

} // namespace vernier
