#include "efsm/language/Scxml.h"

#include "Read.h"
#include "efsm/language/Print.h"

#include <gtest/gtest.h>

namespace vernier::efsm::test {

namespace {

struct Imported {
  std::string Text, Messages;

  std::string transitions() const {
    auto At = Text.rfind("initial s\n\n");
    return At == std::string::npos ? "" : Text.substr(At + 11);
  }
};

Imported import(const std::string &Chart) {
  Diagnostics Problems("c.scxml", Chart);
  auto Read = importScxml(Problems);
  Imported Result;
  if (Read)
    Result.Text = printMachine(*Read);
  for (const Diagnostic &Each : Problems.all())
    Result.Messages += std::to_string(Each.Where.Line) + ":" + std::to_string(Each.Where.Column) +
                       (Each.Kind == Severity::Error ? " error: " : " ") + Each.Message + "\n";
  return Result;
}

Imported inState(const std::string &Contents) {
  return import("<scxml><datamodel><data id='x' expr='1'/><data id='b' expr='true'/></datamodel><state id='s'>\n" +
                Contents + "\n</state></scxml>");
}

/// The transitions only.
std::string transitions(const std::string &Contents) {
  Imported Result = inState(Contents);
  EXPECT_EQ(Result.Messages, "") << Contents;
  return Result.transitions();
}

TEST(Scxml, AChartThatFitsIsImportedWithoutWarnings) {
  std::string Warnings;
  auto Read = readMachine(VERNIER_SOURCE_DIR "/examples/efsm/turnstile/turnstile.scxml", &Warnings);
  ASSERT_TRUE(Read) << Read.error().Output;
  EXPECT_EQ(Warnings, "");
  EXPECT_EQ(
      printMachine(*Read),
      "machine turnstile\n\nvar paid: int = 0\nvar passed: int = 0\nvar price: int = 5\n\ninput coin(value: int)\n"
      "input push()\ninput reset(ok: bool, code: int)\n\noutput beep()\noutput unlock(change: int)\n\nstate locked"
      ", unlocked, service\ninitial locked\n\n"
      "locked_coin: coin(value) [paid + value >= price] locked -> unlocked / paid := paid + value - price / "
      "unlock(paid)\n"
      "locked_coin2: coin(value) [not (paid + value >= price)] locked -> locked / paid := paid + value\n"
      "locked_push: push() locked -> locked / beep()\n"
      "unlocked_push: push() [passed == 9] unlocked -> service / passed := passed + 1\n"
      "unlocked_push2: push() [not (passed == 9)] unlocked -> locked / passed := passed + 1\n"
      "service_reset: reset(ok, code) [ok and not (code != 42)] service -> locked / passed := 0\n");
}

TEST(Scxml, AnImportedMachineRuns) {
  auto Read = readMachine(VERNIER_SOURCE_DIR "/examples/efsm/turnstile/turnstile.scxml");
  ASSERT_TRUE(Read);
  Suite Tests = tests(*Read, "test t from locked with passed = 9\n  coin(3)\n  push() / beep()\n  coin(4) / unlock(2)\n"
                             "  push()\n  reset(true, 42)\n");
  EXPECT_EQ(path(applyTest(*Read, Tests, Tests.Tests[0]), *Read),
            "|locked_coin2|locked_push|locked_coin|unlocked_push|service_reset");
  EXPECT_TRUE(applyTest(*Read, Tests, Tests.Tests[0]).passed());
}

TEST(Scxml, ConditionsKeepTheirMeaning) {
  auto Guard = [](const std::string &Condition) {
    std::string Line = transitions("<transition event='e' cond='" + Condition + "'/>");
    return Line.substr(0, Line.find(" s -> s"));
  };
  EXPECT_EQ(Guard("!b == b"), "s_e: e() [(not b) == b]") << "in a chart, ! binds more tightly than ==";
  EXPECT_EQ(Guard("x - 1 - 2 === x * 2"), "s_e: e() [x - 1 - 2 == x * 2]");
  EXPECT_EQ(Guard("x &lt; 3 == b"), "s_e: e() [(x < 3) == b]");
  EXPECT_EQ(Guard("b || b &amp;&amp; x !== -3"), "s_e: e() [b or b and x != -3]");
  EXPECT_EQ(Guard("(b || b) &amp;&amp; _event.data.b"), "s_e: e(b_in) [(b or b) and b_in]");
}

TEST(Scxml, TheFirstTransitionOfAStateWins) {
  EXPECT_EQ(transitions("<transition cond='x == 1'/><transition cond='x &gt; 0'/><transition event='e f' cond='b'/>"
                        "<transition event='e'/>"),
            "s_auto: [x == 1] s -> s\ns_auto2: [not (x == 1) and x > 0] s -> s\ns_e: e() [b] s -> s\n"
            "s_f: f() [b] s -> s\ns_e2: e() [not b] s -> s\n");
}

TEST(Scxml, EntryAndExitAreExecutedOnlyWhereThereIsATarget) {
  EXPECT_EQ(inState("<onentry><assign location='x' expr='2'/></onentry><onexit><assign location='x' expr='3'/></onexit>"
                    "<transition event='e' target='s'><assign location='b' expr='false'/></transition>"
                    "<transition event='f'/>")
                .transitions(),
            "s_e: e() s -> s / x := 3; b := false; x := 2\ns_f: f() s -> s\n");
}

TEST(Scxml, WhatDoesNotFitIsNamedAndLeftOut) {
  auto Messages = [](const std::string &Contents) { return inState(Contents).Messages; };
  EXPECT_EQ(Messages("<state id='t'/>"), "2:1 <state> is left out: only flat states fit\n");
  EXPECT_EQ(Messages("<transition event='e' cond='x % 2 == 0'/>"),
            "2:1 <transition> is left out: '%' has no counterpart in models\n")
      << "its remainder may be negative, that of models is not";
  EXPECT_EQ(Messages("<transition event='e' cond='In(\"s\")'/>"),
            "2:1 <transition> is left out: 'In' has no counterpart in models\n");
  EXPECT_EQ(Messages("<transition event='e' cond='(x'/>"),
            "2:1 <transition> is left out: an incomplete expression has no counterpart in models\n");
  EXPECT_EQ(Messages("<transition event='*'/>"),
            "2:1 <transition> is left out: an event with '*' stands for events that are not named\n");
  EXPECT_EQ(Messages("<transition event='e' target='nowhere'/>"),
            "2:1 <transition> is left out: there is no state 'nowhere' in the model\n");
  EXPECT_EQ(Messages("<transition event='e'/><transition event='e'/>"),
            "2:24 <transition> is left out: an earlier transition without a condition always wins\n");
  EXPECT_EQ(Messages("<transition event='e'><raise event='f'/></transition>"),
            "2:23 <raise> is left out: only assign, send and log fit into a transition, which is left out as well\n");
  EXPECT_EQ(Messages("<transition event='e'><assign location='y' expr='1'/></transition>"),
            "2:23 <assign> is left out: 'y' is no data that was imported; its transition is left out as well\n");
  EXPECT_EQ(Messages("<transition event='e'><send event='o' delay='1s'/></transition>"),
            "2:23 <send> is left out: only sends of a named event without a delay fit; its transition is left out as "
            "well\n");
  EXPECT_EQ(
      Messages("<transition event='e'><send event='o'/><assign location='x' expr='1'/></transition>"),
      "2:40 <assign> is left out: an assignment behind a send would change what is sent; its transition is left out "
      "as well\n");
  EXPECT_EQ(Messages("<transition event='e' cond='x'/>"),
            "2:1 <transition> is left out: expected a value of type bool, this is of type int\n");
  EXPECT_EQ(import("<scxml><parallel/><state id='s'/></scxml>").Messages,
            "1:8 <parallel> is left out: models have neither parallel states nor history nor scripts\n");
  EXPECT_EQ(import("<scxml><datamodel><data id='a' expr='\"text\"'/></datamodel><state id='s'/></scxml>").Messages,
            "1:19 <data> is left out: '\"' has no counterpart in models\n");
}

TEST(Scxml, WhatIsNoChartIsAnError) {
  EXPECT_EQ(import("<scxml>\n<state id='s'>\n</scxml>").Messages, "3:3 error: this is no XML: mismatched tag\n");
  EXPECT_EQ(import("").Messages, "1:1 error: this is no XML: no element found\n");
  EXPECT_EQ(import("<html/>").Messages, "1:1 error: this is no state chart; its root element must be 'scxml'\n");
  EXPECT_EQ(import("<scxml/>").Messages, "1:1 error: the state chart has no states that can be imported\n");
  EXPECT_EQ(import("<scxml><state id='s'/>\n<state id='s'/></scxml>").Messages,
            "2:1 error: the state 's' is declared a second time\n");
  std::string Deep;
  for (int I = 0; I < 100000; ++I)
    Deep += "<a>";
  EXPECT_NE(import(Deep).Messages.find("error: the elements are nested too deeply"), std::string::npos);
}

} // namespace

} // namespace vernier::efsm::test
