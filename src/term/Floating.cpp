#include "term/Evaluate.h"
#include "term/Term.h"

#include <llvm/ADT/APSInt.h>

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
  case 80:
    return APFloat::x87DoubleExtended();
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

/// An integer that a number is exactly.
struct WholeNumber {
  Term Value; ///< 64 bits, signed
  std::int64_t Least, Most;
};

/// The largest power of two up to which a format has all integers; 62 bits, so that sums and differences fit.
static unsigned exactBits(unsigned Bits) {
  return std::min(APFloat::semanticsPrecision(floatFormat(Bits)), 62u);
}

/// What was converted from an integer that the format has exactly, or a constant that is one. Never -0.
static std::optional<WholeNumber> wholeNumber(TermStore &Store, Term A) {
  std::int64_t Limit = std::int64_t(1) << exactBits(A.bits());
  if (A.isConstant()) {
    llvm::APSInt Value(64, false);
    bool Exact = false;
    auto Status = APFloat(floatFormat(A.bits()), A.value()).convertToInteger(Value, APFloat::rmTowardZero, &Exact);
    if (Status != APFloat::opOK || !Exact || (Value == 0 && A.value().isNegative()) || Value < -Limit || Value > Limit)
      return std::nullopt;
    return WholeNumber{Store.constant(Value), Value.getSExtValue(), Value.getSExtValue()};
  }
  if (!A.is(Operation::SIntToF) && !A.is(Operation::UIntToF))
    return std::nullopt;
  Term Integer = A.operand(0);
  bool Signed = A.is(Operation::SIntToF);
  if (Integer.bits() > 64)
    return std::nullopt;
  if (!Signed && Integer->UMax > static_cast<std::uint64_t>(Limit))
    return std::nullopt;
  std::int64_t Least = Signed ? Integer->SMin : static_cast<std::int64_t>(Integer->UMin);
  std::int64_t Most = Signed ? Integer->SMax : static_cast<std::int64_t>(Integer->UMax);
  if (Least < -Limit || Most > Limit)
    return std::nullopt;
  return WholeNumber{Signed ? Store.sext(Integer, 64) : Store.zext(Integer, 64), Least, Most};
}

/// The same with its sign changed afterwards. It may be -0.
static std::optional<WholeNumber> negatedWhole(TermStore &Store, Term A) {
  if (!A.is(Operation::Xor))
    return std::nullopt;
  APInt Sign = APInt::getSignMask(A.bits());
  for (unsigned I : {0u, 1u})
    if (A.operand(I).isConstant() && A.operand(I).value() == Sign)
      if (auto Whole = wholeNumber(Store, A.operand(1 - I)))
        return WholeNumber{Store.neg(Whole->Value), -Whole->Most, -Whole->Least};
  return std::nullopt;
}

/// For comparisons, which make no difference between both zeros.
static std::optional<WholeNumber> comparedWhole(TermStore &Store, Term A) {
  auto Whole = wholeNumber(Store, A);
  return Whole ? Whole : negatedWhole(Store, A);
}

/// The number of a format that a bounded integer is; nothing if the format might round it.
static std::optional<Term> exactNumber(TermStore &Store, Term Value, __int128 Least, __int128 Most, unsigned Bits) {
  __int128 Limit = __int128(1) << exactBits(Bits);
  if (Least < -Limit || Most > Limit)
    return std::nullopt;
  return Store.sitof(Value, Bits);
}

/// A sum of whole numbers is one, without rounding; zero is +0 unless both are -0.
static std::optional<Term> wholeSum(TermStore &Store, Term A, Term B) {
  auto X = wholeNumber(Store, A), Y = wholeNumber(Store, B);
  if (!X && Y)
    X = negatedWhole(Store, A);
  else if (X && !Y)
    Y = negatedWhole(Store, B);
  if (!X || !Y)
    return std::nullopt;
  return exactNumber(Store, Store.add(X->Value, Y->Value), __int128(X->Least) + Y->Least, __int128(X->Most) + Y->Most,
                     A.bits());
}

/// A product by a positive constant: the sign of zero stays.
static std::optional<Term> wholeProduct(TermStore &Store, Term A, Term B) {
  auto X = wholeNumber(Store, A), Y = wholeNumber(Store, B);
  if (!X || !Y || !B.isConstant() || Y->Least <= 0)
    return std::nullopt;
  return exactNumber(Store, Store.mul(X->Value, Y->Value), __int128(X->Least) * Y->Least, __int128(X->Most) * Y->Least,
                     A.bits());
}

Term TermStore::fadd(Term A, Term B) {
  if (auto Value = folded(Operation::FAdd, A.bits(), {A, B}))
    return constant(*Value);
  if (auto Sum = wholeSum(*this, A, B))
    return *Sum;
  return A.id() < B.id() ? binary(Operation::FAdd, A.bits(), A, B) : binary(Operation::FAdd, A.bits(), B, A);
}

Term TermStore::fmul(Term A, Term B) {
  if (auto Value = folded(Operation::FMul, A.bits(), {A, B}))
    return constant(*Value);
  if (A.isConstant())
    std::swap(A, B);
  if (auto Product = wholeProduct(*this, A, B))
    return *Product;
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
  if (auto X = comparedWhole(*this, A), Y = comparedWhole(*this, B); X && Y)
    return eq(X->Value, Y->Value);
  return A.id() < B.id() ? binary(Operation::FEq, 1, A, B) : binary(Operation::FEq, 1, B, A);
}

Term TermStore::flt(Term A, Term B) {
  if (auto Value = folded(Operation::FLt, 1, {A, B}))
    return constant(*Value);
  if (auto X = comparedWhole(*this, A), Y = comparedWhole(*this, B); X && Y)
    return slt(X->Value, Y->Value);
  return A == B ? FalseTerm : binary(Operation::FLt, 1, A, B);
}

Term TermStore::fle(Term A, Term B) {
  if (auto Value = folded(Operation::FLe, 1, {A, B}))
    return constant(*Value);
  if (auto X = comparedWhole(*this, A), Y = comparedWhole(*this, B); X && Y)
    return sle(X->Value, Y->Value);
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
  if (auto X = wholeNumber(*this, A))
    if (auto Number = exactNumber(*this, X->Value, X->Least, X->Most, Bits))
      return *Number;
  return intern(Operation::FConvert, Bits, {A});
}

Term TermStore::ftosi(Term A, unsigned Bits) {
  if (auto Value = folded(Operation::FToSInt, Bits, {A}))
    return constant(*Value);
  if (auto X = wholeNumber(*this, A); X && Bits <= 64)
    if (Bits == 64 || (X->Least >= -(std::int64_t(1) << (Bits - 1)) && X->Most < std::int64_t(1) << (Bits - 1)))
      return extract(X->Value, 0, Bits);
  return intern(Operation::FToSInt, Bits, {A});
}

Term TermStore::ftoui(Term A, unsigned Bits) {
  if (auto Value = folded(Operation::FToUInt, Bits, {A}))
    return constant(*Value);
  if (auto X = wholeNumber(*this, A); X && Bits <= 64 && X->Least >= 0)
    if (Bits >= 63 || X->Most < std::int64_t(1) << Bits)
      return extract(X->Value, 0, Bits);
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
