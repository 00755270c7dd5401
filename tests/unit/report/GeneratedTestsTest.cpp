// Generated tests are compiled and run: they pass on the program that they were made from, and fail on a broken one.

#include "report/tests/TestFiles.h"

#include "execution/builds/PlainBuild.h"
#include "input/ReadInput.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace vernier;
using namespace vernier::test;
namespace fs = std::filesystem;

namespace {

class Generated : public testing::Test {
protected:
  Generated() {
    std::string Name = (fs::temp_directory_path() / "vernier-generated-XXXXXX").string();
    EXPECT_TRUE(mkdtemp(Name.data()));
    Directory = Name;
  }
  ~Generated() override { fs::remove_all(Directory); }

  /// The outcome of each input, from a plain build, and the files for it in `tests/`.
  TestFiles generate(const std::string &Source, const InputOptions &Options,
                     const std::vector<std::vector<std::pair<std::string, std::string>>> &Inputs) {
    Program Version = compileText(Source);
    auto Place = Workspace::at((Directory / "cache").string());
    auto Space = inputSpace(Version, Version, Options);
    EXPECT_TRUE(bool(Space)) << Space.error().Message;
    auto Build = PlainBuild::create(Version, Version, Side::Old, *Space, *Place);
    EXPECT_TRUE(bool(Build)) << Build.error().Message;
    std::vector<ObservedTest> Tests;
    for (const auto &Input : Inputs) {
      InputAssignment Values;
      for (const InputLeaf &Leaf : Space->Leaves)
        Values.push_back(Leaf.Min && !Leaf.Min->isNegative() ? *Leaf.Min : llvm::APInt(Leaf.Bits, 0));
      for (const auto &[Name, Value] : Input)
        for (std::size_t I = 0; I != Values.size(); ++I)
          if (const InputLeaf &Leaf = Space->Leaves[I]; Leaf.Name == Name)
            Values[I] = *readValue(Value, Leaf.Bits, Leaf.Signed, Leaf.Floating);
      std::string Number = std::to_string(Tests.size() + 1);
      Tests.push_back({"test-" + std::string(6 - Number.size(), '0') + Number, Values, Build->run(Values), true});
    }
    Shown = Tests;
    auto Written = writeTestFiles((Directory / "tests").string(), Version, *Space, {}, Tests);
    EXPECT_TRUE(bool(Written)) << Written.error().Message;
    return *Written;
  }

  std::pair<int, std::string> run(const std::string &Command) {
    int Status = std::system(("cd '" + Directory.string() + "' && { " + Command + "; } > out 2>&1").c_str());
    std::ifstream Stream(Directory / "out");
    std::stringstream Text;
    Text << Stream.rdbuf();
    return {WIFEXITED(Status) ? WEXITSTATUS(Status) : -1, Text.str()};
  }

  void write(const std::string &Name, const std::string &Text) { std::ofstream(Directory / Name) << Text; }
  std::string read(const std::string &Name) {
    std::ifstream Stream(Directory / Name);
    return {std::istreambuf_iterator<char>(Stream), {}};
  }

  fs::path Directory;
  std::vector<ObservedTest> Shown;
};

std::string replaced(std::string Text, const std::string &What, const std::string &By) {
  auto At = Text.find(What);
  EXPECT_NE(At, std::string::npos);
  return Text.replace(At, What.size(), By);
}

/// Prints everything that it is given, so that one wrong byte shows.
const char *const Echo = R"(
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int sum = 0, c;
  printf("%s:", argv[0]);
  for (int i = 1; i < argc; i++) { for (char *p = argv[i]; *p; p++) printf("%02x", (unsigned char)*p); putchar('|'); }
  while ((c = getchar()) != EOF) { sum += c; putchar(c); }
  FILE *file = fopen("some 'file", "r");
  while (file && (c = getc(file)) != EOF) putchar(c);
  printf("<%s>", getenv("SOME_NAME"));
  fflush(stdout);
  if (sum == 'k') raise(SIGSEGV);
  return sum & 127;
}
)";

} // namespace

TEST_F(Generated, ShellTestsCarryEveryByteInEveryShell) {
  InputOptions Options;
  Options.Argv = {2, 255};
  Options.Stdin = 256;
  Options.Files = {{"some 'file", 2}};
  Options.Environment = {{"SOME_NAME", 3}};
  using Input = std::vector<std::pair<std::string, std::string>>;
  Input Everything, Breaks, Crash = {{"stdin_0", "107"}, {"stdin_len", "1"}}, Options1;
  for (int I = 0; I != 255; ++I)
    Everything.push_back({"argv_1_" + std::to_string(I), std::to_string(static_cast<signed char>(I + 1))});
  for (int I = 0; I != 256; ++I)
    Everything.push_back({"stdin_" + std::to_string(I), std::to_string(I)});
  Everything.push_back({"stdin_len", "256"});
  Everything.push_back({"env_SOME_NAME_0", "-127"}); // bytes that shells use for themselves
  Everything.push_back({"env_SOME_NAME_1", "10"});
  Everything.push_back({"file_some__file_0", "0"});
  Everything.push_back({"file_some__file_1", "255"});
  Everything.push_back({"file_some__file_len", "2"});
  for (int I = 0; I != 3; ++I) // an argument of line breaks only
    Breaks.push_back({"argv_1_" + std::to_string(I), "10"});
  Breaks.push_back({"argv_2_0", "45"}); // "-n"
  Breaks.push_back({"argv_2_1", "110"});
  TestFiles Files = generate(Echo, Options, {Everything, Breaks, Crash, {}});
  EXPECT_EQ(Files.Generated, "run-tests.sh");
  EXPECT_EQ(Files.Expressed, 4u);
  EXPECT_TRUE(Files.LeftOut.empty());
  write("echo.c", Echo);
  write("broken.c", replaced(Echo, "printf(\"<%s>\"", "printf(\"(%s>\""));
  write("status.c", replaced(Echo, "if (sum == 'k')", "if (sum == 'j')"));
  for (const char *Name : {"echo", "broken", "status"})
    ASSERT_EQ(run(std::string("clang-19 -O2 -o ") + Name + " " + Name + ".c").first, 0) << read("out");
  for (const std::string Shell : {"sh", "bash"}) {
    auto [Code, Text] = run(Shell + " tests/run-tests.sh ./echo");
    EXPECT_EQ(Code, 0) << Shell << "\n" << Text;
    EXPECT_NE(Text.find("# 4 tests, 0 failed"), std::string::npos) << Text;
    auto [Broken, All] = run(Shell + " tests/run-tests.sh broken");
    EXPECT_EQ(Broken, 1);
    EXPECT_NE(All.find("# 4 tests, 4 failed"), std::string::npos) << All;
    auto [Status, One] = run(Shell + " tests/run-tests.sh status");
    EXPECT_EQ(Status, 1);
    EXPECT_NE(One.find("not ok 3 - test-000003\n# exit status 107, expected 139"), std::string::npos) << One;
    EXPECT_NE(One.find("# 4 tests, 1 failed"), std::string::npos) << One;
  }
}

TEST_F(Generated, RawInputsAreWhatFuzzersRead) {
  InputOptions Options;
  Options.Argv = {2, 2};
  Options.ArgvBefore = {"-d"};
  Options.Stdin = 3;
  generate(Echo, Options, {{{"argv_2_0", "97"}, {"stdin_0", "0"}, {"stdin_1", "255"}, {"stdin_len", "2"}}, {}});
  EXPECT_EQ(read("tests/afl/stdin/test-000001"), std::string("\0\xff", 2));
  EXPECT_EQ(read("tests/afl/stdin/test-000002"), "");
  EXPECT_EQ(read("tests/afl/argv/test-000001"), std::string("program\0-d\0a\0\2\0\0", 16));
  generate(Echo, Options, {{}}); // a smaller exploration leaves none of the larger one behind
  EXPECT_FALSE(fs::exists(Directory / "tests/afl/stdin/test-000002"));
}

namespace {

const char *const Library = R"(
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node { short tag; double weight; struct node *next; };
int calls, limit = 3;
int numbers(char c, unsigned short s, long l, unsigned long u, _Bool b, float x, double *d, int *a) {
  a[1] = a[0] + c;
  return l == -9223372036854775807L - 1 ? -2147483647 - 1 : (int)(s + u) + b + (x > 0.5f) + (d[0] != d[0]);
}
const char *text(const char *s, int n) { return n < 0 ? 0 : s[0] == 'x' ? s + 1 : strcmp(s, "a\n\"b") ? "other" : "that\x01"; }
double half(double x) { return x / 2; }
int memory(struct node *p, int n) {
  p->tag += 1;
  p->next = n > 5 ? p : 0;
  if (n > 10) exit(n);
  if (n > 8) abort();
  printf("%d %g", p->tag, p->weight);
  return ++calls + limit;
}
static int hidden(int x) { return x; }
struct node record(int x) { struct node n = {0}; n.tag = hidden(x); return n; }
)";

} // namespace

TEST_F(Generated, GoogleTestsPassAndCanFail) {
  write("library.c", Library);
  write("broken.c", replaced(replaced(Library, "a[0] + c", "a[0] - c"), "p->tag += 1", "p->tag += 2"));
  struct Case {
    const char *Entry;
    std::vector<std::vector<std::pair<std::string, std::string>>> Inputs;
  };
  const Case Cases[] = {
      {"numbers",
       {{{"c", "-3"}, {"s", "65535"}, {"u", "18446744073709551615"}, {"a_0", "-2147483648"}, {"d_0", "nan"}},
        {{"c", "1"}, {"l", "-9223372036854775808"}, {"b", "1"}, {"x", "0.75"}, {"d_0", "inf"}},
        {{"c", "2"}, {"x", "1e-30"}, {"d_0", "-0.1"}, {"b", "1"}}}},
      {"text",
       {{{"n", "-1"}},
        {{"s_0", "97"}, {"s_1", "10"}, {"s_2", "34"}, {"s_3", "98"}},
        {{"s_0", "120"}, {"s_1", "-1"}},
        {{"s_0", "63"}, {"s_1", "92"}}}},
      {"half", {{{"x", "3"}}, {{"x", "nan"}}, {{"x", "-inf"}}, {{"x", "1e300"}}}},
      {"memory", {{{"p_0.tag", "7"}, {"p_0.weight", "2.5"}}, {{"n", "6"}}, {{"n", "9"}}, {{"n", "11"}}}}};
  std::string Objects;
  for (const Case &Each : Cases) {
    InputOptions Options;
    Options.Entry = Each.Entry;
    Options.Lengths.clear();
    TestFiles Files = generate(Library, Options, Each.Inputs);
    EXPECT_EQ(Files.Generated, "explored_test.cpp");
    EXPECT_EQ(Files.Expressed, Each.Inputs.size()) << (Files.LeftOut.empty() ? "" : Files.LeftOut.front());
    std::string Name = Each.Entry;
    fs::rename(Directory / "tests/explored_test.cpp", Directory / (Name + ".cpp"));
    ASSERT_EQ(run("clang++-19 -std=c++17 -Wall -Wextra -Werror -c -o " + Name + ".o " + Name + ".cpp").first, 0)
        << read("out") << read(Name + ".cpp");
    Objects += " " + Name + ".o";
  }
  for (const char *Name : {"library", "broken"})
    ASSERT_EQ(run(std::string("clang-19 -c ") + Name + ".c && clang++-19 -o " + Name + Objects + " " + Name +
                  ".o -lgtest -lgtest_main -lpthread")
                  .first,
              0)
        << read("out");
  auto [Good, Passed] = run("./library");
  EXPECT_EQ(Good, 0) << Passed;
  EXPECT_NE(Passed.find("[  PASSED  ] 15 tests"), std::string::npos) << Passed;
  auto [Bad, Failed] = run("./broken");
  EXPECT_EQ(Bad, 1);
  // Every test of numbers sees its memory; of memory, those that return do.
  EXPECT_NE(Failed.find("5 FAILED TESTS"), std::string::npos) << Failed;
}

TEST_F(Generated, WhatCannotBeExpressedIsCountedAndListed) {
  InputOptions Options;
  Options.Entry = "hidden";
  TestFiles Hidden = generate(Library, Options, {{}, {}});
  EXPECT_EQ(Hidden.Expressed, 0u);
  EXPECT_EQ(Hidden.LeftOut.size(), 2u);
  EXPECT_NE(read("tests/explored_test.cpp").find("// Left out (2):\n//   test-000001: 'hidden' is static"),
            std::string::npos)
      << read("tests/explored_test.cpp");
  Options.Entry = "record";
  EXPECT_EQ(generate(Library, Options, {{}}).LeftOut.size(), 1u);
}
