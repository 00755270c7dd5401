#pragma once

#include "bitcode/Program.h"
#include "input/InputSpace.h"
#include "verdict/Outcome.h"

#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// An input with what a plain build showed on it: what a generated test asks for.
struct ObservedTest {
  std::string Name; ///< `test-000001`
  InputAssignment Input;
  Outcome Shown;
  bool Deterministic = true; ///< the build showed the same twice
  /// Of a test of two versions that differ: what the new one showed. Shown is of the old one then.
  std::optional<Outcome> ShownNew = std::nullopt;
  std::string About = {}; ///< one line for people: what it stands for
};

/// What generated tests say about themselves.
struct TestStyle {
  std::string Suite = "Explored";
  std::string About = "one for each path that it found";
  bool Pair = false; ///< tests may expect what the old or what the new version shows
  std::string GoogleTestFile = "explored_test.cpp";
};

/// A file of tests in another language.
struct GeneratedTests {
  std::string Text;
  unsigned Written = 0;
  std::vector<std::string> Names; ///< of those that are written, as the file calls them
  /// Tests that cannot be expressed: "NAME: why". They stand in a comment of the text too.
  std::vector<std::string> LeftOut;
};

/// A shell script, `run-tests.sh PROGRAM`, that runs any build of a whole program on the inputs and compares standard
/// output and exit status (a signal is 128 plus its number). It prints TAP and exits with 1 if a test fails.
///
/// A run has an empty directory of its own with the files of the input, the environment of Vernier's runs, and is
/// called `program`. Bytes are written as octal escapes of printf, so that every byte survives. Of a pair: the old
/// outcome is expected, with `run-tests.sh --new PROGRAM` the new one. `--only NAME` runs one of them.
GeneratedTests shellTests(const InputSpace &Space, const std::vector<ObservedTest> &Tests, const TestStyle &Style = {});

/// A command for a shell that runs a whole program on the input.
std::string shellCommand(const InputSpace &Space, const InputAssignment &Input);

/// A GoogleTest file for a function. It declares the function by its symbol, with the types of the source where they
/// are numbers and pointers to numbers; other memory is given as bytes. Of a pair: the old outcome is expected, with
/// VERNIER_EXPECT=new in the environment the new one; both versions must have the same signature, Version is the new
/// one.
GeneratedTests googleTests(const Program &Version, const InputSpace &Space, const std::vector<ObservedTest> &Tests,
                           const TestStyle &Style = {});

/// The name of a test of a pair, behind its number: what it shows of which change, in which function, and where that is
/// seen. `exposes change 2`, `parse.part.0`, outcomes with other exit codes:
/// `exposes-change-2-in-parse.part.0-by-exit`.
std::string tellingName(const std::string &Shows, const std::string &Function, const Outcome &Old, const Outcome &New);

/// A file for CMake with `vernier_add_tests(TARGET [NEW])`: each generated test is one of CTest. Of programs it calls
/// `run-tests.sh`; of functions it builds the GoogleTest file with the target.
std::string ctestFile(const InputSpace &Space, const GeneratedTests &Tests, const TestStyle &Style = {});

/// A name and the bytes of a file for fuzzers of the AFL kind.
struct RawInput {
  std::string Path; ///< `stdin/test-000001`
  std::string Bytes;
};
/// What fuzzers start from: `stdin/` (its bytes), `argv/` (arguments as AFL++'s argv-fuzz-inl.h reads them: the name of
/// the program and all arguments, each with a final zero byte, one more behind the last; an empty one is the byte 2),
/// `file-NAME/` (the contents). Only what is symbolic is there; nothing for functions.
std::vector<RawInput> rawInputs(const InputSpace &Space, const std::vector<ObservedTest> &Tests);

/// Why no test in another process can check this outcome; empty: it can.
std::string whyNotExpressible(const ObservedTest &Test);

} // namespace vernier
