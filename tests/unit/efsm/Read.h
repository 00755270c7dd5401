#pragma once

#include "efsm/language/Interpret.h"
#include "efsm/language/Parse.h"

#include <string>

namespace vernier::efsm::test {

/// The machine; fails the test with all messages if there are errors.
Machine machine(const std::string &Text);
Suite tests(const Machine &For, const std::string &Text);
/// The file below examples/efsm.
Machine exampleMachine(const std::string &File);
Suite exampleTests(const Machine &For, const std::string &File);
const Test &named(const Suite &In, const std::string &Name);

/// The names of the transitions of a run, `t1 t2 | t9 t11` with a bar between steps.
std::string path(const TestRun &Run, const Machine &Of);

} // namespace vernier::efsm::test
