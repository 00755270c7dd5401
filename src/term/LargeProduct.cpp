#include "term/LargeProduct.h"

#include <llvm/Support/MathExtras.h>

#include <algorithm>

namespace vernier {

using llvm::APInt;

void LargeProduct::multiply(const APInt &Factor) {
  if (Factor.isZero()) {
    Zero = true;
    return;
  }
  unsigned Twos = Factor.countr_zero();
  Shift += Twos;
  APInt Rest = Factor.lshr(Twos);
  unsigned Bits = Rest.getActiveBits();
  if (Bits <= 64)
    return multiplyOdd(Rest.getZExtValue());
  unsigned Width = Odd.getActiveBits() + Bits;
  Odd = Odd.zextOrTrunc(Width) * Rest.zextOrTrunc(Width);
}

/// Small factors are collected: each word costs one pass over the product.
void LargeProduct::multiplyOdd(std::uint64_t Factor) {
  bool Overflows = false;
  std::uint64_t Together = llvm::SaturatingMultiply(Pending, Factor, &Overflows);
  if (!Overflows) {
    Pending = Together;
    return;
  }
  flush();
  Pending = Factor;
}

void LargeProduct::flush() {
  Odd = Odd.zextOrTrunc(Odd.getActiveBits() + 64);
  Odd *= Pending;
  Pending = 1;
}

APInt LargeProduct::value(unsigned Bits) const {
  if (Zero)
    return APInt::getZero(Bits);
  LargeProduct Whole = *this;
  Whole.flush();
  return Whole.Odd.zextOrTrunc(Bits).shl(Shift);
}

std::string decimal(const APInt &Number) {
  constexpr std::uint64_t Step = 1'000'000'000'000'000'000;
  constexpr std::size_t StepDigits = 18;
  std::string Digits;
  APInt Rest = Number;
  while (Rest.getActiveBits() > 64) {
    APInt Quotient;
    std::uint64_t Part = 0;
    APInt::udivrem(Rest, Step, Quotient, Part);
    for (std::size_t I = 0; I != StepDigits; ++I, Part /= 10)
      Digits += static_cast<char>('0' + Part % 10);
    Rest = Quotient.trunc(std::max(Quotient.getActiveBits(), 64u));
  }
  std::string Front = std::to_string(Rest.getZExtValue());
  std::reverse(Digits.begin(), Digits.end());
  return Front + Digits;
}

} // namespace vernier
