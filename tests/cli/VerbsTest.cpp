// The verbs as a user meets them: real files, the real executable, its JSON.

#include "CommandLine.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

const char *Old = "#include <stdio.h>\n"
                  "#include <stdlib.h>\n"
                  "int main(int argc, char **argv) {\n"
                  "  int i = atoi(argv[1]);\n"
                  "  int a = i;\n"
                  "  if (a > 0)\n"
                  "    a = 2;\n"
                  "  printf(\"%d\\n\", a);\n"
                  "  return argc;\n"
                  "}\n";

std::string replaced(std::string Text, const std::string &What, const std::string &By) {
  auto At = Text.find(What);
  EXPECT_NE(At, std::string::npos);
  return Text.replace(At, What.size(), By);
}

std::vector<int64_t> lines(const json::Array &Locations) {
  std::vector<int64_t> Result;
  for (const json::Value &Where : Locations)
    Result.push_back(*Where.getAsObject()->getInteger("line"));
  return Result;
}

} // namespace

TEST(Verbs, ImpactTellsChangesAndWhatDependsOnThem) {
  CommandLine At;
  At.write("old.c", Old);
  At.write("new.c", replaced(Old, "a = i;", "a = i + 1;"));
  json::Object Document = At.json("impact old.c new.c", 1);
  EXPECT_EQ(Document.getString("schema"), "vernier.impact/1");
  ASSERT_TRUE(Document.getObject("old") && Document.getObject("new") && Document.getObject("tool"));
  EXPECT_EQ(Document.getObject("old")->getString("label"), "old.c");
  const json::Array *Changes = Document.getArray("changes");
  ASSERT_TRUE(Changes);
  ASSERT_EQ(Changes->size(), 1u);
  const json::Object *Change = (*Changes)[0].getAsObject();
  EXPECT_EQ(Change->getString("kind"), "modified");
  EXPECT_EQ(Change->getString("side"), "new");
  EXPECT_EQ(Change->getString("text"), "int a = i + 1;");
  EXPECT_EQ(Change->getObject("location")->getString("file"), "new.c");
  EXPECT_EQ(Change->getObject("location")->getInteger("line"), 5);
  EXPECT_EQ(Change->getObject("location")->getString("function"), "main");
  EXPECT_EQ(lines(*Document.getArray("affected")), (std::vector<int64_t>{5, 6, 7, 8}));
  EXPECT_EQ(Document.getArray("interference")->size(), 0u);
}

TEST(Verbs, ImpactOfNothingIsNothing) {
  CommandLine At;
  At.write("old.c", Old);
  At.write("new.c", "/* a comment */\n" + replaced(Old, "int a = i;", "int   a   =   i;"));
  json::Object Document = At.json("impact old.c new.c", 0);
  EXPECT_EQ(Document.getArray("changes")->size(), 0u);
  Ran Text = At.run("vernier impact old.c new.c");
  EXPECT_EQ(Text.Code, 0);
  EXPECT_NE(Text.Out.find("no changed statement"), std::string::npos) << Text.Out;
}

TEST(Verbs, ARemovedStatementAffectsWhatDependedOnIt) {
  CommandLine At;
  At.write("old.c", Old);
  At.write("new.c", replaced(replaced(Old, "  if (a > 0)\n", ""), "    a = 2;\n", ""));
  json::Object Document = At.json("impact old.c new.c", 1);
  std::set<std::string> Kinds;
  for (const json::Value &Change : *Document.getArray("changes"))
    Kinds.insert(Change.getAsObject()->getString("kind")->str());
  EXPECT_EQ(Kinds, std::set<std::string>{"removed"});
  EXPECT_EQ(lines(*Document.getArray("affected")), (std::vector<int64_t>{6})); // the printf
}

TEST(Verbs, ImpactDrawsTheChangeSequenceGraph) {
  CommandLine At;
  At.write("old.c", Old);
  At.write("new.c", replaced(Old, "a = i;", "a = i + 1;"));
  EXPECT_EQ(At.run("vernier impact old.c new.c --dot graph.dot --svg graph.svg").Code, 1);
  EXPECT_EQ(At.read("graph.dot").find("digraph"), 0u);
  EXPECT_NE(At.read("graph.svg").find("<svg"), std::string::npos);
}

TEST(Verbs, SliceGoesBothWays) {
  CommandLine At;
  At.write("a.c", Old);
  EXPECT_EQ(lines(*At.json("slice a.c --at a.c:5 --forward", 0).getArray("lines")), (std::vector<int64_t>{5, 6, 7, 8}));
  EXPECT_EQ(lines(*At.json("slice a.c --at a.c:7", 0).getArray("lines")), (std::vector<int64_t>{4, 5, 6, 7}));
}

TEST(Verbs, SliceIsDrawnWithItsDependences) {
  CommandLine At;
  At.write("a.c", Old);
  Ran Drawn = At.run("vernier slice -q a.c --at a.c:7 --dot - --svg slice.svg");
  EXPECT_EQ(Drawn.Code, 0) << Drawn.Err;
  EXPECT_NE(Drawn.Out.find("a.c:6"), std::string::npos) << Drawn.Out;
  EXPECT_NE(Drawn.Out.find("style=dashed"), std::string::npos) << Drawn.Out; // 6 decides whether 7 is executed
  EXPECT_NE(At.read("slice.svg").find("<svg"), std::string::npos);
}

TEST(Verbs, CheckSaysEqualOnlyWhereNothingChangedCanBeExecuted) {
  CommandLine At;
  At.write("old.c", std::string("static int unused(int x) { return x; }\nint (*keep)(int);\n") + Old);
  At.write("new.c", std::string("static int unused(int x) { return x; }\nint (*keep)(int);\n") + Old);
  json::Object Same = At.json("check old.c new.c", 0);
  EXPECT_EQ(Same.getString("schema"), "vernier.check/1");
  EXPECT_EQ(Same.getString("verdict"), "equal");
  At.write("new.c", std::string("static int unused(int x) { return x; }\nint (*keep)(int);\n") +
                        replaced(Old, "a = i;", "a = i + 1;"));
  json::Object Changed = At.json("check old.c new.c --no-bounded", 4);
  EXPECT_EQ(Changed.getString("verdict"), "unknown");
  EXPECT_EQ(Changed.getObject("reason")->getString("code"), "change-reached");
  EXPECT_EQ(At.run("vernier check old.c new.c --no-bounded --allow-unknown").Code, 0);
  json::Object Tried = At.json("check old.c new.c", 1);
  EXPECT_EQ(Tried.getString("verdict"), "different");
}

TEST(Verbs, CheckOfAnUnreachableChangeIsEqual) {
  CommandLine At;
  const char *Dead = "int dead(int x) { return x; }\n";
  At.write("old.c", Dead + std::string(Old));
  At.write("new.c", replaced(Dead, "return x", "return x + 1") + std::string(Old));
  EXPECT_EQ(At.json("check old.c new.c", 0).getString("verdict"), "equal");
}

TEST(Verbs, ASecondRunCompilesNothing) {
  CommandLine At;
  At.write("old.c", Old);
  At.write("new.c", replaced(Old, "a = i;", "a = i + 1;"));
  EXPECT_EQ(At.run("vernier impact -q old.c new.c").Code, 1);
  // Without any compiler in reach the second run must still work.
  EXPECT_EQ(At.run("mkdir bin && printf '#!/bin/sh\\nexit 77\\n' > bin/clang-19 && chmod +x bin/clang-19 && "
                   "PATH=$PWD/bin:$PATH vernier "
                   "impact -q -v old.c new.c")
                .Code,
            1);
}

TEST(Verbs, GitRevisionsThroughABuildLeaveTheTreeAlone) {
  CommandLine At;
  At.write("main.c", Old);
  At.write("Makefile", "prog: main.c\n\t$(CC) $(CFLAGS) -o $@ main.c\n");
  const char *Git = "git -c user.name=n -c user.email=e@x ";
  ASSERT_EQ(At.run(std::string("git init -q . && git add . && ") + Git + "commit -qm one").Code, 0);
  At.write("main.c", replaced(Old, "a = 2;", "a = 3;"));
  ASSERT_EQ(At.run(std::string(Git) + "commit -qam two").Code, 0);
  At.write("main.c", "this is not C"); // the user's tree is neither read nor touched
  json::Object Document = At.json("impact HEAD~1..HEAD --build make", 1);
  ASSERT_EQ(Document.getArray("changes")->size(), 1u);
  EXPECT_EQ((*Document.getArray("changes"))[0].getAsObject()->getString("text"), "a = 3;");
  EXPECT_EQ(At.read("main.c"), "this is not C");
  Ran Status = At.run("git status --porcelain");
  EXPECT_EQ(Status.Out, " M main.c\n");
}

TEST(Verbs, PathsNarrowTheReportButNotTheVerdict) {
  CommandLine At;
  for (const char *Version : {"old", "new"}) {
    bool New = Version == std::string("new");
    At.write(std::string(Version) + "/main.c", New ? replaced(Old, "a = 2;", "a = 3;") : Old);
    At.write(std::string(Version) + "/lib/other.c",
             New ? "int other(int x) { return x; }\n" : "int other(int x) { return x + 1; }\n");
    At.write(std::string(Version) + "/Makefile", "prog: main.c lib/other.c\n\t$(CC) -o $@ main.c lib/other.c\n");
  }
  EXPECT_EQ(At.json("impact old new --build make", 1).getArray("changes")->size(), 2u);
  Ran Narrow = At.run("vernier impact old new --build make -- lib");
  EXPECT_EQ(Narrow.Code, 1);
  EXPECT_NE(Narrow.Out.find("lib/other.c:1"), std::string::npos) << Narrow.Out;
  EXPECT_EQ(Narrow.Out.find("main.c"), std::string::npos) << Narrow.Out;
  Ran Nothing = At.run("vernier check old new --build make --no-bounded -- nowhere");
  EXPECT_EQ(Nothing.Code, 4) << Nothing.Out; // main still executes a change
  EXPECT_NE(Nothing.Out.find("nothing below the given paths"), std::string::npos) << Nothing.Out;
}

TEST(Verbs, TheReadmeShowsWhatTheExamplePrints) {
  CommandLine At;
  std::ifstream Stream(VERNIER_SOURCE_DIR "/README.md");
  std::string Readme((std::istreambuf_iterator<char>(Stream)), std::istreambuf_iterator<char>());
  Ran Shown = At.run("cd '" VERNIER_SOURCE_DIR "/examples/discount' && vernier impact old.c new.c");
  EXPECT_EQ(Shown.Code, 1);
  EXPECT_NE(Readme.find("```\n" + Shown.Out + "```\n"), std::string::npos) << Shown.Out;
}

TEST(Verbs, HelpHasExamples) {
  CommandLine At;
  for (const char *Verb :
       {"impact", "slice", "complexity", "check", "verify", "explore", "expose", "interact", "replay"}) {
    Ran Help = At.run(std::string("vernier ") + Verb + " --help");
    EXPECT_EQ(Help.Code, 0);
    EXPECT_NE(Help.Out.find("Examples:"), std::string::npos) << Verb;
  }
  EXPECT_EQ(At.run("vernier --version").Out, "vernier 0.1.0\n");
}
