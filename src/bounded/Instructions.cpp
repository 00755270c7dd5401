#include "bounded/ExecutorFrame.h"
#include "input/CallerState.h"

#include "bitcode/SignedArithmetic.h"
#include "verdict/Codes.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

#include <csignal>
#include <utility>

namespace vernier {

using llvm::APInt;

unsigned Executor::bitsOf(llvm::Type *Type) const {
  if (Type->isPointerTy() && Type->getPointerAddressSpace() == 0)
    return 64;
  if (Type->isIntegerTy())
    return Type->getIntegerBitWidth();
  if (Type->isHalfTy() || Type->isFloatTy() || Type->isDoubleTy())
    return static_cast<unsigned>(Type->getPrimitiveSizeInBits().getFixedValue());
  if (auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(Type))
    return Vector->getNumElements() * bitsOf(Vector->getElementType());
  std::string Name;
  llvm::raw_string_ostream(Name) << *Type;
  giveUp("unsupported-type", "values of the type " + Name);
}

void Executor::requireFloat(llvm::Type *Type) {
  bitsOf(Type->getScalarType());
  UsedFloats = true;
  if (!std::exchange(AskedForRounding, true) && !Space.WholeProgram && !roundingIsSetNowhere(Module))
    Granted.RoundsToNearest = true;
}

SymbolicValue Executor::value(Frame &F, const llvm::Value &V) {
  if (V.getType()->isPointerTy())
    bitsOf(V.getType()); // in the ordinary address space
  if (auto *Constant = llvm::dyn_cast<llvm::Constant>(&V))
    return constantValue(*Constant);
  auto Found = F.Values.find(&V);
  if (Found != F.Values.end())
    return Found->second;
  giveUp("unsupported-value", "a value that no instruction gave");
}

SymbolicValue Executor::constantValue(const llvm::Constant &C) {
  llvm::Type *Type = C.getType();
  if (auto *Integer = llvm::dyn_cast<llvm::ConstantInt>(&C); Integer && Type->isIntegerTy())
    return {Store.constant(Integer->getValue())};
  if (auto *Number = llvm::dyn_cast<llvm::ConstantFP>(&C); Number && !Type->isVectorTy()) {
    bitsOf(Type);
    return {Store.constant(Number->getValueAPF().bitcastToAPInt())};
  }
  if (llvm::isa<llvm::ConstantPointerNull>(C))
    return {Store.constant(64, 0)};
  if (auto *Global = llvm::dyn_cast<llvm::GlobalValue>(&C))
    return {addressOf(*Global)};
  if (auto *Expression = llvm::dyn_cast<llvm::ConstantExpr>(&C))
    return {constantExpression(*Expression)};
  if (Type->isStructTy() || Type->isArrayTy()) {
    SymbolicValue Result;
    unsigned Count =
        Type->isStructTy() ? Type->getStructNumElements() : static_cast<unsigned>(Type->getArrayNumElements());
    for (unsigned I = 0; I < Count; ++I) {
      const llvm::Constant *Element = C.getAggregateElement(I);
      if (!Element)
        giveUp("unsupported-constant", "a constant that is not made of elements");
      SymbolicValue Part = constantValue(*Element);
      Result.append(Part.begin(), Part.end());
    }
    return Result;
  }
  if (llvm::isa<llvm::UndefValue>(C)) // poison too
    return {Store.fresh(bitsOf(Type), "undefined", VariableKind::Undefined)};
  if (auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(Type)) {
    Term All;
    for (unsigned I = 0; I < Vector->getNumElements(); ++I) {
      Term Lane = constantValue(*C.getAggregateElement(I))[0];
      All = All ? Store.concat(Lane, All) : Lane;
    }
    return {All};
  }
  giveUp("unsupported-constant", "a kind of constant");
}

Term Executor::constantExpression(const llvm::ConstantExpr &E) {
  auto Operand = [&](unsigned I) { return constantValue(*llvm::cast<llvm::Constant>(E.getOperand(I)))[0]; };
  switch (E.getOpcode()) {
  case llvm::Instruction::GetElementPtr: {
    auto &Gep = llvm::cast<llvm::GEPOperator>(E);
    llvm::SmallVector<std::pair<const llvm::Value *, Term>, 4> Indices;
    for (unsigned I = 1; I < E.getNumOperands(); ++I)
      Indices.push_back({E.getOperand(I), Operand(I)});
    return elementAddress(Layout, Gep.getSourceElementType(), Operand(0), Indices);
  }
  case llvm::Instruction::BitCast:
    return Operand(0);
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
  case llvm::Instruction::Trunc: {
    unsigned Bits = bitsOf(E.getType());
    Term A = Operand(0);
    return Bits < A.bits() ? Store.extract(A, 0, Bits) : Store.zext(A, Bits);
  }
  case llvm::Instruction::Add:
    return Store.add(Operand(0), Operand(1));
  case llvm::Instruction::Sub:
    return Store.sub(Operand(0), Operand(1));
  default:
    giveUp("unsupported-constant", std::string("a constant expression with ") + E.getOpcodeName());
  }
}

Term Executor::elementAddress(const llvm::DataLayout &Layout, llvm::Type *Source, Term Base,
                              llvm::ArrayRef<std::pair<const llvm::Value *, Term>> Indices) {
  Term Address = Base;
  llvm::Type *At = Source;
  bool FirstIndex = true;
  for (auto [V, Index] : Indices) {
    if (!FirstIndex && At->isStructTy()) {
      auto *Struct = llvm::cast<llvm::StructType>(At);
      unsigned Field = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(V)->getZExtValue());
      Address = Store.add(Address, Store.constant(64, Layout.getStructLayout(Struct)->getElementOffset(Field)));
      At = Struct->getElementType(Field);
      continue;
    }
    if (!FirstIndex)
      At = At->isArrayTy() ? At->getArrayElementType() : llvm::cast<llvm::VectorType>(At)->getElementType();
    FirstIndex = false;
    if (Index.bits() > 64)
      giveUp("unsupported-type", "an index wider than an address");
    Term Scale = Store.constant(64, Layout.getTypeAllocSize(At).getFixedValue());
    Address = Store.add(Address, Store.mul(Store.sext(Index, 64), Scale));
  }
  return Address;
}

/// Applies an operation to each lane of vectors; scalars are their own single lane.
Term Executor::perLane(llvm::Type *Type, llvm::ArrayRef<Term> Operands, unsigned ResultLaneBits,
                       const std::function<Term(llvm::ArrayRef<Term>)> &Each) {
  auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(Type);
  if (!Vector)
    return Each(Operands);
  Term All;
  unsigned Lanes = Vector->getNumElements();
  for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
    llvm::SmallVector<Term, 3> Parts;
    for (Term Operand : Operands) {
      unsigned Bits = Operand.bits() / Lanes;
      Parts.push_back(Store.extract(Operand, Lane * Bits, Bits));
    }
    Term Result = Each(Parts);
    assert(Result.bits() == ResultLaneBits);
    All = All ? Store.concat(Result, All) : Result;
  }
  (void)ResultLaneBits;
  return All;
}

/// The exact result needs more bits than there are.
void Executor::mustFit(State &S, unsigned Opcode, Term A, Term B) {
  unsigned Bits = A.bits(), Wide = Opcode == llvm::Instruction::Mul ? 2 * Bits : Bits + 1;
  auto Apply = [&](Term X, Term Y) {
    return Opcode == llvm::Instruction::Add   ? Store.add(X, Y)
           : Opcode == llvm::Instruction::Sub ? Store.sub(X, Y)
                                              : Store.mul(X, Y);
  };
  Term Exact = Apply(Store.sext(A, Wide), Store.sext(B, Wide));
  undefinedIf(S, Store.ne(Exact, Store.sext(Apply(A, B), Wide)), "signed-integer-overflow",
              "the result of a signed operation does not fit");
}

Term Executor::scalarBinary(unsigned Opcode, Term A, Term B, State &S, const llvm::Instruction &I) {
  if (isSignedArithmetic(I))
    mustFit(S, Opcode, A, B);
  auto ShiftedTooFar = [&] {
    undefinedIf(S, Store.ule(Store.constant(B.bits(), B.bits()), B), "shift", "a shift by the width or more",
                {&I, {}, {A, B}});
  };
  auto Divides = [&](bool Signed) {
    Term Trap = Store.eq(B, Store.constant(B.bits(), 0));
    if (Signed)
      Trap = Store.orTerm(Trap, Store.andTerm(Store.eq(B, Store.constant(APInt::getAllOnes(B.bits()))),
                                              Store.eq(A, Store.constant(APInt::getSignedMinValue(A.bits())))));
    signal(S, SIGFPE, Trap);
    return S.Path && !B.isZero();
  };
  Term Dead = Store.constant(A.bits(), 0);
  switch (Opcode) {
  case llvm::Instruction::Add:
    return Store.add(A, B);
  case llvm::Instruction::Sub:
    return Store.sub(A, B);
  case llvm::Instruction::Mul:
    return Store.mul(A, B);
  case llvm::Instruction::And:
    return Store.andTerm(A, B);
  case llvm::Instruction::Or:
    return Store.orTerm(A, B);
  case llvm::Instruction::Xor:
    return Store.xorTerm(A, B);
  case llvm::Instruction::Shl:
    ShiftedTooFar();
    return Store.shl(A, B);
  case llvm::Instruction::LShr:
    ShiftedTooFar();
    return Store.lshr(A, B);
  case llvm::Instruction::AShr:
    ShiftedTooFar();
    return Store.ashr(A, B);
  case llvm::Instruction::UDiv:
    return Divides(false) ? Store.udiv(A, B) : Dead;
  case llvm::Instruction::URem:
    return Divides(false) ? Store.urem(A, B) : Dead;
  case llvm::Instruction::SDiv:
    return Divides(true) ? Store.sdiv(A, B) : Dead;
  case llvm::Instruction::SRem:
    return Divides(true) ? Store.srem(A, B) : Dead;
  case llvm::Instruction::FAdd:
    return Store.fadd(A, B);
  case llvm::Instruction::FSub:
    return Store.fsub(A, B);
  case llvm::Instruction::FMul:
    return Store.fmul(A, B);
  case llvm::Instruction::FDiv:
    return Store.fdiv(A, B);
  case llvm::Instruction::FRem:
    return Store.frem(A, B);
  default:
    giveUp("unsupported-instruction", "a binary operation");
  }
}

Term Executor::binaryOperation(const llvm::Instruction &I, unsigned Opcode, Term A, Term B, llvm::Type *Type,
                               State &S) {
  if (Type->isFPOrFPVectorTy())
    requireFloat(Type);
  return perLane(Type, {A, B}, bitsOf(Type->getScalarType()),
                 [&](llvm::ArrayRef<Term> O) { return S.Path ? scalarBinary(Opcode, O[0], O[1], S, I) : O[0]; });
}

Term Executor::compare(llvm::CmpInst::Predicate Predicate, Term A, Term B) {
  using P = llvm::CmpInst;
  auto Ordered = [&](Term C) { // of a comparison that is false for NaN anyway, or of one that needs the check
    return Store.andTerm(Store.andTerm(Store.feq(A, A), Store.feq(B, B)), C);
  };
  auto Unordered = [&](Term C) { return Store.orTerm(Store.orTerm(Store.isNaN(A), Store.isNaN(B)), C); };
  switch (Predicate) {
  case P::ICMP_EQ:
    return Store.eq(A, B);
  case P::ICMP_NE:
    return Store.ne(A, B);
  case P::ICMP_ULT:
    return Store.ult(A, B);
  case P::ICMP_ULE:
    return Store.ule(A, B);
  case P::ICMP_UGT:
    return Store.ult(B, A);
  case P::ICMP_UGE:
    return Store.ule(B, A);
  case P::ICMP_SLT:
    return Store.slt(A, B);
  case P::ICMP_SLE:
    return Store.sle(A, B);
  case P::ICMP_SGT:
    return Store.slt(B, A);
  case P::ICMP_SGE:
    return Store.sle(B, A);
  case P::FCMP_FALSE:
    return Store.boolean(false);
  case P::FCMP_TRUE:
    return Store.boolean(true);
  case P::FCMP_OEQ:
    return Store.feq(A, B);
  case P::FCMP_OLT:
    return Store.flt(A, B);
  case P::FCMP_OLE:
    return Store.fle(A, B);
  case P::FCMP_OGT:
    return Store.flt(B, A);
  case P::FCMP_OGE:
    return Store.fle(B, A);
  case P::FCMP_ONE:
    return Ordered(Store.notTerm(Store.feq(A, B)));
  case P::FCMP_ORD:
    return Ordered(Store.boolean(true));
  case P::FCMP_UNO:
    return Unordered(Store.boolean(false));
  case P::FCMP_UEQ:
    return Unordered(Store.feq(A, B));
  case P::FCMP_UNE:
    return Store.notTerm(Store.feq(A, B));
  case P::FCMP_ULT:
    return Store.notTerm(Store.fle(B, A));
  case P::FCMP_ULE:
    return Store.notTerm(Store.flt(B, A));
  case P::FCMP_UGT:
    return Store.notTerm(Store.fle(A, B));
  case P::FCMP_UGE:
    return Store.notTerm(Store.flt(A, B));
  case P::BAD_FCMP_PREDICATE:
  case P::BAD_ICMP_PREDICATE:
    break;
  }
  giveUp("unsupported-instruction", "a comparison");
}

Term Executor::cast(unsigned Opcode, Term A, llvm::Type *From, llvm::Type *To, State &S, const llvm::Instruction &I) {
  unsigned Bits = bitsOf(To->getScalarType());
  // The largest and smallest integers that fit, as numbers; what lies outside has no defined value.
  auto Converts = [&](bool Signed) {
    requireFloat(From);
    const llvm::fltSemantics &Format = floatFormat(A.bits());
    llvm::APFloat High(Format), Low(Format);
    // 2^n and -2^n are exact in every format that reaches them.
    APInt Power = APInt::getOneBitSet(Bits + 2, Signed ? Bits - 1 : Bits);
    High.convertFromAPInt(Power, false, llvm::APFloat::rmTowardZero);
    Low = Signed ? llvm::neg(High) : llvm::APFloat::getZero(Format);
    Term Truncated = Store.fround(A, llvm::RoundingMode::TowardZero);
    Term Fits = Store.fle(Store.constant(Low.bitcastToAPInt()), Truncated);
    if (!High.isInfinity())
      Fits = Store.andTerm(Fits, Store.flt(Truncated, Store.constant(High.bitcastToAPInt())));
    else
      Fits = Store.andTerm(Fits, Store.flt(Truncated, Store.constant(llvm::APFloat::getInf(Format).bitcastToAPInt())));
    undefinedIf(S, Store.notTerm(Fits), "conversion", "a floating-point number that does not fit the integer",
                {&I, {}, {A}});
  };
  switch (Opcode) {
  case llvm::Instruction::Trunc:
    return Store.extract(A, 0, Bits);
  case llvm::Instruction::ZExt:
    return Store.zext(A, Bits);
  case llvm::Instruction::SExt:
    return Store.sext(A, Bits);
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
    return Bits < A.bits() ? Store.extract(A, 0, Bits) : Store.zext(A, Bits);
  case llvm::Instruction::FPTrunc:
  case llvm::Instruction::FPExt:
    requireFloat(From);
    return Store.fconvert(A, Bits);
  case llvm::Instruction::SIToFP:
    requireFloat(To);
    return Store.sitof(A, Bits);
  case llvm::Instruction::UIToFP:
    requireFloat(To);
    return Store.uitof(A, Bits);
  case llvm::Instruction::FPToSI:
    Converts(true);
    return Store.ftosi(A, Bits);
  case llvm::Instruction::FPToUI:
    Converts(false);
    return Store.ftoui(A, Bits);
  default:
    giveUp("unsupported-instruction", "a conversion");
  }
}

namespace {

/// How many scalar parts a value of the type has.
unsigned parts(llvm::Type *Type) {
  if (auto *Struct = llvm::dyn_cast<llvm::StructType>(Type)) {
    unsigned Sum = 0;
    for (llvm::Type *Element : Struct->elements())
      Sum += parts(Element);
    return Sum;
  }
  if (Type->isArrayTy())
    return static_cast<unsigned>(Type->getArrayNumElements()) * parts(Type->getArrayElementType());
  return 1;
}

/// Where the part at the indices begins, and how many parts it has.
std::pair<unsigned, unsigned> partAt(llvm::Type *Type, llvm::ArrayRef<unsigned> Indices) {
  unsigned First = 0;
  for (unsigned Index : Indices) {
    if (auto *Struct = llvm::dyn_cast<llvm::StructType>(Type)) {
      for (unsigned I = 0; I < Index; ++I)
        First += parts(Struct->getElementType(I));
      Type = Struct->getElementType(Index);
    } else {
      Type = Type->getArrayElementType();
      First += Index * parts(Type);
    }
  }
  return {First, parts(Type)};
}

} // namespace

void Executor::execute(Frame &F, const llvm::Instruction &I, State &S) {
  Granted.VolatileIsMemory |= I.hasMetadataOtherThanDebugLoc() && I.hasMetadata(VolatileMark);
  auto Set = [&](Term Value) { F.Values[&I] = {Value}; };
  auto Operand = [&](unsigned N) { return scalar(F, *I.getOperand(N)); };
  if (I.isBinaryOp())
    return Set(binaryOperation(I, I.getOpcode(), Operand(0), Operand(1), I.getType(), S));
  if (auto *Cast = llvm::dyn_cast<llvm::CastInst>(&I)) {
    Term A = Operand(0);
    if (Cast->getOpcode() == llvm::Instruction::BitCast) {
      bitsOf(I.getType());
      return Set(A);
    }
    return Set(perLane(Cast->getSrcTy(), {A}, bitsOf(I.getType()->getScalarType()), [&](llvm::ArrayRef<Term> O) {
      return S.Path ? cast(Cast->getOpcode(), O[0], Cast->getSrcTy(), Cast->getDestTy(), S, I)
                    : Store.constant(bitsOf(I.getType()->getScalarType()), 0);
    }));
  }
  switch (I.getOpcode()) {
  case llvm::Instruction::FNeg:
    requireFloat(I.getType());
    return Set(perLane(I.getType(), {Operand(0)}, bitsOf(I.getType()->getScalarType()),
                       [&](llvm::ArrayRef<Term> O) { return Store.fneg(O[0]); }));
  case llvm::Instruction::ICmp:
  case llvm::Instruction::FCmp: {
    llvm::Type *Type = I.getOperand(0)->getType();
    if (Type->isFPOrFPVectorTy())
      requireFloat(Type);
    return Set(perLane(Type, {Operand(0), Operand(1)}, 1, [&](llvm::ArrayRef<Term> O) {
      return compare(llvm::cast<llvm::CmpInst>(I).getPredicate(), O[0], O[1]);
    }));
  }
  case llvm::Instruction::Select: {
    if (I.getOperand(0)->getType()->isVectorTy())
      return Set(perLane(I.getType(), {Operand(0), Operand(1), Operand(2)}, bitsOf(I.getType()->getScalarType()),
                         [&](llvm::ArrayRef<Term> O) { return Store.ite(O[0], O[1], O[2]); }));
    Term Condition = Operand(0);
    SymbolicValue A = value(F, *I.getOperand(1)), B = value(F, *I.getOperand(2)), Result;
    for (std::size_t Part = 0; Part < A.size(); ++Part)
      Result.push_back(Store.ite(Condition, A[Part], B[Part]));
    F.Values[&I] = Result;
    return;
  }
  case llvm::Instruction::Freeze:
    F.Values[&I] = value(F, *I.getOperand(0));
    return;
  case llvm::Instruction::GetElementPtr: {
    auto &Gep = llvm::cast<llvm::GetElementPtrInst>(I);
    if (I.getType()->isVectorTy())
      giveUp("unsupported-type", "vectors of pointers");
    llvm::SmallVector<std::pair<const llvm::Value *, Term>, 4> Indices;
    for (const llvm::Use &Index : Gep.indices())
      Indices.push_back({Index.get(), scalar(F, *Index)});
    return Set(elementAddress(Layout, Gep.getSourceElementType(), Operand(0), Indices));
  }
  case llvm::Instruction::Alloca: {
    auto &Alloca = llvm::cast<llvm::AllocaInst>(I);
    Term Count = scalar(F, *Alloca.getArraySize());
    if (!Count.isConstant())
      giveUp("dynamic-size", "an array on the stack whose size depends on the input");
    std::uint64_t Size =
        Layout.getTypeAllocSize(Alloca.getAllocatedType()).getFixedValue() * Count.value().getLimitedValue(1u << 24);
    // Whether the stack has room for it is not for the formula to say.
    constexpr std::uint64_t LargestLocal = 1u << 20;
    if (Size > LargestLocal)
      giveUp("object-too-large", "a local variable of more than a megabyte");
    if (!Alloca.isStaticAlloca() && !Space.WholeProgram) // not in the frame
      emit(S, StreamId::Stack, {Atom::Kind::Call, "array", {Store.constant(64, Size)}});
    Set(allocate(S, StorageKind::Stack, "local", Size, Contents::Background::Undefined));
    Objects.back().Maker = &I;
    F.Locals.push_back(static_cast<unsigned>(Objects.size() - 1));
    return;
  }
  case llvm::Instruction::Load: {
    if (llvm::cast<llvm::LoadInst>(I).isVolatile())
      giveUp(reason::Volatile, "a volatile read");
    if (llvm::cast<llvm::LoadInst>(I).isAtomic())
      giveUp("threads", "an atomic read");
    F.Values[&I] = loadType(S, Operand(0), I.getType());
    return;
  }
  case llvm::Instruction::Store: {
    if (llvm::cast<llvm::StoreInst>(I).isVolatile())
      giveUp(reason::Volatile, "a volatile write");
    if (llvm::cast<llvm::StoreInst>(I).isAtomic())
      giveUp("threads", "an atomic write");
    return storeType(S, Operand(1), value(F, *I.getOperand(0)), I.getOperand(0)->getType());
  }
  case llvm::Instruction::ExtractValue: {
    auto &Extract = llvm::cast<llvm::ExtractValueInst>(I);
    auto [First, Count] = partAt(Extract.getAggregateOperand()->getType(), Extract.getIndices());
    SymbolicValue Whole = value(F, *I.getOperand(0));
    F.Values[&I] = SymbolicValue(Whole.begin() + First, Whole.begin() + First + Count);
    return;
  }
  case llvm::Instruction::InsertValue: {
    auto &Insert = llvm::cast<llvm::InsertValueInst>(I);
    auto [First, Count] = partAt(I.getType(), Insert.getIndices());
    SymbolicValue Whole = value(F, *I.getOperand(0)), Part = value(F, *I.getOperand(1));
    std::copy(Part.begin(), Part.end(), Whole.begin() + First);
    F.Values[&I] = Whole;
    return;
  }
  case llvm::Instruction::ExtractElement: {
    Term Vector = Operand(0), Index = Operand(1);
    unsigned Bits = bitsOf(I.getType());
    unsigned Lanes = Vector.bits() / Bits;
    undefinedIf(S, Store.ule(Store.constant(Index.bits(), Lanes), Index), "index", "a lane that the vector lacks");
    Term Result = Store.extract(Vector, 0, Bits);
    for (unsigned Lane = 1; Lane < Lanes; ++Lane)
      Result = Store.ite(Store.eq(Index, Store.constant(Index.bits(), Lane)), Store.extract(Vector, Lane * Bits, Bits),
                         Result);
    return Set(Result);
  }
  case llvm::Instruction::InsertElement: {
    Term Vector = Operand(0), Element = Operand(1), Index = Operand(2);
    unsigned Bits = Element.bits();
    Term All;
    for (unsigned Lane = 0; Lane < Vector.bits() / Bits; ++Lane) {
      Term Value = Store.ite(Store.eq(Index, Store.constant(Index.bits(), Lane)), Element,
                             Store.extract(Vector, Lane * Bits, Bits));
      All = All ? Store.concat(Value, All) : Value;
    }
    return Set(All);
  }
  case llvm::Instruction::ShuffleVector: {
    auto &Shuffle = llvm::cast<llvm::ShuffleVectorInst>(I);
    Term Both = Store.concat(Operand(1), Operand(0));
    unsigned Bits = bitsOf(I.getType()->getScalarType());
    Term All;
    for (int Lane : Shuffle.getShuffleMask()) {
      Term Value = Lane < 0 ? Store.fresh(Bits, "undefined", VariableKind::Undefined)
                            : Store.extract(Both, static_cast<unsigned>(Lane) * Bits, Bits);
      All = All ? Store.concat(Value, All) : Value;
    }
    return Set(All);
  }
  case llvm::Instruction::Call:
    return executeCall(F, llvm::cast<llvm::CallBase>(I), S);
  default:
    giveUp("unsupported-instruction", std::string("the instruction ") + I.getOpcodeName());
  }
}

void Executor::executeCall(Frame &F, const llvm::CallBase &Call, State &S) {
  if (auto *Intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&Call)) {
    if (auto *Memory = llvm::dyn_cast<llvm::MemIntrinsic>(Intrinsic); Memory && Memory->isVolatile())
      giveUp(reason::Volatile, "a volatile copy");
    if (!executeIntrinsic(F, *Intrinsic, S))
      giveUp("unsupported-intrinsic", "the intrinsic " + Intrinsic->getCalledFunction()->getName().str());
    return;
  }
  if (Call.isInlineAsm())
    giveUp("inline-assembly", "inline assembly");
  std::vector<SymbolicValue> Arguments;
  for (unsigned N = 0; N < Call.arg_size(); ++N) {
    SymbolicValue Argument = value(F, *Call.getArgOperand(N));
    if (Call.isByValArgument(N)) { // the callee gets its own copy
      std::uint64_t Size = Layout.getTypeAllocSize(Call.getParamByValType(N)).getFixedValue();
      Term Copy = allocate(S, StorageKind::Stack, "copy", Size, Contents::Background::Undefined);
      F.Locals.push_back(static_cast<unsigned>(Objects.size() - 1));
      copyBytes(S, Copy, Argument[0], Store.constant(64, Size));
      if (!S.Path)
        return;
      Argument = {Copy};
    }
    Arguments.push_back(std::move(Argument));
  }
  auto CallOne = [&](const llvm::Function &Callee, State Before) -> CallResult {
    if (!Callee.isDeclaration()) {
      if (Callee.isVarArg())
        passVariableArguments(F, Call, Callee, Arguments, Before);
      if (!Before.Path)
        return {};
      Granted.WeakIsFinal |= Callee.isInterposable() && !Space.WholeProgram;
      noteEnvironment(Callee.getName());
      return callFunction(Callee, Arguments, std::move(Before), &Call);
    }
    SymbolicValue Value;
    if (!callLibrary(Call, Callee, Arguments, Before, Value))
      callUnknown(Call, Callee, Arguments, Before, Value);
    if (!Before.Path)
      return {};
    return {std::move(Before), std::move(Value)};
  };
  auto Finish = [&](CallResult Done) {
    if (!Done.After) {
      S.Path = nullptr;
      return;
    }
    S = std::move(*Done.After);
    if (!Call.getType()->isVoidTy())
      F.Values[&Call] = std::move(Done.Value);
  };
  const llvm::Value *Target = Call.getCalledOperand()->stripPointerCasts();
  if (auto *Alias = llvm::dyn_cast<llvm::GlobalAlias>(Target)) {
    Granted.WeakIsFinal |= Alias->isInterposable() && !Space.WholeProgram;
    Target = Alias->getAliaseeObject();
  }
  if (auto *Callee = llvm::dyn_cast<llvm::Function>(Target))
    return Finish(CallOne(*Callee, std::move(S)));

  // An indirect call is a branch over what the pointer may be.
  std::vector<Edge> Ways;
  for (const Executor::Target &Each : resolve(scalar(F, *Call.getCalledOperand()))) {
    State Taken = S;
    Taken.Path = Conditions.extend(S.Path, Each.Guard);
    if (!Taken.Path)
      continue;
    if (Each.What == Executor::Target::Kind::Null) {
      signal(Taken, SIGSEGV, Store.boolean(true));
      continue;
    }
    bool IsFunction = Each.What == Executor::Target::Kind::Object && Objects[Each.Id].Kind == StorageKind::Function;
    auto *Callee = IsFunction ? static_cast<const llvm::Function *>(Objects[Each.Id].Origin) : nullptr;
    if (!Callee || !Each.Offset.isZero() || Callee->getFunctionType() != Call.getFunctionType())
      giveUp("indirect-call", "a call through a pointer whose target is not known");
    CallResult Done = CallOne(*Callee, std::move(Taken));
    if (Done.After)
      Ways.push_back({std::move(*Done.After), {Done.Value}});
  }
  if (Ways.empty())
    return Finish({});
  Edge All = joinEdges(std::move(Ways));
  Finish({std::move(All.S), std::move(All.Phis[0])});
}

} // namespace vernier
