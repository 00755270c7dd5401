#pragma once

#include "term/Term.h"

#include <vector>

namespace vernier {

/// A term about the state at one place, with its values in visits of runs.
struct ObservedTerm {
  enum class Role {
    Fixed,    ///< the same everywhere: a parameter
    Variable, ///< of the place
    Computed, ///< of others
  };
  Term Value;
  Role What = Role::Variable;
  bool Decides = true;           ///< about ways or checks: its order and range matter
  std::vector<llvm::APInt> Seen; ///< one for each visit
};

/// Conditions that held in every visit: equal values and constants, linear relations with small factors, order and
/// ranges, low bits. They are guesses.
std::vector<Term> guessInvariants(TermStore &Store, llvm::ArrayRef<ObservedTerm> Observed);

} // namespace vernier
