// `explore` as a user meets it: paths, findings with commands that work, tests that pass and can fail, exit codes.

#include "CommandLine.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

const char *Three = "int f(int x) { if (x > 5) return 1; if (x == 3) return 2; return 0; }\n";
/// A million paths, each of them short.
const char *Endless =
    "int f(unsigned n) { unsigned s = 0; for (int i = 0; i < 20; i++) if (n >> i & 1) s += i; return s; }\n";

std::string pace() {
  std::ifstream Stream(VERNIER_SOURCE_DIR "/examples/pace/pace.c");
  return {std::istreambuf_iterator<char>(Stream), {}};
}

std::string replaced(std::string Text, const std::string &What, const std::string &By) {
  auto At = Text.find(What);
  EXPECT_NE(At, std::string::npos) << What;
  return Text.replace(At, What.size(), By);
}

/// What stands behind a label at the beginning of a line.
std::string after(const std::string &Text, const std::string &Label) {
  auto At = Text.find(Label);
  if (At == std::string::npos)
    return {};
  auto From = Text.find_first_not_of(' ', At + Label.size());
  return Text.substr(From, Text.find('\n', From) - From);
}

} // namespace

TEST(Explore, ACompleteExplorationHasATestForEachPath) {
  CommandLine At;
  At.write("a.c", Three);
  json::Object Document = At.json("explore a.c --entry f", 0);
  EXPECT_EQ(Document.getString("schema"), "vernier.explore/1");
  EXPECT_EQ(Document.getBoolean("complete"), true);
  EXPECT_EQ(Document.getInteger("paths"), 3);
  EXPECT_EQ(Document.getObject("coverage")->getObject("branches")->getInteger("covered"), 4);
  EXPECT_EQ(Document.getObject("coverage")->getObject("branches")->getInteger("total"), 4);
  EXPECT_EQ(Document.getArray("crashes")->size(), 0u);
  EXPECT_EQ(Document.getArray("holes")->size(), 0u);
  for (const char *Count : {"runs", "queries", "solver_seconds", "run_seconds"})
    EXPECT_TRUE(Document.getObject("stats")->getNumber(Count)) << Count;
  std::set<std::string> Returned;
  for (const json::Value &Each : *Document.getArray("tests")) {
    const json::Object &Test = *Each.getAsObject();
    long X = std::stol(Test.getObject("input")->getString("x")->str());
    std::string Return = Test.getObject("outcome")->getString("return")->str();
    EXPECT_EQ(Return, X > 5 ? "1" : X == 3 ? "2" : "0");
    EXPECT_TRUE(Test.getInteger("id") && Test.getString("path"));
    Returned.insert(Return);
  }
  EXPECT_EQ(Returned, (std::set<std::string>{"0", "1", "2"}));
}

TEST(Explore, ALoopThatReadsUntilNothingIsLeft) {
  CommandLine At;
  At.write("a.c",
           "#include <unistd.h>\nint main(void) { char b[8]; long n, t = 0; while ((n = read(0, b, sizeof b)) > 0)"
           " t += b[0] == 'x' ? 10 : n; return (int)t; }\n");
  json::Object Document = At.json("explore a.c --stdin 2", 0);
  EXPECT_EQ(Document.getBoolean("complete"), true);
  EXPECT_EQ(Document.getArray("undecided")->size(), 0u);
  std::set<std::int64_t> Ended;
  for (const json::Value &Each : *Document.getArray("tests"))
    Ended.insert(*Each.getAsObject()->getObject("outcome")->getInteger("exit"));
  EXPECT_EQ(Ended, (std::set<std::int64_t>{0, 1, 2, 10}));
}

TEST(Explore, AFindingComesWithACommandThatShowsIt) {
  CommandLine At;
  At.write("pace.c", pace());
  Ran Result = At.run("vernier explore pace.c --entry pace --out tests");
  EXPECT_EQ(Result.Code, 1) << Result.Out << Result.Err;
  EXPECT_EQ(Result.Err, ""); // no progress where there is no terminal
  EXPECT_NE(Result.Out.find("finding      division-by-zero at pace.c:28 (pace)"), std::string::npos) << Result.Out;
  EXPECT_NE(after(Result.Out, "\n  input").find("kilometres = 0"), std::string::npos) << Result.Out;
  std::string Command = after(Result.Out, "\n  replay");
  ASSERT_TRUE(Command.starts_with("vernier replay tests/test-")) << Result.Out;
  Ran Again = At.run(Command);
  EXPECT_EQ(Again.Code, 0) << Again.Err;
  EXPECT_NE(Again.Out.find("SIGFPE"), std::string::npos) << Again.Out;
}

TEST(Explore, GoogleTestsOfAFunctionPassAndFail) {
  CommandLine At;
  At.write("pace.c", pace());
  ASSERT_EQ(At.run("vernier explore pace.c --entry pace --out tests").Code, 1);
  At.write("broken.c", replaced(pace(), "to += 24 * 60", "to += 12 * 60"));
  for (std::string Version : {"pace", "broken"}) {
    Ran Built = At.run("clang-19 -Dmain=program_main -c " + Version + ".c && clang++-19 -std=c++17 -o " + Version +
                       " tests/explored_test.cpp " + Version + ".o -lgtest -lgtest_main -lpthread");
    ASSERT_EQ(Built.Code, 0) << Built.Err << At.read("tests/explored_test.cpp");
    Ran Result = At.run("./" + Version);
    EXPECT_EQ(Result.Code, Version == "pace" ? 0 : 1) << Result.Out;
  }
}

TEST(Explore, TestsOfAProgramRunOnAnyBuildOfIt) {
  CommandLine At;
  const std::string Source = "#include <stdio.h>\n"
                             "int main(int argc, char **argv) {\n"
                             "  int c = getchar();\n"
                             "  if (argc > 1 && argv[1][0] == '-') { if (c == '\\n') puts(\"line\"); return 2; }\n"
                             "  if (c == 'q') puts(\"quit\");\n"
                             "  return 0;\n"
                             "}\n";
  At.write("prog.c", Source);
  Ran Explored = At.run("vernier explore prog.c --argv 1x1 --stdin 1 --out tests");
  EXPECT_EQ(Explored.Code, 0) << Explored.Out << Explored.Err;
  At.write("broken.c", replaced(Source, "\"quit\"", "\"exit\""));
  ASSERT_EQ(At.run("clang-19 -o prog prog.c && clang-19 -o broken broken.c").Code, 0);
  Ran Good = At.run("tests/run-tests.sh prog"), Bad = At.run("tests/run-tests.sh broken");
  EXPECT_EQ(Good.Code, 0) << Good.Out << Good.Err;
  EXPECT_EQ(Bad.Code, 1) << Bad.Out;
  EXPECT_NE(Bad.Out.find(", 1 failed"), std::string::npos) << Bad.Out;
  EXPECT_EQ(At.run("vernier replay tests prog.c").Code, 0);
  EXPECT_EQ(At.run("vernier replay tests prog.c broken.c").Code, 1);
  EXPECT_NE(At.run("cat tests/afl/stdin/*").Out.find("q"), std::string::npos);
}

TEST(Explore, WhatIsNotCompleteSaysWhyAndExitsWithFour) {
  CommandLine At;
  At.write("a.c", Endless);
  json::Object Document = At.json("explore a.c --entry f --runs 5", 4);
  EXPECT_EQ(Document.getBoolean("complete"), false);
  EXPECT_EQ(Document.getString("stopped"), "runs");
  EXPECT_LE(Document.getObject("stats")->getInteger("runs").value_or(99), 5);
  EXPECT_GT(Document.getArray("undecided")->size(), 0u);
  EXPECT_EQ(At.run("vernier explore a.c --entry f --runs 5 --allow-unknown").Code, 0);
  Ran Text = At.run("vernier explore a.c --entry f --runs 5");
  EXPECT_NE(Text.Out.find("stopped: the runs were used up (--runs)"), std::string::npos) << Text.Out;
}

TEST(Explore, CtrlCStopsWithWhatThereIs) {
  CommandLine At;
  At.write("a.c", Endless);
  // The store appears when everything is built and the exploration begins.
  Ran Result = At.run("vernier explore a.c --entry f --time 60s --store runs.db --json report.json & process=$!; "
                      "for i in $(seq 600); do test -s runs.db && break; sleep 0.1; done; sleep 0.5; "
                      "kill -INT $process; wait $process; code=$?; test -s report.json && echo written; exit $code");
  EXPECT_EQ(Result.Code, 4) << Result.Err; // undecided
  EXPECT_NE(Result.Out.find("stopped: it was interrupted"), std::string::npos) << Result.Out;
  EXPECT_NE(Result.Out.find("written"), std::string::npos);
}

TEST(Explore, SavedTestsAreTheFirstInputs) {
  CommandLine At;
  At.write("a.c", Three);
  At.write("seeds/one.json", R"({"schema": "vernier.test/1", "space": {"entry": "f"}, "input": {"x": "77"}})");
  At.write("seeds/two.json", R"({"schema": "vernier.test/1", "space": {"entry": "g"}, "input": {"y": "5"}})");
  json::Object Document = At.json("explore a.c --entry f --tests seeds --runs 1", 4);
  ASSERT_EQ(Document.getArray("tests")->size(), 1u);
  EXPECT_EQ((*Document.getArray("tests"))[0].getAsObject()->getObject("input")->getString("x"), "77");
  Ran Result = At.run("vernier explore a.c --entry f --tests seeds --runs 1");
  EXPECT_NE(Result.Err.find("1 of 2 tests in 'seeds' are not for this input space: two.json"), std::string::npos)
      << Result.Err;
}

TEST(Explore, FilesAndVariablesAreInputsOfTheTestsToo) {
  CommandLine At;
  const std::string Source = "#include <stdio.h>\n#include <stdlib.h>\n"
                             "int main(void) {\n"
                             "  FILE *f = fopen(\"in.txt\", \"r\");\n"
                             "  if (!f) return 9;\n"
                             "  const char *v = getenv(\"MODE\");\n"
                             "  int c = getc(f), m = v ? *v : 0;\n"
                             "  if (c == 'x' && m == 'y') return 1;\n"
                             "  return 0;\n"
                             "}\n";
  At.write("prog.c", Source);
  Ran Explored = At.run("vernier explore prog.c --file in.txt=1 --env MODE=1 --out tests --json report.json");
  EXPECT_TRUE(Explored.Code == 0 || Explored.Code == 4) << Explored.Out << Explored.Err;
  EXPECT_NE(At.run("cat tests/afl/file-in.txt/*").Out.find("x"), std::string::npos);
  At.write("broken.c", replaced(Source, "return 1", "return 3"));
  ASSERT_EQ(At.run("clang-19 -o prog prog.c && clang-19 -o broken broken.c").Code, 0);
  Ran Good = At.run("tests/run-tests.sh prog"), Bad = At.run("tests/run-tests.sh broken");
  EXPECT_EQ(Good.Code, 0) << Good.Out << Good.Err;
  EXPECT_EQ(Bad.Code, 1) << Bad.Out;
  EXPECT_EQ(At.run("vernier replay report.json prog.c").Code, 0);
}

TEST(Explore, AStoreIsGoneOnWith) {
  CommandLine At;
  At.write("a.c", Three);
  EXPECT_EQ(At.json("explore a.c --entry f --runs 1 --store kept", 4).getInteger("paths"), 1);
  json::Object Document = At.json("explore a.c --entry f --store kept --resume", 0);
  EXPECT_EQ(Document.getInteger("paths"), 3);
  EXPECT_EQ(Document.getObject("stats")->getInteger("replayed"), 1);
}

TEST(Explore, QuestionsToTheSolverAreLogged) {
  CommandLine At;
  At.write("a.c", "int f(unsigned x) { if (x * x * x == 4097 * x + 12) return 1; return 2; }\n");
  At.run("vernier explore a.c --entry f --log-queries queries");
  EXPECT_NE(At.run("cat queries/*").Out.find("(check-sat)"), std::string::npos);
}

TEST(Explore, ATerminalShowsProgress) {
  CommandLine At;
  At.write("a.c", Endless);
  Ran Shown = At.run("script -qec 'vernier explore a.c --entry f --time 2s' /dev/null");
  EXPECT_NE(Shown.Out.find(" runs, "), std::string::npos) << Shown.Out;
  EXPECT_NE(Shown.Out.find("\r\033[K"), std::string::npos) << Shown.Out;
  Ran Quiet = At.run("script -qec 'vernier explore -q a.c --entry f --time 2s' /dev/null");
  EXPECT_EQ(Quiet.Out, "");
}

TEST(Explore, EveryStrategyFindsAllOfASmallSpace) {
  CommandLine At;
  At.write("a.c", Three);
  for (const char *Flags : {"--strategy coverage", "--strategy bfs", "--strategy dfs", "--strategy random --seed 7",
                            "--strategy distance --reach a.c:1", "--reach f", "--jobs 2"}) {
    json::Object Document = At.json(std::string("explore a.c --entry f ") + Flags, 0);
    EXPECT_EQ(Document.getInteger("paths"), 3) << Flags;
  }
}

TEST(Explore, WhatMakesNoSenseIsRefused) {
  CommandLine At;
  At.write("a.c", Three);
  for (const char *Flags : {"--strategy distance", "--strategy bfs --reach f", "--strategy best", "--resume",
                            "--memory lots", "--run-memory 0", "--unmodelled=maybe", "--time soon", "--query-time x",
                            "--entry nothing", "--reach nowhere", "--argv 2x2"}) {
    Ran Result = At.run(std::string("vernier explore a.c --entry f ") + Flags);
    EXPECT_EQ(Result.Code, 2) << Flags << "\n" << Result.Err;
    EXPECT_NE(Result.Err.find("vernier: error: "), std::string::npos) << Flags;
  }
  EXPECT_EQ(At.run("vernier explore a.c --entry f --tests nowhere").Code, 3);
  EXPECT_EQ(At.run("vernier explore a.c --entry f --out a.c/x").Code, 3);
  EXPECT_EQ(At.run("vernier explore a.c b.c --entry f").Code, 2);
}

// Locals of such a function stay in memory (execution/builds/ObjectCode.cpp). Each of them adds its number where it is
// large enough.
TEST(Explore, AFunctionWithThousandsOfLocals) {
  constexpr unsigned Locals = 2000;
  std::string Text = "int f(unsigned x) {\n  int r = 0;\n";
  for (unsigned Number = 0; Number != Locals; ++Number) {
    std::string Name = "v" + std::to_string(Number);
    Text += "  unsigned " + Name + " = x * " + std::to_string(Number + 1) + "u;\n  if (" + Name + " > " +
            std::to_string(7 * Number) + "u)\n    r += " + std::to_string(Number) + ";\n";
  }
  CommandLine At;
  At.write("many.c", Text + "  return r;\n}\n");
  json::Object Document = At.json("explore many.c --entry f --runs 3", 4);
  const json::Array &Tests = *Document.getArray("tests");
  ASSERT_GE(Tests.size(), 2u);
  for (const json::Value &Test : Tests) {
    const json::Object &Saved = *Test.getAsObject();
    unsigned X = static_cast<unsigned>(std::stoul(Saved.getObject("input")->getString("x")->str()));
    int Sum = 0;
    for (unsigned Number = 0; Number != Locals; ++Number)
      Sum += X * (Number + 1) > 7 * Number ? static_cast<int>(Number) : 0;
    EXPECT_EQ(Saved.getObject("outcome")->getString("return"), std::to_string(Sum));
    EXPECT_TRUE(Saved.getBoolean("confirmed").value_or(false)) << "the traced run and the plain one differ";
  }
}
