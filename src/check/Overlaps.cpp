#include "check/Overlaps.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vernier {

namespace {

bool isCopier(llvm::StringRef Name) {
  Name.consume_front("__");
  Name.consume_back("_chk");
  return llvm::StringSwitch<bool>(Name)
      .Cases("memcpy", "mempcpy", "memccpy", "wmemcpy", "wmempcpy", true)
      .Cases("strcpy", "stpcpy", "strncpy", "stpncpy", "strcat", "strncat", true)
      .Cases("wcscpy", "wcsncpy", "wcscat", "wcsncat", "strlcpy", "strlcat", true)
      .Cases("sprintf", "snprintf", "vsprintf", "vsnprintf", "strxfrm", true)
      .Default(false);
}

bool copies(const llvm::CallBase &Call) {
  if (llvm::isa<llvm::MemCpyInst>(Call))
    return true;
  const llvm::Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() && isCopier(Callee->getName());
}

bool isVariable(const llvm::Value *Object) {
  return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(Object);
}

/// Two pointers of which at least one may lead anywhere, or both into one variable at different places.
bool mayOverlap(const llvm::Value *To, const llvm::Value *From) {
  const llvm::Value *A = llvm::getUnderlyingObject(To), *B = llvm::getUnderlyingObject(From);
  return isVariable(A) || isVariable(B) ? A == B && To != From : true;
}

} // namespace

bool dependsOnOverlap(const ChangeMap &Map, const llvm::Function &F) {
  return llvm::any_of(llvm::instructions(F), [&](const llvm::Instruction &I) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    if (!Call || !copies(*Call) || !Map.isChanged(I) || Call->arg_empty())
      return false;
    return llvm::any_of(llvm::drop_begin(Call->args()), [&](const llvm::Use &Other) {
      return Other->getType()->isPointerTy() && mayOverlap(Call->getArgOperand(0), Other);
    });
  });
}

} // namespace vernier
