#pragma once

#include "term/Term.h"

#include <llvm/ADT/DenseMap.h>

#include <vector>

namespace vernier {

/// Extensions of sums to more bits that products are made of.
std::vector<Term> extendedSums(TermStore &Store, llvm::ArrayRef<Term> Roots);

/// The sum of the extended parts: the same as the extension where the sum does not wrap.
Term sumOfExtensions(TermStore &Store, Term Extension);

/// Terms of other shapes with the same value everywhere, so that products and halves of sums can be compared:
/// extensions of products that cannot wrap are products of extensions, and (2 a + b) >> 1 is a + (b >> 1) as far as no
/// bit above is looked at.
class WidthNormaliser {
public:
  explicit WidthNormaliser(TermStore &Store) : Store(Store) {}
  Term operator()(Term Root);

private:
  Term normal(Term Each);
  Term shiftedSum(Term Extract);
  Term extendedProduct(Term Extension);

  TermStore &Store;
  llvm::DenseMap<Term, Term> Known;
};

} // namespace vernier
