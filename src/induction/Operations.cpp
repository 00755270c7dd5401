#include "induction/Operations.h"

#include "invariant/Entailment.h"
#include "invariant/Replacement.h"
#include "normal/Guards.h"
#include "normal/Steps.h"

#include <llvm/IR/IntrinsicInst.h>

namespace vernier {

namespace {

using llvm::Instruction;

std::string nameOf(const Instruction &I) {
  std::string Name = I.getOpcodeName();
  return Name + ":" + typeText(*I.getType());
}

/// The operands in one order.
Term commuting(TermStore &Store, unsigned Bits, const std::string &Name, Term A, Term B) {
  if (A.id() > B.id())
    std::swap(A, B);
  return Store.apply(Bits, (CommutesPrefix + Name).str(), {A, B});
}

Term negatedNumber(TermStore &Store, Term A) {
  return Store.xorTerm(A, Store.constant(llvm::APInt::getSignMask(A.bits())));
}

Term integerComparison(TermStore &Store, llvm::CmpInst::Predicate Predicate, Term A, Term B) {
  using Cmp = llvm::CmpInst;
  if (Predicate == Cmp::ICMP_EQ)
    return Store.eq(A, B);
  if (Predicate == Cmp::ICMP_NE)
    return Store.ne(A, B);
  if (Predicate == Cmp::ICMP_UGT || Predicate == Cmp::ICMP_UGE || Predicate == Cmp::ICMP_SGT ||
      Predicate == Cmp::ICMP_SGE)
    return integerComparison(Store, Cmp::getSwappedPredicate(Predicate), B, A);
  if (Predicate == Cmp::ICMP_ULT)
    return Store.ult(A, B);
  if (Predicate == Cmp::ICMP_ULE)
    return Store.ule(A, B);
  return Predicate == Cmp::ICMP_SLT ? Store.slt(A, B) : Store.sle(A, B);
}

/// Few relations; the rest are their negations, or have their operands swapped.
Term numberComparison(TermStore &Store, llvm::CmpInst::Predicate Predicate, const std::string &Type, Term A, Term B) {
  using Cmp = llvm::CmpInst;
  if (Predicate == Cmp::FCMP_TRUE || Predicate == Cmp::FCMP_FALSE)
    return Store.boolean(Predicate == Cmp::FCMP_TRUE);
  if (llvm::FCmpInst::isUnordered(Predicate))
    return Store.notTerm(numberComparison(Store, Cmp::getInversePredicate(Predicate), Type, A, B));
  if (Predicate == Cmp::FCMP_OGT || Predicate == Cmp::FCMP_OGE)
    return numberComparison(Store, Cmp::getSwappedPredicate(Predicate), Type, B, A);
  std::string Name = "fcmp:" + std::to_string(Predicate) + ":" + Type;
  if (Predicate == Cmp::FCMP_OLT || Predicate == Cmp::FCMP_OLE)
    return Store.apply(1, Name, {A, B});
  return commuting(Store, 1, Name, A, B);
}

Term division(TermStore &Store, unsigned Opcode, Term A, Term B) {
  if (B.isZero())
    return {};
  if (Opcode == Instruction::UDiv)
    return Store.udiv(A, B);
  if (Opcode == Instruction::SDiv)
    return Store.sdiv(A, B);
  return Opcode == Instruction::URem ? Store.urem(A, B) : Store.srem(A, B);
}

Term binary(TermStore &Store, const Instruction &I, Term A, Term B) {
  switch (I.getOpcode()) {
  case Instruction::Add:
    return Store.add(A, B);
  case Instruction::Sub:
    return Store.sub(A, B);
  case Instruction::Mul:
    return expandedProduct(Store, A, B);
  case Instruction::And:
    return Store.andTerm(A, B);
  case Instruction::Or: // of bits that are nowhere both set: what was a sum in the source
    return llvm::cast<llvm::PossiblyDisjointInst>(I).isDisjoint() ? Store.add(A, B) : Store.orTerm(A, B);
  case Instruction::Xor:
    return Store.xorTerm(A, B);
  case Instruction::Shl:
    return Store.shl(A, B);
  case Instruction::LShr:
    return Store.lshr(A, B);
  case Instruction::AShr:
    return Store.ashr(A, B);
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return division(Store, I.getOpcode(), A, B);
  case Instruction::FSub:
    B = negatedNumber(Store, B);
    return commuting(Store, A.bits(), "fadd:" + typeText(*I.getType()), A, B);
  case Instruction::FAdd:
  case Instruction::FMul:
    return commuting(Store, A.bits(), nameOf(I), A, B);
  case Instruction::FDiv:
  case Instruction::FRem:
    return Store.apply(A.bits(), nameOf(I), {A, B});
  default:
    return {};
  }
}

Term cast(TermStore &Store, const llvm::CastInst &I, Term A) {
  unsigned Bits = *widthOf(*I.getType());
  if (llvm::isa<llvm::TruncInst>(I))
    return Store.extract(A, 0, Bits);
  if (llvm::isa<llvm::ZExtInst>(I))
    return Store.zext(A, Bits);
  if (llvm::isa<llvm::SExtInst>(I))
    return Store.sext(A, Bits);
  if (llvm::isa<llvm::BitCastInst>(I))
    return A;
  if (llvm::isa<llvm::PtrToIntInst, llvm::IntToPtrInst>(I))
    return Bits <= A.bits() ? Store.extract(A, 0, Bits) : Store.zext(A, Bits);
  return Store.apply(Bits, nameOf(I) + ":" + typeText(*I.getOperand(0)->getType()), {A});
}

Term intrinsic(TermStore &Store, llvm::Intrinsic::ID Which, llvm::ArrayRef<Term> In) {
  switch (Which) {
  case llvm::Intrinsic::smax:
    return Store.ite(Store.slt(In[0], In[1]), In[1], In[0]);
  case llvm::Intrinsic::smin:
    return Store.ite(Store.slt(In[0], In[1]), In[0], In[1]);
  case llvm::Intrinsic::umax:
    return Store.ite(Store.ult(In[0], In[1]), In[1], In[0]);
  case llvm::Intrinsic::umin:
    return Store.ite(Store.ult(In[0], In[1]), In[0], In[1]);
  case llvm::Intrinsic::abs:
    return Store.ite(Store.slt(In[0], Store.constant(In[0].bits(), 0)), Store.neg(In[0]), In[0]);
  case llvm::Intrinsic::usub_sat:
    return Store.ite(Store.ult(In[0], In[1]), Store.constant(In[0].bits(), 0), Store.sub(In[0], In[1]));
  default:
    return {};
  }
}

Term call(TermStore &Store, const llvm::CallBase &Call, llvm::ArrayRef<Term> In) {
  const llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return {};
  if (isTrap(Call)) {
    llvm::StringRef Operation = Callee->getName().drop_front(TrapPrefix.size()).split('.').first;
    unsigned Opcode = Operation == "sdiv"   ? Instruction::SDiv
                      : Operation == "udiv" ? Instruction::UDiv
                      : Operation == "srem" ? Instruction::SRem
                                            : Instruction::URem;
    if (!In[1].isZero())
      return division(Store, Opcode, In[0], In[1]);
  } else if (Term Known = intrinsic(Store, Callee->getIntrinsicID(), In)) {
    return Known;
  }
  return Store.apply(*widthOf(*Call.getType()), Callee->getName().str(), In);
}

} // namespace

std::optional<unsigned> widthOf(const llvm::Type &Type) {
  if (auto *Pointer = llvm::dyn_cast<llvm::PointerType>(&Type))
    return Pointer->getAddressSpace() == 0 ? std::optional(64u) : std::nullopt;
  if (Type.isIntegerTy() || (Type.isFloatingPointTy() && !Type.isPPC_FP128Ty()))
    return Type.getPrimitiveSizeInBits().getFixedValue();
  return std::nullopt;
}

std::string typeText(const llvm::Type &Type) {
  if (auto *Record = llvm::dyn_cast<llvm::StructType>(&Type)) {
    std::string Text = Record->isPacked() ? "<{" : "{";
    for (llvm::Type *Part : Record->elements())
      Text += typeText(*Part) + ",";
    return Text + "}";
  }
  if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(&Type))
    return "[" + std::to_string(Array->getNumElements()) + " x " + typeText(*Array->getElementType()) + "]";
  if (auto *Function = llvm::dyn_cast<llvm::FunctionType>(&Type)) {
    std::string Text = typeText(*Function->getReturnType()) + "(";
    for (llvm::Type *Parameter : Function->params())
      Text += typeText(*Parameter) + ",";
    return Text + (Function->isVarArg() ? "...)" : ")");
  }
  std::string Text;
  llvm::raw_string_ostream(Text) << Type;
  return Text;
}

Term operationTerm(TermStore &Store, const Instruction &I, llvm::ArrayRef<Term> In) {
  auto Width = widthOf(*I.getType());
  if (!Width)
    return {};
  if (auto *Compared = llvm::dyn_cast<llvm::ICmpInst>(&I))
    return integerComparison(Store, Compared->getPredicate(), In[0], In[1]);
  if (auto *Compared = llvm::dyn_cast<llvm::FCmpInst>(&I))
    return numberComparison(Store, Compared->getPredicate(), typeText(*Compared->getOperand(0)->getType()), In[0],
                            In[1]);
  if (llvm::isa<llvm::BinaryOperator>(I))
    return binary(Store, I, In[0], In[1]);
  if (I.getOpcode() == Instruction::FNeg)
    return negatedNumber(Store, In[0]);
  if (llvm::isa<llvm::FreezeInst>(I))
    return In[0];
  if (llvm::isa<llvm::SelectInst>(I))
    return In[0].bits() == 1 ? Store.ite(In[0], In[1], In[2]) : Term();
  if (auto *Cast = llvm::dyn_cast<llvm::CastInst>(&I))
    return cast(Store, *Cast, In[0]);
  if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
    return call(Store, *Call, In);
  return {};
}

Term divisionIsSafe(TermStore &Store, llvm::StringRef Guard, llvm::ArrayRef<Term> In) {
  unsigned Bits = In[0].bits();
  Term NotZero = Store.ne(In[1], Store.constant(Bits, 0));
  if (!Guard.drop_front(TrapPrefix.size()).starts_with("s"))
    return NotZero;
  Term Smallest = Store.eq(In[0], Store.constant(llvm::APInt::getSignedMinValue(Bits)));
  Term MinusOne = Store.eq(In[1], Store.constant(llvm::APInt::getAllOnes(Bits)));
  return Store.andTerm(NotZero, Store.notTerm(Store.andTerm(Smallest, MinusOne)));
}

} // namespace vernier
