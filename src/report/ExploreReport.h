#pragma once

#include "explore/Explore.h"
#include "replay/SavedTest.h"
#include "report/tests/TestFiles.h"

#include <llvm/Support/JSON.h>

#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// What an exploration says about the program as a whole.
enum class ExploreAnswer {
  NothingFound, ///< every input of the space was accounted for, and nothing is wrong
  Found,        ///< a crash that the plain build shows too, or something undefined
  Undecided,    ///< nothing was found, but not every input is accounted for, or outcomes could not be confirmed
};
ExploreAnswer answerOf(const ExploreResult &Result);

/// Something wrong that a test shows.
struct ExploreFinding {
  std::size_t Test = 0; ///< index of the first test that shows it
  std::string Kind;     ///< "division-by-zero", "out-of-bounds", ..., or the signal
  Location Where;       ///< empty: nobody saw where
  std::string Detail;
  bool Confirmed = true; ///< false: only the instrumented build died of it
  std::size_t Tests = 0; ///< how many show it
};
/// One for each kind and place; of signals whose place nobody saw, one for each signal.
std::vector<ExploreFinding> findingsOf(const ExploreResult &Result);

/// How the user names things, for commands that can be copied.
struct ExploreNames {
  std::string Version;                ///< as on the command line, with the flags that build it
  const TestFiles *Written = nullptr; ///< null: no --out
  bool Verbose = false;               ///< also lists every test and everything that is not covered
};

/// What was explored, whether that is everything, what is wrong with which input.
std::string exploreText(const ExploreResult &Result, const ExploreNames &Names);

/// The fields of `vernier.explore/1` beyond the common ones.
void addExplore(llvm::json::Object &Document, const ExploreResult &Result, const InputOptions &Input);

/// `test-000012`.
std::string testName(unsigned Id);

std::vector<SavedTest> savedTests(const ExploreResult &Result, const InputOptions &Input, const std::string &Version);
std::vector<ObservedTest> observedTests(const ExploreResult &Result);

/// One line while it goes on, without a line break.
std::string progressText(const ExplorationProgress &Now);

} // namespace vernier
