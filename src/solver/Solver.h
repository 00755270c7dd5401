#pragma once

#include "term/Evaluate.h"
#include "term/Term.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace vernier {

enum class Satisfiable {
  Yes,
  No,
  Unknown, ///< a time limit, or a theory that the solver does not decide; never counts as No
};

struct SolverAnswer {
  Satisfiable What = Satisfiable::Unknown;
  Assignment Model; ///< of Yes: a value for every variable of the query
  std::string Why;  ///< of Unknown
  /// Of No, where the solver says: conjuncts of the query (or parts of conjuncts that are conjunctions) that cannot all
  /// hold; not always the fewest. Empty: it does not say.
  std::vector<Term> Core = {};
};

struct SolverStatistics {
  unsigned Queries = 0; ///< that reached the solver itself
  unsigned Guessed = 0; ///< answered by a model that was known or guessed
  double Seconds = 0;
  // Of the layers in front of it, where they are there:
  unsigned Asked = 0;       ///< questions at the front
  unsigned Groups = 0;      ///< independent parts of them
  unsigned KeptGroups = 0;  ///< of these: held already for the values that were given
  unsigned CachedNo = 0;    ///< parts that contain what is known to be unsatisfiable
  unsigned CachedYes = 0;   ///< parts that were asked before
  unsigned Quick = 0;       ///< queries that the incremental solver answered within its short time
  unsigned Rejected = 0;    ///< models that evaluation refuted
  unsigned Unknown = 0;     ///< answers at the front
  unsigned LogFailures = 0; ///< queries that could not be logged
};

/// "Is there an assignment of the variables under which every conjunct is true?" Conjuncts are one bit wide.
class Solver {
public:
  virtual ~Solver() = default;
  virtual SolverAnswer check(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit) = 0;
  /// The same question, of one who knows values under which many of the conjuncts hold (the input of a run, when other
  /// ways of its path are looked for). A model may keep them wherever it can, also for variables that the conjuncts do
  /// not mention.
  virtual SolverAnswer checkNear(llvm::ArrayRef<Term> Conjuncts, const Assignment &, std::chrono::milliseconds Limit) {
    return check(Conjuncts, Limit);
  }
  virtual SolverStatistics statistics() const = 0;
};

/// Z3, for terms of this store. Questions that may take long are asked in processes of their own: the limit holds, and
/// what they need is within residentLimit (base/Memory.h).
std::unique_ptr<Solver> makeZ3Solver(TermStore &Store);

/// Answers from models that were found before, and from cheap guesses, before it asks the solver behind it. What it
/// says is checked by evaluation. Effort: about how many operations may be evaluated for guesses.
std::unique_ptr<Solver> makeGuessingSolver(TermStore &Store, std::unique_ptr<Solver> Behind,
                                           std::size_t Effort = 100000);

/// The solver that everything uses, in one place: guesses in front of Z3.
std::unique_ptr<Solver> makeSolver(TermStore &Store);

/// Several questions about the same facts, asked of one incremental solver by assumptions: what it learned for one
/// question serves the next.
class AssumptionSolver {
public:
  virtual ~AssumptionSolver() = default;
  /// Holds for every question from now on.
  virtual void assume(Term Fact) = 0;
  virtual SolverAnswer check(Term Question, std::chrono::milliseconds Limit) = 0;
};

std::unique_ptr<AssumptionSolver> makeAssumptionSolver(TermStore &Store);

} // namespace vernier
