#include "term/Polynomial.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>

#include <cassert>

namespace vernier {

using llvm::APInt;

std::optional<PrimeField> PrimeField::above(unsigned Bits) {
  for (unsigned Exponent : {127u, 521u, 1279u, 2203u}) // Mersenne primes
    if (Bits < Exponent)
      return PrimeField(Exponent);
  return std::nullopt;
}

APInt PrimeField::reduced(APInt Value) const {
  return Value == Prime ? APInt::getZero(Exponent) : Value;
}

APInt PrimeField::of(WideInteger Value) const {
  unsigned __int128 Magnitude = Value < 0 ? -static_cast<unsigned __int128>(Value) : Value;
  std::uint64_t Words[] = {static_cast<std::uint64_t>(Magnitude), static_cast<std::uint64_t>(Magnitude >> 64)};
  APInt Number(128, llvm::ArrayRef<std::uint64_t>(Words));
  APInt Residue = Exponent >= 128 ? Number.zext(Exponent) : Number.urem(Prime.zext(128)).trunc(Exponent);
  return Value < 0 ? negated(Residue) : Residue;
}

APInt PrimeField::add(const APInt &A, const APInt &B) const {
  bool Carry;
  APInt Sum = A.uadd_ov(B, Carry);
  if (Carry) // 2^e is 1
    ++Sum;
  return reduced(std::move(Sum));
}

APInt PrimeField::multiply(const APInt &A, const APInt &B) const {
  APInt Product = A.zext(2 * Exponent) * B.zext(2 * Exponent);
  return add(reduced(Product.trunc(Exponent)), reduced(Product.extractBits(Exponent, Exponent)));
}

APInt PrimeField::inverse(unsigned Small) const {
  APInt Multiple(Exponent + 32, 1), Wide = Prime.zext(Exponent + 32); // t * p + 1, divisible for one t below Small
  while (Multiple.urem(Small) != 0)
    Multiple += Wide;
  return Multiple.udiv(Small).trunc(Exponent);
}

void Polynomial::add(const Exponents &Powers, const APInt &Factor) {
  if (Factor.isZero())
    return;
  auto [Where, New] = Terms.try_emplace(Powers, Factor);
  if (New)
    return;
  Where->second = Field->add(Where->second, Factor);
  if (Where->second.isZero())
    Terms.erase(Where);
}

Polynomial Polynomial::constant(const PrimeField &Field, unsigned Variables, const APInt &Value) {
  Polynomial Result(Field, Variables);
  Result.add(Exponents(Variables, 0), Value);
  return Result;
}

Polynomial Polynomial::linear(const PrimeField &Field, const LinearForm &Form) {
  unsigned Variables = static_cast<unsigned>(Form.Factors.size());
  Polynomial Result = constant(Field, Variables, Field.of(Form.Constant));
  for (unsigned I = 0; I < Variables; ++I) {
    Exponents Powers(Variables, 0);
    Powers[I] = 1;
    Result.add(Powers, Field.of(Form.Factors[I]));
  }
  return Result;
}

APInt Polynomial::value() const {
  if (Terms.empty())
    return Field->of(0);
  assert(Terms.size() == 1 && llvm::all_of(Terms.begin()->first, [](unsigned Power) { return Power == 0; }));
  return Terms.begin()->second;
}

Polynomial &Polynomial::operator+=(const Polynomial &Other) {
  for (const auto &[Powers, Factor] : Other.Terms)
    add(Powers, Factor);
  return *this;
}

Polynomial Polynomial::operator*(const Polynomial &Other) const {
  Polynomial Result(*Field, Variables);
  for (const auto &[Left, A] : Terms)
    for (const auto &[Right, B] : Other.Terms) {
      Exponents Powers = Left;
      for (unsigned I = 0; I < Variables; ++I)
        Powers[I] = static_cast<std::uint8_t>(Powers[I] + Right[I]);
      Result.add(Powers, Field->multiply(A, B));
    }
  return Result;
}

Polynomial Polynomial::scaled(const APInt &Factor) const {
  Polynomial Result(*Field, Variables);
  for (const auto &[Powers, Each] : Terms)
    Result.add(Powers, Field->multiply(Each, Factor));
  return Result;
}

std::vector<Polynomial> Polynomial::coefficients(unsigned Variable) const {
  std::vector<Polynomial> Result;
  for (const auto &[Powers, Factor] : Terms) {
    unsigned Power = Powers[Variable];
    while (Result.size() <= Power)
      Result.push_back(Polynomial(*Field, Variables));
    Exponents Others = Powers;
    Others[Variable] = 0;
    Result[Power].add(Others, Factor);
  }
  return Result;
}

Polynomial Polynomial::substituted(unsigned Variable, const LinearForm &By) const {
  std::vector<Polynomial> Parts = coefficients(Variable);
  Polynomial Result(*Field, Variables);
  if (Parts.empty())
    return Result;
  Polynomial Form = linear(*Field, By);
  Result = Parts.back();
  for (std::size_t I = Parts.size() - 1; I-- > 0;) {
    Result = Result * Form;
    Result += Parts[I];
  }
  return Result;
}

namespace {

APInt binomial(const PrimeField &Field, unsigned N, unsigned K) {
  APInt Result = Field.of(1);
  for (unsigned I = 1; I <= K; ++I)
    Result = Field.multiply(Field.multiply(Result, Field.of(N - K + I)), Field.inverse(I));
  return Result;
}

/// The polynomials of 0^k + 1^k + ... + n^k for k up to Most, where n is the form. Summing (y+1)^(k+1) - y^(k+1) over
/// all y gives (n+1)^(k+1) on the one hand, the sum of binomial(k+1, j) times the j-th polynomial on the other.
std::vector<Polynomial> powerSums(const PrimeField &Field, LinearForm N, unsigned Most) {
  N.Constant += 1;
  Polynomial Base = Polynomial::linear(Field, N);
  std::vector<Polynomial> Sums;
  Polynomial Power = Base;
  for (unsigned K = 0; K <= Most; ++K) {
    Polynomial Sum = Power;
    for (unsigned J = 0; J < K; ++J)
      Sum += Sums[J].scaled(Field.negated(binomial(Field, K + 1, J)));
    Sums.push_back(Sum.scaled(Field.inverse(K + 1)));
    if (K < Most)
      Power = Power * Base;
  }
  return Sums;
}

} // namespace

Polynomial summed(const PrimeField &Field, const Polynomial &P, unsigned Variable, const LinearForm &First,
                  const LinearForm &Last) {
  std::vector<Polynomial> Parts = P.coefficients(Variable);
  Polynomial Result(Field, static_cast<unsigned>(First.Factors.size()));
  if (Parts.empty())
    return Result;
  unsigned Most = static_cast<unsigned>(Parts.size() - 1);
  LinearForm BeforeFirst = First;
  BeforeFirst.Constant -= 1;
  std::vector<Polynomial> Upper = powerSums(Field, Last, Most), Lower = powerSums(Field, BeforeFirst, Most);
  for (unsigned K = 0; K <= Most; ++K) {
    if (Parts[K].isZero())
      continue;
    Polynomial Difference = Upper[K];
    Difference += Lower[K].scaled(Field.negated(Field.of(1)));
    Result += Parts[K] * Difference;
  }
  return Result;
}

} // namespace vernier
