#pragma once

#include "solver/Solver.h"

namespace vernier {

/// What stands in front of another solver and may answer in its place.
class SolverLayer : public Solver {
public:
  explicit SolverLayer(std::unique_ptr<Solver> Behind) : Behind(std::move(Behind)) {}

protected:
  std::unique_ptr<Solver> Behind;
};

/// Checks models by evaluating the query. One that is refuted (C's fmod is any function to the solver) makes the answer
/// unknown. What an uninterpreted function gives cannot be evaluated: such models pass.
std::unique_ptr<Solver> makeCheckingSolver(std::unique_ptr<Solver> Behind);

/// Splits the conjuncts into groups that share no variable and asks about each alone. Groups that hold for the values
/// given to checkNear keep them and are not asked about.
std::unique_ptr<Solver> makeIndependenceSolver(std::unique_ptr<Solver> Behind);

/// Remembers unsatisfiable sets of conjuncts, of which no superset is satisfiable, and answers to equal queries.
std::unique_ptr<Solver> makeCachingSolver(std::unique_ptr<Solver> Behind);

/// Writes each query as a file of its own, with the answer and the time.
std::unique_ptr<Solver> makeLoggingSolver(TermStore &Store, std::unique_ptr<Solver> Behind, std::string Directory);

/// Asks small questions itself, and others in a process of its own (SolverProcess.h), so that they end when their time
/// does. Z3 looks at the clock too seldom to be trusted with that.
std::unique_ptr<Solver> makeApartSolver(std::unique_ptr<Solver> Behind);

/// Asks first whether the conjuncts can hold whatever floating-point operations compute, as far as laws allow
/// (FloatAbstraction.h), in a quarter of the time: bits of several operations are hard for a solver.
std::unique_ptr<Solver> makeAbstractingSolver(TermStore &Store, std::unique_ptr<Solver> Behind);

/// Z3 itself, in this process.
std::unique_ptr<Solver> makeZ3Here(TermStore &Store);

/// An incremental Z3 that is kept, for the many small queries of an exploration: making a context for each takes longer
/// than solving it. It gives unsatisfiable cores. What takes it long, or needs another theory than bit-vectors, goes to
/// the solver behind it.
std::unique_ptr<Solver> makeQuickSolver(TermStore &Store, std::unique_ptr<Solver> Behind);

} // namespace vernier
