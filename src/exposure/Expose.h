#pragma once

#include "directed/RunnablePair.h"
#include "exposure/EffectTree.h"

#include <atomic>
#include <functional>
#include <map>
#include <set>

namespace vernier {

struct ExposeOptions {
  std::optional<std::chrono::milliseconds> Time; ///< building does not count
  std::chrono::milliseconds QueryTime{2000}, RunTime{2000};
  std::uint64_t RunMemory = std::uint64_t(2) << 30;
  std::optional<std::uint64_t> MostRuns; ///< traced runs
  Observation Observed;
  std::vector<InputAssignment> Tests;           ///< existing ones: they are run first
  bool Merge = true;                            ///< branches that only choose between values are values
  bool WholeTexts = true;                       ///< texts that the program names, as whole arguments
  std::set<unsigned> Settled;                   ///< ids of changes that no input is made for
  Budget Whole;                                 ///< builds end with it as well
  const std::atomic<bool> *Interrupt = nullptr; ///< once it is true, no further input is made
  /// What the sanitizers say about a run of a version; an empty function: they are not asked.
  std::function<UndefinedUse(Side, const InputAssignment &)> Sanitized;
};

/// Why a change is not exposed.
enum class Unexposed {
  None,
  NoCode,        ///< nothing of it is executed: a declaration, or what is compiled away
  NoWay,         ///< control flow does not lead there from the entry
  Unreachable,   ///< proved: no input of the space executes it
  Equal,         ///< proved: both versions show the same for all inputs of the space
  NotReached,    ///< every attempt was made, and none came there
  NotInfected,   ///< it was executed, and both versions held the same everywhere
  NotPropagated, ///< versions held different values that were not shown
  Undefined,     ///< a version does something undefined there, and plain builds show the same
  NotConfirmed,  ///< the traced runs differ, the plain ones do not
  Budget,
};

/// `no-code`, `no-way`, ...
std::string_view toString(Unexposed Why);
/// A sentence.
std::string_view meaningOf(Unexposed Why);

struct ExposedChange {
  ChangedStatement Change;
  bool Reached = false, Infected = false, Exposed = false;
  std::optional<std::size_t> ReachedBy; ///< index of a test
  std::optional<std::size_t> ExposedBy;
  std::uint64_t RunsToReach = 0; ///< of one version: the given tests, and those that were made until it was reached
  Unexposed Why = Unexposed::None;
  std::string Detail;    ///< of Why, for people
  bool ByVerify = false; ///< the input that exposes it is a witness of `verify`
};

/// An input that is worth keeping.
struct ExposeTest {
  InputAssignment Input;
  Outcome Old, New; ///< of plain builds, where they were run
  bool Differs = false;
  bool Compared = false;           ///< plain builds were run
  std::vector<unsigned> Executed;  ///< ids of changes
  std::vector<unsigned> Exposes;   ///< of these: those that the outcome depends on
  std::optional<LeafKind> Through; ///< what had to be overcome for it; nothing: it was made to reach a change
  UndefinedUse OldUndefined, NewUndefined;
  UndefinedUse OldSanitized, NewSanitized; ///< ExposeOptions::Sanitized
};

struct ExposeResult {
  InputSpace Space;
  std::vector<ExposedChange> Changes;
  std::vector<ExposeTest> Tests;
  std::vector<std::string> Assumptions;
  std::vector<std::string> Obstacles; ///< what keeps the versions from being compared, beside their statements
  PairStatistics Statistics;
  std::map<std::string, std::uint64_t> Attempts, Helped; ///< by kind of leaf: how many were tried, and led to a test
  bool OutOfTime = false;
  double Seconds = 0;

  /// Of the changes that were reached; nothing: none was.
  std::optional<double> meanRunsToReach() const;
};

/// For each change of a pair an input that executes it and on which the versions show something different. Errors are
/// those of builds.
Result<ExposeResult> exposeChanges(const ChangeMap &Map, const InputSpace &Space, const ExposeOptions &Options,
                                   const Workspace &Place);

} // namespace vernier
