#include "invariant/Inductive.h"
#include "invariant/Candidates.h"
#include "invariant/LinearRelations.h"

#include <llvm/ADT/STLExtras.h>

#include <gtest/gtest.h>

namespace vernier::test {

namespace {

using llvm::APInt;

/// for (i = 0, p = 0; i < n; i++, p += k) s += a, of one version alone.
struct CountingLoop : testing::Test {
  TermStore Store;
  Budget Time{std::chrono::seconds(20)};
  Entailment Follows{Store, Time, std::chrono::milliseconds(2000)};
  Term I = Store.variable(32, "i", VariableKind::Input), P = Store.variable(32, "p", VariableKind::Input);
  Term N = Store.variable(32, "n", VariableKind::Input), K = Store.variable(32, "k", VariableKind::Input);
  Term Zero = Store.constant(32, 0), One = Store.constant(32, 1);

  std::vector<Step> steps() {
    Step Enter{0, 1, {Store.slt(Zero, N)}, {{I, Zero}, {P, Zero}}};
    Step Again{1, 1, {Store.slt(Store.add(I, One), N)}, {{I, Store.add(I, One)}, {P, Store.add(P, K)}}};
    return {Enter, Again};
  }

  std::vector<Term> kept(std::vector<Term> Candidates) {
    return largestInductive(Store, steps(), {{}, std::move(Candidates)}, Follows)[1];
  }
};

TEST_F(CountingLoop, KeepsWhatSupportsItself) {
  Term Product = Store.eq(P, Store.mul(I, K)), InRange = Store.slt(I, N), Positive = Store.sle(Zero, I);
  EXPECT_EQ(kept({Product, InRange, Positive}), (std::vector<Term>{Product, InRange, Positive}));
}

TEST_F(CountingLoop, DropsWhatHeldInTheRunsOnly) {
  Term Small = Store.ult(I, Store.constant(32, 10)), InRange = Store.slt(I, N);
  EXPECT_EQ(kept({Small, InRange}), std::vector<Term>{InRange});
}

TEST_F(CountingLoop, DropsWhatLosesItsSupport) {
  // p == 2 * i needs k == 2, which nothing keeps.
  Term Double = Store.eq(P, Store.mul(I, Store.constant(32, 2))), Two = Store.eq(K, Store.constant(32, 2));
  EXPECT_TRUE(kept({Double, Two}).empty());
}

TEST_F(CountingLoop, KeepsNothingWhenTimeIsUp) {
  Budget Over{std::chrono::milliseconds(0)};
  Entailment Late{Store, Over, std::chrono::milliseconds(100)};
  EXPECT_TRUE(largestInductive(Store, steps(), {{}, {Store.slt(I, N)}}, Late)[1].empty());
}

TEST_F(CountingLoop, GuessesFromRuns) {
  ObservedTerm Count{I, ObservedTerm::Role::Variable, true, {}}, Sum{P, ObservedTerm::Role::Variable, true, {}};
  ObservedTerm Limit{N, ObservedTerm::Role::Fixed, true, {}}, Factor{K, ObservedTerm::Role::Fixed, true, {}};
  ObservedTerm Product{Store.mul(I, K), ObservedTerm::Role::Computed, false, {}};
  for (unsigned Run = 0; Run != 6; ++Run)
    for (unsigned Round = 0; Round != Run + 2; ++Round) {
      Count.Seen.push_back(APInt(32, Round));
      Sum.Seen.push_back(APInt(32, Round * (Run * Run + 3)));
      Limit.Seen.push_back(APInt(32, Run + 2));
      Factor.Seen.push_back(APInt(32, Run * Run + 3));
      Product.Seen.push_back(Sum.Seen.back());
    }
  std::vector<Term> Guessed = guessInvariants(Store, {Count, Sum, Limit, Factor, Product});
  for (Term Wanted : {Store.eq(P, Store.mul(I, K)), Store.slt(I, N), Store.sle(Zero, I)})
    EXPECT_TRUE(llvm::is_contained(Guessed, Wanted));
  EXPECT_TRUE(llvm::is_contained(kept(Guessed), Store.eq(P, Store.mul(I, K))));
}

std::vector<APInt> column(std::initializer_list<std::int64_t> Values) {
  std::vector<APInt> Result;
  for (std::int64_t Value : Values)
    Result.push_back(APInt(32, static_cast<std::uint64_t>(Value), true));
  return Result;
}

TEST(LinearRelationsTest, FindsFactorsThatWrap) {
  // z == 3 * x - 2 * y + 5
  std::vector<std::vector<APInt>> Columns{column({1, 1, 1, 1, 1}), column({0, 1, 2, 7, -4}), column({4, 9, -3, 0, 2}),
                                          column({-3, -10, 17, 26, -11})};
  std::vector<LinearRelation> Relations = linearRelations(Columns);
  ASSERT_EQ(Relations.size(), 1u);
  for (std::size_t Row = 0; Row != 5; ++Row) {
    APInt Sum(32, 0);
    for (const auto &[Index, Factor] : Relations[0].Factors)
      Sum += Columns[Index][Row] * Factor;
    EXPECT_TRUE(Sum.isZero());
  }
}

TEST(LinearRelationsTest, LargeFactorsAreChance) {
  EXPECT_TRUE(linearRelations({column({1, 1, 1}), column({1, 2, 3}), column({1000, 3000, 5000})}).empty());
}

} // namespace

} // namespace vernier::test
