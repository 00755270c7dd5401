#pragma once

#include "base/Result.h"

#include <llvm/IR/Module.h>

#include <string_view>

namespace vernier {

/// The part of the runtime that is the same in every program: an object file that instrumented programs are linked
/// with.
std::string_view runtimeObject();

/// Gives an instrumented module the rest: hooks, which are inlined by whoever optimises the module, and the heap.
Status linkRuntime(llvm::Module &M);

} // namespace vernier
