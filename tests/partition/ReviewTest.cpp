#include "partition/Review.h"

#include <gtest/gtest.h>

// A campaign is worth what its review notices: claims that are wrong on purpose.

using namespace vernier;
using namespace vernier::test;

namespace {

/// Two parameters of 8 and 4 values; the versions differ where `a > 2 && b == 1`, and one input does not end.
class Reviewed : public testing::Test {
protected:
  Reviewed() {
    Truth.Parameters = {{"a", "int", 32, true, -4, 3}, {"b", "unsigned char", 8, false, 0, 3}};
    Truth.Inputs = allInputs(Truth.Parameters);
    Truth.Same.resize(32);
    Truth.Different.resize(32);
    for (unsigned K = 0; K < 32; ++K) {
      bool Differs = Truth.Inputs[K][0] > 2 && Truth.Inputs[K][1] == 1;
      Truth.Old.push_back(returned(1));
      Truth.New.push_back(returned(Differs ? 2 : 1));
      (Differs ? Truth.Different : Truth.Same).set(K);
    }
    A = Store->boundedVariable(32, "a", VariableKind::Input, true, llvm::APInt(32, -4, true), llvm::APInt(32, 3));
    B = Store->boundedVariable(8, "b", VariableKind::Input, false, llvm::APInt(8, 0), llvm::APInt(8, 3));
    High = Store->slt(Store->constant(32, 2), A);
    One = Store->eq(B, Store->constant(8, 1));
    Result.Store = Store;
    Result.Leaves = {A, B};
    Result.Found.Covered = true;
    add(Answer::Equal, {Store->notTerm(High)}, 0, 0);
    add(Answer::Equal, {Store->notTerm(One)}, 0, 0);
    add(Answer::Different, {High, One}, 3, 1);
  }

  static test::Outcome returned(int Value) {
    test::Outcome Ran;
    Ran.End = test::Ending::Returned;
    Ran.Returned = Value;
    return Ran;
  }

  void add(Answer What, const std::vector<Term> &Conditions, int ValueOfA, unsigned ValueOfB) {
    DifferentialPartition Part;
    Part.Id = static_cast<unsigned>(Result.Found.Partitions.size() + 1);
    Part.What = What;
    for (Term Each : Conditions)
      Part.Conditions.push_back({Each});
    Part.Example = {llvm::APInt(32, static_cast<std::uint64_t>(ValueOfA), true), llvm::APInt(8, ValueOfB)};
    for (int Version : {0, 1}) {
      vernier::Outcome Shown;
      Shown.End = vernier::Ending::Returned;
      Shown.Return = Version && What == Answer::Different ? "2" : "1";
      Part.Shown.push_back(Shown);
    }
    Result.Found.Partitions.push_back(std::move(Part));
  }

  std::vector<std::string> complaints() const {
    std::vector<std::string> Kinds;
    for (const Complaint &Each : review(Result, Truth).Complaints)
      Kinds.push_back(toString(Each.What));
    return Kinds;
  }
  using Kinds = std::vector<std::string>;

  GroundTruth Truth;
  std::shared_ptr<TermStore> Store = std::make_shared<TermStore>();
  PartitionResult Result;
  Term A, B, High, One;
};

TEST_F(Reviewed, AcceptsWhatIsRight) {
  Review Judged = review(Result, Truth);
  EXPECT_TRUE(Judged.Complaints.empty()) << Judged.Complaints.front().Text;
  EXPECT_EQ(Judged.Equal, 2u);
  EXPECT_EQ(Judged.Different, 1u);
  EXPECT_EQ(Judged.Claimed, 32u);
}

TEST_F(Reviewed, KnowsTheInputsOfACondition) {
  auto Inputs = satisfying(*Store, Store->andTerm(High, One), Truth);
  ASSERT_TRUE(Inputs);
  EXPECT_EQ(*Inputs, Truth.Different);
  EXPECT_EQ(satisfying(*Store, High, Truth)->count(), 4u);
  EXPECT_EQ(satisfying(*Store, One, Truth)->count(), 8u);
}

TEST_F(Reviewed, NoticesAWrongEqual) {
  Result.Found.Partitions[1].Conditions.clear(); // everything
  EXPECT_EQ(complaints(), (Kinds{"wrong-equal"}));
}

/// Also where an earlier partition has the input: a claim stands on its own.
TEST_F(Reviewed, NoticesAWrongDifference) {
  Result.Found.Partitions[2].Conditions = {{One}};
  EXPECT_EQ(complaints(), (Kinds{"wrong-different"}));
}

TEST_F(Reviewed, NoticesAnInputThatIsNotCovered) {
  Result.Found.Partitions.pop_back();
  EXPECT_EQ(complaints(), (Kinds{"not-covered"}));
  Result.Found.Covered = false;
  EXPECT_EQ(complaints(), Kinds());
}

/// Each of the first two has what the other one has not.
TEST_F(Reviewed, CountsWhatIsNew) {
  EXPECT_EQ(review(Result, Truth).ExactSizes, 3u);
}

TEST_F(Reviewed, NoticesAnExampleOfSomethingElse) {
  Result.Found.Partitions[2].Example[0] = llvm::APInt(32, 2);
  EXPECT_EQ(complaints(), (Kinds{"wrong-example", "wrong-outcome"}));
  Result.Found.Partitions[2].Example[0] = llvm::APInt(32, 4);
  EXPECT_EQ(complaints(), (Kinds{"wrong-example"}));
}

TEST_F(Reviewed, NoticesAnOutcomeThatTheMachineDoesNotShow) {
  Result.Found.Partitions[0].Shown[1].Stdout = "x";
  EXPECT_EQ(complaints(), (Kinds{"wrong-outcome"}));
}

TEST_F(Reviewed, NoticesConditionsThatAreNoneOfTheInputs) {
  Result.Found.Partitions[0].Conditions.push_back(
      {Store->eq(Store->fresh(8, "u", VariableKind::Undefined), Store->constant(8, 1))});
  // Nobody knows which inputs are in it, so nothing else covers them either.
  EXPECT_EQ(complaints(), (Kinds{"malformed", "not-covered"}));
}

TEST_F(Reviewed, NoticesAnUnknownWithoutAReason) {
  Result.Found.Partitions[0].What = Answer::Unknown;
  EXPECT_EQ(complaints(), (Kinds{"malformed"}));
  Result.Found.Partitions[0].Why.Code = "time";
  EXPECT_EQ(complaints(), Kinds());
}

/// What does not end is not compared.
TEST_F(Reviewed, LetsTimeLimitsPass) {
  Truth.Different.reset();
  Result.Found.Partitions[1].Conditions.clear();
  EXPECT_EQ(complaints(), Kinds());
}

} // namespace
