// What the solver says of machines: checks, kept compatibility, completions, generated tests; and that formulas mean
// what evaluation means.

#include "RandomMachine.h"
#include "Read.h"
#include "efsm/language/Print.h"
#include "efsm/reasoning/Checks.h"
#include "efsm/reasoning/Generate.h"
#include "efsm/reasoning/Smt.h"

#include <gtest/gtest.h>
#include <llvm/Support/FileSystem.h>

using namespace vernier;
using namespace vernier::efsm;
using namespace vernier::efsm::test;

namespace {

const std::string Header = "machine m\nvar x: int\nvar l: 0..10\nvar q: queue of int\ninput go(v: int)\ninput stop()\n"
                           "output say(n: int)\nstate s0, s1\ninitial s0\n";

} // namespace

TEST(EfsmChecks, TheBankIsDeterministicAndConsistent) {
  for (const char *File : {"bank/old.efsm", "bank/new.efsm"}) {
    Reasoner Solver;
    ModelChecks Found = checkModel(exampleMachine(File), Solver);
    EXPECT_TRUE(Found.deterministic());
    EXPECT_TRUE(Found.NeverEnabled.empty());
  }
}

TEST(EfsmChecks, OverlapsComeWithAState) {
  Machine Of = machine(Header + "a: go(v) [v > x] s0 -> s1\nb: go(v) [v < l] s0 -> s0\nc: go(v) [v == 3] s1 -> s1\n"
                                "d: [x > 2] s1 -> s0\ne: [x < 4 and l == 9] s1 -> s1\nf: stop() [l > 10] s0 -> s0\n");
  Reasoner Solver;
  ModelChecks Found = checkModel(Of, Solver);
  ASSERT_EQ(Found.Overlaps.size(), 2u);
  EXPECT_EQ(Of.Transitions[Found.Overlaps[0].Second].Name, "b");
  // The state is one in which the interpreter finds two, too.
  for (const Overlap &Each : Found.Overlaps) {
    Configuration At = Each.At;
    EXPECT_EQ((Each.Input ? step(Of, At, *Each.Input) : settle(Of, At)).End, StepEnd::Nondeterministic);
  }
  ASSERT_EQ(Found.NeverEnabled.size(), 1u);
  EXPECT_EQ(Of.Transitions[Found.NeverEnabled[0]].Name, "f") << "the level is 10 at most";
}

TEST(EfsmChecks, ExternalTransitionsOverlapOnlyWhereNoInternalOneIsEnabled) {
  Machine Of = machine(Header + "a: go(v) [x > 5] s0 -> s1\nb: go(v) [x > 7] s0 -> s0\ni: [x > 6] s0 -> s1 / x := 0\n");
  Reasoner Solver;
  EXPECT_TRUE(checkModel(Of, Solver).deterministic());
}

TEST(EfsmCompatibility, IsKeptInAFileAndUpdatedLocally) {
  Machine Old = exampleMachine("bank/old.efsm"), New = exampleMachine("bank/new.efsm");
  llvm::SmallString<128> Directory;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("efsm", Directory));
  std::string File = (Directory + "/pairs").str();
  unsigned All = 0;
  {
    Reasoner Solver;
    auto Store = CompatibilityStore::load(File);
    ASSERT_TRUE(Store);
    Compatibility Pairs(Old, Solver, *Store);
    Pairs.compute();
    All = Pairs.computed();
    EXPECT_GT(All, 20u);
    ASSERT_TRUE(Store->save(File));
  }
  Reasoner Solver;
  auto Store = CompatibilityStore::load(File);
  ASSERT_TRUE(Store);
  Compatibility Same(Old, Solver, *Store), Changed(New, Solver, *Store);
  Same.compute();
  EXPECT_EQ(Same.computed(), 0u);
  EXPECT_EQ(Solver.statistics().Queries, 0u);
  // t12' is in s2 only: after t5 and itself, before t6, t7 and itself.
  Changed.compute();
  EXPECT_EQ(Changed.computed(), 4u);
  // What is kept is what is computed.
  CompatibilityStore Empty;
  Compatibility Fresh(New, Solver, Empty);
  for (unsigned I = 0; I < New.Transitions.size(); ++I)
    for (unsigned J = 0; J < New.Transitions.size(); ++J)
      EXPECT_EQ(Changed.get(I, J), Fresh.get(I, J)) << I << " " << J;
  llvm::sys::fs::remove_directories(Directory);
}

TEST(EfsmCompatibility, ADamagedFileIsAnError) {
  llvm::SmallString<128> File;
  int Descriptor = 0;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("efsm", "pairs", Descriptor, File));
  llvm::raw_fd_ostream(Descriptor, true) << "something else\n";
  auto Store = CompatibilityStore::load(File.str().str());
  ASSERT_FALSE(Store);
  EXPECT_NE(Store.error().Message.find("remove it"), std::string::npos);
  llvm::sys::fs::remove(File);
}

TEST(EfsmSearch, SaysWhenThereIsNoRun) {
  Machine Of = machine(Header + "a: go(v) [v > 3] s0 -> s1 / x := v\nb: stop() [x > 5] s1 -> s0\n");
  Reasoner Solver;
  SearchGoal Goal{{1, {Value::integer(5), Value::integer(0), Value::queue({})}}, false, {}};
  SearchResult None = search(Of, Goal, Solver, nullptr);
  EXPECT_EQ(None.End, SearchEnd::None);
  EXPECT_FALSE(None.OfAnyLength);
  Goal.From.Variables[0] = Value::integer(6);
  SearchResult Found = search(Of, Goal, Solver, nullptr);
  EXPECT_EQ(Found.End, SearchEnd::Found);
  EXPECT_EQ(Found.Inputs.size(), 1u);
  Machine NoWay = machine(Header + "a: go(v) s0 -> s1\nc: go(v) s1 -> s1\n");
  SearchResult Never = search(NoWay, Goal, Solver, nullptr);
  EXPECT_EQ(Never.End, SearchEnd::None);
  EXPECT_TRUE(Never.OfAnyLength);
}

TEST(EfsmGenerate, TestsForTheChangeOfTheBank) {
  Machine Old = exampleMachine("bank/old.efsm"), New = exampleMachine("bank/new.efsm");
  MachineDiff Changes = diff(Old, New);
  Suite Tests = exampleTests(Old, "bank/tests.efsm");
  EXPECT_TRUE(unexercised(Old, New, Changes, Tests).empty());
  Tests.Tests.resize(1); // lambda1 does not exercise it
  ASSERT_EQ(unexercised(Old, New, Changes, Tests), std::vector<unsigned>{0});
  Reasoner Solver;
  CompatibilityStore Store;
  auto Made = generate(Old, New, Changes, {0}, Solver, Store);
  ASSERT_EQ(Made.size(), 1u);
  ASSERT_EQ(Made[0].End, SearchEnd::Found) << Made[0].Why;
  EXPECT_TRUE(Made[0].OnNew);
  // Printed and read back, it passes on the new machine and executes the new transition.
  Suite Read = tests(New, printTests(Made[0].Tests, New));
  TestRun Run = applyTest(New, Read, Read.Tests[0]);
  EXPECT_TRUE(Run.passed()) << describe(Run, Read, Read.Tests[0], New);
  EXPECT_NE(path(Run, New).find("t12'"), std::string::npos) << path(Run, New);
}

TEST(EfsmGenerate, ATestForADeletionRunsOnTheOldMachine) {
  Machine Old = machine(Header + "a: go(v) [v > 3] s0 -> s1 / x := v / say(v)\nb: stop() [x > 40] s1 -> s0 / say(x)\n"
                                 "c: stop() [x <= 40] s1 -> s0\n");
  Machine New = machine(Header + "a: go(v) [v > 3] s0 -> s1 / x := v / say(v)\nc: stop() [x <= 40] s1 -> s0\n");
  Reasoner Solver;
  CompatibilityStore Store;
  auto Made = generate(Old, New, diff(Old, New), {0}, Solver, Store);
  ASSERT_EQ(Made.at(0).End, SearchEnd::Found);
  EXPECT_FALSE(Made[0].OnNew);
  TestRun Run = applyTest(Old, Made[0].Tests, Made[0].Tests.Tests[0]);
  EXPECT_TRUE(Run.passed());
  EXPECT_EQ(path(Run, Old), "|a|b");
}

// Guards, actions and outputs of random machines: the terms have the values that evaluation gives.
TEST(EfsmSmt, FormulasMeanWhatEvaluationMeans) {
  unsigned Checked = 0, Faults = 0;
  for (std::uint64_t Seed = 1; Seed <= 25 && !HasFailure(); ++Seed) {
    Random Source(Seed);
    std::string Text = randomMachine(Source).text();
    Machine Of = machine(Text);
    Reasoner Solver;
    for (unsigned T = 0; T < Of.Transitions.size(); ++T) {
      const Transition &Each = Of.Transitions[T];
      Configuration At = initialConfiguration(Of, {Each.From, {}, {}});
      At.Variables[0] = Value::integer(Source.between(-3, 9));
      At.Variables[1] = Value::integer(Source.chance(50) ? 0 : Source.between(0, 7));
      if (Source.chance(50))
        At.Variables[*Of.findVariable("q")] = Value::queue({});
      TestInput Input{Each.Input.value_or(0), {}};
      if (Each.Input)
        for (std::size_t P = 0; P < Of.Inputs[*Each.Input].Parameters.size(); ++P)
          Input.Arguments.push_back(Value::integer(Source.between(-3, 5)));
      SmtText Script;
      SmtVariables Variables = constantVariables(Script, Of, At.Variables);
      auto Arguments = Each.Input ? constantArguments(Script, Of, Input) : std::vector<SmtTerms>();
      std::string Context = "seed " + std::to_string(Seed) + " " + toString(Each, Of);
      SmtGuard Guard = encodeGuard(Script, *Each.Guard, Variables, Arguments);
      Fault Why;
      auto Holds = evaluate(*Each.Guard, At.Variables, Input.Arguments, Why);
      EXPECT_EQ(Solver.check(Script.with(Guard.Faults)).What, Holds ? Satisfiable::No : Satisfiable::Yes) << Context;
      EXPECT_EQ(Solver.check(Script.with(Guard.Holds)).What,
                Holds && Holds->asBool() ? Satisfiable::Yes : Satisfiable::No)
          << Context;
      Faults += !Holds;
      // The actions, one after the other, whether the guard holds or not.
      SmtAction Action = encodeActions(Script, Of, Each, Variables, Arguments);
      bool Good = true;
      for (const efsm::Assignment &One : Each.Actions) {
        auto Result = evaluate(*One.Value, At.Variables, Input.Arguments, Why);
        Good = Good && Result;
        if (Good)
          At.Variables[One.Variable] = *Result;
      }
      std::vector<std::string> Wrong = {smtNot(Action.Defined)};
      if (Good)
        for (const OutputCall &Call : Each.Outputs)
          for (std::size_t A = 0; A < Call.Arguments.size(); ++A) {
            auto Sent = evaluate(*Call.Arguments[A], At.Variables, Input.Arguments, Why);
            Good = Good && Sent;
            const Type &Kind = *Of.Outputs[Call.Message].Parameters[A].Type;
            if (Sent)
              Wrong.push_back(smtNot(smtEqual(Kind, Action.Outputs[0][A], Script.constant(*Sent, Kind, "sent"))));
          }
      Faults += !Good;
      ++Checked;
      if (!Good) {
        EXPECT_EQ(Solver.check(Script.with(Action.Defined)).What, Satisfiable::No) << Context;
        continue;
      }
      SmtVariables After = constantVariables(Script, Of, At.Variables);
      for (std::size_t V = 0; V < After.size(); ++V)
        Wrong.push_back(smtNot(smtEqual(*Of.Variables[V].Type, After[V], Action.After[V])));
      EXPECT_EQ(Solver.check(Script.with(smtOr(Wrong))).What, Satisfiable::No) << Context;
    }
  }
  EXPECT_GT(Checked, 200u);
  EXPECT_GT(Faults, 10u);
}
