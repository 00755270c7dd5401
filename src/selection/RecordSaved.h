#pragma once

#include "execution/runs/RunOutcome.h"
#include "replay/SavedTest.h"
#include "selection/RecordSuite.h"

#include <string>
#include <vector>

namespace vernier {

/// A saved test with the hash of what it says.
struct SavedTestFile {
  SavedTest Test;
  std::string Hash;
};

/// Saved tests on the old version.
struct RecordedTests {
  std::vector<SelectableTest> Selectable; ///< one for each test
  unsigned Ran = 0, Reused = 0;
};

/// Finds the records of saved tests, and runs those that have none on instrumented plain builds, one process each. What
/// the old version cannot run is Added, what the new one cannot run Obsolete. New may be the same as the old version.
Result<RecordedTests> recordSaved(const RecordedCode &Code, const Program &New, const std::vector<SavedTestFile> &Tests,
                                  const std::string &Suite, RecordStore &Store, const Workspace &Space,
                                  const RunLimits &Limits, const RecordingOptions &How, bool RunMissing = true);

} // namespace vernier
