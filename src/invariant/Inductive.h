#pragma once

#include "invariant/Entailment.h"

#include <utility>
#include <vector>

namespace vernier {

/// A way from one place to another.
struct Step {
  unsigned From = 0, To = 0;
  std::vector<Term> Conditions;            ///< about the state before it: when this step is taken
  std::vector<std::pair<Term, Term>> Next; ///< variables of To, with their new values in terms of the state before
};

/// The largest subset of the candidates of each place that every step into the place gives, if the subset of the place
/// that it comes from holds before it. Where time is up, nothing is kept. A place that runs begin at has no candidates
/// but those that hold there.
std::vector<std::vector<Term>> largestInductive(TermStore &Store, llvm::ArrayRef<Step> Steps,
                                                std::vector<std::vector<Term>> Candidates, Entailment &Follows);

} // namespace vernier
