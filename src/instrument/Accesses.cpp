#include "instrument/Accesses.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

#include <llvm/IR/DataLayout.h>
#include <optional>

namespace vernier {

static std::optional<std::uint64_t> sizeOf(const llvm::Value &Variable, const llvm::DataLayout &Layout) {
  if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&Variable)) {
    auto Known = Local->getAllocationSize(Layout);
    return Known ? std::optional(Known->getFixedValue()) : std::nullopt;
  }
  auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(&Variable);
  if (!Global || !Global->getValueType()->isSized() || Global->hasExternalWeakLinkage())
    return std::nullopt;
  return Layout.getTypeAllocSize(Global->getValueType()).getFixedValue();
}

bool cannotFail(const llvm::Instruction &LoadOrStore) {
  const llvm::DataLayout &Layout = LoadOrStore.getDataLayout();
  const llvm::Value *Pointer = llvm::getLoadStorePointerOperand(&LoadOrStore);
  llvm::APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const llvm::Value *Base = Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/false);
  std::optional<std::uint64_t> Size = sizeOf(*Base, Layout);
  if (!Size || Offset.isNegative())
    return false;
  auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(Base);
  if (Global && Global->isConstant() && llvm::isa<llvm::StoreInst>(LoadOrStore))
    return false;
  return Offset.getZExtValue() +
             Layout.getTypeStoreSize(llvm::getLoadStoreType(const_cast<llvm::Instruction *>(&LoadOrStore))) <=
         *Size;
}

AccessedVariable accessedVariable(const llvm::Instruction &LoadOrStore) {
  const llvm::Value *Base = llvm::getLoadStorePointerOperand(&LoadOrStore);
  while (auto *Step = llvm::dyn_cast<llvm::GEPOperator>(Base))
    Base = Step->getPointerOperand();
  auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(Base);
  // Of a variable that is defined elsewhere the size may be another one than what is declared.
  if (Global && (Global->isDeclaration() || Global->isInterposable()))
    return {};
  std::optional<std::uint64_t> Size = sizeOf(*Base, LoadOrStore.getDataLayout());
  return Size ? AccessedVariable{const_cast<llvm::Value *>(Base), *Size} : AccessedVariable();
}

} // namespace vernier
