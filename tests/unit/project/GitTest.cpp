#include "project/Git.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace vernier {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path &Path) {
  std::ifstream In(Path, std::ios::binary);
  std::ostringstream Text;
  Text << In.rdbuf();
  return Text.str();
}

/// A repository in a directory of its own, filled through the git command line.
class GitTest : public ::testing::Test {
protected:
  void SetUp() override {
    std::string Template = (fs::temp_directory_path() / "vernier-git-XXXXXX").string();
    ASSERT_NE(mkdtemp(Template.data()), nullptr);
    Root = Template;
    Work = Root / "work";
    fs::create_directories(Work);
    git("init -q -b main");
  }
  void TearDown() override { fs::remove_all(Root); }

  void git(const std::string &Arguments) {
    std::string Command = "cd '" + Work.string() +
                          "' && GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null git -c user.name=Ann -c "
                          "user.email=ann@example.org -c protocol.file.allow=always " +
                          Arguments + " >'" + (Root / "log").string() + "' 2>&1";
    ASSERT_EQ(std::system(Command.c_str()), 0) << Arguments << "\n" << slurp(Root / "log");
  }
  void write(const std::string &Path, const std::string &Text) {
    fs::create_directories((Work / Path).parent_path());
    std::ofstream(Work / Path, std::ios::binary) << Text;
  }
  void commit(const std::string &Subject) {
    git("add -A");
    git("commit -q --allow-empty --date='2020-01-02T03:04:05Z' -m '" + Subject + "'");
  }
  GitRepository open(const fs::path &Path) {
    auto Opened = GitRepository::open(Path.string());
    EXPECT_TRUE(Opened) << (Opened ? "" : Opened.error().Message);
    return std::move(*Opened);
  }
  std::string id(const GitRepository &Repository, const std::string &Revision) {
    auto Id = Repository.resolve(Revision);
    EXPECT_TRUE(Id) << (Id ? "" : Id.error().Message);
    return Id ? *Id : "";
  }
  static std::vector<std::string> subjects(const std::vector<CommitInfo> &Commits) {
    std::vector<std::string> Subjects;
    for (auto &Commit : Commits)
      Subjects.push_back(Commit.Subject);
    return Subjects;
  }

  fs::path Root, Work;
};

using Strings = std::vector<std::string>;

TEST_F(GitTest, SaysThatADirectoryIsNoRepository) {
  fs::create_directories(Root / "plain");
  auto Opened = GitRepository::open((Root / "plain").string());
  ASSERT_FALSE(Opened);
  EXPECT_EQ(Opened.error().Message.find("not a git repository: " + (Root / "plain").string() + ";"), 0u)
      << Opened.error().Message;
  EXPECT_FALSE(GitRepository::open((Root / "missing").string()));
}

TEST_F(GitTest, OpensFromBelowAndKnowsThePrefix) {
  write("a/b/file.c", "int x;\n");
  commit("one");
  EXPECT_EQ(open(Work).prefix(), "");
  EXPECT_EQ(open(Work / "a" / "b").prefix(), "a/b/");
  EXPECT_EQ(open(Work / "a" / "b" / "file.c").prefix(), "a/b/");
}

TEST_F(GitTest, HasNoPrefixInsideTheGitDirectory) {
  write("a.c", "int x;\n");
  commit("one");
  EXPECT_EQ(open(Work / ".git").prefix(), "");
  git("clone -q --bare . '" + (Root / "outer" / "inner").string() + "'");
  EXPECT_EQ(open(Root / "outer" / "inner").prefix(), "");
  fs::remove(Root / "outer" / "inner" / "config");
  EXPECT_EQ(open(Root / "outer" / "inner").prefix(), "");
}

TEST_F(GitTest, NamesARevisionThatDoesNotExist) {
  EXPECT_NE(open(Work).resolve("HEAD").error().Message.find("no commit yet"), std::string::npos);
  write("a.c", "int x;\n");
  commit("one");
  auto Repository = open(Work);
  auto Found = Repository.resolve("nonesuch");
  ASSERT_FALSE(Found);
  EXPECT_NE(Found.error().Message.find("no revision 'nonesuch'"), std::string::npos);
  EXPECT_NE(Found.error().Message.find("git log"), std::string::npos);
  EXPECT_FALSE(Repository.resolve(""));
  EXPECT_FALSE(Repository.resolvePair("HEAD..nonesuch"));
  EXPECT_FALSE(Repository.commits({.Revision = "nonesuch..HEAD", .Count = {}, .Paths = {}}));
  EXPECT_EQ(Repository.resolvePair("main...main").error().Kind, ErrorKind::Usage);
}

TEST_F(GitTest, ListsCommitsOldestFirst) {
  for (std::string Number : {"1", "2", "3", "4"}) {
    write("f" + Number + ".c", "int x" + Number + ";\n");
    commit("commit " + Number);
  }
  auto Repository = open(Work);
  auto List = [&](CommitQuery Query) {
    auto Commits = Repository.commits(Query);
    EXPECT_TRUE(Commits);
    return subjects(*Commits);
  };
  EXPECT_EQ(List({.Revision = "HEAD~3..HEAD", .Count = {}, .Paths = {}}),
            (Strings{"commit 2", "commit 3", "commit 4"}));
  EXPECT_EQ(List({.Revision = "HEAD~2..", .Count = {}, .Paths = {}}), (Strings{"commit 3", "commit 4"}));
  EXPECT_EQ(List({.Revision = "HEAD~1", .Count = {}, .Paths = {}}), (Strings{"commit 3"}));
  EXPECT_EQ(List({.Revision = "HEAD~1", .Count = 2, .Paths = {}}), (Strings{"commit 2", "commit 3"}));
  EXPECT_EQ(List({.Revision = "HEAD", .Count = 100, .Paths = {}}).size(), 4u);
  EXPECT_EQ(List({.Revision = "HEAD", .Count = 10, .Paths = {"f2.c", "f3.c"}}), (Strings{"commit 2", "commit 3"}));
  EXPECT_EQ(List({.Revision = "HEAD..HEAD", .Count = {}, .Paths = {}}), Strings{});

  auto Info = Repository.info(id(Repository, "HEAD"));
  ASSERT_TRUE(Info);
  EXPECT_EQ(Info->Author, "Ann");
  EXPECT_EQ(Info->AuthorTime, 1577934245);
  EXPECT_EQ(Info->Parents, Strings{id(Repository, "HEAD~1")});
}

TEST_F(GitTest, ComparesAMergeWithItsFirstParent) {
  write("a.c", "int a;\n");
  commit("base");
  git("checkout -q -b side");
  write("side.c", "int s;\n");
  commit("on the side");
  git("checkout -q main");
  write("main.c", "int m;\n");
  commit("on main");
  git("merge -q --no-ff -m merged side");
  auto Repository = open(Work);
  auto Changes = Repository.changesOf(id(Repository, "HEAD"));
  ASSERT_TRUE(Changes);
  ASSERT_EQ(Changes->size(), 1u);
  EXPECT_EQ(Changes->front().NewPath, "side.c");
  auto All = Repository.commits({.Revision = "HEAD~2..HEAD", .Count = {}, .Paths = {}});
  ASSERT_TRUE(All);
  EXPECT_EQ(All->size(), 3u);
  auto First = Repository.commits({.Revision = "HEAD~2..HEAD", .Count = {}, .FirstParentOnly = true, .Paths = {}});
  ASSERT_TRUE(First);
  EXPECT_EQ(subjects(*First), (Strings{"on main", "merged"}));
}

TEST_F(GitTest, GivesBothContentsOfEveryChange) {
  write("changed.c", "int a = 1;\n");
  write("gone.c", "int gone;\n");
  write("old_name.c", "int one;\nint two;\nint three;\nint four;\nint five;\n");
  write("picture.png", std::string("\x89PNG\0\0", 6));
  commit("root");
  fs::remove(Work / "gone.c");
  fs::rename(Work / "old_name.c", Work / "new_name.c");
  write("new_name.c", "int one;\nint two;\nint three;\nint four;\nint six;\n");
  write("changed.c", "int a = 2;\n");
  write("fresh.c", "int fresh;\n");
  write("picture.png", std::string("\x89PNG\0\1", 6));
  commit("many");
  auto Repository = open(Work);
  auto Changes = Repository.changesOf(id(Repository, "HEAD"));
  ASSERT_TRUE(Changes);
  ASSERT_EQ(Changes->size(), 5u);
  const auto &List = *Changes;
  EXPECT_EQ(List[0].Status, FileStatus::Modified);
  EXPECT_EQ(List[0].OldText, "int a = 1;\n");
  EXPECT_EQ(List[0].NewText, "int a = 2;\n");
  EXPECT_EQ(List[1].Status, FileStatus::Added);
  EXPECT_EQ(List[1].OldPath, "");
  EXPECT_EQ(List[1].NewText, "int fresh;\n");
  EXPECT_EQ(List[2].Status, FileStatus::Removed);
  EXPECT_EQ(List[2].NewPath, "");
  EXPECT_EQ(List[2].OldText, "int gone;\n");
  EXPECT_EQ(List[3].Status, FileStatus::Renamed);
  EXPECT_EQ(List[3].OldPath, "old_name.c");
  EXPECT_EQ(List[3].NewPath, "new_name.c");
  EXPECT_TRUE(List[4].Binary);
  EXPECT_EQ(List[4].Omitted, "binary file");

  auto Narrow = Repository.changesOf(id(Repository, "HEAD"), {.Paths = {"changed.c"}});
  ASSERT_TRUE(Narrow);
  EXPECT_EQ(Narrow->size(), 1u);
  auto Large = Repository.changesOf(id(Repository, "HEAD"), {.Paths = {"changed.c"}, .LargestFile = 4});
  ASSERT_TRUE(Large);
  EXPECT_NE(Large->front().Omitted, "");
  EXPECT_EQ(Large->front().NewText, "");
  auto Root = Repository.changesOf(id(Repository, "HEAD~1"));
  ASSERT_TRUE(Root);
  EXPECT_EQ(Root->size(), 4u);
  EXPECT_TRUE(std::all_of(Root->begin(), Root->end(), [](auto &C) { return C.Status == FileStatus::Added; }));
}

TEST_F(GitTest, ReadsFilesAndTreesOfABareRepositoryAndAWorktree) {
  write("src/a.c", "int a;\n");
  write("run", "#!/bin/sh\n");
  fs::permissions(Work / "run", fs::perms::owner_exec, fs::perm_options::add);
  commit("one");
  git("clone -q --bare . '" + (Root / "bare.git").string() + "'");
  git("worktree add -q '" + (Root / "other").string() + "' -b other");
  for (fs::path Place : {Root / "bare.git", Root / "other"}) {
    auto Repository = open(Place);
    EXPECT_EQ(Repository.workTree().empty(), Place.filename() == "bare.git");
    std::string Head = id(Repository, "HEAD");
    auto Text = Repository.readFile(Head, "src/a.c");
    ASSERT_TRUE(Text);
    EXPECT_EQ(*Text, std::optional<std::string>("int a;\n"));
    EXPECT_EQ(*Repository.readFile(Head, "src/b.c"), std::nullopt);
    EXPECT_EQ(*Repository.readFile(Head, "src"), std::nullopt);
    auto Entries = Repository.listTree(Head);
    ASSERT_TRUE(Entries);
    ASSERT_EQ(Entries->size(), 2u);
    EXPECT_EQ((*Entries)[0].Path, "run");
    EXPECT_EQ((*Entries)[0].What, TreeEntry::Kind::Executable);
    EXPECT_EQ((*Entries)[1].Path, "src/a.c");
  }
}

TEST_F(GitTest, ExportsATreeWithoutTouchingTheWorktree) {
  write("src/a.c", "int a;\r\n");
  write("run", "#!/bin/sh\n");
  fs::permissions(Work / "run", fs::perms::owner_exec, fs::perm_options::add);
  fs::create_symlink("../run", Work / "src" / "inside");
  fs::create_symlink("../../outside", Work / "src" / "outside");
  fs::create_symlink("/etc/passwd", Work / "absolute");
  // Leads to the root through a second link, hence one step further out than the text says.
  fs::create_symlink("..", Work / "src" / "up");
  fs::create_symlink("src/up/../x", Work / "through");
  commit("one");
  write("src/a.c", "edited, not committed\n");
  auto Repository = open(Work);
  fs::path Target = Root / "exported" / "deep";
  auto Report = Repository.exportTree(id(Repository, "HEAD"), Target.string());
  ASSERT_TRUE(Report) << Report.error().Message;
  EXPECT_EQ(slurp(Target / "src/a.c"), "int a;\r\n");
  EXPECT_EQ(slurp(Work / "src/a.c"), "edited, not committed\n");
  EXPECT_NE(fs::status(Target / "run").permissions() & fs::perms::owner_exec, fs::perms::none);
  EXPECT_EQ(fs::read_symlink(Target / "src/inside"), "../run");
  EXPECT_FALSE(fs::is_symlink(Target / "src/outside"));
  EXPECT_FALSE(fs::is_symlink(Target / "absolute"));
  EXPECT_FALSE(fs::is_symlink(Target / "through"));
  EXPECT_EQ(Report->Notes.size(), 3u);
  EXPECT_EQ(Report->Files, 4u);

  auto Again = Repository.exportTree(id(Repository, "HEAD"), Target.string());
  ASSERT_FALSE(Again);
  EXPECT_NE(Again.error().Message.find("not empty"), std::string::npos);
}

TEST_F(GitTest, TheWorkingTreeIsWhatGitDoesNotIgnore) {
  write(".gitignore", "*.o\n");
  write("a.c", "int a;\n");
  write("gone.c", "int gone;\n");
  commit("one");
  write("a.c", "int a = 2;\n");
  write("new/b.c", "int b;\n");
  write("a.o", "a stale object");
  fs::remove(Work / "gone.c");
  fs::create_symlink("../../etc/passwd", Work / "new/outside");
  auto Repository = open(Work);
  std::string IndexBefore = slurp(Work / ".git/index");
  auto Name = Repository.workTreeName();
  ASSERT_TRUE(Name) << Name.error().Message;
  fs::path Target = Root / "exported";
  auto Report = Repository.exportWorkTree(*Name, Target.string());
  ASSERT_TRUE(Report) << Report.error().Message;
  EXPECT_EQ(slurp(Target / "a.c"), "int a = 2;\n");
  EXPECT_EQ(slurp(Target / "new/b.c"), "int b;\n");
  EXPECT_FALSE(fs::exists(Target / "a.o"));
  EXPECT_FALSE(fs::exists(Target / "gone.c"));
  EXPECT_FALSE(fs::is_symlink(Target / "new/outside"));
  EXPECT_EQ(Report->Files, 3u);
  EXPECT_EQ(Report->Notes.size(), 1u);
  EXPECT_EQ(slurp(Work / ".git/index"), IndexBefore);

  write("a.o", "another object");
  EXPECT_EQ(*Repository.workTreeName(), *Name);
  write("a.c", "int a = 3;\n");
  EXPECT_NE(*Repository.workTreeName(), *Name);
  auto Stale = Repository.exportWorkTree(*Name, (Root / "stale").string());
  ASSERT_FALSE(Stale);
  EXPECT_NE(Stale.error().Message.find("changed while it was read"), std::string::npos);
}

TEST_F(GitTest, ABareRepositoryHasNoWorkingTree) {
  write("a.c", "int a;\n");
  commit("one");
  git("clone -q --bare . '" + (Root / "bare.git").string() + "'");
  auto Name = open(Root / "bare.git").workTreeName();
  ASSERT_FALSE(Name);
  EXPECT_NE(Name.error().Message.find("no working tree"), std::string::npos);
}

TEST_F(GitTest, LeavesSubmodulesOutWithANote) {
  write("a.c", "int a;\n");
  commit("one");
  git("clone -q . '" + (Root / "part").string() + "'");
  git("submodule --quiet add '" + (Root / "part").string() + "' part");
  commit("with a part");
  auto Repository = open(Work);
  auto Report = Repository.exportTree(id(Repository, "HEAD"), (Root / "exported").string());
  ASSERT_TRUE(Report) << Report.error().Message;
  EXPECT_EQ(Report->Notes, Strings{"part: submodule, left out"});
  auto Changes = Repository.changesOf(id(Repository, "HEAD"), {.Paths = {"part"}});
  ASSERT_TRUE(Changes);
  ASSERT_EQ(Changes->size(), 1u);
  EXPECT_EQ(Changes->front().Omitted, "submodule");
}

} // namespace
} // namespace vernier
