#pragma once

#include "suite/SuitePlace.h"
#include "suite/SuiteTest.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// How a command of a suite ended.
struct SuiteRun {
  int Exit = 0;   ///< meaningless if a signal ended it
  int Signal = 0; ///< 0: it ended by itself
  bool TimedOut = false;
  double Seconds = 0;
  std::string Output, Errors;

  bool passed() const { return !TimedOut && Signal == 0 && Exit == 0; }
  /// "exit status 2", "signal 11 (Segmentation fault)", "no end within its time".
  std::string describe() const;
};

using EnvironmentVariables = std::vector<std::pair<std::string, std::string>>;

/// Runs a command in the directory of the suite, with the environment of this process and what Added says. When its
/// time is up, it is killed with all that it has started in its process group.
Result<SuiteRun> runInPlace(const SuitePlace &Place, const std::string &Command, std::chrono::milliseconds Time,
                            const EnvironmentVariables &Added = {});

/// One test. An error means that it could not be started; that it fails is part of the run.
Result<SuiteRun> runSuiteTest(const SuitePlace &Place, const SuiteTest &Test, std::chrono::milliseconds Time,
                              const EnvironmentVariables &Added = {});

} // namespace vernier
