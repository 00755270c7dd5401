#pragma once

#include "input/InputSpace.h"
#include "term/Evaluate.h"

namespace vernier {

/// The variable of each leaf, with its name and its bounds. Every engine makes them here: equal leaves are one term in
/// all formulas over one store.
std::vector<Term> leafTerms(TermStore &Store, const InputSpace &Space);

/// The leaves' values in a model. What the model does not mention, or has outside of its bounds, is 0 or the least.
InputAssignment inputOf(const std::vector<Term> &Leaves, const Assignment &Model);

/// The condition that holds for this input and no other.
Term isInput(TermStore &Store, const std::vector<Term> &Leaves, const InputAssignment &Input);

/// Nothing that it depends on is chosen by anybody but the input.
bool dependsOnInputsOnly(Term Root);

/// A concrete input as values of variables.
Assignment assignmentOf(const std::vector<Term> &Leaves, const InputAssignment &Input);

} // namespace vernier
