#pragma once

#include "efsm/language/Diff.h"
#include "efsm/language/Interpret.h"
#include "efsm/reasoning/Compatibility.h"
#include "efsm/reasoning/Decision.h"
#include "efsm/reasoning/Reasoner.h"
#include "efsm/reasoning/Search.h"

namespace vernier::efsm {

struct SelectOptions {
  RunOptions Run;
  /// Every formula goes to the solver, also those without unknowns, which evaluation decides otherwise. The decisions
  /// are the same; it shows what the graph and the trie save by themselves.
  bool SolverAlways = false;
  /// Internal transitions in a row that are followed by formulas; and ways that the inputs of a test may take there.
  unsigned SymbolicInternal = 64;
  unsigned MaxWays = 32;
  /// Of the symbolic completion behind a change.
  SearchOptions Completion;
};

struct SelectStatistics {
  std::size_t Tests = 0;
  std::size_t TestSteps = 0;       ///< of all tests together
  std::size_t TrieNodes = 0;       ///< inputs that are left when tests share their beginnings
  std::size_t NodesPruned = 0;     ///< of these, decided together with what comes before them
  std::size_t Evaluated = 0;       ///< steps of one machine that evaluation decided
  std::size_t Symbolic = 0;        ///< steps that the solver decided
  std::size_t Completions = 0;     ///< searches for a completion
  std::size_t Compatibilities = 0; ///< pairs of transitions whose compatibility was computed
};

struct Selection {
  std::vector<Decision> Decisions; ///< one for each test, in their order
  SelectStatistics Statistics;

  std::size_t count(DecisionKind Kind) const;
};

/// Decides which tests exercise a change (Guo 2017, section 3.5: an added or replacing transition is executed on the
/// new machine, or a deleted or replaced one on the old machine) and which of them are usable, for a whole suite at
/// once (Guo 2017, section 3.6). Tests must be those of the old machine.
Selection select(const Machine &Old, const Machine &New, const MachineDiff &Changes, const Suite &Tests,
                 Reasoner &Solver, CompatibilityStore &Store, const SelectOptions &Options = {});

} // namespace vernier::efsm
