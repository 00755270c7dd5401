// Stopping loses nothing: explorations that are killed go on from their store and end as if nothing had happened.

#include "FakeProgram.h"

#include "base/Random.h"
#include "solver/ExplorationSolver.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace vernier;
using namespace vernier::test;
using llvm::APInt;
namespace fs = std::filesystem;

namespace {

const ExplorationIdentity Identity = {{"program", "p1"}, {"inputs", "two bytes"}};

struct StoreTest : testing::Test {
  fs::path Directory = fs::temp_directory_path() / ("vernier-store-" + std::to_string(getpid()));
  std::string File = Directory / "store.db";

  void SetUp() override { fs::create_directories(Directory); }
  void TearDown() override { fs::remove_all(Directory); }

  Result<std::unique_ptr<RunStore>> open(bool Resume, const ExplorationIdentity &Of = Identity,
                                         std::vector<unsigned> Widths = {8, 8}) {
    return RunStore::open(File, Of, std::move(Widths), Resume);
  }
  std::string errorOf(bool Resume, const ExplorationIdentity &Of = Identity, std::vector<unsigned> Widths = {8, 8}) {
    auto Opened = open(Resume, Of, std::move(Widths));
    return Opened ? "" : Opened.error().Message;
  }
};

/// Fifty paths, and as many questions that have no model.
void body(Machine &M) {
  Value X = M.input(0), Y = M.input(1);
  for (unsigned I = 0; I < 5; ++I)
    if (M.branch(1 + I, M.equal(M.both(X, M.constant(8, 3u << I)), M.constant(8, 1u << I))))
      M.branch(10 + I, M.less(M.add(X, M.constant(8, I)), Y));
  if (M.branch(20, M.less(Y, M.constant(8, 4))))
    M.choose(21, X, {1, 50, 90});
}

Exploration exploreKept(RunStore *Kept, const ExplorationOptions &Given = {}, const Function &Body = body) {
  FakeSpace Space;
  Space.leaf(8), Space.leaf(8);
  ExplorationOptions Options = Given;
  Options.Kept = Kept;
  return exploreFake(Space, Body, "coverage,random", Options);
}

std::set<PathKey> expectedPaths() {
  FakeSpace Space;
  Space.leaf(8), Space.leaf(8);
  return bruteForce(Space, body);
}

/// Explores in a process of its own, which kills itself after so many steps; true if it came to an end before.
bool exploreAndDie(StoreTest &At, std::uint64_t Steps, unsigned Batch) {
  pid_t Child = fork();
  if (Child == 0) {
    auto Store = At.open(true);
    if (!Store)
      _exit(3);
    (*Store)->setBatch(Batch);
    ExplorationOptions Options;
    Options.ProgressInterval = std::chrono::milliseconds(0);
    Options.Progress = [&](const ExplorationProgress &) {
      if (Steps-- == 0)
        raise(SIGKILL);
    };
    _exit(exploreKept(Store->get(), Options).Complete ? 0 : 4);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  EXPECT_TRUE(WIFSIGNALED(Status) || WEXITSTATUS(Status) == 0) << Status;
  return WIFEXITED(Status);
}

} // namespace

TEST_F(StoreTest, AKilledExplorationEndsWithTheSamePaths) {
  std::set<PathKey> Expected = expectedPaths();
  ASSERT_GT(Expected.size(), 40u);
  Random Generator(5);
  unsigned Killed = 0, WithRuns = 0;
  for (unsigned Round = 0; Round < 20; ++Round) {
    fs::remove(File);
    Killed += !exploreAndDie(*this, Generator.below(110), 1 + static_cast<unsigned>(Generator.below(20)));
    auto Store = open(true);
    ASSERT_TRUE(Store) << Store.error().Message;
    std::size_t Had = (*Store)->runs().size();
    WithRuns += Had > 0;
    Exploration Found = exploreKept(Store->get());
    EXPECT_TRUE(Found.Complete);
    EXPECT_EQ(pathsOf(Found), Expected);
    EXPECT_EQ(Found.Statistics.Replayed, Had);
    // Nothing is solved or run twice.
    EXPECT_EQ(Found.Statistics.Runs, Expected.size());
    EXPECT_EQ(Found.Statistics.Repeated, 0u);
  }
  EXPECT_GT(Killed, 15u);
  EXPECT_GT(WithRuns, 12u);
}

TEST_F(StoreTest, AgainAndAgainAtAnyMoment) {
  // The signal comes from outside, so that it may hit the middle of a commit.
  std::set<PathKey> Expected = expectedPaths();
  Random Generator(6);
  for (unsigned Round = 0; Round < 20; ++Round) {
    pid_t Child = fork();
    if (Child == 0) {
      auto Store = open(true);
      if (!Store)
        _exit(3);
      (*Store)->setBatch(2);
      _exit(exploreKept(Store->get()).Complete ? 0 : 4);
    }
    usleep(static_cast<useconds_t>(Generator.below(60000)));
    kill(Child, SIGKILL);
    int Status = 0;
    waitpid(Child, &Status, 0);
    EXPECT_TRUE(WIFSIGNALED(Status) || WEXITSTATUS(Status) == 0) << Status;
  }
  auto Store = open(true);
  ASSERT_TRUE(Store) << Store.error().Message;
  Exploration Found = exploreKept(Store->get());
  EXPECT_TRUE(Found.Complete);
  EXPECT_EQ(pathsOf(Found), Expected);
}

TEST_F(StoreTest, AFinishedExplorationAsksNothingAgain) {
  std::set<PathKey> First;
  {
    auto Store = open(false);
    ASSERT_TRUE(Store) << Store.error().Message;
    First = pathsOf(exploreKept(Store->get()));
  }
  auto Store = open(true);
  ASSERT_TRUE(Store);
  Exploration Again = exploreKept(Store->get());
  EXPECT_TRUE(Again.Complete);
  EXPECT_EQ(pathsOf(Again), First);
  EXPECT_EQ(Again.Statistics.Questions, 0u);
  EXPECT_EQ(Again.Statistics.Replayed, Again.Statistics.Runs);
  EXPECT_GT(Again.Statistics.Settled, 0u);
}

TEST_F(StoreTest, HolesAreKept) {
  auto Pins = [](Machine &M) { M.pin(1, M.input(0)); };
  for (bool Resume : {false, true}) {
    auto Store = open(Resume);
    ASSERT_TRUE(Store) << Store.error().Message;
    Exploration Found = exploreKept(Store->get(), {}, Pins);
    EXPECT_FALSE(Found.Complete);
    EXPECT_EQ(Found.Holes["pin-limit"].Count, 1u);
    EXPECT_EQ(Found.Paths, 8u);
    EXPECT_EQ(Found.Statistics.Questions, Resume ? 0u : 8u);
  }
}

TEST_F(StoreTest, ABudgetOfRunsIsForNewRuns) {
  for (unsigned Part = 1; Part <= 3; ++Part) {
    auto Store = open(true);
    ASSERT_TRUE(Store);
    ExplorationOptions Options;
    Options.MostRuns = 10;
    Exploration Found = exploreKept(Store->get(), Options);
    EXPECT_EQ(Found.Stopped, StopReason::Runs);
    EXPECT_EQ(Found.Paths, 10u * Part);
  }
}

TEST_F(StoreTest, SeveralProgramsGoOnToo) {
  {
    auto Store = open(true);
    ExplorationOptions Options;
    Options.MostRuns = 30;
    exploreKept(Store->get(), Options);
  }
  auto Store = open(true);
  ASSERT_TRUE(Store);
  FakeSpace Space;
  Space.leaf(8), Space.leaf(8);
  FakeProgram A(Space, body), B(Space, body);
  auto Ask = makeExplorationSolver(Space.Store);
  auto Choose = breadthFirst();
  ExplorationOptions Options;
  Options.Kept = Store->get();
  Exploration Found = explore(Space.Symbolic, {&A, &B}, **Ask, *Choose, Options);
  EXPECT_TRUE(Found.Complete);
  EXPECT_EQ(pathsOf(Found), expectedPaths());
  EXPECT_EQ(Found.Statistics.Replayed, 30u);
}

TEST_F(StoreTest, AProgramThatChangedIsNoticed) {
  {
    auto Store = open(true);
    exploreKept(Store->get());
  }
  auto Store = open(true);
  Exploration Found =
      exploreKept(Store->get(), {}, [](Machine &M) { M.branch(1, M.less(M.input(0), M.constant(8, 9))); });
  EXPECT_FALSE(Found.Complete);
  EXPECT_GT(Found.Holes["unstable-path"].Count, 0u);
}

TEST_F(StoreTest, WideInputsSurvive) {
  InputAssignment Input = {APInt(1, 1), APInt(128, "123456789012345678901234567890", 10), APInt(13, 5000),
                           APInt(64, ~0ull)};
  PathKey Path = PathKey().then(7);
  std::vector<unsigned> Widths = {1, 128, 13, 64};
  {
    auto Store = open(false, Identity, Widths);
    ASSERT_TRUE(Store);
    EXPECT_TRUE((*Store)->addRun(Input, Path));
    EXPECT_TRUE((*Store)->addSettled(Path, {"solver-unknown", "timeout"}));
  }
  auto Store = open(true, Identity, Widths);
  ASSERT_TRUE(Store);
  ASSERT_EQ((*Store)->runs().size(), 1u);
  EXPECT_EQ((*Store)->runs()[0].Input, Input);
  EXPECT_EQ((*Store)->runs()[0].Path, Path);
  EXPECT_EQ((*Store)->settled().at(Path).Detail, "timeout");
  EXPECT_EQ((*Store)->settled().at(Path).Hole, "solver-unknown");
}

TEST_F(StoreTest, WhatItRefusesAndWhatItSays) {
  {
    ASSERT_TRUE(open(false));
  }
  EXPECT_NE(errorOf(false).find("--resume"), std::string::npos);
  EXPECT_EQ(errorOf(true), "");
  std::string Other = errorOf(true, {{"program", "p2"}, {"inputs", "two bytes"}});
  EXPECT_NE(Other.find("'program' was \"p1\" and is \"p2\" now"), std::string::npos) << Other;
  EXPECT_NE(errorOf(true, {{"program", "p1"}}).find("another exploration"), std::string::npos);
  EXPECT_NE(errorOf(true, Identity, {8, 16}).find("widths"), std::string::npos);
  {
    auto Held = open(true);
    EXPECT_NE(errorOf(true).find("another process is using it"), std::string::npos);
  }
  // What was refused is as it was.
  EXPECT_EQ(errorOf(true), "");
}

TEST_F(StoreTest, DamagedAndForeignFiles) {
  {
    auto Store = open(false);
    exploreKept(Store->get());
  }
  std::uintmax_t Size = fs::file_size(File);
  ASSERT_GT(Size, 8192u);
  for (std::uintmax_t Kept :
       {Size - 1, Size - 4096, Size / 2, std::uintmax_t(4096), std::uintmax_t(700), std::uintmax_t(10)}) {
    std::string Copy = Directory / "copy.db";
    fs::copy_file(File, Copy, fs::copy_options::overwrite_existing);
    fs::resize_file(Copy, Kept);
    auto Opened = RunStore::open(Copy, Identity, {8, 8}, true);
    ASSERT_FALSE(Opened) << Kept;
    EXPECT_NE(Opened.error().Message.find("damaged"), std::string::npos) << Opened.error().Message;
    EXPECT_NE(Opened.error().Message.find("--store"), std::string::npos);
  }
  fs::remove(File);
  std::ofstream(File) << "This is a letter, and no database. It is long enough to be read as a header of one, if one "
                         "does not look at it closely. It is not.";
  EXPECT_NE(errorOf(true).find("no store of Vernier"), std::string::npos) << errorOf(true);
  EXPECT_NE(errorOf(false), "");
  File = Directory / "missing" / "store.db";
  EXPECT_NE(errorOf(false).find("cannot open"), std::string::npos);
  File = Directory;
  EXPECT_NE(errorOf(true), "");
}

TEST_F(StoreTest, AFullDiskIsReportedAndWhatWasCommittedStays) {
  pid_t Child = fork();
  if (Child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    auto Store = open(true);
    (*Store)->setBatch(1);
    rlimit Limit = {20 << 10, 20 << 10};
    setrlimit(RLIMIT_FSIZE, &Limit);
    ExplorationOptions Options;
    for (unsigned I = 0; I < 600; ++I)
      Options.Seeds.push_back({APInt(8, I % 256), APInt(8, I / 3)});
    Exploration Found = exploreKept(Store->get(), Options);
    bool Told = Found.Failure && Found.Failure->Message.find("what was committed is kept") != std::string::npos;
    // What was found is there all the same.
    _exit(Told && Found.Tests.size() > 10 && !Found.Complete ? 0 : 1);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  ASSERT_TRUE(WIFEXITED(Status));
  EXPECT_EQ(WEXITSTATUS(Status), 0);
  auto Store = open(true);
  ASSERT_TRUE(Store) << Store.error().Message;
  EXPECT_GT((*Store)->runs().size(), 100u);
  Exploration Found = exploreKept(Store->get());
  EXPECT_TRUE(Found.Complete);
  EXPECT_EQ(pathsOf(Found), expectedPaths());
}
