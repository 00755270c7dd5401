#pragma once

#include "input/InputSpace.h"
#include "solver/Solver.h"
#include "term/Term.h"

#include <chrono>
#include <vector>

namespace vernier {

/// A smaller and more readable input that satisfies all conjuncts as well (and the bounds of the leaves): numbers near
/// 0, short texts, letters rather than other bytes. Mostly by trying values and evaluating; a solver, if there is one,
/// is asked a few times. What comes back satisfies the conjuncts if From does; else it is From.
InputAssignment minimise(TermStore &Store, const std::vector<Term> &Conjuncts, const InputSpace &Space,
                         const std::vector<Term> &Leaves, const InputAssignment &From, Solver *Ask = nullptr,
                         std::chrono::milliseconds Limit = std::chrono::milliseconds(200));

} // namespace vernier
