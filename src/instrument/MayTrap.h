#pragma once

#include "analysis/CallGraph.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace vernier {

/// Instructions that may end the program: a division by what may be zero (or -1), an access through a pointer that may
/// be null, a call of code that has such. An access outside of an object is another matter: claims assume that there is
/// none. Found before anything is inserted.
class MayTrap {
public:
  /// NullableInputs: pointers that the harness passes may be null.
  MayTrap(llvm::Module &M, const CallGraph &Calls, bool NullableInputs);

  bool operator()(const llvm::Instruction &I) const;

private:
  bool byItself(const llvm::Instruction &I) const;
  bool maybeNull(const llvm::Value &Pointer) const;
  bool findNull(const llvm::Value &Pointer) const;
  bool argumentMaybeNull(const llvm::Argument &Parameter) const;
  bool slotMaybeNull(const llvm::AllocaInst &Slot) const;

  const CallGraph &Calls;
  bool NullableInputs;
  llvm::DenseSet<const llvm::Function *> Trapping;
  mutable llvm::DenseMap<const llvm::Value *, bool> Null; ///< false while it is being found out
  mutable std::vector<const llvm::Value *> Guessed;       ///< asked by the question that is being answered
};

} // namespace vernier
