#include "invariant/Widths.h"

#include "invariant/Replacement.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

constexpr std::size_t MostExtended = 8;

bool isExtension(Term Each) {
  return Each.is(Operation::ZExt) || Each.is(Operation::SExt);
}

Term extended(TermStore &Store, Term Like, Term Part) {
  return Like.is(Operation::ZExt) ? Store.zext(Part, Like.bits()) : Store.sext(Part, Like.bits());
}

} // namespace

std::vector<Term> extendedSums(TermStore &Store, llvm::ArrayRef<Term> Roots) {
  std::vector<Term> Factors, Result;
  for (Term Part : reachable(Roots))
    if (Part.is(Operation::Mul))
      for (Term Operand : Part.operands())
        for (const auto &[Summand, Factor] : Store.linear(Operand).Parts)
          Factors.push_back(Summand);
  for (Term Factor : Factors)
    if (isExtension(Factor) && Factor.operand(0).is(Operation::Add) && !llvm::is_contained(Result, Factor) &&
        Result.size() < MostExtended)
      Result.push_back(Factor);
  return Result;
}

Term sumOfExtensions(TermStore &Store, Term Extension) {
  TermStore::Linear Sum = Store.linear(Extension.operand(0));
  Term Result = Store.constant(Sum.Constant.sext(Extension.bits()));
  for (const auto &[Part, Factor] : Sum.Parts)
    Result =
        Store.add(Result, Store.mul(extended(Store, Extension, Part), Store.constant(Factor.sext(Extension.bits()))));
  return Result;
}

Term WidthNormaliser::operator()(Term Root) {
  llvm::SmallVector<Term, 4> Operands;
  for (Term Each : reachable({Root})) {
    if (Known.contains(Each))
      continue;
    Operands.clear();
    for (Term Operand : Each.operands())
      Operands.push_back(Known.find(Operand)->second);
    Known[Each] = normal(llvm::equal(Operands, Each.operands()) ? Each : rebuild(Store, Each, Operands));
  }
  return Known.find(Root)->second;
}

Term WidthNormaliser::normal(Term Each) {
  if (Each.is(Operation::Extract) && Each.low() != 0)
    return shiftedSum(Each);
  return isExtension(Each) && Each.operand(0).is(Operation::Mul) ? extendedProduct(Each) : Each;
}

/// With factors f == q * 2^k + r: the bits from k on of the sum of f * x are the sum of q * x and those of the sum of
/// r * x.
Term WidthNormaliser::shiftedSum(Term Extract) {
  unsigned Low = Extract.low(), Bits = Extract.bits();
  TermStore::Linear Rest = Store.linear(Extract.operand(0));
  Term Outside = Store.constant(Rest.Constant.extractBits(Bits, Low));
  auto Remainder = [&](const llvm::APInt &Factor) { return Factor.getLoBits(Low); };
  Rest.Constant = Remainder(Rest.Constant);
  for (auto &[Part, Factor] : Rest.Parts) {
    Term Moved = Store.constant(Factor.extractBits(Bits, Low));
    Outside = Store.add(Outside, Store.mul(Store.extract(Part, 0, Bits), Moved));
    Factor = Remainder(Factor);
  }
  llvm::erase_if(Rest.Parts, [](const auto &Part) { return Part.second.isZero(); });
  return Outside.isZero() ? Extract : Store.add(Outside, Store.extract(Store.fromLinear(Rest), Low, Bits));
}

/// Factors of at most half of the bits.
Term WidthNormaliser::extendedProduct(Term Extension) {
  Term Product = Extension.operand(0);
  for (Term Factor : Product.operands())
    if (Factor.operation() != Extension.operation() || 2 * Factor.operand(0).bits() > Product.bits())
      return Extension;
  return expandedProduct(Store, extended(Store, Extension, Product.operand(0)),
                         extended(Store, Extension, Product.operand(1)));
}

} // namespace vernier
