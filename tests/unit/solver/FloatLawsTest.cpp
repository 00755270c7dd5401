// Laws of floating point that hold without knowing what operations compute: against the machine, and what they decide.

#include "base/Random.h"
#include "solver/FloatAbstraction.h"
#include "solver/Layers.h"
#include "term/Evaluate.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

using namespace vernier;
using llvm::APInt;

namespace {

/// What the processor computes; all NaN are one.
template <typename Number, typename Bits> struct Machine {
  static Number number(const APInt &Value) { return std::bit_cast<Number>(static_cast<Bits>(Value.getZExtValue())); }
  static APInt bits(Number Value) {
    if (std::isnan(Value))
      return canonicalNaN(8 * sizeof(Number));
    return APInt(8 * sizeof(Number), std::bit_cast<Bits>(Value));
  }

  static APInt compute(Term Whole, const std::vector<APInt> &In) {
    volatile Number A = Whole.is(Operation::SIntToF)   ? static_cast<Number>(In[0].getSExtValue())
                        : Whole.is(Operation::UIntToF) ? static_cast<Number>(In[0].getZExtValue())
                                                       : number(In[0]);
    volatile Number B = In.size() > 1 ? number(In[1]) : A, C = In.size() > 2 ? number(In[2]) : A;
    volatile Number Result = A;
    if (Whole.is(Operation::FAdd))
      Result = A + B;
    else if (Whole.is(Operation::FMul))
      Result = A * B;
    else if (Whole.is(Operation::FDiv))
      Result = A / B;
    else if (Whole.is(Operation::FRem))
      Result = std::fmod(Number(A), Number(B));
    else if (Whole.is(Operation::FSqrt))
      Result = std::sqrt(Number(A));
    else if (Whole.is(Operation::FFma))
      Result = std::fma(Number(A), Number(B), Number(C));
    else if (Whole.is(Operation::FRound))
      Result = Whole.rounding() == llvm::RoundingMode::TowardNegative      ? std::floor(Number(A))
               : Whole.rounding() == llvm::RoundingMode::TowardPositive    ? std::ceil(Number(A))
               : Whole.rounding() == llvm::RoundingMode::TowardZero        ? std::trunc(Number(A))
               : Whole.rounding() == llvm::RoundingMode::NearestTiesToAway ? std::round(Number(A))
                                                                           : std::nearbyint(Number(A));
    return bits(Result);
  }

  static std::vector<APInt> special() {
    using Limits = std::numeric_limits<Number>;
    std::vector<APInt> Result;
    for (Number Each : {Number(0), Number(1), Number(3), Number(0.1), Limits::denorm_min(), Limits::min(),
                        Limits::max(), Limits::infinity(), Limits::epsilon(), Number(1e9)})
      for (Number Signed : {Each, -Each})
        Result.push_back(bits(Signed));
    Result.push_back(canonicalNaN(8 * sizeof(Number)));
    return Result;
  }
};

APInt onTheMachine(Term Whole, const std::vector<APInt> &In) {
  return Whole.bits() == 32 ? Machine<float, std::uint32_t>::compute(Whole, In)
                            : Machine<double, std::uint64_t>::compute(Whole, In);
}

/// Random expressions of one format.
class FloatTerms {
public:
  FloatTerms(TermStore &Store, Random &Choose, unsigned Bits) : Store(Store), Choose(Choose), Bits(Bits) {
    for (const char *Name : {"a", "b", "c", "d"})
      Variables.push_back(Store.variable(Bits, Name, VariableKind::Input));
  }

  Term any(unsigned Depth) {
    if (Depth == 0)
      return Choose.chance(15) ? Store.constant(special()) : Variables[Choose.below(4)];
    auto Part = [&] { return any(Depth - 1); };
    switch (Choose.below(12)) {
    case 0:
    case 1:
      return Store.fadd(Part(), Part());
    case 2:
      return Store.fadd(Part(), Store.fneg(Part()));
    case 3:
    case 4:
      return Store.fmul(Part(), Part());
    case 5:
      return Store.fdiv(Part(), Part());
    case 6:
      return Store.frem(Part(), Part());
    case 7:
      return Store.fsqrt(Part());
    case 8:
      return Store.fma(Part(), Part(), Part());
    case 9:
      return Store.fround(Part(), Roundings[Choose.below(5)]);
    case 10:
      return Store.fneg(Part());
    default:
      return Choose.chance(50) ? Store.sitof(Part(), Bits) : Store.uitof(Part(), Bits);
    }
  }

  APInt special() {
    if (Choose.chance(10))
      return Bits == 32 ? Machine<float, std::uint32_t>::bits(static_cast<float>(Choose.between(-1000, 1000)) / 7)
                        : Machine<double, std::uint64_t>::bits(static_cast<double>(Choose.between(-1000, 1000)) / 7);
    auto All = Bits == 32 ? Machine<float, std::uint32_t>::special() : Machine<double, std::uint64_t>::special();
    return All[Choose.below(All.size())];
  }

  Assignment values() {
    Assignment Result;
    for (Term Variable : Variables)
      Result[Variable] = special();
    return Result;
  }

private:
  static constexpr llvm::RoundingMode Roundings[] = {
      llvm::RoundingMode::TowardNegative, llvm::RoundingMode::TowardPositive, llvm::RoundingMode::TowardZero,
      llvm::RoundingMode::NearestTiesToAway, llvm::RoundingMode::NearestTiesToEven};
  TermStore &Store;
  Random &Choose;
  unsigned Bits;
  std::vector<Term> Variables;
};

/// Gives each result the value that the machine computes for its operands.
void addResults(const FloatAbstraction &Abstract, Assignment &Values) {
  for (const FloatAbstraction::Application &Each : Abstract.applications()) {
    std::vector<APInt> In;
    for (Term Operand : Each.Operands)
      In.push_back(evaluate(Operand, Values));
    Values[Each.Result] = onTheMachine(Each.Whole, In);
  }
}

TEST(FloatLaws, HoldOnTheMachine) {
  Random Choose(7);
  for (unsigned Round = 0; Round != 120; ++Round) {
    TermStore Store;
    FloatTerms Some(Store, Choose, Round % 2 ? 32 : 64);
    FloatAbstraction Abstract(Store);
    // The same shapes twice, of other variables: laws of pairs speak of both.
    Random Again = Choose;
    Term First = Some.any(2);
    Term Second = Choose.chance(50) ? FloatTerms(Store, Again, Round % 2 ? 32 : 64).any(2) : Some.any(2);
    Term Conditions[] = {Abstract(Store.flt(First, Second)), Abstract(Store.fle(First, Second)),
                         Abstract(Store.feq(First, Second))};
    std::vector<Term> Laws = Abstract.laws();
    for (unsigned I = 0; I != 60; ++I) {
      Assignment Values = Some.values();
      addResults(Abstract, Values);
      Valuation All(Values);
      for (std::size_t Law = 0; Law != Laws.size(); ++Law)
        ASSERT_TRUE(All.holds(Laws[Law])) << "round " << Round << ", law " << Law;
      auto A = evaluate(First, Values), B = evaluate(Second, Values);
      auto X = llvm::APFloat(floatFormat(A.getBitWidth()), A), Y = llvm::APFloat(floatFormat(A.getBitWidth()), B);
      EXPECT_EQ(All.holds(Conditions[0]), X < Y);
      EXPECT_EQ(All.holds(Conditions[1]), X <= Y);
      EXPECT_EQ(All.holds(Conditions[2]), X == Y);
    }
  }
}

/// Each operation twice, on all special values.
TEST(FloatLaws, HoldForPairsOfSpecialValues) {
  auto Special = Machine<float, std::uint32_t>::special();
  for (unsigned Which = 0; Which != 3; ++Which) {
    TermStore Store;
    std::vector<Term> In;
    for (const char *Name : {"a", "b", "c", "d"})
      In.push_back(Store.variable(32, Name, VariableKind::Input));
    auto Make = [&](Term A, Term B) {
      return Which == 0 ? Store.fadd(A, B) : Which == 1 ? Store.fmul(A, B) : Store.fdiv(A, B);
    };
    FloatAbstraction Abstract(Store);
    Abstract(Store.eq(Make(In[0], In[1]), Make(In[2], In[3])));
    std::vector<Term> Laws = Abstract.laws();
    Evaluator All(Laws);
    for (const APInt &A : Special)
      for (const APInt &B : Special)
        for (unsigned Other = 0; Other != 8; ++Other) {
          // The same operands with other signs, and in the other order.
          APInt C = A, D = B;
          if (Other & 1)
            C.flipBit(31);
          if (Other & 2)
            D.flipBit(31);
          if (Other & 4)
            std::swap(C, D);
          Assignment Values{{In[0], A}, {In[1], B}, {In[2], C}, {In[3], D}};
          addResults(Abstract, Values);
          All.run(Values);
          for (Term Law : Laws)
            ASSERT_TRUE(All.valueOf(Law).isOne()) << Which << " " << A.getZExtValue() << " " << B.getZExtValue();
        }
  }
}

struct WithoutMeaning : testing::Test {
  TermStore Store;
  Term A = Store.variable(64, "a", VariableKind::Input), B = Store.variable(64, "b", VariableKind::Input);
  Term C = Store.variable(64, "c", VariableKind::Input), S = Store.variable(1, "s", VariableKind::Input);

  Term number(double Value) { return Store.constant(Machine<double, std::uint64_t>::bits(Value)); }
  Term sub(Term X, Term Y) { return Store.fadd(X, Store.fneg(Y)); }
  /// The same number, zeros with their signs, or no number in both.
  Term same(Term X, Term Y) { return Store.orTerm(Store.eq(X, Y), Store.andTerm(Store.isNaN(X), Store.isNaN(Y))); }
  Satisfiable byLaws(Term Condition) {
    FloatAbstraction Abstract(Store);
    std::vector<Term> Question{Abstract(Condition)};
    llvm::append_range(Question, Abstract.laws());
    return makeZ3Solver(Store)->check(Question, std::chrono::seconds(60)).What;
  }
  bool isAlways(Term Condition) { return byLaws(Store.notTerm(Condition)) == Satisfiable::No; }
  /// Laws alone do not say so.
  bool isOpen(Term Condition) { return byLaws(Store.notTerm(Condition)) == Satisfiable::Yes; }
};

TEST_F(WithoutMeaning, LawsDecide) {
  Term Chosen = Store.ite(S, A, B), Other = Store.ite(S, B, A);
  EXPECT_TRUE(isAlways(same(Store.fmul(Chosen, Other), Store.fmul(A, B)))); // in either order
  EXPECT_TRUE(isAlways(same(Store.fadd(Chosen, Other), Store.fadd(A, B))));
  EXPECT_TRUE(isAlways(same(Store.fneg(Store.fmul(A, B)), Store.fmul(A, Store.fneg(B)))));
  EXPECT_TRUE(isAlways(same(Store.fdiv(Store.fneg(A), Store.fneg(B)), Store.fdiv(A, B))));
  EXPECT_TRUE(
      isAlways(Store.eq(Store.flt(Store.fneg(Store.fmul(A, C)), B), Store.flt(Store.fneg(B), Store.fmul(C, A)))));
  EXPECT_TRUE(isAlways(Store.orTerm(Store.feq(sub(A, B), Store.fneg(sub(B, A))),
                                    Store.orTerm(Store.isNaN(sub(A, B)), Store.isNaN(sub(B, A))))));
  EXPECT_TRUE(isAlways(Store.notTerm(Store.flt(Store.fmul(A, A), number(0)))));
  Term Sign = Store.ite(S, number(1), number(-1));
  EXPECT_TRUE(
      isAlways(same(Store.fmul(Store.fdiv(A, B), Sign), Store.ite(S, Store.fdiv(A, B), Store.fneg(Store.fdiv(A, B))))));
  EXPECT_TRUE(isAlways(same(Store.fsqrt(Store.fmul(Chosen, Other)), Store.fsqrt(Store.fmul(B, A)))));
}

TEST_F(WithoutMeaning, WhatDoesNotHoldIsOpen) {
  EXPECT_TRUE(isOpen(same(Store.fadd(Store.fadd(A, B), C), Store.fadd(A, Store.fadd(B, C)))));
  EXPECT_TRUE(isOpen(same(Store.fadd(A, number(0)), A))); // -0
  EXPECT_TRUE(isOpen(same(Store.fmul(A, number(0)), number(0))));
  EXPECT_TRUE(isOpen(same(sub(A, A), number(0))));             // infinite
  EXPECT_TRUE(isOpen(same(sub(A, B), Store.fneg(sub(B, A))))); // a == b: +0 and -0
  EXPECT_TRUE(isOpen(same(Store.fdiv(A, A), number(1))));
  EXPECT_TRUE(isOpen(Store.eq(Store.flt(A, B), Store.notTerm(Store.fle(B, A))))); // NaN
  EXPECT_TRUE(isOpen(same(Store.fdiv(Store.fmul(A, B), B), A)));
  EXPECT_TRUE(isOpen(same(Store.fsqrt(Store.fmul(A, A)), A)));
}

/// Does not know what floating-point operations are.
class BitsOnly : public Solver {
public:
  explicit BitsOnly(TermStore &Store) : Bits(makeZ3Solver(Store)) {}
  SolverAnswer check(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit) override {
    Asked += 1;
    return usesFloats(Conjuncts) ? SolverAnswer() : Bits->check(Conjuncts, Limit);
  }
  SolverStatistics statistics() const override { return Bits->statistics(); }

  std::unique_ptr<Solver> Bits;
  unsigned Asked = 0;
};

TEST_F(WithoutMeaning, TheLayerAsksForMeaningOnlyWhereLawsDoNotDecide) {
  auto Made = std::make_unique<BitsOnly>(Store);
  BitsOnly &Behind = *Made;
  auto Ask = makeAbstractingSolver(Store, std::move(Made));
  auto Answer = [&](Term Condition) {
    Behind.Asked = 0;
    return Ask->check({Condition}, std::chrono::seconds(240)).What;
  };
  Term Product = Store.fmul(Store.ite(S, A, B), Store.ite(S, B, A));
  EXPECT_EQ(Answer(Store.notTerm(same(Product, Store.fmul(A, B)))), Satisfiable::No);
  EXPECT_EQ(Behind.Asked, 1u);
  // A model of the laws that is none of the operations: the meaning is asked for.
  EXPECT_EQ(Answer(Store.feq(Store.fmul(A, A), number(2))), Satisfiable::Unknown);
  EXPECT_EQ(Behind.Asked, 2u);
  // One that is.
  Term Sum = Store.fadd(A, B);
  Term OfZeros = Store.andTerm(Store.eq(A, number(-0.0)), Store.andTerm(Store.eq(B, number(0)), Store.eq(Sum, A)));
  EXPECT_EQ(Answer(Store.andTerm(Store.eq(A, number(1)), Store.andTerm(Store.eq(B, number(0)), Store.eq(Sum, A)))),
            Satisfiable::Yes);
  EXPECT_EQ(Answer(OfZeros), Satisfiable::No);
  EXPECT_EQ(Answer(Store.ult(A, B)), Satisfiable::Yes);
  EXPECT_EQ(Behind.Asked, 1u);
}

/// Whatever laws refute, no input of the machine satisfies.
TEST_F(WithoutMeaning, RefutedConditionsAreNeverTrue) {
  Random Choose(11);
  unsigned Refuted = 0;
  for (unsigned Round = 0; Round != 40; ++Round) {
    TermStore Own;
    FloatTerms Some(Own, Choose, 32);
    Random Again = Choose;
    Term First = Some.any(2), Second = Choose.chance(70) ? FloatTerms(Own, Again, 32).any(2) : Some.any(2);
    if (Choose.chance(50))
      Second = Own.fneg(Second);
    Term Question = Choose.chance(50) ? Own.notTerm(Own.feq(First, Second)) : Own.flt(First, Second);
    FloatAbstraction Abstract(Own);
    std::vector<Term> All{Abstract(Question), Abstract(Own.feq(First, First)), Abstract(Own.feq(Second, Second))};
    llvm::append_range(All, Abstract.laws());
    if (makeZ3Solver(Own)->check(All, std::chrono::seconds(20)).What != Satisfiable::No)
      continue;
    ++Refuted;
    for (unsigned I = 0; I != 200; ++I) {
      Assignment Values = Some.values();
      addResults(Abstract, Values);
      Valuation Now(Values);
      EXPECT_FALSE(Now.holds(All[0]) && Now.holds(All[1]) && Now.holds(All[2])) << "round " << Round;
    }
  }
  EXPECT_GE(Refuted, 3u);
}

} // namespace
