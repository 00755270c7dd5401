// The verb efsm as a user runs it.

#include "CommandLine.h"

#include <gtest/gtest.h>

#include <fstream>

namespace vernier::test {
namespace {

const std::string Bank = VERNIER_SOURCE_DIR "/examples/efsm/bank/";
const std::string Turnstile = VERNIER_SOURCE_DIR "/examples/efsm/turnstile/turnstile.scxml";

std::string contents(const std::string &File) {
  std::ifstream Stream(File);
  return std::string((std::istreambuf_iterator<char>(Stream)), std::istreambuf_iterator<char>());
}

const std::string Small = "machine m\nvar a: int\ninput go(x: int)\noutput say(x: int)\nstate s\ninitial s\n"
                          "t: go(x) [x == 0 or a == x] s -> s / say(x)\n";

TEST(EfsmVerb, RunAppliesTestsAndSaysWhichFailAndWhy) {
  CommandLine Line;
  Ran Old = Line.run("vernier efsm run " + Bank + "old.efsm " + Bank + "tests.efsm");
  EXPECT_EQ(Old.Code, 0) << Old.Err;
  EXPECT_EQ(Old.Out, "5 tests: 5 passed, 0 failed\n");
  Ran New = Line.run("vernier efsm run " + Bank + "new.efsm " + Bank + "tests.efsm");
  EXPECT_EQ(New.Code, 1) << New.Err;
  EXPECT_NE(New.Out.find("step 5, deposit(1, 20): no transition processes it in state s2"), std::string::npos)
      << New.Out;
  EXPECT_NE(New.Out.find("step 4, wdraw(1, 20): expected ack(40), got ack(20)"), std::string::npos) << New.Out;
  EXPECT_NE(New.Out.find("5 tests: 3 passed, 2 failed\n"), std::string::npos) << New.Out;
  Ran All = Line.run("vernier efsm run --all " + Bank + "old.efsm " + Bank + "tests.efsm");
  EXPECT_NE(All.Out.find("t1, t2, t5, t12, t7"), std::string::npos) << All.Out;
}

TEST(EfsmVerb, RunAsJson) {
  CommandLine Line;
  auto Document = Line.json("efsm run " + Bank + "new.efsm " + Bank + "tests.efsm", 1);
  EXPECT_EQ(Document.getString("schema"), "vernier.efsm/1");
  EXPECT_EQ(Document.getString("command"), "run");
  auto *Tests = Document.getArray("tests");
  ASSERT_TRUE(Tests && Tests->size() == 5);
  auto *Fourth = (*Tests)[3].getAsObject();
  EXPECT_EQ(Fourth->getString("name"), "lambda4");
  EXPECT_EQ(Fourth->getString("result"), "failed");
  EXPECT_EQ(Fourth->getBoolean("complete"), false);
  auto *Step = (*Fourth->getArray("steps"))[4].getAsObject();
  EXPECT_EQ(Step->getString("input"), "wdraw(1, 30)");
  EXPECT_EQ((*Step->getArray("transitions"))[0].getAsString(), "t12'");
  EXPECT_EQ((*Step->getArray("outputs"))[0].getAsString(), "ack(10)");
}

TEST(EfsmVerb, WhatDependsOnAValueThatNobodyGaveIsUndecided) {
  CommandLine Line;
  Line.write("m.efsm", Small);
  Line.write("t.efsm", "test t\n  go(1) / say(1)\n");
  Ran Open = Line.run("vernier efsm run m.efsm t.efsm");
  EXPECT_EQ(Open.Code, 4);
  EXPECT_NE(Open.Out.find("1 test: 0 passed, 0 failed, 1 unknown\n"), std::string::npos) << Open.Out;
  EXPECT_EQ(Line.run("vernier efsm run --allow-unknown m.efsm t.efsm").Code, 0);
  Line.write("t.efsm", "test t with a = 1\n  go(1) / say(1)\n");
  EXPECT_EQ(Line.run("vernier efsm run m.efsm t.efsm").Code, 0);
}

TEST(EfsmVerb, CheckNamesWhatLooksLikeAMistake) {
  CommandLine Line;
  Ran Good = Line.run("vernier efsm check " + Bank + "old.efsm");
  EXPECT_EQ(Good.Code, 0) << Good.Err;
  EXPECT_NE(Good.Out.find("bank: 4 states, 12 transitions (3 internal), 6 variables, 4 inputs, 1 output\n"),
            std::string::npos)
      << Good.Out;
  EXPECT_NE(Good.Out.find("deterministic: no two transitions are ever enabled at once\n"), std::string::npos);
  EXPECT_NE(Good.Out.find("consistent: every guard can hold\n"), std::string::npos);
  Line.write("m.efsm", Small + "state lost\n");
  Ran Lost = Line.run("vernier efsm check m.efsm");
  EXPECT_NE(Lost.Out.find("m.efsm:8:7: warning: no transition leads from an initial state to the state 'lost'\n"),
            std::string::npos)
      << Lost.Out;
}

TEST(EfsmVerb, ErrorsOfAModelAreShownInTheirLines) {
  CommandLine Line;
  Line.write("m.efsm", Small + "u: s -> t\nv: [a] s -> s\n");
  for (const char *Command : {"check m.efsm", "fmt m.efsm", "run m.efsm m.efsm", "draw m.efsm", "diff m.efsm m.efsm"}) {
    Ran Bad = Line.run(std::string("vernier efsm ") + Command);
    EXPECT_EQ(Bad.Code, 3) << Command;
    EXPECT_EQ(Bad.Out, "") << Command;
    EXPECT_EQ(Bad.Err,
              "m.efsm:8:9: error: there is no state 't'\n  u: s -> t\n          ^\n"
              "m.efsm:9:5: error: expected a value of type bool, this is of type int\n  v: [a] s -> s\n      ^\n"
              "vernier: error: m.efsm has 2 errors\n")
        << Command;
  }
  Line.write("good.efsm", Small);
  Line.write("t.efsm", "test t\n  go(true)\n");
  Ran Tests = Line.run("vernier efsm run good.efsm t.efsm");
  EXPECT_EQ(Tests.Code, 3);
  EXPECT_NE(Tests.Err.find("t.efsm:2:6: error: expected a value of type int"), std::string::npos) << Tests.Err;
}

TEST(EfsmVerb, UsageErrors) {
  CommandLine Line;
  EXPECT_EQ(Line.run("vernier efsm").Code, 2);
  EXPECT_EQ(Line.run("vernier efsm run").Code, 2);
  EXPECT_EQ(Line.run("vernier efsm frob").Code, 2);
  Ran Missing = Line.run("vernier efsm check missing.efsm");
  EXPECT_EQ(Missing.Code, 3);
  EXPECT_EQ(Missing.Err, "vernier: error: cannot read 'missing.efsm': No such file or directory\n");
  EXPECT_EQ(Line.run("vernier efsm check .").Code, 3);
  EXPECT_EQ(Line.run("vernier efsm fmt -i " + Turnstile).Code, 2);
}

TEST(EfsmVerb, FmtPrintsAModelAndItsOwnOutputIsStable) {
  CommandLine Line;
  Ran Tidy = Line.run("vernier efsm fmt " + Bank + "old.efsm");
  EXPECT_EQ(Tidy.Code, 0) << Tidy.Err;
  Line.write("m.efsm", Tidy.Out);
  EXPECT_EQ(Line.run("vernier efsm fmt m.efsm").Out, Tidy.Out);
  EXPECT_EQ(Line.run("vernier efsm diff m.efsm " + Bank + "old.efsm").Code, 0) << "formatting changes nothing";
  Line.write("m.efsm", "machine  m state s\ninitial   s");
  EXPECT_EQ(Line.run("vernier efsm fmt -i m.efsm").Code, 0);
  EXPECT_EQ(Line.read("m.efsm"), "machine m\nstate s\ninitial s\n");
}

TEST(EfsmVerb, JsonOnStandardOutputIsAlone) {
  CommandLine Line;
  Line.write("m.efsm", Small);
  EXPECT_EQ(Line.json("efsm fmt m.efsm", 0).getString("text"), Small);
  EXPECT_EQ(Line.json("efsm draw m.efsm", 0).getString("dot")->substr(0, 7), "digraph");
  EXPECT_EQ(Line.json("efsm check m.efsm", 0).getArray("warnings")->size(), 0u);
}

TEST(EfsmVerb, TheExamplesAreFormatted) {
  CommandLine Line;
  for (const std::string File : {"old.efsm", "new.efsm"})
    EXPECT_EQ(Line.run("vernier efsm fmt " + Bank + File).Out, contents(Bank + File));
}

TEST(EfsmVerb, FmtConvertsAStateChart) {
  CommandLine Line;
  Ran Converted = Line.run("vernier efsm fmt " + Turnstile + " > t.efsm && vernier efsm diff t.efsm " + Turnstile);
  EXPECT_EQ(Converted.Code, 0) << Converted.Err;
  Line.write("c.scxml", "<scxml>\n<state id='s'><transition event='e' cond='x % 2'/></state></scxml>");
  Ran Warned = Line.run("vernier efsm fmt c.scxml");
  EXPECT_EQ(Warned.Code, 0);
  EXPECT_NE(Warned.Err.find("c.scxml:2:15: warning: <transition> is left out: 'x' has no counterpart in models\n"),
            std::string::npos)
      << Warned.Err;
}

TEST(EfsmVerb, DiffListsChangedTransitions) {
  CommandLine Line;
  Ran Changed = Line.run("vernier efsm diff " + Bank + "old.efsm " + Bank + "new.efsm");
  EXPECT_EQ(Changed.Code, 1);
  EXPECT_EQ(Changed.Out, "replaced (local: the new guard implies the old one)\n"
                         "  - t12: wdraw(i, v) [i == id and v > 0] s2 -> s2 / ack(B[id])\n"
                         "  + t12': wdraw(i, v) [i == id and v > 0 and B[i] - v >= 0] s2 -> s2 / B[id] := B[id] - v / "
                         "ack(B[id])\n"
                         "1 changed transition, 0 changed declarations, 11 transitions unchanged\n");
  auto Document = Line.json("efsm diff " + Bank + "old.efsm " + Bank + "new.efsm", 1);
  auto *Changes = Document.getArray("changes");
  ASSERT_TRUE(Changes && Changes->size() == 1);
  EXPECT_EQ((*Changes)[0].getAsObject()->getString("old"), "t12");
  EXPECT_EQ((*Changes)[0].getAsObject()->getString("new"), "t12'");
  EXPECT_EQ((*Changes)[0].getAsObject()->getBoolean("local"), true);
  EXPECT_EQ(Line.run("vernier efsm diff " + Bank + "old.efsm " + Bank + "old.efsm").Code, 0);
}

TEST(EfsmVerb, DrawWritesPictures) {
  CommandLine Line;
  Ran Drawn = Line.run("vernier efsm draw " + Bank + "old.efsm " + Bank + "new.efsm --svg a.svg --dot a.dot");
  EXPECT_EQ(Drawn.Code, 0) << Drawn.Err;
  EXPECT_EQ(Drawn.Out, "");
  EXPECT_EQ(Line.run("xmllint --noout a.svg && dot -Tsvg a.dot > b.svg").Code, 0);
  EXPECT_NE(Line.read("a.svg").find("fill=\"#1a7f37\">+ t12&#39; wdraw(i, v)</text>"), std::string::npos);
  EXPECT_NE(Line.run("vernier efsm draw " + Bank + "old.efsm").Out.find("<svg"), std::string::npos);
}

TEST(EfsmVerb, SelectDecidesTheTestsOfTheBank) {
  CommandLine Line;
  std::string Files = Bank + "old.efsm " + Bank + "new.efsm " + Bank + "tests.efsm";
  for (const std::string How : {"", " --solver always"}) {
    auto Document = Line.json("efsm select " + Files + How, 1);
    EXPECT_EQ(Document.getString("command"), "select");
    auto *Tests = Document.getArray("tests");
    ASSERT_TRUE(Tests && Tests->size() == 5);
    std::string Decisions;
    for (const auto &Each : *Tests)
      Decisions += Each.getAsObject()->getString("decision")->str() + " " +
                   Each.getAsObject()->getString("reason")->str() + "\n";
    EXPECT_EQ(Decisions, "discarded not-exercised\nselected exercises\nselected exercises\nunusable incomplete\n"
                         "unusable output-mismatch\n");
    auto *Second = (*Tests)[1].getAsObject();
    EXPECT_EQ(Second->getString("transition"), "t12'");
    EXPECT_EQ(Second->getInteger("step"), 4);
    auto *Path = Second->getObject("evidence")->getArray("new");
    ASSERT_TRUE(Path && Path->size() == 6) << "before the first input, and five steps";
    EXPECT_EQ((*(*Path)[4].getAsArray())[0].getAsString(), "t12'");
    auto *Completion = (*Tests)[3].getAsObject()->getObject("evidence")->getArray("completion");
    EXPECT_TRUE(Completion && !Completion->empty());
    auto *Stats = Document.getObject("stats");
    EXPECT_EQ(Stats->getInteger("test_steps"), 28);
    EXPECT_EQ(Stats->getInteger("trie_nodes"), 16);
    EXPECT_GT(Stats->getInteger("solver_queries"), 0);
  }
}

TEST(EfsmVerb, SelectedTestsAreWrittenAndPassOnTheNewModel) {
  CommandLine Line;
  Ran Selected = Line.run("vernier efsm select " + Bank + "old.efsm " + Bank + "new.efsm " + Bank +
                          "tests.efsm --write rerun.efsm --compatible pairs --quiet");
  EXPECT_EQ(Selected.Code, 1) << Selected.Err;
  EXPECT_EQ(Selected.Out, "");
  Ran Passed = Line.run("vernier efsm run " + Bank + "new.efsm rerun.efsm");
  EXPECT_EQ(Passed.Out, "2 tests: 2 passed, 0 failed\n");
  Line.write("pairs", "something else");
  Ran Damaged = Line.run("vernier efsm observable " + Bank + "old.efsm " + Bank + "tests.efsm --compatible pairs");
  EXPECT_EQ(Damaged.Code, 3) << Damaged.Err;
}

TEST(EfsmVerb, ObservableTests) {
  CommandLine Line;
  for (const std::string How : {"", " --solver always"}) {
    Ran Bank67 = Line.run("vernier efsm observable " + Bank + "old.efsm " + Bank + "tests67.efsm --all" + How);
    EXPECT_EQ(Bank67.Code, 0) << Bank67.Out << Bank67.Err;
    EXPECT_NE(Bank67.Out.find("observable lambda7: t1, t2, t5, t12, t7\n"), std::string::npos) << Bank67.Out;
    Line.write("t.efsm", "test t from s0 with min = 1, max = 1, T1 = 1\n  open(3) / ack(1)\n  deposit(1, 2) / ack(5)\n"
                         "  close(1) / ack(10)\n");
    EXPECT_EQ(Line.run("vernier efsm observable " + Bank + "old.efsm t.efsm" + How).Code, 1);
  }
}

TEST(EfsmVerb, GeneratedTestsPass) {
  CommandLine Line;
  Ran Made = Line.run("vernier efsm generate " + Bank + "old.efsm " + Bank + "new.efsm --write made.efsm");
  EXPECT_EQ(Made.Code, 1) << Made.Err;
  Ran Passed = Line.run("vernier efsm run " + Bank + "new.efsm made.efsm --all");
  EXPECT_EQ(Passed.Code, 0) << Passed.Out << Passed.Err;
  EXPECT_NE(Passed.Out.find("t12'"), std::string::npos) << Passed.Out;
  Ran None = Line.run("vernier efsm generate " + Bank + "old.efsm " + Bank + "new.efsm " + Bank + "tests.efsm");
  EXPECT_EQ(None.Code, 0) << "the tests exercise the change: " << None.Out;
}

TEST(EfsmVerb, CheckShowsAStateInWhichTwoTransitionsAreEnabled) {
  CommandLine Line;
  Line.write("m.efsm", Small + "u: go(x) [x > 5] s -> s\nv: go(x) [x < 0 and x > 3] s -> s\n");
  Ran Checked = Line.run("vernier efsm check m.efsm");
  EXPECT_EQ(Checked.Code, 1) << Checked.Err;
  EXPECT_NE(Checked.Out.find("not deterministic: t and u are enabled at once in state s, a = "), std::string::npos)
      << Checked.Out;
  EXPECT_NE(Checked.Out.find("not consistent: the guard of v never holds\n"), std::string::npos) << Checked.Out;
  EXPECT_EQ(Checked.Out.find("no two transitions"), std::string::npos) << Checked.Out;
  auto Document = Line.json("efsm check m.efsm", 1);
  EXPECT_EQ(Document.getBoolean("deterministic"), false);
  EXPECT_EQ(Document.getBoolean("consistent"), false);
}

// Whether a*a*a + b*b*b + c*c*c is 114 for integers is not known to anybody.
TEST(EfsmVerb, CheckClaimsNothingThatTheSolverGaveNoAnswerTo) {
  CommandLine Line;
  Line.write("m.efsm", "machine m\nvar a: int\nvar b: int\nvar c: int\ninput go\nstate s\ninitial s\n"
                       "t: go [a * a * a + b * b * b + c * c * c == 114] s -> s\nu: go [true] s -> s\n");
  Ran Checked = Line.run("vernier efsm check m.efsm --query-time 300ms");
  EXPECT_EQ(Checked.Code, 4) << Checked.Out << Checked.Err;
  EXPECT_NE(Checked.Out.find("undecided: whether t and u can be enabled at once: "), std::string::npos) << Checked.Out;
  EXPECT_EQ(Checked.Out.find("deterministic"), std::string::npos) << Checked.Out;
  EXPECT_EQ(Checked.Out.find("consistent"), std::string::npos) << Checked.Out;
  auto Document = Line.json("efsm check m.efsm --query-time 300ms", 4);
  EXPECT_TRUE(Document.get("deterministic")->getAsNull());
  EXPECT_TRUE(Document.get("consistent")->getAsNull());
  EXPECT_EQ(Document.getArray("undecided")->size(), 2u);
  Ran Bad = Line.run("vernier efsm check m.efsm --query-time soon");
  EXPECT_EQ(Bad.Code, 2);
  EXPECT_EQ(Bad.Err, "vernier: error: --query-time 'soon' is no time; write 500ms or 2s\n");
}

TEST(EfsmVerb, TimeEndsWhatTheSolverIsAsked) {
  CommandLine Line;
  Ran Short = Line.run("vernier efsm select " + Bank + "old.efsm " + Bank + "new.efsm " + Bank +
                       "tests.efsm --solver always --time 1ms");
  EXPECT_EQ(Short.Code, 4) << Short.Out << Short.Err;
  EXPECT_NE(Short.Out.find("the time was used up"), std::string::npos) << Short.Out;
  Ran Check = Line.run("vernier efsm check " + Bank + "old.efsm --time 1ms");
  EXPECT_EQ(Check.Code, 4) << Check.Out;
  EXPECT_EQ(Line.run("vernier efsm check " + Bank + "old.efsm --time soon").Code, 2);
  // Nothing is kept of what was not answered.
  std::string Graph = "vernier efsm observable " + Bank + "old.efsm " + Bank + "tests.efsm --graph --compatible ";
  Line.run(Graph + "late.json --time 1ms");
  EXPECT_EQ(Line.run(Graph + "whole.json").Code, 0);
  EXPECT_NE(Line.read("late.json"), Line.read("whole.json"));
  EXPECT_EQ(Line.run(Graph + "late.json").Code, 0);
  EXPECT_EQ(Line.read("late.json"), Line.read("whole.json"));
}

TEST(EfsmVerb, WalkMakesASuiteThatPasses) {
  CommandLine Line;
  std::string Walk = "vernier efsm walk " + Bank + "old.efsm --like " + Bank + "tests.efsm --count 30 --length 6 ";
  Ran Made = Line.run(Walk + "--seed 5 --write suite.efsm");
  EXPECT_EQ(Made.Code, 0) << Made.Err;
  EXPECT_EQ(Line.run("vernier efsm run " + Bank + "old.efsm suite.efsm").Out, "30 tests: 30 passed, 0 failed\n");
  EXPECT_EQ(Line.run(Walk + "--seed 5").Out, Line.read("suite.efsm")) << "the same seed, the same tests";
  EXPECT_NE(Line.run(Walk + "--seed 6").Out, Line.read("suite.efsm"));
  EXPECT_EQ(Line.json(Walk.substr(8) + "--seed 5", 0).getInteger("tests"), 30);
  EXPECT_EQ(Line.run(Walk + "--shared 101").Code, 2);
  Line.write("stuck.efsm", "machine m\ninput go\nstate s, e\ninitial s\nt: go s -> e\n");
  Ran Stuck = Line.run("vernier efsm walk stuck.efsm");
  EXPECT_EQ(Stuck.Code, 3);
  EXPECT_EQ(Stuck.Err, "vernier: error: no test of stuck.efsm was found that completes\n");
}

TEST(EfsmVerb, PrintsWhatItsPageShows) {
  CommandLine Line;
  std::string Page = contents(VERNIER_SOURCE_DIR "/docs/efsm.md");
  for (const std::string Command : {"vernier efsm run examples/efsm/bank/new.efsm examples/efsm/bank/tests.efsm",
                                    "vernier efsm diff examples/efsm/bank/old.efsm examples/efsm/bank/new.efsm",
                                    "vernier efsm select examples/efsm/bank/old.efsm examples/efsm/bank/new.efsm "
                                    "examples/efsm/bank/tests.efsm --evidence"}) {
    Ran Shown = Line.run("cd '" VERNIER_SOURCE_DIR "' && " + Command);
    EXPECT_NE(Page.find("```\n$ " + Command + "\n" + Shown.Out + "```\n"), std::string::npos) << Shown.Out;
  }
}

} // namespace
} // namespace vernier::test
