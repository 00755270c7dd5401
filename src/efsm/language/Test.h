#pragma once

#include "efsm/language/Model.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vernier::efsm {

/// An input of a test: only constants.
struct TestInput {
  unsigned Message = 0; ///< in Machine::Inputs
  std::vector<Value> Arguments;

  bool operator==(const TestInput &) const = default;
};

/// The outputs that a step must give, in order. An argument may mention variables: they have the values of the moment
/// right after the actions of the transition that sends the output (not after internal transitions that follow it).
using Expectation = std::vector<OutputCall>;

/// One step: an input and what is expected of it. Steps are kept once per suite, however many tests have them.
struct TestStep {
  unsigned Input = 0; ///< in Suite::Inputs
  Expectation Expected;
};

/// Where tests start. Only what the test says; initialConfiguration (Interpret.h) adds the initial values of the
/// machine.
struct TestStart {
  unsigned State = 0;                             ///< in Machine::States
  std::vector<std::pair<unsigned, Value>> Values; ///< by variable, in ascending order
  /// Of internal transitions before the first input.
  Expectation Expected;
};

struct Test {
  std::string Name;
  unsigned Start = 0;          ///< in Suite::Starts
  std::vector<unsigned> Steps; ///< in Suite::Steps
  unsigned Line = 0;
};

/// The tests of a file. All numbers of states, variables and messages are those of the machine it was read for. Equal
/// inputs, equal steps and equal starts have equal numbers.
struct Suite {
  std::string File;
  std::vector<TestInput> Inputs;
  std::vector<TestStep> Steps;
  std::vector<TestStart> Starts;
  std::vector<Test> Tests;
};

} // namespace vernier::efsm
