#include "invariant/Replacement.h"

#include "term/Rebuild.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace vernier {

namespace {

/// Products of longer sums stay as they are.
constexpr std::size_t MostSummands = 8;

/// Of terms that are no sums; constants may be among the factors.
Term orderedProduct(TermStore &Store, Term A, Term B) {
  llvm::SmallVector<Term, 4> Factors;
  addFactors(A, Factors);
  addFactors(B, Factors);
  llvm::sort(Factors, [](Term X, Term Y) { return X.id() < Y.id(); });
  Term Result, Constant = Store.constant(A.bits(), 1);
  for (Term Factor : Factors)
    if (Factor.isConstant())
      Constant = Store.mul(Constant, Factor);
    else
      Result = Result ? Store.mul(Result, Factor) : Factor;
  return Result ? Store.mul(Result, Constant) : Constant;
}

} // namespace

void addFactors(Term Product, llvm::SmallVectorImpl<Term> &Factors) {
  if (!Product.is(Operation::Mul))
    return Factors.push_back(Product);
  for (Term Operand : Product.operands())
    addFactors(Operand, Factors);
}

bool mentions(Term Root, Term Part) {
  return llvm::is_contained(reachable({Root}), Part);
}

Term expandedProduct(TermStore &Store, Term A, Term B) {
  TermStore::Linear Left = Store.linear(A), Right = Store.linear(B);
  bool Sums = Left.Parts.size() + !Left.Constant.isZero() > 1 || Right.Parts.size() + !Right.Constant.isZero() > 1;
  if (!Sums || A.bits() == 1 || Left.Parts.size() > MostSummands || Right.Parts.size() > MostSummands)
    return A.bits() == 1 ? Store.mul(A, B) : orderedProduct(Store, A, B);
  Term Result = Store.constant(Left.Constant * Right.Constant);
  auto Add = [&](Term Part, const llvm::APInt &Factor) {
    Result = Store.add(Result, Store.mul(Part, Store.constant(Factor)));
  };
  for (const auto &[Part, Factor] : Left.Parts)
    Add(Part, Factor * Right.Constant);
  for (const auto &[Part, Factor] : Right.Parts)
    Add(Part, Factor * Left.Constant);
  for (const auto &[First, FirstFactor] : Left.Parts)
    for (const auto &[Second, SecondFactor] : Right.Parts)
      Add(orderedProduct(Store, First, Second), FirstFactor * SecondFactor);
  return Result;
}

Term rebuild(TermStore &Store, Term Before, llvm::ArrayRef<Term> In) {
  if (!Before.is(Operation::Mul))
    return rebuildTerm(Store, Before, In);
  Term Result = In.front();
  for (Term Factor : In.drop_front())
    Result = expandedProduct(Store, Result, Factor);
  return Result;
}

void Replacement::set(Term Part, Term Instead) {
  By[Part] = Instead;
  Known.clear();
}

Term Replacement::operator()(Term Root) {
  if (auto Done = Known.find(Root); Done != Known.end())
    return Done->second;
  llvm::SmallVector<Term, 4> Operands;
  for (Term Each : reachable({Root})) {
    if (Known.contains(Each))
      continue;
    if (auto Given = By.find(Each); Given != By.end()) {
      Known[Each] = Given->second;
      continue;
    }
    Operands.clear();
    for (Term Operand : Each.operands())
      Operands.push_back(Known.find(Operand)->second);
    bool Same = llvm::equal(Operands, Each.operands());
    Known[Each] = Same && !Each.is(Operation::Mul) ? Each : rebuild(Store, Each, Operands);
  }
  return Known.find(Root)->second;
}

} // namespace vernier
