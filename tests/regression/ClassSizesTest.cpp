#include "check/ClassSizes.h"
#include "base/Random.h"
#include "check/ClaimReview.h"
#include "input/LeafTerms.h"
#include "report/VerifyReport.h"
#include "term/Evaluate.h"

#include <gtest/gtest.h>

#include <numeric>

// Numbers that contradicted each other: "99.99 % proved equal" beside a class of 99.99 % that differs, "0 %" beside a
// witness, classes without an input.

using namespace vernier;

namespace {

/// Classes over one byte.
struct ByteClasses {
  ByteClasses() {
    Explored.Store = std::make_shared<TermStore>();
    Found.Space.OldEntry = Found.Space.NewEntry = "f";
    Found.Space.Leaves = {{"x", 8, false, false, {}, {}}};
    Explored.Leaves = leafTerms(*Explored.Store, Found.Space);
    Explored.Found.Covered = true;
  }

  Term less(unsigned Limit) {
    return Explored.Store->ult(Explored.Leaves[0], Explored.Store->constant(8, Limit & 255));
  }

  void add(Answer What, const std::vector<Term> &Conditions) {
    VerifiedPartition Part;
    Part.Id = static_cast<unsigned>(Found.Partitions.size() + 1);
    Part.What = What;
    Part.Basis = PartitionBasis::Outcome;
    for (Term Each : Conditions)
      Part.Conjuncts.push_back({Each});
    Found.Partitions.push_back(std::move(Part));
  }

  bool contains(const VerifiedPartition &Part, unsigned X) const {
    return llvm::all_of(Part.Conjuncts, [&](const Conjunct &Each) {
      Assignment Values;
      Values[Explored.Leaves[0]] = llvm::APInt(8, X);
      return evaluate(Each.Holds, Values).isOne();
    });
  }

  void count() { countClasses(Explored, std::chrono::seconds(10), Found); }

  PartitionResult Explored;
  VerifyResult Found;
};

} // namespace

TEST(ClassSizes, AnInputThatDiffersInsideOfAnOpenClassCounts) {
  ByteClasses All;
  All.add(Answer::Equal, {});
  ClaimReview Review(All.Found, *All.Explored.Store, All.Explored.Leaves, false);
  Review.takeBack(0, {"plain-builds-differ", "because"}, {llvm::APInt(8, 7)}, {Outcome(), Outcome()});
  All.count();
  ASSERT_EQ(All.Found.Partitions.size(), 2u);
  EXPECT_EQ(All.Found.Partitions[0].What, Answer::Unknown);
  EXPECT_EQ(All.Found.Partitions[0].Size, "255");
  EXPECT_EQ(All.Found.Partitions[1].Size, "1");
  ShareTexts Shares = sharesOf(All.Found);
  EXPECT_EQ(Shares.Equal, "0 %");
  EXPECT_EQ(Shares.Different, "0.39 %");
  EXPECT_EQ(Shares.Unknown, "99.61 %");
}

TEST(ClassSizes, ClassesWithoutAnInputAreNotShown) {
  ByteClasses All;
  All.add(Answer::Equal, {All.less(10)});
  All.add(Answer::Unknown, {All.less(3), All.Explored.Store->notTerm(All.less(5))});
  All.add(Answer::Different, {All.Explored.Store->notTerm(All.less(10))});
  All.count();
  ASSERT_EQ(All.Found.Partitions.size(), 2u);
  EXPECT_EQ(All.Found.Partitions[1].Id, 3u);
  EXPECT_EQ(sharesOf(All.Found).Equal, "3.91 %");
}

// Against counting one by one.
TEST(ClassSizes, SharesAreThoseOfTheInputs) {
  Random Choose(3);
  for (unsigned Round = 0; Round != 60; ++Round) {
    ByteClasses All;
    for (unsigned I = 0, Number = 1 + static_cast<unsigned>(Choose.below(6)); I != Number; ++I) {
      std::vector<Term> Conditions;
      for (unsigned K = 0; K != 2; ++K) {
        Term Less = All.less(static_cast<unsigned>(Choose.below(256)));
        Conditions.push_back(Choose.below(2) ? Less : All.Explored.Store->notTerm(Less));
      }
      All.add(static_cast<Answer>(Choose.below(3)), Conditions);
    }
    std::vector<VerifiedPartition> Classes = All.Found.Partitions;
    unsigned Numbers[3] = {0, 0, 0}, Outside = 0;
    for (unsigned X = 0; X != 256; ++X) {
      auto First = llvm::find_if(Classes, [&](const VerifiedPartition &Each) { return All.contains(Each, X); });
      ++(First == Classes.end() ? Outside : Numbers[static_cast<unsigned>(First->What)]);
    }
    All.Explored.Found.Covered = Outside == 0;
    All.count();
    ASSERT_TRUE(All.Found.Counted && All.Found.Counted->Exact);
    EXPECT_EQ(All.Found.EqualFraction, Numbers[0] / 256.0);
    EXPECT_EQ(All.Found.DifferentFraction, Numbers[1] / 256.0);
    EXPECT_EQ(All.Found.UnknownFraction, (Numbers[2] + Outside) / 256.0);
    for (const VerifiedPartition &Part : All.Found.Partitions) {
      bool Empty = true;
      for (unsigned X = 0; X != 256; ++X)
        Empty &= !All.contains(Part, X);
      EXPECT_FALSE(Empty && Part.What != Answer::Different);
    }
  }
}
