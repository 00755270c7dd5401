#include "term/Evaluate.h"
#include "term/Term.h"

#include <cassert>

// The simplifying constructors for floating point. Constants fold through the evaluator; beyond that only rules that
// hold for every IEEE number, signed zeros, infinities and NaN included.

namespace vernier {

using llvm::APFloat;
using llvm::APInt;

const llvm::fltSemantics &floatFormat(unsigned Bits) {
  switch (Bits) {
  case 16:
    return APFloat::IEEEhalf();
  case 32:
    return APFloat::IEEEsingle();
  default:
    assert(Bits == 64 && "no other format has terms");
    return APFloat::IEEEdouble();
  }
}

APInt canonicalNaN(unsigned Bits) {
  return APFloat::getQNaN(floatFormat(Bits)).bitcastToAPInt();
}

IntegralRange integralRange(unsigned FloatBits, unsigned Bits, bool Signed) {
  // Towards zero: the outermost number that the type still holds, if its own limit is no number of the format.
  auto Number = [&](const APInt &Limit) {
    APFloat Result = APFloat::getZero(floatFormat(FloatBits));
    Result.convertFromAPInt(Limit, Signed, APFloat::rmTowardZero);
    return Result.bitcastToAPInt();
  };
  return {Number(Signed ? APInt::getSignedMinValue(Bits) : APInt::getMinValue(Bits)),
          Number(Signed ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits))};
}

APInt valueThatDoesNotFit(unsigned Bits, bool Signed) {
  return Signed ? APInt::getSignedMinValue(Bits) : APInt::getMaxValue(Bits);
}

/// The operation on constants, or nothing if an operand is none.
static std::optional<APInt> folded(Operation What, unsigned Bits, llvm::ArrayRef<Term> Operands,
                                   llvm::RoundingMode Rounding = llvm::RoundingMode::NearestTiesToEven) {
  llvm::SmallVector<APInt, 3> Values;
  for (Term Operand : Operands) {
    if (!Operand.isConstant())
      return std::nullopt;
    Values.push_back(Operand.value());
  }
  return applyOperation(What, Bits, 0, Rounding, Values);
}

/// The number that a constant stands for, if it is one.
static std::optional<APFloat> number(Term A) {
  if (!A.isConstant())
    return std::nullopt;
  return APFloat(floatFormat(A.bits()), A.value());
}

Term TermStore::fadd(Term A, Term B) {
  if (auto Value = folded(Operation::FAdd, A.bits(), {A, B}))
    return constant(*Value);
  return A.id() < B.id() ? binary(Operation::FAdd, A.bits(), A, B) : binary(Operation::FAdd, A.bits(), B, A);
}

Term TermStore::fmul(Term A, Term B) {
  if (auto Value = folded(Operation::FMul, A.bits(), {A, B}))
    return constant(*Value);
  if (A.isConstant())
    std::swap(A, B);
  if (auto Factor = number(B); Factor && Factor->isExactlyValue(2.0)) // doubling is exact, or overflows alike
    return fadd(A, A);
  return A.id() < B.id() ? binary(Operation::FMul, A.bits(), A, B) : binary(Operation::FMul, A.bits(), B, A);
}

Term TermStore::fdiv(Term A, Term B) {
  if (auto Value = folded(Operation::FDiv, A.bits(), {A, B}))
    return constant(*Value);
  // A power of two has an exact inverse; multiplying by it rounds alike.
  if (auto Divisor = number(B)) {
    APFloat Inverse(Divisor->getSemantics());
    if (Divisor->getExactInverse(&Inverse))
      return fmul(A, constant(Inverse.bitcastToAPInt()));
  }
  return binary(Operation::FDiv, A.bits(), A, B);
}

Term TermStore::frem(Term A, Term B) {
  if (auto Value = folded(Operation::FRem, A.bits(), {A, B}))
    return constant(*Value);
  return binary(Operation::FRem, A.bits(), A, B);
}

Term TermStore::fsqrt(Term A) {
  if (auto Value = folded(Operation::FSqrt, A.bits(), {A}))
    return constant(*Value);
  return intern(Operation::FSqrt, A.bits(), {A});
}

Term TermStore::fma(Term A, Term B, Term C) {
  if (auto Value = folded(Operation::FFma, A.bits(), {A, B, C}))
    return constant(*Value);
  if (A.id() > B.id())
    std::swap(A, B);
  return intern(Operation::FFma, A.bits(), {A, B, C});
}

Term TermStore::fround(Term A, llvm::RoundingMode How) {
  if (auto Value = folded(Operation::FRound, A.bits(), {A}, How))
    return constant(*Value);
  return intern(Operation::FRound, A.bits(), {A}, 0, static_cast<std::uint8_t>(How));
}

Term TermStore::fneg(Term A) {
  return xorTerm(A, constant(APInt::getSignMask(A.bits())));
}

Term TermStore::fabs(Term A) {
  return andTerm(A, constant(APInt::getSignedMaxValue(A.bits())));
}

Term TermStore::feq(Term A, Term B) {
  if (auto Value = folded(Operation::FEq, 1, {A, B}))
    return constant(*Value);
  return A.id() < B.id() ? binary(Operation::FEq, 1, A, B) : binary(Operation::FEq, 1, B, A);
}

Term TermStore::flt(Term A, Term B) {
  if (auto Value = folded(Operation::FLt, 1, {A, B}))
    return constant(*Value);
  return A == B ? FalseTerm : binary(Operation::FLt, 1, A, B);
}

Term TermStore::fle(Term A, Term B) {
  if (auto Value = folded(Operation::FLe, 1, {A, B}))
    return constant(*Value);
  return A == B ? feq(A, A) : binary(Operation::FLe, 1, A, B);
}

Term TermStore::isNaN(Term A) {
  return notTerm(feq(A, A));
}

Term TermStore::fconvert(Term A, unsigned Bits) {
  if (A.bits() == Bits)
    return A;
  if (auto Value = folded(Operation::FConvert, Bits, {A}))
    return constant(*Value);
  return intern(Operation::FConvert, Bits, {A});
}

Term TermStore::ftosi(Term A, unsigned Bits) {
  if (auto Value = folded(Operation::FToSInt, Bits, {A}))
    return constant(*Value);
  return intern(Operation::FToSInt, Bits, {A});
}

Term TermStore::ftoui(Term A, unsigned Bits) {
  if (auto Value = folded(Operation::FToUInt, Bits, {A}))
    return constant(*Value);
  return intern(Operation::FToUInt, Bits, {A});
}

Term TermStore::sitof(Term A, unsigned Bits) {
  if (auto Value = folded(Operation::SIntToF, Bits, {A}))
    return constant(*Value);
  return intern(Operation::SIntToF, Bits, {A});
}

Term TermStore::uitof(Term A, unsigned Bits) {
  if (auto Value = folded(Operation::UIntToF, Bits, {A}))
    return constant(*Value);
  return intern(Operation::UIntToF, Bits, {A});
}

} // namespace vernier
