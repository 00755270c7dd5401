// What the change files of examples/scanner, examples/scheduler and examples/statistics claim, tried on the compiled
// programs: their witnesses. That the equal ones are equal is checked by bench/programs-truth.

#include "SeededChanges.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>

using namespace vernier;
using namespace vernier::test;

namespace {

struct ProgramExample {
  const char *Name;
  std::size_t Longest; ///< bytes of standard input, of the README
};

struct Shown {
  int Status = 0;
  std::string Printed;
  bool operator==(const Shown &) const = default;
};

void PrintTo(const Shown &Outcome, std::ostream *Stream) {
  *Stream << Outcome.Status << ' ' << testing::PrintToString(Outcome.Printed);
}

/// Runs the program of a version once, with streams of its own.
Shown shownBy(const std::string &Text, std::string Input) {
  Machine Code(Text);
  auto *Main = Code.find<int()>("main");
  char *Printed = nullptr;
  std::size_t Size = 0;
  FILE *RealInput = stdin, *RealOutput = stdout;
  std::fflush(stdout);
  stdin = fmemopen(Input.data(), Input.size(), "r");
  stdout = open_memstream(&Printed, &Size);
  Shown Outcome;
  Outcome.Status = Main();
  std::fclose(stdin);
  std::fclose(stdout);
  stdin = RealInput;
  stdout = RealOutput;
  Outcome.Printed.assign(Printed, Size);
  std::free(Printed);
  return Outcome;
}

class ProgramsExample : public testing::TestWithParam<ProgramExample> {
protected:
  SeededExample Example{std::string(VERNIER_SOURCE_DIR "/examples/") + GetParam().Name,
                        std::string(GetParam().Name) + ".c"};
};

Shown outcome(std::istream &Fields) {
  Shown Outcome;
  EXPECT_TRUE(Fields >> Outcome.Status);
  Outcome.Printed = quoted(Fields);
  return Outcome;
}

} // namespace

TEST_P(ProgramsExample, TwentyChangesOfBothKinds) {
  auto All = seededChanges(Example);
  EXPECT_EQ(All.size(), 20u);
  EXPECT_EQ(llvm::count_if(All, [](const SeededChange &C) { return C.isEqual(); }), 4);
}

TEST_P(ProgramsExample, WitnessesWithinTheBoundsShowTheirDifferences) {
  for (const SeededChange &C : seededChanges(Example)) {
    if (C.isEqual())
      continue;
    std::istringstream Witness(C.Fields.at("witness")), Outcomes(C.Fields.at("outcomes"));
    std::string Input = quoted(Witness);
    EXPECT_LE(Input.size(), GetParam().Longest) << C.Name;
    Shown Old = outcome(Outcomes), New = outcome(Outcomes);
    EXPECT_NE(Old, New) << C.Name;
    EXPECT_EQ(shownBy(Example.text(), Input), Old) << C.Name;
    EXPECT_EQ(shownBy(applied(Example, C), Input), New) << C.Name;
  }
}

TEST_P(ProgramsExample, TheScriptMakesTheSameChange) {
  for (const SeededChange &C : seededChanges(Example))
    expectThatTheScriptAgrees(Example, C);
}

INSTANTIATE_TEST_SUITE_P(All, ProgramsExample,
                         testing::Values(ProgramExample{"scanner", 6}, ProgramExample{"scheduler", 10},
                                         ProgramExample{"statistics", 8}),
                         [](const auto &Info) { return std::string(Info.param.Name); });
