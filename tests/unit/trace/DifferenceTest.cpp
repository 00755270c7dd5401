#include "ArenaWriter.h"

#include "trace/Difference.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

using Kind = TraceDifference::Kind;

/// Two runs of one build, with terms in one store.
class Differences : public testing::Test {
protected:
  void SetUp() override {
    for (ArenaWriter *W : {&A, &B}) {
      X = W->leaf(32, "x", 0);
      W->input(0);
    }
    X = A.Leaves[0];
    A.Build.Sites[2].FirstEdge = 0; // a switch, in the program
    A.Build.Sites[3].Successors = 1;
    A.Build.Sites[3].FirstEdge = 3;
    A.Build.Sites[3].Model = true;
  }

  std::optional<TraceDifference> difference() {
    auto First = readTrace(A.bytes(), A.Build, A.Store, A.Leaves),
         Second = readTrace(B.bytes(), A.Build, A.Store, A.Leaves);
    EXPECT_TRUE(First) << First.error().Message;
    EXPECT_TRUE(Second) << Second.error().Message;
    return differentTerms(*First, *Second);
  }

  /// x & Mask, which is 0 in both runs.
  static NodeId masked(ArenaWriter &W, std::uint64_t Mask, unsigned Bits = 32) {
    NodeId And = W.node(VernierAnd, 32, 1, W.constant(32, Mask), 0, 0);
    return Bits == 32 ? And : W.node(VernierTrunc, Bits, And, 0, 0, 0);
  }

  static const NodeId In = 1;
  ArenaWriter A, B;
  Term X;
};

TEST_F(Differences, NoneBetweenEqualRuns) {
  for (ArenaWriter *W : {&A, &B}) {
    W->decide(VernierBranch, W->node(VernierEq, 1, masked(*W, 3), W->constant(32, 0), 0, 1), 1, 1);
    NodeId Byte = masked(*W, 7, 8);
    W->output(0, std::string("a\0", 2), {0, Byte});
    W->node(VernierStatus, 32, masked(*W, 12), 0, 0, 0);
  }
  EXPECT_FALSE(difference());
}

TEST_F(Differences, HowBytesWerePutTogetherDoesNotCount) {
  A.output(A.output(0, "ab", {0, 0}), "c", {0});
  B.output(B.output(0, "a", {0}), "bc", {0, 0});
  EXPECT_FALSE(difference());
  B.output(0, "d", {0}, 2);
  auto Found = difference();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->What, Kind::Output);
  EXPECT_TRUE(Found->Certain);
}

TEST_F(Differences, BytesAndMemory) {
  // Memory that is left may be unwritten: whether it is the same is said elsewhere (execution/runs/LeftMemory.h).
  A.output(0, "ab", {0, 0}, VernierObserved + 1);
  B.output(0, "ac", {0, 0}, VernierObserved + 1);
  EXPECT_FALSE(difference());
  A.output(0, "ab", {0, 0});
  B.output(0, "ac", {0, 0});
  auto Found = difference();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->What, Kind::Output);
  EXPECT_TRUE(Found->Certain);
}

TEST_F(Differences, OfWaysAlone) {
  A.output(0, "a", {0});
  A.node(VernierStatus, 32, 0, 0, 0, 3);
  auto Read = [&](ArenaWriter &W) { return std::move(*readTrace(W.bytes(), A.Build, A.Store, A.Leaves)); };
  Trace First = Read(A), Second = Read(B);
  EXPECT_TRUE(differentTerms(First, Second));
  EXPECT_FALSE(differentWays(First, Second));
  A.Coverage[1] = 1;
  Trace Third = Read(A);
  EXPECT_TRUE(differentWays(Third, Second));
}

TEST_F(Differences, TermsOfEqualValues) {
  A.output(0, std::string(1, '\0'), {masked(A, 0, 8)}); // a constant
  B.output(0, std::string(1, '\0'), {masked(B, 7, 8)});
  A.node(VernierStatus, 32, masked(A, 1), 0, 0, 0);
  B.node(VernierStatus, 32, masked(B, 2), 0, 0, 0);
  auto Found = difference();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->What, Kind::Output);
  EXPECT_FALSE(Found->Certain);
  ASSERT_EQ(Found->Terms.size(), 2u); // all of them
  TermStore &Store = A.Store;
  EXPECT_EQ(Found->Terms[0].first, Store.constant(8, 0));
  EXPECT_EQ(Found->Terms[1],
            std::pair(Store.andTerm(X, Store.constant(32, 1)), Store.andTerm(X, Store.constant(32, 2))));
}

TEST_F(Differences, AConstantValueAgainstATerm) {
  A.node(VernierStatus, 32, 0, 0, 0, 0);
  B.node(VernierStatus, 32, masked(B, 2), 0, 0, 0);
  auto Found = difference();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->What, Kind::Status);
  EXPECT_FALSE(Found->Certain);
  EXPECT_EQ(Found->Terms[0].first, A.Store.constant(32, 0));
}

/// With one filling the condition can be decided in one way only: then it is none of decisions().
TEST_F(Differences, DecisionsStayAlignedWhereOneIsNone) {
  for (ArenaWriter *W : {&A, &B}) {
    NodeId Mask = masked(*W, W == &A ? 0 : 5);
    W->decide(VernierBranch, W->node(VernierEq, 1, Mask, W->constant(32, 0), 0, 1), 1, 1, 0, 4);
    W->decide(VernierBranch, W->node(VernierSlt, 1, In, W->constant(32, 9), 0, 1), 1, 1, 0, 5);
  }
  auto Found = difference();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->What, Kind::Decision);
  EXPECT_FALSE(Found->Certain);
  EXPECT_EQ(Found->Site, 4u);
  ASSERT_EQ(Found->Terms.size(), 1u);
  EXPECT_TRUE(Found->Terms[0].first.isTrue());
}

TEST_F(Differences, AnotherSideAndOneMore) {
  for (ArenaWriter *W : {&A, &B})
    W->decide(VernierBranch, W->node(VernierSlt, 1, In, W->constant(32, 9), 0, 1), 1, 1, 0, 4);
  B.decide(VernierPin, In, VernierPinSize, 0, 0, 6);
  auto Found = difference();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Site, 6u);
  EXPECT_TRUE(Found->Certain);
  A.decide(VernierPin, In, VernierPinSize, 1, 0, 5);
  Found = difference();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Site, 5u);
  EXPECT_EQ(Found->What, Kind::Decision);
}

TEST_F(Differences, WaysOfTheProgramComeBeforeOutputsAndThoseOfModelsAfterThem) {
  B.Coverage[3] = 1;
  auto Found = difference();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->What, Kind::Way);
  EXPECT_EQ(Found->Site, 3u);
  A.output(0, "a", {0});
  Found = difference();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->What, Kind::Output);
  A.Coverage[1] = 1;
  Found = difference();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->What, Kind::Way);
  EXPECT_EQ(Found->Site, 2u);
}

TEST_F(Differences, HowTheRunEnds) {
  B.Header.Finished = 1;
  auto Found = difference();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->What, Kind::Ending);
  A.Header.Finished = 1;
  A.Header.FindingCount = 1;
  A.Header.Findings[0] = {VernierTrapDivision, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  Found = difference();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Site, 4u);
}

} // namespace
