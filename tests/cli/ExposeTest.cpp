// `expose` and `interact` as a user meets them: documents, tests that replay, exit codes.

#include "CommandLine.h"

#include <gtest/gtest.h>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

const char *Old = "int f(int x) { int y = x + 3; if (x == 500) return y; return 0; }\n";
const char *New = "int f(int x) { int y = x + 4; if (x == 500) return y; return 0; }\n";

} // namespace

TEST(Expose, ADocumentSaysForEachChangeHowFarItCame) {
  CommandLine At;
  At.write("old.c", Old);
  At.write("new.c", New);
  json::Object Document = At.json("expose old.c new.c --entry f --out tests", 1);
  EXPECT_EQ(Document.getString("schema"), "vernier.expose/1");
  const json::Object &Change = *Document.getArray("changes")->front().getAsObject();
  for (const char *State : {"reached", "infected", "exposed"})
    EXPECT_EQ(Change.getBoolean(State), true) << State;
  EXPECT_EQ(Change.getObject("location")->getInteger("line"), 1);
  ASSERT_TRUE(Change.getInteger("test"));
  const json::Object &Test =
      *(*Document.getArray("tests"))[static_cast<std::size_t>(*Change.getInteger("test") - 1)].getAsObject();
  EXPECT_EQ(Test.getObject("input")->getString("x"), "500");
  EXPECT_EQ(Test.getObject("old")->getString("return"), "503");
  EXPECT_EQ(Test.getObject("new")->getString("return"), "504");
  EXPECT_EQ(Document.getObject("stats")->getNumber("runs_to_reach"), 1.0);
  EXPECT_NE(At.run("ls tests").Out.find("exposes-change-1"), std::string::npos);
  EXPECT_EQ(At.run("vernier expose old.c new.c --entry f --tests tests --time 20s").Code, 1);
}

TEST(Expose, WhatIsProvedEqualHasNothingToReport) {
  CommandLine At;
  At.write("old.c", "int f(int x) { return x * 2; }\n");
  At.write("new.c", "int f(int x) { return x + x; }\n");
  json::Object Document = At.json("expose old.c new.c --entry f", 0);
  const json::Object &Change = *Document.getArray("changes")->front().getAsObject();
  EXPECT_EQ(Change.getBoolean("exposed"), false);
  EXPECT_EQ(Change.getObject("reason")->getString("code"), "equal");
  Document = At.json("expose old.c new.c --entry f --no-prove", 4);
  EXPECT_EQ(Document.getArray("changes")->front().getAsObject()->getObject("reason")->getString("code"),
            "not-infected");
}

TEST(Expose, WhatNoInputReachesIsProvedUnreachable) {
  CommandLine At;
  At.write("old.c", "int f(unsigned x) { if (x > 5 && x < 3) return 1; return 0; }\n");
  At.write("new.c", "int f(unsigned x) { if (x > 5 && x < 3) return 2; return 0; }\n");
  json::Object Document = At.json("expose old.c new.c --entry f", 0);
  const json::Object &Change = *Document.getArray("changes")->front().getAsObject();
  EXPECT_EQ(Change.getBoolean("reached"), false);
  EXPECT_EQ(Change.getObject("reason")->getString("code"), "unreachable");
}

TEST(Expose, ProgramsAreGivenTextsThatTheyName) {
  CommandLine At;
  std::string Text = "#include <stdio.h>\n#include <string.h>\n"
                     "int main(int argc, char **argv) {\n"
                     "  if (argc > 1 && strcmp(argv[1], \"--summary\") == 0)\n    puts(\"one\");\n  return 0;\n}\n";
  At.write("old.c", Text);
  At.write("new.c", Text.replace(Text.find("one"), 3, "two"));
  Ran Shown = At.run("vernier expose old.c new.c --argv 1x9");
  EXPECT_EQ(Shown.Code, 1) << Shown.Out << Shown.Err;
  EXPECT_NE(Shown.Out.find("--summary"), std::string::npos) << Shown.Out;
}

namespace {

bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

/// Builds old.c and new.c as libraries for the tests that were generated, by gcc and CMake, and runs CTest: that of the
/// old version has to pass with old expectations, that of the new one with new ones.
void expectGeneratedTestsToTell(const CommandLine &At, const std::string &Kind) {
  At.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.17)\nproject(P C CXX)\nenable_testing()\n"
                             "include(tests/vernier-tests.cmake)\n"
                             "foreach(version old new)\n  " +
                                 Kind +
                                 "endforeach()\nvernier_add_tests(is_old)\nvernier_add_tests(is_new ${EXPECTED})\n");
  std::string Build = " -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ > log && cmake --build ";
  ASSERT_EQ(At.run("cmake -S . -B a -DEXPECTED=NEW" + Build + "a >> log").Code, 0) << At.read("log");
  Ran Right = At.run("ctest --test-dir a");
  EXPECT_EQ(Right.Code, 0) << Right.Out;
  EXPECT_TRUE(contains(Right.Out, "is_old.test")) << Right.Out;
  ASSERT_EQ(At.run("cmake -S . -B a -DEXPECTED=" + Build + "a >> log").Code, 0) << At.read("log");
  EXPECT_EQ(At.run("ctest --test-dir a -R is_old").Code, 0);
  EXPECT_NE(At.run("ctest --test-dir a -R is_new").Code, 0);
}

} // namespace

TEST(Expose, TestsOfAProgramSayWhichChangeTheyShowToTheShellAndToCTest) {
  CommandLine At;
  std::string Text = "#include <stdio.h>\nint main(int argc, char **argv) {\n"
                     "  if (argc > 1 && argv[1][0] == 'x')\n    puts(\"one\");\n  return 0;\n}\n";
  At.write("old.c", Text);
  At.write("new.c", Text.replace(Text.find("one"), 3, "two"));
  ASSERT_EQ(At.run("vernier expose old.c new.c --argv 1x2 --out tests").Code, 1);
  const std::string Name = "test-000001-exposes-change-1-in-main-by-stdout";
  EXPECT_TRUE(contains(At.run("ls tests").Out, Name + ".json"));
  ASSERT_EQ(At.run("gcc -o before old.c && gcc -o after new.c").Code, 0);
  EXPECT_EQ(At.run("tests/run-tests.sh --only " + Name + " before").Code, 0);
  EXPECT_EQ(At.run("tests/run-tests.sh --only " + Name + " after").Code, 1);
  EXPECT_EQ(At.run("tests/run-tests.sh --new --only " + Name + " after").Code, 0);
  EXPECT_EQ(At.run("tests/run-tests.sh --only test-000009 before").Code, 2);
  expectGeneratedTestsToTell(At, "add_executable(is_${version} ${version}.c)\n");
}

TEST(Expose, TestsOfAFunctionSayWhichChangeTheyShowToGoogleTestAndToCTest) {
  CommandLine At;
  At.write("old.c", Old);
  At.write("new.c", New);
  ASSERT_EQ(At.run("vernier expose old.c new.c --entry f --out tests").Code, 1);
  EXPECT_TRUE(contains(At.read("tests/exposed_test.cpp"), "exposes_change_1_in_f_by_return)"))
      << At.read("tests/exposed_test.cpp");
  expectGeneratedTestsToTell(At, "add_library(is_${version} ${version}.c)\n");
}

TEST(Expose, FilesAreGivenEveryLengthThatTheyMayHave) {
  CommandLine At;
  std::string Text = "#include <stdio.h>\n#include <string.h>\nint main(void) {\n  char line[16];\n"
                     "  FILE *in = fopen(\"in\", \"r\");\n  if (!in || !fgets(line, sizeof line, in))\n    return 2;\n"
                     "  if (strlen(line) == 5 && line[3] == '=')\n    puts(\"one\");\n  return 0;\n}\n";
  At.write("old.c", Text);
  At.write("new.c", Text.replace(Text.find("one"), 3, "two"));
  json::Object Document = At.json("expose old.c new.c --file in=8 --no-prove --runs 300", 1);
  EXPECT_EQ(Document.getArray("changes")->front().getAsObject()->getString("found_by"), "expose");
}

TEST(Expose, WhatVerifyWitnessesIsJoinedWithWhatWasFoundBefore) {
  CommandLine At;
  At.write("old.c", Old);
  At.write("new.c", New);
  json::Object Document = At.json("expose old.c new.c --entry f --runs 1", 1);
  const json::Object &Change = *Document.getArray("changes")->front().getAsObject();
  EXPECT_EQ(Change.getBoolean("exposed"), true);
  EXPECT_EQ(Change.getString("found_by"), "verify");
  EXPECT_EQ(Change.getInteger("runs_to_reach"), 1);
  EXPECT_GT(Document.getObject("stats")->getInteger("runs").value_or(0), 2);
  EXPECT_TRUE(contains(At.run("vernier expose old.c new.c --entry f --runs 1").Out, "witnesses of `verify`"));
}

TEST(Expose, SanitizersShowWhatNothingElseShows) {
  CommandLine At;
  std::string Text =
      "#include <stdio.h>\nstruct s { char a[4]; char b[4]; };\nint main(int argc, char **argv) {\n"
      "  struct s v = {{0}, {0}};\n  if (argc != 2) return 2;\n  int i = argc;\n"
      "  if (argv[1][0] == 'x')\n    i = 3;\n  v.a[i] = 1;\n  printf(\"%d\\n\", v.a[0]);\n  return 0;\n}\n";
  At.write("old.c", Text);
  At.write("new.c", Text.replace(Text.find("i = 3"), 5, "i = 5"));
  std::string Command = "expose old.c new.c --argv 1x1 --no-prove --time 20s";
  EXPECT_EQ(At.json(Command, 4).getArray("changes")->front().getAsObject()->getBoolean("exposed"), false);
  json::Object Document = At.json(Command + " --sanitize", 1);
  const json::Object &Change = *Document.getArray("changes")->front().getAsObject();
  EXPECT_EQ(Change.getBoolean("exposed"), true);
  const json::Object &Test =
      *(*Document.getArray("tests"))[static_cast<std::size_t>(*Change.getInteger("test") - 1)].getAsObject();
  EXPECT_EQ(Test.getObject("input")->getString("argv_1_0"), "120");
  EXPECT_FALSE(Test.getObject("old_sanitizer"));
  ASSERT_TRUE(Test.getObject("new_sanitizer"));
  EXPECT_EQ(Test.getObject("new_sanitizer")->getObject("location")->getInteger("line"), 9);
  EXPECT_EQ(At.json("expose old.c old.c --argv 1x1 --no-prove --sanitize", 0).getArray("changes")->size(), 0u);
}

TEST(Interact, TestsSayWhichChangesAnErrorNeeds) {
  CommandLine At;
  std::string Base = "int t[3];\nint f(int x, int y) {\n  int a = 0, b = 0;\n  if (x == 3)\n    a = 0;\n"
                     "  if (y == 4)\n    b = 0;\n  if (a + b == 2)\n    __builtin_trap();\n  return a * 2 + b;\n}\n";
  std::string Changed = Base;
  Changed.replace(Changed.find("    a = 0;"), 10, "    a = 1;");
  Changed.replace(Changed.find("    b = 0;"), 10, "    b = 1;");
  At.write("old.c", Base);
  At.write("new.c", Changed);
  ASSERT_EQ(At.run("vernier interact old.c new.c --entry f --time 20s --runs 200 --out tests").Code, 1);
  EXPECT_TRUE(contains(At.run("ls tests").Out, "-of-changes-1-2-in-f-by-signal.json")) << At.run("ls tests").Out;
  EXPECT_TRUE(contains(At.read("tests/interaction_test.cpp"), "_of_changes_1_2_in_f_by_signal)"));
  EXPECT_TRUE(contains(At.read("tests/interaction_test.cpp"), "differs_by_changes_1_in_f_by_return)"));
  expectGeneratedTestsToTell(At, "add_library(is_${version} ${version}.c)\n");
}

TEST(Interact, WaysThatHaveNothingInCommonAreGoneTogether) {
  CommandLine At;
  std::string Base = "void abort(void);\nint f(int x, int y) {\n  int a = 0, b = 0;\n  if (x == 3)\n    a = 0;\n"
                     "  if (y == 4)\n    b = 0;\n  if (a + b == 2)\n    abort();\n  return a * 2 + b;\n}\n";
  std::string Changed = Base;
  Changed.replace(Changed.find("    a = 0;"), 10, "    a = 1;");
  Changed.replace(Changed.find("    b = 0;"), 10, "    b = 1;");
  At.write("old.c", Base);
  At.write("new.c", Changed);
  json::Object Document = At.json("interact old.c new.c --entry f --time 20s --runs 200", 1);
  ASSERT_EQ(Document.getArray("errors")->size(), 1u);
  EXPECT_EQ(*Document.getArray("errors")->front().getAsObject()->getArray("sequence"), json::Array({1, 2}));
  Document = At.json("interact old.c new.c --entry f --time 20s --runs 200 --golden old.c", 1);
  bool Regression = false;
  for (const json::Value &Each : *Document.getArray("tests"))
    Regression |= Each.getAsObject()->getString("class") == "regression";
  EXPECT_TRUE(Regression);
}

TEST(Interact, ErrorsHaveTheirSequences) {
  CommandLine At;
  auto Range = [](bool Changed) {
    return std::string("void abort(void);\nint f(const char *fs) {\n  int v = 0, init = 1;\n") +
           (Changed ? "  int lhs = 0;\n" : "") +
           "  for (;; fs++) {\n    if (*fs >= '0' && *fs <= '9') {\n      v = 10 * v + (*fs - '0');\n" +
           (Changed ? "      lhs = 1;\n" : "") + "    } else if (*fs == '-') {\n" +
           (Changed ? "      init = lhs ? v : 1;\n" : "      init = v ? v : 1;\n") +
           "    } else {\n      if (init == 0) abort();\n      return init;\n    }\n  }\n}\n";
  };
  At.write("old.c", Range(false));
  At.write("new.c", Range(true));
  json::Object Document = At.json("interact old.c new.c --entry f --length fs=3 --time 20s --runs 400", 1);
  EXPECT_EQ(Document.getString("schema"), "vernier.interact/1");
  ASSERT_EQ(Document.getArray("errors")->size(), 1u);
  const json::Object &Error = *Document.getArray("errors")->front().getAsObject();
  EXPECT_EQ(Error.getString("code"), "SIGABRT");
  EXPECT_EQ(Error.getBoolean("interaction"), true);
  EXPECT_EQ(*Error.getArray("sequence"), json::Array({1, 2, 3}));
  for (const json::Value &Each : *Document.getArray("tests"))
    EXPECT_EQ(Each.getAsObject()->getString("class"), "unclassified");
}

namespace {

/// Either change alone is harmless: a run may be longer, and a block is printed later.
std::string runLengths(bool Changed) {
  return std::string("#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n"
                     "  unsigned used = 0;\n  if (argc != 2) return 2;\n  char *block = malloc(10);\n"
                     "  for (const char *at = argv[1]; *at; ++at) {\n    unsigned count = 1;\n") +
         (Changed ? "    if (*at == 'L')\n      count = 9;\n" : "    if (*at == 'L')\n      count = 5;\n") +
         "    if (*at != 'L' && *at != 's') return 3;\n" +
         (Changed ? "    if (used >= 5)\n      used = 0;\n" : "    used = 0;\n") +
         "    for (unsigned i = 0; i < count; ++i)\n      block[used++] = *at;\n  }\n"
         "  printf(\"%u\\n\", used);\n  free(block);\n  return 0;\n}\n";
}

} // namespace

TEST(Interact, ErrorsAreConfirmedOnVersionsWithoutSingleChanges) {
  CommandLine At;
  At.write("old.c", runLengths(false));
  At.write("new.c", runLengths(true));
  json::Object Document = At.json("interact old.c new.c --argv 1x3 --time 20s --runs 300", 1);
  ASSERT_GE(Document.getArray("errors")->size(), 1u);
  const json::Object &Error = *Document.getArray("errors")->front().getAsObject();
  EXPECT_EQ(Error.getString("kind"), "undefined");
  const json::Object *Configurations = Error.getObject("configurations");
  ASSERT_TRUE(Configurations);
  EXPECT_EQ(Configurations->getArray("needed")->size(), 2u);
  EXPECT_EQ(Configurations->getArray("interacting")->size(), 1u);
  for (const json::Value &Each : *Configurations->getArray("without")) {
    EXPECT_EQ(Each.getAsObject()->getBoolean("compiles"), true);
    EXPECT_EQ(Each.getAsObject()->getBoolean("error"), false);
  }
}

TEST(Interact, WhatLacksACheckIsAChangeThatRunsExecute) {
  CommandLine At;
  std::string Before = "static const int t[4] = {1, 2, 3, 4};\nint f(int x) {\n  if (x < 0)\n    return -1;\n"
                       "  if (x == 7)\n    x = 3;\n  if (x > 3)\n    return -1;\n  return t[x];\n}\n";
  std::string After = Before;
  After.replace(After.find("  if (x < 0)\n    return -1;\n"), 26, "");
  At.write("old.c", Before);
  At.write("new.c", After);
  json::Object Document = At.json("interact old.c new.c --entry f --time 20s --runs 100", 1);
  ASSERT_GE(Document.getArray("errors")->size(), 1u);
  EXPECT_FALSE(Document.getArray("errors")->front().getAsObject()->getArray("sequence")->empty());
}

TEST(Interact, SanitizersSeeInsideOfStructures) {
  CommandLine At;
  std::string Text =
      "#include <stdio.h>\nstruct s { char a[4]; char b[4]; };\nint main(int argc, char **argv) {\n"
      "  struct s v = {{0}, {0}};\n  if (argc != 2) return 2;\n  int i = argc;\n"
      "  if (argv[1][0] == 'x')\n    i = 3;\n  v.a[i] = 1;\n  printf(\"%d\\n\", v.a[0]);\n  return 0;\n}\n";
  At.write("old.c", Text);
  At.write("new.c", Text.replace(Text.find("i = 3"), 5, "i = 5"));
  json::Object Document = At.json("interact old.c new.c --argv 1x1 --time 20s --runs 100 --sanitize", 1);
  ASSERT_EQ(Document.getArray("errors")->size(), 1u);
  const json::Object &Error = *Document.getArray("errors")->front().getAsObject();
  EXPECT_EQ(Error.getString("kind"), "sanitizer");
  EXPECT_EQ(Error.getObject("location")->getInteger("line"), 9);
  EXPECT_EQ(At.json("interact old.c old.c --argv 1x1 --time 20s --runs 100 --sanitize", 4).getArray("errors")->size(),
            0u);
}

TEST(Interact, TheAddressSanitizerNamesThePlace) {
  CommandLine At;
  At.write("old.c", runLengths(false));
  At.write("new.c", runLengths(true));
  Ran Shown = At.run("vernier interact old.c new.c --argv 1x3 --time 20s --runs 300 --sanitize");
  EXPECT_EQ(Shown.Code, 1) << Shown.Out << Shown.Err;
  EXPECT_NE(Shown.Out.find("sanitizer: heap-buffer-overflow"), std::string::npos) << Shown.Out;
}
