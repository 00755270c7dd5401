// Flags that a project keeps in .vernier.toml, and what is said of flags and verbs that do not exist.

#include "CommandLine.h"

#include <gtest/gtest.h>

using namespace vernier::test;

namespace {

void repositoryWithAChange(const CommandLine &At) {
  At.write("a.c", "int f(int x) { return x + 1; }\nint main(int c, char **v) { return f(c); }\n");
  At.write("Makefile", "a: a.c\n\t$(CC) -o a a.c\n");
  ASSERT_EQ(At.run("git init -q . && git add . && git -c user.name=n -c user.email=e@x commit -qm one").Code, 0);
  At.write("a.c", "int f(int x) { return x + 2; }\nint main(int c, char **v) { return f(c); }\n");
}

bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

} // namespace

TEST(ProjectFile, InitWritesWhatTheNextCommandNeeds) {
  CommandLine At;
  repositoryWithAChange(At);
  Ran Without = At.run("vernier impact");
  EXPECT_EQ(Without.Code, 3) << Without.Err;
  Ran Init = At.run("vernier init");
  EXPECT_EQ(Init.Code, 0) << Init.Err;
  EXPECT_TRUE(contains(Init.Out, "build     make")) << Init.Out;
  Ran With = At.run("vernier impact -v");
  EXPECT_EQ(With.Code, 1) << With.Err;
  EXPECT_TRUE(contains(With.Out, "a.c:1 (f)")) << With.Out;
  EXPECT_TRUE(contains(With.Err, ".vernier.toml: --build=make")) << With.Err;
  EXPECT_EQ(At.run("mkdir -p below && cd below && vernier impact").Code, 1);
  EXPECT_EQ(At.run("vernier impact --no-project-file").Code, 3);
  Ran Again = At.run("vernier init");
  EXPECT_EQ(Again.Code, 2);
  EXPECT_TRUE(contains(Again.Err, "--force")) << Again.Err;
  EXPECT_EQ(At.run("vernier init --force").Code, 0);
}

TEST(ProjectFile, TheCommandLineWinsAndTheNarrowerSection) {
  CommandLine At;
  At.write("a.c", "int f(int x) { return x / 2; }\n");
  At.write("b.c", "int f(int x) { return x >> 1; }\n");
  At.write(".vernier.toml", "entry = \"f\"\nbound = [\"x=-9..9\"]\n[function.f]\nbound = [\"x=0..9\"]\n"
                            "[verify]\nallow-unknown = true\n");
  EXPECT_EQ(At.run("vernier verify a.c b.c").Code, 0);
  EXPECT_EQ(At.run("vernier verify a.c b.c --bound x=-9..9").Code, 1);
  EXPECT_EQ(At.run("vernier impact a.c b.c").Code, 1) << "flags of other verbs are not its concern";
}

TEST(ProjectFile, WhatNoVerbKnowsIsAnErrorWithItsPlace) {
  CommandLine At;
  At.write("a.c", "int f(int x) { return x; }\n");
  for (auto [Text, Part] :
       {std::pair("biuld = \"make\"\n", ".vernier.toml:1: no flag 'biuld'; did you mean 'bound', 'build'?"),
        std::pair("\n[chek]\ntime = \"1s\"\n", ".vernier.toml:3: no verb 'chek'"),
        std::pair("[impact]\nstrict = true\n", ":2: no flag 'strict' for [impact]"),
        std::pair("quiet = \"no\"\n", "'quiet' is a switch"), std::pair("time = true\n", "'time' wants a value"),
        std::pair("time = \n", "toml:1: ")}) {
    At.write(".vernier.toml", Text);
    Ran Result = At.run("vernier impact a.c a.c");
    EXPECT_EQ(Result.Code, 2) << Text;
    EXPECT_TRUE(contains(Result.Err, Part)) << Result.Err;
  }
}

TEST(ProjectFile, WordsThatAreNearlyRightAreSuggested) {
  CommandLine At;
  for (auto [Command, Part] :
       {std::pair("vernier chek a b", "no verb 'chek'; did you mean 'check'"),
        std::pair("vernier check a b --tim 3s", "vernier check has no flag '--tim'; did you mean 'time'"),
        std::pair("vernier", "a verb is missing"), std::pair("vernier check a b --time", "vernier check --help")}) {
    Ran Result = At.run(Command);
    EXPECT_EQ(Result.Code, 2) << Command;
    EXPECT_TRUE(contains(Result.Err, Part)) << Result.Err;
  }
  Ran Help = At.run("vernier help check");
  EXPECT_EQ(Help.Code, 0);
  EXPECT_TRUE(contains(Help.Out, "--strict")) << Help.Out;
}
