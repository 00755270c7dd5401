#pragma once

#include "suite/SuitePlace.h"

#include <string>
#include <string_view>
#include <vector>

namespace vernier {

/// How a command of the user falls into tests.
enum class SuiteKind {
  Command,    ///< it is one test
  CTest,      ///< `ctest ...` lists them, and runs each by its name
  GoogleTest, ///< an executable that knows --gtest_list_tests and --gtest_filter
  Automake,   ///< `make check` with automake's TESTS
};

/// `command`, `ctest`, `googletest`, `automake`.
std::string_view toString(SuiteKind Kind);

/// One test that can be run alone.
struct SuiteTest {
  SuiteKind Kind = SuiteKind::Command;
  std::string Name;
  std::string Suite;   ///< the command of the user that it is part of
  std::string Command; ///< for a shell in the directory of the suite
  /// What the suite says about it besides its name, if that can be told (CTest: its command and properties).
  std::string Definition = {};
};

/// The files that say how to build say what the test does, too: recipes of a Makefile.
inline bool isDefinedByBuildFiles(SuiteKind Kind) {
  return Kind == SuiteKind::Command || Kind == SuiteKind::Automake;
}

/// The tests that a command stands for, in the order of the suite. Each is there once.
Result<std::vector<SuiteTest>> listTests(const SuitePlace &Place, const std::string &Command);

/// What runs all of these tests at once, as far as the kind of suite has a way to say it: `ctest -R '^(a|b)$'`,
/// `./unit --gtest_filter=A.b:A.c`, `make check TESTS='a b'`; one command for each suite.
std::vector<std::string> commandsFor(const std::vector<SuiteTest> &Tests);

// How lists of tests are read.
std::vector<std::string> readGoogleTestList(llvm::StringRef Text);
Result<std::vector<SuiteTest>> readCTestList(llvm::StringRef Json); ///< names and definitions

} // namespace vernier
