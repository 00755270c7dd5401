#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace vernier {

/// Integers of linear arithmetic. What does not fit is noticed by whoever computes.
using WideInteger = __int128;

/// Residues modulo the prime 2^e - 1. A computation with fractions whose result is known to be a whole number below the
/// prime gives just that number here, without any fraction.
class PrimeField {
public:
  /// A prime above 2^Bits - 1, if there is one in our list.
  static std::optional<PrimeField> above(unsigned Bits);

  llvm::APInt of(WideInteger Value) const;
  llvm::APInt add(const llvm::APInt &A, const llvm::APInt &B) const;
  llvm::APInt negated(const llvm::APInt &A) const { return A.isZero() ? A : Prime - A; }
  llvm::APInt multiply(const llvm::APInt &A, const llvm::APInt &B) const;
  llvm::APInt inverse(unsigned Small) const;

private:
  explicit PrimeField(unsigned Exponent) : Exponent(Exponent), Prime(llvm::APInt::getAllOnes(Exponent)) {}
  llvm::APInt reduced(llvm::APInt Value) const;

  unsigned Exponent;
  llvm::APInt Prime;
};

/// Constant + sum of factors times variables.
struct LinearForm {
  llvm::SmallVector<WideInteger, 4> Factors;
  WideInteger Constant = 0;
};

/// A polynomial in numbered variables.
class Polynomial {
public:
  Polynomial(const PrimeField &Field, unsigned Variables) : Field(&Field), Variables(Variables) {}
  static Polynomial constant(const PrimeField &Field, unsigned Variables, const llvm::APInt &Value);
  static Polynomial linear(const PrimeField &Field, const LinearForm &Form);

  std::size_t size() const { return Terms.size(); }
  bool isZero() const { return Terms.empty(); }
  /// Of one that has no variables left.
  llvm::APInt value() const;

  Polynomial &operator+=(const Polynomial &Other);
  Polynomial operator*(const Polynomial &Other) const;
  Polynomial scaled(const llvm::APInt &Factor) const;
  /// The polynomials in the other variables that the powers of a variable are multiplied with.
  std::vector<Polynomial> coefficients(unsigned Variable) const;
  Polynomial substituted(unsigned Variable, const LinearForm &By) const;

private:
  using Exponents = llvm::SmallVector<std::uint8_t, 8>;
  void add(const Exponents &Powers, const llvm::APInt &Factor);

  const PrimeField *Field;
  unsigned Variables;
  std::map<Exponents, llvm::APInt> Terms;
};

/// The sum of P over all values of a variable from First to Last (both included), for any values of the others for
/// which First <= Last + 1. P may mention the variable, First and Last do not.
Polynomial summed(const PrimeField &Field, const Polynomial &P, unsigned Variable, const LinearForm &First,
                  const LinearForm &Last);

} // namespace vernier
