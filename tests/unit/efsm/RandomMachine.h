#pragma once

#include "base/Random.h"
#include "efsm/language/Model.h"
#include "efsm/language/Test.h"

#include <string>
#include <vector>

namespace vernier::efsm::test {

/// A transition as text, in parts that can be changed one by one.
struct RandomTransition {
  std::string Name, Input, Guard, From, To, Actions, Outputs;
  std::string text() const;
};

/// Machines over all types, with internal transitions and faults. Guards of one state and one input exclude each other,
/// so that most machines are deterministic; edits need not keep that.
struct RandomMachine {
  std::vector<RandomTransition> Transitions;
  unsigned States = 3;
  bool AllInitial = false; ///< every state is initial, so that tests complete wherever they end
  std::string text() const;
};

RandomMachine randomMachine(Random &Source);
/// One to three changes: deletions, additions, replacements (guard, actions, target, outputs).
RandomMachine randomEdit(RandomMachine Old, Random &Source);

/// Tests with shared beginnings. Outputs are what the machine gives, or variables, or something else. Some variables
/// have no value in a test if Unknown is true.
std::string randomTests(const Machine &Of, Random &Source, unsigned Count, bool Unknown);

/// A value for each variable without one.
std::string startValues(Random &Source);

} // namespace vernier::efsm::test
