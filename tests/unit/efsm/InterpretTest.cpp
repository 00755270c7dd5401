// The meaning of models: what everything that is claimed about tests is compared with.

#include "Read.h"

#include <gtest/gtest.h>

namespace vernier::efsm::test {

namespace {

/// The value of an expression over a machine with some variables of all types.
std::string valueOf(const std::string &Expression) {
  const std::string Declarations = "machine m\nstate s\ninitial s\nvar a: int = 7\nvar z: int = 0\nvar u: int\nvar l: "
                                   "0..10 = 9\nvar k: {red, green} "
                                   "= green\nvar r: record { n: int, f: bool } = {n: 3, f: true}\nvar q: queue of int "
                                   "= [4, 5]\nvar e: queue of int = "
                                   "[]\nvar m: map[int] int = {1: 2}\n";
  Machine Over = machine(Declarations);
  Diagnostics Problems("e", "(" + Expression + ") == (" + Expression + ")");
  auto Read = parsePredicate(Over, Problems);
  if (!Read)
    return Problems.render();
  Configuration At = initialConfiguration(Over, {});
  Fault Why;
  const efsm::Expression &Half = *(*Read)->Operands[0];
  auto Result = evaluate(Half, At.Variables, {}, Why);
  return Result ? toString(*Result, *Half.Type) : toString(Why.Kind) + ": " + Why.Detail;
}

TEST(Expressions, HaveTheValuesThatTheLanguageSays) {
  EXPECT_EQ(valueOf("1 + 2 * 3 - 4"), "3");
  EXPECT_EQ(valueOf("-a div 2"), "-4") << "the remainder is never negative";
  EXPECT_EQ(valueOf("-a mod 2"), "1");
  EXPECT_EQ(valueOf("a div -2"), "-3");
  EXPECT_EQ(valueOf("10 - 3 - 2"), "5");
  EXPECT_EQ(valueOf("100000000000000000000 * 100000000000000000000"), "10000000000000000000000000000000000000000");
  EXPECT_EQ(valueOf("not a == 7 or l >= 9 and k == green"), "true");
  EXPECT_EQ(valueOf("if k == red then 1 else 2"), "2");
  EXPECT_EQ(valueOf("m[1] + m[77]"), "2");
  EXPECT_EQ(valueOf("r.n"), "3");
  EXPECT_EQ(valueOf("r == {f: true, n: 3}"), "true");
  EXPECT_EQ(valueOf("m == {1: 3, 2: 0, 1: 2}"), "true") << "a later entry wins, the default is no entry";
  EXPECT_EQ(valueOf("push(pop(q), 6)"), "[5, 6]");
  EXPECT_EQ(valueOf("head(q) + length(q)"), "6");
  EXPECT_EQ(valueOf("pop(pop(q)) == e and empty(e)"), "true");
}

TEST(Expressions, FaultsAreOutcomes) {
  EXPECT_EQ(valueOf("a div z"), "division by zero: division by zero");
  EXPECT_EQ(valueOf("a mod z"), "division by zero: division by zero");
  EXPECT_EQ(valueOf("head(e)"), "empty queue: head of an empty queue");
  EXPECT_EQ(valueOf("pop(e)"), "empty queue: pop of an empty queue");
  EXPECT_EQ(valueOf("u + 1"), "unknown value: a variable without a value is read");
}

TEST(Expressions, WhatIsNotNeededIsNotEvaluated) {
  EXPECT_EQ(valueOf("z != 0 and a div z == 1"), "false");
  EXPECT_EQ(valueOf("z == 0 or a div z == 1"), "true");
  EXPECT_EQ(valueOf("if z == 0 then 0 else a div z"), "0");
  EXPECT_EQ(valueOf("a div z == 1 and z != 0"), "division by zero: division by zero");
  EXPECT_EQ(valueOf("a == 8 and u == 1"), "false");
}

const std::string Counter = R"(machine counter
var n: int = 0
var l: 0..3 = 0
var a: map[0..2] int = {}
var r: map[int] record { v: 0..9, q: queue of int } = {}
input add(x: int)
input set(i: int, x: int)
input deep(x: int)
input both()
input loop()
input divide(x: int)
output is(n: int)
output small(n: 0..5)
state s, d, w
initial s [n == 0]
t1: add(x) [x != 0] s -> s / n := n + x; l := l + x / is(n)
t2: set(i, x) s -> s / a[i] := x
t3: deep(x) s -> s / r[x].v := x; r[x].q := push(r[x].q, x) / is(head(r[x].q) + r[x].v)
b1: both() [n >= 0] s -> s
b2: both() [n <= 0] s -> s
l1: loop() s -> w
l2: w -> w / n := n + 1
g1: divide(x) [10 div x > 1] s -> s / small(10 div x)
)";

std::string run(const std::string &Steps, const std::string &Model = Counter, unsigned MaxInternal = 10000) {
  Machine Of = machine(Model);
  Suite Read = tests(Of, "test t from s\n" + Steps);
  RunOptions Options;
  Options.MaxInternal = MaxInternal;
  TestRun Run = applyTest(Of, Read, Read.Tests[0], Options);
  return path(Run, Of) + ": " + describe(Run, Read, Read.Tests[0], Of);
}

TEST(Runs, ActionsAreExecutedInOrderAndOutputsSeeTheResult) {
  EXPECT_EQ(run("add(2) / is(2)\nadd(-2) / is(n)"), "|t1|t1: complete");
  EXPECT_EQ(run("deep(4) / is(8)"), "|t3: complete");
}

TEST(Runs, AnInputThatNothingProcessesEndsTheRun) {
  EXPECT_EQ(run("add(0)\nadd(1)"), "|: step 1, add(0): no transition processes it in state s");
}

TEST(Runs, MustEndInAnInitialStateWithItsPredicate) {
  EXPECT_EQ(run("add(1) / is(1)"), "|t1: it ends in state s, whose predicate does not hold");
}

TEST(Runs, AFaultEndsTheRunAndItsTransitionWasExecuted) {
  EXPECT_EQ(run("add(4)"), "|t1: step 1, add(4): 4 is outside of 0..3 (model.efsm:16:47)");
  EXPECT_EQ(run("set(2, 1)\nset(3, 1)"), "|t2|t2: step 2, set(3, 1): 3 is outside of 0..2 (model.efsm:17:26)");
  EXPECT_EQ(run("deep(10)"), "|t3: step 1, deep(10): 10 is outside of 0..9 (model.efsm:18:32)");
  EXPECT_EQ(run("divide(1)"), "|g1: step 1, divide(1): 10 is outside of 0..5 (model.efsm:23:45)");
}

TEST(Runs, AFaultOfAGuardExecutesNothing) {
  EXPECT_EQ(run("divide(0)"), "|: step 1, divide(0): division by zero (model.efsm:23:16)");
}

TEST(Runs, TwoEnabledTransitionsAreAnErrorOfTheModel) {
  EXPECT_EQ(run("both()"), "|: step 1, both(): b1 and b2 are enabled together in state s");
}

TEST(Runs, InternalTransitionsThatNeverRestAreStopped) {
  EXPECT_EQ(run("loop()", Counter, 3), "|l1 l2 l2 l2: step 1, loop(): internal transitions do not come to rest");
}

TEST(Runs, OutputsAreComparedInOrder) {
  EXPECT_EQ(run("add(1) / is(2)\nadd(-1) / is(5)"), "|t1|t1: step 1, add(1): expected is(2), got is(1)");
  EXPECT_EQ(run("add(1) / small(1)\nadd(-1) / is(0)"), "|t1|t1: step 1, add(1): expected small, got is(1)");
  EXPECT_EQ(run("add(1)\nadd(-1) / is(0)"), "|t1|t1: step 1, add(1): got is(1), which is not expected");
  EXPECT_EQ(run("set(1, 1) / is(1)"), "|t2: step 1, set(1, 1): expected is, got nothing");
  EXPECT_EQ(run("add(1) / is(10 div (n - 1))\nadd(-1) / is(0)"),
            "|t1|t1: step 1, add(1): the expected is has no value: division by zero");
}

const std::string Chatty = "machine m\nvar n: int\nvar c: int = 2\ninput go()\noutput say(n: int)\nstate s\ninitial s\n"
                           "i: [c > 0] s -> s / c := c - 1 / say(c)\ng: go() s -> s / c := 1 / say(c)\n";

TEST(Runs, InternalTransitionsRunFirstAndTheirOutputsCount) {
  Machine Of = machine(Chatty);
  Suite Read = tests(Of, "test t from s / say(1), say(0)\n  go() / say(c), say(c)\n");
  TestRun Run = applyTest(Of, Read, Read.Tests[0]);
  EXPECT_EQ(path(Run, Of), "i i|g i");
  EXPECT_TRUE(Run.passed())
      << "c has the value of the moment right after the transition that sends the output: 1, then 0";
  EXPECT_EQ(run("go() / say(1), say(0)", Chatty), "i i|g i: before the first input: got say(1), which is not expected");
}

TEST(Runs, VariablesWithoutAValueAreUnknownAndNotGuessed) {
  std::string Model = "machine m\nvar n: int\ninput go(x: int)\noutput say(n: int)\nstate s\ninitial s\n"
                      "a: go(x) [x == 0 or n == x] s -> s / say(x)\n";
  EXPECT_EQ(run("go(0) / say(0)", Model), "|a: complete") << "n does not matter";
  EXPECT_EQ(run("go(1) / say(1)", Model), "|: step 1, go(1): a variable without a value is read (model.efsm:7:21)");
  EXPECT_EQ(run("go(0) / say(n)", Model), "|a: an expected output depends on a variable without a value");
}

} // namespace

} // namespace vernier::efsm::test
