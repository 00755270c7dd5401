// Whatever stands between an exploration and completeness is counted, and the claim is not made.

#include "FakeProgram.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;
using llvm::APInt;

namespace {

/// Does not know the answer to questions that mention one variable.
class Forgetful : public Solver {
public:
  Forgetful(TermStore &Store, Term Difficult) : Behind(makeSolver(Store)), Difficult(Difficult) {}
  SolverAnswer check(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit) override {
    for (Term Each : reachable(Conjuncts))
      if (Each == Difficult) {
        SolverAnswer Answer;
        Answer.Why = "timeout";
        return Answer;
      }
    return Behind->check(Conjuncts, Limit);
  }
  SolverStatistics statistics() const override { return Behind->statistics(); }

private:
  std::unique_ptr<Solver> Behind;
  Term Difficult;
};

Exploration exploreWith(FakeSpace &Space, Explored &Program, const ExplorationOptions &Options = {}) {
  auto Ask = makeSolver(Space.Store);
  auto Choose = breadthFirst();
  return explore(Space.Symbolic, {&Program}, *Ask, *Choose, Options);
}

std::uint64_t count(const Exploration &Found, const std::string &Reason) {
  auto At = Found.Holes.find(Reason);
  return At == Found.Holes.end() ? 0 : At->second.Count;
}

void twoBranches(Machine &M) {
  M.branch(1, M.equal(M.input(0), M.constant(8, 7)));
  M.branch(2, M.equal(M.input(1), M.constant(8, 7)));
}

} // namespace

TEST(Holes, AnUnknownOfTheSolver) {
  FakeSpace Space;
  Space.leaf(8);
  Term Difficult = Space.leaf(8);
  FakeProgram Program(Space, twoBranches);
  Forgetful Ask(Space.Store, Difficult);
  auto Choose = breadthFirst();
  Exploration Found = explore(Space.Symbolic, {&Program}, Ask, *Choose, {});
  EXPECT_FALSE(Found.Complete);
  EXPECT_EQ(Found.Stopped, StopReason::None);
  EXPECT_EQ(count(Found, "solver-unknown"), 2u); // of four paths two are found
  EXPECT_EQ(Found.Holes["solver-unknown"].Detail, "timeout");
  EXPECT_EQ(Found.Holes["solver-unknown"].FirstSite, 2u);
  EXPECT_EQ(Found.Paths, 2u);
}

TEST(Holes, ARealTimeLimitOfTheSolver) {
  FakeSpace Space;
  Space.leaf(64), Space.leaf(64);
  ExplorationOptions Options;
  Options.QueryTime = std::chrono::milliseconds(20);
  // Two factors of a product of primes, each smaller than 2^32.
  Exploration Found = exploreFake(
      Space,
      [](Machine &M) {
        Value Limit = M.constant(64, 1ull << 32), One = M.constant(64, 1);
        Value Small = M.both(M.both(M.less(M.input(0), Limit), M.less(M.input(1), Limit)),
                             M.both(M.less(One, M.input(0)), M.less(One, M.input(1))));
        Value Product = M.equal(M.mul(M.input(0), M.input(1)), M.constant(64, 2654435761ull * 3037000493ull));
        M.branch(1, M.both(Small, Product));
      },
      "breadth", Options);
  EXPECT_FALSE(Found.Complete);
  EXPECT_EQ(count(Found, "solver-unknown"), 1u);
  EXPECT_EQ(Found.Paths, 1u);
}

TEST(Holes, MoreValuesOfAConcretisationThanAreTried) {
  for (unsigned Values : {8u, 9u}) {
    FakeSpace Space;
    Space.leaf(8);
    Exploration Found =
        exploreFake(Space, [&](Machine &M) { M.pin(1, M.remainder(M.input(0), M.constant(8, Values))); });
    // All of eight are tried, and that there is no ninth is asked.
    EXPECT_EQ(Found.Complete, Values == 8);
    EXPECT_EQ(count(Found, "pin-limit"), Values == 8 ? 0u : 1u);
    EXPECT_EQ(Found.Paths, 8u);
  }
}

TEST(Holes, ATraceThatWasCutOff) {
  FakeSpace Space;
  Space.leaf(8);
  Exploration Found = exploreFake(Space, [](Machine &M) {
    if (M.branch(1, M.less(M.input(0), M.constant(8, 100))))
      M.branch(2, M.less(M.input(0), M.constant(8, 50)));
    else
      M.What.Truncated = "nodes-full", M.What.TruncatedSite = 33;
  });
  EXPECT_FALSE(Found.Complete);
  EXPECT_EQ(Found.Open, 0u);
  EXPECT_EQ(count(Found, "nodes-full"), 1u);
  EXPECT_EQ(Found.Holes["nodes-full"].FirstSite, 33u);
  EXPECT_EQ(Found.Paths, 3u);
}

TEST(Holes, ARunThatDoesNotEndInTime) {
  FakeSpace Space;
  Space.leaf(8);
  Exploration Found = exploreFake(Space, [](Machine &M) {
    if (M.branch(1, M.less(M.input(0), M.constant(8, 100))))
      M.What.End.End = Ending::TimedOut;
  });
  EXPECT_FALSE(Found.Complete);
  EXPECT_EQ(count(Found, "time-limit"), 1u);
  EXPECT_EQ(Found.Paths, 2u);
}

TEST(Holes, AGapOfATrace) {
  FakeSpace Space;
  Space.leaf(8);
  Exploration Found = exploreFake(Space, [](Machine &M) {
    M.What.Gaps.push_back({"unmodelled-call", 5});
    M.What.Concretisations.push_back({"mbrtowc", 3});
  });
  EXPECT_FALSE(Found.Complete);
  EXPECT_EQ(count(Found, "unmodelled-call"), 1u);
  EXPECT_EQ(Found.Concretised["mbrtowc"], 3u);
}

TEST(Holes, ADivergence) {
  // The trace says that x decides, but from 200 on the program goes its own way.
  FakeSpace Space;
  Space.leaf(8);
  ExplorationOptions Options;
  Options.CheckConditions = false;
  Exploration Found = exploreFake(
      Space,
      [](Machine &M) {
        Value X = M.input(0);
        bool Wrong = X.Number.uge(200);
        Value Claimed = M.equal(X, M.constant(8, 200));
        if (Wrong)
          Claimed.Number = APInt(1, 0);
        M.branch(1, Claimed);
      },
      "breadth", Options);
  EXPECT_FALSE(Found.Complete);
  EXPECT_EQ(Found.Statistics.Diverged, 1u);
  EXPECT_EQ(count(Found, "diverged"), 1u);
  EXPECT_EQ(Found.Statistics.Runs, 2u); // and it ends
}

TEST(Holes, AConditionThatDoesNotHold) {
  FakeSpace Space;
  Space.leaf(8);
  Exploration Found = exploreFake(Space, [](Machine &M) {
    Value Claimed = M.equal(M.input(0), M.constant(8, 200));
    Claimed.Number = APInt(1, M.input(0).Number == 201);
    M.branch(1, Claimed);
  });
  EXPECT_FALSE(Found.Complete);
  EXPECT_GE(count(Found, "wrong-condition") + count(Found, "diverged"), 1u);
}

TEST(Holes, AProgramThatDoesNotRepeatItself) {
  FakeSpace Space;
  Space.leaf(8), Space.leaf(8);
  unsigned Runs = 0;
  FakeProgram Program(Space, [&](Machine &M) {
    M.branch(1, M.less(M.input(0), M.constant(8, 100)));
    M.branch(10 + ++Runs % 2, M.less(M.input(1), M.constant(8, 100)));
  });
  ExplorationOptions Options;
  Options.Seeds = {{APInt(8, 1), APInt(8, 1)}, {APInt(8, 2), APInt(8, 2)}};
  Exploration Found = exploreWith(Space, Program, Options);
  EXPECT_FALSE(Found.Complete);
  EXPECT_GE(count(Found, "unstable-path"), 1u);
}

TEST(Holes, RunsThatFail) {
  class Failing : public FakeProgram {
  public:
    using FakeProgram::FakeProgram;
    Status execute(const InputAssignment &Input) override {
      if (Input[0] == 7)
        return analysisError("the server is gone");
      return FakeProgram::execute(Input);
    }
  };
  FakeSpace Space;
  Space.leaf(8), Space.leaf(8);
  Failing Program(Space, twoBranches);
  Exploration Found = exploreWith(Space, Program);
  EXPECT_FALSE(Found.Complete);
  EXPECT_FALSE(Found.Failure);
  EXPECT_EQ(count(Found, "run-failed"), 1u);
  EXPECT_EQ(Found.Holes["run-failed"].Detail, "the server is gone");
  EXPECT_EQ(Found.Paths, 2u);
}

TEST(Holes, NothingRuns) {
  class Dead : public Explored {
    Status execute(const InputAssignment &) override { return analysisError("no such program"); }
    Result<vernier::Run> finished() override { return vernier::Run(); }
  };
  FakeSpace Space;
  Space.leaf(16);
  Dead Program;
  ExplorationOptions Options;
  for (unsigned I = 1; I <= 1000; ++I)
    Options.Seeds.push_back({APInt(16, I)});
  Exploration Found = exploreWith(Space, Program, Options);
  EXPECT_FALSE(Found.Complete);
  ASSERT_TRUE(Found.Failure);
  EXPECT_EQ(Found.Failure->Message, "no such program");
  EXPECT_LT(Found.Statistics.Runs, 100u);
}

TEST(Budgets, StopAndSayWhy) {
  auto Endless = [](Machine &M) {
    for (unsigned I = 0; I < 64; ++I)
      M.branch(I, M.equal(M.both(M.input(0), M.constant(64, 1ull << I)), M.constant(64, 0)));
  };
  for (StopReason Why : {StopReason::Runs, StopReason::Time, StopReason::Interrupted, StopReason::Memory}) {
    FakeSpace Space;
    Space.leaf(64);
    std::atomic<bool> Interrupt = false;
    ExplorationOptions Options;
    Options.Interrupt = &Interrupt;
    Options.ProgressInterval = std::chrono::milliseconds(0);
    Options.Progress = [&](const ExplorationProgress &Now) {
      if (Why == StopReason::Interrupted && Now.Runs > 5)
        Interrupt = true;
    };
    if (Why == StopReason::Runs)
      Options.MostRuns = 10;
    if (Why == StopReason::Time)
      Options.Time = Budget(std::chrono::milliseconds(100));
    if (Why == StopReason::Memory)
      Options.MostMemory = 1 << 20;
    Exploration Found = exploreFake(Space, Endless, "depth", Options);
    EXPECT_EQ(Found.Stopped, Why);
    EXPECT_FALSE(Found.Complete);
    EXPECT_TRUE(Found.Holes.empty());
    if (Why == StopReason::Runs) {
      EXPECT_EQ(Found.Statistics.Runs, 10u);
      EXPECT_EQ(Found.Paths, 10u);
    }
    if (Why != StopReason::Memory)
      EXPECT_GT(Found.Open, 0u);
    EXPECT_LT(Found.Statistics.Seconds, 10);
  }
}

TEST(Budgets, ProgressIsShown) {
  FakeSpace Space;
  Space.leaf(8), Space.leaf(8);
  ExplorationOptions Options;
  Options.ProgressInterval = std::chrono::milliseconds(0);
  std::vector<ExplorationProgress> Seen;
  Options.Progress = [&](const ExplorationProgress &Now) { Seen.push_back(Now); };
  Exploration Found = exploreFake(Space, twoBranches, "breadth", Options);
  ASSERT_GT(Seen.size(), 4u);
  EXPECT_EQ(Seen.back().Runs, 4u);
  EXPECT_EQ(Seen.back().Paths, 4u);
  EXPECT_EQ(Seen.back().Frontier, 0u);
  EXPECT_EQ(Seen.back().Edges, 4u);
  EXPECT_EQ(Found.coveredEdges(), 4u);
  EXPECT_GT(Seen[0].Frontier, 0u);
}
