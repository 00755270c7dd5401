#pragma once

#include "base/Random.h"
#include "execution/builds/InstrumentedBuild.h"
#include "execution/builds/PlainBuild.h"
#include "input/LeafTerms.h"
#include "trace/Trace.h"

#include <optional>
#include <string>

namespace vernier::test {

/// A traced run, read.
struct TracedRun {
  Outcome Shown;
  LeftMemory Memory;
  std::optional<Trace> Left; ///< nothing: the trace could not be read
  std::string Why;           ///< ...because of this
};

/// A program with a server for its instrumented executable.
class Subject {
public:
  static Result<std::unique_ptr<Subject>> make(const std::string &Text, const InputOptions &Options,
                                               const std::string &File = "test.c");

  /// The same whole program with other fixed arguments: nothing is built.
  Status restart(const InputOptions &Options);
  /// Runs and reads the trace; its terms live in the subject's store.
  TracedRun run(const InputAssignment &Input);
  Outcome runPlain(const InputAssignment &Input) const { return Plain->run(Input); }
  /// Values that programs ask about: borders, small numbers, letters and digits.
  InputAssignment randomInput(Random &Generator) const;
  llvm::APInt randomValue(unsigned Leaf, Random &Generator) const;

  Program Version;
  InputSpace Space;
  TermStore Store;
  std::vector<Term> Leaves;
  std::optional<InstrumentedBuild> Build;
  std::optional<PlainBuild> Plain;
  std::unique_ptr<ForkServer> Server;

private:
  explicit Subject(Program Version) : Version(std::move(Version)) {}
};

/// The input for people.
std::string text(const Subject &Of, const InputAssignment &Input);

} // namespace vernier::test
