#include "versions/Sandbox.h"

#include <filesystem>

using namespace vernier;
using namespace vernier::test;

namespace {

class Revisions : public Sandbox {
protected:
  void commit(const std::string &Message) {
    shell("git add -A && git -c user.name=T -c user.email=t@example.com commit -q --allow-empty -m '" + Message + "'");
  }
  void repository() {
    shell("git init -q -b main .");
    write("Makefile", "prog: main.c add.c\n\t$(CC) -o prog main.c add.c\n");
    write("main.c", "int add(int, int);\nint main(void) { return add(1, 2); }\n");
    write("add.c", "int add(int a, int b) { return a + b; }\n");
    commit("first");
    write("add.c", "int minus(int a) { return -a; }\nint add(int a, int b) { return a - minus(b); }\n");
    commit("second");
  }
  Result<Program> buildOne(const Result<VersionPair> &Pair, bool New) {
    EXPECT_TRUE(Pair);
    Statistics = {};
    return buildVersion(New ? Pair->New : Pair->Old, Options, *Space, &Statistics);
  }
};

} // namespace

TEST_F(Revisions, ARangeIsTwoVersionsAndTheWorktreeStaysAsItIs) {
  repository();
  write("main.c", "not C at all");
  Options.BuildCommand = "make";
  auto Pair = parseVersions({"HEAD^..HEAD"});
  auto Old = buildOne(Pair, false);
  ASSERT_TRUE(Old) << Old.error().Message << Old.error().Output;
  auto New = buildOne(Pair, true);
  ASSERT_TRUE(New) << New.error().Message << New.error().Output;
  EXPECT_EQ(definedFunctions(*Old), (std::set<std::string>{"add", "main"}));
  EXPECT_EQ(definedFunctions(*New), (std::set<std::string>{"add", "main", "minus"}));
  EXPECT_EQ(Old->label(), "HEAD^");
  EXPECT_EQ(shell("git status --porcelain --ignored"), " M main.c\n");
  EXPECT_EQ(buildOne(Pair, true)->label(), "HEAD");
  EXPECT_EQ(Statistics.BuildCommands, 0u);
}

TEST_F(Revisions, OneRevisionIsWhatItChanged) {
  repository();
  auto Pair = parseVersions({"main"}, {}, {"add.c"});
  auto Old = buildOne(Pair, false), New = buildOne(Pair, true);
  ASSERT_TRUE(Old && New);
  EXPECT_EQ(definedFunctions(*Old), std::set<std::string>{"add"});
  EXPECT_EQ(definedFunctions(*New), (std::set<std::string>{"add", "minus"}));
  EXPECT_EQ(Pair->New.Paths, std::vector<std::string>{"add.c"});
}

TEST_F(Revisions, PathsAreRelativeToTheCurrentDirectory) {
  repository();
  write("sub/x.c", "int x(void) { return 1; }\n");
  commit("third");
  std::filesystem::current_path(path("sub"));
  auto Spec = parseVersion("HEAD", {}, {"x.c"});
  ASSERT_TRUE(Spec) << Spec.error().Message;
  EXPECT_EQ(Spec->Paths, std::vector<std::string>{"sub/x.c"});
  auto Built = buildVersion(*Spec, Options, *Space);
  ASSERT_TRUE(Built) << Built.error().Message;
  EXPECT_EQ(definedFunctions(*Built), std::set<std::string>{"x"});
}

TEST_F(Revisions, AFileMayExistInOneVersionOnly) {
  repository();
  write("extra.c", "int extra(void) { return 1; }\n");
  commit("third");
  auto Pair = parseVersions({"HEAD"}, {}, {"add.c", "extra.c"});
  auto Old = buildOne(Pair, false), New = buildOne(Pair, true);
  ASSERT_TRUE(Old && New);
  EXPECT_FALSE(definedFunctions(*Old).contains("extra"));
  EXPECT_TRUE(definedFunctions(*New).contains("extra"));
  EXPECT_EQ(Old->Warnings, std::vector<std::string>{"revision 'HEAD^' has no 'extra.c'"});
  EXPECT_TRUE(New->Warnings.empty());
}

TEST_F(Revisions, AFileWinsOverARevision) {
  repository();
  shell("git branch add.c && git branch main.c");
  auto Spec = parseVersion("add.c");
  ASSERT_TRUE(Spec);
  EXPECT_EQ(Spec->What, VersionSpec::Kind::Files);
}

TEST_F(Revisions, TheFirstCommitHasNoOlderVersion) {
  repository();
  auto Pair = parseVersions({"HEAD^"});
  ASSERT_FALSE(Pair);
  EXPECT_NE(Pair.error().Message.find("has no parent"), std::string::npos);
}

TEST_F(Revisions, ARevisionWithoutAWayToBuildItSaysWhatToDo) {
  repository();
  Error Why = errorOf("HEAD");
  EXPECT_NE(Why.Message.find("--build"), std::string::npos) << Why.Message;
  EXPECT_NE(Why.Message.find("after --"), std::string::npos) << Why.Message;
  EXPECT_NE(errorOf("HEAD", {"nothing.c"}).Message.find("has no 'nothing.c'"), std::string::npos);
}

TEST_F(Revisions, WhatIsNoRevision) {
  repository();
  Error Why = errorOf("no-such-branch");
  EXPECT_EQ(Why.Kind, ErrorKind::CannotAnalyse);
  EXPECT_NE(Why.Message.find("no revision 'no-such-branch'"), std::string::npos) << Why.Message;
  EXPECT_NE(errorOf("missing.c").Message.find("no such file or directory: 'missing.c'"), std::string::npos);
  auto Range = parseVersions({"nope..HEAD"});
  ASSERT_FALSE(Range);
  EXPECT_NE(Range.error().Message.find("nope"), std::string::npos);
}

TEST_F(Revisions, OutsideOfARepository) {
  Error Why = errorOf("HEAD");
  EXPECT_EQ(Why.Kind, ErrorKind::CannotAnalyse);
  EXPECT_NE(Why.Message.find("not a git repository"), std::string::npos) << Why.Message;
  EXPECT_FALSE(parseVersions({"HEAD"}));
}

TEST_F(Revisions, TheWorkingTreeIsComparedWithARevision) {
  repository();
  write("add.c", "int add(int a, int b) { return a - b; }\nint third(void) { return 3; }\n");
  write("add.o", "no object: a build in the tree itself would stumble over it");
  Options.BuildCommand = "make";
  for (const auto &Pair : {parseVersions({}), parseVersions({"HEAD.."})}) {
    ASSERT_TRUE(Pair) << Pair.error().Message;
    auto Old = buildOne(Pair, false);
    ASSERT_TRUE(Old) << Old.error().Message << Old.error().Output;
    EXPECT_EQ(Old->module().getFunction("third"), nullptr);
    auto New = buildOne(Pair, true);
    ASSERT_TRUE(New) << New.error().Message << New.error().Output;
    EXPECT_NE(New->module().getFunction("third"), nullptr);
  }
  auto First = parseVersions({"HEAD~1.."});
  ASSERT_TRUE(First) << First.error().Message;
  auto Old = buildOne(First, false);
  ASSERT_TRUE(Old) << Old.error().Message << Old.error().Output;
  EXPECT_EQ(Old->module().getFunction("minus"), nullptr);
}

TEST_F(Revisions, WithoutVersionsThereHasToBeARepository) {
  auto Pair = parseVersions({});
  ASSERT_FALSE(Pair);
  EXPECT_EQ(Pair.error().Kind, ErrorKind::Usage);
  EXPECT_NE(Pair.error().Message.find("no versions are given"), std::string::npos);
}
