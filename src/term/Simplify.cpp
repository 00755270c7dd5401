#include "term/BitSums.h"
#include "term/Term.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <cassert>

// The simplifying constructors for booleans and bit-vectors. Each rule keeps the meaning of the operation; the comment
// of a rule shows what it matches.

namespace vernier {

using llvm::APInt;

namespace {

/// Sums with more parts than this are not merged any further, or long accumulations would cost quadratic time.
constexpr std::size_t MostParts = 32;

bool isOnes(Term A) {
  return A.isConstant() && A.value().isAllOnes();
}

bool complementary(Term A, Term B) {
  return (A.is(Operation::Not) && A.operand(0) == B) || (B.is(Operation::Not) && B.operand(0) == A);
}

bool isIteOfConstants(Term A) {
  return A.is(Operation::Ite) && A.operand(1).isConstant() && A.operand(2).isConstant();
}

} // namespace

Term TermStore::notTerm(Term A) {
  if (A.isConstant())
    return constant(~A.value());
  if (A.is(Operation::Not))
    return A.operand(0);
  return intern(Operation::Not, A.bits(), {A});
}

Term TermStore::andTerm(Term A, Term B) {
  if (A.isConstant() && B.isConstant())
    return constant(A.value() & B.value());
  if (A.id() > B.id())
    std::swap(A, B);
  if (A.isConstant())
    std::swap(A, B); // a constant comes second
  if (A == B || isOnes(B))
    return A;
  if (B.isZero())
    return B;
  if (complementary(A, B))
    return constant(A.bits(), 0);
  for (auto [X, Y] : {std::pair(A, B), std::pair(B, A)}) {
    if (Y.is(Operation::And) && (Y.operand(0) == X || Y.operand(1) == X)) // x & (x & y)
      return Y;
    if (Y.is(Operation::Or) && (Y.operand(0) == X || Y.operand(1) == X)) // x & (x | y)
      return X;
    if (Y.is(Operation::And) && (complementary(Y.operand(0), X) || complementary(Y.operand(1), X)))
      return constant(A.bits(), 0);
    if (Y.is(Operation::Or)) // x & (!x | y)  =>  x & y
      for (unsigned I : {0u, 1u})
        if (complementary(Y.operand(I), X))
          return andTerm(X, Y.operand(1 - I));
  }
  if (B.isConstant())
    if (Term Mapped = mapPieces(A, [&](Term Value) { return andTerm(Value, B); }))
      return Mapped;
  if (B.isConstant() && A.bits() > 1) {
    if (A.is(Operation::And) && A.operand(1).isConstant())
      return andTerm(A.operand(0), constant(A.operand(1).value() & B.value()));
    // x & 0..01..1  =>  zext(low bits): the shape that C's narrow types have as well
    if (B.value().isMask())
      return zext(extract(A, 0, B.value().countr_one()), A.bits());
  }
  return binary(Operation::And, A.bits(), A, B);
}

Term TermStore::orTerm(Term A, Term B) {
  if (A.isConstant() && B.isConstant())
    return constant(A.value() | B.value());
  if (A.id() > B.id())
    std::swap(A, B);
  if (A.isConstant())
    std::swap(A, B);
  if (A == B || B.isZero())
    return A;
  if (isOnes(B))
    return B;
  if (complementary(A, B))
    return constant(APInt::getAllOnes(A.bits()));
  for (auto [X, Y] : {std::pair(A, B), std::pair(B, A)}) {
    if (Y.is(Operation::Or) && (Y.operand(0) == X || Y.operand(1) == X))
      return Y;
    if (Y.is(Operation::And) && (Y.operand(0) == X || Y.operand(1) == X))
      return X;
    if (Y.is(Operation::Or) && (complementary(Y.operand(0), X) || complementary(Y.operand(1), X)))
      return constant(APInt::getAllOnes(A.bits()));
    if (Y.is(Operation::And)) // x | (!x & y)  =>  x | y
      for (unsigned I : {0u, 1u})
        if (complementary(Y.operand(I), X))
          return orTerm(X, Y.operand(1 - I));
  }
  if (A.is(Operation::And) && B.is(Operation::And)) // (x & c) | (x & !c)  =>  x
    for (unsigned I : {0u, 1u})
      for (unsigned J : {0u, 1u})
        if (A.operand(I) == B.operand(J) && complementary(A.operand(1 - I), B.operand(1 - J)))
          return A.operand(I);
  return binary(Operation::Or, A.bits(), A, B);
}

Term TermStore::xorTerm(Term A, Term B) {
  if (A.isConstant() && B.isConstant())
    return constant(A.value() ^ B.value());
  if (A.id() > B.id())
    std::swap(A, B);
  if (A.isConstant())
    std::swap(A, B);
  if (A == B)
    return constant(A.bits(), 0);
  if (B.isZero())
    return A;
  if (isOnes(B))
    return notTerm(A);
  if (complementary(A, B))
    return constant(APInt::getAllOnes(A.bits()));
  if (A.bits() == 1)
    return notTerm(eq(A, B));
  if (B.isConstant() && A.is(Operation::Xor) && A.operand(1).isConstant())
    return xorTerm(A.operand(0), constant(A.operand(1).value() ^ B.value()));
  return binary(Operation::Xor, A.bits(), A, B);
}

TermStore::Linear TermStore::linear(Term A) const {
  Linear Sum{APInt::getZero(A.bits()), {}};
  auto AddPart = [&](Term Part) {
    if (Part.isConstant())
      Sum.Constant += Part.value();
    else if (Part.is(Operation::Mul) && Part.operand(1).isConstant())
      Sum.Parts.push_back({Part.operand(0), Part.operand(1).value()});
    else
      Sum.Parts.push_back({Part, APInt(A.bits(), 1)});
  };
  if (A.is(Operation::Add))
    llvm::for_each(A.operands(), AddPart);
  else
    AddPart(A);
  std::sort(Sum.Parts.begin(), Sum.Parts.end(), [](auto &X, auto &Y) { return X.first.id() < Y.first.id(); });
  return Sum;
}

namespace {

/// Sum += Factor * Other.
void accumulate(TermStore::Linear &Sum, const TermStore::Linear &Other, const APInt &Factor) {
  Sum.Constant += Other.Constant * Factor;
  decltype(Sum.Parts) Merged;
  auto A = Sum.Parts.begin();
  auto B = Other.Parts.begin();
  while (A != Sum.Parts.end() || B != Other.Parts.end()) {
    if (B == Other.Parts.end() || (A != Sum.Parts.end() && A->first.id() < B->first.id())) {
      Merged.push_back(*A++);
    } else if (A == Sum.Parts.end() || B->first.id() < A->first.id()) {
      Merged.push_back({B->first, B->second * Factor});
      ++B;
    } else {
      APInt Both = A->second + B->second * Factor;
      if (!Both.isZero())
        Merged.push_back({A->first, Both});
      ++A, ++B;
    }
  }
  Sum.Parts = std::move(Merged);
}

bool tooLong(Term A) {
  return A.is(Operation::Add) && A.operands().size() > MostParts;
}

} // namespace

/// The same, with a sum that is too long to be merged as one part.
TermStore::Linear TermStore::summands(Term A) const {
  if (!tooLong(A))
    return linear(A);
  return {APInt::getZero(A.bits()), {{A, APInt(A.bits(), 1)}}};
}

/// A - B. A long sum may be a part of the other side, or have parts in common with it.
TermStore::Linear TermStore::difference(Term A, Term B) const {
  APInt Minus = APInt::getAllOnes(A.bits());
  Linear Result = summands(A);
  accumulate(Result, summands(B), Minus);
  if (tooLong(A) || tooLong(B)) {
    Linear Flat = linear(A);
    accumulate(Flat, linear(B), Minus);
    if (Flat.Parts.size() < Result.Parts.size())
      return Flat;
  }
  return Result;
}

Term TermStore::fromLinear(const Linear &Sum) {
  unsigned Bits = Sum.Constant.getBitWidth();
  std::vector<Term> Parts;
  for (const auto &[Part, Factor] : Sum.Parts) {
    if (Factor.isZero())
      continue;
    Parts.push_back(Factor.isOne() ? Part : intern(Operation::Mul, Bits, {Part, constant(Factor)}));
  }
  if (Parts.empty())
    return constant(Sum.Constant);
  if (!Sum.Constant.isZero())
    Parts.push_back(constant(Sum.Constant));
  if (Parts.size() == 1)
    return Parts.front();
  return intern(Operation::Add, Bits, Parts);
}

Term TermStore::add(Term A, Term B) {
  if (A.isZero())
    return B;
  if (B.isZero())
    return A;
  if (A.bits() == 1)
    return xorTerm(A, B);
  // (c ? k1 : k2) + k: counters that a branch changed stay constants
  if (B.isConstant() && isIteOfConstants(A))
    return ite(A.operand(0), add(A.operand(1), B), add(A.operand(2), B));
  if (A.isConstant() && isIteOfConstants(B))
    return add(B, A);
  for (auto [X, Y] : {std::pair(A, B), std::pair(B, A)})
    if (Y.isConstant())
      if (Term Mapped = mapPieces(X, [&, Y = Y](Term Value) { return add(Value, Y); }))
        return Mapped;
  if (tooLong(A) && tooLong(B))
    return A.id() < B.id() ? binary(Operation::Add, A.bits(), A, B) : binary(Operation::Add, A.bits(), B, A);
  Linear Sum = summands(A);
  accumulate(Sum, summands(B), APInt(A.bits(), 1));
  return fromLinear(Sum);
}

Term TermStore::neg(Term A) {
  if (A.isConstant())
    return constant(-A.value());
  return mul(A, constant(APInt::getAllOnes(A.bits())));
}

Term TermStore::sub(Term A, Term B) {
  if (B.isZero())
    return A;
  if (A == B)
    return constant(A.bits(), 0);
  return add(A, neg(B));
}

Term TermStore::mul(Term A, Term B) {
  if (A.isConstant() && B.isConstant())
    return constant(A.value() * B.value());
  if (A.bits() == 1)
    return andTerm(A, B);
  if (A.isConstant() || (!B.isConstant() && A.id() > B.id()))
    std::swap(A, B);
  if (B.isConstant()) {
    if (B.isZero())
      return B;
    if (B.value().isOne())
      return A;
    if (isIteOfConstants(A))
      return ite(A.operand(0), mul(A.operand(1), B), mul(A.operand(2), B));
    if (!tooLong(A)) {
      Linear Sum{APInt::getZero(A.bits()), {}};
      accumulate(Sum, linear(A), B.value());
      return fromLinear(Sum);
    }
  }
  return binary(Operation::Mul, A.bits(), A, B);
}

// One bit is a boolean, for which solvers have no division and no shift: a / 0 is 1 and a % 0 is a.

Term TermStore::udiv(Term A, Term B) {
  if (A.bits() == 1)
    return orTerm(A, notTerm(B));
  if (A.isConstant() && B.isConstant() && !B.isZero())
    return constant(A.value().udiv(B.value()));
  if (B.isConstant() && B.value().isPowerOf2())
    return lshr(A, constant(B.bits(), B.value().logBase2()));
  if (A.bits() <= 64 && A->UMax < B->UMin)
    return constant(A.bits(), 0);
  return binary(Operation::UDiv, A.bits(), A, B);
}

Term TermStore::urem(Term A, Term B) {
  if (A.bits() == 1)
    return andTerm(A, notTerm(B));
  if (A.isConstant() && B.isConstant() && !B.isZero())
    return constant(A.value().urem(B.value()));
  if (B.isConstant() && B.value().isPowerOf2())
    return andTerm(A, constant(B.value() - 1));
  if (A.bits() <= 64 && A->UMax < B->UMin)
    return A;
  return binary(Operation::URem, A.bits(), A, B);
}

Term TermStore::sdiv(Term A, Term B) {
  if (A.bits() == 1)
    return orTerm(A, notTerm(B));
  if (A.isConstant() && B.isConstant() && !B.isZero())
    return constant(A.value().sdiv(B.value())); // the smallest value by -1 wraps, as SMT-LIB has it
  if (B.isConstant() && B.value().isOne())
    return A;
  if (A.bits() <= 64 && A->SMin >= 0 && B->SMin >= 0)
    return udiv(A, B);
  return binary(Operation::SDiv, A.bits(), A, B);
}

Term TermStore::srem(Term A, Term B) {
  if (A.bits() == 1)
    return andTerm(A, notTerm(B));
  if (A.isConstant() && B.isConstant() && !B.isZero())
    return constant(A.value().srem(B.value()));
  if (B.isConstant() && B.value().isOne())
    return constant(A.bits(), 0);
  if (A.bits() <= 64 && A->SMin >= 0 && B->SMin >= 0)
    return urem(A, B);
  return binary(Operation::SRem, A.bits(), A, B);
}

Term TermStore::shl(Term A, Term B) {
  if (A.bits() == 1)
    return andTerm(A, notTerm(B));
  if (B.isConstant()) {
    if (B.value().uge(A.bits()))
      return constant(A.bits(), 0);
    return mul(A, constant(APInt::getOneBitSet(A.bits(), static_cast<unsigned>(B.value().getZExtValue()))));
  }
  if (A.isZero())
    return A;
  return binary(Operation::Shl, A.bits(), A, B);
}

Term TermStore::lshr(Term A, Term B) {
  if (A.bits() == 1)
    return andTerm(A, notTerm(B));
  if (B.isConstant()) {
    if (B.value().uge(A.bits()))
      return constant(A.bits(), 0);
    unsigned Low = static_cast<unsigned>(B.value().getZExtValue());
    if (Low == 0)
      return A;
    return zext(extract(A, Low, A.bits() - Low), A.bits());
  }
  if (A.isZero())
    return A;
  return binary(Operation::LShr, A.bits(), A, B);
}

Term TermStore::ashr(Term A, Term B) {
  if (A.bits() == 1) // copies of the sign
    return A;
  if (B.isConstant()) {
    unsigned Low = static_cast<unsigned>(B.value().getLimitedValue(A.bits() - 1));
    if (Low == 0)
      return A;
    return sext(extract(A, Low, A.bits() - Low), A.bits());
  }
  if (A.isZero())
    return A;
  if (A.bits() <= 64 && A->SMin >= 0)
    return lshr(A, B);
  return binary(Operation::AShr, A.bits(), A, B);
}

Term TermStore::concat(Term High, Term Low) {
  unsigned Bits = High.bits() + Low.bits();
  if (High.isConstant() && Low.isConstant())
    return constant(High.value().concat(Low.value()));
  if (High.isZero())
    return zext(Low, Bits);
  // neighbouring pieces of one term
  if (High.is(Operation::Extract) && Low.is(Operation::Extract) && High.operand(0) == Low.operand(0) &&
      High.low() == Low.low() + Low.bits())
    return extract(High.operand(0), Low.low(), Bits);
  // extract(x, k..) above x itself, where x is the low part of the same term
  if (High.is(Operation::Extract) && Low == High.operand(0) && High.low() == Low.bits())
    return intern(Operation::Concat, Bits, {High, Low});
  // (a . b) . c  =>  a . (b . c), so that pieces meet
  if (High.is(Operation::Concat))
    return concat(High.operand(0), concat(High.operand(1), Low));
  if (Low.is(Operation::Concat) && High.is(Operation::Extract) && Low.operand(0).is(Operation::Extract) &&
      High.operand(0) == Low.operand(0).operand(0) && High.low() == Low.operand(0).low() + Low.operand(0).bits())
    return concat(extract(High.operand(0), Low.operand(0).low(), High.bits() + Low.operand(0).bits()), Low.operand(1));
  return binary(Operation::Concat, Bits, High, Low);
}

Term TermStore::once(Operation What, Term A, std::uint64_t B, llvm::function_ref<Term()> Compute) {
  std::tuple Key(static_cast<unsigned>(What), A.node(), B);
  if (auto Known = Answers.find(Key); Known != Answers.end())
    return Known->second;
  Term Result = Compute();
  Answers.try_emplace(Key, Result);
  return Result;
}

Term TermStore::extract(Term A, unsigned Low, unsigned Bits) {
  assert(Bits > 0 && Low + Bits <= A.bits());
  if (Bits == A.bits())
    return A;
  if (A.is(Operation::Constant))
    return constant(A.value().extractBits(Bits, Low));
  return once(Operation::Extract, A, std::uint64_t(Low) << 32 | Bits, [&] { return partOf(A, Low, Bits); });
}

/// extract of what is no constant, and not all of it.
Term TermStore::partOf(Term A, unsigned Low, unsigned Bits) {
  if (Term Mapped = mapPieces(A, [&](Term Value) { return extract(Value, Low, Bits); }))
    return Mapped;
  if (A.is(Operation::Extract)) {
    return extract(A.operand(0), A.low() + Low, Bits);
  }
  if (A.is(Operation::Concat)) {
    Term Upper = A.operand(0), Lower = A.operand(1);
    if (Low >= Lower.bits())
      return extract(Upper, Low - Lower.bits(), Bits);
    if (Low + Bits <= Lower.bits())
      return extract(Lower, Low, Bits);
    unsigned FromLower = Lower.bits() - Low;
    return concat(extract(Upper, 0, Bits - FromLower), extract(Lower, Low, FromLower));
  }
  if (A.is(Operation::ZExt)) {
    Term Inner = A.operand(0);
    if (Low >= Inner.bits())
      return constant(Bits, 0);
    if (Low + Bits <= Inner.bits())
      return extract(Inner, Low, Bits);
    return zext(extract(Inner, Low, Inner.bits() - Low), Bits);
  }
  if (A.is(Operation::SExt)) {
    Term Inner = A.operand(0);
    if (Low + Bits <= Inner.bits())
      return extract(Inner, Low, Bits);
    if (Low < Inner.bits())
      return sext(extract(Inner, Low, Inner.bits() - Low), Bits);
    return sext(extract(Inner, Inner.bits() - 1, 1), Bits);
  }
  if (A.is(Operation::Ite)) {
    if (isIteOfConstants(A) || Bits == 1)
      return ite(A.operand(0), extract(A.operand(1), Low, Bits), extract(A.operand(2), Low, Bits));
  }
  if (A.is(Operation::And)) {
    return andTerm(extract(A.operand(0), Low, Bits), extract(A.operand(1), Low, Bits));
  }
  if (A.is(Operation::Or)) {
    return orTerm(extract(A.operand(0), Low, Bits), extract(A.operand(1), Low, Bits));
  }
  if (A.is(Operation::Xor)) {
    return xorTerm(extract(A.operand(0), Low, Bits), extract(A.operand(1), Low, Bits));
  }
  if (A.is(Operation::Not)) {
    return notTerm(extract(A.operand(0), Low, Bits));
  }
  if (A.is(Operation::Add)) { // the low bits of a sum are the sum of the low bits
    if (Low == 0 && A.operands().size() <= MostParts) {
      Term Sum = extract(A.operand(0), 0, Bits);
      for (Term Operand : A.operands().drop_front())
        Sum = add(Sum, extract(Operand, 0, Bits));
      return Sum;
    }
  }
  if (A.is(Operation::Mul)) {
    if (Low == 0)
      return mul(extract(A.operand(0), 0, Bits), extract(A.operand(1), 0, Bits));
  }
  return intern(Operation::Extract, Bits, {A}, Low);
}

Term TermStore::zext(Term A, unsigned Bits) {
  if (Bits == A.bits())
    return A;
  if (A.isConstant())
    return constant(A.value().zext(Bits));
  if (A.is(Operation::ZExt))
    return zext(A.operand(0), Bits);
  if (Term Mapped = mapPieces(A, [&](Term Value) { return zext(Value, Bits); }))
    return Mapped;
  if (isIteOfConstants(A))
    return ite(A.operand(0), zext(A.operand(1), Bits), zext(A.operand(2), Bits));
  return intern(Operation::ZExt, Bits, {A});
}

Term TermStore::sext(Term A, unsigned Bits) {
  if (Bits == A.bits())
    return A;
  if (A.isConstant())
    return constant(A.value().sext(Bits));
  if (A.is(Operation::SExt))
    return sext(A.operand(0), Bits);
  if (Term Mapped = mapPieces(A, [&](Term Value) { return sext(Value, Bits); }))
    return Mapped;
  if (A.is(Operation::ZExt) || (A.bits() <= 64 && A->SMin >= 0)) // never negative
    return zext(A, Bits);
  if (isIteOfConstants(A))
    return ite(A.operand(0), sext(A.operand(1), Bits), sext(A.operand(2), Bits));
  return intern(Operation::SExt, Bits, {A});
}

Term TermStore::ite(Term Condition, Term A, Term B) {
  assert(A.bits() == B.bits() && Condition.bits() == 1);
  if (Condition.isConstant())
    return Condition.isTrue() ? A : B;
  if (A == B)
    return A;
  if (Condition.is(Operation::Not))
    return ite(Condition.operand(0), B, A);
  if (A.bits() == 1) {
    if (A.isTrue())
      return orTerm(Condition, B);
    if (A.isFalse())
      return andTerm(notTerm(Condition), B);
    if (B.isTrue())
      return orTerm(notTerm(Condition), A);
    if (B.isFalse())
      return andTerm(Condition, A);
    if (A == Condition)
      return orTerm(Condition, B);
    if (B == Condition)
      return andTerm(Condition, A);
  }
  if (A.is(Operation::Ite) && A.operand(0) == Condition) // c ? (c ? x : y) : z
    return ite(Condition, A.operand(1), B);
  if (B.is(Operation::Ite) && B.operand(0) == Condition)
    return ite(Condition, A, B.operand(2));
  if (B.is(Operation::Ite) && B.operand(1) == A) // c ? x : (d ? x : y)
    return ite(orTerm(Condition, B.operand(0)), A, B.operand(2));
  if (B.is(Operation::Ite) && B.operand(2) == A) // c ? x : (d ? y : x)
    return ite(andTerm(notTerm(Condition), B.operand(0)), B.operand(1), A);
  if (A.is(Operation::Ite) && A.operand(2) == B) // c ? (d ? x : y) : y
    return ite(andTerm(Condition, A.operand(0)), A.operand(1), B);
  if (A.is(Operation::Ite) && A.operand(1) == B) // c ? (d ? y : x) : y
    return ite(andTerm(Condition, notTerm(A.operand(0))), A.operand(2), B);
  // a == k ? k : a  =>  a, and the like
  if (Condition.is(Operation::Eq) && ((Condition.operand(0) == A && Condition.operand(1) == B) ||
                                      (Condition.operand(0) == B && Condition.operand(1) == A)))
    return B;
  // c ? x + k : x + m  =>  x + (c ? k - m : 0) + m: sums stay sums, and pointers keep their object
  if (A.bits() > 1 && (A.is(Operation::Add) || B.is(Operation::Add))) {
    Linear Difference = difference(A, B);
    Term Zero = constant(APInt::getZero(A.bits()));
    if (Difference.Parts.empty() && Difference.Constant.isNegative())
      return add(A, ite(Condition, Zero, constant(-Difference.Constant)));
    if (Difference.Parts.empty())
      return add(B, ite(Condition, constant(Difference.Constant), Zero));
  }
  return intern(Operation::Ite, A.bits(), {Condition, A, B});
}

/// a - b is known never to be 0, or always, or neither. Objects do not overlap and none lies at a constant address.
std::optional<bool> TermStore::decideEqual(const Linear &Difference) const {
  if (Difference.Parts.empty())
    return Difference.Constant.isZero();
  unsigned Addresses = 0;
  bool Plain = true;
  APInt Factors = APInt::getZero(Difference.Constant.getBitWidth());
  for (const auto &[Part, Factor] : Difference.Parts)
    if (Part.is(Operation::Variable) && Part.variableKind() == VariableKind::Address) {
      ++Addresses;
      Plain &= Factor.isOne() || Factor.isAllOnes();
      Factors += Factor;
    }
  if (Addresses == 0 || !Plain || Addresses > 2 || (Addresses == 2 && !Factors.isZero()))
    return std::nullopt;
  // What is added to the addresses is an offset into an object, or the pointers are invalid anyway.
  for (const auto &[Part, Factor] : Difference.Parts)
    if (Part.is(Operation::Ite) || Part.is(Operation::Apply) ||
        (Part.is(Operation::Variable) && Part.variableKind() != VariableKind::Address && Part.bits() == 64))
      return std::nullopt; // may hold an address itself
  return false;
}

/// a == k, for a that is no constant.
Term TermStore::eqConstant(Term A, Term Constant) {
  const APInt &K = Constant.value();
  if (Term Mapped = mapPieces(A, [&](Term Value) { return eq(Value, Constant); }))
    return Mapped;
  if (A.is(Operation::ZExt)) {
    if (K.getActiveBits() > A.operand(0).bits())
      return FalseTerm;
    return eq(A.operand(0), constant(K.trunc(A.operand(0).bits())));
  }
  if (A.is(Operation::SExt)) {
    if (K.trunc(A.operand(0).bits()).sext(A.bits()) != K)
      return FalseTerm;
    return eq(A.operand(0), constant(K.trunc(A.operand(0).bits())));
  }
  if (A.is(Operation::Concat)) {
    return andTerm(eq(A.operand(0), constant(K.extractBits(A.operand(0).bits(), A.operand(1).bits()))),
                   eq(A.operand(1), constant(K.trunc(A.operand(1).bits()))));
  }
  if (A.is(Operation::Not)) {
    return eq(A.operand(0), constant(~K));
  }
  if (A.is(Operation::Xor)) {
    if (A.operand(1).isConstant())
      return eq(A.operand(0), constant(K ^ A.operand(1).value()));
  }
  if (A.is(Operation::Ite)) { // one side at least is decided, so the term does not grow
    if (A.operand(1).isConstant() || A.operand(2).isConstant())
      return ite(A.operand(0), eq(A.operand(1), Constant), eq(A.operand(2), Constant));
  }
  if (A.is(Operation::Add) && A.bits() <= 64) {
    // a + b == k where k is the most (or the least) that the sum can be: each part is its own most (or least)
    unsigned __int128 Least = 0, Most = 0;
    for (Term Part : A.operands()) {
      Least += Part->UMin;
      Most += Part->UMax;
    }
    unsigned __int128 Wanted = K.getZExtValue();
    bool Wraps = Most > APInt::getMaxValue(A.bits()).getZExtValue();
    if (!Wraps && (Wanted == Most || Wanted == Least)) {
      Term All = TrueTerm;
      for (Term Part : A.operands())
        All = andTerm(All, eq(Part, constant(A.bits(), Wanted == Most ? Part->UMax : Part->UMin)));
      return All;
    }
  }
  if (Term Counted = bitSumEquals(*this, A, K))
    return Counted;
  if (A.is(Operation::Mul)) { // an odd factor can be divided out
    if (A.operand(1).isConstant() && A.operand(1).value()[0])
      return eq(A.operand(0), constant(K * A.operand(1).value().multiplicativeInverse()));
  }
  return A.id() < Constant.id() ? binary(Operation::Eq, 1, A, Constant) : binary(Operation::Eq, 1, Constant, A);
}

Term TermStore::eq(Term A, Term B) {
  assert(A.bits() == B.bits());
  if (A == B)
    return TrueTerm;
  if (A.isConstant() && B.isConstant())
    return FalseTerm;
  if (A.isConstant())
    std::swap(A, B);
  return once(Operation::Eq, A, reinterpret_cast<std::uintptr_t>(B.node()), [&] { return equality(A, B); });
}

/// Of two terms, of which the first is no constant.
Term TermStore::equality(Term A, Term B) {
  if (A.bits() == 1) {
    if (B.isConstant())
      return B.isTrue() ? A : notTerm(A);
    if (complementary(A, B))
      return FalseTerm;
    if (A.is(Operation::Not) && B.is(Operation::Not))
      return eq(A.operand(0), B.operand(0));
  } else if (A.bits() <= 64 && (A->UMax < B->UMin || B->UMax < A->UMin || A->SMax < B->SMin || B->SMax < A->SMin)) {
    return FalseTerm;
  }
  if (A.is(Operation::Add) || B.is(Operation::Add) || A.bits() == 64) {
    Linear Difference = difference(A, B);
    if (auto Decided = decideEqual(Difference))
      return boolean(*Decided);
    if (Difference.Parts.size() == 1) { // f * x + k == 0
      Term Part = Difference.Parts[0].first;
      const APInt &Factor = Difference.Parts[0].second;
      if (Factor[0])
        return eqConstant(Part, constant(-Difference.Constant * Factor.multiplicativeInverse()));
    }
    if (A.is(Operation::Add) || B.is(Operation::Add)) {
      // Equal parts cancel; what has the smaller half of the factors stays on the left.
      Linear Left{APInt::getZero(A.bits()), {}}, Right{-Difference.Constant, {}};
      for (auto &[Part, Factor] : Difference.Parts)
        if (Factor.isNegative())
          Right.Parts.push_back({Part, -Factor});
        else
          Left.Parts.push_back({Part, Factor});
      A = fromLinear(Left);
      B = fromLinear(Right);
      if (A.isConstant())
        std::swap(A, B);
    }
  }
  if (B.isConstant() && A.bits() > 1)
    return A.isConstant() ? boolean(A.value() == B.value()) : eqConstant(A, B);
  if ((A.is(Operation::ZExt) && B.is(Operation::ZExt)) || (A.is(Operation::SExt) && B.is(Operation::SExt)))
    if (A.operand(0).bits() == B.operand(0).bits())
      return eq(A.operand(0), B.operand(0));
  if (A.is(Operation::Concat) && B.is(Operation::Concat) && A.operand(0).bits() == B.operand(0).bits())
    return andTerm(eq(A.operand(0), B.operand(0)), eq(A.operand(1), B.operand(1)));
  if (A.is(Operation::Ite) && B.is(Operation::Ite) && A.operand(0) == B.operand(0)) {
    // (c ? w : x) == (c ? y : z)
    Term First = eq(A.operand(1), B.operand(1)), Second = eq(A.operand(2), B.operand(2));
    if (First.isConstant() || Second.isConstant())
      return ite(A.operand(0), First, Second);
  }
  for (auto [X, Y] : {std::pair(A, B), std::pair(B, A)})
    if (X.is(Operation::Ite) && (X.operand(1) == Y || X.operand(2) == Y)) { // (c ? y : z) == y
      Term Other = X.operand(1) == Y ? X.operand(2) : X.operand(1);
      Term Chosen = X.operand(1) == Y ? X.operand(0) : notTerm(X.operand(0));
      return orTerm(Chosen, eq(Other, Y));
    }
  return A.id() < B.id() ? binary(Operation::Eq, 1, A, B) : binary(Operation::Eq, 1, B, A);
}

/// Pointers into one object compare as their offsets do.
Term TermStore::comparison(Operation What, Term A, Term B) {
  if (A.bits() == 64 && What == Operation::Ult && !tooLong(A) && !tooLong(B)) {
    auto AddressOf = [](const Linear &Sum) {
      Term Found;
      for (const auto &[Part, Factor] : Sum.Parts)
        if (Part.is(Operation::Variable) && Part.variableKind() == VariableKind::Address && Factor.isOne())
          Found = Found ? Found : Part;
      return Found;
    };
    Linear Left = linear(A), Right = linear(B);
    Term Object = AddressOf(Left);
    if (Object && Object == AddressOf(Right)) {
      Linear Minus{APInt::getZero(64), {{Object, APInt(64, 1)}}};
      accumulate(Left, Minus, APInt::getAllOnes(64));
      accumulate(Right, Minus, APInt::getAllOnes(64));
      Term X = fromLinear(Left), Y = fromLinear(Right);
      return slt(X, Y);
    }
  }
  return binary(What, 1, A, B);
}

Term TermStore::iteOfConstants(Operation What, Term A, Term B) {
  auto Compare = [&](Term X, Term Y) { return What == Operation::Ult ? ult(X, Y) : slt(X, Y); };
  if (B.isConstant())
    if (Term Mapped = mapPieces(A, [&](Term Value) { return Compare(Value, B); }))
      return Mapped;
  if (A.is(Operation::Ite) && B.isConstant() && (A.operand(1).isConstant() || A.operand(2).isConstant()))
    return ite(A.operand(0), Compare(A.operand(1), B), Compare(A.operand(2), B));
  return {};
}

// There is one form for each comparison and its negation: `a <= b` is !(b < a), and a constant stands on the right
// (k < x is !(x < k + 1)). So what a branch asked and its opposite cancel where the paths meet again.

Term TermStore::ult(Term A, Term B) {
  if (A == B)
    return FalseTerm;
  if (A.isConstant() && B.isConstant())
    return boolean(A.value().ult(B.value()));
  return once(Operation::Ult, A, reinterpret_cast<std::uintptr_t>(B.node()), [&] { return unsignedLess(A, B); });
}

Term TermStore::unsignedLess(Term A, Term B) {
  if (A.bits() == 1)
    return andTerm(notTerm(A), B);
  if (A.bits() <= 64) {
    if (A->UMax < B->UMin)
      return TrueTerm;
    if (A->UMin >= B->UMax)
      return FalseTerm;
  }
  if (A.isConstant())
    return A.value().isMaxValue() ? FalseTerm : notTerm(ult(B, constant(A.value() + 1)));
  if (B.isZero())
    return FalseTerm;
  if (B.isConstant() && B.value().isOne())
    return eq(A, constant(A.bits(), 0));
  if (B.isConstant() && B.value().isMaxValue())
    return notTerm(eq(A, B));
  if (A.is(Operation::ZExt) && B.is(Operation::ZExt) && A.operand(0).bits() == B.operand(0).bits())
    return ult(A.operand(0), B.operand(0));
  if (A.bits() <= 64 && A.is(Operation::ZExt) && B.isConstant()) // within the range of the narrow value
    return ult(A.operand(0), constant(B.value().trunc(A.operand(0).bits())));
  if (B.isConstant())
    if (Term Counted = bitSumBelow(*this, A, B.value()))
      return Counted;
  if (Term Decided = iteOfConstants(Operation::Ult, A, B))
    return Decided;
  return comparison(Operation::Ult, A, B);
}

Term TermStore::ule(Term A, Term B) {
  return notTerm(ult(B, A));
}

Term TermStore::slt(Term A, Term B) {
  if (A == B)
    return FalseTerm;
  if (A.isConstant() && B.isConstant())
    return boolean(A.value().slt(B.value()));
  return once(Operation::Slt, A, reinterpret_cast<std::uintptr_t>(B.node()), [&] { return signedLess(A, B); });
}

Term TermStore::signedLess(Term A, Term B) {
  if (A.bits() == 1)
    return andTerm(A, notTerm(B));
  if (A.bits() <= 64) {
    if (A->SMax < B->SMin)
      return TrueTerm;
    if (A->SMin >= B->SMax)
      return FalseTerm;
    if (A->SMin >= 0 && B->SMin >= 0)
      return ult(A, B);
  }
  if (A.isConstant())
    return A.value().isMaxSignedValue() ? FalseTerm : notTerm(slt(B, constant(A.value() + 1)));
  if (A.is(Operation::SExt) && B.is(Operation::SExt) && A.operand(0).bits() == B.operand(0).bits())
    return slt(A.operand(0), B.operand(0));
  if (A.bits() <= 64 && A.is(Operation::SExt) && B.isConstant()) // within the range of the narrow value
    return slt(A.operand(0), constant(B.value().trunc(A.operand(0).bits())));
  if (Term Decided = iteOfConstants(Operation::Slt, A, B))
    return Decided;
  return comparison(Operation::Slt, A, B);
}

Term TermStore::sle(Term A, Term B) {
  return notTerm(slt(B, A));
}

} // namespace vernier
