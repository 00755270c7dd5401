#pragma once

#include "bounded/Prepare.h"
#include "changes/ChangeMap.h"
#include "input/InputSpace.h"
#include "solver/Solver.h"
#include "verdict/Surroundings.h"
#include "verdict/Verdict.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// What plain builds of both versions say about an input that the solver found.
enum class Confirmation {
  Differs,
  Same,
  Impossible, ///< could not be run, or did not end
};

struct BoundedOptions {
  std::chrono::milliseconds Time{10000};
  std::chrono::milliseconds QueryTime{5000};
  unsigned Bound = 0; ///< 0: as far as the time allows, beginning with a small one
  unsigned LargestBound = 4096;
  Observation Observed;
  bool CheckOverflow = false;                   ///< signed overflow is undefined
  const std::atomic<bool> *Interrupt = nullptr; ///< once it is true, the solver gets no more time
  /// Runs a candidate on the plain builds of both versions. Without it nothing is ever called different.
  std::function<Confirmation(const InputAssignment &)> Confirm;
  /// The constraints of --assume as terms over the leaves.
  std::function<Term(TermStore &, const std::vector<Term> &Leaves)> Assume;
};

/// One class of inputs and what is claimed of it.
struct BoundedPartition {
  Answer What = Answer::Unknown;
  Reason Why;
  std::string Condition;                                 ///< SMT-LIB over the leaves of the input space
  std::function<bool(const InputAssignment &)> Contains; ///< the condition, evaluated
  std::optional<InputAssignment> Example;
  std::vector<std::string> Assumptions;
  bool WholeSpace = false; ///< the condition is that of the bounds alone
};

struct BoundedStatistics {
  unsigned Bound = 0; ///< the last one that was tried
  std::size_t Terms = 0;
  SolverStatistics Solver;
  double Seconds = 0, FormulaSeconds = 0;
  unsigned Opened = 0; ///< how often abstracted callees had to be opened
};

struct BoundedResult {
  Verdict Judged;
  std::vector<BoundedPartition> Partitions;
  std::optional<InputAssignment> Difference; ///< confirmed
  double FirstDifferenceSeconds = 0;
  BoundedStatistics Statistics;
  std::vector<Surrounding> World; ///< what was taken for the answer of the world
};

/// Tries to decide whether the entry of both versions behaves alike on the whole input space: one formula over all
/// paths, loops and recursion unrolled up to a bound.
///
///   unsatisfiable, no bound reached, everything understood, nothing undefined   =>  equal, complete
///   satisfiable, and the plain builds agree that they differ                    =>  different, with a witness
///   otherwise                                                                   =>  unknown, with the part that is
///   proved
BoundedResult proveBounded(const Program &Old, const Program &New, const ChangeMap *Map, const InputSpace &Space,
                           const BoundedOptions &Options);

/// A condition that has to hold where the program calls `vernier.assert.NAME(condition)`.
struct AssertionVerdict {
  enum class Status { Proved, ProvedUpToBound, Refuted, Unreached, Unknown } What = Status::Unknown;
  std::string Name;
  Reason Why;
  std::optional<InputAssignment> Counterexample;
  bool AssumesDefined = false; ///< it is not about runs that do something undefined before, and there may be such runs
};

/// Proves or refutes all assertions of one version together: one run, one solver, one question each. What no run within
/// the bound comes to is not called proved up to it. The assertions are calls of undefined functions
/// `void vernier.assert.NAME(i1)` in the module; the input space is that of the version paired with itself.
std::vector<AssertionVerdict> proveAssertions(const Program &Version, const InputSpace &Space,
                                              const BoundedOptions &Options, unsigned Bound);

} // namespace vernier
