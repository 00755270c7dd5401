#include "bitcode/Startup.h"

#include <llvm/IR/Constants.h>

namespace vernier {

std::vector<const llvm::Function *> startupFunctions(const llvm::Module &M, llvm::StringRef List) {
  std::vector<const llvm::Function *> Result;
  const llvm::GlobalVariable *Entries = M.getNamedGlobal(List);
  const auto *Array =
      Entries && Entries->hasInitializer() ? llvm::dyn_cast<llvm::ConstantArray>(Entries->getInitializer()) : nullptr;
  if (!Array)
    return Result;
  for (const llvm::Use &Entry : Array->operands()) {
    const llvm::Constant *Target = llvm::cast<llvm::Constant>(Entry)->getAggregateElement(1u);
    if (const auto *F = llvm::dyn_cast_or_null<llvm::Function>(Target ? Target->stripPointerCasts() : nullptr))
      Result.push_back(F);
  }
  return Result;
}

} // namespace vernier
