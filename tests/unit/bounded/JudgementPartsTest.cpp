// The parts of a judgement alone: witnesses that are small, classes of conditions, questions about what is assumed.

#include "bounded/Classes.h"
#include "bounded/Shrink.h"
#include "input/LeafTerms.h"

#include <gtest/gtest.h>

using namespace vernier;
using llvm::APInt;

namespace {

class JudgementParts : public testing::Test {
protected:
  Term variable(unsigned Bits, const char *Name) {
    Leaves.push_back(Store->variable(Bits, Name, VariableKind::Input));
    return Leaves.back();
  }

  Term number(Term Like, std::uint64_t Value) { return Store->constant(Like.bits(), Value); }

  InputAssignment smallest(Term Condition, std::vector<std::uint64_t> Model) {
    Questions Ask(*Store, Assumed, Options);
    Assignment Values;
    for (std::size_t I = 0; I < Leaves.size(); ++I)
      Values[Leaves[I]] = APInt(Leaves[I].bits(), Model[I]);
    return smallWitness(*Store, Leaves, Ask, Condition, Values);
  }

  ClassMaker classes() { return {Store, Leaves, Assumed}; }

  std::shared_ptr<TermStore> Store = std::make_shared<TermStore>();
  std::vector<Term> Leaves;
  Term Assumed = Store->boolean(true);
  BoundedOptions Options;
};

} // namespace

TEST_F(JudgementParts, AWitnessIsAsSmallAsItsConditionAllows) {
  Term X = variable(32, "x");
  Term AtLeast = Store->ule(number(X, 1000), X);
  EXPECT_EQ(smallest(AtLeast, {4'000'000'000})[0], 1000u);
  EXPECT_EQ(smallest(Store->boolean(true), {77})[0], 0u);
}

TEST_F(JudgementParts, AWitnessKeepsToWhatIsAssumed) {
  Term X = variable(32, "x");
  Assumed = Store->ule(number(X, 5), X);
  EXPECT_EQ(smallest(Store->boolean(true), {900})[0], 5u);
}

TEST_F(JudgementParts, BytesOfAWitnessAreLetters) {
  Term C = variable(8, "c");
  Term AtLeast = Store->ule(number(C, 'A'), C);
  EXPECT_EQ(smallest(AtLeast, {200})[0], static_cast<unsigned>('a'));
}

TEST_F(JudgementParts, ManyInputsStayAsTheyAre) {
  std::vector<std::uint64_t> Model;
  for (unsigned I = 0; I < 65; ++I) {
    variable(8, ("v" + std::to_string(I)).c_str());
    Model.push_back(I + 100);
  }
  InputAssignment Same = smallest(Store->boolean(true), Model);
  for (unsigned I = 0; I < 65; ++I)
    EXPECT_EQ(Same[I], I + 100);
}

TEST_F(JudgementParts, AClassHasTheAssumedInputsOfItsCondition) {
  Term X = variable(32, "x");
  Assumed = Store->ult(X, number(X, 10));
  BoundedPartition Small = classes().make(Answer::Equal, {}, Store->ult(X, number(X, 100)));
  EXPECT_TRUE(Small.Contains({APInt(32, 9)}));
  EXPECT_FALSE(Small.Contains({APInt(32, 10)}));
  EXPECT_FALSE(Small.WholeSpace);
  Assumed = Store->boolean(true);
  EXPECT_TRUE(classes().make(Answer::Equal, {}, Store->boolean(true)).WholeSpace);
}

TEST_F(JudgementParts, AConditionOverMoreThanInputsClaimsNothing) {
  variable(32, "x");
  Term Unwritten = Store->variable(32, "memory", VariableKind::Undefined);
  Term Condition = Store->eq(Unwritten, number(Unwritten, 1));
  EXPECT_FALSE(classes().make(Answer::Equal, {}, Condition).Contains({APInt(32, 0)}));
  EXPECT_TRUE(classes().make(Answer::Unknown, {}, Condition).Contains({APInt(32, 0)}));
}

TEST_F(JudgementParts, AClassOutlivesWhoMadeIt) {
  Term X = variable(32, "x");
  BoundedPartition Made = classes().make(Answer::Unknown, {}, Store->eq(X, number(X, 7)));
  Leaves.clear();
  Assumed = {};
  Store.reset();
  EXPECT_TRUE(Made.Contains({APInt(32, 7)}));
  EXPECT_FALSE(Made.Contains({APInt(32, 8)}));
}

TEST_F(JudgementParts, OfNoInputNothingIsAsked) {
  Term X = variable(32, "x");
  Assumed = Store->eq(X, number(X, 1));
  Questions Ask(*Store, Assumed, Options);
  EXPECT_EQ(Ask.check({Store->boolean(false)}).What, Satisfiable::No);
  EXPECT_EQ(Ask.statistics().Queries, 0u);
  EXPECT_EQ(Ask.check({Store->eq(X, number(X, 2))}).What, Satisfiable::No);
  EXPECT_EQ(Ask.check({}).What, Satisfiable::Yes);
}

TEST_F(JudgementParts, WhoInterruptsWaitsForNoQuestion) {
  std::atomic<bool> Interrupt = true;
  Options.Interrupt = &Interrupt;
  Questions Ask(*Store, Assumed, Options);
  EXPECT_EQ(Ask.remaining(), std::chrono::milliseconds(1));
  EXPECT_FALSE(Ask.halfLeft());
}
