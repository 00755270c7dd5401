#include "check/ChangedArithmetic.h"

#include "bitcode/SignedArithmetic.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Operator.h>

namespace vernier {

namespace {

using ArithmeticSet = llvm::SmallPtrSet<const llvm::Instruction *, 32>;

constexpr llvm::dwarf::Tag Qualifiers[] = {llvm::dwarf::DW_TAG_typedef, llvm::dwarf::DW_TAG_const_type,
                                           llvm::dwarf::DW_TAG_volatile_type, llvm::dwarf::DW_TAG_atomic_type,
                                           llvm::dwarf::DW_TAG_restrict_type};

/// The type behind typedefs and qualifiers; null is void or not known.
const llvm::DIType *plainType(const llvm::DIType *Type) {
  const auto *Derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(Type);
  if (!Derived || !llvm::is_contained(Qualifiers, Derived->getTag()))
    return Type;
  return plainType(Derived->getBaseType());
}

const llvm::DIType *variableType(const llvm::AllocaInst &Slot) {
  for (const llvm::DbgDeclareInst *Declare : llvm::findDbgDeclares(const_cast<llvm::AllocaInst *>(&Slot)))
    return Declare->getVariable()->getType();
  for (const llvm::DbgVariableRecord *Declare : llvm::findDVRDeclares(const_cast<llvm::AllocaInst *>(&Slot)))
    return Declare->getVariable()->getType();
  return nullptr;
}

const llvm::DIType *variableType(const llvm::GlobalVariable &Global) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> Variables;
  Global.getDebugInfo(Variables);
  return Variables.empty() ? nullptr : Variables.front()->getVariable()->getType();
}

/// The member of a structure at a place; a bit-field is none.
const llvm::DIType *memberAt(const llvm::DIType *Type, std::uint64_t Bits) {
  const auto *Composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(plainType(Type));
  if (!Composite)
    return Bits == 0 ? Type : nullptr;
  if (Composite->getTag() == llvm::dwarf::DW_TAG_array_type)
    return Composite->getBaseType();
  if (Composite->getTag() == llvm::dwarf::DW_TAG_union_type)
    return nullptr; // all of its types are right
  for (const llvm::DINode *Element : Composite->getElements()) {
    const auto *Member = llvm::dyn_cast<llvm::DIDerivedType>(Element);
    if (!Member || Member->isStaticMember() || Member->isBitField())
      continue;
    std::uint64_t Start = Member->getOffsetInBits();
    if (Start <= Bits && Bits < Start + std::max<std::uint64_t>(Member->getSizeInBits(), 1))
      return memberAt(Member->getBaseType(), Bits - Start);
  }
  return nullptr;
}

/// The type of what a pointer points to, as the source declares it; null if that is not known.
const llvm::DIType *typeBehind(const llvm::Value &Pointer, unsigned Depth = 0) {
  if (Depth > 8)
    return nullptr;
  if (const auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(&Pointer))
    return variableType(*Slot);
  if (const auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(&Pointer))
    return variableType(*Global);
  if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&Pointer)) {
    const auto *Type =
        llvm::dyn_cast_or_null<llvm::DIDerivedType>(plainType(typeBehind(*Load->getPointerOperand(), Depth + 1)));
    bool IsPointer = Type && (Type->getTag() == llvm::dwarf::DW_TAG_pointer_type ||
                              Type->getTag() == llvm::dwarf::DW_TAG_reference_type);
    return IsPointer ? Type->getBaseType() : nullptr;
  }
  if (const auto *Element = llvm::dyn_cast<llvm::GetElementPtrInst>(&Pointer)) {
    const llvm::DIType *Base = typeBehind(*Element->getPointerOperand(), Depth + 1);
    llvm::APInt Offset(64, 0);
    if (!Element->getSourceElementType()->isStructTy()) {
      const auto *Array = llvm::dyn_cast_or_null<llvm::DICompositeType>(plainType(Base));
      bool IsArray = Array && Array->getTag() == llvm::dwarf::DW_TAG_array_type;
      return IsArray && Element->getNumIndices() > 1 ? Array->getBaseType() : Base;
    }
    if (!Element->accumulateConstantOffset(Element->getModule()->getDataLayout(), Offset))
      return nullptr;
    return memberAt(Base, Offset.getZExtValue() * 8);
  }
  return nullptr;
}

/// A value that was made of at most half as many bits: sums of such values fit.
bool isNarrow(const llvm::Value &V) {
  const auto *Cast = llvm::dyn_cast<llvm::CastInst>(&V);
  return Cast && llvm::isa<llvm::ZExtInst, llvm::SExtInst>(Cast) &&
         Cast->getSrcTy()->getScalarSizeInBits() * 2 <= Cast->getDestTy()->getScalarSizeInBits();
}

bool isSmallConstant(const llvm::Value &V) {
  const auto *Constant = llvm::dyn_cast<llvm::ConstantInt>(&V);
  return Constant && Constant->getValue().getSignificantBits() * 2 <= Constant->getBitWidth();
}

/// `i = i + 1` while something compares `i < limit`: the counter of a loop.
bool isGuardedCounter(const llvm::BinaryOperator &Add) {
  const auto *Load = llvm::dyn_cast<llvm::LoadInst>(Add.getOperand(0));
  const auto *Step = llvm::dyn_cast<llvm::ConstantInt>(Add.getOperand(1));
  const auto *Slot = Load ? llvm::dyn_cast<llvm::AllocaInst>(Load->getPointerOperand()) : nullptr;
  if (!Slot || !Step || !Add.hasOneUse() || Step->getValue().abs() != 1)
    return false;
  const auto *Store = llvm::dyn_cast<llvm::StoreInst>(Add.user_back());
  if (!Store || Store->getPointerOperand() != Slot)
    return false;
  bool Up = (Step->getValue().isOne()) == (Add.getOpcode() == llvm::Instruction::Add);
  for (const llvm::User *Reader : Slot->users())
    if (llvm::isa<llvm::LoadInst>(Reader))
      for (const llvm::User *User : Reader->users())
        if (const auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(User); Compare && Compare->getOperand(0) == Reader) {
          const auto *Limit = llvm::dyn_cast<llvm::ConstantInt>(Compare->getOperand(1));
          bool Positive = !Limit || Limit->getValue().isStrictlyPositive();
          if (Up && Compare->getPredicate() == llvm::ICmpInst::ICMP_SLT && Positive)
            return true;
          if (!Up && (Compare->getPredicate() == llvm::ICmpInst::ICMP_SGT ||
                      (Compare->getPredicate() == llvm::ICmpInst::ICMP_SGE && Limit)))
            return true;
        }
  return false;
}

bool mayOverflow(const llvm::Instruction &I) {
  const auto *Operation = llvm::dyn_cast<llvm::BinaryOperator>(&I);
  if (!Operation || !Operation->getType()->isIntegerTy() || Operation->getType()->getIntegerBitWidth() < 32)
    return false;
  bool Sum = Operation->getOpcode() == llvm::Instruction::Add || Operation->getOpcode() == llvm::Instruction::Sub;
  if (!Sum && Operation->getOpcode() != llvm::Instruction::Mul)
    return false;
  const llvm::Value &A = *Operation->getOperand(0), &B = *Operation->getOperand(1);
  auto Fits = [&](const llvm::Value &V) { return isNarrow(V) || isSmallConstant(V); };
  // The product of two narrow unsigned values may be negative.
  bool Unsigned = !Sum && (llvm::isa<llvm::ZExtInst>(A) || llvm::isa<llvm::ZExtInst>(B));
  if (Fits(A) && Fits(B) && !Unsigned)
    return false;
  return isSignedArithmetic(I) && !isGuardedCounter(*Operation);
}

/// A number is not accessed as what it was declared as.
bool isOtherType(const llvm::Instruction &I) {
  const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I);
  const auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
  if (!Load && !Store)
    return false;
  const llvm::Type *Accessed = Load ? Load->getType() : Store->getValueOperand()->getType();
  if (!Accessed->isIntegerTy() && !Accessed->isFloatingPointTy())
    return false;
  const auto *Declared = llvm::dyn_cast_or_null<llvm::DIBasicType>(
      plainType(typeBehind(Load ? *Load->getPointerOperand() : *Store->getPointerOperand())));
  if (!Declared || Declared->getSizeInBits() == 0 || Accessed->getScalarSizeInBits() <= 8)
    return false;
  bool IsFloat = Declared->getEncoding() == llvm::dwarf::DW_ATE_float;
  return IsFloat != Accessed->isFloatingPointTy() ||
         (!IsFloat && Declared->getSizeInBits() != Accessed->getScalarSizeInBits());
}

/// Follows values through operations and local variables, to what they come from or to what is made of them.
class Neighbourhood {
public:
  void add(const llvm::Instruction &I) {
    if (Seen.insert(&I).second)
      Open.push_back(&I);
  }

  const ArithmeticSet &close() {
    while (!Open.empty()) {
      const llvm::Instruction *I = Open.back();
      Open.pop_back();
      Backward ? goBack(*I) : goOn(*I);
    }
    return Seen;
  }

  bool Backward = true;

private:
  void goBack(const llvm::Instruction &I) {
    for (const llvm::Value *Operand : I.operands())
      if (const auto *From = llvm::dyn_cast<llvm::Instruction>(Operand); From && !llvm::isa<llvm::AllocaInst>(From))
        add(*From);
    if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
      if (const auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(Load->getPointerOperand()))
        for (const llvm::User *User : Slot->users())
          if (const auto *Store = llvm::dyn_cast<llvm::StoreInst>(User); Store && Store->getPointerOperand() == Slot)
            add(*Store);
  }

  void goOn(const llvm::Instruction &I) {
    for (const llvm::User *User : I.users())
      if (const auto *To = llvm::dyn_cast<llvm::Instruction>(User))
        add(*To);
    if (const auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
      if (const auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(Store->getPointerOperand()))
        for (const llvm::User *User : Slot->users())
          if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(User))
            add(*Load);
  }

  ArithmeticSet Seen;
  std::vector<const llvm::Instruction *> Open;
};

} // namespace

ChangedArithmetic changedArithmetic(const ChangeMap &Map, const llvm::Function &F) {
  ChangedArithmetic Found;
  Neighbourhood Before, After;
  After.Backward = false;
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    bool Branches = I.isTerminator() && Map.hasChangedEdge(*I.getParent());
    if (Map.isChanged(I) || Branches) {
      Before.add(I);
      After.add(I);
    }
  }
  for (Neighbourhood *Side : {&Before, &After})
    for (const llvm::Instruction *I : Side->close()) {
      Found.SignedOverflow |= mayOverflow(*I);
      Found.FloatingPoint |= I->getType()->isFloatingPointTy() || llvm::isa<llvm::FCmpInst>(I);
      Found.OtherType |= isOtherType(*I);
    }
  return Found;
}

static bool comesToQuestion(const llvm::Function &F, llvm::SmallPtrSetImpl<const llvm::Function *> &Seen) {
  if (!Seen.insert(&F).second)
    return false;
  return llvm::any_of(llvm::instructions(F), [&](const llvm::Instruction &I) {
    const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee)
      return false;
    return Callee->getIntrinsicID() == llvm::Intrinsic::is_constant ||
           Callee->getIntrinsicID() == llvm::Intrinsic::objectsize || comesToQuestion(*Callee, Seen);
  });
}

static bool differs(const ChangeMap &Map, const llvm::Function &F) {
  const llvm::Function *Other = Map.counterpart(F);
  return Map.hasChange(F) || (Other && Map.hasChange(*Other));
}

bool asksOptimiser(const ChangeMap &Map, const llvm::Function &F) {
  bool Concerned = differs(Map, F) || llvm::any_of(llvm::instructions(F), [&](const llvm::Instruction &I) {
                     const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
                     return Call && Call->getCalledFunction() && differs(Map, *Call->getCalledFunction());
                   });
  llvm::SmallPtrSet<const llvm::Function *, 16> Seen;
  return Concerned && comesToQuestion(F, Seen);
}

} // namespace vernier
