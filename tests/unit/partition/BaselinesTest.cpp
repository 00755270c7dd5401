#include "unit/partition/SmallVersions.h"

#include "partition/Baselines.h"

#include <gtest/gtest.h>

namespace vernier::test {

namespace {

PartitionResult search(Baseline How, const SmallVersions &Pair, const InputSpace &Space,
                       PartitionPairOptions Options = {}) {
  if (!Options.Time)
    Options.Time = std::chrono::seconds(20);
  auto Found = searchBaseline(How, *Pair.Maps.front(), Space, Options, temporaryCache());
  EXPECT_TRUE(Found) << (Found ? "" : Found.error().Message);
  return Found ? std::move(*Found) : PartitionResult{};
}

PartitionResult search(Baseline How, const std::string &Old, const std::string &New,
                       PartitionPairOptions Options = {}) {
  SmallVersions Pair({Old, New});
  return search(How, Pair, Pair.space(), Options);
}

/// The one input that was found to differ.
std::optional<InputAssignment> difference(const PartitionResult &Of) {
  if (Of.Found.Partitions.empty() || Of.Found.Partitions.front().What != Answer::Different)
    return std::nullopt;
  return Of.Found.Partitions.front().Example;
}

/// Nothing is claimed beyond a single input.
void expectNothingProved(const PartitionResult &Of) {
  for (const DifferentialPartition &Each : Of.Found.Partitions) {
    EXPECT_NE(Each.What, Answer::Equal);
    if (Each.What == Answer::Unknown)
      EXPECT_EQ(Each.Why.Code, "baseline");
    else
      EXPECT_EQ(Each.Basis, PartitionBasis::Input);
  }
}

PartitionPairOptions fewRuns(std::uint64_t Runs, std::uint64_t Seed = 1) {
  PartitionPairOptions Options;
  Options.Search.MostRuns = Runs;
  Options.Seed = Seed;
  return Options;
}

const std::vector<Baseline> All = {Baseline::Dart, Baseline::Express, Baseline::Random};

} // namespace

TEST(Baselines, FindADifferenceOnAPathOfTheNewVersion) {
  for (Baseline How : {Baseline::Dart, Baseline::Express}) {
    auto Found = search(How, "int f(int x) { if (x > 10) return 1; return 0; }",
                        "int f(int x) { if (x > 10) return 1; if (x == -7) return 5; return 0; }");
    auto Input = difference(Found);
    ASSERT_TRUE(Input) << toString(How);
    EXPECT_EQ((*Input)[0].getSExtValue(), -7);
    const DifferentialPartition &Part = Found.Found.Partitions.front();
    ASSERT_EQ(Part.Shown.size(), 2u);
    EXPECT_EQ(Part.Shown[0].Return, "0");
    EXPECT_EQ(Part.Shown[1].Return, "5");
    EXPECT_FALSE(Part.Changes.empty());
    EXPECT_TRUE(Found.Found.FirstDifferenceSeconds);
    EXPECT_GE(Found.Found.Statistics.Runs, 2u);
    expectNothingProved(Found);
  }
}

/// What a baseline finds is a partition of one input, and the rest of the space is another one.
TEST(Baselines, ADifferenceIsOneInputAndTheRestIsUnknown) {
  auto Found = search(Baseline::Dart, "int f(int x) { return 0; }", "int f(int x) { if (x == 9) return 1; return 0; }");
  ASSERT_TRUE(difference(Found));
  ASSERT_EQ(Found.Found.Partitions.size(), 2u);
  for (int Value : {0, 9, 10}) {
    Assignment Values{{Found.Leaves[0], llvm::APInt(32, std::uint64_t(Value))}};
    for (unsigned I = 0; I != 2; ++I) {
      bool Holds = true;
      for (Term Each : Found.Found.Partitions[I].terms())
        Holds &= evaluate(Each, Values).isOne();
      EXPECT_EQ(Holds, (Value == 9) == (I == 0)) << Value << " in partition " << I + 1;
    }
  }
}

/// Böhme 2014, figure 3.2: a test for each path of the new version alone may miss the difference, whatever the time.
TEST(Baselines, PathsOfTheNewVersionDoNotShowWhatOnlyTheOldOneDistinguishes) {
  for (Baseline How : {Baseline::Dart, Baseline::Express}) {
    auto Found = search(How, "int f(int x) { if (x == 77) return 1; return 0; }", "int f(int x) { return 0; }");
    EXPECT_FALSE(difference(Found));
    EXPECT_EQ(Found.Found.Stopped, StopReason::None);
    EXPECT_FALSE(Found.Found.Partitions.empty());
    expectNothingProved(Found);
  }
}

TEST(Baselines, EqualVersionsAreNeverProvedEqual) {
  std::string Text = "int f(int x) { if (x > 3) return 1; return 0; }";
  for (Baseline How : All) {
    auto Found = search(How, Text, Text, fewRuns(50));
    EXPECT_FALSE(difference(Found)) << toString(How);
    ASSERT_EQ(Found.Found.Partitions.size(), 1u);
    EXPECT_GE(Found.Found.Statistics.Runs, 1u);
    expectNothingProved(Found);
  }
}

TEST(Baselines, ExpressLeavesOutPathsThatCannotReachAChange) {
  std::string Before = "int g(int x) { int n = 0; for (int i = 0; i < 5; i++) if (x & (1 << i)) n++; return n; }\n"
                       "int f(int x, int y) { if (y < 100) return g(x); ";
  std::string Old = Before + "return 1; }", New = Before + "if (y == 200) return 3; return 1; }";
  auto Dart = search(Baseline::Dart, Old, Old + "\n"); // nothing differs: all paths
  auto Express = search(Baseline::Express, Old, New);
  EXPECT_GE(Dart.Found.Statistics.Runs, 32u);
  ASSERT_TRUE(difference(Express));
  EXPECT_EQ((*difference(Express))[1], 200);
  EXPECT_LT(Express.Found.Statistics.Runs, 10u);
}

/// A branch that does not decide whether the change is executed may decide what it shows: it must not be left out.
TEST(Baselines, ExpressKeepsBranchesBeforeAChange) {
  std::string Before = "int f(int a, int b) { int s = 0; if (a > 10) s = 1; if (b == 5) return ";
  auto Found = search(Baseline::Express, Before + "0; return 7; }", Before + "s; return 7; }");
  ASSERT_TRUE(difference(Found));
  EXPECT_TRUE((*difference(Found))[0].sgt(10));
  EXPECT_EQ((*difference(Found))[1], 5);
}

/// The new version has nothing that changed where a change only removes code: what counts is where it was.
TEST(Baselines, ExpressComesByWhereCodeWasRemoved) {
  std::string Before = "int f(int x, int y) { int r = 1; if (y > 5) { ";
  std::string After = "r += x; } else r = 2; return r; }";
  auto Found = search(Baseline::Express, Before + "if (x == 77) x = 0; " + After, Before + After);
  EXPECT_GE(Found.Found.Statistics.Runs, 2u) << "y > 5 was not tried";
  auto Guarded = search(Baseline::Express, "int g; int f(int x) { if (x > 100) { if (x < 200) g = 3; } return g; }",
                        "int g; int f(int x) { if (x > 100) { if (x < 200) ; } return g; }");
  ASSERT_TRUE(difference(Guarded));
  EXPECT_TRUE((*difference(Guarded))[0].sgt(100) && (*difference(Guarded))[0].slt(200));
}

/// A block, a call, a whole function: each of these is only in the old version.
TEST(Baselines, ExpressFindsWhatRemovedCodeDid) {
  std::string Head = "int f(int x) { int r = x & 1; if (x == 4711) ";
  for (auto [Old, New] : std::vector<std::pair<std::string, std::string>>{
           {Head + "{ if (r == 1) return 9; r = 5; } return r; }", Head + "{ r = 5; } return r; }"},
           {Head + "r = 5; return r; }", Head + "; return r; }"},
           {"static int g(int r) { return r + 1; } " + Head + "r = g(r); return r; }", Head + "; return r; }"}}) {
    auto Found = search(Baseline::Express, Old, New);
    ASSERT_TRUE(difference(Found)) << New;
    EXPECT_EQ((*difference(Found))[0], 4711) << New;
  }
}

/// What cannot come by the removed code is still left out.
TEST(Baselines, ExpressLeavesOutPathsThatDoNotComeByRemovedCode) {
  std::string Before = "int f(unsigned char x, unsigned char y) { int r = 0; if (x == 1) { ";
  std::string After = "return 1; } for (int i = 0; i < 5; i++) if (y >> i & 1) r += i; return r; }";
  auto Found = search(Baseline::Express, Before + "if (y == 7) return 9; " + After, Before + After);
  EXPECT_LT(Found.Found.Statistics.Runs, 10u);
  expectNothingProved(Found);
}

TEST(Baselines, RandomInputsFindLargeClasses) {
  auto Found = search(Baseline::Random, "int f(int x) { return x > 1000; }", "int f(int x) { return x > 1001000; }",
                      fewRuns(2000, 3));
  auto Input = difference(Found);
  ASSERT_TRUE(Input);
  EXPECT_TRUE((*Input)[0].sgt(1000) && (*Input)[0].sle(1001000));
  expectNothingProved(Found);
}

TEST(Baselines, RandomIsTheSameForTheSameSeed) {
  std::string Old = "int f(int x) { return x / 3; }", New = "int f(int x) { return x == -7 ? 0 : x / 3; }";
  auto A = search(Baseline::Random, Old, New, fewRuns(3000, 5)),
       B = search(Baseline::Random, Old, New, fewRuns(3000, 5));
  EXPECT_EQ(A.Found.Statistics.Runs, B.Found.Statistics.Runs);
  EXPECT_EQ(difference(A), difference(B));
}

TEST(Baselines, RespectAssumptions) {
  InputOptions Input;
  Input.Assume = {"x > 500 && x % 1000 == 7"}; // random inputs hardly ever hit it
  SmallVersions Pair({"int f(int x) { return x > 500 ? 1 : 2; }", "int f(int x) { return x > 500 ? 1 : 3; }"});
  for (Baseline How : All) {
    auto Found = search(How, Pair, Pair.space(Input), fewRuns(200));
    EXPECT_FALSE(difference(Found)) << toString(How);
    EXPECT_GE(Found.Found.Statistics.Runs, 1u);
  }
  Input.Assume = {"x > 5 && x < 5"};
  for (Baseline How : All) {
    auto Found = search(How, Pair, Pair.space(Input));
    EXPECT_TRUE(Found.Found.Covered);
    EXPECT_TRUE(Found.Found.Partitions.empty());
  }
}

TEST(Baselines, StopWhenTheTimeIsOver) {
  std::string Text = "int f(unsigned x) { int n = 0; for (int i = 0; i < 30; i++) if (x & (1u << i)) n++; return n; }";
  for (Baseline How : All) {
    PartitionPairOptions Options;
    Options.Time = std::chrono::milliseconds(300);
    auto Found = search(How, Text, Text + "\n", Options);
    if (How == Baseline::Express)
      continue; // nothing has changed, so that there is nothing to explore
    EXPECT_EQ(Found.Found.Stopped, StopReason::Time) << toString(How);
    EXPECT_LT(Found.Found.Statistics.Seconds, 5);
    expectNothingProved(Found);
  }
}

} // namespace vernier::test
