#pragma once

#include "base/Budget.h"
#include "search/Explored.h"
#include "search/RunStore.h"
#include "search/Strategy.h"
#include "search/Suggestions.h"
#include "solver/Solver.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// The inputs that an exploration may choose from: a variable for each leaf of the space (in their order; their bounds
/// are those they were made with), and what else must hold of them.
struct SymbolicInput {
  TermStore &Store;
  std::vector<Term> Leaves;
  Term Admitted; ///< one bit: the assumptions; nothing: none
};

/// The values are within the bounds of their leaves and satisfy the assumptions.
bool admits(const SymbolicInput &Space, const InputAssignment &Values);
/// Zeros, or what is nearest to them within the bounds.
InputAssignment zeros(const SymbolicInput &Space);
Assignment assignmentOf(const SymbolicInput &Space, const InputAssignment &Values);

struct ExplorationProgress {
  std::uint64_t Runs = 0, Paths = 0, Frontier = 0, Queries = 0, Edges = 0; ///< Edges: that were covered
  double Seconds = 0;
};

struct ExplorationOptions {
  Budget Time;
  std::optional<std::uint64_t> MostRuns;   ///< beyond those that the store had
  std::optional<std::uint64_t> MostMemory; ///< bytes that this process holds
  std::chrono::milliseconds QueryTime{5000};
  unsigned PinAlternatives = 8;       ///< how many values of a concretisation are tried, the first included
  std::vector<InputAssignment> Seeds; ///< run first, in order; those that the space does not admit are left out
  bool StartFromZeros = true;         ///< after the seeds; if the assumptions forbid it, from a model of them
  /// Every condition of a run must hold for its input; what does not is a hole.
  bool CheckConditions = true;
  std::function<void(const ExplorationProgress &)> Progress;
  std::chrono::milliseconds ProgressInterval{200};
  const std::atomic<bool> *Interrupt = nullptr; ///< stops as soon as it is true
  /// Tried in turn with what the strategy chooses, the less often the less they cover; nothing: there are none.
  Suggestions *Suggested = nullptr;
  /// Where what is found is kept. What it holds already is run again first, so that the exploration goes on from there.
  RunStore *Kept = nullptr;
};

/// A run that took a path of its own.
struct ExploredTest {
  unsigned Id = 0; ///< from 1 on
  InputAssignment Input;
  PathKey Path;
  Outcome End;
  std::size_t Decisions = 0;
  std::size_t NewEdges = 0; ///< that no run before had covered
  bool Truncated = false;
  std::vector<RunFinding> Findings;
  bool crashed() const { return End.End == Ending::Signalled; }
};

/// Something that stands between the exploration and the claim that it is complete.
struct ExplorationHole {
  std::uint64_t Count = 0;
  std::uint32_t FirstSite = 0; ///< one place where it occurred
  std::string Detail;          ///< of the first
};

struct ExplorationStatistics {
  std::uint64_t Runs = 0;
  std::uint64_t Replayed = 0; ///< of them: that the store had
  std::uint64_t Repeated = 0; ///< runs that took a known path
  std::uint64_t Diverged = 0; ///< runs that did not go where the solver said
  std::uint64_t RejectedSeeds = 0;
  std::uint64_t Suggested = 0; ///< runs on inputs that were suggested
  std::uint64_t Questions = 0; ///< "is there another side?"
  std::uint64_t Settled = 0;   ///< of them: answered by the store
  double Seconds = 0, SolverSeconds = 0;
  double RunSeconds = 0;  ///< of all runs together, in parallel or not
  double WaitSeconds = 0; ///< in which the exploration did nothing but wait for runs
  SolverStatistics Solver;
  /// What is neither solving nor waiting for runs: reading traces, the tree, the store.
  double bookkeepingSeconds() const { return Seconds - SolverSeconds - WaitSeconds; }
};

/// What an exploration found.
struct Exploration {
  std::vector<ExploredTest> Tests; ///< one for each path
  std::uint64_t Paths = 0;
  /// Every admitted input takes the path of some test: nothing is open and there are no holes.
  bool Complete = false;
  StopReason Stopped = StopReason::None;
  std::uint64_t Open = 0;                       ///< places where there may be another side
  std::map<std::string, ExplorationHole> Holes; ///< by reason:
  ///   solver-unknown      the solver does not know whether there is another side
  ///   pin-limit           there are more values of a concretisation than were tried
  ///   diverged            an input for another side did not take it
  ///   run-failed          a run could not be carried out
  ///   time-limit          a run did not end in time
  ///   wrong-condition     a condition does not hold for the input of the run that has it
  ///   unstable-path, unstable-condition, impossible-side  runs with equal decisions contradict each other
  ///   model-not-admitted  the solver's model is no input
  ///   assumptions-unknown the solver finds no input that the assumptions admit
  ///   and the reasons of truncated traces and of gaps
  std::vector<std::uint8_t> Coverage; ///< not 0: some run took the edge
  std::map<std::string, std::uint64_t> Concretised;
  /// Indices of tests that died of a signal or have findings.
  std::vector<std::size_t> Crashes;
  ExplorationStatistics Statistics;
  std::optional<Error> Failure; ///< why it had to stop; what was found until then is here

  std::size_t coveredEdges() const;
};

/// Explores until everything is explored or the budget is used up. Several programs (all the same one) are run in
/// parallel, while this thread solves; with one program the exploration is deterministic.
Exploration explore(const SymbolicInput &Space, const std::vector<Explored *> &Programs, Solver &Ask, Strategy &Choose,
                    const ExplorationOptions &Options);

} // namespace vernier
