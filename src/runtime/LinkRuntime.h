#pragma once

#include "base/Result.h"

#include <llvm/IR/Module.h>

namespace vernier {

/// The runtime's bitcode, as it was compiled with Vernier.
llvm::StringRef runtimeBitcode();

/// Gives an instrumented module the hooks that it calls. Everything of the runtime but its main, the functions of
/// the heap and what the harness calls becomes local; hooks are inlined by whoever optimises the module.
Status linkRuntime(llvm::Module &M);

} // namespace vernier
