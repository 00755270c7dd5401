#pragma once

#include "changes/ChangeMap.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>

#include <llvm/IR/Instructions.h>
#include <string>

namespace vernier {

/// Canonical forms, as text, for comparing things of two modules by equality: what has equal labels may be matched.
/// Functions and globals are named by their pair; one without a counterpart is named by its side, so that it equals
/// nothing.
/// A set of labels belongs to one state of the map.
class Labels {
public:
  Labels(const ChangeMap &Map) : Map(Map) {}

  std::string type(const llvm::Type *T) const;
  std::string constant(const llvm::Constant *C) const;
  /// What a caller can see of a function.
  std::string interface(const llvm::Function &F) const;

  /// Opcode, types, flags and the shape of the operands. How a local is named is left to LocalName.
  std::string instruction(const llvm::Instruction &I,
                          llvm::function_ref<std::string(const llvm::AllocaInst &)> LocalName) const;

private:
  std::string global(const llvm::GlobalValue &G) const;

  const ChangeMap &Map;
  /// Constants may refer to each other in circles, and the same one from many places; the label of each is made once.
  mutable llvm::DenseMap<const llvm::GlobalVariable *, std::string> Contents;
};

} // namespace vernier
