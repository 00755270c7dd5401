#pragma once

#include "efsm/language/Diff.h"
#include "efsm/language/Test.h"
#include "efsm/reasoning/Search.h"

namespace vernier::efsm {

/// A test for one change: inputs that execute the changed transition and then come to an initial state, with the
/// outputs that the machine gives.
struct GeneratedTest {
  unsigned Change = 0; ///< in MachineDiff::Changes
  SearchEnd End = SearchEnd::Unknown;
  bool OfAnyLength = false; ///< None: see SearchResult
  std::string Why;          ///< None and Unknown
  bool OnNew = true;        ///< executes the added transition on the new machine; else the deleted one on the old one
  Suite Tests;              ///< Found: one test, of that machine
};

struct GenerateOptions {
  SearchOptions Search{12, 24, 3000, 10};
};

/// A test for each of these changes: of an added or replaced transition on the new machine, else on the old one.
std::vector<GeneratedTest> generate(const Machine &Old, const Machine &New, const MachineDiff &Changes,
                                    const std::vector<unsigned> &Which, Reasoner &Solver, CompatibilityStore &Store,
                                    const GenerateOptions &Options = {});

/// The changes that no test of the suite exercises, by applying every test to both machines.
std::vector<unsigned> unexercised(const Machine &Old, const Machine &New, const MachineDiff &Changes,
                                  const Suite &Tests);

} // namespace vernier::efsm
