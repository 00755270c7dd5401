#pragma once

#include "base/Result.h"
#include "solver/Solver.h"

namespace vernier {

struct ExplorationSolverOptions {
  bool Independence = true, Caches = true, Guesses = true;
  std::string LogQueries; ///< --log-queries: a directory for one SMT-LIB file per query that reaches Z3; empty: none
};

/// The solver for explorations: many small queries, each of which differs from the one before by little. An error: the
/// directory for the log cannot be made.
Result<std::unique_ptr<Solver>> makeExplorationSolver(TermStore &Store, const ExplorationSolverOptions &Options = {});

} // namespace vernier
