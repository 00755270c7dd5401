// The engine against the machine: on random programs and inputs, every recorded term evaluates to the value that the
// run saw, every condition to the side taken, and the instrumented run shows what the plain one shows.

#include "engine/EngineProgram.h"
#include "engine/Subject.h"
#include "trace/Validate.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

using namespace vernier;
using namespace vernier::test;

namespace {

std::uint64_t number(const char *Variable, std::uint64_t Default) {
  const char *Wanted = std::getenv(Variable);
  return Wanted ? std::strtoull(Wanted, nullptr, 0) : Default;
}

struct Totals {
  std::uint64_t Programs = 0, Runs = 0, Nodes = 0, Steps = 0, Decisions = 0, Undetermined = 0, Frozen = 0;
};

/// The text is left in the build directory.
std::string dump(const std::string &Text, std::uint64_t Seed) {
  std::string Path = std::string(VERNIER_BINARY_DIR) + "/engine-" + std::to_string(Seed) + ".c";
  std::ofstream(Path) << Text;
  return Path;
}

void checkRun(Subject &Of, const InputAssignment &Input, Totals &Sum, const std::string &Where) {
  TracedRun Ran = Of.run(Input);
  std::string Context = Where + " on " + text(Of, Input);
  ASSERT_TRUE(Ran.Left) << Context << ": " << Ran.Why;
  Validation V = validate(*Ran.Left, Input);
  for (const Mismatch &Wrong : V.Wrong)
    ADD_FAILURE() << Context << ": " << describe(*Ran.Left, Wrong);
  for (const std::string &Problem : Ran.Left->problems())
    ADD_FAILURE() << Context << ": " << Problem;
  Outcome Plain = Of.runPlain(Input);
  EXPECT_EQ(outcomeText(Plain), outcomeText(Ran.Shown)) << Context;
  EXPECT_TRUE(Plain == Ran.Shown) << Context << ": " << outcomeText(Plain);
  Sum.Runs += 1, Sum.Nodes += V.Nodes, Sum.Steps += V.Steps, Sum.Decisions += V.Decisions;
  Sum.Undetermined += V.Undetermined, Sum.Frozen += Ran.Left->frozen() != VernierNotFrozen;
}

void checkProgram(std::uint64_t Seed, unsigned Inputs, Totals &Sum) {
  std::string Text = engineProgram(Seed);
  InputOptions Options;
  Options.Entry = "program";
  auto Made = Subject::make(Text, Options);
  std::string Where = "seed " + std::to_string(Seed);
  ASSERT_TRUE(Made) << dump(Text, Seed) << ": " << Made.error().Message << Made.error().Output;
  Random Generator(Seed);
  for (unsigned I = 0; I < Inputs; ++I)
    checkRun(**Made, (*Made)->randomInput(Generator), Sum, Where);
  Sum.Programs += 1;
  if (testing::Test::HasFailure())
    dump(Text, Seed);
}

} // namespace

TEST(EngineAgainstMachine, RandomPrograms) {
  std::uint64_t First = number("VERNIER_ENGINE_FIRST", 0), Count = number("VERNIER_ENGINE_PROGRAMS", 40);
  Totals Sum;
  for (std::uint64_t Seed = First; Seed < First + Count && !HasFatalFailure(); ++Seed) {
    checkProgram(Seed, 5, Sum);
    if (HasFailure() && !std::getenv("VERNIER_ENGINE_GO_ON"))
      break;
  }
  RecordProperty("runs", static_cast<int>(Sum.Runs));
  std::printf("%lu programs, %lu runs, %lu terms, %lu steps, %lu conditions, %lu undetermined, %lu frozen\n",
              Sum.Programs, Sum.Runs, Sum.Nodes, Sum.Steps, Sum.Decisions, Sum.Undetermined, Sum.Frozen);
  EXPECT_GT(Sum.Nodes, 10 * Sum.Runs);
}
