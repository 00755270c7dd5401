#include "CommandLine.h"

#include <gtest/gtest.h>

namespace vernier::test {
namespace {

void git(const CommandLine &Line, const std::string &Arguments) {
  auto Done = Line.run("GIT_CONFIG_GLOBAL=/dev/null git -c user.name=Ann -c user.email=ann@example.org " + Arguments);
  ASSERT_EQ(Done.Code, 0) << Arguments << ": " << Done.Err;
}

/// Three commits: a function, a comment, a condition.
void fillRepository(const CommandLine &Line) {
  git(Line, "init -q -b main");
  Line.write("a.c", "int f(int a) {\n  return a;\n}\n");
  git(Line, "add -A");
  git(Line, "commit -q -m 'add f'");
  Line.write("a.c", "/* f */\nint f(int a) {\n  return a;\n}\n");
  git(Line, "commit -q -a -m 'explain f'");
  Line.write("a.c", "/* f */\nint f(int a) {\n  if (a < 0)\n    return 0;\n  return a;\n}\n");
  Line.write("README", "f never goes below zero\n");
  git(Line, "add -A");
  git(Line, "commit -q -m 'check a'");
}

TEST(ComplexityVerb, ListsTheCommitsOfARange) {
  CommandLine Line;
  fillRepository(Line);
  auto Document = Line.json("complexity -n 3", 0);
  EXPECT_EQ(Document.getString("schema"), "vernier.complexity/1");
  auto *Commits = Document.getArray("commits");
  ASSERT_TRUE(Commits);
  ASSERT_EQ(Commits->size(), 3u);
  auto Get = [&](unsigned I) { return (*Commits)[I].getAsObject(); };
  EXPECT_EQ(Get(0)->getString("subject"), "add f");
  EXPECT_EQ(Get(0)->getInteger("cycc"), 1);
  EXPECT_EQ(Get(1)->getInteger("cycc"), 0);
  EXPECT_EQ(Get(1)->getString("empty_reason"), "only comments and white space");
  EXPECT_EQ(Get(2)->getInteger("cycc"), 2);
  EXPECT_EQ(Get(2)->getInteger("cloc"), 2);
  EXPECT_EQ(Get(2)->getArray("files")->size(), 1u);
  EXPECT_EQ(Get(2)->getArray("functions")->size(), 1u);
  EXPECT_TRUE(Get(2)->getNumber("seconds"));
  EXPECT_EQ(Get(2)->getString("id")->size(), 40u);
  EXPECT_EQ(Line.json("complexity HEAD~2..HEAD", 0).getArray("commits")->size(), 2u);
  EXPECT_EQ(Line.json("complexity HEAD HEAD~1", 0).getArray("commits")->size(), 2u);
  EXPECT_EQ(Line.json("complexity HEAD~2..HEAD --as-one", 0).getArray("commits")->size(), 1u);
}

TEST(ComplexityVerb, NarrowsToPaths) {
  CommandLine Line;
  fillRepository(Line);
  auto Run = Line.run("vernier complexity -n 5 --json - -- README");
  EXPECT_EQ(Run.Code, 0) << Run.Err;
  EXPECT_NE(Run.Out.find("check a"), std::string::npos);
  EXPECT_EQ(Run.Out.find("explain f"), std::string::npos);
}

TEST(ComplexityVerb, PrintsATableAndDraws) {
  CommandLine Line;
  fillRepository(Line);
  auto Run = Line.run("vernier complexity HEAD --svg graph.svg --dot graph.dot");
  EXPECT_EQ(Run.Code, 0) << Run.Err;
  EXPECT_NE(Run.Out.find("CyCC"), std::string::npos);
  EXPECT_NE(Run.Out.find("if (a < 0)"), std::string::npos);
  EXPECT_NE(Line.read("graph.svg").find("<svg"), std::string::npos);
  EXPECT_NE(Line.read("graph.dot").find("digraph"), std::string::npos);
  auto Many = Line.run("vernier complexity -n 3 --svg many.svg");
  EXPECT_EQ(Many.Code, 2);
}

TEST(ComplexityVerb, ComparesFilesAndDirectories) {
  CommandLine Line;
  Line.write("old/a.c", "int f(int a) {\n  return a;\n}\n");
  Line.write("new/a.c", "int f(int a) {\n  return a + 1;\n}\n");
  for (std::string Arguments : {"complexity old/a.c new/a.c", "complexity old new"}) {
    auto Document = Line.json(Arguments, 0);
    ASSERT_EQ(Document.getArray("commits")->size(), 1u);
    EXPECT_EQ(Document.getArray("commits")->front().getAsObject()->getInteger("cycc"), 1);
    EXPECT_TRUE(Document.getObject("old") && Document.getObject("new"));
  }
}

TEST(ComplexityVerb, SaysWhatIsWrong) {
  CommandLine Line;
  auto Outside = Line.run("vernier complexity HEAD");
  EXPECT_EQ(Outside.Code, 3);
  EXPECT_NE(Outside.Err.find("not a git repository"), std::string::npos) << Outside.Err;
  fillRepository(Line);
  auto Revision = Line.run("vernier complexity nonesuch");
  EXPECT_EQ(Revision.Code, 3);
  EXPECT_NE(Revision.Err.find("no revision 'nonesuch'"), std::string::npos);
  auto File = Line.run("vernier complexity a.c missing.c");
  EXPECT_EQ(File.Code, 3);
  EXPECT_NE(File.Err.find("missing.c"), std::string::npos);
  EXPECT_EQ(Line.run("vernier complexity HEAD...HEAD~1").Code, 2);
  EXPECT_EQ(Line.run("vernier complexity HEAD --time soon").Code, 2);
}

} // namespace
} // namespace vernier::test
