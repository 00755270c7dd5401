#include "normal/Steps.h"

#include "normal/Guards.h"

#include <llvm/IR/Instructions.h>

namespace vernier {

bool isGuard(const llvm::CallBase &Call, llvm::StringRef Name) {
  const llvm::Function *Callee = Call.getCalledFunction();
  return Callee && Callee->getName().starts_with(Name);
}

bool isTouch(const llvm::Instruction &I) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  return Call && isGuard(*Call, TouchName);
}

bool isTrap(const llvm::Instruction &I) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  return Call && isGuard(*Call, TrapPrefix);
}

bool mayBeUndefined(const llvm::Instruction &I) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  return Call && (isTouch(I) || isGuard(*Call, NeverName));
}

bool isRead(const llvm::Instruction &I) {
  if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
    return Load->isSimple();
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  return Call && isGuard(*Call, ReadsPrefix);
}

bool isPure(const llvm::Instruction &I) {
  if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
    return Call->doesNotAccessMemory() && !Call->mayThrow() && Call->willReturn() && !Call->isInlineAsm();
  return !I.mayReadOrWriteMemory() && !I.isTerminator() && !llvm::isa<llvm::AllocaInst, llvm::PHINode>(I);
}

bool isEffect(const llvm::Instruction &I) {
  return !I.isTerminator() && !isTouch(I) && !isTrap(I) && !isRead(I) && !isPure(I) &&
         !llvm::isa<llvm::AllocaInst, llvm::PHINode>(I);
}

} // namespace vernier
