#pragma once

#include "base/Location.h"
#include "base/Result.h"
#include "bitcode/Program.h"
#include "input/InputSpace.h"
#include "project/Workspace.h"
#include "search/Exploration.h"
#include "verdict/Verdict.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

enum class StrategyKind { Coverage, BreadthFirst, DepthFirst, Random, Distance };

struct ExploreOptions {
  InputOptions Input;
  ExplorationOptions Search; ///< budgets, seeds, progress
  /// How long to explore, in place of Search.Time: building the instrumented program does not count.
  std::optional<std::chrono::milliseconds> Time;
  StrategyKind Strategy = StrategyKind::Coverage;
  std::vector<std::string> Targets; ///< FILE:LINE or functions, of Distance
  unsigned Jobs = 1;
  std::uint64_t Seed = 1;
  std::chrono::milliseconds RunTime{2000};
  std::uint64_t RunMemory = std::uint64_t(2) << 30;
  bool CheckSigned = false;
  bool FailOnUnmodelled = false; ///< --unmodelled=fail
  std::string QueryLog;          ///< directory; empty: none
  std::string Store;             ///< file; empty: none
  bool Resume = false;
};

/// A test, with what the plain build of the same version does on its input.
struct ExploredOutcome {
  Outcome Plain;
  bool Compared = true;      ///< false: the user did not want to wait; Plain is what the instrumented run showed
  bool Confirmed = false;    ///< the instrumented run showed the same
  bool Deterministic = true; ///< the plain build does the same twice
};

/// Part of the program that can be covered.
struct CoverageCount {
  std::uint64_t Covered = 0, Total = 0;
};

/// An edge of a branch that no run took.
struct UncoveredEdge {
  Location Where;
  unsigned Side = 0; ///< index of the successor; of an if: 0 is true
};

struct ExploreResult {
  InputSpace Space;
  Exploration Found;
  std::vector<ExploredOutcome> Outcomes; ///< one for each of Found.Tests
  std::vector<Reason> Undecided;  ///< why it is not complete, and what was concretised, for people; empty if complete
  CoverageCount Branches, Blocks; ///< of the program, without models
  std::map<std::string, CoverageCount> BranchesByFile;
  std::vector<UncoveredEdge> Uncovered;
  std::vector<Location> Sites;          ///< by site number (RunFinding::Site, ExplorationHole::FirstSite)
  std::vector<std::string> Unmodelled;  ///< functions without instrumentation and without a summary that were called
  std::vector<std::string> Notes;       ///< missing protections of the machine, warnings of the build
  std::vector<std::string> Assumptions; ///< codes
  /// Processor time of the exploration: of this process, and of all runs with their server. Unlike the times in
  /// Found.Statistics it does not grow with what else the machine does.
  double OwnCpuSeconds = 0, RunCpuSeconds = 0;
};

/// Explores one version (verb `explore`).
Result<ExploreResult> exploreProgram(const Program &Version, const ExploreOptions &Options, const Workspace &Place);

} // namespace vernier
