#pragma once

#include "term/Term.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

namespace vernier {

/// The same operation on other operands.
Term rebuild(TermStore &Store, Term Before, llvm::ArrayRef<Term> Operands);

/// Adds the factors of a product that is no product of sums.
void addFactors(Term Product, llvm::SmallVectorImpl<Term> &Factors);

/// Whether a term has a part.
bool mentions(Term Root, Term Part);

/// The product of two terms; products of sums become sums of products, and factors come in one order.
Term expandedProduct(TermStore &Store, Term A, Term B);

/// Terms with some of their parts replaced, built anew, so that they are simplified again. Products are expanded.
class Replacement {
public:
  explicit Replacement(TermStore &Store) : Store(Store) {}

  /// What is replaced is looked for in terms as they were before anything was replaced.
  void set(Term Part, Term By);
  bool empty() const { return By.empty(); }
  Term operator()(Term Root);

private:
  TermStore &Store;
  llvm::DenseMap<Term, Term> By;
  llvm::DenseMap<Term, Term> Known;
};

} // namespace vernier
