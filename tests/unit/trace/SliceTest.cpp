#include "ArenaWriter.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

/// Dependences in the shapes of docs/design.md#trace and docs/traps.md.
class Slices : public testing::Test {
protected:
  void SetUp() override {
    W.leaf(32, "x", 5);
    W.leaf(32, "y", 6);
    X = W.input(0), Y = W.input(1);
    Seven = W.constant(32, 7);
  }
  TraceSlice slice(std::vector<NodeId> Roots) {
    auto Read = W.read();
    EXPECT_TRUE(Read) << (Read ? "" : Read.error().Message);
    return Read->backwardSlice(Roots);
  }
  NodeId branch(NodeId On, NodeId Control = 0) {
    return W.decide(VernierBranch, W.node(VernierSlt, 1, On, Seven, 0, 1, Control), 1, 0, Control);
  }
  using Leaves = std::vector<std::uint32_t>;
  ArenaWriter W;
  NodeId X = 0, Y = 0, Seven = 0;
};

TEST_F(Slices, FollowOperands) {
  NodeId Sum = W.node(VernierAdd, 32, X, Seven, 0, 12), Other = W.node(VernierAdd, 32, Y, Seven, 0, 13);
  TraceSlice S = slice({Sum});
  EXPECT_EQ(S.Leaves, Leaves{0});
  EXPECT_TRUE(S.Nodes[X] && S.Nodes[Seven] && S.Nodes[Sum]);
  EXPECT_FALSE(S.Nodes[Y] || S.Nodes[Other]);
}

TEST_F(Slices, AConstantUnderABranchDependsOnIt) {
  NodeId Branch = branch(X);
  NodeId Set = W.node(VernierDefine, 32, 0, 0, 0, 1, Branch);
  TraceSlice S = slice({Set});
  EXPECT_EQ(S.Leaves, Leaves{0});
  EXPECT_EQ(S.Decisions, std::vector<NodeId>{Branch});
}

TEST_F(Slices, WhatABranchMightHaveWrittenDependsOnIt) {
  NodeId Branch = branch(X);
  NodeId Might = W.node(VernierPotential, 32, Y, Branch, 0, 6);
  EXPECT_EQ(slice({Might}).Leaves, (Leaves{0, 1}));
}

TEST_F(Slices, OnlyNewerPotentialDefinitionsCount) {
  NodeId First = branch(X), Early = W.node(VernierPotentialMemory, 0, 0, First, 1, 0);
  NodeId Store = W.node(VernierStore, 32, Y, 0, 0, 0x1000);
  NodeId Before = W.node(VernierRead, 32, Store, 0, 0, 6);
  NodeId Second = branch(X), Late = W.node(VernierPotentialMemory, 0, Early, Second, 1, 0);
  NodeId After = W.node(VernierRead, 32, Store, 0, Late, 6);
  NodeId Never = W.node(VernierRead, 32, 0, 0, Late, 0);
  EXPECT_EQ(slice({Before}).Leaves, Leaves{1});
  EXPECT_EQ(slice({After}).Leaves, (Leaves{0, 1}));
  EXPECT_EQ(slice({After}).Decisions, std::vector<NodeId>{Second});
  EXPECT_EQ(slice({Never}).Decisions, (std::vector<NodeId>{First, Second}));
  // Both readers at once: the one that sees more decides.
  EXPECT_EQ(slice({After, Never}).Decisions, (std::vector<NodeId>{First, Second}));
}

TEST_F(Slices, PiecesAreAsOldAsTheirOldestPart) {
  NodeId Store = W.node(VernierStore, 16, 0, 0, 0, 0x1000);
  NodeId Branch = branch(X), Entry = W.node(VernierPotentialMemory, 0, 0, Branch, 1, 0);
  NodeId Later = W.node(VernierStore, 16, W.node(VernierTrunc, 16, Y, 0, 0, 6), 0, 0, 0x1002);
  NodeId Low = W.node(VernierPart, 16, Store, 0, 0, 0), High = W.node(VernierPart, 16, Later, 0, 0, 6);
  NodeId Whole = W.node(VernierConcat, 32, High, Low, 0, 0x60000);
  NodeId Read = W.node(VernierRead, 32, Whole, 0, Entry, 0x60000);
  NodeId OnlyLater = W.node(VernierRead, 16, High, 0, Entry, 6);
  EXPECT_EQ(slice({Read}).Leaves, (Leaves{0, 1}));
  EXPECT_EQ(slice({OnlyLater}).Leaves, Leaves{1});
}

TEST_F(Slices, EverythingAfterAPossibleExitDependsOnIt) {
  NodeId Early = W.node(VernierAdd, 32, Y, Seven, 0, 13);
  NodeId Branch = branch(X);
  W.node(VernierLeave, 0, 0, Branch, 0, 0);
  NodeId Late = W.node(VernierAdd, 32, Y, Seven, 0, 13);
  EXPECT_EQ(slice({Early}).Leaves, Leaves{1});
  EXPECT_EQ(slice({Late}).Leaves, (Leaves{0, 1}));
}

TEST_F(Slices, AnOutputDependsOnWhatWasWrittenBefore) {
  NodeId Byte = W.node(VernierTrunc, 8, X, 0, 0, 5);
  NodeId First = W.output(0, "\5", {Byte});
  NodeId Second = W.output(First, "a", {0});
  NodeId Other = W.output(0, "b", {0}, 2);
  EXPECT_EQ(slice({Second}).Leaves, Leaves{0});
  EXPECT_EQ(slice({Other}).Leaves, Leaves{});
}

TEST_F(Slices, ALookupDependsOnEveryElement) {
  NodeId Address = W.node(VernierZExt, 64, X, 0, 0, 5);
  NodeId Low = W.node(VernierTrunc, 8, Y, 0, 0, 6);
  NodeId Lookup = W.node(VernierLookup, 8, Address, W.table(4, 1, {{Low, 6}, {0, 2}}), 0, 2);
  EXPECT_EQ(slice({Lookup}).Leaves, (Leaves{0, 1}));
}

TEST_F(Slices, WhatALookupReadsIsAsOldAsItsDefinition) {
  NodeId Store = W.node(VernierStore, 8, 0, 0, 0, 4);
  NodeId Branch = branch(Y), Entry = W.node(VernierPotentialMemory, 0, 0, Branch, 1, 0);
  NodeId Element = W.node(VernierRead, 8, Store, 0, 0, 2); // made for the table, after the branch
  NodeId Address = W.node(VernierZExt, 64, X, 0, 0, 5);
  NodeId Lookup = W.node(VernierLookup, 8, Address, W.table(4, 1, {{Element, 6}, {Element, 2}}), Entry, 2);
  EXPECT_EQ(slice({Lookup}).Leaves, (Leaves{0, 1}));
}

TEST_F(Slices, TheStateOfALibraryIsHandedOn) {
  NodeId First = W.node(VernierExternal, 0, 0, X, 1, 0);
  NodeId Second = W.node(VernierExternal, 64, First, 0, 0, 17);
  EXPECT_EQ(slice({Second}).Leaves, Leaves{0});
}

TEST_F(Slices, LongChainsTakeLinearTime) {
  // Every read sees the whole chain: a walk for each would take 100,000 times 100,000 steps.
  NodeId Entry = 0, Branch = branch(X);
  std::vector<NodeId> Reads;
  for (int I = 0; I < 100000; ++I) {
    Entry = W.node(VernierPotentialMemory, 0, Entry, Branch, 1, 0);
    Reads.push_back(W.node(VernierRead, 32, 0, 0, Entry, 0));
  }
  EXPECT_EQ(slice(Reads).Leaves, Leaves{0});
}

} // namespace
