#include "analysis/ManySlices.h"

#include "analysis/ProgramAnalysis.h"
#include "base/Random.h"
#include "random/RandomPair.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <llvm/IR/InstIterator.h>

using namespace vernier;
using namespace vernier::test;

/// One walk for many criteria must say what one slice for each says, on programs with calls, recursion and shared
/// memory.
TEST(ManySlices, AgreeWithSingleSlicesOnRandomPrograms) {
  std::size_t Compared = 0;
  for (std::uint64_t Seed = 1; Seed <= 25; ++Seed) {
    Program P = compileText(generatePair(Seed, {}).OldText);
    ProgramAnalysis Analysis(P);
    std::vector<const llvm::Instruction *> All;
    for (const llvm::Function &F : P.module())
      for (const llvm::Instruction &I : llvm::instructions(F))
        // A plain jump is never part of a slice unless it is the criterion.
        if (const auto *Jump = llvm::dyn_cast<llvm::BranchInst>(&I); !Jump || Jump->isConditional())
          All.push_back(&I);
    Random R(Seed);
    std::vector<ManySlices::Criterion> Criteria;
    for (int K = 0; K < 6; ++K) {
      ManySlices::Criterion Some;
      for (auto N = R.between(1, 3); N > 0; --N)
        Some.push_back(All[R.below(All.size())]);
      Criteria.push_back(Some);
    }
    ManySlices Many(Analysis.dependences(), Criteria);
    ASSERT_TRUE(Many.complete());
    for (std::size_t K = 0; K < Criteria.size(); ++K) {
      Slice One = Analysis.forwardSlice(Criteria[K]);
      for (const llvm::Instruction *I : All) {
        ASSERT_EQ(One.contains(*I), llvm::is_contained(Many.reaching(*I), K)) << "seed " << Seed;
        ++Compared;
      }
    }
  }
  EXPECT_GT(Compared, 10000u);
}

/// More criteria than fit into one batch.
TEST(ManySlices, BatchesAreJoined) {
  Program P = compileText("int f(int x) { int y = x; for (int i = 0; i < 9; i++) y += i; return y; }");
  ProgramAnalysis Analysis(P);
  std::vector<ManySlices::Criterion> Criteria;
  for (int K = 0; K < 1300; ++K)
    for (const llvm::Instruction &I : llvm::instructions(*P.module().getFunction("f")))
      if (llvm::isa<llvm::StoreInst>(I)) {
        Criteria.push_back({&I});
        break;
      }
  ManySlices Many(Analysis.dependences(), Criteria);
  const llvm::Instruction *Return = P.module().getFunction("f")->back().getTerminator();
  EXPECT_EQ(Many.reaching(*Return).size(), 1300u);
}

TEST(ManySlices, StopsWhenTheTimeIsUp) {
  Program P = compileText("int f(int x) { return x + 1; }");
  ProgramAnalysis Analysis(P);
  std::vector<ManySlices::Criterion> Criteria{{&P.module().getFunction("f")->front().front()}};
  EXPECT_FALSE(ManySlices(Analysis.dependences(), Criteria, Budget(std::chrono::milliseconds(0))).complete());
}
