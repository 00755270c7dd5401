#include "project/Workspace.h"
#include "base/TextFile.h"
#include "project/Hash.h"
#include "project/Subprocess.h"
#include "project/Tree.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>

using namespace vernier;

namespace fs = std::filesystem;

namespace {

class Places : public ::testing::Test {
protected:
  Places() {
    std::string Model = (fs::temp_directory_path() / "vernier-places-XXXXXX").string();
    Root = fs::canonical(mkdtemp(Model.data())).string();
  }
  ~Places() override { fs::remove_all(Root); }
  void write(const std::string &Name, const std::string &Text) const {
    fs::create_directories(fs::path(Root + "/" + Name).parent_path());
    std::ofstream(Root + "/" + Name) << Text;
  }
  std::string Root;
};

using Processes = Places;

ProcessRequest command(const std::string &Text) {
  ProcessRequest Request;
  Request.Arguments = {"sh", "-c", Text};
  return Request;
}
using Trees = Places;

} // namespace

TEST_F(Places, TheEnvironmentSaysWhereTheCacheIs) {
  setenv("VERNIER_CACHE", (Root + "/own").c_str(), 1);
  setenv("XDG_CACHE_HOME", (Root + "/xdg").c_str(), 1);
  setenv("HOME", (Root + "/home").c_str(), 1);
  EXPECT_EQ(Workspace::open()->root(), Root + "/own");
  unsetenv("VERNIER_CACHE");
  EXPECT_EQ(Workspace::open()->root(), Root + "/xdg/vernier");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(Workspace::open()->root(), Root + "/home/.cache/vernier");
}

TEST_F(Places, ReadersNeverSeeHalfAFile) {
  auto Space = Workspace::at(Root + "/cache");
  ASSERT_TRUE(Space);
  std::string Path = Space->object("0123"), Short(1000, 'a'), Long(3'000'000, 'b');
  ASSERT_TRUE(Space->write(Path, Short));
  std::jthread Writer([&](std::stop_token Stop) {
    while (!Stop.stop_requested()) {
      EXPECT_TRUE(Space->write(Path, Long));
      EXPECT_TRUE(Space->write(Path, Short));
    }
  });
  for (int I = 0; I != 200; ++I) {
    auto Text = readTextFile(Path);
    ASSERT_TRUE(Text);
    ASSERT_TRUE(*Text == Short || *Text == Long) << Text->size();
  }
}

TEST_F(Places, ADirectoryIsPublishedOnce) {
  auto Space = Workspace::at(Root + "/cache");
  ASSERT_TRUE(Space);
  std::string Place = Space->checkout("abcdef");
  for (const char *Text : {"first", "second"}) {
    auto Scratch = Space->scratchDirectory();
    ASSERT_TRUE(Scratch);
    std::ofstream(*Scratch + "/file") << Text;
    ASSERT_TRUE(Space->publish(*Scratch, Place));
    EXPECT_FALSE(fs::exists(*Scratch));
  }
  EXPECT_EQ(*readTextFile(Place + "/file"), "first");
}

TEST_F(Places, ALockKeepsOthersOut) {
  auto Space = Workspace::at(Root + "/cache");
  ASSERT_TRUE(Space);
  std::atomic<int> Inside{0}, Most{0};
  std::vector<std::thread> Threads;
  for (int I = 0; I != 4; ++I)
    Threads.emplace_back([&] {
      for (int Round = 0; Round != 20; ++Round) {
        auto Lock = Space->lock("one");
        ASSERT_TRUE(Lock);
        Most = std::max<int>(Most, ++Inside);
        std::this_thread::yield();
        --Inside;
      }
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  EXPECT_EQ(Most, 1);
}

TEST_F(Places, AFullDiskLeavesNoHalfFile) {
  auto Space = Workspace::at(Root + "/cache");
  ASSERT_TRUE(Space);
  // A limit on the size of files fails writes in the middle, as a full disk does.
  rlimit Before;
  getrlimit(RLIMIT_FSIZE, &Before);
  rlimit Small = {4096, Before.rlim_max};
  std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &Small), 0);
  auto Written = Space->write(Space->object("0123"), std::string(100'000, 'x'));
  setrlimit(RLIMIT_FSIZE, &Before);
  ASSERT_FALSE(Written);
  EXPECT_NE(Written.error().Message.find("VERNIER_CACHE"), std::string::npos) << Written.error().Message;
  EXPECT_FALSE(fs::exists(Space->object("0123")));
  EXPECT_TRUE(fs::is_empty(Root + "/cache/scratch"));
}

TEST_F(Places, LeftoversOfKilledRunsGoAway) {
  auto Space = Workspace::at(Root + "/cache");
  ASSERT_TRUE(Space);
  std::string Old = *Space->scratchFile("bc"), New = *Space->scratchFile("bc");
  fs::last_write_time(Old, fs::file_time_type::clock::now() - std::chrono::hours(48));
  ASSERT_TRUE(Workspace::at(Root + "/cache"));
  EXPECT_FALSE(fs::exists(Old));
  EXPECT_TRUE(fs::exists(New));
}

TEST_F(Places, WhatCannotBeWrittenSaysWhatToDo) {
  write("file", "");
  auto Space = Workspace::at(Root + "/file");
  ASSERT_FALSE(Space);
  EXPECT_NE(Space.error().Message.find("VERNIER_CACHE"), std::string::npos);
}

TEST_F(Processes, OutcomesAndStreams) {
  ProcessRequest Request;
  Request.Arguments = {"sh", "-c", "cat; echo $X; pwd; echo bad >&2; exit 3"};
  Request.Directory = Root;
  Request.Environment = {{"X", "y z"}};
  auto Outcome = runProcess(Request);
  ASSERT_TRUE(Outcome);
  EXPECT_EQ(Outcome->Exit, 3);
  EXPECT_EQ(Outcome->Output, "y z\n" + Root + "\n");
  EXPECT_EQ(Outcome->Errors, "bad\n");
  auto Killed = runProcess(command("kill -9 $$"));
  ASSERT_TRUE(Killed);
  EXPECT_EQ(Killed->Signal, SIGKILL);
  EXPECT_FALSE(Killed->succeeded());
  Request.Arguments = {"no-such-program-here"};
  EXPECT_FALSE(runProcess(Request));
  Request.Arguments = {"true"};
  Request.Directory = Root + "/missing";
  EXPECT_FALSE(runProcess(Request));
}

TEST_F(Processes, MuchOutputOnBothStreamsDoesNotBlock) {
  auto Outcome = runProcess(command("head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; echo end"));
  ASSERT_TRUE(Outcome);
  EXPECT_EQ(Outcome->Output.size(), 3000004u);
  EXPECT_EQ(Outcome->Errors.size(), 3000000u);
}

TEST_F(Trees, TheHashSeesWhatABuildSees) {
  write("t/a.c", "int a;");
  write("t/sub/run", "#!/bin/sh");
  TreeFilter Filter;
  std::string Before = *hashTree(Root + "/t", Filter);
  write("t/.git/HEAD", "x");
  write("t/a.o", "x");
  fs::last_write_time(Root + "/t/a.c", fs::file_time_type::clock::now() - std::chrono::hours(5));
  EXPECT_EQ(*hashTree(Root + "/t", Filter), Before);
  TreeFilter Everything;
  Everything.SkipObjects = false;
  EXPECT_NE(*hashTree(Root + "/t", Everything), Before);
  chmod((Root + "/t/sub/run").c_str(), 0755);
  std::string Executable = *hashTree(Root + "/t", Filter);
  EXPECT_NE(Executable, Before);
  fs::create_symlink("a.c", Root + "/t/b.c");
  EXPECT_NE(*hashTree(Root + "/t", Filter), Executable);
}

TEST_F(Trees, CopiesKeepTimesModesAndLinks) {
  write("t/sub/a.c", "int a;");
  write("t/x.o", "object");
  write("t/run", "#!/bin/sh");
  chmod((Root + "/t/run").c_str(), 0755);
  fs::create_symlink("sub/a.c", Root + "/t/link");
  auto Time = fs::file_time_type::clock::now() - std::chrono::hours(100);
  fs::last_write_time(Root + "/t/sub/a.c", Time);
  ASSERT_TRUE(copyTree(Root + "/t", Root + "/copy", {}));
  EXPECT_EQ(fs::last_write_time(Root + "/copy/sub/a.c"), Time);
  EXPECT_EQ(fs::read_symlink(Root + "/copy/link"), "sub/a.c");
  EXPECT_NE(fs::status(Root + "/copy/run").permissions() & fs::perms::owner_exec, fs::perms::none);
  EXPECT_FALSE(fs::exists(Root + "/copy/x.o"));
  EXPECT_EQ(*hashTree(Root + "/t", {}), *hashTree(Root + "/copy", {}));
}

TEST_F(Trees, TimesCanBeMadeEqual) {
  write("t/configure.ac", "x");
  write("t/configure", "x");
  fs::create_symlink("nowhere", Root + "/t/dangling");
  ASSERT_TRUE(setTimes(Root + "/t", 1'000'000'000));
  EXPECT_EQ(fs::last_write_time(Root + "/t/configure"), fs::last_write_time(Root + "/t/configure.ac"));
  struct stat Facts;
  ASSERT_EQ(stat((Root + "/t/configure").c_str(), &Facts), 0);
  EXPECT_EQ(Facts.st_mtime, 1'000'000'000);
}

TEST(Hashes, FieldsDoNotRunTogether) {
  EXPECT_NE(ContentHash().add("ab").add("c").text(), ContentHash().add("a").add("bc").text());
  EXPECT_NE(ContentHash().addAll(std::vector<std::string>{"a"}).add("b").text(),
            ContentHash().addAll(std::vector<std::string>{"a", "b"}).text());
  EXPECT_EQ(hashText("x").size(), 32u);
}
