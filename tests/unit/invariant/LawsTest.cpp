#include "base/Random.h"
#include "invariant/Entailment.h"
#include "invariant/Widths.h"
#include "term/Evaluate.h"

#include <gtest/gtest.h>

namespace vernier::test {

namespace {

/// Random terms over three variables of four bits, so that all their values can be tried.
class SmallTerms {
public:
  SmallTerms(TermStore &Store, std::uint64_t Seed) : Store(Store), Choose(Seed) {
    for (const char *Name : {"a", "b", "c"})
      Variables.push_back(Store.variable(Narrow, Name, VariableKind::Input));
  }

  Term condition() {
    unsigned Bits = Choose.chance(50) ? Narrow : Wide;
    Term A = sum(Bits), B = sum(Bits);
    switch (Choose.below(5)) {
    case 0:
      return Store.ult(A, B);
    case 1:
      return Store.ule(A, B);
    case 2:
      return Store.slt(A, B);
    case 3:
      return Store.notTerm(Store.ult(A, B));
    default:
      return Store.eq(A, B);
    }
  }

  Term sum(unsigned Bits) {
    Term Result = product(Bits);
    while (Choose.chance(40))
      Result = Store.add(Result, Store.mul(product(Bits), Store.constant(Bits, Choose.below(7))));
    return Result;
  }

  /// Whether the goal holds for all values for which the facts do.
  bool always(const std::vector<Term> &Facts, Term Goal) {
    std::vector<Term> All = Facts;
    All.push_back(Goal);
    Evaluator Values(All);
    for (unsigned Input = 0; Input != 1u << (3 * Narrow); ++Input) {
      Assignment Model;
      for (unsigned I = 0; I != 3; ++I)
        Model[Variables[I]] = llvm::APInt(Narrow, (Input >> (I * Narrow)) & 15);
      Values.run(Model);
      bool Given = llvm::all_of(Facts, [&](Term Fact) { return Values.valueOf(Fact).isOne(); });
      if (Given && !Values.valueOf(Goal).isOne())
        return false;
    }
    return true;
  }

private:
  static constexpr unsigned Narrow = 4, Wide = 8;

  Term atom(unsigned Bits) {
    if (Choose.chance(20))
      return Store.constant(Bits, Choose.below(4));
    Term Variable = Variables[Choose.below(3)];
    if (Bits == Narrow)
      return Choose.chance(15) ? Store.extract(sum(Wide), 1 + static_cast<unsigned>(Choose.below(3)), Narrow)
                               : Variable;
    Term Part = Choose.chance(50) ? Variable : Store.add(Variable, Store.constant(Narrow, Choose.below(16)));
    return Choose.chance(70) ? Store.zext(Part, Wide) : Store.sext(Part, Wide);
  }

  Term product(unsigned Bits) {
    Term Result = atom(Bits);
    return Choose.chance(60) ? Store.mul(Result, atom(Bits)) : Result;
  }

  TermStore &Store;
  Random Choose;
  std::vector<Term> Variables;
};

TEST(Laws, WhatFollowsHoldsForAllValues) {
  unsigned Followed = 0;
  for (std::uint64_t Seed = 1; Seed <= 50; ++Seed) {
    TermStore Store;
    SmallTerms Some(Store, Seed);
    Budget Time{std::chrono::seconds(60)};
    Entailment Follows{Store, Time, std::chrono::milliseconds(2000)};
    std::vector<Term> Facts{Some.condition(), Some.condition(), Some.condition()}, Goals;
    for (unsigned I = 0; I != 4; ++I)
      Goals.push_back(Some.condition());
    std::vector<bool> Holds = Follows.which(Facts, Goals);
    for (std::size_t I = 0; I != Goals.size(); ++I)
      if (Holds[I]) {
        ++Followed;
        EXPECT_TRUE(Some.always(Facts, Goals[I])) << "seed " << Seed << ", goal " << I;
      }
  }
  EXPECT_GE(Followed, 5u);
}

TEST(Laws, OtherWidthsHaveTheSameValues) {
  unsigned Changed = 0;
  for (std::uint64_t Seed = 1; Seed <= 250; ++Seed) {
    TermStore Store;
    SmallTerms Some(Store, Seed);
    WidthNormaliser Normal(Store);
    Term Before = Store.sext(Some.sum(Seed % 2 ? 4 : 8), 16), After = Normal(Before);
    Changed += Before != After;
    EXPECT_TRUE(Some.always({}, Store.eq(Before, After))) << "seed " << Seed;
  }
  EXPECT_GE(Changed, 10u);
}

struct ProductLaws : testing::Test {
  TermStore Store;
  Budget Time{std::chrono::seconds(60)};
  Entailment Follows{Store, Time, std::chrono::milliseconds(10000)};
  Term Row = Store.variable(64, "row", VariableKind::Input), Column = Store.variable(64, "column", VariableKind::Input);

  Term wide(const char *Name, unsigned Bits) { return Store.zext(Store.variable(Bits, Name, VariableKind::Input), 64); }
  Term cell(Term Columns) { return Store.add(Store.mul(Row, Columns), Column); }
};

TEST_F(ProductLaws, CellsOfATableLieInIt) {
  Term Rows = wide("rows", 32), Columns = wide("columns", 32);
  std::vector<Term> Inside{Store.ult(Row, Rows), Store.ult(Column, Columns)};
  EXPECT_TRUE(Follows.all(Inside, {Store.ult(cell(Columns), Store.mul(Rows, Columns))}));
  EXPECT_FALSE(
      Follows.all(Inside, {Store.ult(Store.add(cell(Columns), Store.constant(64, 1)), Store.mul(Rows, Columns))}));
}

TEST_F(ProductLaws, ButNotIfTheirNumberWraps) {
  Term Rows = wide("rows", 33), Columns = wide("columns", 33);
  std::vector<Term> Inside{Store.ult(Row, Rows), Store.ult(Column, Columns)};
  EXPECT_FALSE(Follows.all(Inside, {Store.ult(cell(Columns), Store.mul(Rows, Columns))}));
}

TEST_F(ProductLaws, TheLastCellIsInTheLastRow) {
  Term Rows = wide("rows", 32), Columns = wide("columns", 32), One = Store.constant(64, 1);
  std::vector<Term> Last{Store.ult(Row, Rows), Store.eq(Store.add(cell(Columns), One), Store.mul(Rows, Columns)),
                         Store.eq(Store.add(Column, One), Columns), Store.ne(Columns, Store.constant(64, 0))};
  EXPECT_TRUE(Follows.all(Last, {Store.eq(Store.add(Row, One), Rows)}));
  Last.pop_back(); // without columns, any row is the last one
  EXPECT_FALSE(Follows.all(Last, {Store.eq(Store.add(Row, One), Rows)}));
}

} // namespace

} // namespace vernier::test
