#include "ArenaWriter.h"

#include "term/Evaluate.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

class Terms : public testing::Test {
protected:
  Trace readGood() {
    auto Read = W.read();
    EXPECT_TRUE(Read) << (Read ? "" : Read.error().Message);
    return std::move(*Read);
  }
  std::uint64_t value(Term T, const std::vector<std::uint64_t> &Inputs) {
    Assignment Given;
    for (std::size_t I = 0; I < Inputs.size(); ++I)
      Given[W.Leaves[I]] = llvm::APInt(W.Leaves[I].bits(), Inputs[I]);
    return evaluate(T, Given).getZExtValue();
  }
  ArenaWriter W;
};

TEST_F(Terms, ANodeMeansItsOperationOnTheInput) {
  Term X = W.leaf(32, "x", 10);
  NodeId In = W.input(0);
  NodeId Sum = W.node(VernierAdd, 32, In, W.constant(32, 5), 0, 15);
  NodeId Less = W.node(VernierSlt, 1, Sum, W.constant(32, 20), 0, 1);
  NodeId Wide = W.node(VernierSExt, 64, Sum, 0, 0, 15);
  Trace T = readGood();
  EXPECT_EQ(T.termOf(Sum), W.Store.add(X, W.Store.constant(32, 5)));
  EXPECT_EQ(T.termOf(Less), W.Store.slt(W.Store.add(X, W.Store.constant(32, 5)), W.Store.constant(32, 20)));
  EXPECT_EQ(T.termOf(Wide), W.Store.sext(T.termOf(Sum), 64));
}

TEST_F(Terms, WhatIsNotSymbolicIsTheValueThatTheRunSaw) {
  W.leaf(32, "x", 10);
  NodeId In = W.input(0);
  NodeId Branch = W.decide(VernierBranch, W.node(VernierSgt, 1, In, W.constant(32, 5), 0, 1), 1, 0);
  NodeId Set = W.node(VernierDefine, 32, 0, 0, 0, 7, Branch);
  NodeId Next = W.node(VernierAdd, 32, Set, 0, 0, 8);
  Trace T = readGood();
  EXPECT_EQ(T.termOf(Next), W.Store.constant(32, 8));
  EXPECT_FALSE(T.isSymbolic(Next));
}

TEST_F(Terms, AStoreUnderASymbolicAddressOfAConcreteValueReadsAsThatValue) {
  W.leaf(64, "p", 0x1000);
  NodeId Address = W.input(0);
  NodeId Store = W.node(VernierStore, 32, 0, Address, 0, 0x1000);
  NodeId Read = W.node(VernierRead, 32, Store, Address, 0, 42);
  Trace T = readGood();
  EXPECT_EQ(T.termOf(Read), W.Store.constant(32, 42));
}

TEST_F(Terms, BytesOfAStoreAreParts) {
  Term X = W.leaf(32, "x", 0x01020304);
  NodeId Store = W.node(VernierStore, 32, W.input(0), 0, 0, 0x1000);
  NodeId Low = W.node(VernierPart, 16, Store, 0, 0, 0x0304), High = W.node(VernierPart, 16, Store, 0, 2, 0x0102);
  NodeId Swapped = W.node(VernierConcat, 32, Low, High, 0, 0x03040102);
  NodeId Same = W.node(VernierConcat, 32, High, Low, 0, 0x01020304);
  Trace T = readGood();
  EXPECT_EQ(T.termOf(Same), X);
  EXPECT_EQ(value(T.termOf(Swapped), {0xaabbccdd}), 0xccddaabbu);
}

TEST_F(Terms, ABooleanIsStoredAsAByte) {
  W.leaf(1, "b", 1);
  NodeId Store = W.node(VernierStore, 8, W.input(0), 0, 0, 0x1000);
  NodeId Read = W.node(VernierRead, 8, Store, 0, 0, 1);
  Trace T = readGood();
  EXPECT_EQ(T.termOf(Read), W.Store.zext(W.Leaves[0], 8));
}

TEST_F(Terms, ALookupChoosesByAddress) {
  W.leaf(8, "c", 2);
  W.leaf(32, "y", 77);
  NodeId Index = W.node(VernierZExt, 64, W.input(0), 0, 0, 2), Y = W.input(1);
  NodeId Offset = W.node(VernierMul, 64, Index, W.constant(64, 4), 0, 8);
  NodeId Address = W.node(VernierAdd, 64, Offset, W.constant(64, 0x5000), 0, 0x5008);
  auto Table = W.table(0x5000, 4, {{0, 10}, {0, 10}, {Y, 77}, {0, 30}, {0, 40}});
  NodeId Found = W.node(VernierLookup, 32, Address, Table, 0, 77);
  Trace T = readGood();
  Term Result = T.termOf(Found);
  for (auto [C, Expected] : {std::pair(0, 10), {1, 10}, {2, 123}, {3, 30}, {4, 40}})
    EXPECT_EQ(value(Result, {static_cast<std::uint64_t>(C), 123}), static_cast<std::uint64_t>(Expected));
}

TEST_F(Terms, ALookupOfConstantsChoosesByAddress) {
  for (std::uint32_t Stride : {1u, 2u, 3u, 4u, 8u}) {
    ArenaWriter W;
    W.leaf(8, "c", 2);
    NodeId Index = W.node(VernierZExt, 64, W.input(0), 0, 0, 2);
    NodeId Offset = W.node(VernierMul, 64, Index, W.constant(64, Stride), 0, 2 * Stride);
    NodeId Address = W.node(VernierAdd, 64, Offset, W.constant(64, 0x5000), 0, 0x5000 + 2 * Stride);
    auto Table = W.constantTable(0x5000, Stride, {10, 10, 250, 30, 40});
    NodeId Lookup = W.node(VernierLookup, 8 * Stride, Address, Table, 0, 250);
    auto T = W.read();
    ASSERT_TRUE(T) << T.error().Message;
    Assignment Given;
    for (auto [C, Expected] : {std::pair(0, 10), {1, 10}, {2, 250}, {3, 30}, {4, 40}}) {
      Given[W.Leaves[0]] = llvm::APInt(8, static_cast<std::uint64_t>(C));
      EXPECT_EQ(evaluate(T->termOf(Lookup), Given), static_cast<std::uint64_t>(Expected)) << Stride << " " << C;
    }
  }
}

TEST_F(Terms, AnUpdateLeavesTheOtherElements) {
  W.leaf(64, "i", 1);
  W.leaf(32, "y", 5);
  NodeId I = W.input(0), Y = W.input(1);
  NodeId Address =
      W.node(VernierAdd, 64, W.node(VernierShl, 64, I, W.constant(64, 2), 0, 4), W.constant(64, 0x100), 0, 0x104);
  auto Table = W.table(0x100, 4, {{0, 70}, {Y, 5}});
  NodeId Update = W.node(VernierUpdate, 32, W.constant(32, 9), Address, Table, 0);
  NodeId First = W.node(VernierElement, 32, Update, 0, 0, 70), Second = W.node(VernierElement, 32, Update, Y, 1, 9);
  Trace T = readGood();
  EXPECT_EQ(value(T.termOf(First), {0, 6}), 9u);
  EXPECT_EQ(value(T.termOf(First), {1, 6}), 70u);
  EXPECT_EQ(value(T.termOf(Second), {0, 6}), 6u);
  EXPECT_EQ(value(T.termOf(Second), {1, 6}), 9u);
}

TEST_F(Terms, FloatComparisonsKnowNaN) {
  W.leaf(64, "d", 0);
  NodeId In = W.input(0), One = W.constant(64, 0x3ff0000000000000);
  std::vector<NodeId> All;
  for (unsigned Predicate = 0; Predicate < 16; ++Predicate)
    All.push_back(W.node(VernierFCompare, 1, In, One, Predicate, 0));
  Trace T = readGood();
  // less, equal, greater, unordered: the bits of the predicate
  const std::pair<std::uint64_t, unsigned> Numbers[] = {
      {0, 4}, {0x3ff0000000000000, 1}, {0x4000000000000000, 2}, {0x7ff8000000000001, 8}};
  for (unsigned Predicate = 0; Predicate < 16; ++Predicate)
    for (auto [Number, Bit] : Numbers)
      EXPECT_EQ(value(T.termOf(All[Predicate]), {Number}), (Predicate & Bit) != 0) << Predicate;
}

TEST_F(Terms, AWideConstantIsPutTogether) {
  W.leaf(64, "x", 3);
  NodeId Whole = W.node(VernierConcat, 128, W.constant(64, 1), W.constant(64, 2), 0, 2);
  NodeId Wide = W.node(VernierZExt, 128, W.input(0), 0, 0, 3);
  NodeId Sum = W.node(VernierAdd, 128, Wide, Whole, 0, 5);
  NodeId High = W.node(VernierExtract, 64, Sum, 0, 64, 1);
  Trace T = readGood();
  EXPECT_EQ(value(T.termOf(High), {~std::uint64_t(0)}), 2u);
  EXPECT_TRUE(T.problems().empty());
}

TEST_F(Terms, ADivisorOfZeroMakesNoDivision) {
  W.leaf(32, "x", 3);
  NodeId In = W.input(0);
  NodeId Zero = W.node(VernierXor, 32, In, In, 0, 0);
  NodeId Quotient = W.node(VernierUDiv, 32, In, Zero, 0, 0);
  Trace T = readGood();
  EXPECT_TRUE(T.termOf(Quotient).isConstant());
}

TEST_F(Terms, DeepTracesNeedNoStack) {
  W.leaf(32, "x", 0);
  NodeId Last = W.input(0), Factor = W.constant(32, 3);
  for (int I = 0; I < 300000; ++I)
    Last = W.node(I % 2 ? VernierXor : VernierMul, 32, Last, Last == 1 ? Factor : Last - 1, 0, 0);
  Trace T = readGood();
  EXPECT_TRUE(T.termOf(Last));
}

} // namespace
