// Rules that the proofs rely on: without them answers would stay right, but need the solver.

#include "term/Evaluate.h"
#include "term/Term.h"

#include <llvm/ADT/bit.h>

#include <gtest/gtest.h>

using namespace vernier;
using llvm::APInt;

namespace {

class TermRules : public testing::Test {
protected:
  Term input(unsigned Bits, const char *Name) { return Store.variable(Bits, Name, VariableKind::Input); }
  Term number(std::uint64_t Value, unsigned Bits = 32) { return Store.constant(Bits, Value); }

  TermStore Store;
  Term X = input(32, "x"), Y = input(32, "y"), C = input(1, "c"), D = input(1, "d");
};

} // namespace

// Both operands of each level share the level below: who asks each of them anew never comes to an end.
TEST_F(TermRules, SharedPartsAreLookedAtOnce) {
  Term Narrow = X, Wide = X, Sum = X;
  for (unsigned I = 0; I < 200; ++I) {
    Term Choice = input(1, ("c" + std::to_string(I)).c_str());
    Narrow = Store.ite(Choice, Store.xorTerm(Narrow, Y), Store.orTerm(Narrow, number(I)));
    Wide = Store.concat(Store.xorTerm(Store.extract(Wide, 0, 16), Store.extract(Y, 16, 16)),
                        Store.orTerm(Store.extract(Wide, 8, 16), Store.extract(Y, 0, 16)));
    Sum = Store.ite(Choice, Store.xorTerm(Sum, number(3)), number(I + 1000));
  }
  EXPECT_EQ(Store.extract(Narrow, 3, 1).bits(), 1u);
  EXPECT_EQ(Store.eq(Wide, number(77)).bits(), 1u);
  EXPECT_EQ(Store.ult(Store.add(Sum, Narrow), number(77)).bits(), 1u);
  EXPECT_LT(Store.size(), 100000u);
}

TEST_F(TermRules, EqualTermsAreOneTerm) {
  EXPECT_EQ(input(32, "x"), X);
  EXPECT_NE(Store.fresh(32, "x", VariableKind::Input), Store.fresh(32, "x", VariableKind::Input));
  EXPECT_EQ(Store.mul(X, Y), Store.mul(Y, X));
  EXPECT_EQ(Store.fadd(X, Y), Store.fadd(Y, X));
  EXPECT_EQ(Store.eq(X, Y), Store.eq(Y, X));
}

TEST_F(TermRules, AConditionAndItsComplementCancel) {
  Term NotC = Store.notTerm(C);
  EXPECT_TRUE(Store.andTerm(C, NotC).isFalse());
  EXPECT_TRUE(Store.orTerm(C, NotC).isTrue());
  EXPECT_EQ(Store.notTerm(NotC), C);
  // where the two sides of a branch meet again
  EXPECT_EQ(Store.orTerm(Store.andTerm(D, C), Store.andTerm(D, NotC)), D);
  EXPECT_EQ(Store.orTerm(C, Store.andTerm(NotC, D)), Store.orTerm(C, D));
  EXPECT_TRUE(Store.andTerm(C, Store.andTerm(NotC, D)).isFalse());
}

TEST_F(TermRules, AComparisonAndItsOppositeAreOneCondition) {
  EXPECT_EQ(Store.sle(X, Y), Store.notTerm(Store.slt(Y, X)));
  EXPECT_EQ(Store.ule(X, Y), Store.notTerm(Store.ult(Y, X)));
  EXPECT_EQ(Store.slt(number(3), X), Store.notTerm(Store.slt(X, number(4)))); // x > 3 and x >= 4
  EXPECT_EQ(Store.sle(number(4), X), Store.slt(number(3), X));
  EXPECT_TRUE(Store.orTerm(Store.slt(X, number(4)), Store.slt(number(3), X)).isTrue());
  EXPECT_EQ(Store.ult(X, number(1)), Store.eq(X, number(0)));
}

TEST_F(TermRules, SumsAreCanonical) {
  EXPECT_EQ(Store.add(X, Store.add(Y, number(3))), Store.add(Store.add(number(1), Y), Store.add(X, number(2))));
  EXPECT_EQ(Store.add(X, X), Store.mul(X, number(2)));
  EXPECT_EQ(Store.add(X, X), Store.shl(X, number(1)));
  EXPECT_EQ(Store.sub(Store.add(X, Y), Y), X);
  EXPECT_TRUE(Store.sub(X, X).isZero());
  EXPECT_EQ(Store.mul(Store.add(X, number(1)), number(3)), Store.add(Store.mul(X, number(3)), number(3)));
  EXPECT_TRUE(Store.eq(Store.add(X, number(1)), X).isFalse());
  EXPECT_EQ(Store.eq(Store.add(X, number(1)), Store.add(Y, number(1))), Store.eq(X, Y));
  EXPECT_EQ(Store.eq(Store.mul(X, number(3)), number(9)), Store.eq(X, number(3)));
}

TEST_F(TermRules, AChoiceOfSumsIsASum) {
  // c ? x + 1 : x is x + (c ? 1 : 0), so that what both sides share remains visible
  Term Chosen = Store.ite(C, Store.add(X, number(1)), X);
  EXPECT_EQ(Chosen, Store.add(X, Store.ite(C, number(1), number(0))));
  EXPECT_EQ(Store.sub(Chosen, X), Store.ite(C, number(1), number(0)));
  EXPECT_EQ(Store.ite(C, X, X), X);
  EXPECT_EQ(Store.ite(C, Store.ite(C, X, Y), Y), Store.ite(C, X, Y));
  EXPECT_EQ(Store.ite(Store.eq(X, Y), Y, X), X);
  EXPECT_EQ(Store.eq(Store.ite(C, number(1), number(2)), number(1)), C);
}

TEST_F(TermRules, ASumAtItsExtremeFixesItsParts) {
  // counters of three branches: all of them were taken, or none
  Term A = Store.zext(C, 32), B = Store.zext(D, 32), Z = Store.zext(input(1, "e"), 32);
  Term Sum = Store.add(A, Store.add(B, Z));
  EXPECT_EQ(Store.eq(Sum, number(3)), Store.andTerm(Store.andTerm(C, D), input(1, "e")));
  Term None = Store.eq(Sum, number(0));
  EXPECT_TRUE(evaluate(None, Assignment()).isOne());
  EXPECT_TRUE(evaluate(None, {{D, APInt(1, 1)}}).isZero());
  EXPECT_TRUE(Store.eq(Sum, number(4)).isFalse());
}

TEST_F(TermRules, PiecesMeetAgain) {
  Term Low = Store.extract(X, 0, 8), High = Store.extract(X, 8, 24);
  EXPECT_EQ(Store.concat(High, Low), X);
  EXPECT_EQ(Store.extract(Store.concat(X, Y), 32, 32), X);
  EXPECT_EQ(Store.extract(Store.sext(X, 64), 0, 32), X);
  EXPECT_EQ(Store.andTerm(X, number(255)), Store.zext(Low, 32));
  EXPECT_EQ(Store.urem(X, number(256)), Store.zext(Low, 32));
}

TEST_F(TermRules, IntervalsDecide) {
  Term Small = Store.boundedVariable(32, "small", VariableKind::Input, true, APInt(32, -3, true), APInt(32, 5));
  EXPECT_TRUE(Store.slt(Small, number(6)).isTrue());
  EXPECT_TRUE(Store.eq(Small, number(6)).isFalse());
  EXPECT_FALSE(Store.slt(Small, number(5)).isConstant());
  // x < 10 ? x : 9 is below 10, so an index that was checked needs no solver
  Term Clamped = Store.ite(Store.ult(X, number(10)), X, number(9));
  EXPECT_TRUE(Store.ult(Clamped, number(10)).isTrue());
  EXPECT_FALSE(Store.ult(Clamped, number(9)).isConstant());
}

TEST_F(TermRules, Addresses) {
  Term P = Store.variable(64, "p", VariableKind::Address), Q = Store.variable(64, "q", VariableKind::Address);
  Term I = Store.zext(X, 64);
  Term Inside = Store.add(P, Store.mul(I, number(4, 64)));
  // Objects do not overlap, and none lies at a constant address.
  EXPECT_TRUE(Store.eq(P, Q).isFalse());
  EXPECT_TRUE(Store.eq(P, number(0, 64)).isFalse());
  EXPECT_TRUE(Store.eq(Inside, Store.add(Q, number(4, 64))).isFalse());
  // Within one object, pointers are as equal, and as ordered, as their offsets.
  EXPECT_EQ(Store.eq(Inside, P), Store.eq(Store.mul(I, number(4, 64)), number(0, 64)));
  EXPECT_TRUE(Store.ult(P, Store.add(P, number(4, 64))).isTrue());
  EXPECT_TRUE(Store.ult(Store.add(P, number(4, 64)), P).isFalse());
  EXPECT_EQ(Store.ult(Inside, Store.add(P, number(8, 64))), Store.slt(Store.mul(I, number(4, 64)), number(8, 64)));
  // What may hold an address itself decides nothing, and neither does a difference of addresses.
  Term Any = Store.variable(64, "any", VariableKind::Input);
  EXPECT_FALSE(Store.eq(P, Any).isConstant());
  EXPECT_FALSE(Store.eq(Store.sub(P, Q), number(16, 64)).isTrue());
  EXPECT_FALSE(Store.ult(P, Q).isConstant());
  EXPECT_FALSE(Store.eq(P, Store.ite(C, P, Q)).isConstant());
}

TEST_F(TermRules, FloatingPointIsNoField) {
  Term Zero = Store.constant(APInt(32, 0)), One = Store.constant(APInt(32, 0x3f800000));
  EXPECT_NE(Store.fadd(X, Zero), X); // -0 + 0 is 0
  EXPECT_FALSE(Store.feq(X, X).isConstant());
  EXPECT_FALSE(Store.fsub(X, X).isConstant());
  EXPECT_NE(Store.fmul(X, One), X); // NaN becomes the one NaN
  EXPECT_EQ(Store.fneg(Store.fneg(X)), X);
  EXPECT_EQ(Store.fmul(X, Store.constant(APInt(32, 0x40000000))), Store.fadd(X, X));
}

TEST(TermSums, LongOnesStayLinearInSize) {
  TermStore Store;
  Term Sum = Store.constant(32, 0);
  for (unsigned I = 0; I < 2000; ++I)
    Sum = Store.add(Sum, Store.variable(32, "x" + std::to_string(I), VariableKind::Input));
  std::size_t Operands = 0;
  for (Term Each : reachable({Sum}))
    Operands += Each.operands().size();
  EXPECT_LT(Operands, 2000u * 2);
  Assignment Ones;
  for (unsigned I = 0; I < 2000; ++I)
    Ones[Store.variable(32, "x" + std::to_string(I), VariableKind::Input)] = APInt(32, 1);
  EXPECT_EQ(evaluate(Sum, Ones).getZExtValue(), 2000u);
}

// How far a pointer was moved by comparisons: no adder is left for the solver, and the meaning is the same.
TEST_F(TermRules, SumsOfBitsAreCounted) {
  std::vector<Term> Bits;
  Term Sum = number(0, 64);
  for (unsigned I = 0; I < 5; ++I) {
    Bits.push_back(input(1, ("b" + std::to_string(I)).c_str()));
    Sum = Store.add(Sum, Store.zext(Bits.back(), 64));
  }
  for (unsigned Constant : {0u, 3u})
    for (unsigned Limit = 0; Limit < 11; ++Limit) {
      Term Moved = Store.add(Sum, number(Constant, 64));
      Term Below = Store.ult(Moved, number(Limit, 64)), Equal = Store.eq(Moved, number(Limit, 64));
      for (Term Part : reachable({Below, Equal}))
        EXPECT_FALSE(Part.is(Operation::Add)) << Limit;
      for (unsigned Value = 0; Value < 32; ++Value) {
        Assignment Values;
        for (unsigned I = 0; I < 5; ++I)
          Values[Bits[I]] = APInt(1, Value >> I & 1);
        unsigned Whole = Constant + static_cast<unsigned>(llvm::popcount(Value));
        EXPECT_EQ(evaluate(Below, Values).isOne(), Whole < Limit) << Constant << " " << Value << " " << Limit;
        EXPECT_EQ(evaluate(Equal, Values).isOne(), Whole == Limit) << Constant << " " << Value << " " << Limit;
      }
    }
}

TEST_F(TermRules, NegatedWholeNumbersAreComparedAsIntegers) {
  Term Byte = input(8, "b");
  Term Negated = Store.fneg(Store.sitof(Byte, 64));
  for (int Limit : {-128, -2, -1, 0, 1, 127, 128}) {
    Term Against = Store.constant(64, llvm::bit_cast<std::uint64_t>(double(Limit)));
    Term Answers[] = {Store.feq(Negated, Against), Store.flt(Negated, Against), Store.fle(Negated, Against),
                      Store.flt(Against, Negated), Store.fle(Against, Negated)};
    for (Term Part : reachable(Answers))
      EXPECT_FALSE(Part.is(Operation::FEq) || Part.is(Operation::FLt) || Part.is(Operation::FLe));
    Evaluator Of(Answers);
    for (int Value = -128; Value < 128; ++Value) {
      Of.run({{Byte, APInt(8, std::uint64_t(Value), true)}});
      bool Wanted[] = {-Value == Limit, -Value < Limit, -Value <= Limit, Limit < -Value, Limit <= -Value};
      for (unsigned I = 0; I != std::size(Wanted); ++I)
        EXPECT_EQ(Of.valueOf(Answers[I]).getBoolValue(), Wanted[I]) << I << ": " << Value << ", " << Limit;
    }
  }
}
