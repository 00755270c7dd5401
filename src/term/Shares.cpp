#include "term/Shares.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace vernier {

namespace {

constexpr unsigned Everything = 10000;

/// A number as its leading bits and a power of two: numbers of inputs are larger than what a double holds.
std::pair<double, int> leading(const llvm::APInt &Number) {
  unsigned Drop = Number.getActiveBits() > 64 ? Number.getActiveBits() - 64 : 0;
  return {static_cast<double>(Number.lshr(Drop).extractBitsAsZExtValue(std::min(64u, Number.getBitWidth()), 0)),
          static_cast<int>(Drop)};
}

std::string textOf(unsigned Hundredths) {
  std::string Text =
      std::to_string(Hundredths / 100) + "." + std::to_string(Hundredths / 10 % 10) + std::to_string(Hundredths % 10);
  return llvm::StringRef(Text).rtrim('0').rtrim('.').str() + " %";
}

} // namespace

double fractionOf(const llvm::APInt &Part, const llvm::APInt &Whole) {
  if (Part.isZero())
    return 0;
  if (Part.uge(Whole))
    return 1;
  auto [A, Up] = leading(Part);
  auto [B, Down] = leading(Whole);
  return std::clamp(std::ldexp(A / B, Up - Down), std::numeric_limits<double>::min(), std::nextafter(1.0, 0.0));
}

std::vector<unsigned> hundredthsOf(llvm::ArrayRef<llvm::APInt> Parts, const llvm::APInt &Whole) {
  std::vector<unsigned> Result(Parts.size());
  if (Whole.isZero())
    return Result;
  unsigned Bits = Whole.getBitWidth() + 16;
  llvm::APInt All = Whole.zext(Bits), Sum(Bits, 0);
  std::vector<llvm::APInt> Rests;
  unsigned Given = 0;
  for (std::size_t I = 0; I != Parts.size(); ++I) {
    llvm::APInt Units, Rest;
    llvm::APInt::udivrem(Parts[I].zext(Bits) * Everything, All, Units, Rest);
    Result[I] = static_cast<unsigned>(Units.getZExtValue());
    Given += Result[I];
    Sum += Parts[I].zext(Bits);
    Rests.push_back(std::move(Rest));
  }
  // What rounding down leaves over goes to those that lost most of a unit.
  unsigned Together = static_cast<unsigned>(((Sum * (2 * Everything) + All).udiv(All * 2)).getZExtValue());
  std::vector<std::size_t> Order(Parts.size());
  std::iota(Order.begin(), Order.end(), std::size_t(0));
  llvm::stable_sort(Order, [&](std::size_t A, std::size_t B) { return Rests[A].ugt(Rests[B]); });
  for (std::size_t I : Order) {
    if (Given >= std::min(Together, Everything) || Rests[I].isZero())
      break;
    ++Result[I];
    ++Given;
  }
  return Result;
}

std::string percentText(const llvm::APInt &Part, const llvm::APInt &Whole, unsigned Hundredths) {
  if (Part.isZero())
    return "0 %";
  if (Part == Whole)
    return "100 %";
  if (Hundredths == 0)
    return "less than 0.01 %";
  return Hundredths >= Everything ? "more than 99.99 %" : textOf(Hundredths);
}

std::string percentText(double Fraction, bool Whole) {
  if (Fraction <= 0)
    return "0 %";
  if (Whole)
    return "100 %";
  if (Fraction < 0.0001)
    return "less than 0.01 %";
  if (Fraction > 0.9999)
    return "more than 99.99 %";
  return textOf(static_cast<unsigned>(std::lround(Fraction * Everything)));
}

} // namespace vernier
