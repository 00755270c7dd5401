#include "bitcode/SignedArithmetic.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace vernier {

namespace {

constexpr const char *Mark = "vernier.signed";

/// Only members are chosen, no elements.
bool choosesMember(const llvm::GEPOperator &Address) {
  for (auto Step = llvm::gep_type_begin(Address), End = llvm::gep_type_end(Address); Step != End; ++Step) {
    auto *Index = llvm::dyn_cast<llvm::ConstantInt>(Step.getOperand());
    if (!Step.isStruct() && !(Index && Index->isZero()))
      return false;
  }
  return true;
}

/// An element of a local that is being initialised: the compiler counts by itself.
bool isInitialised(const llvm::GEPOperator &Address, const llvm::DataLayout &Layout) {
  if (Address.getNumIndices() != 1)
    return false;
  llvm::APInt Offset(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
  const llvm::Value *Base = Address.stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
  auto *Local = llvm::dyn_cast<llvm::AllocaInst>(Base);
  auto Size = Local ? Local->getAllocationSize(Layout) : std::nullopt;
  return Size && !Offset.isNegative() && Offset.ule(Size->getFixedValue());
}

bool keepsPromise(const llvm::GEPOperator &Address, const llvm::DataLayout &Layout) {
  return !Address.isInBounds() || Address.getInRange() || choosesMember(Address) || isInitialised(Address, Layout);
}

/// The same constant without promises about addresses.
llvm::Constant *withoutPromises(llvm::Constant *C, const llvm::DataLayout &Layout) {
  auto *Expression = llvm::dyn_cast<llvm::ConstantExpr>(C);
  if (!Expression)
    return C;
  llvm::SmallVector<llvm::Constant *, 4> Operands;
  for (llvm::Use &Operand : Expression->operands())
    Operands.push_back(withoutPromises(llvm::cast<llvm::Constant>(Operand), Layout));
  auto *Address = llvm::dyn_cast<llvm::GEPOperator>(Expression);
  if (!Address || keepsPromise(*Address, Layout))
    return Expression->getWithOperands(Operands);
  return llvm::ConstantExpr::getGetElementPtr(Address->getSourceElementType(), Operands.front(),
                                              llvm::ArrayRef(Operands).drop_front(), llvm::GEPNoWrapFlags::none());
}

void dropPromises(llvm::Instruction &I, const llvm::DataLayout &Layout) {
  if (auto *Address = llvm::dyn_cast<llvm::GetElementPtrInst>(&I);
      Address && !keepsPromise(llvm::cast<llvm::GEPOperator>(*Address), Layout))
    Address->setNoWrapFlags(llvm::GEPNoWrapFlags::none());
  if (llvm::isa<llvm::LandingPadInst>(I))
    return;
  for (llvm::Use &Operand : I.operands())
    if (auto *Expression = llvm::dyn_cast<llvm::ConstantExpr>(Operand.get()))
      if (llvm::Constant *Plain = withoutPromises(Expression, Layout); Plain != Expression)
        Operand.set(Plain);
}

} // namespace

void setSignedArithmetic(llvm::Instruction &I) {
  I.setMetadata(Mark, llvm::MDNode::get(I.getContext(), {}));
}

bool isSignedArithmetic(const llvm::Instruction &I) {
  return I.hasMetadata() && I.getMetadata(Mark);
}

void markSignedArithmetic(llvm::Module &M) {
  for (llvm::Function &F : M)
    for (llvm::Instruction &I : llvm::instructions(F)) {
      bool Overflows = llvm::isa<llvm::OverflowingBinaryOperator>(I) && I.getOpcode() != llvm::Instruction::Shl;
      if (Overflows && I.hasNoSignedWrap()) {
        setSignedArithmetic(I);
        I.setHasNoSignedWrap(false);
      }
      auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
      if (Call && Call->getIntrinsicID() == llvm::Intrinsic::abs &&
          llvm::cast<llvm::Constant>(Call->getArgOperand(1))->isOneValue()) {
        setSignedArithmetic(I);
        Call->setArgOperand(1, llvm::ConstantInt::getFalse(M.getContext()));
      }
      dropPromises(I, M.getDataLayout());
    }
}

void forgetSignedArithmetic(llvm::Module &M) {
  for (llvm::Function &F : M)
    for (llvm::Instruction &I : llvm::instructions(F))
      I.setMetadata(Mark, nullptr);
}

} // namespace vernier
