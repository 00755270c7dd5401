// Uninterpreted functions and floating point: the solver's theories mean what evaluation means.

#include "solver/Solver.h"
#include "support/RandomTerms.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace vernier;
using namespace vernier::test;
using llvm::APInt;

namespace {

constexpr std::chrono::milliseconds Long(20000);

APInt bits(float Number) {
  return llvm::APFloat(Number).bitcastToAPInt();
}

} // namespace

TEST(SolverFunctions, AreCongruent) {
  TermStore Store;
  Term X = Store.variable(32, "x", VariableKind::Input), Y = Store.variable(32, "y", VariableKind::Input);
  Term B = Store.variable(1, "b", VariableKind::Input);
  Term FX = Store.apply(32, "f", {X, B}), FY = Store.apply(32, "f", {Y, B});
  for (auto Make : {makeZ3Solver, makeSolver}) {
    auto Ask = Make(Store);
    EXPECT_EQ(Ask->check({Store.eq(X, Y), Store.ne(FX, FY)}, Long).What, Satisfiable::No);
    EXPECT_EQ(Ask->check({Store.ne(X, Y), Store.ne(FX, FY)}, Long).What, Satisfiable::Yes);
    EXPECT_EQ(Ask->check({Store.ne(X, Y), Store.eq(FX, FY)}, Long).What, Satisfiable::Yes);
    // Other functions of the same operands, and one name with two types, are unrelated.
    EXPECT_EQ(Ask->check({Store.ne(FX, Store.apply(32, "g", {X, B}))}, Long).What, Satisfiable::Yes);
    Term Narrow = Store.apply(32, "f", {B});
    EXPECT_EQ(Ask->check({Store.ne(FX, Narrow)}, Long).What, Satisfiable::Yes);
    // f(f(x)) == x and f(f(f(x))) == y imply f(x) == y
    Term Once = Store.apply(32, "h", {X}), Twice = Store.apply(32, "h", {Once}), Thrice = Store.apply(32, "h", {Twice});
    EXPECT_EQ(Ask->check({Store.eq(Twice, X), Store.eq(Thrice, Y), Store.ne(Once, Y)}, Long).What, Satisfiable::No);
  }
}

TEST(SolverFunctions, WithFloatingPoint) {
  TermStore Store;
  Term X = Store.variable(32, "x", VariableKind::Input), Y = Store.variable(32, "y", VariableKind::Input);
  Term FX = Store.apply(32, "f", {Store.fadd(X, Y)}), FY = Store.apply(32, "f", {Store.fadd(Y, X)});
  EXPECT_EQ(makeZ3Solver(Store)->check({Store.ne(FX, FY)}, Long).What, Satisfiable::No);
  // C's remainder is left open: some function of its operands.
  EXPECT_EQ(makeZ3Solver(Store)->check({Store.eq(X, Y), Store.ne(Store.frem(X, X), Store.frem(Y, Y))}, Long).What,
            Satisfiable::No);
}

TEST(SolverFloats, KnownFacts) {
  TermStore Store;
  Term X = Store.variable(32, "x", VariableKind::Input), Y = Store.variable(32, "y", VariableKind::Input);
  Term Zero = Store.constant(bits(0)), One = Store.constant(bits(1));
  auto Ask = makeSolver(Store);
  // x != x exactly for NaN; 0 == -0, which are different bits
  EXPECT_EQ(Ask->check({Store.isNaN(X), Store.feq(X, X)}, Long).What, Satisfiable::No);
  EXPECT_EQ(Ask->check({Store.feq(X, Zero), Store.ne(X, Zero)}, Long).What, Satisfiable::Yes);
  // a sum of numbers between 0 and 1 lies below 3; x + 1 == x for large ones
  std::vector<Term> Unit;
  for (Term Each : {X, Y}) {
    Unit.push_back(Store.fle(Zero, Each));
    Unit.push_back(Store.fle(Each, One));
  }
  std::vector<Term> Query = Unit;
  Query.push_back(Store.notTerm(Store.flt(Store.fadd(X, Y), Store.constant(bits(3)))));
  EXPECT_EQ(Ask->check(Query, Long).What, Satisfiable::No);
  std::vector<Term> Absorbed = {Store.feq(Store.fadd(X, One), X), Store.flt(X, Store.constant(bits(1e9f))),
                                Store.flt(Zero, X)};
  SolverAnswer Answer = Ask->check(Absorbed, Long);
  ASSERT_EQ(Answer.What, Satisfiable::Yes);
  for (Term Each : Absorbed)
    EXPECT_TRUE(evaluate(Each, Answer.Model).isOne());
}

TEST(SolverFloats, NumbersThatDoNotFitHaveTheValueThatEvaluationGives) {
  TermStore Store;
  Term X = Store.variable(32, "x", VariableKind::Input);
  for (float Number : {0.0f, -0.5f, -1.0f, 127.5f, 128.0f, -128.5f, -129.0f, 256.0f, 1e30f, -1e30f, HUGE_VALF, NAN})
    for (bool Signed : {false, true})
      for (unsigned Bits : {1u, 8u, 64u}) {
        Term Converted = Signed ? Store.ftosi(X, Bits) : Store.ftoui(X, Bits);
        APInt Value = bits(Number), Result = evaluate(Converted, {{X, Value}});
        Term Is = Store.eq(X, Store.constant(Value)), Gives = Store.eq(Converted, Store.constant(Result));
        EXPECT_EQ(makeZ3Solver(Store)->check({Is, Gives}, Long).What, Satisfiable::Yes) << Number << " " << Bits;
        EXPECT_EQ(makeZ3Solver(Store)->check({Is, Store.notTerm(Gives)}, Long).What, Satisfiable::No)
            << Number << " " << Bits << " signed: " << Signed;
      }
}

TEST(SolverFloats, RoundsInEveryMode) {
  TermStore Store;
  Term X = Store.variable(32, "x", VariableKind::Input);
  for (auto Mode :
       {llvm::RoundingMode::TowardZero, llvm::RoundingMode::TowardPositive, llvm::RoundingMode::TowardNegative,
        llvm::RoundingMode::NearestTiesToAway, llvm::RoundingMode::NearestTiesToEven})
    for (float Number : {2.5f, -2.5f, 0.4f}) {
      // What is rounded is an expression of its own, made after the mode.
      Term Rounded = Store.fround(Store.fadd(X, Store.constant(bits(0.0f))), Mode);
      Term Is = Store.eq(X, Store.constant(bits(Number)));
      Term Gives = Store.eq(Rounded, Store.constant(evaluate(Rounded, {{X, bits(Number)}})));
      EXPECT_EQ(makeZ3Solver(Store)->check({Is, Store.notTerm(Gives)}, Long).What, Satisfiable::No) << Number;
      EXPECT_EQ(makeZ3Solver(Store)->check({Is, Gives}, Long).What, Satisfiable::Yes) << Number;
    }
}

/// Of terms of these widths.
static void expectValuesOfEvaluation(const std::vector<unsigned> &Widths, unsigned Steps, unsigned Terms) {
  RandomTermOptions Options;
  Options.Widths = Widths;
  Options.Steps = Steps;
  Options.Floats = true;
  Options.Remainders = false;
  Options.Division = false;
  Random Generator(5);
  for (unsigned I = 0; I < Terms && !testing::Test::HasFailure(); ++I) {
    TermScript Script = randomScript(Generator, Options);
    TermStore Store;
    std::vector<Term> Built = build(Script, Store);
    Values Inputs = randomInputs(Generator, Script), Wanted = compute(Script, Inputs);
    unsigned Last = static_cast<unsigned>(Script.size() - 1);
    std::vector<Term> Query;
    for (unsigned J = 0; J <= Last; ++J)
      if (Script[J].What == Make::Variable)
        Query.push_back(Store.eq(Built[J], Store.constant(Inputs[J])));
    Term Right = Store.eq(Built[Last], Store.constant(Wanted[Last]));
    Query.push_back(Right);
    EXPECT_EQ(makeZ3Solver(Store)->check(Query, Long).What, Satisfiable::Yes) << text(Script, Last, Wanted);
    Query.back() = Store.notTerm(Right);
    EXPECT_EQ(makeZ3Solver(Store)->check(Query, Long).What, Satisfiable::No) << text(Script, Last, Wanted);
  }
}

TEST(SolverFloats, RandomTermsHaveTheValuesThatEvaluationGives) {
  expectValuesOfEvaluation({1, 8, 16, 32}, 6, 120);
}

TEST(SolverFloats, LongDoublesHaveTheValuesThatEvaluationGives) {
  expectValuesOfEvaluation({1, 8, 32, 80}, 4, 60);
}

// The first bit of the significand is written down, and may be wrong.
TEST(SolverFloats, BitsOfLongDoublesThatAreNoNumbers) {
  TermStore Store;
  Term X = Store.variable(80, "x", VariableKind::Input);
  for (auto [High, Low] : {std::pair<std::uint64_t, std::uint64_t>{0x3fff, 0},
                           {0x7fff, 0},
                           {0x4000, 1ull << 62},
                           {0, 1ull << 63},
                           {0x8000, 3},
                           {1, 1ull << 63},
                           {0x7fff, 1ull << 63},
                           {0xffff, 3ull << 62}}) {
    std::uint64_t Words[] = {Low, High};
    APInt Value(80, Words);
    Term Sum = Store.fadd(X, X), Less = Store.flt(X, Store.fneg(X));
    std::vector<Term> Query = {Store.eq(X, Store.constant(Value))};
    for (Term Each : {Sum, Less, Store.isNaN(X)}) {
      Term Gives = Store.eq(Each, Store.constant(evaluate(Each, {{X, Value}})));
      Query.push_back(Gives);
      EXPECT_EQ(makeZ3Solver(Store)->check({Query.front(), Store.notTerm(Gives)}, Long).What, Satisfiable::No)
          << High << " " << Low;
    }
    EXPECT_EQ(makeZ3Solver(Store)->check(Query, Long).What, Satisfiable::Yes) << High << " " << Low;
  }
}
