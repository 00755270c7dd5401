// What a reviewer sees of an exploration of partitions: text, JSON, explanations, generated tests, a golden version and
// a second opinion on the proofs.

#include "CommandLine.h"

#include <gtest/gtest.h>

#include <set>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

void writePair(const CommandLine &At, const std::string &Old, const std::string &New) {
  At.write("old.c", Old);
  At.write("new.c", New);
}

/// For i > 0 the new version returns one more; else no change is reached.
const char *OldPlus = "int f(int i, int j) {\n  int y = i;\n  if (i > 0)\n    y = j;\n  return y;\n}\n";
const char *NewPlus = "int f(int i, int j) {\n  int y = i;\n  if (i > 0)\n    y = j + 1;\n  return y;\n}\n";

/// The change is computed in another way, and a difference of three inputs.
const char *OldTwice = "int f(int n) {\n  int r = n * 2;\n  if (n >= 40 && n < 43)\n    return 7;\n  return r;\n}\n";
const char *NewTwice = "int f(int n) {\n  int r = n + n;\n  if (n >= 40 && n < 43)\n    return 8;\n  return r;\n}\n";

/// As many classes as n may have values.
std::string loop(const std::string &Step) {
  return "int f(int n) {\n  int r = 0;\n  for (int i = 0; i < n; i++)\n    r " + Step + ";\n  return r;\n}\n";
}

bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

std::size_t lines(const std::string &Text) {
  return static_cast<std::size_t>(std::count(Text.begin(), Text.end(), '\n'));
}

std::vector<const json::Object *> partitions(const json::Object &Document, llvm::StringRef Kind) {
  std::vector<const json::Object *> Found;
  for (const json::Value &Each : *Document.getArray("partitions"))
    if (Each.getAsObject()->getString("kind") == Kind)
      Found.push_back(Each.getAsObject());
  return Found;
}

void expectError(const Ran &Result, int Code, std::initializer_list<const char *> Parts) {
  EXPECT_EQ(Result.Code, Code) << Result.Out << Result.Err;
  ASSERT_TRUE(contains(Result.Err, "vernier: error: ")) << Result.Err;
  for (const char *Part : Parts)
    EXPECT_TRUE(contains(Result.Err, Part)) << "expected '" << Part << "' in: " << Result.Err;
}

} // namespace

TEST(VerifyPartitions, ADifferenceIsShownWithWhatContributesToIt) {
  CommandLine At;
  writePair(At, OldPlus, NewPlus);
  Ran Result = At.run("vernier verify old.c new.c --entry f --no-bounded");
  EXPECT_EQ(Result.Code, 1) << Result.Err;
  EXPECT_EQ(Result.Err, ""); // no progress where there is no terminal
  for (const char *Part :
       {"entry        f\n", "\ndifferent    1 class of inputs behaves differently", "\nclass ",
        "\n  input      i = ", "\n  old        returned ", "\n  new        returned ", "\n  through    new.c:4\n",
        "equal on 1 class of inputs: 1 reaches no change", "assuming     ", "\nexplored     2 classes in "})
    EXPECT_TRUE(contains(Result.Out, Part)) << Part << "\n" << Result.Out;
}

TEST(VerifyPartitions, TheJsonHasWhatTheTextHas) {
  CommandLine At;
  writePair(At, OldPlus, NewPlus);
  json::Object Document = At.json("verify old.c new.c --entry f --no-bounded", 1);
  EXPECT_EQ(Document.getString("mode"), "sliced");
  EXPECT_EQ(Document.getBoolean("complete"), true);
  auto Different = partitions(Document, "different"), Equal = partitions(Document, "equal");
  ASSERT_EQ(Different.size(), 1u);
  ASSERT_EQ(Equal.size(), 1u);
  EXPECT_EQ(Different[0]->getString("basis"), "outcome");
  EXPECT_EQ(Equal[0]->getString("basis"), "unreached");
  EXPECT_GE(Different[0]->getInteger("conjuncts").value_or(0), 1);
  EXPECT_TRUE(Different[0]->getNumber("seconds") && Different[0]->getString("readable"));
  EXPECT_TRUE(Equal[0]->getObject("example"));
  int I = std::stoi(Different[0]->getObject("witness")->getString("i")->str());
  int J = std::stoi(Different[0]->getObject("witness")->getString("j")->str());
  EXPECT_GT(I, 0);
  EXPECT_EQ(Different[0]->getObject("old")->getString("return"), std::to_string(J));
  EXPECT_EQ(Different[0]->getObject("new")->getString("return"), std::to_string(J + 1));
  // The changed statement that it names is the one of the line.
  ASSERT_EQ(Different[0]->getArray("changes")->size(), 1u);
  auto Id = (*Different[0]->getArray("changes"))[0].getAsInteger();
  bool Known = false;
  for (const json::Value &Each : *Document.getArray("changes"))
    if (Each.getAsObject()->getInteger("id") == Id)
      Known = Each.getAsObject()->getObject("location")->getInteger("line") == 4;
  EXPECT_TRUE(Known);
  const json::Object &Stats = *Document.getObject("stats");
  EXPECT_EQ(Stats.getInteger("partitions"), 2);
  for (const char *Field : {"partitions_per_second", "mean_conjuncts", "runs", "queries", "solver_seconds",
                            "run_seconds", "redundant", "skipped", "open"})
    EXPECT_TRUE(Stats.getNumber(Field)) << Field;
  EXPECT_EQ(*Stats.get("stopped"), json::Value(nullptr));
  for (const char *Field : {"verified_fraction", "different_fraction", "unknown_fraction"})
    EXPECT_TRUE(Document.get(Field)) << Field;
}

TEST(VerifyPartitions, ManyClassesMakeNoLongText) {
  CommandLine At;
  writePair(At, loop("+= i"), loop("+= i + (i > 3)"));
  const std::string Command = "vernier verify old.c new.c --entry f --no-slice --bound n=0..40";
  Ran Short = At.run(Command), Long = At.run(Command + " --verbose --json all.json");
  EXPECT_EQ(Short.Code, 1) << Short.Err;
  EXPECT_LT(lines(Short.Out), 25u) << Short.Out;
  EXPECT_TRUE(contains(Short.Out, " more that differ (--verbose lists them)")) << Short.Out;
  EXPECT_TRUE(contains(Short.Out, "--explain ID")) << Short.Out;
  auto Document = json::parse(At.read("all.json"));
  ASSERT_TRUE(bool(Document));
  std::size_t Number = Document->getAsObject()->getArray("partitions")->size();
  EXPECT_GE(Number, 41u);
  for (std::size_t Id = 1; Id <= Number; ++Id)
    EXPECT_TRUE(contains(Long.Out, "\nclass " + std::to_string(Id) + " ")) << Id;
}

TEST(VerifyPartitions, EachKindOfUnknownIsSaidOnce) {
  CommandLine At;
  writePair(At, loop("+= i"), loop("+= i - (n > 1000000)"));
  Ran Result = At.run("vernier verify old.c new.c --entry f --no-bounded --runs 6");
  EXPECT_EQ(Result.Code, 4) << Result.Out << Result.Err;
  EXPECT_TRUE(contains(Result.Out, "\nunknown      ")) << Result.Out;
  EXPECT_TRUE(contains(Result.Out, "stopped      the runs were used up (--runs)")) << Result.Out;
  EXPECT_TRUE(contains(Result.Out, "proved       equal on ")) << Result.Out;
  json::Object Document = At.json("verify old.c new.c --entry f --no-bounded --runs 6", 4);
  EXPECT_EQ(Document.getObject("stats")->getString("stopped"), "runs");
  EXPECT_GT(Document.getObject("stats")->getInteger("open").value_or(0), 0);
  EXPECT_EQ(Document.getBoolean("complete"), false);
}

TEST(VerifyPartitions, AnExplanationHasPlacesAndVersions) {
  CommandLine At;
  writePair(At, OldPlus, NewPlus);
  json::Object All = At.json("verify old.c new.c --entry f --no-bounded", 1);
  auto Id = std::to_string(partitions(All, "different").at(0)->getInteger("id").value_or(0));
  json::Object Document = At.json("verify old.c new.c --entry f --no-bounded --explain " + Id, 1);
  const json::Object *Explained = Document.getObject("explain");
  ASSERT_TRUE(Explained && !Explained->getArray("conjuncts")->empty());
  EXPECT_EQ(std::to_string(Explained->getInteger("id").value_or(0)), Id);
  std::set<std::int64_t> Lines;
  for (const json::Value &Each : *Explained->getArray("conjuncts")) {
    const json::Object &One = *Each.getAsObject();
    EXPECT_TRUE(One.getString("condition") && One.getString("readable"));
    if (One.getString("kind") != "decision")
      continue;
    EXPECT_EQ(One.getString("decision"), "branch");
    EXPECT_TRUE(One.getString("version") == "old" || One.getString("version") == "new");
    EXPECT_EQ(One.getObject("location")->getString("file"), One.getString("version")->str() + ".c");
    Lines.insert(One.getObject("location")->getInteger("line").value_or(0));
  }
  EXPECT_EQ(Lines, std::set<std::int64_t>{3});
  ASSERT_EQ(Explained->getArray("changes")->size(), 1u);
  EXPECT_EQ((*Explained->getArray("changes"))[0].getAsObject()->getString("text"), "y = j + 1;");
  Ran Text = At.run("vernier verify old.c new.c --entry f --no-bounded --explain " + Id);
  for (const char *Part : {"class ", "different", "rests on", "branch", ":3 (f)", "y = j + 1;", "(was: y = j;)"})
    EXPECT_TRUE(contains(Text.Out, Part)) << Part << "\n" << Text.Out;
}

TEST(VerifyPartitions, AnExplanationOfNothingSaysWhatThereIs) {
  CommandLine At;
  writePair(At, OldPlus, NewPlus);
  expectError(At.run("vernier verify old.c new.c --entry f --no-bounded --explain 77"), 2,
              {"--explain 77", "there are 1 to 2"});
  expectError(At.run("vernier verify old.c new.c --entry f --explain 0"), 2, {"--explain"});
}

TEST(VerifyPartitions, AnExplorationGoesOnWhereItStopped) {
  CommandLine At;
  writePair(At, OldTwice, NewTwice);
  const std::string Command = "verify old.c new.c --entry f --no-bounded --store kept.db";
  Ran First = At.run("vernier " + Command + " --runs 1 --json first.json");
  EXPECT_EQ(First.Code, 4) << First.Out << First.Err;
  json::Object Document = At.json(Command + " --resume", 1);
  EXPECT_EQ(Document.getObject("stats")->getInteger("replayed"), 1);
  EXPECT_EQ(Document.getBoolean("complete"), true);
  expectError(At.run("vernier verify old.c new.c --entry f --resume"), 2, {"--store"});
  expectError(At.run("vernier verify old.c new.c --entry f --memory much"), 2, {"--memory", "512M"});
}

TEST(VerifyPartitions, SavedTestsComeFirst) {
  CommandLine At;
  writePair(At, OldTwice, NewTwice);
  At.write("seeds/one.json", R"({"schema": "vernier.test/1", "space": {"entry": "f"}, "input": {"n": "41"}})");
  At.write("seeds/two.json", R"({"schema": "vernier.test/1", "space": {"entry": "g"}, "input": {"y": "5"}})");
  Ran Result = At.run("vernier verify old.c new.c --entry f --no-bounded --tests seeds --first --json out.json");
  EXPECT_EQ(Result.Code, 1) << Result.Out;
  EXPECT_TRUE(contains(Result.Err, "1 of 2 tests in 'seeds' are not for this input space: two.json")) << Result.Err;
  auto Document = json::parse(At.read("out.json"));
  ASSERT_TRUE(bool(Document));
  // The first run shows a difference, and there is no other.
  EXPECT_EQ(Document->getAsObject()->getObject("stats")->getInteger("runs"), 1);
  // Shown is the smallest input of its class.
  EXPECT_EQ(partitions(*Document->getAsObject(), "different").at(0)->getObject("witness")->getString("n"), "40");
}

/// Every input shows another message; one shows another result. Usage text is a message, wherever it is printed.
TEST(VerifyPartitions, FirstGoesOnBehindMessages) {
  CommandLine At;
  std::string Text = "#include <stdio.h>\nint f(unsigned char n) { fputs(\"$\\n\", stderr); "
                     "if (n == 201) return $; return 0; }\n";
  auto Version = [&](const std::string &Value) {
    std::string Result = Text;
    for (std::size_t Mark; (Mark = Result.find('$')) != std::string::npos;)
      Result.replace(Mark, 1, Value);
    return Result;
  };
  writePair(At, Version("1"), Version("2"));
  const std::string Command = "verify old.c new.c --entry f --no-bounded ";
  json::Object More = At.json(Command + "--first", 1), Any = At.json(Command + "--first=any", 1);
  EXPECT_EQ(More.getBoolean("messages_only"), false);
  EXPECT_EQ(Any.getBoolean("messages_only"), true);
  EXPECT_TRUE(contains(At.run("vernier " + Command + "--first=any").Out, "only         messages"));
  writePair(At, "#include <stdio.h>\nvoid f(void) { puts(\"Usage: f [x]\"); }\n",
            "#include <stdio.h>\nvoid f(void) { puts(\"Usage: f [x [y]]\"); }\n");
  EXPECT_EQ(At.json("verify old.c new.c --entry f", 1).getBoolean("messages_only"), true);
}

TEST(VerifyPartitions, CtrlCStopsWithWhatThereIs) {
  CommandLine At;
  writePair(At, loop("+= i"), loop("+= i - (n > 1000000)"));
  Ran Result = At.run("vernier verify old.c new.c --entry f --no-bounded --time 10s --store runs.db --json out.json &"
                      " process=$!; for i in $(seq 600); do test -s runs.db && break; sleep 0.1; done; sleep 1; "
                      "kill -INT $process; wait $process; code=$?; test -s out.json && echo written; exit $code");
  EXPECT_EQ(Result.Code, 4) << Result.Err;
  EXPECT_TRUE(contains(Result.Out, "stopped      it was interrupted")) << Result.Out;
  EXPECT_TRUE(contains(Result.Out, "proved       equal on ")) << Result.Out;
  EXPECT_TRUE(contains(Result.Out, "written"));
}

TEST(VerifyPartitions, TestsOfAProgramKnowBothOutcomes) {
  CommandLine At;
  const std::string Source = "#include <stdio.h>\n"
                             "int main(int argc, char **argv) {\n"
                             "  if (argc < 2 || argv[1][0] != 'x')\n"
                             "    return 3;\n"
                             "  puts(TEXT);\n"
                             "  return 0;\n"
                             "}\n";
  writePair(At, "#define TEXT \"one\"\n" + Source, "#define TEXT \"two\"\n" + Source);
  Ran Result = At.run("vernier verify old.c new.c --no-bounded --argv 1x1 --out tests --json out.json");
  EXPECT_EQ(Result.Code, 1) << Result.Out << Result.Err;
  auto Document = json::parse(At.read("out.json"));
  ASSERT_TRUE(bool(Document));
  std::size_t Number = Document->getAsObject()->getArray("partitions")->size(),
              Differing = partitions(*Document->getAsObject(), "different").size();
  ASSERT_EQ(Differing, 1u);
  EXPECT_TRUE(contains(Result.Out, std::to_string(Number) + " tests saved in tests")) << Result.Out;
  ASSERT_EQ(At.run("clang-19 -o before old.c && clang-19 -o after new.c").Code, 0);
  Ran OldOnOld = At.run("tests/run-tests.sh before"), OldOnNew = At.run("tests/run-tests.sh after"),
      NewOnNew = At.run("tests/run-tests.sh --new after"), NewOnOld = At.run("tests/run-tests.sh --new before");
  EXPECT_EQ(OldOnOld.Code, 0) << OldOnOld.Out << OldOnOld.Err;
  EXPECT_EQ(NewOnNew.Code, 0) << NewOnNew.Out << NewOnNew.Err;
  EXPECT_TRUE(contains(OldOnOld.Out, "# " + std::to_string(Number) + " tests, 0 failed")) << OldOnOld.Out;
  EXPECT_TRUE(contains(OldOnNew.Out, ", 1 failed")) << OldOnNew.Out; // that of the class that differs
  EXPECT_TRUE(contains(NewOnOld.Out, ", 1 failed")) << NewOnOld.Out;
  EXPECT_EQ(At.run("vernier replay tests old.c").Code, 0);
  EXPECT_EQ(At.run("vernier replay tests new.c").Code, 1);
  EXPECT_EQ(At.run("vernier replay tests old.c new.c").Code, 1);
}

TEST(VerifyPartitions, GoogleTestsOfAFunctionKnowBothOutcomes) {
  CommandLine At;
  writePair(At, OldTwice, NewTwice);
  ASSERT_EQ(At.run("vernier verify old.c new.c --entry f --no-bounded --out tests").Code, 1);
  for (std::string Version : {"old", "new"}) {
    Ran Built = At.run("clang-19 -c " + Version + ".c && clang++-19 -std=c++17 -o " + Version +
                       "-test tests/verified_test.cpp " + Version + ".o -lgtest -lgtest_main -lpthread");
    ASSERT_EQ(Built.Code, 0) << Built.Err << At.read("tests/verified_test.cpp");
  }
  Ran OldOnOld = At.run("./old-test"), OldOnNew = At.run("./new-test"),
      NewOnNew = At.run("VERNIER_EXPECT=new ./new-test"), NewOnOld = At.run("VERNIER_EXPECT=new ./old-test");
  EXPECT_EQ(OldOnOld.Code, 0) << OldOnOld.Out << At.read("tests/verified_test.cpp");
  EXPECT_EQ(NewOnNew.Code, 0) << NewOnNew.Out;
  EXPECT_EQ(OldOnNew.Code, 1) << OldOnNew.Out;
  EXPECT_EQ(NewOnOld.Code, 1) << NewOnOld.Out;
  EXPECT_TRUE(contains(OldOnNew.Out, " 1 FAILED TEST")) << OldOnNew.Out;
}

TEST(VerifyPartitions, AGoldenVersionTellsProgressFromRegression) {
  CommandLine At;
  // Böhme 2014, figure 3.2: i + 1 was wanted for i > 0, and nothing else; zero became a regression.
  writePair(At, "int f(int i) { if (i > 0) return i; if (i < -90) return 1; return 0; }\n",
            "int f(int i) { if (i >= 0) return i + 1; if (i < -90) return 2; return 0; }\n");
  At.write("golden.c", "int f(int i) { if (i > 0) return i + 1; if (i < -90) return 3; return 0; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f --no-bounded --golden golden.c", 1);
  std::set<std::string> Seen;
  for (const json::Object *Each : partitions(Document, "different")) {
    int I = std::stoi(Each->getObject("witness")->getString("i")->str());
    std::string Class = Each->getString("class").value_or("").str();
    EXPECT_EQ(Class, I > 0 ? "progression" : I == 0 ? "regression" : "intermediate") << I;
    EXPECT_TRUE(Each->getObject("golden"));
    Seen.insert(Class);
  }
  EXPECT_EQ(Seen, (std::set<std::string>{"progression", "regression", "intermediate"}));
  const json::Object *Summary = Document.getObject("golden");
  ASSERT_TRUE(Summary);
  EXPECT_EQ(Summary->getInteger("regression"), 1);
  EXPECT_EQ(Summary->getInteger("unclassified"), 0);
  Ran Text = At.run("vernier verify old.c new.c --entry f --no-bounded --golden golden.c");
  EXPECT_TRUE(contains(Text.Out, "golden       of the classes that differ, against golden.c: ")) << Text.Out;
  EXPECT_TRUE(contains(Text.Out, "1 regression (")) << Text.Out;
}

TEST(VerifyPartitions, AGoldenVersionMustTakeTheSameInputs) {
  CommandLine At;
  writePair(At, OldPlus, NewPlus);
  At.write("other.c", "int f(int i, int j, int k) { return i + j + k; }\n");
  At.write("none.c", "int g(int i) { return i; }\n");
  expectError(At.run("vernier verify old.c new.c --entry f --no-bounded --golden other.c"), 2, {"--golden other.c"});
  expectError(At.run("vernier verify old.c new.c --entry f --no-bounded --golden none.c"), 2,
              {"--golden none.c", "'f'"});
}

TEST(VerifyPartitions, AnotherSolverConfirmsTheProofs) {
  CommandLine At;
  writePair(At, "int f(int n) { if (n > 100) return n * 2; return n ^ 1; }\n",
            "int f(int n) { if (n > 100) return n + n + (n == 500); return n + 1 - 2 * (n & 1); }\n");
  json::Object Document = At.json("verify old.c new.c --entry f --recheck --out tests", 1);
  const json::Object *Recheck = Document.getObject("recheck");
  ASSERT_TRUE(Recheck);
  EXPECT_GE(Recheck->getInteger("confirmed").value_or(0), 2);
  EXPECT_EQ(Recheck->getInteger("contradicted"), 0);
  EXPECT_EQ(Recheck->getInteger("undecided"), 0);
  EXPECT_EQ(static_cast<std::int64_t>(Recheck->getArray("obligations")->size()), Recheck->getInteger("confirmed"));
  EXPECT_TRUE(contains(Recheck->getString("program").value_or("").str(), "cvc5"));
  // They are files that stand on their own.
  Ran Again = At.run("cvc5 tests/obligations/cover.smt2");
  EXPECT_EQ(Again.Out, "unsat\n") << Again.Err;
  Ran Text = At.run("vernier verify old.c new.c --entry f --recheck");
  EXPECT_TRUE(contains(Text.Out, " confirmed by cvc5, 0 undecided, 0 contradicted")) << Text.Out;
}

TEST(VerifyPartitions, AContradictionIsAnError) {
  CommandLine At;
  writePair(At, OldTwice, NewTwice);
  At.write("bin/cvc5", "#!/bin/sh\ncase $1 in --version) echo 'This is cvc5 in name only' ;; *) echo sat ;; esac\n");
  Ran Result = At.run("chmod +x bin/cvc5; PATH=$PWD/bin:$PATH vernier verify old.c new.c --entry f --recheck --out out "
                      "--json out.json");
  expectError(Result, 3, {"cvc5 contradicts", "please report", "out/obligations"});
  EXPECT_TRUE(contains(Result.Out, "CONTRADICTED out/obligations/")) << Result.Out;
  EXPECT_TRUE(contains(At.read("out.json"), "\"contradicted\""));
  At.write("bin/cvc5",
           "#!/bin/sh\ncase $1 in --version) echo 'This is cvc5 in name only' ;; *) echo unknown ;; esac\n");
  Ran Unsure = At.run("PATH=$PWD/bin:$PATH vernier verify old.c new.c --entry f --recheck");
  EXPECT_EQ(Unsure.Code, 1) << Unsure.Err;
  EXPECT_TRUE(contains(Unsure.Out, "undecided, for example ")) << Unsure.Out;
}

TEST(VerifyPartitions, ARecheckNeedsItsProgram) {
  CommandLine At;
  writePair(At, OldTwice, NewTwice);
  expectError(At.run("tool=$(command -v vernier); PATH=/nowhere \"$tool\" verify old.c new.c --entry f --recheck"), 3,
              {"--recheck", "cvc5"});
  expectError(At.run("vernier verify old.c new.c --entry f --recheck --only-bounded"), 2,
              {"--recheck", "--only-bounded"});
}

// No branch tells these inputs apart, and nothing can be said of any: to run all of them one by one finds nothing.
TEST(VerifyPartitions, InputsThatGoOneWayToWhatIsUnknownAreNotTriedForever) {
  CommandLine At;
  writePair(At, "int f(int x) { return *(volatile int *)0x40001000 + x; }\n",
            "int f(int x) { int v = *(volatile int *)0x40001000; return x + v; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f --no-bounded --time 60s", 4);
  EXPECT_EQ(Document.getObject("reason")->getString("code"), "volatile");
  EXPECT_LT(Document.getObject("stats")->getInteger("runs"), 100);
  EXPECT_NE(Document.getObject("stats")->getString("stopped"), "time");
}

TEST(VerifyPartitions, ConditionsSayWhenTheErrorNumberIsSet) {
  CommandLine At;
  const std::string Head = "#include <math.h>\n#include <stdlib.h>\n";
  auto Expect = [&](const std::string &Call, const std::string &Parameter, const std::string &Condition) {
    writePair(At, Head + "int f(" + Parameter + ") { " + Call + "; return 2; }\n",
              "int f(" + Parameter + ") { return 2; }\n");
    json::Object Document = At.json("verify old.c new.c --entry f --no-bounded --time 10s", 1);
    EXPECT_EQ(Document.getBoolean("complete"), true);
    unsigned Different = 0;
    for (const json::Value &Each : *Document.getArray("partitions"))
      if (const json::Object &Part = *Each.getAsObject(); Part.getString("kind") == "different") {
        ++Different;
        EXPECT_EQ(Part.getString("readable"), Condition);
      }
    EXPECT_EQ(Different, 1u) << Call;
  };
  Expect("strtol(\"5\", 0, b)", "int b", "(b < 0 || b == 1 || b >= 37)");
  Expect("sqrt(b)", "double b", "b < 0.0");
  Expect("sqrtf(b)", "float b", "b < 0.0f");
}
