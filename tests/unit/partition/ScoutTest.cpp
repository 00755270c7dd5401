// Scouts find differences; what partitions make of them, and what they do when a scout contradicts them.

#include "partition/Partitions.h"
#include "support/CompileText.h"
#include "unit/search/FakeProgram.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

Outcome returned(std::uint64_t Value) {
  Outcome Result;
  Result.End = Ending::Returned;
  Result.Return = std::to_string(Value);
  return Result;
}

/// Two versions of which one shows 1 instead of 0 for some inputs, at the end of a path.
class FakePair : public ScoutedPrograms {
public:
  FakePair(FakeSpace &Space, Function Body, std::function<bool(const InputAssignment &)> Different)
      : Program(Space, std::move(Body)), Different(std::move(Different)) {}

  Status execute(const InputAssignment &Input) override {
    Current = Input;
    ++Runs;
    return Program.execute(Input);
  }
  Result<Run> finished() override { return Program.finished(); }
  std::vector<ProbedRun> probe(const std::vector<InputAssignment> &) override { return {}; }
  bool differs() const override { return Different(Current); }
  bool reachesChange() const override { return false; }
  unsigned rank(std::size_t Position) const override { return static_cast<unsigned>(Position); }

  unsigned Runs = 0;

private:
  FakeProgram Program;
  std::function<bool(const InputAssignment &)> Different;
  InputAssignment Current;
};

/// Partitions of single inputs, so that there are many, which are equal unless they are said to differ.
class OneByOne : public Generaliser {
public:
  OneByOne(FakeSpace &Space, std::function<bool(const InputAssignment &)> Different)
      : Space(Space), Different(std::move(Different)) {}

  Result<Generalised> generalise(const InputAssignment &Input) override {
    Generalised Result;
    bool Differs = Different(Input);
    Result.Shown = {returned(0), returned(Differs)};
    if (Warns)
      Result.Shown.back().Stderr = "a warning";
    Result.Differs = Space.Store.boolean(Differs || Warns);
    if (Silent) {
      Result.Unknown = {"not-understood", ""};
      Result.UnknownForAll = true;
      return Result;
    }
    for (std::size_t I = 0; I != Input.size(); ++I)
      if (!Lies || Differs)
        Result.Conditions.push_back(
            {Space.Store.eq(Space.Symbolic.Leaves[I], Space.Store.constant(Input[I])), Conjunct::Kind::Decision});
    return Result;
  }
  std::optional<Reason> confirm(const InputAssignment &Input) override {
    return Warns || Different(Input) ? std::nullopt : std::optional<Reason>({"not-confirmed", ""});
  }

  bool Lies = false;   ///< what is equal is said to be so for all inputs
  bool Silent = false; ///< nothing is said about any input
  bool Warns = false;  ///< one version has a message more, always

private:
  FakeSpace &Space;
  std::function<bool(const InputAssignment &)> Different;
};

bool isThere(const InputAssignment &Input) {
  return Input[0] == 201 && Input[1] == 77;
}

/// Four decisions lead there.
void deep(Machine &M) {
  if (M.branch(1, M.less(M.constant(8, 200), M.input(0))) && M.branch(2, M.equal(M.input(0), M.constant(8, 201))))
    M.branch(3, M.equal(M.input(1), M.constant(8, 77)));
}

struct Fixture {
  Fixture() {
    Space.leaf(8);
    Space.leaf(8);
  }
  FakeSpace Space;
  FakePair Pair{Space, deep, isThere};
  OneByOne Versions{Space, isThere};
  PartitionOptions Options;

  PartitionSearch search() {
    auto Ask = makeSolver(Space.Store);
    return searchPartitions(Space.Symbolic, Versions, *Ask, Options);
  }
};

} // namespace

TEST(Scout, FindsADifferenceAfterAFewRuns) {
  Fixture F;
  auto Ask = makeSolver(F.Space.Store);
  Scout Ahead(F.Space.Symbolic, F.Pair, *Ask, {});
  std::optional<InputAssignment> Found;
  for (unsigned I = 0; I != 20 && !Found && !Ahead.isOver(); ++I)
    Found = Ahead.look(1);
  ASSERT_TRUE(Found);
  EXPECT_TRUE(isThere(*Found));
}

/// Between two looks others use the programs: each run that was begun has to be read.
TEST(Scout, LooksEndWithWholeRuns) {
  Fixture F;
  auto Ask = makeSolver(F.Space.Store);
  Scout Ahead(F.Space.Symbolic, F.Pair, *Ask, {});
  for (unsigned I = 1; I != 4; ++I) {
    Ahead.look(1);
    EXPECT_EQ(F.Pair.Runs, I);
    ASSERT_TRUE(F.Pair.execute({llvm::APInt(8, 1), llvm::APInt(8, 2)})); // must not be taken for a run of the scout
    --F.Pair.Runs;
  }
  while (!Ahead.isOver())
    Ahead.look(1);
  EXPECT_EQ(F.Pair.Runs, 4u) << "there are four paths";
}

TEST(Scout, BeginsWhenThereAreManyPartitionsAndNoneIsDifferent) {
  Fixture F;
  F.Options.ScoutAlong = F.Options.ScoutFrom;
  F.Options.Scouted = &F.Pair;
  F.Options.StopAtDifference = true;
  F.Options.MostRuns = 60;
  PartitionSearch Found = F.search();
  ASSERT_TRUE(Found.FirstDifferenceSeconds);
  EXPECT_TRUE(isThere(Found.Partitions.back().Example));
  EXPECT_EQ(Found.Partitions.back().What, Answer::Different);
  EXPECT_GE(Found.Partitions.size(), F.Options.ScoutFrom);
  EXPECT_EQ(Found.Statistics.Scouted, F.Pair.Runs);

  Fixture Alone;
  Alone.Options = F.Options;
  Alone.Options.Scouted = nullptr;
  EXPECT_FALSE(Alone.search().FirstDifferenceSeconds) << "there is nothing to be gained here";
}

TEST(Scout, DoesNotRunWhereThereAreFewPartitions) {
  Fixture F;
  F.Options.Scouted = &F.Pair;
  F.Options.MostRuns = 3;
  F.search();
  EXPECT_EQ(F.Pair.Runs, 0u);
}

TEST(Scout, GoesAlongFromTheStart) {
  Fixture F;
  FakePair Same(F.Space, deep, [](const InputAssignment &) { return false; });
  F.Options.Scouted = &Same;
  F.Options.MostRuns = 9;
  F.search();
  EXPECT_GE(Same.Runs, 2u);
  EXPECT_LE(Same.Runs, 4u) << "at most one for each partition";
}

/// Nothing can be said about any input, so that no question is left; the difference is there all the same.
TEST(Scout, LooksIntoWhatIsUnknown) {
  Fixture F;
  F.Versions.Silent = true;
  F.Options.Scouted = &F.Pair;
  PartitionSearch Found = F.search();
  ASSERT_TRUE(Found.FirstDifferenceSeconds);
  EXPECT_EQ(Found.Partitions.front().What, Answer::Unknown);
  EXPECT_TRUE(llvm::any_of(Found.Partitions, [](const DifferentialPartition &Each) {
    return Each.What == Answer::Different && isThere(Each.Example);
  }));
}

/// A difference in messages is recorded, and the search for more goes on.
TEST(Scout, StopsAtWhatIsMoreThanAMessage) {
  for (bool Any : {false, true}) {
    Fixture F;
    F.Versions.Warns = true;
    F.Options.Scouted = &F.Pair;
    F.Options.StopAtDifference = true;
    F.Options.StopAtMessage = Any;
    F.Options.MostRuns = 60;
    PartitionSearch Found = F.search();
    ASSERT_TRUE(Found.FirstDifferenceSeconds);
    EXPECT_EQ(Found.BeyondMessages, !Any);
    EXPECT_EQ(isThere(Found.Partitions.back().Example), !Any);
  }
}

TEST(Scout, ItsRunsCount) {
  Fixture F;
  FakePair Same(F.Space, deep, [](const InputAssignment &) { return false; });
  F.Options.Scouted = &Same;
  F.Options.MostRuns = 40;
  PartitionSearch Found = F.search();
  EXPECT_GT(Found.Statistics.Scouted, 0u);
  EXPECT_EQ(Found.Stopped, StopReason::Runs);
  EXPECT_LE(Found.Statistics.Runs + Found.Statistics.Scouted, 40u + 8);
}

/// A partition that claims too much is found out when a scout comes upon an input of it that differs.
TEST(Scout, WithdrawsAClaimThatItContradicts) {
  Fixture F;
  F.Versions.Lies = true;
  F.Options.Scouted = &F.Pair;
  F.Options.ScoutFrom = 1;
  PartitionSearch Found = F.search();
  ASSERT_EQ(Found.Partitions.size(), 2u);
  EXPECT_EQ(Found.Partitions[0].What, Answer::Unknown);
  EXPECT_EQ(Found.Partitions[0].Why.Code, "engine-problem");
  EXPECT_EQ(Found.Partitions[1].What, Answer::Different);
  EXPECT_TRUE(isThere(Found.Partitions[1].Example));
}

namespace {

/// Versions that differ behind five certain letters, each of which comes to a place of its own.
class Letters : public ScoutedPrograms {
public:
  Status execute(const InputAssignment &) override { return Done{}; }
  Result<Run> finished() override { return Run(); }
  bool differs() const override { return false; }
  bool reachesChange() const override { return false; }
  unsigned rank(std::size_t) const override { return 0; }
  std::vector<ProbedRun> probe(const std::vector<InputAssignment> &Inputs) override {
    std::vector<ProbedRun> Result;
    for (const InputAssignment &Input : Inputs)
      Result.push_back(probeOne(Input));
    return Result;
  }
  ProbedRun probeOne(const InputAssignment &Input) {
    ProbedRun Ran;
    for (std::uint64_t I = 0; I != Length && Input[I] == "XYZXY"[I]; ++I)
      Ran.Places.push_back(I);
    Ran.Differs = Ran.Places.size() == Length;
    if (Diverges)
      Ran.Diverging = std::exchange(Ran.Places, {});
    else
      Ran.ReachesChange = !Ran.Places.empty();
    ++Probes;
    return Ran;
  }
  bool Diverges = false; ///< the letters come to nothing new, but the versions go apart
  static constexpr std::uint64_t Length = 5;
  unsigned Probes = 0;
};

} // namespace

/// Drawn at once, five certain letters out of more than ten would take a hundred thousand runs.
static void expectFound(Letters &Versions) {
  Program P = compileText("int main(int n, char **a) { char c = a[1][0]; return c == 'X' || c == 'Y' || c == 'Z'; }",
                          "letters.c");
  InputOptions Options;
  Options.Entry = "main";
  Options.Argv = {1, 5};
  auto Names = inputSpace(P, P, Options);
  ASSERT_TRUE(Names);
  FakeSpace Space;
  for (const InputLeaf &Leaf : Names->Leaves)
    Space.leaf(Leaf.Bits);
  TextProbes Probes(Space.Symbolic, *Names, Versions, SourceConstants::of({P.module().getFunction("main")}), 1);
  ASSERT_FALSE(Probes.empty());
  auto Different = Probes.look(10000);
  ASSERT_TRUE(Different);
  EXPECT_GE(Probes.runs(), Versions.Probes);
  EXPECT_LE(Versions.Probes, 10000u);
  auto Reaching = Probes.next();
  ASSERT_TRUE(Reaching) << "what came to a change is handed on";
  EXPECT_EQ((*Reaching)[0], 'X');
}

TEST(TextProbes, GoOnFromWhatCameToNewPlaces) {
  Letters Versions;
  expectFound(Versions);
}

TEST(TextProbes, GoOnFromWhereVersionsGoApart) {
  Letters Versions;
  Versions.Diverges = true;
  expectFound(Versions);
}
