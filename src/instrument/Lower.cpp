#include "instrument/Lower.h"

#include "bitcode/SignedArithmetic.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

namespace vernier {

static const char SiteKind[] = "vernier.site";

unsigned siteOf(const llvm::Instruction &I) {
  llvm::MDNode *Site = I.getMetadata(SiteKind);
  return Site ? llvm::mdconst::extract<llvm::ConstantInt>(Site->getOperand(0))->getZExtValue() : 0;
}

void setSite(llvm::Instruction &I, unsigned Site) {
  llvm::LLVMContext &Context = I.getContext();
  auto *Number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(Context), Site);
  I.setMetadata(SiteKind, llvm::MDNode::get(Context, llvm::ConstantAsMetadata::get(Number)));
}

namespace {

/// A builder whose instructions belong to the site of another.
class SiteBuilder : public llvm::IRBuilder<llvm::ConstantFolder, llvm::IRBuilderCallbackInserter> {
public:
  explicit SiteBuilder(llvm::Instruction &Of)
      : IRBuilder(
            Of.getContext(), llvm::ConstantFolder(),
            llvm::IRBuilderCallbackInserter([Site = siteOf(Of)](llvm::Instruction *New) { setSite(*New, Site); })) {
    SetInsertPoint(&Of);
  }
};

llvm::Value *ones(SiteBuilder &B, llvm::Value *X) {
  unsigned Bits = X->getType()->getIntegerBitWidth();
  auto Pattern = [&](unsigned Period) {
    return llvm::ConstantInt::get(
        X->getType(),
        llvm::APInt::getSplat(std::max(Bits, 2 * Period), llvm::APInt(2 * Period, (1ull << Period) - 1)).trunc(Bits));
  };
  // Neighbouring groups of bits are added up, in groups that grow.
  for (unsigned Group = 1; Group < Bits && Group <= 32; Group *= 2)
    X = B.CreateAdd(B.CreateAnd(X, Pattern(Group)), B.CreateAnd(B.CreateLShr(X, Group), Pattern(Group)));
  if (Bits > 64)
    X = B.CreateAdd(B.CreateAnd(X, llvm::ConstantInt::get(X->getType(), ~0ull)), B.CreateLShr(X, 64));
  return X;
}

llvm::Value *leadingZeros(SiteBuilder &B, llvm::Value *X) {
  unsigned Bits = X->getType()->getIntegerBitWidth();
  for (unsigned Shift = 1; Shift < Bits; Shift *= 2)
    X = B.CreateOr(X, B.CreateLShr(X, Shift));
  return ones(B, B.CreateNot(X));
}

llvm::Value *trailingZeros(SiteBuilder &B, llvm::Value *X) {
  auto *One = llvm::ConstantInt::get(X->getType(), 1);
  return ones(B, B.CreateAnd(B.CreateNot(X), B.CreateSub(X, One)));
}

llvm::Value *swappedBytes(SiteBuilder &B, llvm::Value *X) {
  unsigned Bits = X->getType()->getIntegerBitWidth();
  llvm::Value *Result = nullptr;
  for (unsigned Byte = 0; Byte != Bits / 8; ++Byte) {
    llvm::Value *Part = B.CreateAnd(B.CreateLShr(X, 8 * Byte), llvm::ConstantInt::get(X->getType(), 255));
    Part = B.CreateShl(Part, Bits - 8 - 8 * Byte);
    Result = Result ? B.CreateOr(Result, Part) : Part;
  }
  return Result;
}

llvm::Value *funnel(SiteBuilder &B, llvm::IntrinsicInst &I, bool Left) {
  llvm::Type *Type = I.getType();
  unsigned Bits = Type->getIntegerBitWidth();
  llvm::Value *High = I.getArgOperand(0), *Low = I.getArgOperand(1);
  llvm::Value *By = B.CreateURem(I.getArgOperand(2), llvm::ConstantInt::get(Type, Bits));
  llvm::Value *Rest = B.CreateSub(llvm::ConstantInt::get(Type, Bits), By);
  llvm::Value *None = B.CreateICmpEQ(By, llvm::ConstantInt::get(Type, 0));
  llvm::Value *Safe = B.CreateSelect(None, llvm::ConstantInt::get(Type, 0), Rest);
  llvm::Value *Mixed = Left ? B.CreateOr(B.CreateShl(High, By), B.CreateLShr(Low, Safe))
                            : B.CreateOr(B.CreateLShr(Low, By), B.CreateShl(High, Safe));
  return B.CreateSelect(None, Left ? High : Low, Mixed);
}

/// The exact result does not fit.
llvm::Value *overflows(SiteBuilder &B, llvm::BinaryOperator::BinaryOps Op, bool Signed, llvm::Value *X, llvm::Value *Y,
                       llvm::Value *Result) {
  llvm::Type *Type = X->getType();
  llvm::Type *Wide = llvm::Type::getIntNTy(B.getContext(), 2 * Type->getIntegerBitWidth());
  auto Extend = [&](llvm::Value *V) { return Signed ? B.CreateSExt(V, Wide) : B.CreateZExt(V, Wide); };
  return B.CreateICmpNE(B.CreateBinOp(Op, Extend(X), Extend(Y)), Extend(Result));
}

llvm::Value *withOverflow(SiteBuilder &B, llvm::WithOverflowInst &I) {
  llvm::Value *X = I.getLHS(), *Y = I.getRHS();
  llvm::Value *Result = B.CreateBinOp(I.getBinaryOp(), X, Y);
  llvm::Value *Flag = overflows(B, I.getBinaryOp(), I.isSigned(), X, Y, Result);
  llvm::Value *Pair = B.CreateInsertValue(llvm::PoisonValue::get(I.getType()), Result, 0);
  return B.CreateInsertValue(Pair, Flag, 1);
}

llvm::Value *saturated(SiteBuilder &B, llvm::SaturatingInst &I) {
  llvm::Value *X = I.getLHS(), *Y = I.getRHS();
  unsigned Bits = I.getType()->getIntegerBitWidth();
  auto Constant = [&](llvm::APInt Value) { return llvm::ConstantInt::get(I.getType(), Value); };
  llvm::Value *Result = B.CreateBinOp(I.getBinaryOp(), X, Y);
  llvm::Value *Limit;
  if (I.isSigned())
    Limit =
        B.CreateSelect(B.CreateICmpSLT(X, Constant(llvm::APInt(Bits, 0))),
                       Constant(llvm::APInt::getSignedMinValue(Bits)), Constant(llvm::APInt::getSignedMaxValue(Bits)));
  else
    Limit = Constant(I.getBinaryOp() == llvm::Instruction::Add ? llvm::APInt::getMaxValue(Bits) : llvm::APInt(Bits, 0));
  return B.CreateSelect(overflows(B, I.getBinaryOp(), I.isSigned(), X, Y, Result), Limit, Result);
}

llvm::Value *copiedSign(SiteBuilder &B, llvm::Value *X, llvm::Value *Sign) {
  unsigned Bits = X->getType()->getScalarSizeInBits();
  llvm::Type *Integer = llvm::Type::getIntNTy(B.getContext(), Bits);
  auto Mask = llvm::APInt::getSignMask(Bits);
  llvm::Value *Rest = B.CreateAnd(B.CreateBitCast(X, Integer), llvm::ConstantInt::get(Integer, ~Mask));
  llvm::Value *Top = B.CreateAnd(B.CreateBitCast(Sign, Integer), llvm::ConstantInt::get(Integer, Mask));
  return B.CreateBitCast(B.CreateOr(Rest, Top), X->getType());
}

/// Of two numbers the smaller (larger); of a number and a NaN the number.
llvm::Value *extreme(SiteBuilder &B, llvm::Value *X, llvm::Value *Y, bool Least) {
  llvm::Value *First = Least ? B.CreateFCmpOLT(X, Y) : B.CreateFCmpOGT(X, Y);
  llvm::Value *Chosen = B.CreateSelect(B.CreateOr(First, B.CreateFCmpUNO(Y, Y)), X, Y);
  return Chosen;
}

/// The negation overflows where the absolute value does.
llvm::Value *absolute(SiteBuilder &B, llvm::IntrinsicInst &I) {
  llvm::Value *X = I.getArgOperand(0), *Negated = B.CreateNeg(X);
  if (auto *Operation = llvm::dyn_cast<llvm::Instruction>(Negated); Operation && isSignedArithmetic(I))
    setSignedArithmetic(*Operation);
  return B.CreateSelect(B.CreateICmpSLT(X, llvm::ConstantInt::get(I.getType(), 0)), Negated, X);
}

/// Null: it stays as it is.
llvm::Value *expand(llvm::IntrinsicInst &I) {
  SiteBuilder B(I);
  namespace Is = llvm::Intrinsic;
  if (I.getType()->isVectorTy())
    return nullptr;
  auto Operand = [&](unsigned N) { return I.getArgOperand(N); };
  auto Choose = [&](llvm::CmpInst::Predicate P) {
    return B.CreateSelect(B.CreateICmp(P, Operand(0), Operand(1)), Operand(0), Operand(1));
  };
  if (auto *Checked = llvm::dyn_cast<llvm::WithOverflowInst>(&I))
    return withOverflow(B, *Checked);
  if (auto *Limited = llvm::dyn_cast<llvm::SaturatingInst>(&I))
    return Limited->getBinaryOp() == llvm::Instruction::Shl ? nullptr : saturated(B, *Limited);
  switch (I.getIntrinsicID()) {
  case Is::smax:
    return Choose(llvm::CmpInst::ICMP_SGT);
  case Is::smin:
    return Choose(llvm::CmpInst::ICMP_SLT);
  case Is::umax:
    return Choose(llvm::CmpInst::ICMP_UGT);
  case Is::umin:
    return Choose(llvm::CmpInst::ICMP_ULT);
  case Is::abs:
    return absolute(B, I);
  case Is::ctpop:
    return ones(B, Operand(0));
  case Is::ctlz:
    return leadingZeros(B, Operand(0));
  case Is::cttz:
    return trailingZeros(B, Operand(0));
  case Is::bswap:
    return swappedBytes(B, Operand(0));
  case Is::fshl:
    return funnel(B, I, true);
  case Is::fshr:
    return funnel(B, I, false);
  case Is::copysign:
    return copiedSign(B, Operand(0), Operand(1));
  case Is::minnum:
    return extreme(B, Operand(0), Operand(1), true);
  case Is::maxnum:
    return extreme(B, Operand(0), Operand(1), false);
  case Is::fmuladd:
    return B.CreateFAdd(B.CreateFMul(Operand(0), Operand(1)), Operand(2));
  case Is::expect:
  case Is::expect_with_probability:
  case Is::launder_invariant_group:
  case Is::strip_invariant_group:
  case Is::ssa_copy:
    return Operand(0);
  default:
    return nullptr;
  }
}

/// memcpy and its kin by name do what the intrinsics do.
bool lowerMemoryCall(llvm::CallInst &Call) {
  llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() || Call.arg_size() != 3 || !Call.getArgOperand(2)->getType()->isIntegerTy(64))
    return false;
  SiteBuilder B(Call);
  llvm::StringRef Name = Callee->getName();
  llvm::Value *To = Call.getArgOperand(0), *Second = Call.getArgOperand(1), *Size = Call.getArgOperand(2);
  llvm::Value *Result = To;
  if (Name == "memcpy" || Name == "mempcpy" || Name == "__mempcpy")
    B.CreateMemCpy(To, llvm::MaybeAlign(), Second, llvm::MaybeAlign(), Size);
  else if (Name == "memmove")
    B.CreateMemMove(To, llvm::MaybeAlign(), Second, llvm::MaybeAlign(), Size);
  else if (Name == "memset")
    B.CreateMemSet(To, B.CreateTrunc(Second, B.getInt8Ty()), Size, llvm::MaybeAlign());
  else
    return false;
  if (Name.ends_with("mempcpy"))
    Result = B.CreatePtrAdd(To, Size);
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
  return true;
}

bool isWhole(const llvm::Type &T) {
  return T.isStructTy() || T.isArrayTy();
}

/// Loads and stores of structures and arrays, element by element.
llvm::Value *loadParts(SiteBuilder &B, llvm::Type *Type, llvm::Value *Pointer, const llvm::DataLayout &Layout) {
  if (!isWhole(*Type))
    return B.CreateAlignedLoad(Type, Pointer, llvm::Align(1));
  llvm::Value *Result = llvm::PoisonValue::get(Type);
  unsigned Count = Type->isStructTy() ? Type->getStructNumElements() : Type->getArrayNumElements();
  for (unsigned I = 0; I != Count; ++I)
    Result = B.CreateInsertValue(Result,
                                 loadParts(B, llvm::GetElementPtrInst::getTypeAtIndex(Type, I),
                                           B.CreateConstGEP2_32(Type, Pointer, 0, I), Layout),
                                 I);
  return Result;
}

void storeParts(SiteBuilder &B, llvm::Value *Value, llvm::Value *Pointer) {
  llvm::Type *Type = Value->getType();
  if (!isWhole(*Type)) {
    B.CreateAlignedStore(Value, Pointer, llvm::Align(1));
    return;
  }
  unsigned Count = Type->isStructTy() ? Type->getStructNumElements() : Type->getArrayNumElements();
  for (unsigned I = 0; I != Count; ++I)
    storeParts(B, B.CreateExtractValue(Value, I), B.CreateConstGEP2_32(Type, Pointer, 0, I));
}

void lowerInstruction(llvm::Instruction &I) {
  if (auto *Intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&I)) {
    if (llvm::Value *Same = expand(*Intrinsic)) {
      I.replaceAllUsesWith(Same);
      I.eraseFromParent();
    }
    return;
  }
  if (auto *Call = llvm::dyn_cast<llvm::CallInst>(&I)) {
    lowerMemoryCall(*Call);
    return;
  }
  if (auto *Exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&I)) {
    llvm::lowerAtomicCmpXchgInst(Exchange);
    return;
  }
  if (auto *Update = llvm::dyn_cast<llvm::AtomicRMWInst>(&I)) {
    llvm::lowerAtomicRMWInst(Update);
    return;
  }
  if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I)) {
    Load->setAtomic(llvm::AtomicOrdering::NotAtomic);
    if (isWhole(*Load->getType())) {
      SiteBuilder B(I);
      I.replaceAllUsesWith(loadParts(B, Load->getType(), Load->getPointerOperand(), I.getDataLayout()));
      I.eraseFromParent();
    }
    return;
  }
  if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I)) {
    Store->setAtomic(llvm::AtomicOrdering::NotAtomic);
    if (isWhole(*Store->getValueOperand()->getType())) {
      SiteBuilder B(I);
      storeParts(B, Store->getValueOperand(), Store->getPointerOperand());
      I.eraseFromParent();
    }
  }
}

constexpr char AssignsPhi[] = "vernier.phi";

/// A phi becomes a variable that the blocks before assign: then its value passes joins as those of variables do.
void demotePhis(llvm::Function &F) {
  std::vector<llvm::PHINode *> Phis;
  for (llvm::Instruction &I : llvm::instructions(F))
    if (auto *Phi = llvm::dyn_cast<llvm::PHINode>(&I))
      Phis.push_back(Phi);
  for (llvm::PHINode *Phi : Phis) {
    unsigned Site = siteOf(*Phi);
    llvm::AllocaInst *Slot = llvm::DemotePHIToStack(Phi);
    if (!Slot)
      continue;
    for (llvm::User *Use : Slot->users()) {
      setSite(*llvm::cast<llvm::Instruction>(Use), Site);
      if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(Use))
        Store->setMetadata(AssignsPhi, llvm::MDNode::get(F.getContext(), {}));
    }
  }
}

/// Variables of the whole function stand at its beginning, so that everything else can go behind them.
void gatherLocals(llvm::Function &F) {
  llvm::BasicBlock &Entry = F.getEntryBlock();
  std::vector<llvm::AllocaInst *> Locals;
  for (llvm::Instruction &I : Entry)
    if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I); Local && Local->isStaticAlloca())
      Locals.push_back(Local);
  for (auto Local = Locals.rbegin(); Local != Locals.rend(); ++Local)
    (*Local)->moveBefore(Entry, Entry.begin());
}

} // namespace

bool assignsPhi(const llvm::Instruction &I) {
  return I.getMetadata(AssignsPhi) != nullptr;
}

void lower(llvm::Module &M) {
  for (llvm::Function &F : M) {
    if (F.isDeclaration())
      continue;
    llvm::removeUnreachableBlocks(F);
    std::vector<llvm::Instruction *> All;
    for (llvm::Instruction &I : llvm::instructions(F))
      All.push_back(&I);
    for (llvm::Instruction *I : All) {
      unsigned Site = siteOf(*I);
      llvm::Instruction *Before = I->getPrevNode();
      llvm::BasicBlock *Block = I->getParent();
      llvm::Instruction *After = I->getNextNode();
      lowerInstruction(*I);
      // What LLVM's own helpers made takes the site too.
      for (auto New = Before ? std::next(Before->getIterator()) : Block->begin();
           New != Block->end() && (!After || New != After->getIterator()); ++New)
        if (!siteOf(*New))
          setSite(*New, Site);
    }
    demotePhis(F);
    gatherLocals(F);
  }
}

} // namespace vernier
