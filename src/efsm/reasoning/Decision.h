#pragma once

#include "efsm/language/Test.h"

#include <llvm/ADT/SmallVector.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vernier::efsm {

enum class DecisionKind { Selected, Discarded, Unusable, Undecided };
std::string toString(DecisionKind Kind);

enum class DecisionReason {
  Exercises,        ///< selected: exercises a change and still passes
  AdverseImpact,    ///< selected: exercises a change and cannot complete, whatever its inputs were after that
  NotExercised,     ///< discarded: executes no changed transition, in neither machine
  Interface,        ///< unusable: says something that the new machine does not know
  Incomplete,       ///< unusable: does not complete, but with other inputs it would
  OutputMismatch,   ///< unusable: other outputs than expected
  UnknownValues,    ///< undecided: it depends on start values that the test leaves open
  Nondeterministic, ///< undecided: two transitions are enabled at once
  NoRest,           ///< undecided: more internal transitions in a row than the bound
  Solver,           ///< undecided: the solver gave no answer
  Bound,            ///< undecided: a bound of the analysis was reached
};
std::string toString(DecisionReason Reason);

/// A link of a chain whose beginning is shared with others. Chains are as long as tests are, so that they are not
/// destroyed one call in another.
template <typename Link> class Chained {
public:
  explicit Chained(std::shared_ptr<Link> Before) : Before(std::move(Before)) {}
  Chained(const Chained &) = delete;
  Chained &operator=(const Chained &) = delete;
  ~Chained() {
    std::shared_ptr<Link> Next = std::move(Before);
    while (Next && Next.use_count() == 1)
      Next = std::shared_ptr<Link>(std::move(Next->Before)); // of a link that goes now
  }

  std::shared_ptr<Link> Before;
};

/// A path through the trie: the transitions of the last input (one external one, then internal ones), and what came
/// before. Paths share their beginnings. The first link is of the internal transitions before the first input.
struct PathLink : Chained<PathLink> {
  PathLink(std::shared_ptr<PathLink> Before, llvm::SmallVector<unsigned, 2> Transitions)
      : Chained(std::move(Before)), Transitions(std::move(Transitions)) {}

  llvm::SmallVector<unsigned, 2> Transitions;
};
using Path = std::shared_ptr<PathLink>;
/// In order: element k is of step k.
std::vector<std::vector<unsigned>> steps(const Path &Of);

/// Why a decision is right: the feasible path of each machine as far as it was followed; or the formula that was
/// decided.
struct Evidence {
  Path Old, New;
  std::string Formula; ///< SMT-LIB, if the solver decided
  /// Incomplete: inputs behind the step that exercises the change, with which the test would complete.
  std::vector<TestInput> Completion;
};

/// What becomes of one test.
struct Decision {
  unsigned Test = 0; ///< in Suite::Tests
  DecisionKind Kind = DecisionKind::Undecided;
  DecisionReason Reason = DecisionReason::Solver;
  std::string Detail; ///< for people
  /// Where a change is exercised first: the step (0: before the first input) and the transition, of the new machine or
  /// of the old one. It is also known of unusable tests, except for those whose interface is gone.
  std::optional<unsigned> Step;
  std::optional<unsigned> Transition;
  bool TransitionIsNew = false;
  /// Unusable: the step at which it fails, if it is one.
  std::optional<unsigned> FailedStep;
  Evidence Why;

  bool exercises() const { return Step.has_value(); }
};

} // namespace vernier::efsm
