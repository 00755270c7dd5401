#pragma once

#include <llvm/IR/Module.h>

namespace vernier {

/// Optimisation may remove a division or a load whose result nobody uses, and with it the signal that the program dies
/// of. After this it does not: the instrumented program dies where the plain one does.
void keepTraps(llvm::Module &M);

} // namespace vernier
