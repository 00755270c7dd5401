#include "invariant/LinearRelations.h"

#include <llvm/ADT/STLExtras.h>

#include <optional>

namespace vernier {

using llvm::APInt;

namespace {

constexpr std::int64_t LargestFactor = 64;

using Column = std::vector<APInt>;

/// A column that those before it do not give, with how it was made of columns.
struct Independent {
  Column Values;
  std::vector<APInt> Made;
  std::size_t Row; ///< where its value has the fewest factors of two
};

/// X with X * Divisor == Value, the smallest one; none if Divisor has more factors of two.
std::optional<APInt> quotient(const APInt &Value, const APInt &Divisor) {
  unsigned Twos = Divisor.countr_zero(), Bits = Value.getBitWidth();
  if (Value.isZero())
    return APInt::getZero(Bits);
  if (Value.countr_zero() < Twos)
    return std::nullopt;
  APInt Result = Value.lshr(Twos) * Divisor.lshr(Twos).multiplicativeInverse();
  return Twos ? Result.trunc(Bits - Twos).sext(Bits) : Result;
}

void subtract(std::vector<APInt> &From, const std::vector<APInt> &Other, const APInt &Factor) {
  for (std::size_t I = 0; I != Other.size(); ++I)
    From[I] -= Other[I] * Factor;
}

bool isSmall(const APInt &Factor) {
  return Factor.sle(LargestFactor) && Factor.sge(-LargestFactor);
}

} // namespace

std::vector<LinearRelation> linearRelations(llvm::ArrayRef<std::vector<APInt>> Columns) {
  std::vector<LinearRelation> Result;
  std::vector<Independent> Basis;
  for (unsigned Index = 0; Index != Columns.size(); ++Index) {
    unsigned Bits = Columns[Index].front().getBitWidth();
    Column Values = Columns[Index];
    std::vector<APInt> Made(Columns.size(), APInt::getZero(Bits));
    Made[Index] = APInt(Bits, 1);
    for (const Independent &Before : Basis)
      if (auto Factor = quotient(Values[Before.Row], Before.Values[Before.Row])) {
        subtract(Values, Before.Values, *Factor);
        subtract(Made, Before.Made, *Factor);
      }
    if (!llvm::all_of(Values, [](const APInt &Value) { return Value.isZero(); })) {
      auto Fewest = std::min_element(Values.begin(), Values.end(),
                                     [](const APInt &A, const APInt &B) { return A.countr_zero() < B.countr_zero(); });
      std::size_t Row = static_cast<std::size_t>(Fewest - Values.begin());
      Basis.push_back({std::move(Values), std::move(Made), Row});
      continue;
    }
    LinearRelation Found;
    for (unsigned Part = 0; Part <= Index; ++Part)
      if (!Made[Part].isZero())
        Found.Factors.push_back({Part, Made[Part]});
    if (llvm::all_of(Found.Factors, [](const auto &Each) { return isSmall(Each.second); }))
      Result.push_back(std::move(Found));
  }
  return Result;
}

} // namespace vernier
