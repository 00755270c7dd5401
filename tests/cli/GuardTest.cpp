// `guard` as a user meets it: the running example of Pastore et al. 2014 stage by stage, refactorings, bad input.

#include "CommandLine.h"

#include <gtest/gtest.h>

#include <set>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

const std::string Example = "'" VERNIER_SOURCE_DIR "/examples/guard/";

struct Listed {
  std::string Expression, Status, Test;
  std::int64_t Line = 0;
};

std::vector<Listed> propertiesOf(const json::Object &Document) {
  std::vector<Listed> All;
  for (const json::Value &Each : *Document.getArray("properties")) {
    const json::Object &Row = *Each.getAsObject();
    All.push_back({Row.getString("expression")->str(), Row.getString("status")->str(),
                   Row.getString("test").value_or("").str(), *Row.getObject("location")->getInteger("line")});
  }
  return All;
}

std::string statusOf(const json::Object &Document, const std::string &Expression, std::int64_t Line) {
  for (const Listed &Each : propertiesOf(Document))
    if (Each.Expression == Expression && Each.Line == Line)
      return Each.Status;
  return "not learnt";
}

const char *Clamp = "int clamp(int x) {\n  int y = x;\n  if (y < 0)\n    y = 0;\n  if (y > 100)\n    y = 100;\n"
                    "  return y;\n}\nint percent(int x) {\n  int p = clamp(x);\n  int rest = 100 - p;\n"
                    "  return rest;\n}\n";

std::string clampWith(const std::string &Part, const std::string &By) {
  std::string Text = Clamp;
  return Text.replace(Text.find(Part), Part.size(), By);
}

/// A saved test of a function with one parameter.
std::string testOf(const std::string &Entry, int X, int Returned) {
  return "{\"schema\": \"vernier.test/1\", \"input\": {\"x\": \"" + std::to_string(X) +
         "\"}, \"outcome\": {\"ending\": \"returned\", \"return\": \"" + std::to_string(Returned) +
         "\"}, \"space\": {\"entry\": \"" + Entry + "\"}}\n";
}

void writeSuite(const CommandLine &At) {
  int Number = 0;
  for (int X : {-7, 0, 12, 40, 77, 100, 230})
    At.write("tests/t" + std::to_string(++Number) + ".json", testOf("percent", X, 100 - std::min(100, std::max(0, X))));
}

} // namespace

// Control is behind a statement when its value is stored, not when one of its conditions is known.
TEST(Guard, PartsOfStatementsAreNoPlaces) {
  CommandLine At;
  std::string Text = "int twice(int x) {\n  return 2 * x;\n}\nint f(int x) {\n  int v = 33;\n"
                     "  v = x > 5 ? x : 2;\n  int w = 44;\n  w = x > 7 &&\n      twice(x) > 3;\n"
                     "  int u = 55;\n  u = x +\n      twice(x);\n  return u + v + w;\n}\n";
  At.write("old.c", Text);
  At.write("new.c", Text.replace(Text.find("u + v + w"), 9, "u + v - w"));
  for (int X : {-7, 0, 3, 6, 8, 12, 40, 77})
    At.write("tests/t" + std::to_string(X + 7) + ".json", testOf("f", X, 3 * X + (X > 5 ? X : 2) + (X > 7)));
  Ran Result = At.run("vernier guard old.c new.c --tests tests --json out.json");
  ASSERT_LE(Result.Code, 4) << Result.Err;
  auto Document = json::parse(At.read("out.json"));
  ASSERT_TRUE(static_cast<bool>(Document)) << Result.Err;
  const json::Object &Found = *Document->getAsObject();
  EXPECT_NE(statusOf(Found, "v == 33", 5), "not learnt");
  EXPECT_NE(statusOf(Found, "w == 44", 7), "not learnt");
  EXPECT_NE(statusOf(Found, "u == 55", 10), "not learnt");
  EXPECT_EQ(statusOf(Found, "v == 33", 6), "not learnt");
  for (std::int64_t Line : {8, 9})
    EXPECT_EQ(statusOf(Found, "w == 44", Line), "not learnt");
  for (std::int64_t Line : {11, 12})
    EXPECT_EQ(statusOf(Found, "u == 55", Line), "not learnt");
}

TEST(Guard, TheRunningExampleGoesThroughAllStages) {
  CommandLine At;
  json::Object Document = At.json("guard " + Example + "base.c' " + Example + "upgrade.c' --tests " + Example +
                                      "tests' --new-tests " + Example + "new-tests' --out found",
                                  1);
  EXPECT_EQ(Document.getString("schema"), "vernier.guard/1");
  // Section 6: the proof removes what only the tests suggest.
  EXPECT_EQ(statusOf(Document, "product != 0", 30), "refuted");
  EXPECT_EQ(statusOf(Document, "product != 0", 33), "proved");
  EXPECT_EQ(statusOf(Document, "prod != 0", 23), "proved");
  // Section 7: the new test outdates what it violates, and nothing else.
  for (const Listed &Each : propertiesOf(Document)) {
    EXPECT_EQ(Each.Status == "outdated", Each.Expression == "return == 0 || return == 1" && Each.Line == 27)
        << Each.Expression << " after line " << Each.Line;
    if (Each.Status == "outdated")
      EXPECT_EQ(Each.Test, "unavailable-product.json");
  }
  // Section 8: three violations, at further points too, and one cause.
  EXPECT_EQ(statusOf(Document, "avail == 0 || avail == 1", 33), "violated");
  EXPECT_EQ(statusOf(Document, "avail == 0 || avail == 1", 34), "violated");
  EXPECT_EQ(statusOf(Document, "total >= 0", 34), "violated");
  ASSERT_EQ(Document.getArray("findings")->size(), 1u);
  const json::Object &Finding = *Document.getArray("findings")->front().getAsObject();
  EXPECT_EQ(Finding.getObject("location")->getInteger("line"), 36); // of the upgrade
  EXPECT_EQ(Finding.getObject("location")->getString("function"), "availableProducts");
  EXPECT_EQ(Finding.getObject("old")->getString("return"), "0");
  EXPECT_EQ(Finding.getObject("new")->getString("return")->front(), '-');
  EXPECT_FALSE(Finding.getArray("changes")->empty());
  // The run that shows it is a test that the base passes and the upgrade does not.
  EXPECT_EQ(At.run("vernier replay found " + Example + "base.c'").Code, 0);
  EXPECT_EQ(At.run("vernier replay found " + Example + "upgrade.c'").Code, 1);
}

TEST(Guard, ARefactoringHasNothingToReport) {
  CommandLine At;
  At.write("old.c", Clamp);
  At.write("new.c", clampWith("  if (y > 100)\n    y = 100;\n", "  if (y >= 101)\n    y = 100;\n"));
  writeSuite(At);
  json::Object Document = At.json("guard old.c new.c --tests tests", 0);
  EXPECT_EQ(statusOf(Document, "p >= 0", 10), "proved");
  EXPECT_EQ(statusOf(Document, "p <= 100", 10), "proved");
  for (const json::Value &Each : *Document.getArray("properties")) {
    const json::Object &Row = *Each.getAsObject();
    if (Row.getString("status") == "proved")
      EXPECT_EQ(Row.getString("extent"), "unbounded") << Row.getString("expression")->str();
  }
}

TEST(Guard, WhatTheSuiteMissesIsFoundWithItAndWithoutAny) {
  CommandLine At;
  At.write("old.c", Clamp);
  At.write("new.c", clampWith("  if (y > 100)\n", "  if (y > 100 && y != 5000)\n"));
  writeSuite(At);
  for (const char *Tests : {" --tests tests", ""}) {
    json::Object Document = At.json(std::string("guard old.c new.c") + Tests, 1);
    ASSERT_FALSE(Document.getArray("findings")->empty()) << Tests;
    const json::Object &Finding = *Document.getArray("findings")->front().getAsObject();
    EXPECT_EQ(Finding.getObject("witness")->getString("x"), "5000") << Tests;
    EXPECT_EQ(Finding.getObject("old")->getString("return"), "0") << Tests;
    EXPECT_EQ(Finding.getObject("new")->getString("return"), "-4900") << Tests;
  }
}

TEST(Guard, PropertiesAreWrittenAndReadBack) {
  CommandLine At;
  At.write("old.c", Clamp);
  At.write("new.c", clampWith("  if (y > 100)\n", "  if (y > 120)\n"));
  writeSuite(At);
  EXPECT_EQ(At.run("vernier guard old.c new.c --tests tests --save-properties kept.txt").Code, 1);
  EXPECT_NE(At.read("kept.txt").find("old.c:10: p >= 0\n"), std::string::npos) << At.read("kept.txt");
  At.write("own.txt", "# ours\nold.c:11: rest + p == 100 && rest >= 0\nold.c:10: p != 101\n");
  json::Object Document = At.json("guard old.c new.c --tests tests --properties own.txt", 1);
  EXPECT_EQ(statusOf(Document, "rest + p == 100 && rest >= 0", 11), "violated");
  EXPECT_EQ(statusOf(Document, "p != 101", 10), "violated");
  At.write("accepted.txt", At.read("kept.txt"));
  EXPECT_EQ(At.run("vernier guard old.c new.c --tests tests --accept accepted.txt").Code, 0);
  At.write("noted.c", clampWith("  int rest = 100 - p;\n", "  int rest = 100 - p; // vernier: rest != -1\n"));
  Document = At.json("guard noted.c new.c --tests tests", 1);
  EXPECT_EQ(statusOf(Document, "rest != -1", 11), "violated");
  At.write("own.txt", "old.c:10: p >\n");
  Ran Bad = At.run("vernier guard old.c new.c --tests tests --properties own.txt");
  EXPECT_EQ(Bad.Code, 2);
  EXPECT_NE(Bad.Err.find("old.c:10"), std::string::npos) << Bad.Err;
  At.write("own.txt", "old.c:99: p > 3\n");
  Bad = At.run("vernier guard old.c new.c --tests tests --properties own.txt");
  EXPECT_EQ(Bad.Code, 2);
  EXPECT_NE(Bad.Err.find("FILE:LINE: EXPRESSION"), std::string::npos) << Bad.Err;
}

namespace {

/// A program that prints what is left of a percentage.
void writeProject(const CommandLine &At, const std::string &Where, const std::string &Limit) {
  At.write(Where + "/clamp.c", "int clamp(int x) {\n  int y = x;\n  if (y < 0)\n    y = 0;\n  if (" + Limit +
                                   ")\n    y = 100;\n  return y;\n}\n");
  At.write(Where + "/prog.c", "#include <stdio.h>\n#include <stdlib.h>\nint clamp(int x);\n"
                              "int rest(int x) {\n  int p = clamp(x);\n  int left = 100 - p;\n  return left;\n}\n"
                              "int main(int argc, char **argv) {\n  printf(\"%d\\n\", rest(atoi(argv[1])));\n"
                              "  return argc > 5;\n}\n");
  At.write(Where + "/Makefile", "prog: prog.o clamp.o\n\t$(CC) -o $@ prog.o clamp.o\n"
                                "check: prog\n\ttest $$(./prog 30) = 70\n\ttest $$(./prog -3) = 100\n"
                                "\ttest $$(./prog 0) = 100\n\ttest $$(./prog 77) = 23\n\ttest $$(./prog 240) = 0\n"
                                "\ttest $$(./prog 45) = 55\n\ttest $$(./prog 100) = 0\n");
}

} // namespace

TEST(Guard, AProjectsOwnSuiteIsRunInItsBuild) {
  CommandLine At;
  writeProject(At, "old", "y > 100");
  writeProject(At, "new", "y > 100 && y != 5000");
  const std::string Guard = "guard old new --build make ";
  json::Object Document = At.json(Guard + "--test 'make check'", 1);
  EXPECT_EQ(statusOf(Document, "left >= 0", 6), "violated");
  const json::Object &Finding = *Document.getArray("findings")->front().getAsObject();
  EXPECT_EQ(Finding.getObject("witness")->getString("x"), "5000");
  // Many processes at once: each visit is there. rest() has three points, clamp() three for numbers within the limits.
  std::int64_t One = *At.json(Guard + "--test './prog 5'", 0).getObject("stats")->getInteger("visits");
  Document = At.json(Guard + "--test 'for i in $(seq 1 40); do ./prog $i & done; wait'", 0);
  EXPECT_EQ(Document.getObject("stats")->getInteger("visits"), 40 * One);
  // What the upgrade's own suite asks for is intended.
  Document = At.json(Guard + "--test 'make check' --new-test 'test $(./prog 5000) = -4900'", 0);
  EXPECT_EQ(statusOf(Document, "left >= 0", 6), "outdated");
}

TEST(Guard, ASuiteThatIsNoneIsRefused) {
  CommandLine At;
  writeProject(At, "old", "y > 100");
  writeProject(At, "new", "y > 120");
  for (auto [Command, Message] :
       {std::pair("true", "never ran the program"), std::pair("./prog 5; exit 3", "fails on the base (exit status 3"),
        std::pair("head -c 4096 /dev/zero > $VERNIER_MONITOR_DIRECTORY/x; ./prog 5", "those of another build")}) {
    Ran Bad = At.run(std::string("vernier guard old new --build make --test '") + Command + "'");
    EXPECT_EQ(Bad.Code, 3) << Bad.Out;
    EXPECT_NE(Bad.Err.find(Message), std::string::npos) << Bad.Err;
  }
}

TEST(Guard, ASuiteThatSaysNothingIsRefused) {
  CommandLine At;
  At.write("old.c", std::string(Clamp) + "int other(int x) {\n  return x + 1;\n}\n");
  At.write("new.c", clampWith("  if (y > 100)\n", "  if (y > 120)\n") + "int other(int x) {\n  return x + 1;\n}\n");
  At.write("failing/a.json", testOf("percent", 30, 71));
  Ran Bad = At.run("vernier guard old.c new.c --tests failing");
  EXPECT_EQ(Bad.Code, 3);
  EXPECT_NE(Bad.Err.find("fails on the base"), std::string::npos) << Bad.Err;
  At.write("elsewhere/a.json", testOf("other", 30, 31));
  Bad = At.run("vernier guard old.c new.c --tests elsewhere");
  EXPECT_EQ(Bad.Code, 3);
  EXPECT_NE(Bad.Err.find("no test comes to a statement near the changes"), std::string::npos) << Bad.Err;
  writeSuite(At);
  At.write("newer/a.json", testOf("percent", 30, 71));
  Bad = At.run("vernier guard old.c new.c --tests tests --new-tests newer");
  EXPECT_EQ(Bad.Code, 3);
  EXPECT_NE(Bad.Err.find("of the upgrade fails on it"), std::string::npos) << Bad.Err;
}
