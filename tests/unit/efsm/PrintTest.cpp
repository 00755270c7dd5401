#include "efsm/language/Print.h"
#include "Read.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>

namespace vernier::efsm::test {

namespace {

const std::string Everything = R"(# What everything looks like.
machine everything

type level = 0..10
type colour = {red, green}
var a: int = -3
var b: bool
var l: level = 5  # bounded
var c: colour = green
var m: map[int] level = {-4: 3, 1: 2}
var deep: map[colour] record { n: int, q: queue of int } = {red: {n: 1, q: [1, 2]}}
var r: record { name: int, ok: bool } = {name: 1, ok: true}
var q: queue of int = []

input go(x: int, f: bool)
input stop()
output say(x: int, k: colour)
output done()

state idle, busy
state lost
initial idle [a == 0 or b]
initial lost

# Above the transition.

t1: go(x, f) [not (x == a) and (f or b) and not not b] idle -> busy
    / a := -(a + x) * 2 - (1 - a) div 3 mod 2; l := l + 1
t2: stop() busy -> idle / say(if b then a else if a == 1 then 2 else 3, red), done()
t3: busy -> lost / q := push(pop(q), head(q)); deep[c].n := length(q); r := {name: a, ok: empty(q)}
)";

TEST(Print, WhatIsPrintedIsReadBackAsTheSame) {
  Machine First = machine(Everything);
  std::string Printed = printMachine(First);
  EXPECT_EQ(Printed, Everything) << "this text is written as the formatter would";
  Machine Second = machine(Printed);
  EXPECT_EQ(printMachine(Second), Printed);
  ASSERT_EQ(First.Transitions.size(), Second.Transitions.size());
  for (std::size_t I = 0; I < First.Transitions.size(); ++I)
    EXPECT_EQ(signature(First.Transitions[I], First), signature(Second.Transitions[I], Second));
}

TEST(Print, AMachineThatWasNotReadIsPrintedInGroups) {
  Machine Made = machine("machine m\nstate s\ninitial s\nvar a: int\nt: s -> s / a := 1\ninput i()\n");
  Made.Where = {};
  for (auto &Each : Made.Variables)
    Each.Where = {};
  for (auto &Each : Made.Inputs)
    Each.Where = {};
  for (auto &Each : Made.States)
    Each.Declaration = Each.InitialDeclaration = {};
  for (auto &Each : Made.Transitions)
    Each.Where = {};
  EXPECT_EQ(printMachine(Made), "machine m\n\nvar a: int\n\ninput i()\n\nstate s\ninitial s\n\nt: s -> s / a := 1\n");
}

TEST(Print, FormattingIsStableAndKeepsComments) {
  std::string Untidy = "machine   m # name\n\n\n\nstate s  ,t\n  initial s\n# own\nvar a:int=1 # trailing\n"
                       "x : s->t/a:=a+1 ;\n#end";
  std::string Tidy = "machine m  # name\n\nstate s, t\ninitial s\n# own\nvar a: int = 1  # trailing\n"
                     "x: s -> t / a := a + 1\n# end\n";
  EXPECT_EQ(printMachine(machine(Untidy)), Tidy);
  EXPECT_EQ(printMachine(machine(Tidy)), Tidy);
}

TEST(Print, LongTransitionsAreBrokenAtTheirParts) {
  std::string Text = "machine m\nvar averylongname: int\ninput i()\noutput o(a: int)\nstate s\ninitial s\n"
                     "t: i() [averylongname == 1] s -> s\n    / averylongname := averylongname + averylongname + "
                     "averylongname\n    / o(averylongname), o(averylongname)\n";
  EXPECT_EQ(printMachine(machine(Text)), Text);
}

TEST(Print, TestsAreReadBackAsTheSame) {
  Machine Of = machine(Everything);
  std::string Text = "test a from idle with a = -1, m = {3: 4}, r = {name: 1, ok: false}, q = [1] / done()\n"
                     "  go(-2, true) / say(a + 1, green), done()\n  stop()\n\ntest b from lost\n";
  EXPECT_EQ(printTests(tests(Of, Text), Of), Text);
}

TEST(Print, EqualStepsOfASuiteAreKeptOnce) {
  Machine Of = machine(Everything);
  Suite Read = tests(Of, "test a from idle\n  stop() / done()\n  stop()/done()\n  stop()\n"
                         "test b from idle # comment\n  stop() / done() # comment\n  stop()\n    / done()\n");
  EXPECT_EQ(Read.Inputs.size(), 1u);
  EXPECT_EQ(Read.Steps.size(), 2u);
  EXPECT_EQ(Read.Starts.size(), 1u);
  EXPECT_EQ(Read.Tests[0].Steps, (std::vector<unsigned>{0, 0, 1}));
  EXPECT_EQ(Read.Tests[1].Steps, (std::vector<unsigned>{0, 0})) << "the last step goes over two lines";
}

TEST(Print, ALineThatIsKnownMayStillGoOnInTheNext) {
  Machine Of = machine(Everything);
  Suite Read = tests(Of, "test a from idle\ntest b from idle\n  with a = 1\ntest c from idle with a = 1\n  stop\n"
                         "test d from idle with a = 1\n + 1\n  stop\n  ()\n");
  ASSERT_EQ(Read.Tests.size(), 4u);
  EXPECT_EQ(Read.Tests[1].Start, Read.Tests[2].Start);
  EXPECT_EQ(Read.Starts[Read.Tests[3].Start].Values[0].second, Value::integer(2));
  EXPECT_EQ(Read.Tests[3].Steps, Read.Tests[2].Steps);
}

std::string mutated(std::string Text, std::mt19937 &Random) {
  auto Below = [&](std::size_t Limit) { return Random() % Limit; };
  for (std::size_t Edits = 1 + Below(4); Edits > 0; --Edits) {
    std::size_t From = Below(Text.size()), Length = Below(12), To = Below(Text.size());
    std::string Piece = Text.substr(From, Length);
    if (Below(2))
      Text.erase(From, Length);
    Text.insert(std::min(To, Text.size()), Piece);
  }
  return Text;
}

TEST(Print, WhateverIsReadIsPrintedAsTheSameAndNoTextIsTooMuch) {
  std::ifstream Stream(VERNIER_SOURCE_DIR "/examples/efsm/bank/old.efsm");
  std::string Bank((std::istreambuf_iterator<char>(Stream)), std::istreambuf_iterator<char>());
  unsigned Good = 0, Bad = 0;
  for (unsigned Seed = 0; Seed < 2000; ++Seed) {
    std::mt19937 Random(Seed);
    Diagnostics Problems("m", mutated(Seed % 2 ? Bank : Everything, Random));
    auto Read = parseMachine(Problems);
    ASSERT_EQ(Read.has_value(), Problems.errors() == 0);
    if (!Read) {
      EXPECT_NE(Problems.render(), "");
      ++Bad;
      continue;
    }
    ++Good;
    std::string Printed = printMachine(*Read);
    Diagnostics Again("m", Printed);
    auto Back = parseMachine(Again);
    ASSERT_TRUE(Back) << "seed " << Seed << "\n" << Printed << Again.render();
    EXPECT_EQ(printMachine(*Back), Printed) << "seed " << Seed;
    ASSERT_EQ(Back->Transitions.size(), Read->Transitions.size());
    for (std::size_t I = 0; I < Read->Transitions.size(); ++I)
      EXPECT_EQ(signature(Back->Transitions[I], *Back), signature(Read->Transitions[I], *Read)) << "seed " << Seed;
  }
  EXPECT_GT(Good, 80u);
  EXPECT_GT(Bad, 1000u);
}

} // namespace

} // namespace vernier::efsm::test
