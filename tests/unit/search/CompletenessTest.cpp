// A complete exploration finds exactly the paths that trying every input finds.

#include "FakeProgram.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;
using llvm::APInt;

namespace {

using Parameters = std::tuple<std::size_t, std::string>;
class EveryStrategy : public testing::TestWithParam<Parameters> {};

std::string nameOf(const testing::TestParamInfo<Parameters> &Info) {
  std::string Name = programs()[std::get<0>(Info.param)].Name + "_" + std::get<1>(Info.param);
  for (char &Each : Name)
    if (!isalnum(Each))
      Each = '_';
  return Name;
}

} // namespace

TEST_P(EveryStrategy, FindsExactlyTheFeasiblePaths) {
  auto [Index, Strategy] = GetParam();
  const NamedProgram &Program = programs()[Index];
  FakeSpace Space;
  Program.Inputs(Space);
  std::set<PathKey> Expected = bruteForce(Space, Program.Body);
  Exploration Found = exploreFake(Space, Program.Body, Strategy);
  EXPECT_TRUE(Found.Complete);
  EXPECT_TRUE(Found.Holes.empty()) << Found.Holes.begin()->first;
  EXPECT_EQ(Found.Open, 0u);
  EXPECT_EQ(pathsOf(Found), Expected);
  EXPECT_EQ(Found.Paths, Expected.size());
  EXPECT_EQ(Found.Tests.size(), Expected.size());
  // No path was solved for twice.
  EXPECT_EQ(Found.Statistics.Repeated, 0u);
  EXPECT_EQ(Found.Statistics.Diverged, 0u);
  for (const ExploredTest &Each : Found.Tests) {
    EXPECT_TRUE(admits(Space.Symbolic, Each.Input));
    FakeProgram Again(Space, Program.Body);
    EXPECT_EQ(keyOf(Again.runOn(Each.Input).Path), Each.Path);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, EveryStrategy,
                         testing::Combine(testing::Range<std::size_t>(0, programs().size()),
                                          testing::Values("breadth", "depth", "coverage", "random",
                                                          "coverage,random,depth")),
                         nameOf);

TEST(Completeness, TrapsAreCrashesWithTheirInput) {
  FakeSpace Space;
  programs()[5].Inputs(Space);
  Exploration Found = exploreFake(Space, programs()[5].Body);
  ASSERT_EQ(Found.Crashes.size(), 1u);
  const ExploredTest &Crash = Found.Tests[Found.Crashes[0]];
  EXPECT_TRUE(Crash.crashed());
  EXPECT_EQ(Crash.Findings.front().Kind, "division-by-zero");
  EXPECT_EQ(Crash.Input[0], APInt(8, 13));
}

TEST(Completeness, SeveralProgramsAtOnceFindTheSame) {
  for (const NamedProgram &Each : programs()) {
    FakeSpace Space;
    Each.Inputs(Space);
    std::set<PathKey> Expected = bruteForce(Space, Each.Body);
    FakeProgram A(Space, Each.Body), B(Space, Each.Body), C(Space, Each.Body);
    auto Ask = makeSolver(Space.Store);
    auto Choose = strategyNamed("coverage,random", 1);
    Exploration Found = explore(Space.Symbolic, {&A, &B, &C}, *Ask, **Choose, {});
    EXPECT_TRUE(Found.Complete) << Each.Name;
    EXPECT_EQ(pathsOf(Found), Expected) << Each.Name;
  }
}

TEST(Completeness, AnEmptySpaceHasNoPaths) {
  FakeSpace Space;
  Term X = Space.leaf(8);
  // No square of a byte is 3, which takes a solver to know.
  Space.Symbolic.Admitted = Space.Store.eq(Space.Store.mul(X, X), Space.Store.constant(8, 3));
  Exploration Found = exploreFake(Space, [](Machine &M) { M.branch(1, M.less(M.input(0), M.constant(8, 9))); });
  EXPECT_TRUE(Found.Complete);
  EXPECT_EQ(Found.Paths, 0u);
  EXPECT_EQ(Found.Statistics.Runs, 0u);
}

TEST(Seeds, AreRunFirstAndRefusedOutsideOfTheSpace) {
  FakeSpace Space;
  Space.leaf(8, 0, 99);
  ExplorationOptions Options;
  Options.Seeds = {{APInt(8, 50)}, {APInt(8, 100)}, {APInt(16, 3)}, {}, {APInt(8, 51)}};
  Options.MostRuns = 2;
  Exploration Found =
      exploreFake(Space, [](Machine &M) { M.branch(1, M.equal(M.input(0), M.constant(8, 51))); }, "breadth", Options);
  EXPECT_EQ(Found.Statistics.RejectedSeeds, 3u);
  ASSERT_EQ(Found.Tests.size(), 2u);
  EXPECT_EQ(Found.Tests[0].Input[0], APInt(8, 50));
  EXPECT_EQ(Found.Tests[1].Input[0], APInt(8, 51));
}

TEST(Seeds, WhatTheyCoverIsNotSolvedAgain) {
  FakeSpace Space;
  Space.leaf(8);
  ExplorationOptions Options;
  Options.Seeds = {{APInt(8, 50)}, {APInt(8, 51)}};
  Exploration Found =
      exploreFake(Space, [](Machine &M) { M.branch(1, M.equal(M.input(0), M.constant(8, 51))); }, "breadth", Options);
  EXPECT_TRUE(Found.Complete);
  EXPECT_EQ(Found.Statistics.Questions, 0u);
  EXPECT_EQ(Found.Statistics.Repeated, 1u); // zero
}
