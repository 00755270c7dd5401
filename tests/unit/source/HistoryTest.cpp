#include "source/History.h"

#include "MeasurePair.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace vernier {
namespace {

namespace fs = std::filesystem;
using namespace test;

class HistoryTest : public ::testing::Test {
protected:
  void SetUp() override {
    std::string Template = (fs::temp_directory_path() / "vernier-history-XXXXXX").string();
    ASSERT_NE(mkdtemp(Template.data()), nullptr);
    Root = Template;
  }
  void TearDown() override { fs::remove_all(Root); }

  void write(const std::string &Path, const std::string &Text) {
    fs::create_directories((Root / Path).parent_path());
    std::ofstream(Root / Path, std::ios::binary) << Text;
  }
  void git(const std::string &Arguments) {
    std::string Command = "cd '" + Root.string() +
                          "' && GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null git -c user.name=Ann -c "
                          "user.email=ann@example.org " +
                          Arguments + " >/dev/null 2>&1";
    ASSERT_EQ(std::system(Command.c_str()), 0) << Arguments;
  }

  fs::path Root;
};

TEST_F(HistoryTest, MeasuresCommitsWithHeadersOfTheirRevision) {
  git("init -q -b main");
  write("src/lib.h", "#define TWICE(x) ((x) + (x))\ntypedef long number;\n");
  write("src/a.c", "#include \"lib.h\"\nnumber f(number a) {\n  if (a)\n    return TWICE(a);\n  return 0;\n}\n");
  git("add -A");
  git("commit -q -m root");
  write("src/a.c", "#include \"lib.h\"\nnumber f(number a) {\n  if (a)\n    return TWICE(a + 1);\n  return 0;\n}\n");
  write("README", "text\n");
  git("add -A");
  git("commit -q -m 'change f'");
  // Only the worktree has this one.
  write("src/a.c", "broken {\n");

  auto Repository = GitRepository::open(Root.string());
  ASSERT_TRUE(Repository);
  auto Commits = Repository->commits({.Revision = "HEAD", .Count = 2, .Paths = {}});
  ASSERT_TRUE(Commits);
  ASSERT_EQ(Commits->size(), 2u);
  auto First = measureCommit(*Repository, Commits->front());
  ASSERT_TRUE(First);
  EXPECT_EQ(First->Subject, "root");
  EXPECT_EQ(First->Complexity.Cycc,
            3u); // two ways through f, and the typedef that no body mentions
  auto Second = measureCommit(*Repository, Commits->back());
  ASSERT_TRUE(Second);
  EXPECT_EQ(nodes(Second->Complexity), (Names{"4:c"}));
  EXPECT_EQ(Second->Complexity.Problems.size(), 0u) << Second->Complexity.Problems.front().Text;
  ASSERT_EQ(Second->Complexity.Skipped.size(), 1u);
  EXPECT_EQ(Second->Complexity.Skipped.front().Path, "README");
  auto Narrow = measureCommit(*Repository, Commits->back(), {"README"});
  ASSERT_TRUE(Narrow);
  EXPECT_EQ(Narrow->Complexity.EmptyReason, "no C or C++ file changed");
  auto Whole = measureBetween(*Repository, "", Commits->back().Id);
  ASSERT_TRUE(Whole);
  EXPECT_EQ(Whole->Complexity.Files.size(), 2u);
}

TEST_F(HistoryTest, ComparesFilesAndDirectories) {
  write("old/a.c", "int f(int a) {\n  return a;\n}\n");
  write("old/same.c", "int s;\n");
  write("old/gone.c", "int g(void) { return 1; }\n");
  write("new/a.c", "int f(int a) {\n  return a + 1;\n}\n");
  write("new/same.c", "int s;\n");
  write("new/sub/more.c", "int m(void) { return 1; }\n");
  write("new/data.bin", std::string("a\0b", 3));
  auto Directories = measureTrees((Root / "old").string(), (Root / "new").string());
  ASSERT_TRUE(Directories);
  EXPECT_EQ(Directories->Complexity.Files, (std::vector<std::string>{"a.c", "gone.c", "sub/more.c"}));
  EXPECT_EQ(Directories->Complexity.Cycc, 3u);
  ASSERT_EQ(Directories->Complexity.Skipped.size(), 1u);
  EXPECT_EQ(Directories->Complexity.Skipped.front().Text, "binary file");
  auto Narrow = measureTrees((Root / "old").string(), (Root / "new").string(), {"sub"});
  ASSERT_TRUE(Narrow);
  EXPECT_EQ(Narrow->Complexity.Files, (std::vector<std::string>{"sub/more.c"}));
  auto Files = measureTrees((Root / "old/a.c").string(), (Root / "new/a.c").string());
  ASSERT_TRUE(Files);
  EXPECT_EQ(Files->Complexity.Cycc, 1u);
  auto Missing = measureTrees((Root / "old/a.c").string(), (Root / "new/nowhere.c").string());
  ASSERT_FALSE(Missing);
  EXPECT_NE(Missing.error().Message.find("nowhere.c"), std::string::npos);
  EXPECT_FALSE(measureTrees((Root / "old").string(), (Root / "new/a.c").string()));
}

} // namespace
} // namespace vernier
