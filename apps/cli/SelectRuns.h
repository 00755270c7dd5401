#pragma once

#include "execution/runs/RunOutcome.h"
#include "replay/SavedTest.h"
#include "report/SelectReport.h"
#include "suite/RunTest.h"

#include <chrono>
#include <vector>

namespace vernier::cli {

/// Where and how `select --run` runs the tests that it has selected.
struct SelectedRuns {
  const VersionSpec &New;
  BuildOptions Options;
  const Workspace &Place;
  std::chrono::milliseconds TestTime;
  RunLimits Limits;
  Observation Observed;
  bool Quiet = false; ///< no progress
};

/// Tests of suites, on the new version as its build made it.
Result<std::vector<TestOutcome>> runSelectedCommands(const SelectedRuns &Runs, const std::vector<SuiteTest> &Tests);
/// Saved tests, on a plain build: they pass if they show what they did when they were saved.
Result<std::vector<TestOutcome>> runSelectedTests(const SelectedRuns &Runs, const Program &New,
                                                  const std::vector<const SavedTest *> &Tests);

} // namespace vernier::cli
