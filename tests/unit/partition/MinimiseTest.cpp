// Inputs that a reviewer gets: small, readable, and still in the class.

#include "partition/Minimise.h"

#include "input/LeafTerms.h"
#include "support/RandomTerms.h"

#include <gtest/gtest.h>

#include <llvm/ADT/STLExtras.h>

using namespace vernier;
using namespace vernier::test;
using llvm::APInt;

namespace {

class Minimise : public testing::Test {
protected:
  Term add(const std::string &Name, unsigned Bits, bool Signed, std::int64_t Value) {
    InputLeaf Leaf;
    Leaf.Name = Name;
    Leaf.Bits = Bits;
    Leaf.Signed = Signed;
    Space.Leaves.push_back(Leaf);
    Leaves.push_back(Store.variable(Bits, Name, VariableKind::Input));
    From.push_back(APInt(64, static_cast<std::uint64_t>(Value), true).sextOrTrunc(Bits));
    return Leaves.back();
  }
  Term integer(const std::string &Name, std::int64_t Value) { return add(Name, 32, true, Value); }

  /// A string of that many bytes, ended by a zero byte at the latest behind them.
  std::vector<Term> string(const std::string &Name, const std::string &Value) {
    InputObject Object;
    Object.Name = Name;
    Object.Text = true;
    std::vector<Term> Bytes;
    for (std::size_t I = 0; I < Value.size(); ++I) {
      InputCell Cell;
      Cell.Offset = I;
      Cell.Index = static_cast<unsigned>(Leaves.size());
      Object.Cells.push_back(Cell);
      Bytes.push_back(add(Name + "_" + std::to_string(I), 8, true, Value[I]));
    }
    Space.Objects.push_back(Object);
    return Bytes;
  }

  std::vector<Term> input(const std::string &Value, unsigned Length) {
    std::vector<Term> Bytes;
    for (std::size_t I = 0; I < Value.size(); ++I) {
      Space.Program.StdinLeaves.push_back(static_cast<unsigned>(Leaves.size()));
      Bytes.push_back(add("stdin_" + std::to_string(I), 8, false, Value[I]));
    }
    Space.Program.StdinLength = static_cast<unsigned>(Leaves.size());
    InputLeaf Count;
    Count.Name = "stdin_len";
    Count.Signed = false;
    Count.Min = APInt(32, 0);
    Count.Max = APInt(32, Value.size());
    Space.Leaves.push_back(Count);
    Leaves.push_back(
        Store.boundedVariable(32, "stdin_len", VariableKind::Input, false, APInt(32, 0), APInt(32, Value.size())));
    From.push_back(APInt(32, Length));
    return Bytes;
  }

  Term number(std::int64_t Value, unsigned Bits = 32) {
    return Store.constant(APInt(Bits, static_cast<std::uint64_t>(Value), true));
  }

  std::string found(const std::vector<Term> &Conjuncts, Solver *Ask = nullptr) {
    InputAssignment Best =
        minimise(Store, Conjuncts, Space, Leaves, From, Ask, std::chrono::milliseconds(Ask ? 5000 : 2000));
    std::string Text;
    for (const InputValue &Each : describe(Space, Best))
      Text += (Text.empty() ? "" : " ") + Each.Value;
    return Text;
  }

  TermStore Store;
  InputSpace Space;
  std::vector<Term> Leaves;
  InputAssignment From;
};

} // namespace

TEST_F(Minimise, Numbers) {
  Term X = integer("x", 123456789), Y = integer("y", -987654321), Z = integer("z", 4711);
  EXPECT_EQ(found({}), "0 0 0");
  EXPECT_EQ(found({Store.slt(number(0), X), Store.slt(Y, number(0))}), "1 -1 0");
  EXPECT_EQ(found({Store.slt(number(1000), X), Store.slt(Y, number(-500)), Store.ne(Z, number(0))}), "1001 -501 1");
  EXPECT_EQ(found({Store.slt(Y, X), Store.slt(X, number(2000000000))}), "1 0 0");
  EXPECT_EQ(found({Store.slt(Z, X)}), "1 0 0");
  EXPECT_EQ(found({Store.eq(Store.srem(Z, number(7)), number(0)), Store.slt(number(0), Z)}), "0 0 7");
}

TEST_F(Minimise, TiedNumbers) {
  Term X = integer("x", 123456789), Y = integer("y", 123456789);
  EXPECT_EQ(found({Store.eq(X, Y)}), "0 0");
  EXPECT_EQ(found({Store.eq(X, Y), Store.slt(number(0), X)}), "1 1");
  From[1] = From[0] - 5;
  EXPECT_EQ(found({Store.eq(X, Store.add(Y, number(5)))}), "5 0");
}

TEST_F(Minimise, Strings) {
  std::vector<Term> S = string("s", "x!q");
  auto Is = [&](Term T, char C) { return Store.eq(T, number(C, 8)); };
  EXPECT_EQ(found({}), "0 0 0");
  EXPECT_EQ(found({Store.notTerm(Is(S[0], 0))}), "97 0 0");
  EXPECT_EQ(found({Store.notTerm(Is(S[0], 0)), Store.notTerm(Is(S[0], 'a')), Is(S[1], '!')}), "98 33 0");
  // no letter will do: a digit, then what can be printed
  Term NoLetter = Store.slt(S[0], number('A', 8));
  From[0] = APInt(8, '+');
  EXPECT_EQ(found({Store.slt(number(0, 8), S[0]), NoLetter}), "48 0 0");
}

TEST_F(Minimise, StandardInput) {
  std::vector<Term> Bytes = input("\x07zz\xff", 3);
  Term Length = Leaves.back();
  EXPECT_EQ(found({Store.ult(number(1), Length)}), "97 97 0 0 2"); // unread bytes are zero
  EXPECT_EQ(found({Store.eq(Length, number(3)), Store.ult(Bytes[0], number(' ', 8))}), "10 97 97 0 3");
}

TEST_F(Minimise, BoundsAreKept) {
  Term X = integer("x", 70);
  Leaves.back() =
      Store.boundedVariable(32, "bounded", VariableKind::Input, true, number(50).value(), number(99).value());
  Space.Leaves.back().Min = APInt(32, 50);
  Space.Leaves.back().Max = APInt(32, 99);
  EXPECT_EQ(found({}), "50");
  (void)X;
}

TEST_F(Minimise, WhatDoesNotHoldComesBackAsItWas) {
  Term X = integer("x", 70);
  EXPECT_EQ(found({Store.slt(X, number(0))}), "70");
}

TEST_F(Minimise, FloatingPoint) {
  Term D = add("d", 64, true, 0);
  Space.Leaves.back().Floating = true;
  From.back() = llvm::APFloat(1234.56789e100).bitcastToAPInt();
  EXPECT_EQ(found({Store.flt(Store.constant(llvm::APFloat(0.25).bitcastToAPInt()), D)}), "1");
  From.back() = llvm::APFloat(1234.56789).bitcastToAPInt();
  EXPECT_EQ(found({Store.flt(Store.constant(llvm::APFloat(1111.0).bitcastToAPInt()), D)}), "1234");
}

TEST_F(Minimise, ASolverMovesWhatIsTied) {
  Term X = integer("x", 1000003), Y = integer("y", 999), Z = integer("z", 1000003 * 2 + 999);
  std::vector<Term> Tied{Store.eq(Z, Store.add(Store.mul(X, number(2)), Y)), Store.slt(number(3), Y)};
  auto Ask = makeSolver(Store);
  EXPECT_EQ(found(Tied, Ask.get()), "0 4 4");
}

/// Whatever the conditions are, what comes back satisfies them.
TEST(MinimiseRandom, ResultsAreModels) {
  Random Generator(11);
  RandomTermOptions Options;
  Options.Widths = {1, 8, 16, 32, 64};
  Options.Bounds = true;
  unsigned Smaller = 0, Cases = 0;
  for (unsigned I = 0; I < 400; ++I) {
    TermScript Script = randomScript(Generator, Options);
    TermStore Store;
    std::vector<Term> Terms = build(Script, Store), Leaves, Conjuncts;
    InputSpace Space;
    test::Values Inputs = randomInputs(Generator, Script);
    InputAssignment From;
    for (std::size_t S = 0; S < Script.size(); ++S)
      if (Script[S].What == Make::Variable) {
        InputLeaf Leaf;
        Leaf.Name = "v" + std::to_string(S);
        Leaf.Bits = Script[S].Bits;
        Leaf.Signed = Generator.chance(50);
        Space.Leaves.push_back(Leaf);
        Leaves.push_back(Terms[S]);
        From.push_back(Inputs[S]);
      }
    Assignment Given = assignmentOf(Leaves, From);
    for (Term Each : Terms) // all that hold
      if (Each.bits() == 1 && !Each.isConstant())
        Conjuncts.push_back(evaluate(Each, Given).isOne() ? Each : Store.notTerm(Each));
    InputAssignment Best = minimise(Store, Conjuncts, Space, Leaves, From);
    Assignment Values = assignmentOf(Leaves, Best);
    for (Term Each : Conjuncts)
      ASSERT_TRUE(evaluate(Each, Values).isOne()) << "script " << I;
    for (std::size_t L = 0; L < Leaves.size(); ++L)
      ASSERT_TRUE(admits(Leaves[L], Best[L])) << "script " << I;
    ++Cases;
    Smaller += Best != From;
  }
  EXPECT_GT(Smaller, Cases / 3);
}
