#include "term/BitSums.h"

#include <llvm/ADT/SmallVector.h>

#include <optional>
#include <vector>

namespace vernier {

namespace {

/// A formula for "at least k of n" has n * k parts.
constexpr std::size_t MostBits = 64, MostParts = 128;

struct BitSum {
  llvm::SmallVector<Term, 16> Bits;
  std::uint64_t Constant = 0;
};

std::optional<BitSum> bitSumOf(Term Sum) {
  if (!Sum.is(Operation::Add) || Sum.bits() != 64)
    return std::nullopt;
  BitSum Result;
  llvm::SmallVector<Term, 16> Work{Sum};
  while (!Work.empty()) {
    Term Part = Work.pop_back_val();
    if (Part.is(Operation::Add))
      Work.append(Part.operands().rbegin(), Part.operands().rend());
    else if (Part.is(Operation::ZExt) && Part.operand(0).bits() == 1)
      Result.Bits.push_back(Part.operand(0));
    else if (Part.isConstant() && Part.value().ult(MostBits))
      Result.Constant += Part.value().getZExtValue();
    else
      return std::nullopt;
    if (Result.Bits.size() > MostBits || Work.size() > MostBits || Result.Constant > MostBits)
      return std::nullopt;
  }
  return Result;
}

/// At least so many of the bits are set.
Term atLeast(TermStore &Store, llvm::ArrayRef<Term> Bits, std::size_t Count) {
  std::vector<Term> Reached(Count + 1, Store.boolean(false)); // by number, of the bits so far
  Reached[0] = Store.boolean(true);
  for (Term Bit : Bits)
    for (std::size_t K = Count; K > 0; --K)
      Reached[K] = Store.orTerm(Reached[K], Store.andTerm(Bit, Reached[K - 1]));
  return Reached[Count];
}

} // namespace

Term bitSumBelow(TermStore &Store, Term Sum, const llvm::APInt &Limit) {
  auto Parts = bitSumOf(Sum);
  if (!Parts)
    return {};
  if (Limit.ule(Parts->Constant))
    return Store.boolean(false);
  llvm::APInt Rest = Limit - Parts->Constant;
  if (Rest.ugt(Parts->Bits.size()))
    return Store.boolean(true);
  if (Rest.getZExtValue() * Parts->Bits.size() > MostParts)
    return {};
  return Store.notTerm(atLeast(Store, Parts->Bits, Rest.getZExtValue()));
}

Term bitSumEquals(TermStore &Store, Term Sum, const llvm::APInt &Value) {
  Term Below = bitSumBelow(Store, Sum, Value);
  Term NotAbove = Below ? bitSumBelow(Store, Sum, Value + 1) : Term();
  return NotAbove ? Store.andTerm(NotAbove, Store.notTerm(Below)) : Term();
}

} // namespace vernier
