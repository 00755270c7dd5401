#pragma once

#include "changes/ChangeMap.h"
#include "selection/Select.h"
#include "suite/SuiteTest.h"

#include <llvm/Support/JSON.h>

#include <string>
#include <vector>

namespace vernier {

/// How a selected test ended on the new version (--run).
struct TestOutcome {
  std::string Name;
  enum class Kind { Passed, Failed, Open } What = Kind::Passed; ///< Open: it cannot be said
  double Seconds = 0;
  std::string Message, Output;
};

/// What `select` reports.
struct SelectFindings {
  std::vector<ChangedStatement> Changes;
  Selection Chosen;                ///< refers to tests that outlive this
  std::vector<SuiteTest> Runnable; ///< the selected tests of suites, in the order to run
  bool FromRecords = true;         ///< else by the call graph
  bool Minimal = false;
  unsigned Ran = 0, Reused = 0; ///< records
  std::string Store;
  std::vector<std::string> DataFiles;  ///< changed, and no code
  std::vector<std::string> Everywhere; ///< differences that no single place stands for
  std::vector<TestOutcome> Outcomes;   ///< with --run
};

/// What has to be true so that no test is left out wrongly.
std::vector<std::string> selectionAssumptions(const SelectFindings &Findings);

/// The fields of `vernier.select/1` beyond the common ones.
void addSelection(llvm::json::Object &Document, const SelectFindings &Findings);

/// For the terminal. A long list is cut after MostRows rows, and says so.
std::string selectionText(const SelectFindings &Findings, std::size_t MostRows = 40);

/// JUnit XML of the tests that were run.
std::string selectionJunit(const SelectFindings &Findings);

} // namespace vernier
