// Fully observable tests (Guo 2017, section 3.4): matching sequences, the compatibility graph, the procedure of
// figure 3.3, the invariant, and theorem 3 as a property.

#include "efsm/reasoning/Observability.h"
#include "RandomMachine.h"
#include "Read.h"
#include "efsm/reasoning/Checks.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::efsm;
using namespace vernier::efsm::test;

namespace {

std::string names(const std::vector<unsigned> &Transitions, const Machine &Of) {
  std::string Text;
  for (unsigned Each : Transitions)
    Text += (Text.empty() ? "" : " ") + Of.Transitions[Each].Name;
  return Text;
}

std::string names(const MatchingSequence &Sets, const Machine &Of) {
  std::string Text;
  for (const auto &Each : Sets)
    Text += "{" + names(Each, Of) + "}";
  return Text;
}

struct Bank {
  Machine Of = exampleMachine("bank/old.efsm");
  Suite Tests = exampleTests(Of, "bank/tests.efsm");
  Reasoner Solver;
  CompatibilityStore Store;
  Compatibility Pairs{Of, Solver, Store};
  Matching Sets{Of, Tests, Solver};

  Compatible get(const std::string &First, const std::string &Then) {
    return Pairs.get(*Of.findTransition(First), *Of.findTransition(Then));
  }
};

} // namespace

TEST(EfsmObservability, TheMatchingSequenceOfTheSource) {
  Bank B;
  EXPECT_EQ(names(B.Sets.of(named(B.Tests, "lambda2")), B.Of), "{t1}{t2 t6}{t3 t4 t5 t12}{t3 t4 t5 t12}{t7 t8}");
}

// The examples of section 3.4.3.1, as far as they are sound (Compatibility.h).
TEST(EfsmObservability, CompatibilityOfTheSource) {
  Bank B;
  EXPECT_EQ(B.get("t6", "t12"), Compatible::No);
  EXPECT_EQ(B.get("t1", "t3"), Compatible::Some);
  EXPECT_EQ(B.get("t1", "t6"), Compatible::No);
  // i == id is left out of PreElim(t8) there, although another i makes it false.
  EXPECT_EQ(B.get("t6", "t8"), Compatible::Some);
  EXPECT_EQ(B.get("t6", "t2"), Compatible::Some);
  // Internal transitions: the bonus comes after the last operation in any case, and nothing else does before it.
  EXPECT_EQ(B.get("t9", "t8"), Compatible::No);
  EXPECT_EQ(B.get("t11", "t9"), Compatible::No) << "the timer is set to max, which is positive";
  EXPECT_EQ(B.get("t11", "t8"), Compatible::Some);
}

// Section 3.4.3.1: two transitions that always follow a third, for different messages.
TEST(EfsmObservability, SeveralCanFollowAlways) {
  Machine Of = machine("machine m\nvar x: int\ninput m1()\ninput m2(v: int)\ninput m3(v: int)\noutput ack()\n"
                       "state s0, s1\ninitial s0\nt1: m1() s0 -> s1 / x := 2 / ack()\n"
                       "t2: m2(v) [v > 0 and x == 2] s1 -> s1 / ack()\nt3: m3(v) [v < 0] s1 -> s1 / ack()\n");
  Reasoner Solver;
  CompatibilityStore Store;
  Compatibility Pairs(Of, Solver, Store);
  EXPECT_EQ(Pairs.get(0, 1), Compatible::Always);
  EXPECT_EQ(Pairs.get(0, 2), Compatible::Always);
  EXPECT_EQ(Pairs.get(1, 2), Compatible::Always);
  EXPECT_EQ(Pairs.get(2, 1), Compatible::Some);
}

// Guo 2017, section 3.4.3.2 (figure 3.4): t2 alone follows t1 at level 2, t3, t4 and t5 follow t2, then t12, then t7.
TEST(EfsmObservability, TheGraphOfFigure34) {
  Bank B;
  const efsm::Test &Lambda2 = named(B.Tests, "lambda2");
  TransitionGraph Graph = transitionGraph(B.Of, B.Tests, Lambda2, B.Sets, B.Pairs, B.Solver);
  EXPECT_EQ(toString(Graph.reduced(), B.Of), "1: start -> t1\n"
                                             "2: t1 -> t2\n"
                                             "3: t2 -> t3\n3: t2 -> t4\n3: t2 -> t5\n"
                                             "4: t3 -> t3\n4: t4 -> t3\n4: t3 -> t4\n4: t4 -> t4\n4: t3 -> t5\n"
                                             "4: t4 -> t5\n4: t5 -> t12\n"
                                             "5: t5 -> t7\n5: t12 -> t7\n5: t3 -> t8\n5: t4 -> t8\n");
  Observation Seen = observe(B.Of, B.Tests, Lambda2, Graph, B.Solver);
  EXPECT_EQ(Seen.What, Observable::Yes) << Seen.Why;
  EXPECT_EQ(names(Seen.Path, B.Of), "t1 t2 t5 t12 t7");
}

TEST(EfsmObservability, AllTestsOfTheBankAreFullyObservable) {
  Bank B;
  for (const efsm::Test &Each : B.Tests.Tests) {
    TransitionGraph Graph = transitionGraph(B.Of, B.Tests, Each, B.Sets, B.Pairs, B.Solver);
    EXPECT_EQ(observe(B.Of, B.Tests, Each, Graph, B.Solver).What, Observable::Yes) << Each.Name;
    EXPECT_EQ(B.Solver.check(structuralInvariant(B.Of, B.Tests, Each, Graph.Levels)).What, Satisfiable::Yes);
  }
}

// Two operations reach the bonus, which is internal: t8 is enabled as well, but comes too late.
TEST(EfsmObservability, AnInternalTransitionThatIsEnabledToo) {
  Bank B;
  Suite Tests =
      tests(B.Of, "test t from s0 with min = 1, max = 1, T1 = 1\n  open(3) / ack(1)\n  deposit(1, 2) / ack(5)\n"
                  "  close(1) / ack(5)\n");
  Matching Sets(B.Of, Tests, B.Solver);
  TransitionGraph Graph = transitionGraph(B.Of, Tests, Tests.Tests[0], Sets, B.Pairs, B.Solver);
  EXPECT_EQ(observe(B.Of, Tests, Tests.Tests[0], Graph, B.Solver).What, Observable::No);
  EXPECT_EQ(B.Solver.check(structuralInvariant(B.Of, Tests, Tests.Tests[0], Graph.Levels)).What, Satisfiable::No);
  EXPECT_EQ(observeByRun(B.Of, Tests, Tests.Tests[0]).What, Observable::No);
}

// Theorem 3: the invariant is satisfiable exactly if the procedure succeeds, exactly if the run of the test has only
// external transitions and completes.
TEST(EfsmObservability, TheoremThreeOnRandomMachines) {
  unsigned Yes = 0, No = 0;
  for (std::uint64_t Seed = 1; Seed <= 45 && !HasFailure(); ++Seed) {
    Random Source(Seed);
    std::string Text = randomMachine(Source).text();
    Machine Of = machine(Text);
    std::string TestText = randomTests(Of, Source, 4, false);
    Suite Tests = tests(Of, TestText);
    Reasoner Solver(std::chrono::milliseconds(500));
    if (!isDeterministic(Of, Solver))
      continue;
    CompatibilityStore Store;
    Compatibility Pairs(Of, Solver, Store);
    Matching Sets(Of, Tests, Solver);
    for (const efsm::Test &Each : Tests.Tests) {
      TransitionGraph Graph = transitionGraph(Of, Tests, Each, Sets, Pairs, Solver);
      Observation Seen = observe(Of, Tests, Each, Graph, Solver), Run = observeByRun(Of, Tests, Each);
      Satisfiable Invariant = Solver.check(structuralInvariant(Of, Tests, Each, Graph.Levels)).What;
      std::string Context = "seed " + std::to_string(Seed) + " " + Each.Name + "\n" + Text + TestText;
      EXPECT_EQ(Seen.What, Run.What) << Context << Seen.Why << Run.Why;
      EXPECT_EQ(Invariant == Satisfiable::Yes, Run.What == Observable::Yes) << Context;
      if (Run.What == Observable::Yes)
        EXPECT_EQ(Seen.Path, Run.Path) << Context;
      Run.What == Observable::Yes ? ++Yes : ++No;
    }
  }
  EXPECT_GT(Yes, 10u);
  EXPECT_GT(No, 20u);
}
