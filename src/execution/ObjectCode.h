#pragma once

#include "base/Result.h"

#include <llvm/IR/Module.h>

#include <string>

namespace vernier {

/// Machine code for this machine, without optimisation, as the bytes of a relocatable object file. Consumes the
/// module's contents.
Result<std::string> objectCode(llvm::Module &M);

} // namespace vernier
