#include "bounded/Correspond.h"

#include <llvm/IR/InstIterator.h>

namespace vernier {

namespace {

using Sizes = std::vector<std::uint64_t>;

/// Of the locals of a function, in their order.
Sizes localSizes(const llvm::Function &F) {
  Sizes Result;
  for (const llvm::Instruction &I : llvm::instructions(F))
    if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I))
      Result.push_back(F.getDataLayout().getTypeAllocSize(Local->getAllocatedType()).getFixedValue());
  return Result;
}

/// Of the variables that a version defines.
Sizes globalSizes(const llvm::Module &M) {
  Sizes Result;
  for (const llvm::GlobalVariable &G : M.globals())
    if (!G.isDeclaration())
      Result.push_back(M.getDataLayout().getTypeAllocSize(G.getValueType()).getFixedValue() * 2 + G.isConstant());
  return Result;
}

} // namespace

Correspondence correspondence(const ChangeMap *Map, const PreparedVersion &Old, const PreparedVersion &New) {
  auto Instructions = [Map, &Old, &New](const llvm::Instruction &A, const llvm::Instruction &B) {
    const llvm::Instruction *InOld = Old.original(A), *InNew = New.original(B);
    return Map && InOld && InNew && Map->counterpart(*InOld) == InNew;
  };
  auto Locals = [=, &Old, &New](const llvm::Instruction &A, const llvm::Instruction &B) {
    return Instructions(A, B) &&
           localSizes(*Old.original(A)->getFunction()) == localSizes(*New.original(B)->getFunction());
  };
  bool SameGlobals = Map && globalSizes(Map->oldProgram().module()) == globalSizes(Map->newProgram().module());
  auto Globals = [Map, SameGlobals](const llvm::GlobalVariable &A, const llvm::GlobalVariable &B) {
    if (!SameGlobals)
      return false;
    const llvm::GlobalVariable *InOld = Map->oldProgram().module().getGlobalVariable(A.getName(), true),
                               *InNew = Map->newProgram().module().getGlobalVariable(B.getName(), true);
    return InOld && InNew && Map->counterpart(*InOld) == InNew;
  };
  return {Instructions, Locals, Globals};
}

} // namespace vernier
