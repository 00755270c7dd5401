#include "ArenaWriter.h"

#include "term/Evaluate.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

class Decisions : public testing::Test {
protected:
  void SetUp() override {
    X = W.leaf(32, "x", 5);
    In = W.input(0);
  }
  Trace readGood() {
    auto Read = W.read();
    EXPECT_TRUE(Read) << (Read ? "" : Read.error().Message);
    return std::move(*Read);
  }
  bool holds(Term T, std::uint64_t Value) {
    Assignment Given;
    Given[X] = llvm::APInt(32, Value);
    return evaluate(T, Given).isOne();
  }
  ArenaWriter W;
  Term X;
  NodeId In = 0;
};

TEST_F(Decisions, ABranchHoldsOnItsSide) {
  NodeId Less = W.node(VernierSlt, 1, In, W.constant(32, 7), 0, 1);
  NodeId Taken = W.decide(VernierBranch, Less, 1, 0), Not = W.decide(VernierBranch, Less, 0, 0, Taken, 3);
  Trace T = readGood();
  ASSERT_EQ(T.decisions().size(), 2u);
  const Decision &First = T.decisions()[0], &Second = T.decisions()[1];
  EXPECT_EQ(First.What, DecisionKind::Branch);
  EXPECT_EQ(First.Side, 1u);
  EXPECT_EQ(First.Site, 1u);
  EXPECT_EQ(First.Node, Taken);
  EXPECT_EQ(First.Taken, W.Store.slt(X, W.Store.constant(32, 7)));
  EXPECT_EQ(Second.Side, 0u);
  EXPECT_EQ(Second.Node, Not);
  EXPECT_EQ(Second.Taken, W.Store.notTerm(First.Taken));
}

TEST_F(Decisions, ASwitchTakesTheCasesOfItsSuccessor) {
  W.decide(VernierSwitch, In, 2, 5, 0, 2);
  W.decide(VernierSwitch, In, 0, 9, 0, 2);
  Trace T = readGood();
  ASSERT_EQ(T.decisions().size(), 2u);
  EXPECT_EQ(T.decisions()[0].Side, 2u);
  for (std::uint64_t Value = 0; Value < 10; ++Value) {
    EXPECT_EQ(holds(T.decisions()[0].Taken, Value), Value == 5 || Value == 7) << Value;
    EXPECT_EQ(holds(T.decisions()[1].Taken, Value), Value != 1 && Value != 5 && Value != 7) << Value;
  }
}

TEST_F(Decisions, WhatIsTakenForGrantedIsACondition) {
  W.decide(VernierPin, In, VernierPinExternal, 5);
  W.decide(VernierLength, In, 0, 5);
  W.decide(VernierPin, In, VernierPinExternal, 5);
  NodeId NotZero = W.node(VernierNe, 1, In, W.constant(32, 0), 0, 1);
  W.decide(VernierTrap, NotZero, VernierTrapDivision, 1);
  NodeId Address = W.node(VernierZExt, 64, In, 0, 0, 5);
  W.decide(VernierTarget, Address, 0, 5);
  Trace T = readGood();
  ASSERT_EQ(T.decisions().size(), 5u);
  const DecisionKind Kinds[] = {DecisionKind::Pin, DecisionKind::Length, DecisionKind::Pin, DecisionKind::Trap,
                                DecisionKind::Target};
  for (unsigned I = 0; I < 5; ++I) {
    EXPECT_EQ(T.decisions()[I].What, Kinds[I]);
    EXPECT_EQ(T.decisions()[I].Side, Kinds[I] == DecisionKind::Trap ? 1u : 5u);
    EXPECT_TRUE(holds(T.decisions()[I].Taken, 5));
    EXPECT_EQ(holds(T.decisions()[I].Taken, 6), Kinds[I] == DecisionKind::Trap);
  }
  ASSERT_EQ(T.concretisations().size(), 1u);
  EXPECT_EQ(T.concretisations()[0].Count, 2u);
  EXPECT_EQ(T.concretisations()[0].Reason, unsigned(VernierPinExternal));
}

TEST_F(Decisions, WhatNoInputDecidesOtherwiseIsLeftOut) {
  NodeId Same = W.node(VernierEq, 1, In, In, 0, 1);
  W.decide(VernierBranch, Same, 1, 0);
  Trace T = readGood();
  EXPECT_TRUE(T.decisions().empty());
  EXPECT_TRUE(T.problems().empty());
}

TEST_F(Decisions, AConditionThatNoInputSatisfiesIsAProblemOfTheEngine) {
  NodeId Same = W.node(VernierEq, 1, In, In, 0, 1);
  W.decide(VernierBranch, Same, 0, 0);
  Trace T = readGood();
  EXPECT_EQ(T.decisions().size(), 1u);
  ASSERT_EQ(T.problems().size(), 1u);
}

TEST_F(Decisions, OutputsFindingsAndExternalsAreListed) {
  NodeId Low = W.node(VernierTrunc, 8, In, 0, 0, 5);
  NodeId First = W.output(0, "ab\5de", {0, 0, Low, 0, 0});
  W.output(First, "z", {0});
  W.Header.Findings[0] = {VernierTrapBounds, 3, 1, 2, 3, 0, 0, 0, 0, 0, 0};
  W.Header.FindingCount = 1;
  W.Header.Frozen = VernierJumped;
  W.Header.Finished = 1;
  W.Externals = {0, 0, 2, 3};
  W.Coverage[2] = 1;
  Trace T = readGood();
  ASSERT_EQ(T.outputs().size(), 2u);
  EXPECT_EQ(T.outputs()[0].Bytes, "ab\5de");
  EXPECT_EQ(T.outputs()[0].Nodes[2], Low);
  EXPECT_EQ(T.outputs()[1].Bytes, "z");
  ASSERT_EQ(T.findings().size(), 1u);
  EXPECT_EQ(T.findings()[0].Kind, unsigned(VernierTrapBounds));
  EXPECT_EQ(T.frozen(), VernierJumped);
  EXPECT_TRUE(T.finished());
  ASSERT_EQ(T.externals().size(), 1u);
  EXPECT_EQ(T.externals()[0].Function, "putenv");
  EXPECT_EQ(T.externals()[0].Lost, 2u);
  EXPECT_EQ(T.externals()[0].Calls, 3u);
  EXPECT_EQ(T.coverage()[2], 1);
}

} // namespace
