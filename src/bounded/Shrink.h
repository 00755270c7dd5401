#pragma once

#include "bounded/Questions.h"

namespace vernier {

/// An input that satisfies the condition and has small values, if a few cheap questions find one: it is easier to read.
/// The model satisfies it.
InputAssignment smallWitness(TermStore &Store, const std::vector<Term> &Leaves, Questions &Ask, Term Condition,
                             const Assignment &Model);

} // namespace vernier
