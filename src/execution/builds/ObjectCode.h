#pragma once

#include "base/Result.h"

#include <llvm/IR/Module.h>

#include <string>

namespace vernier {

/// Machine code for this machine as the bytes of a relocatable object file. Consumes the module's contents. Without
/// optimisation it is what the bitcode says, step by step.
Result<std::string> objectCode(llvm::Module &M, bool Optimise = false);

} // namespace vernier
