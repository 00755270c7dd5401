// Limits, bounds and models: what the layers promise about every answer.

#include "solver/Solver.h"

#include <gtest/gtest.h>

using namespace vernier;
using llvm::APInt;

namespace {

constexpr std::chrono::milliseconds Long(20000);

/// Two factors of a product of two primes, neither of which is 1: far beyond a second for any solver.
std::vector<Term> factoring(TermStore &Store) {
  Term A = Store.variable(64, "a", VariableKind::Input), B = Store.variable(64, "b", VariableKind::Input);
  Term One = Store.constant(128, 1);
  Term X = Store.zext(A, 128), Y = Store.zext(B, 128);
  APInt Product = APInt(128, 18446744073709551557ull) * APInt(128, 18446744073709551533ull);
  return {Store.eq(Store.mul(X, Y), Store.constant(Product)), Store.ult(One, X), Store.ult(X, Y)};
}

double secondsSince(std::chrono::steady_clock::time_point Start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
}

} // namespace

TEST(SolverLimits, AHardProductIsUnknownAndPrompt) {
  TermStore Store;
  auto Query = factoring(Store);
  for (auto Make : {makeZ3Solver, makeSolver}) {
    auto Start = std::chrono::steady_clock::now();
    SolverAnswer Answer = Make(Store)->check(Query, std::chrono::milliseconds(300));
    EXPECT_EQ(Answer.What, Satisfiable::Unknown);
    EXPECT_FALSE(Answer.Why.empty());
    EXPECT_LT(secondsSince(Start), 3);
  }
}

TEST(SolverLimits, TheAssumptionSolverGoesOnAfterATimeout) {
  TermStore Store;
  auto Query = factoring(Store);
  Term Hard = Store.andTerm(Store.andTerm(Query[0], Query[1]), Query[2]);
  Term X = Store.variable(8, "x", VariableKind::Input);
  auto Ask = makeAssumptionSolver(Store);
  Ask->assume(Store.ult(X, Store.constant(8, 10)));
  auto Start = std::chrono::steady_clock::now();
  SolverAnswer Answer = Ask->check(Hard, std::chrono::milliseconds(300));
  EXPECT_EQ(Answer.What, Satisfiable::Unknown);
  EXPECT_FALSE(Answer.Why.empty());
  EXPECT_LT(secondsSince(Start), 3);
  EXPECT_EQ(Ask->check(Store.eq(X, Store.constant(8, 10)), Long).What, Satisfiable::No);
  EXPECT_EQ(Ask->check(Store.eq(X, Store.constant(8, 9)), Long).What, Satisfiable::Yes);
}

TEST(SolverBounds, GuessedValuesLieWithinUnsignedBoundsAcrossTheSign) {
  // 100..200 of 8 bits holds negative numbers, but not all of them. The conditions hold below 32 as well.
  for (unsigned Bit : {0u, 0x10u}) {
    TermStore Store;
    Term X = Store.boundedVariable(8, "x", VariableKind::Input, false, APInt(8, 100), APInt(8, 200));
    Term Query = Store.eq(Store.andTerm(X, Store.constant(8, 0x70)), Store.constant(8, Bit));
    SolverAnswer Answer = makeSolver(Store)->check({Query}, Long);
    ASSERT_EQ(Answer.What, Satisfiable::Yes);
    EXPECT_TRUE(admits(X, Answer.Model.lookup(X))) << Answer.Model.lookup(X).getZExtValue();
    EXPECT_TRUE(evaluate(Query, Answer.Model).isOne());
  }
}

TEST(SolverBounds, BoundsDecide) {
  TermStore Store;
  Term X = Store.boundedVariable(8, "x", VariableKind::Input, false, APInt(8, 100), APInt(8, 200));
  Term Y = Store.boundedVariable(32, "y", VariableKind::Input, true, APInt(32, -3, true), APInt(32, 5));
  Term Bit = Store.boundedVariable(1, "bit", VariableKind::Input, false, APInt(1, 1), APInt(1, 1));
  // The squares that are 1 are those of 1, 127, 129 and 255.
  auto Square = Store.eq(Store.mul(X, X), Store.constant(8, 1));
  for (auto Make : {makeZ3Solver, makeSolver}) {
    auto Ask = Make(Store);
    SolverAnswer Answer = Ask->check({Square}, Long);
    ASSERT_EQ(Answer.What, Satisfiable::Yes);
    std::uint64_t Found = Answer.Model.lookup(X).getZExtValue();
    EXPECT_TRUE(Found == 127 || Found == 129) << Found;
    Term Six = Store.eq(Store.mul(Y, Y), Store.constant(32, 36));
    EXPECT_EQ(Ask->check({Six}, Long).What, Satisfiable::No);
    EXPECT_EQ(Ask->check({Store.notTerm(Bit)}, Long).What, Satisfiable::No);
  }
}

TEST(SolverModels, HaveAValueForEveryVariable) {
  TermStore Store;
  Term X = Store.boundedVariable(16, "x", VariableKind::Input, false, APInt(16, 7), APInt(16, 9));
  Term Y = Store.variable(128, "y", VariableKind::Input), Z = Store.variable(1, "z", VariableKind::Undefined);
  Term Large = Store.constant(APInt::getAllOnes(128) - 5);
  std::vector<Term> Query = {Store.ult(Large, Y), Store.orTerm(Z, Store.eq(X, Store.constant(16, 8)))};
  for (auto Make : {makeZ3Solver, makeSolver}) {
    SolverAnswer Answer = Make(Store)->check(Query, Long);
    ASSERT_EQ(Answer.What, Satisfiable::Yes);
    for (Term Each : {X, Y, Z}) {
      ASSERT_TRUE(Answer.Model.contains(Each));
      EXPECT_EQ(Answer.Model.lookup(Each).getBitWidth(), Each.bits());
      EXPECT_TRUE(admits(Each, Answer.Model.lookup(Each)));
    }
    for (Term Each : Query)
      EXPECT_TRUE(evaluate(Each, Answer.Model).isOne());
  }
}

TEST(SolverModels, AKnownModelAnswersTheNextQuery) {
  TermStore Store;
  Term X = Store.variable(64, "x", VariableKind::Input);
  auto Ask = makeSolver(Store);
  // Too particular to be guessed the first time.
  Term Square = Store.eq(Store.mul(X, X), Store.constant(64, 0x0123456789abcdefull * 0x0123456789abcdefull));
  ASSERT_EQ(Ask->check({Square}, Long).What, Satisfiable::Yes);
  EXPECT_EQ(Ask->statistics().Queries, 1u);
  ASSERT_EQ(Ask->check({Square, Store.ne(X, Store.constant(64, 0))}, Long).What, Satisfiable::Yes);
  EXPECT_EQ(Ask->statistics().Queries, 1u);
  EXPECT_EQ(Ask->statistics().Guessed, 1u);
}
