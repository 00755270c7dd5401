// Generated suites: every test passes on its machine, all transitions occur, the same seed gives the same tests.

#include "Subjects.h"
#include "efsm/language/Interpret.h"
#include "efsm/language/Parse.h"
#include "efsm/language/Print.h"
#include "efsm/reasoning/Trie.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

using namespace vernier;
using namespace vernier::efsm;
using namespace vernier::efsm::test;

namespace {

Suite small(const Subject &Of, const Machine &Model) {
  return walk(Model, walkOptions(Of, Model, 80, 12));
}

} // namespace

TEST(EfsmWalks, PassAndExecuteEverything) {
  for (const Subject &Each : subjects()) {
    Machine Model = readModel(Each);
    Suite Tests = small(Each, Model);
    EXPECT_EQ(Tests.Tests.size(), 80u) << Each.Name;
    std::set<unsigned> Executed;
    for (const efsm::Test &One : Tests.Tests) {
      TestRun Run = applyTest(Model, Tests, One);
      ASSERT_TRUE(Run.passed()) << Each.Name << " " << One.Name << ": " << describe(Run, Tests, One, Model);
      for (const StepOutcome &Step : Run.Outcomes)
        for (const Fired &Transition : Step.Transitions)
          Executed.insert(Transition.Transition);
    }
    for (unsigned I = 0; I < Model.Transitions.size(); ++I)
      EXPECT_TRUE(Executed.count(I)) << Each.Name << " " << Model.Transitions[I].Name;
  }
}

TEST(EfsmWalks, SameSeedSameTestsAndTheyCanBeReadBack) {
  for (const Subject &Each : subjects()) {
    Machine Model = readModel(Each);
    Suite Tests = small(Each, Model);
    std::string Text = printTests(Tests, Model);
    EXPECT_EQ(Text, printTests(small(Each, Model), Model)) << Each.Name;
    Diagnostics Problems("walks.efsm", Text);
    auto Read = parseTests(Model, Problems);
    ASSERT_TRUE(Read) << Problems.render();
    EXPECT_EQ(Text, printTests(*Read, Model)) << Each.Name;
    EXPECT_EQ(Read->Inputs.size(), Tests.Inputs.size()) << Each.Name;
    EXPECT_EQ(Read->Starts.size(), Tests.Starts.size()) << Each.Name;
  }
}

TEST(EfsmWalks, DifferentTestsShareBeginnings) {
  Machine Model = readModel({"atm", 0, 0});
  WalkOptions Options;
  Suite Shared = walk(Model, Options);
  Options.Shared = 0;
  Suite Alone = walk(Model, Options);
  auto Share = [](const Suite &Of) {
    std::vector<unsigned> All(Of.Tests.size());
    std::iota(All.begin(), All.end(), 0u);
    Trie Tree(Of, All);
    return double(Tree.nodes().size()) / double(Tree.steps());
  };
  EXPECT_LT(Share(Shared), Share(Alone) * 0.9);
  std::set<std::string> Texts;
  for (efsm::Test Each : Shared.Tests) {
    Each.Name = "same";
    EXPECT_TRUE(Texts.insert(printTest(Shared, Each, Model)).second);
  }
}

TEST(EfsmWalks, OpenVariablesGetValues) {
  Machine Model = readModel({"bank", 0, 0});
  Suite Tests = walk(Model, {});
  EXPECT_FALSE(Tests.Tests.empty());
  for (const efsm::Test &Each : Tests.Tests)
    EXPECT_TRUE(applyTest(Model, Tests, Each).passed());
}

TEST(EfsmWalks, NoTestWhereNoneCanComplete) {
  Diagnostics Problems("m.efsm", "machine m\ninput go()\nstate a, b\ninitial a\nt: go() a -> b\n");
  auto Model = parseMachine(Problems);
  ASSERT_TRUE(Model);
  EXPECT_TRUE(walk(*Model, {}).Tests.empty());
}
