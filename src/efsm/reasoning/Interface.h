#pragma once

#include "efsm/language/Model.h"
#include "efsm/language/Test.h"

#include <string>
#include <vector>

namespace vernier::efsm {

/// The tests of one machine in the words of another one (Guo 2017, section 3.5.4: a change may modify the interface).
/// Everything keeps its number: Tests.Inputs[i] is what Inputs[i] of the original suite is called here. What has a
/// problem has no meaning here, and a test that uses it is unusable.
struct TranslatedSuite {
  Suite Tests;
  /// By number; empty: none. For people: `the new machine has no input 'close'`.
  std::vector<std::string> InputProblems, StepProblems, StartProblems;

  /// The first problem of a test, and the step that has it (0: the start).
  struct Problem {
    unsigned Step = 0;
    std::string What;
  };
  std::optional<Problem> problemOf(const Test &Which) const;
};

TranslatedSuite translate(const Suite &Tests, const Machine &From, const Machine &To);

} // namespace vernier::efsm
