#include "bounded/ExecutorFrame.h"

#include "bitcode/SignedArithmetic.h"

#include <csignal>

namespace vernier {

using llvm::APInt;

/// What was made on the stack behind that point is gone. What another path made is not of this state.
void Executor::endLocals(const Frame &F, State &S, Term Before) {
  if (!Before.isConstant())
    giveUp("dynamic-size", "arrays on the stack that end somewhere else on different paths");
  for (std::size_t I = Before.value().getZExtValue(); I < F.Locals.size(); ++I)
    if (S.Heap.find(F.Locals[I]))
      S.Heap.erase(F.Locals[I]);
}

bool Executor::executeIntrinsic(Frame &F, const llvm::IntrinsicInst &I, State &S) {
  auto Set = [&](Term Value) {
    F.Values[&I] = {Value};
    return true;
  };
  auto Operand = [&](unsigned N) { return scalar(F, *I.getArgOperand(N)); };
  auto Lanes = [&](const std::function<Term(llvm::ArrayRef<Term>)> &Each) {
    llvm::SmallVector<Term, 3> Operands;
    for (unsigned N = 0; N < I.arg_size(); ++N)
      if (I.getArgOperand(N)->getType() == I.getType())
        Operands.push_back(Operand(N));
    if (I.getType()->isFPOrFPVectorTy())
      requireFloat(I.getType());
    return Set(perLane(I.getType(), Operands, bitsOf(I.getType()->getScalarType()), Each));
  };
  auto Overflowing = [&](bool Signed, auto &&Apply) {
    Term A = Operand(0), B = Operand(1);
    unsigned Bits = A.bits();
    auto Wide = [&](Term T) { return Signed ? Store.sext(T, 2 * Bits) : Store.zext(T, 2 * Bits); };
    Term Result = Apply(A, B), Exact = Apply(Wide(A), Wide(B));
    F.Values[&I] = {Result, Store.ne(Exact, Wide(Result))};
    return true;
  };
  auto Add = [&](Term A, Term B) { return Store.add(A, B); };
  auto Sub = [&](Term A, Term B) { return Store.sub(A, B); };
  auto Mul = [&](Term A, Term B) { return Store.mul(A, B); };
  auto CountOnes = [&](Term A) {
    Term Sum = Store.constant(A.bits(), 0);
    for (unsigned Bit = 0; Bit < A.bits(); ++Bit)
      Sum = Store.add(Sum, Store.zext(Store.extract(A, Bit, 1), A.bits()));
    return Sum;
  };
  auto CountZeros = [&](Term A, bool Leading) {
    Term Count = Store.constant(A.bits(), A.bits());
    for (unsigned N = A.bits(); N-- > 0;) {
      unsigned Bit = Leading ? A.bits() - 1 - N : N;
      Count = Store.ite(Store.extract(A, Bit, 1), Store.constant(A.bits(), N), Count);
    }
    return Count;
  };
  using namespace llvm::Intrinsic;
  switch (I.getIntrinsicID()) {
  case lifetime_start:
  case lifetime_end:
  case dbg_declare:
  case dbg_value:
  case dbg_label:
  case assume:
  case experimental_noalias_scope_decl:
  case invariant_start:
  case invariant_end:
  case donothing:
    return true;
  case stacksave: // stands for how many locals there are
    return Set(Store.constant(64, F.Locals.size()));
  case stackrestore:
    endLocals(F, S, Operand(0));
    return true;
  case expect:
    return Set(Operand(0));
  case trap:
    signal(S, SIGILL, Store.boolean(true));
    return true;
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memmove:
  case memcpy_inline:
    copyBytes(S, Operand(0), Operand(1), Store.zext(Operand(2), 64));
    return true;
  case vastart:
    startVariableArguments(F, Operand(0), S);
    return true;
  case vaend:
    return true;
  case vacopy:
    copyBytes(S, Operand(0), Operand(1), Store.constant(64, 24));
    return true;
  case llvm::Intrinsic::memset:
    fillBytes(S, Operand(0), Operand(1), Store.zext(Operand(2), 64));
    return true;
  case llvm::Intrinsic::abs:
    if (isSignedArithmetic(I))
      mustFit(S, llvm::Instruction::Sub, Store.constant(bitsOf(I.getType()), 0), Operand(0));
    return Lanes(
        [&](auto O) { return Store.ite(Store.slt(O[0], Store.constant(O[0].bits(), 0)), Store.neg(O[0]), O[0]); });
  case smax:
    return Lanes([&](auto O) { return Store.ite(Store.slt(O[0], O[1]), O[1], O[0]); });
  case smin:
    return Lanes([&](auto O) { return Store.ite(Store.slt(O[0], O[1]), O[0], O[1]); });
  case umax:
    return Lanes([&](auto O) { return Store.ite(Store.ult(O[0], O[1]), O[1], O[0]); });
  case umin:
    return Lanes([&](auto O) { return Store.ite(Store.ult(O[0], O[1]), O[0], O[1]); });
  case sadd_with_overflow:
    return Overflowing(true, Add);
  case uadd_with_overflow:
    return Overflowing(false, Add);
  case ssub_with_overflow:
    return Overflowing(true, Sub);
  case usub_with_overflow:
    return Overflowing(false, Sub);
  case smul_with_overflow:
    return Overflowing(true, Mul);
  case umul_with_overflow:
    return Overflowing(false, Mul);
  case bswap:
    return Lanes([&](auto O) {
      Term All;
      for (unsigned Low = 0; Low < O[0].bits(); Low += 8) {
        Term Byte = Store.extract(O[0], Low, 8);
        All = All ? Store.concat(All, Byte) : Byte;
      }
      return All;
    });
  case ctpop:
    return Lanes([&](auto O) { return CountOnes(O[0]); });
  case ctlz:
  case cttz: {
    bool Leading = I.getIntrinsicID() == ctlz, MustNotBeZero = Operand(1).isTrue();
    return Lanes([&, Leading, MustNotBeZero](auto O) {
      if (MustNotBeZero && S.Path)
        undefinedIf(S, Store.eq(O[0], Store.constant(O[0].bits(), 0)), "count-zeros", "the zeros before a bit of zero");
      return CountZeros(O[0], Leading);
    });
  }
  case fshl:
  case fshr: {
    bool Left = I.getIntrinsicID() == fshl;
    return Lanes([&, Left](auto O) {
      unsigned Bits = O[0].bits();
      Term Shift = Store.urem(Store.zext(O[2], 2 * Bits), Store.constant(2 * Bits, Bits));
      Term Both = Store.concat(O[0], O[1]);
      return Left ? Store.extract(Store.shl(Both, Shift), Bits, Bits) : Store.extract(Store.lshr(Both, Shift), 0, Bits);
    });
  }
  case llvm::Intrinsic::fabs:
    return Lanes([&](auto O) { return Store.fabs(O[0]); });
  case llvm::Intrinsic::copysign:
    return Lanes([&](auto O) {
      Term Sign = Store.constant(APInt::getSignMask(O[0].bits()));
      return Store.orTerm(Store.fabs(O[0]), Store.andTerm(O[1], Sign));
    });
  case llvm::Intrinsic::sqrt:
    return Lanes([&](auto O) { return Store.fsqrt(O[0]); });
  case llvm::Intrinsic::floor:
    return Lanes([&](auto O) { return Store.fround(O[0], llvm::RoundingMode::TowardNegative); });
  case llvm::Intrinsic::ceil:
    return Lanes([&](auto O) { return Store.fround(O[0], llvm::RoundingMode::TowardPositive); });
  case llvm::Intrinsic::trunc:
    return Lanes([&](auto O) { return Store.fround(O[0], llvm::RoundingMode::TowardZero); });
  case llvm::Intrinsic::round:
    return Lanes([&](auto O) { return Store.fround(O[0], llvm::RoundingMode::NearestTiesToAway); });
  case llvm::Intrinsic::rint:
  case llvm::Intrinsic::nearbyint:
  case llvm::Intrinsic::roundeven:
    return Lanes([&](auto O) { return Store.fround(O[0], llvm::RoundingMode::NearestTiesToEven); });
  case llvm::Intrinsic::fma:
    return Lanes([&](auto O) { return Store.fma(O[0], O[1], O[2]); });
  case fmuladd: // contraction is off: two roundings, as the plain build does it
    return Lanes([&](auto O) { return Store.fadd(Store.fmul(O[0], O[1]), O[2]); });
  case is_constant:
    return Set(Store.boolean(false));
  case objectsize:
    return Set(Store.constant(APInt::getAllOnes(bitsOf(I.getType()))));
  default:
    return false;
  }
}

} // namespace vernier
