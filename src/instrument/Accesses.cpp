#include "instrument/Accesses.h"

#include <llvm/IR/GlobalVariable.h>

namespace vernier {

bool cannotFail(const llvm::Instruction &LoadOrStore) {
  const llvm::DataLayout &Layout = LoadOrStore.getDataLayout();
  const llvm::Value *Pointer = llvm::getLoadStorePointerOperand(&LoadOrStore);
  llvm::APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const llvm::Value *Base = Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/false);
  if (!llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(Base) || Offset.isNegative())
    return false;
  llvm::TypeSize Size = llvm::TypeSize::getFixed(0);
  if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(Base)) {
    auto Known = Local->getAllocationSize(Layout);
    if (!Known)
      return false;
    Size = *Known;
  } else {
    auto *Global = llvm::cast<llvm::GlobalVariable>(Base);
    if (!Global->getValueType()->isSized() || Global->hasExternalWeakLinkage() ||
        (llvm::isa<llvm::StoreInst>(LoadOrStore) && Global->isConstant()))
      return false;
    Size = Layout.getTypeAllocSize(Global->getValueType());
  }
  auto *Store = llvm::dyn_cast<llvm::StoreInst>(&LoadOrStore);
  llvm::Type *Type = Store ? Store->getValueOperand()->getType() : LoadOrStore.getType();
  return Offset.getZExtValue() + Layout.getTypeStoreSize(Type) <= Size;
}

} // namespace vernier
