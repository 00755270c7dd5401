#pragma once

#include "efsm/language/Diff.h"
#include "efsm/language/Interpret.h"
#include "efsm/reasoning/Reasoner.h"

namespace vernier::efsm {

/// What another approach selects, and what that took.
struct BaselineResult {
  std::vector<bool> Selected; ///< by test
  unsigned Undecided = 0;     ///< tests that it gave up on (they are selected)
  std::size_t Queries = 0;
  std::size_t Steps = 0; ///< of a machine that were applied
  double Seconds = 0;
};

struct BaselineOptions {
  RunOptions Run;
  unsigned MaxInternal = 300;    ///< SYM: internal transitions in a row
  unsigned MaxSequences = 20000; ///< DEP: transition sequences of one test; there are exponentially many
};

/// Every test is run on both machines, and those that execute a changed transition are selected: the truth, at the cost
/// of running everything.
BaselineResult runEverything(const Machine &Old, const Machine &New, const MachineDiff &Changes, const Suite &Tests,
                             const BaselineOptions &Options = {});

/// SYM (Guo 2017, section 3.7.1): symbolic execution of every test by itself. In each step every transition of the
/// machine is considered, its post-image formulated and its satisfiability checked by the solver, until a changed
/// transition is executed or there is no progress.
BaselineResult executeSymbolically(const Machine &Old, const Machine &New, const MachineDiff &Changes,
                                   const Suite &Tests, Reasoner &Solver, const BaselineOptions &Options = {});

/// DEP (Guo 2017, section 3.7.1, after Korel et al.): tests are sequences of transitions whose input values are
/// ignored. Those with a changed transition are candidates; of candidates with the same pattern of dependences around
/// the change only the first one is kept. Neither safe nor precise.
BaselineResult selectByDependence(const Machine &Old, const Machine &New, const MachineDiff &Changes,
                                  const Suite &Tests, const BaselineOptions &Options = {});

} // namespace vernier::efsm
