#include "check/Check.h"
#include "regression/Judge.h"

#include <gtest/gtest.h>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/FileSystem.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

// From functions to callers to the program. Every folder of composition/ is a pair whose functions behave alike when
// they are called alone, and whose programs need not; `premise` names the one of docs/composition.md that is missing.

using namespace vernier;
using namespace vernier::test;
namespace fs = std::filesystem;

namespace {

const fs::path Pairs = fs::path(VERNIER_SOURCE_DIR) / "tests/regression/composition";

std::string read(const fs::path &File) {
  std::ifstream In(File);
  std::stringstream Text;
  Text << In.rdbuf();
  return Text.str();
}

CheckResult check(const std::string &Old, const std::string &New, const std::string &File = "t.c") {
  Judged Pair(Old, New, File);
  std::string Directory = testing::TempDir() + "vernier-composition-" + std::to_string(getpid());
  auto Place = Workspace::at(Directory);
  CheckOptions Options;
  Options.Verify.Use.Partitions = false; // what proofs say is in question
  CheckResult Result = checkPair(Pair.Map, Options, *Place);
  llvm::sys::fs::remove_directories(Directory);
  return Result;
}

std::vector<std::string> folders() {
  std::vector<std::string> Names;
  for (const fs::directory_entry &Each : fs::directory_iterator(Pairs))
    Names.push_back(Each.path().filename().string());
  llvm::sort(Names);
  return Names;
}

class ViolatedPremise : public testing::TestWithParam<std::string> {};

bool assumes(const CheckResult &Result, const std::string &Code) {
  return llvm::any_of(Result.Functions, [&](const FunctionVerdict &Each) {
    return Each.Judged.What == Answer::Equal && llvm::is_contained(Each.Judged.Assumptions, Code);
  });
}

void expectForAllCallers(const std::string &Old, const std::string &New) {
  CheckResult Result = check(Old, New);
  EXPECT_EQ(Result.Whole.What, Answer::Equal) << Result.Whole.Why.Message << "\n" << New;
  EXPECT_EQ(Result.Whole.Why.Code, "functions-proved") << New;
}

} // namespace

TEST_P(ViolatedPremise, MakesNoEqualProgram) {
  fs::path Folder = Pairs / GetParam();
  std::string Kind = fs::exists(Folder / "old.cpp") ? ".cpp" : ".c";
  std::string Premise = llvm::StringRef(read(Folder / "premise")).trim().str();
  CheckResult Result = check(read(Folder / ("old" + Kind)), read(Folder / ("new" + Kind)), "t" + Kind);
  EXPECT_NE(Result.Whole.What, Answer::Equal) << Result.Whole.Why.Message;
  if (Premise == "startup") {
    if (Result.Whole.What == Answer::Unknown)
      EXPECT_EQ(Result.Whole.Why.Code, "startup");
    return;
  }
  for (const FunctionVerdict &Each : Result.Functions)
    EXPECT_FALSE(Each.ForAllCallers) << Each.Name;
  if (Premise != "unproved")
    EXPECT_TRUE(assumes(Result, Premise)) << "nobody assumes " << Premise;
}

TEST_P(ViolatedPremise, IsWrittenDown) {
  std::string Text = read(fs::path(VERNIER_SOURCE_DIR) / "docs/composition.md");
  EXPECT_NE(Text.find(GetParam()), std::string::npos) << "docs/composition.md does not show this pair";
}

INSTANTIATE_TEST_SUITE_P(Composition, ViolatedPremise, testing::ValuesIn(folders()), [](const auto &Pair) {
  std::string Name = Pair.param;
  std::replace(Name.begin(), Name.end(), '-', '_');
  return Name;
});

TEST(Composition, WhatOnlyComputesIsProvedForAllCallers) {
  expectForAllCallers("int f(int x) { return 2 * x; } int main(int c, char **v) { return f(c); }",
                      "int f(int x) { return x + x; } int main(int c, char **v) { return f(c); }");
  expectForAllCallers("int g; int f(int x) { g = x; return g + 1; } int main(int c, char **v) { return f(c) + g; }",
                      "int g; int f(int x) { g = x; return 1 + x; } int main(int c, char **v) { return f(c) + g; }");
  expectForAllCallers("int f(int x, int y) { return y ? x / y + 1 : 0; }",
                      "int f(int x, int y) { return !y ? 0 : 1 + x / y; }");
  // A trap with nothing in memory that a handler could find, or the same.
  expectForAllCallers("int f(int x) { return 10 / x + 1; }", "int f(int x) { return 1 + 10 / x; }");
  expectForAllCallers("int g; int f(int x) { g = 1; return 10 / x + 1; }",
                      "int g; int f(int x) { g = 1; return 1 + 10 / x; }");
}

TEST(Composition, TheSameOutputInTheSameCallsIsProvedForAllCallers) {
  std::string Declare = "int printf(const char *, ...); void exit(int);\n";
  expectForAllCallers(Declare + "void f(int x) { printf(\"%d\\n\", 2 * x); }",
                      Declare + "void f(int x) { printf(\"%d\\n\", x + x); }");
  expectForAllCallers(Declare + "void f(int x) { if (x > 5) printf(\"a\"); else printf(\"b\"); }",
                      Declare + "void f(int x) { if (x <= 5) printf(\"b\"); else printf(\"a\"); }");
  expectForAllCallers(Declare + "int g; void f(int x) { g = x; if (x > 5) exit(3); }",
                      Declare + "int g; void f(int x) { g = x; if (5 < x) exit(3); }");
}
