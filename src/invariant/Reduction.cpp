#include "invariant/Reduction.h"

#include "invariant/Replacement.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

constexpr unsigned MostRounds = 40;
constexpr std::size_t MostParts = 24;

/// What a product is without one of its factors; none if it does not have it.
std::optional<Term> without(TermStore &Store, Term Product, Term Factor) {
  llvm::SmallVector<Term, 4> Factors;
  addFactors(Product, Factors);
  auto *Once = llvm::find(Factors, Factor);
  if (Once == Factors.end())
    return std::nullopt;
  Factors.erase(Once);
  Term Rest = Store.constant(Product.bits(), 1);
  for (Term Other : Factors)
    Rest = expandedProduct(Store, Rest, Other);
  return Rest;
}

} // namespace

void Reduction::add(Term Equation) {
  if (!Equation.is(Operation::Eq) || Equation.operand(0).bits() == 1)
    return;
  Term Sum = Store.sub(Equation.operand(0), Equation.operand(1));
  TermStore::Linear Parts = Store.linear(Sum);
  if (Parts.Parts.size() > MostParts)
    return;
  for (const auto &[Part, Factor] : Parts.Parts) {
    bool Alone = llvm::count_if(Parts.Parts, [&, Variable = Part](const auto &Other) {
                   return mentions(Other.first, Variable);
                 }) == 1;
    if (Part.is(Operation::Variable) && Alone) {
      Rules.push_back({Part, Factor, Sum});
      return;
    }
  }
}

bool Reduction::follows(Term Equation) {
  if (Rules.empty() || !Equation.is(Operation::Eq) || Equation.operand(0).bits() == 1)
    return false;
  return reduced(Store.sub(Equation.operand(0), Equation.operand(1))).isZero();
}

Term Reduction::reduced(Term Sum) {
  for (unsigned Round = 0; Round != MostRounds; ++Round) {
    Term Next = reducedOnce(Sum);
    if (Next == Sum)
      break;
    Sum = Next;
  }
  return Sum;
}

Term Reduction::reducedOnce(Term Sum) {
  TermStore::Linear Parts = Store.linear(Sum);
  if (Parts.Parts.size() > MostParts)
    return Sum;
  for (const auto &[Part, Factor] : Parts.Parts)
    for (const Rule &Known : Rules) {
      unsigned Twos = Known.Factor.countr_zero();
      if (Known.Sum.bits() != Sum.bits() || Factor.countr_zero() < Twos)
        continue;
      auto Rest = without(Store, Part, Known.Variable);
      if (!Rest)
        continue;
      // Times * Known.Factor == Factor.
      llvm::APInt Times = Factor.lshr(Twos) * Known.Factor.lshr(Twos).multiplicativeInverse();
      Term Zero = Store.mul(expandedProduct(Store, *Rest, Known.Sum), Store.constant(Times));
      return Store.sub(Sum, Zero);
    }
  return Sum;
}

} // namespace vernier
