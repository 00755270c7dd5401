// Stopping loses nothing, of explorations of partitions: stopped after every single run, or killed at any moment, they
// go on with the same partitions, run nothing twice, and end with claims that are right for every input.

#include "unit/search/FakeProgram.h"

#include "base/Random.h"
#include "partition/Partitions.h"
#include "solver/ExplorationSolver.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

using namespace vernier;
using namespace vernier::test;
namespace fs = std::filesystem;

namespace {

/// Two versions of a program over eleven bits: what the input must be for them to take this way, and where they differ.
/// The conditions leave open whether they do, so that partitions are split by it.
class FakeVersions : public Generaliser {
public:
  explicit FakeVersions(FakeSpace &Space) : Space(Space) {}

  Result<Generalised> generalise(const InputAssignment &Input) override {
    TermStore &Store = Space.Store;
    Term X = Space.Symbolic.Leaves[0], Y = Space.Symbolic.Leaves[1];
    Assignment Values = assignmentOf(Space.Symbolic, Input);
    Generalised What;
    What.ReachesChange = true;
    auto Take = [&](Term Condition) {
      bool Holds = evaluate(Condition, Values).isOne();
      What.Conditions.push_back({Holds ? Condition : Store.notTerm(Condition)});
      return Holds;
    };
    for (unsigned I = 0; I != 3; ++I)
      Take(Store.eq(Store.extract(X, 2 * I, 2), Store.constant(2, I)));
    What.Differs = Store.boolean(false);
    if (Take(Store.ult(Y, Store.constant(5, 12))))
      What.Differs = Store.eq(Store.extract(Store.add(X, Store.zext(Y, 6)), 0, 3), Store.constant(3, 5));
    What.Suspicions.push_back({Store.eq(X, Store.constant(6, 45)), Store.eq(Y, Store.constant(5, 25))});
    What.Shown.resize(2);
    for (Outcome &Each : What.Shown)
      Each.End = Ending::Returned;
    What.Shown[0].Return = "0";
    What.Shown[1].Return = differ(Input) ? "1" : "0";
    return What;
  }
  std::optional<Reason> confirm(const InputAssignment &Input) override {
    return differ(Input) ? std::nullopt : std::optional(Reason{"not-confirmed", "they are equal"});
  }
  static bool differ(const InputAssignment &Input) {
    std::uint64_t X = Input[0].getZExtValue(), Y = Input[1].getZExtValue();
    return Y < 12 && (X + Y) % 8 == 5;
  }

private:
  FakeSpace &Space;
};

/// What an exploration found, by what it says about each input.
struct Claims {
  PartitionSearch Found;
  std::vector<std::vector<bool>> Inside; ///< by partition and input
  std::size_t Unclaimed = 0;
};

class PartitionStoreTest : public testing::Test {
protected:
  void SetUp() override {
    fs::create_directories(Directory);
    Space.leaf(6), Space.leaf(5);
  }
  void TearDown() override { fs::remove_all(Directory); }

  std::unique_ptr<RunStore> open() {
    auto Opened = RunStore::open(Directory / "store.db", {{"program", "p"}}, {6, 5}, true);
    if (!Opened) {
      ADD_FAILURE() << Opened.error().Message;
      return nullptr;
    }
    return std::move(*Opened);
  }

  PartitionSearch search(RunStore *Kept, const PartitionOptions &Given = {}) {
    FakeVersions Versions(Space);
    auto Ask = makeExplorationSolver(Space.Store);
    PartitionOptions Options = Given;
    Options.Kept = Kept;
    return searchPartitions(Space.Symbolic, Versions, **Ask, Options);
  }

  /// Every claim against every input.
  Claims judged(PartitionSearch Found) {
    Claims Result;
    std::vector<bool> Claimed(1 << 11);
    for (const DifferentialPartition &Part : Found.Partitions) {
      EXPECT_NE(Part.What, Answer::Unknown) << Part.Why.Code;
      std::vector<Term> Terms = Part.terms();
      std::vector<bool> Has(1 << 11);
      unsigned Wrong = 0;
      for (unsigned Number = 0; Number != 1 << 11; ++Number) {
        InputAssignment Input = {llvm::APInt(6, Number & 63), llvm::APInt(5, Number >> 6)};
        Assignment Values = assignmentOf(Space.Symbolic, Input);
        Valuation Under(Values);
        Has[Number] = llvm::all_of(Terms, [&](Term Each) { return Under.holds(Each); });
        Wrong += Has[Number] && FakeVersions::differ(Input) != (Part.What == Answer::Different);
        Claimed[Number] = Claimed[Number] || Has[Number];
      }
      EXPECT_EQ(Wrong, 0u) << "partition " << Part.Id;
      Result.Inside.push_back(std::move(Has));
    }
    Result.Unclaimed = static_cast<std::size_t>(std::count(Claimed.begin(), Claimed.end(), false));
    Result.Found = std::move(Found);
    return Result;
  }

  static std::set<std::pair<std::uint64_t, std::uint64_t>> inputsOf(const RunStore &Store) {
    std::set<std::pair<std::uint64_t, std::uint64_t>> Inputs;
    for (const RunStore::StoredRun &Each : Store.runs())
      EXPECT_TRUE(Inputs.insert({Each.Input[0].getZExtValue(), Each.Input[1].getZExtValue()}).second)
          << "one input was run twice";
    return Inputs;
  }

  fs::path Directory = fs::temp_directory_path() / ("vernier-partition-store-" + std::to_string(getpid()));
  FakeSpace Space;
};

TEST_F(PartitionStoreTest, StoppedAfterEveryRunItGoesOnWithTheSamePartitions) {
  PartitionSearch Whole = search(nullptr);
  ASSERT_TRUE(Whole.Covered);
  ASSERT_GT(Whole.Partitions.size(), 15u);
  std::vector<DifferentialPartition> Before;
  for (unsigned Round = 0;; ++Round) {
    ASSERT_LT(Round, 400u) << "it does not come to an end";
    auto Store = open();
    ASSERT_TRUE(Store);
    std::size_t Had = inputsOf(*Store).size();
    ASSERT_EQ(Had, Round);
    PartitionOptions Options;
    Options.MostRuns = 1;
    PartitionSearch Found = search(Store.get(), Options);
    EXPECT_EQ(Found.Statistics.Replayed, Had);
    // What was found before is found again, in its place.
    ASSERT_GE(Found.Partitions.size(), Before.size());
    for (std::size_t I = 0; I != Before.size(); ++I) {
      EXPECT_EQ(Found.Partitions[I].What, Before[I].What);
      EXPECT_EQ(Found.Partitions[I].Example, Before[I].Example);
    }
    Before = Found.Partitions;
    if (Found.Stopped == StopReason::None) {
      EXPECT_TRUE(Found.Covered);
      EXPECT_EQ(Found.Statistics.Runs, Had) << "everything was run before";
      EXPECT_EQ(judged(std::move(Found)).Unclaimed, 0u);
      break;
    }
    EXPECT_EQ(Found.Stopped, StopReason::Runs);
    EXPECT_FALSE(Found.Covered);
    EXPECT_EQ(Found.Statistics.Runs, Had + 1);
  }
}

TEST_F(PartitionStoreTest, KilledAtAnyMomentItKeepsWhatWasStored) {
  Random Generator(9);
  std::set<std::pair<std::uint64_t, std::uint64_t>> Before;
  unsigned Killed = 0, Grown = 0;
  for (unsigned Round = 0; Round != 25; ++Round) {
    pid_t Child = fork();
    if (Child == 0) {
      auto Store = open();
      if (!Store)
        _exit(3);
      Store->setBatch(1 + static_cast<unsigned>(Generator.below(4)));
      _exit(search(Store.get()).Covered ? 0 : 4);
    }
    usleep(static_cast<useconds_t>(Generator.below(1 + Round * 4000)));
    kill(Child, SIGKILL);
    int Status = 0;
    waitpid(Child, &Status, 0);
    EXPECT_TRUE(WIFSIGNALED(Status) || WEXITSTATUS(Status) == 0) << Status;
    Killed += WIFSIGNALED(Status);
    auto Store = open();
    ASSERT_TRUE(Store);
    auto Now = inputsOf(*Store);
    EXPECT_TRUE(std::includes(Now.begin(), Now.end(), Before.begin(), Before.end())) << "a stored run is lost";
    Grown += Now.size() > Before.size();
    Before = std::move(Now);
  }
  // How far each of them came depends on the machine.
  EXPECT_GT(Killed, 0u);
  EXPECT_GT(Grown, 0u);
  auto Store = open();
  ASSERT_TRUE(Store);
  Claims Last = judged(search(Store.get()));
  EXPECT_TRUE(Last.Found.Covered);
  EXPECT_EQ(Last.Unclaimed, 0u);
  EXPECT_EQ(Last.Found.Statistics.Replayed, Before.size());
}

} // namespace
