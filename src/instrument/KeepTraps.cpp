#include "instrument/KeepTraps.h"

#include "instrument/Accesses.h"
#include "instrument/Lower.h"
#include "models/Models.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace vernier {

namespace {

/// The processor cannot carry out this division.
llvm::Value *fails(llvm::IRBuilder<> &B, llvm::BinaryOperator &Division) {
  llvm::Value *Divisor = Division.getOperand(1);
  auto *Type = llvm::cast<llvm::IntegerType>(Division.getType());
  llvm::Value *Zero = B.CreateICmpEQ(Divisor, llvm::ConstantInt::get(Type, 0));
  bool Signed = Division.getOpcode() == llvm::Instruction::SDiv || Division.getOpcode() == llvm::Instruction::SRem;
  if (!Signed || Type->getBitWidth() < 32)
    return Zero;
  llvm::Value *Least = B.CreateICmpEQ(
      Division.getOperand(0), llvm::ConstantInt::get(Type, llvm::APInt::getSignedMinValue(Type->getBitWidth())));
  llvm::Value *MinusOne = B.CreateICmpEQ(Divisor, llvm::ConstantInt::getSigned(Type, -1));
  return B.CreateOr(Zero, B.CreateAnd(Least, MinusOne));
}

void keepDivision(llvm::Module &M, llvm::BinaryOperator &Division) {
  llvm::IRBuilder<> B(&Division);
  llvm::Value *Fails = fails(B, Division);
  if (auto *Known = llvm::dyn_cast<llvm::ConstantInt>(Fails); Known && Known->isZero())
    return;
  llvm::Instruction *Then = llvm::SplitBlockAndInsertIfThen(Fails, Division.getIterator(), /*Unreachable=*/false);
  llvm::FunctionCallee Die = M.getOrInsertFunction("vernier_division_fails", llvm::Type::getVoidTy(M.getContext()));
  llvm::IRBuilder<>(Then).CreateCall(Die);
}

} // namespace

void keepTraps(llvm::Module &M) {
  std::vector<llvm::BinaryOperator *> Divisions;
  for (llvm::Function &F : M) {
    if (isModel(F))
      continue;
    for (llvm::Instruction &I : llvm::instructions(F)) {
      if (!siteOf(I))
        continue;
      if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I); Load && !cannotFail(*Load))
        Load->setVolatile(true);
      if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I); Store && !cannotFail(*Store))
        Store->setVolatile(true);
      if (auto *Memory = llvm::dyn_cast<llvm::MemIntrinsic>(&I))
        Memory->setVolatile(llvm::ConstantInt::getTrue(M.getContext()));
      auto *Division = llvm::dyn_cast<llvm::BinaryOperator>(&I);
      if (Division && Division->isIntDivRem() && Division->getType()->isIntegerTy())
        Divisions.push_back(Division);
    }
  }
  for (llvm::BinaryOperator *Division : Divisions)
    keepDivision(M, *Division);
}

} // namespace vernier
