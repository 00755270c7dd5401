#pragma once

#include "base/Budget.h"
#include "selection/RecordedCode.h"
#include "selection/Select.h"
#include "suite/RunTest.h"
#include "suite/SuiteTest.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace vernier {

struct RecordingOptions {
  std::chrono::milliseconds TestTime{60000}; ///< a test that takes longer counts as not recorded
  Budget Time;
  std::function<void(const std::string &Line)> Progress; ///< one line for each test that is run; may be empty
};

/// What else than code decides what the tests of a version do, as hashes.
struct SuiteContents {
  std::string Data;       ///< files that are no code
  std::string BuildFiles; ///< what says how to build, and with that what some tests do (isDefinedByBuildFiles)
};

/// A suite of the user, on the old version.
struct RecordedSuite {
  std::vector<SuiteTest> Tests;
  std::vector<SelectableTest> Selectable; ///< one for each test
  unsigned Ran = 0, Reused = 0;
};

/// The tests of these commands.
Result<std::vector<SuiteTest>> testsOf(const SuitePlace &Place, const std::vector<std::string> &Commands);

/// The directory that the executables of a recorded build write to whatever their environment is.
std::string hitsDirectoryFor(const BuildOptions &Options, const Workspace &Space);

/// Finds the records of the tests of a version, and runs those that have none on instrumented executables. Executables
/// that are not in Code leave nothing. Nothing of a run counts during which executables were made or replaced: they
/// were not instrumented. Without a build command nothing is known of what tests read, and no record is reused.
Result<RecordedSuite> recordSuite(const VersionSpec &Spec, const BuildOptions &Options, const Workspace &Space,
                                  const std::vector<std::string> &Commands, const SuiteContents &Contents,
                                  const std::vector<RecordedCode> &Code, RecordStore &Store,
                                  const RecordingOptions &How);

} // namespace vernier
