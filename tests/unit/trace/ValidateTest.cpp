#include "ArenaWriter.h"

#include "trace/Validate.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

class Validates : public testing::Test {
protected:
  Validation check() {
    auto Read = W.read();
    EXPECT_TRUE(Read) << (Read ? "" : Read.error().Message);
    return validate(*Read, W.Values);
  }
  ArenaWriter W;
};

TEST_F(Validates, AcceptsWhatTheMachineDid) {
  W.leaf(32, "x", 0xfffffff0);
  NodeId X = W.input(0), Two = W.constant(32, 2);
  NodeId Quotient = W.node(VernierSDiv, 32, X, Two, 0, 0xfffffff8);
  NodeId Less = W.node(VernierSlt, 1, Quotient, Two, 0, 1);
  W.decide(VernierBranch, Less, 1, 0);
  Validation V = check();
  EXPECT_TRUE(V.good());
  EXPECT_EQ(V.Nodes, 3u);
  EXPECT_EQ(V.Steps, 2u);
  EXPECT_EQ(V.Decisions, 1u);
}

TEST_F(Validates, FindsAWrongValueTwice) {
  W.leaf(32, "x", 5);
  W.node(VernierAdd, 32, W.input(0), W.constant(32, 2), 0, 8);
  Validation V = check();
  ASSERT_EQ(V.Wrong.size(), 2u);
  EXPECT_EQ(V.Wrong[0].What, Mismatch::Kind::Step);
  EXPECT_EQ(V.Wrong[1].What, Mismatch::Kind::Term);
  EXPECT_EQ(V.Wrong[1].Saw, 8u);
  EXPECT_EQ(V.Wrong[1].Says, 7u);
}

TEST_F(Validates, FindsABranchThatWentTheOtherWay) {
  W.leaf(32, "x", 5);
  W.decide(VernierBranch, W.node(VernierSlt, 1, W.input(0), W.constant(32, 7), 0, 1), 0, 0);
  Validation V = check();
  ASSERT_EQ(V.Wrong.size(), 1u);
  EXPECT_EQ(V.Wrong[0].What, Mismatch::Kind::Decision);
}

TEST_F(Validates, FindsALostMark) {
  W.leaf(32, "x", 5);
  NodeId Sum = W.node(VernierAdd, 32, W.input(0), W.constant(32, 2), 0, 7);
  W.at(Sum).Flags = 0;
  Validation V = check();
  ASSERT_EQ(V.Wrong.size(), 1u);
  EXPECT_EQ(V.Wrong[0].What, Mismatch::Kind::Unmarked);
}

TEST_F(Validates, FindsAnotherInput) {
  W.leaf(32, "x", 5);
  W.at(W.input(0)).Value = 6;
  Validation V = check();
  ASSERT_GE(V.Wrong.size(), 1u);
  EXPECT_EQ(V.Wrong[0].What, Mismatch::Kind::Input);
}

TEST_F(Validates, AcceptsEveryNaNAndWhatComesOfIt) {
  W.leaf(64, "d", 0);
  NodeId D = W.input(0);
  NodeId Nothing = W.node(VernierFDiv, 64, D, D, 0, 0xfff8000000000000); // what x86 gives for 0 / 0
  NodeId Sign = W.node(VernierLShr, 64, Nothing, W.constant(64, 63), 0, 1);
  NodeId Set = W.node(VernierEq, 1, Sign, W.constant(64, 1), 0, 1);
  W.decide(VernierBranch, Set, 1, 0);
  NodeId Ordered = W.node(VernierFCompare, 1, Nothing, Nothing, 7, 0);
  W.decide(VernierBranch, Ordered, 0, 0);
  Validation V = check();
  EXPECT_TRUE(V.good());
  EXPECT_GE(V.Undetermined, 3u);
}

TEST_F(Validates, DoesNotExcuseANumberThatIsNoNaN) {
  W.leaf(64, "d", 0x3ff0000000000000);
  NodeId D = W.input(0);
  W.node(VernierFAdd, 64, D, D, 0, 0x4000000000000001);
  EXPECT_EQ(check().Wrong.size(), 2u);
}

TEST_F(Validates, ReadsThroughMemory) {
  W.leaf(16, "x", 0x0102);
  NodeId Store = W.node(VernierStore, 16, W.input(0), 0, 0, 0x1000);
  W.node(VernierPart, 8, Store, 0, 1, 1);
  NodeId Index = W.node(VernierZExt, 64, W.node(VernierPart, 8, Store, 0, 0, 2), 0, 0, 2);
  std::uint32_t Table = W.table(0, 1, {{0, 9}, {0, 8}, {0, 7}});
  W.node(VernierLookup, 8, Index, Table, 0, 7);
  NodeId Update = W.node(VernierUpdate, 8, W.constant(8, 1), Index, Table, 0);
  W.node(VernierElement, 8, Update, 0, 2, 1);
  W.node(VernierElement, 8, Update, 0, 1, 8);
  Validation V = check();
  EXPECT_TRUE(V.good());
  EXPECT_EQ(V.Nodes, 7u);
  NodeId Wrong = W.node(VernierElement, 8, Update, 0, 0, 1);
  V = check();
  ASSERT_EQ(V.Wrong.size(), 2u);
  EXPECT_EQ(V.Wrong[0].Node, Wrong);
}

} // namespace
