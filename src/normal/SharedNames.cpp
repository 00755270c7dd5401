#include "normal/SharedNames.h"

namespace vernier {

std::string SharedNames::of(const llvm::GlobalValue &Global) const {
  if (!IsNew)
    return Global.getName().str();
  const llvm::Module &Whole = Map.newProgram().module();
  const llvm::GlobalValue *Before = nullptr;
  if (llvm::isa<llvm::Function>(Global)) {
    if (const llvm::Function *Original = Whole.getFunction(Global.getName()))
      Before = Map.counterpart(*Original);
    else
      return Global.getName().str(); // a guard, or an intrinsic that a transformation brought in
  } else if (const llvm::GlobalVariable *Original = Whole.getGlobalVariable(Global.getName(), true)) {
    Before = Map.counterpart(*Original);
  }
  if (!Before && Global.isDeclaration())
    return Global.getName().str();
  return Before ? Before->getName().str() : "new " + Global.getName().str();
}

} // namespace vernier
