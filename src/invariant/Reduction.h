#pragma once

#include "term/Term.h"

#include <vector>

namespace vernier {

/// Sums of products that are 0 because others are: 2 s == i * i + i says what 2 s * i is, although it does not say what
/// s is.
class Reduction {
public:
  explicit Reduction(TermStore &Store) : Store(Store) {}

  /// A fact that may be used: its sides differ by a sum that is 0.
  void add(Term Equation);
  /// Whether an equation follows; false where it is not seen.
  bool follows(Term Equation);

private:
  /// A variable times a factor is what the rest of the sum is worth, negated.
  struct Rule {
    Term Variable;
    llvm::APInt Factor;
    Term Sum;
  };

  /// The sum with multiples of sums that are 0 taken away.
  Term reduced(Term Sum);
  Term reducedOnce(Term Sum);

  TermStore &Store;
  std::vector<Rule> Rules;
};

} // namespace vernier
