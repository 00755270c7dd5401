// Memory that nobody wrote gets a filling before it can be read, so that two runs with different fillings tell whether
// anything depends on it. The filling is no definition: it leaves no nodes, and takes away those of what was there.

#include "instrument/FunctionInstrumenter.h"

#include "instrument/Lower.h"
#include "models/Models.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vernier {

/// The whole variable is written by this instruction.
static bool definesWhole(const llvm::Instruction &I, const llvm::AllocaInst &Local, std::uint64_t Size) {
  if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
    return Store->getPointerOperand() == &Local && Store->getValueOperand() != &Local &&
           I.getDataLayout().getTypeStoreSize(Store->getValueOperand()->getType()) == Size;
  auto *Memory = llvm::dyn_cast<llvm::MemIntrinsic>(&I);
  if (!Memory || Memory->getRawDest() != &Local)
    return false;
  if (auto *Copy = llvm::dyn_cast<llvm::MemTransferInst>(Memory); Copy && Copy->getRawSource() == &Local)
    return false;
  auto *Length = llvm::dyn_cast<llvm::ConstantInt>(Memory->getLength());
  return Length && Length->getZExtValue() == Size;
}

/// Nobody can read the variable between this place and where it is written as a whole, in the same block. A call could,
/// through a pointer that is left of an earlier scope.
static bool isWrittenFirst(const llvm::Instruction &From, const llvm::AllocaInst &Local, std::uint64_t Size) {
  for (const llvm::Instruction *I = From.getNextNode(); I; I = I->getNextNode()) {
    if (definesWhole(*I, Local, Size))
      return true;
    auto *Other = llvm::dyn_cast<llvm::AllocaInst>(I);
    if (Other)
      continue;
    for (const llvm::Use &Operand : I->operands())
      if (Operand.get() == &Local)
        return false;
    auto *Intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(I);
    if (Intrinsic && (Intrinsic->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(Intrinsic)))
      continue;
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(I);
        Load && llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(Load->getPointerOperand()))
      continue;
    if (I->mayReadFromMemory())
      return false;
  }
  return false;
}

static std::set<const llvm::BasicBlock *> blocksInCycles(llvm::Function &F) {
  std::set<const llvm::BasicBlock *> Result;
  for (auto Component = llvm::scc_begin(&F); !Component.isAtEnd(); ++Component)
    if (Component.hasCycle())
      Result.insert(Component->begin(), Component->end());
  return Result;
}

/// Variables of the program: what lowering made is written before it is read.
void FunctionInstrumenter::planFilling() {
  if (isModel(F))
    return;
  std::set<const llvm::BasicBlock *> Cycles = blocksInCycles(F);
  const llvm::DataLayout &Layout = F.getParent()->getDataLayout();
  for (llvm::Instruction &I : llvm::instructions(F)) {
    auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I);
    if (!Local || !siteOf(*Local))
      continue;
    std::uint64_t Size = Layout.getTypeAllocSize(Local->getAllocatedType());
    auto MayBeRead = [&](const llvm::Instruction &From) {
      return Local->isArrayAllocation() || !isWrittenFirst(From, *Local, Size);
    };
    bool Scoped = false;
    for (llvm::User *User : Local->users()) {
      auto *Begin = llvm::dyn_cast<llvm::IntrinsicInst>(User);
      if (!Begin || Begin->getIntrinsicID() != llvm::Intrinsic::lifetime_start)
        continue;
      Scoped = true;
      if (MayBeRead(*Begin))
        Fillings.push_back({Local, Begin, Cycles.count(Begin->getParent()) != 0});
    }
    if (!Scoped && MayBeRead(*Local))
      Fillings.push_back({Local, nullptr, false});
  }
  for (llvm::Instruction &I : llvm::instructions(F))
    if (!llvm::isa<llvm::ShuffleVectorInst, llvm::InsertElementInst>(I) && siteOf(I))
      for (llvm::Use &Operand : I.operands())
        if (llvm::isa<llvm::UndefValue>(Operand.get()))
          Undefined.push_back(&Operand);
}

llvm::Value *FunctionInstrumenter::filling(Builder &B, llvm::Type *Type, unsigned Variant) {
  llvm::Value *Place = B.CreateConstInBoundsGEP2_32(State.Hooks.Fill->getValueType(), State.Hooks.Fill, 0, Variant);
  return B.CreateLoad(Type, Place);
}

llvm::Value *FunctionInstrumenter::sizeOf(Builder &B, llvm::AllocaInst &Local) {
  llvm::Value *Size =
      llvm::ConstantInt::get(LongType, F.getParent()->getDataLayout().getTypeAllocSize(Local.getAllocatedType()));
  if (!Local.isArrayAllocation())
    return Size;
  return B.CreateMul(Size, B.CreateZExtOrTrunc(Local.getArraySize(), LongType));
}

void FunctionInstrumenter::fill(Builder &B, llvm::AllocaInst &Local) {
  const llvm::DataLayout &Layout = F.getParent()->getDataLayout();
  llvm::Type *Type = Local.getAllocatedType();
  std::uint64_t Size = Layout.getTypeAllocSize(Type);
  unsigned Variant = siteOf(Local) % VernierFillVariants;
  bool One = !Local.isArrayAllocation();
  bool Scalar = Type->isIntegerTy() || Type->isPointerTy() || Type->isFloatTy() || Type->isDoubleTy();
  if (One && Scalar && Size <= 8 && Layout.getTypeSizeInBits(Type) == 8 * Size) {
    B.CreateAlignedStore(filling(B, Type, Variant), &Local, Local.getAlign());
    return;
  }
  if (One && llvm::isPowerOf2_64(Size) && Size <= 8) {
    B.CreateAlignedStore(filling(B, B.getIntNTy(8 * Size), Variant), &Local, Local.getAlign());
    return;
  }
  if (Size != 0)
    B.CreateMemSet(&Local, filling(B, B.getInt8Ty(), Variant), sizeOf(B, Local), Local.getAlign());
}

/// A value of any type that has the filling in all its bytes; null for what has no bytes.
llvm::Value *FunctionInstrumenter::filledValue(Builder &B, llvm::Type *Type, unsigned Variant) {
  if (Type->isStructTy() || Type->isArrayTy()) {
    llvm::Value *Whole = llvm::PoisonValue::get(Type);
    unsigned Count = Type->isStructTy() ? Type->getStructNumElements() : Type->getArrayNumElements();
    for (unsigned I = 0; Whole && I != Count; ++I)
      if (llvm::Value *Part = filledValue(B, llvm::GetElementPtrInst::getTypeAtIndex(Type, I), Variant))
        Whole = B.CreateInsertValue(Whole, Part, I);
    return Whole;
  }
  if (Type->isPointerTy())
    return B.CreateIntToPtr(filling(B, LongType, Variant), Type);
  unsigned Bits = Type->getPrimitiveSizeInBits().getFixedValue();
  if (!Bits)
    return nullptr;
  llvm::Value *Word = filling(B, LongType, Variant);
  llvm::Value *Value = Word;
  llvm::Type *Integer = B.getIntNTy(Bits);
  if (Bits > 64) {
    Value = B.CreateZExt(Word, Integer);
    for (unsigned Filled = 64; Filled < Bits; Filled += 64)
      Value = B.CreateOr(B.CreateShl(Value, 64), B.CreateZExt(Word, Integer));
  } else
    Value = B.CreateTrunc(Word, Integer);
  return B.CreateBitCast(Value, Type);
}

/// Before anything else is inserted, but not before `prepare` has listed what gets hooks: the filling gets none.
void FunctionInstrumenter::fillUndefined() {
  for (const Filling &Each : Fillings) {
    Builder B(Each.Begin ? Each.Begin->getNextNode()
                         : (Each.Local->isStaticAlloca() ? Start : Each.Local->getNextNode()));
    if (Each.Again && Companions.count(Each.Local))
      B.CreateStore(zero(), Companions[Each.Local]);
    else if (Each.Again)
      State.Hooks.call(B, Hook::h_scope, {Each.Local, sizeOf(B, *Each.Local)});
    fill(B, *Each.Local);
  }
  for (llvm::Use *Operand : Undefined) {
    auto *User = llvm::cast<llvm::Instruction>(Operand->getUser());
    Builder B(User);
    if (llvm::Value *Value = filledValue(B, Operand->get()->getType(), siteOf(*User) % VernierFillVariants))
      Operand->set(Value);
  }
  // A filling is not what was promised for the values of the type.
  for (llvm::Instruction *I : Work)
    if (llvm::isa<llvm::LoadInst>(I) && !isModel(F))
      for (unsigned Kind : {llvm::LLVMContext::MD_range, llvm::LLVMContext::MD_noundef, llvm::LLVMContext::MD_nonnull})
        I->setMetadata(Kind, nullptr);
}

} // namespace vernier
