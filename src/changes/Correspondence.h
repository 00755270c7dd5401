#pragma once

#include "changes/ChangeMap.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>

namespace vernier {

/// What "the same" means across two modules in two contexts, given a map. The validator's own judgement; the alignment
/// does not use it.
class Correspondence {
public:
  explicit Correspondence(const ChangeMap &Map) : Map(Map) {}

  /// Same layout and meaning; the names of structures do not count.
  bool sameType(const llvm::Type *A, const llvm::Type *B) const;

  /// Same value: equal bits, matched functions and globals, constants without an address of their own by content.
  bool sameConstant(const llvm::Constant *A, const llvm::Constant *B) const;

  /// Same operation (opcode, types, flags, attributes that have a meaning), operands aside.
  bool sameOperation(const llvm::Instruction &A, const llvm::Instruction &B) const;

  /// The operands name the same value whenever both programs got here in lock step without executing a change.
  bool sameOperand(const llvm::Value *A, const llvm::Value *B) const;

  /// All operands of two non-terminators correspond; a step with constant indices is compared by its length.
  bool sameOperands(const llvm::Instruction &A, const llvm::Instruction &B) const;

  /// A caller cannot tell the two functions apart by their declaration.
  bool sameInterface(const llvm::Function &A, const llvm::Function &B) const;

  /// Same storage: type, alignment, linkage, and the same initial contents.
  bool sameGlobal(const llvm::GlobalVariable &A, const llvm::GlobalVariable &B) const;

private:
  bool sameGlobalValue(const llvm::GlobalValue &A, const llvm::GlobalValue &B) const;
  bool sameExpression(const llvm::ConstantExpr &A, const llvm::ConstantExpr &B) const;
  bool sameCall(const llvm::CallBase &A, const llvm::CallBase &B) const;
  bool sameAttributes(const llvm::AttributeList &A, const llvm::AttributeList &B, unsigned Parameters) const;

  const ChangeMap &Map;
  /// Pairs of constants without an address that were compared before, or are being compared (then the same unless
  /// something else differs): they may refer to each other in circles, and one from many places.
  mutable llvm::DenseMap<std::pair<const llvm::GlobalVariable *, const llvm::GlobalVariable *>, bool> Compared;
};

/// The blocks of a function whose address is taken, in order: they correspond by position.
std::vector<const llvm::BasicBlock *> addressTakenBlocks(const llvm::Function &F);

} // namespace vernier
