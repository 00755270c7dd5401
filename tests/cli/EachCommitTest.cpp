#include "CommandLine.h"

#include <gtest/gtest.h>

#include <fstream>

// `check` on a range of a repository with its own build and its own tests, and the first command of the README.

using namespace vernier::test;
namespace json = llvm::json;

namespace {

const char *Header = R"(int clip(int value, int low, int high);
int scale(int value, int percent);
)";
const char *Library = R"(#include "lib.h"

int clip(int value, int low, int high) {
  if (value < low)
    return low;
  if (value > high)
    return high;
  return value;
}

int scale(int value, int percent) { return clip(value, 0, 1000) * percent / 100; }
)";
const char *Main = R"(#include "lib.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  printf("%d\n", scale(atoi(argv[1]), atoi(argv[2])));
  return 0;
}
)";
const char *Tests = R"sh(set -e
test "$(./prog 50 10)" = 5
test "$(./prog 2000 10)" = 100
test "$(./prog -3 10)" = 0
)sh";

std::string replaced(std::string Text, const std::string &What, const std::string &With) {
  std::size_t At = Text.find(What);
  EXPECT_NE(At, std::string::npos) << What;
  return Text.replace(At, What.size(), With);
}

class Repository {
public:
  Repository() {
    git("init -q -b main");
    At.write("lib.h", Header);
    At.write("main.c", Main);
    At.write("Makefile", "prog: main.c lib.c\n\t$(CC) -o $@ main.c lib.c\n");
    At.write("tests.sh", Tests);
    At.write(".gitignore", "prog\n");
  }

  void git(const std::string &Arguments) {
    Ran Done = At.run("GIT_CONFIG_GLOBAL=/dev/null git -c user.name=Ann -c user.email=ann@example.org " + Arguments);
    ASSERT_EQ(Done.Code, 0) << Done.Err;
  }
  /// The project's own tests pass on every commit.
  void commit(const std::string &Text, const std::string &Subject) {
    At.write("lib.c", Text);
    Ran Passed = At.run("make -s -B CC=cc && sh tests.sh");
    ASSERT_EQ(Passed.Code, 0) << Subject << ": " << Passed.Err;
    git("add -A");
    git("commit -q -m '" + Subject + "'");
  }

  CommandLine At;
};

TEST(EachCommit, TheCommitWithTheRegressionIsNamed) {
  Repository Here;
  std::string Text = Library;
  Here.commit(Text, "scale and clip");
  Here.commit(Text = "/* Numbers within limits. */\n" + Text, "say what it is");
  Here.commit(Text = replaced(Text, "if (value > high)\n    return high;\n  return value;",
                              "return value > high ? high : value;"),
              "shorter clip");
  Here.commit(Text = replaced(Text, "if (value < low)", "if (value <= low + 1)"), "simplify the lower limit");
  Here.commit(Text = replaced(Text, "* percent / 100", "* percent / 100 + 0"), "prepare for rounding");

  Ran Shown = Here.At.run("vernier check HEAD~4..HEAD --each --build make --target prog --time 8s");
  EXPECT_EQ(Shown.Code, 1) << Shown.Out << Shown.Err;
  json::Object Document = Here.At.json("check HEAD~4..HEAD --each --build make --target prog --time 8s", 1);
  const json::Array *Commits = Document.getArray("commits");
  ASSERT_NE(Commits, nullptr);
  ASSERT_EQ(Commits->size(), 4u);
  for (const json::Value &Each : *Commits) {
    const json::Object &Commit = *Each.getAsObject();
    bool Guilty = Commit.getString("subject") == "simplify the lower limit";
    EXPECT_EQ(Commit.getString("verdict"), Guilty ? "different" : "equal") << Commit.getString("subject")->str();
    EXPECT_NE(Shown.Out.find(std::string(Guilty ? "different  " : "equal      ") + Commit.getString("subject")->str()),
              std::string::npos)
        << Shown.Out;
  }
  // The whole range has it too, and the first witness shows both outcomes.
  EXPECT_EQ(Document.getString("verdict"), "different");
  bool Witnessed = false;
  for (const json::Value &Each : *Document.getArray("functions")) {
    const json::Object &Row = *Each.getAsObject();
    if (Row.getString("verdict") != "different")
      continue;
    Witnessed = true;
    EXPECT_NE(Row.getObject("witness"), nullptr);
    EXPECT_NE(Row.getObject("old")->getString("text"), Row.getObject("new")->getString("text"));
  }
  EXPECT_TRUE(Witnessed);
}

TEST(EachCommit, EachWantsARange) {
  Repository Here;
  Here.commit(Library, "scale and clip");
  Ran Failed = Here.At.run("vernier check a.c b.c --each");
  EXPECT_EQ(Failed.Code, 2);
  EXPECT_NE(Failed.Err.find("REV1..REV2"), std::string::npos) << Failed.Err;
}

TEST(FirstCommand, TheReadmeShowsWhatItPrints) {
  CommandLine At;
  std::ifstream Stream(VERNIER_SOURCE_DIR "/README.md");
  std::string Readme((std::istreambuf_iterator<char>(Stream)), std::istreambuf_iterator<char>());
  Ran Shown = At.run("cd '" VERNIER_SOURCE_DIR "' && vernier check examples/due-date/old.c examples/due-date/new.c");
  EXPECT_EQ(Shown.Code, 1);
  EXPECT_NE(Readme.find("```\n" + Shown.Out + "```\n"), std::string::npos) << Shown.Out;
  // Its own tests miss it.
  Ran Passed = At.run("cd '" VERNIER_SOURCE_DIR "/examples/due-date' && ./tests.sh old.c && ./tests.sh new.c");
  EXPECT_EQ(Passed.Code, 0) << Passed.Out << Passed.Err;
}

} // namespace
