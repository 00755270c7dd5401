#pragma once

#include "base/Result.h"
#include "bitcode/Program.h"
#include "input/InputSpace.h"
#include "replay/SavedTest.h"
#include "report/tests/GeneratedTests.h"

#include <string>
#include <vector>

namespace vernier {

/// What was written to a directory, for the report.
struct TestFiles {
  std::string Directory;
  unsigned Saved = 0; ///< `test-000001.json`, ...
  unsigned Raw = 0;   ///< below `afl/`
  /// The name of the generated file: `run-tests.sh`, or TestStyle::GoogleTestFile. `vernier-tests.cmake` is beside it.
  std::string Generated;
  unsigned Expressed = 0;
  std::vector<std::string> LeftOut;
};

/// Writes saved tests, raw inputs and generated tests below a directory. Those of an earlier exploration go first:
/// files in it that have names like ours.
Result<TestFiles> writeTestFiles(const std::string &Directory, const Program &Version, const InputSpace &Space,
                                 const std::vector<SavedTest> &Saved, const std::vector<ObservedTest> &Observed,
                                 const TestStyle &Style = {});

} // namespace vernier
