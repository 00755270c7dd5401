#include "invariant/Entailment.h"
#include "invariant/Replacement.h"

#include <gtest/gtest.h>

namespace vernier::test {

namespace {

struct EntailmentTest : testing::Test {
  TermStore Store;
  Budget Time{std::chrono::seconds(20)};
  Entailment Follows{Store, Time, std::chrono::milliseconds(2000)};
  Term X = Store.variable(32, "x", VariableKind::Input), Y = Store.variable(32, "y", VariableKind::Input);
  Term N = Store.variable(32, "n", VariableKind::Input), Memory = Store.variable(64, "m", VariableKind::Input);

  Term number(std::uint64_t Value, unsigned Bits = 32) { return Store.constant(Bits, Value); }
  Term read(Term Address) { return Store.apply(32, "load", {Memory, Address}); }
};

TEST_F(EntailmentTest, EqualOperandsGiveEqualResults) {
  EXPECT_TRUE(Follows.all({Store.eq(X, Store.add(Y, number(1)))}, {Store.eq(read(X), read(Store.add(Y, number(1))))}));
  EXPECT_FALSE(Follows.all({}, {Store.eq(read(X), read(Y))}));
}

TEST_F(EntailmentTest, ResultsOfResultsAreEqual) {
  Term First = read(read(Store.sext(X, 64))), Second = read(read(Store.zext(X, 64)));
  EXPECT_TRUE(Follows.all({Store.sle(number(0), X)}, {Store.eq(First, Second)}));
  EXPECT_FALSE(Follows.all({}, {Store.eq(First, Second)}));
}

TEST_F(EntailmentTest, SwappedOperandsOfWhatCommutes) {
  std::string Name = (CommutesPrefix + "fadd").str();
  EXPECT_TRUE(Follows.all(
      {}, {Store.eq(Store.apply(64, Name, {read(X), read(Y)}), Store.apply(64, Name, {read(Y), read(X)}))}));
  EXPECT_FALSE(Follows.all(
      {}, {Store.eq(Store.apply(64, "fsub", {read(X), read(Y)}), Store.apply(64, "fsub", {read(Y), read(X)}))}));
}

TEST_F(EntailmentTest, SumsThatAreZeroTakeProductsAway) {
  Term Squares = expandedProduct(Store, Y, Y), Twice = Store.mul(X, number(2));
  Term Known = Store.eq(Twice, Store.add(Squares, Y));
  Term Product = expandedProduct(Store, Twice, Y), Cubes = expandedProduct(Store, Store.add(Squares, Y), Y);
  EXPECT_TRUE(Follows.all({Known}, {Store.eq(Product, Cubes)}));
  EXPECT_FALSE(Follows.all({Known}, {Store.eq(Product, Store.add(Cubes, Y))}));
  // The highest bit of x is open.
  EXPECT_FALSE(Follows.all({Store.eq(Twice, Store.mul(Y, number(2)))}, {Store.eq(X, Y)}));
}

TEST_F(EntailmentTest, ArithmeticWraps) {
  EXPECT_FALSE(Follows.all({}, {Store.slt(X, Store.add(X, number(1)))}));
  EXPECT_TRUE(Follows.all({Store.slt(X, N)}, {Store.slt(X, Store.add(X, number(1)))}));
}

TEST_F(EntailmentTest, ARemainderIsWhatAQuotientLeaves) {
  Term Quotient = Store.udiv(X, Y), Left = Store.sub(X, Store.mul(Quotient, Y));
  EXPECT_TRUE(Follows.all({}, {Store.eq(Store.urem(X, Y), Left)}));
  EXPECT_TRUE(Follows.all({Store.ne(Y, number(0))}, {Store.ult(Store.urem(X, Y), Y)}));
  EXPECT_FALSE(Follows.all({}, {Store.ult(Store.urem(X, Y), Y)}));
}

TEST_F(EntailmentTest, ProductsAreExpanded) {
  Term Product = Store.mul(Store.add(X, number(1)), N);
  EXPECT_TRUE(Follows.all({Store.eq(Y, Store.mul(X, N))}, {Store.eq(Product, Store.add(Y, N))}));
  EXPECT_FALSE(Follows.all({Store.eq(Y, Store.mul(X, N))}, {Store.eq(Product, Store.add(Y, X))}));
}

TEST_F(EntailmentTest, OneOfManyGoalsMayFail) {
  std::vector<bool> Holds =
      Follows.which({Store.ult(X, Y), Store.ult(Y, N)}, {Store.ult(X, N), Store.ult(N, X), Store.ne(X, Y)});
  EXPECT_EQ(Holds, (std::vector<bool>{true, false, true}));
}

TEST_F(EntailmentTest, AnythingFollowsFromAContradiction) {
  EXPECT_TRUE(Follows.contradict({Store.ult(X, Y), Store.ult(Y, X)}));
  EXPECT_TRUE(Follows.all({Store.eq(X, number(1)), Store.eq(X, number(2))}, {Store.eq(Y, N)}));
  EXPECT_FALSE(Follows.contradict({Store.ult(X, Y), Store.ule(Y, N)}));
}

TEST_F(EntailmentTest, NothingFollowsWhenTimeIsUp) {
  Budget Over{std::chrono::milliseconds(0)};
  Entailment Late{Store, Over, std::chrono::milliseconds(100)};
  EXPECT_FALSE(Late.all({Store.ult(X, Y)}, {Store.ult(Store.sub(X, N), Store.sub(Y, N)), Store.ne(X, Y)}));
}

TEST(ReplacementTest, TermsAreSimplifiedAgain) {
  TermStore Store;
  Term X = Store.variable(32, "x", VariableKind::Input), Y = Store.variable(32, "y", VariableKind::Input);
  Replacement Replaced(Store);
  Replaced.set(X, Store.constant(32, 0));
  EXPECT_TRUE(Replaced(Store.eq(Store.mul(X, Y), X)).isTrue());
  EXPECT_EQ(Replaced(Store.udiv(Y, X)), Store.constant(llvm::APInt::getAllOnes(32)));
  EXPECT_EQ(Replaced(Store.urem(Y, X)), Y);
}

TEST(ReplacementTest, WhatIsReplacedIsNotLookedAtAgain) {
  TermStore Store;
  Term X = Store.variable(32, "x", VariableKind::Input), Y = Store.variable(32, "y", VariableKind::Input);
  Replacement Swapped(Store);
  Swapped.set(X, Y);
  Swapped.set(Y, X);
  EXPECT_EQ(Swapped(Store.ult(X, Y)), Store.ult(Y, X));
}

} // namespace

} // namespace vernier::test
