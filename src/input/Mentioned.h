#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

namespace vernier {

/// What code may come to: everything that a function names, directly, through initialisers, and through the functions
/// it names.
struct Mentioned {
  llvm::SetVector<const llvm::Function *> Functions;
  llvm::SetVector<const llvm::GlobalVariable *> Globals;
  /// Something that it names may be another thing when it is linked: weak definitions, aliases and declarations.
  bool Replaceable = false;

  /// Adds a function or variable with all that it mentions.
  void add(const llvm::Constant &Root);
};

} // namespace vernier
