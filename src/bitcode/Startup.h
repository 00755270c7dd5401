#pragma once

#include <llvm/IR/Module.h>

#include <vector>

namespace vernier {

/// The functions of `llvm.global_ctors` or `llvm.global_dtors`, in order: what runs before and after main.
std::vector<const llvm::Function *> startupFunctions(const llvm::Module &M, llvm::StringRef List);

} // namespace vernier
