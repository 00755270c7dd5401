#pragma once

#include "efsm/reasoning/Judge.h"

namespace vernier::efsm {

/// Everything that a selection by formulas refers to.
struct FormulaSelection {
  const Machine &Old, &New;
  const MachineDiff &Changes;
  const Suite &Tests;    ///< in the words of the old machine
  const Suite &NewTests; ///< in those of the new one
  Reasoner &Solver;
  Compatibility &OldGraph, &NewGraph;
  Judge &Rules;
  const SelectOptions &Options;
};

/// Decides these tests by the solver: the label of a node of the trie is a formula over the start values that the tests
/// leave open (Guo 2017, sections 3.4.3.2 and 3.6). A test is selected, discarded or unusable if it is for all of these
/// values, else it is undecided.
void selectByFormulas(const FormulaSelection &Task, const std::vector<unsigned> &Which, Selection &Result);

} // namespace vernier::efsm
