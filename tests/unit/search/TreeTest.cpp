// The tree of decisions: what is open, and what runs that contradict each other are told.

#include "search/ExecutionTree.h"
#include "term/Evaluate.h"

#include <gtest/gtest.h>

using namespace vernier;
using State = ExecutionTree::State;

namespace {

struct TreeTest : testing::Test {
  TermStore Store;
  ExecutionTree Tree{Store};
  Term X = Store.variable(8, "x", VariableKind::Input);

  Decision is(std::uint32_t Site, std::uint64_t Value) {
    return {DecisionKind::Switch, Site, Value, Store.eq(X, Store.constant(8, Value)), 0};
  }
  Decision less(std::uint32_t Site, std::uint64_t Limit, bool Held) {
    Term Condition = Store.ult(X, Store.constant(8, Limit));
    return {DecisionKind::Branch, Site, Held, Held ? Condition : Store.notTerm(Condition), 0};
  }
};

} // namespace

TEST_F(TreeTest, ABranchIsClosedByItsSecondSide) {
  auto First = Tree.insert({less(1, 10, true), less(2, 5, true)}, true, 0);
  EXPECT_EQ(First.Opened.size(), 2u);
  EXPECT_EQ(Tree.frontier(), 2u);
  auto Second = Tree.insert({less(1, 10, false)}, true, 1);
  EXPECT_EQ(Second.FirstNew, 0u);
  EXPECT_TRUE(Second.Opened.empty());
  EXPECT_EQ(Tree.state(0), State::Closed);
  EXPECT_EQ(Tree.frontier(), 1u);
}

TEST_F(TreeTest, ASwitchStaysOpenAndItsQuestionGrows) {
  Tree.insert({is(1, 3)}, true, 0);
  PathKey Before = Tree.question(0);
  auto Second = Tree.insert({is(1, 4)}, true, 1);
  EXPECT_EQ(Second.Opened, std::vector<NodeId>{0});
  EXPECT_EQ(Tree.state(0), State::Open);
  EXPECT_NE(Tree.question(0), Before);
  for (unsigned Value = 0; Value < 6; ++Value) {
    Assignment Values;
    Values[X] = llvm::APInt(8, Value);
    EXPECT_EQ(evaluate(Tree.otherSide(0), Values).isOne(), Value != 3 && Value != 4);
  }
}

TEST_F(TreeTest, APrefixIsTheConditionsOnTheWay) {
  auto Placed = Tree.insert({less(1, 10, true), less(2, 5, false), is(3, 7)}, true, 0);
  auto Conditions = Tree.prefix(Placed.Opened[2]);
  ASSERT_EQ(Conditions.size(), 2u);
  EXPECT_EQ(Conditions[0], less(1, 10, true).Taken);
  EXPECT_EQ(Conditions[1], less(2, 5, false).Taken);
}

TEST_F(TreeTest, QuestionsOfDifferentPlacesHaveDifferentNames) {
  Tree.insert({less(1, 10, true), less(2, 5, true), less(2, 5, true)}, true, 0);
  EXPECT_NE(Tree.question(0), Tree.question(1));
  EXPECT_NE(Tree.question(1), Tree.question(2));
}

TEST_F(TreeTest, Contradictions) {
  Tree.insert({less(1, 10, true)}, true, 0);
  EXPECT_EQ(Tree.insert({less(1, 10, true)}, true, 1).Contradiction, "");
  EXPECT_EQ(Tree.insert({less(9, 10, true)}, true, 2).Contradiction, "unstable-path");
  EXPECT_EQ(Tree.insert({less(1, 11, true)}, true, 3).Contradiction, "unstable-condition");
  EXPECT_EQ(Tree.insert({less(1, 10, true), less(2, 5, true)}, true, 4).Contradiction, "unstable-path");
  EXPECT_EQ(Tree.insert({}, true, 5).Contradiction, "unstable-path");
  Tree.mark(0, State::Closed); // as after an "unsatisfiable"
  EXPECT_EQ(Tree.insert({less(1, 10, false)}, true, 6).Contradiction, "impossible-side");
}

TEST_F(TreeTest, ATraceThatWasCutOffMayGoOnInAnotherRun) {
  EXPECT_EQ(Tree.insert({less(1, 10, true)}, false, 0).Contradiction, "");
  EXPECT_EQ(Tree.insert({less(1, 10, true), less(2, 5, true)}, true, 1).Contradiction, "");
  EXPECT_EQ(Tree.insert({less(1, 10, true)}, false, 2).Contradiction, "");
  EXPECT_EQ(Tree.insert({less(1, 10, true)}, true, 3).Contradiction, "unstable-path");
}

TEST_F(TreeTest, WhetherARunTookTheSideItWasMadeFor) {
  Tree.insert({is(1, 3), less(2, 5, true)}, true, 0);
  EXPECT_TRUE(Tree.insert({is(1, 4)}, true, 1, 0, 1).PassedExpected);
  EXPECT_FALSE(Tree.insert({is(1, 3), less(2, 5, true)}, true, 2, 0, 1).PassedExpected);
  EXPECT_FALSE(Tree.insert({is(1, 5)}, true, 3, 1, 1).PassedExpected);
}

TEST_F(TreeTest, AHoleEndsWithTheLastSide) {
  Tree.insert({less(1, 10, true)}, true, 0);
  Tree.mark(0, State::Hole);
  EXPECT_EQ(Tree.frontier(), 0u);
  Tree.insert({less(1, 10, false)}, true, 1);
  EXPECT_EQ(Tree.state(0), State::Closed);
}
