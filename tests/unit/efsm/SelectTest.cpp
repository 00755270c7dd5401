// Selection: what is decided equals what both machines do when they run.

#include "efsm/reasoning/Select.h"
#include "Read.h"
#include "efsm/reasoning/Baselines.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::efsm;
using namespace vernier::efsm::test;

namespace {

Selection selected(const Machine &Old, const Machine &New, const Suite &Tests, const SelectOptions &Options = {}) {
  Reasoner Solver;
  CompatibilityStore Store;
  return select(Old, New, diff(Old, New), Tests, Solver, Store, Options);
}

SelectOptions byFormulas() {
  SelectOptions Options;
  Options.SolverAlways = true;
  return Options;
}

/// `lambda1 discarded/not-exercised` for each test.
std::string summary(const Selection &Of, const Suite &Tests) {
  std::string Text;
  for (const Decision &Each : Of.Decisions)
    Text += Tests.Tests[Each.Test].Name + " " + toString(Each.Kind) + "/" + toString(Each.Reason) + "\n";
  return Text;
}

constexpr const char *BankSummary = "lambda1 discarded/not-exercised\n"
                                    "lambda2 selected/exercises\n"
                                    "lambda3 selected/exercises\n"
                                    "lambda4 unusable/incomplete\n"
                                    "lambda5 unusable/output-mismatch\n";

} // namespace

TEST(EfsmSelect, TheBankOfTheSource) {
  Machine Old = exampleMachine("bank/old.efsm"), New = exampleMachine("bank/new.efsm");
  Suite Tests = exampleTests(Old, "bank/tests.efsm");
  for (const SelectOptions &Options : {SelectOptions(), byFormulas()}) {
    Selection Result = selected(Old, New, Tests, Options);
    EXPECT_EQ(summary(Result, Tests), BankSummary) << (Options.SolverAlways ? "by formulas" : "by evaluation");
    for (const Decision &Each : Result.Decisions)
      EXPECT_EQ(Each.Step, Each.Test == 0 ? std::nullopt : std::optional(4u)) << Each.Detail;
    EXPECT_FALSE(Result.Decisions[3].Why.Completion.empty());
    EXPECT_EQ(Result.Decisions[3].FailedStep, 5u);
    EXPECT_EQ(Result.Decisions[4].FailedStep, 4u);
  }
}

// Guo 2017, section 3.7.3: SYM selects what is exercised; DEP cannot tell lambda1 from tests that exercise the change.
TEST(EfsmBaselines, OnTheBank) {
  Machine Old = exampleMachine("bank/old.efsm"), New = exampleMachine("bank/new.efsm");
  Suite Tests = exampleTests(Old, "bank/tests.efsm");
  MachineDiff Changes = diff(Old, New);
  std::vector<bool> Exercise = {false, true, true, true, true};
  EXPECT_EQ(runEverything(Old, New, Changes, Tests).Selected, Exercise);
  Reasoner Solver;
  BaselineResult Symbolic = executeSymbolically(Old, New, Changes, Tests, Solver);
  EXPECT_EQ(Symbolic.Selected, Exercise);
  // Every transition in every step: lambda1 takes 5 steps and the attempt after them, on both machines.
  EXPECT_EQ(Symbolic.Queries, 12u * (2 * 6 + 4 * 4));
  EXPECT_EQ(Solver.statistics().Queries, Symbolic.Queries);
  BaselineResult Dependence = selectByDependence(Old, New, Changes, Tests);
  EXPECT_TRUE(Dependence.Selected[0]) << "lambda1 has the message of the change, and comes first";
  EXPECT_FALSE(Dependence.Selected[1]) << "lambda2 has the same messages as lambda1";
}

TEST(EfsmSelect, InterfaceChanges) {
  std::string Text = "machine m\nvar x: int = 0\nvar y: 0..9 = 1\ninput go(v: int)\ninput stop()\noutput say(n: int)\n"
                     "state s0, s1\ninitial s0\ninitial s1\na: go(v) s0 -> s0 / x := v / say(x)\nb: stop() s0 -> s0\n";
  Machine Old = machine(Text);
  auto Replaced = [&](const std::string &From, const std::string &To) {
    std::string Changed = Text;
    for (std::size_t At = 0; (At = Changed.find(From, At)) != std::string::npos; At += To.size())
      Changed.replace(At, From.size(), To);
    return machine(Changed);
  };
  Suite Tests = tests(Old, "test a from s0 with x = 2\n  go(3) / say(x)\ntest b from s0 with y = 8\n  stop()\n"
                           "test c from s1\n");
  auto Reasons = [&](const Machine &New) {
    std::string Text;
    for (const Decision &Each : selected(Old, New, Tests).Decisions)
      Text += toString(Each.Reason) + (Each.Reason == DecisionReason::Interface ? ": " + Each.Detail : "") + "\n";
    return Text;
  };
  EXPECT_EQ(Reasons(Old), "not-exercised\nnot-exercised\nnot-exercised\n");
  EXPECT_EQ(Reasons(Replaced("stop", "halt")),
            "not-exercised\ninterface: the new machine has no input 'stop'\nnot-exercised\n");
  EXPECT_EQ(Reasons(Replaced("s1", "s2")),
            "not-exercised\nnot-exercised\ninterface: the new machine has no state 's1'\n");
  EXPECT_EQ(Reasons(Replaced("0..9", "0..5")),
            "not-exercised\ninterface: '8' is no value of variable 'y' in the new machine\nnot-exercised\n");
  EXPECT_EQ(Reasons(Replaced("x", "z")),
            "interface: the new machine has no variable 'x'\nnot-exercised\nnot-exercised\n");
  EXPECT_EQ(Reasons(Replaced("say", "tell")),
            "interface: the new machine has no output 'say'\nnot-exercised\nnot-exercised\n");
}

TEST(EfsmSelect, TestsThatDoNotCompleteAfterADeletionShowItsImpact) {
  std::string Head = "machine m\nvar x: int = 0\ninput go(v: int)\ninput stop()\nstate s0, s1\ninitial s0\n"
                     "a: go(v) s0 -> s1 / x := v\n";
  Machine Old = machine(Head + "b: stop() [x > 3] s1 -> s0\nc: stop() [x <= 3] s1 -> s0\n"),
          New = machine(Head + "c: stop() [x <= 3] s1 -> s0\n");
  Suite Tests = tests(Old, "test p from s0\n  go(5)\n  stop()\ntest q from s0\n  go(1)\n  stop()\n");
  for (const SelectOptions &Options : {SelectOptions(), byFormulas()})
    EXPECT_EQ(summary(selected(Old, New, Tests, Options), Tests),
              "p selected/adverse-impact\nq discarded/not-exercised\n");
}

TEST(EfsmSelect, AnAddedTransitionThatLeadsNowhereShowsItsImpact) {
  std::string Head = "machine m\nvar x: int = 0\ninput go(v: int)\ninput stop()\nstate s0, s1, s2\ninitial s0\n"
                     "b: stop() s1 -> s0\nd: go(v) [v > x] s2 -> s2 / x := v\n";
  Machine Old = machine(Head + "a: go(v) s0 -> s1\n"), New = machine(Head + "a: go(v) s0 -> s2\n");
  Suite Tests = tests(Old, "test p from s0\n  go(5)\n  stop()\n");
  for (const SelectOptions &Options : {SelectOptions(), byFormulas()}) {
    Selection Result = selected(Old, New, Tests, Options);
    EXPECT_EQ(summary(Result, Tests), "p selected/adverse-impact\n");
    EXPECT_EQ(Result.Decisions[0].Detail.find("up to"), std::string::npos) << "no path leads back, of any length";
  }
}

TEST(EfsmSelect, OpenStartValues) {
  std::string Head = "machine m\nvar x: int\nvar y: int\ninput go(v: int)\ninput stop()\noutput say(n: int)\n"
                     "state s0, s1\ninitial s0\nb: stop() s1 -> s0 / say(y)\n";
  Machine Old = machine(Head + "a: go(v) [v > 3] s0 -> s1\nc: go(v) [v <= 3] s0 -> s0\n"),
          New = machine(Head + "a: go(v) [v > 3 and x > 0] s0 -> s1\nc: go(v) [v <= 3] s0 -> s0\n");
  Suite Tests = tests(Old, "test p from s0\n  go(5)\n  stop() / say(y)\ntest q from s0\n  go(1)\n"
                           "test r from s0 with x = 3\n  go(5)\n  stop() / say(y)\n"
                           "test s from s0 with x = 3\n  go(5)\n  stop() / say(7)\n"
                           "test t from s0 with x = 3\n  go(5)\n  stop() / say(y + 1)\n");
  Selection Result = selected(Old, New, Tests);
  EXPECT_EQ(summary(Result, Tests), "p selected/adverse-impact\n" // it passes if x is positive, else it is stuck
                                    "q discarded/not-exercised\n"
                                    "r selected/exercises\n"
                                    "s undecided/unknown-values\n"
                                    "t unusable/output-mismatch\n")
      << Result.Decisions[0].Detail;
}

// As many steps as calls do not fit onto a stack.
TEST(EfsmSelect, AVeryLongTest) {
  const std::string Before = "machine m\nvar n: int = 0\ninput go\noutput say(x: int)\nstate s\ninitial s\n"
                             "t: go [n < 199990] s -> s / n := n + 1 / say(n)\n";
  Machine Old = machine(Before + "u: go [n >= 199990] s -> s / say(n)\n");
  Machine New = machine(Before + "u: go [n >= 199990] s -> s / say(n + 0)\n");
  std::string Text = "test long\n";
  for (int I = 0; I < 200000; ++I)
    Text += "  go / say(" + std::to_string(std::min(I + 1, 199990)) + ")\n";
  Suite Tests = tests(Old, Text);
  Selection Result = selected(Old, New, Tests);
  EXPECT_EQ(summary(Result, Tests), "long selected/exercises\n");
  EXPECT_EQ(Result.Decisions[0].Step, 199991u);
  Selection Same = selected(Old, Old, Tests);
  EXPECT_EQ(summary(Same, Tests), "long discarded/not-exercised\n");
}
