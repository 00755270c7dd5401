#pragma once

#include "base/Result.h"

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace vernier {

/// Object code that defines what neither the program nor its libraries define. A function records its name and its
/// arguments (Outcome::Calls) and returns zero; a variable is zero. Names that the module does not mention are left
/// out.
Result<std::string> defineMissing(const llvm::Module &M, const std::vector<std::string> &Names);

} // namespace vernier
