// Every model of examples/efsm is deterministic, consistent and without a warning.

#include "Subjects.h"
#include "base/TextFile.h"
#include "efsm/language/Parse.h"
#include "efsm/language/Print.h"
#include "efsm/language/WellFormed.h"
#include "efsm/reasoning/Checks.h"
#include "project/Hash.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::efsm;
using namespace vernier::efsm::test;

namespace {

std::string report(const ModelChecks &Checks, const Machine &Model) {
  std::string Text;
  for (const Overlap &Each : Checks.Overlaps)
    Text += Model.Transitions[Each.First].Name + " and " + Model.Transitions[Each.Second].Name + " overlap\n";
  for (unsigned Each : Checks.NeverEnabled)
    Text += Model.Transitions[Each].Name + " is never enabled\n";
  for (const auto *Open : {&Checks.UndecidedOverlaps, &Checks.UndecidedGuards})
    for (const std::string &Each : *Open)
      Text += Each + "\n";
  return Text;
}

} // namespace

TEST(EfsmExamples, DeterministicAndConsistent) {
  for (const Subject &Each : subjects()) {
    Machine Model = readModel(Each);
    Reasoner Solver;
    EXPECT_EQ(report(checkModel(Model, Solver), Model), "") << Each.Name;
    EXPECT_EQ(shownIn(lint(Model), Each.Name), "") << Each.Name;
    EXPECT_GE(Model.Transitions.size(), 6u) << Each.Name;
    EXPECT_LE(Model.Transitions.size(), 19u) << Each.Name;
  }
}

TEST(EfsmExamples, FilesAreInTheirUsualForm) {
  for (const Subject &Each : subjects()) {
    std::string File = VERNIER_SOURCE_DIR "/examples/efsm/" + Each.Name + "/old.efsm";
    auto Text = readTextFile(File);
    ASSERT_TRUE(Text) << File;
    EXPECT_EQ(printMachine(readModel(Each)), *Text) << File;
  }
}

TEST(EfsmExamples, TheSampleSuiteIsWhatWalkMakes) {
  Machine Model = readModel({"atm", 0, 0});
  auto Text = readTextFile(VERNIER_SOURCE_DIR "/examples/efsm/atm/tests.efsm");
  ASSERT_TRUE(Text);
  WalkOptions Options;
  Options.Count = 20;
  Options.Length = 10;
  EXPECT_EQ(printTests(walk(Model, Options), Model), *Text);
}
