#pragma once

#include "analysis/ProgramAnalysis.h"
#include "base/Budget.h"
#include "changes/ChangeMap.h"
#include "csg/SequenceGraph.h"

#include <memory>
#include <string>
#include <vector>

namespace vernier {

/// A source line of the new version that may depend on changes.
struct AffectedLine {
  Location Where;
  std::shared_ptr<const std::vector<unsigned>> Ids; ///< many lines share theirs
  unsigned Distance = 0; ///< the fewest steps from line to line that a dependence takes from a change; only for order

  const std::vector<unsigned> &changes() const { return *Ids; } ///< ids, sorted
};

/// Lines that may depend on each of several changes: these changes cannot be tested in isolation.
struct Interference {
  std::vector<unsigned> Changes; ///< at least two ids, sorted
  std::vector<Location> Lines;
};

struct FunctionSummary {
  std::vector<std::string> Changed;
  std::vector<std::string> Added;
  std::vector<std::string> Removed;
  std::vector<std::pair<std::string, std::string>> Renamed; ///< old name, new name
  unsigned Unchanged = 0;
};

struct Impact {
  std::vector<ChangedStatement> Changes;
  std::vector<AffectedLine> Affected;
  std::vector<Interference> Interferences;
  /// More pairs of changes interfere than are listed.
  unsigned InterferencesLeftOut = 0;
  /// Of the sequences of very many changes there is no graph.
  bool GraphLeftOut = false;
  SequenceGraph Graph;
  /// For each node of Graph: the ids of the changes that it stands for (change) or joins (interaction).
  std::vector<std::vector<unsigned>> GraphChanges;
  /// Likewise: its instructions of the new version, in order; none for entry, exit and removals.
  std::vector<std::vector<const llvm::Instruction *>> GraphInstructions;
  unsigned ChangedOutputs = 0; ///< statements that are changed and an output
  FunctionSummary Functions;
  std::vector<ChangeMap::Obstacle> Obstacles;
  bool Narrowed = false;                 ///< changes outside of the wanted paths are left out
  StopReason Stopped = StopReason::None; ///< why lines, interferences and graph are not there
};

struct ImpactOptions {
  /// Drop interaction locations that merely repeat one they depend on (Böhme 2014, section 4.4.2).
  bool ImportantInteractionsOnly = true;
  /// Report only changes in these files and directories, relative to the root; all when empty.
  std::vector<std::string> Paths;
  Budget Time;
};

FunctionSummary summariseFunctions(const ChangeMap &Map);
Impact computeImpact(const ChangeMap &Map, const ProgramAnalysis &Old, const ProgramAnalysis &New,
                     const ImpactOptions &Options = {});

} // namespace vernier
