// Conditions as text: what a reviewer should read, and that it means the condition. Clang's rules for types are in the
// parser of expressions (tests/unit/input compares it with the compiler), which reads most texts back.

#include "report/terms/ReadableCondition.h"
#include "input/Expression.h"
#include "input/LeafTerms.h"
#include "input/PlaceNames.h"
#include "support/RandomTerms.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;
using llvm::APInt;

namespace {

InputLeaf leaf(const std::string &Name, unsigned Bits, bool Signed, bool Floating = false) {
  InputLeaf Result;
  Result.Name = Name;
  Result.Bits = Bits;
  Result.Signed = Signed;
  Result.Floating = Floating;
  return Result;
}

/// A space with one leaf of each kind, and terms over it.
class Readable : public testing::Test {
protected:
  Readable() {
    for (const auto &[Name, Bits, Signed] :
         std::initializer_list<std::tuple<const char *, unsigned, bool>>{{"i", 32, true},
                                                                         {"j", 32, true},
                                                                         {"u", 32, false},
                                                                         {"v", 32, false},
                                                                         {"l", 64, true},
                                                                         {"n", 64, false},
                                                                         {"c", 8, true},
                                                                         {"b", 8, false},
                                                                         {"h", 16, true},
                                                                         {"flag", 1, false}})
      Space.Leaves.push_back(leaf(Name, Bits, Signed));
    Space.Leaves.push_back(leaf("f", 32, true, true));
    Space.Leaves.push_back(leaf("d", 64, true, true));
    InputLeaf Percent = leaf("percent", 32, true);
    Percent.Min = APInt(32, 0);
    Percent.Max = APInt(32, 100);
    Space.Leaves.push_back(Percent);
    InputObject Text;
    Text.Name = "s";
    Text.Text = true;
    for (unsigned I : {0u, 1u}) {
      InputCell Cell;
      Cell.Offset = I;
      Cell.Index = static_cast<unsigned>(Space.Leaves.size());
      Text.Cells.push_back(Cell);
      Space.Leaves.push_back(leaf("s_" + std::to_string(I), 8, true));
    }
    Space.Objects.push_back(Text);
    ProgramInput::Argument Argument;
    Argument.Leaves = {static_cast<unsigned>(Space.Leaves.size())};
    Space.Program.Arguments = {Argument};
    Space.Leaves.push_back(leaf("argv_1_0", 8, true));
    Space.Program.StdinLeaves = {static_cast<unsigned>(Space.Leaves.size())};
    Space.Leaves.push_back(leaf("stdin_0", 8, false));
    Leaves = leafTerms(Store, Space);
  }

  Term operator[](const std::string &Name) const {
    for (std::size_t I = 0; I < Leaves.size(); ++I)
      if (Space.Leaves[I].Name == Name)
        return Leaves[I];
    ADD_FAILURE() << Name;
    return {};
  }
  Term at(const char *Name) const { return (*this)[Name]; }
  Term number(std::int64_t Value, unsigned Bits = 32) {
    return Store.constant(APInt(Bits, static_cast<std::uint64_t>(Value), true));
  }

  std::string text(std::initializer_list<Term> Conjuncts, const ReadableOptions &Options = {}) {
    return readableCondition(Store, Space, Leaves, std::vector<Term>(Conjuncts), Options).Text;
  }

  TermStore Store;
  InputSpace Space;
  std::vector<Term> Leaves;
};

} // namespace

TEST_F(Readable, RangesOfInputs) {
  Term I = at("i"), J = at("j"), U = at("u");
  Term Positive = Store.slt(number(0), I);
  EXPECT_EQ(text({}), "true");
  EXPECT_EQ(text({Positive, Store.sle(J, number(0))}), "i > 0 && j <= 0");
  EXPECT_EQ(text({Store.notTerm(Store.slt(I, J))}), "i >= j");
  EXPECT_EQ(text({Store.sle(number(0), I), Store.slt(I, number(10))}), "0 <= i <= 9");
  EXPECT_EQ(text({Store.slt(I, number(10))}), "i < 10");
  EXPECT_EQ(text({Store.slt(I, number(0))}), "i < 0");
  EXPECT_EQ(text({Store.sle(number(-5), I)}), "i >= -5");
  EXPECT_EQ(text({Store.eq(I, number(3))}), "i == 3");
  EXPECT_EQ(text({Store.ne(I, number(3))}), "i != 3");
  EXPECT_EQ(text({Positive, Store.ne(I, number(3)), Store.ne(I, number(5))}), "i > 0 && i != 3 && i != 5");
  EXPECT_EQ(text({Positive, Store.slt(number(-7), I)}), "i > 0"); // implied
  EXPECT_EQ(text({Positive, Store.slt(I, number(2))}), "i == 1");
  EXPECT_EQ(text({Store.orTerm(Store.slt(I, number(-2)), Store.slt(number(4), I))}), "(i <= -3 || i >= 5)");
  EXPECT_EQ(text({Positive, Store.slt(I, number(0))}), "false");
  EXPECT_EQ(text({Store.ult(number(0), U)}), "u != 0");
  EXPECT_EQ(text({Store.ult(U, number(7))}), "u <= 6");
  EXPECT_EQ(text({Store.ule(number(-10), U)}), "u >= 4294967286");
  EXPECT_EQ(text({Store.slt(number(20), at("percent"))}), "percent > 20");
  EXPECT_EQ(text({Store.slt(number(0), at("percent"))}), "percent > 0");
  // what the bounds of the input imply
  EXPECT_EQ(text({Store.sle(number(0), at("percent")), Positive}), "i > 0");
}

TEST_F(Readable, Signedness) {
  Term I = at("i"), J = at("j"), U = at("u"), V = at("v"), C = at("c"), B = at("b");
  EXPECT_EQ(text({Store.slt(I, J)}), "i < j");
  EXPECT_EQ(text({Store.ult(I, J)}), "(unsigned)i < (unsigned)j");
  EXPECT_EQ(text({Store.ult(U, V)}), "u < v");
  EXPECT_EQ(text({Store.slt(U, V)}), "(int)u < (int)v");
  EXPECT_EQ(text({Store.ult(I, number(10))}), "0 <= i <= 9"); // a range says it without a cast
  EXPECT_EQ(text({Store.slt(U, number(0))}), "u >= 2147483648");
  EXPECT_EQ(text({Store.eq(I, U)}), "(unsigned)i == u");
  EXPECT_EQ(text({Store.slt(Store.sext(C, 32), I)}), "c < i");
  EXPECT_EQ(text({Store.slt(Store.zext(B, 32), I)}), "b < i");
  EXPECT_EQ(text({Store.slt(Store.zext(C, 32), I)}), "(unsigned char)c < i");
  EXPECT_EQ(text({Store.slt(Store.sext(B, 32), I)}), "(signed char)b < i");
  EXPECT_EQ(text({Store.slt(Store.sext(I, 64), at("l"))}), "i < l");
  EXPECT_EQ(text({Store.ult(Store.sext(I, 64), at("n"))}), "(unsigned long)i < n");
  EXPECT_EQ(text({Store.slt(Store.add(Store.sext(I, 64), Store.sext(J, 64)), at("l"))}), "(long)i + j < l");
  EXPECT_EQ(text({at("flag")}), "flag");
  EXPECT_EQ(text({Store.notTerm(at("flag"))}), "!flag");
}

TEST_F(Readable, Text) {
  Term S0 = at("s_0"), S1 = at("s_1");
  EXPECT_EQ(text({Store.eq(S0, number('a', 8))}), "s[0] == 'a'");
  EXPECT_EQ(text({Store.ne(S0, number(0, 8)), Store.eq(S1, number(0, 8))}), "s[0] != '\\0' && s[1] == '\\0'");
  EXPECT_EQ(text({Store.sle(number('0', 8), S0), Store.sle(S0, number('9', 8))}), "'0' <= s[0] <= '9'");
  EXPECT_EQ(text({Store.eq(at("argv_1_0"), number('-', 8))}), "argv[1][0] == '-'");
  EXPECT_EQ(text({Store.ne(at("stdin_0"), number('\n', 8))}), "stdin[0] != '\\n'");
  EXPECT_EQ(text({Store.eq(S0, number('\'', 8))}), "s[0] == '\\''");
  EXPECT_EQ(text({Store.slt(S0, number(0, 8))}), "s[0] < 0");
  EXPECT_EQ(text({Store.eq(S0, S1)}), "s[0] == s[1]");
  EXPECT_EQ(text({Store.eq(at("c"), number('a', 8))}), "c == 97"); // a number in the source
  Term Letter = Store.orTerm(Store.andTerm(Store.sle(number('a', 8), S0), Store.sle(S0, number('z', 8))),
                             Store.andTerm(Store.sle(number('A', 8), S0), Store.sle(S0, number('Z', 8))));
  EXPECT_EQ(text({Letter}), "('A' <= s[0] <= 'Z' || 'a' <= s[0] <= 'z')");
}

TEST_F(Readable, Arithmetic) {
  Term I = at("i"), J = at("j"), U = at("u");
  EXPECT_EQ(text({Store.slt(Store.sub(I, J), number(10))}), "i - j < 10");
  EXPECT_EQ(text({Store.slt(Store.add(I, Store.mul(J, number(8))), number(-3))}), "i + 8 * j <= -4");
  EXPECT_EQ(text({Store.slt(Store.sub(I, Store.mul(J, number(8))), at("percent"))}), "i - 8 * j < percent");
  EXPECT_EQ(text({Store.eq(Store.andTerm(Store.mul(I, J), number(0x0f)), number(3))}), "((i * j) & 0xf) == 3");
  EXPECT_EQ(text({Store.slt(Store.sdiv(Store.add(I, J), number(2)), number(7))}), "(i + j) / 2 <= 6");
  EXPECT_EQ(text({Store.eq(Store.urem(U, at("v")), number(1))}), "u % v == 1");
  EXPECT_EQ(text({Store.eq(Store.lshr(Store.mul(U, at("v")), number(4)), number(1))}), "(u * v) >> 4 == 1");
  EXPECT_EQ(text({Store.slt(Store.ite(Store.slt(I, J), I, J), number(5))}), "(i < j ? i : j) <= 4");
  EXPECT_EQ(text({Store.orTerm(Store.slt(I, J), Store.andTerm(at("flag"), Store.eq(U, at("v"))))}),
            "(i < j || (flag && u == v))");
  EXPECT_EQ(text({Store.notTerm(Store.andTerm(Store.slt(I, J), at("flag")))}), "(!flag || i >= j)");
}

TEST_F(Readable, FloatingPoint) {
  Term F = at("f"), D = at("d");
  Term Half = Store.constant(APInt(32, 0x3f000000)), Two = Store.constant(APInt(64, 0x4000000000000000));
  EXPECT_EQ(text({Store.flt(F, Half)}), "f < 0.5f");
  EXPECT_EQ(text({Store.notTerm(Store.flt(F, Half))}), "!(f < 0.5f)"); // a NaN is not above it either
  EXPECT_EQ(text({Store.isNaN(F)}), "isnan(f)");
  EXPECT_EQ(text({Store.notTerm(Store.feq(D, Two))}), "d != 2.0");
  EXPECT_EQ(text({Store.fle(Store.fadd(Store.fconvert(F, 64), D), Two)}), "d + (double)f <= 2.0");
  EXPECT_EQ(text({Store.flt(Store.fsub(D, Store.sitof(at("i"), 64)), Two)}), "d - (double)i < 2.0");
  EXPECT_EQ(text({Store.flt(Store.fabs(D), Two)}), "fabs(d) < 2.0");
  EXPECT_EQ(text({Store.slt(Store.ftosi(D, 32), number(7))}), "(int)d <= 6");
}

TEST_F(Readable, LongConditionsAreCut) {
  std::vector<Term> Many;
  for (unsigned I = 0; I < 7; ++I)
    Many.push_back(Store.ne(at("i"), number(10 * I)));
  ReadableOptions Options;
  Options.MostConjuncts = 3;
  ReadableCondition Found = readableCondition(Store, Space, Leaves, Many, Options);
  EXPECT_EQ(Found.Text, "i != 0 && i != 10 && i != 20 ... and 4 more");
  EXPECT_FALSE(Found.Whole);
  Term Deep = at("i");
  for (unsigned I = 0; I < 6; ++I)
    Deep = Store.sdiv(Deep, at("j"));
  Options.Depth = 3;
  Found = readableCondition(Store, Space, Leaves, Store.slt(Deep, number(1)), Options);
  EXPECT_FALSE(Found.Whole);
  EXPECT_EQ(Found.Text, "... / j / j / j <= 0");
}

TEST_F(Readable, NamesOfPlaces) {
  EXPECT_EQ(placeName(Space, 0), "i");
  InputSpace Other = Space;
  Other.Leaves[0].Name = "x_1"; // a parameter of that name
  EXPECT_EQ(placeName(Other, 0), "x_1");
  InputObject Array;
  Array.Name = "m_2";
  InputCell Cell;
  Cell.Index = 1;
  Array.Cells.push_back(Cell);
  Other.Objects.push_back(Array);
  Other.Leaves[1].Name = "m_2_0_1.x_y";
  EXPECT_EQ(placeName(Other, 1), "m_2[0][1].x_y");
}

namespace {

/// Terms over leaves of random types, as text, read back.
struct RoundTrip {
  unsigned Written = 0, Whole = 0, Read = 0, Compared = 0, True = 0;
};

RoundTrip campaign(std::uint64_t Seed, unsigned Scripts, const RandomTermOptions &Options) {
  Random Generator(Seed);
  RoundTrip Seen;
  for (unsigned I = 0; I < Scripts && !testing::Test::HasFailure(); ++I) {
    TermScript Script = randomScript(Generator, Options);
    TermStore Store;
    std::vector<Term> Terms = build(Script, Store);
    InputSpace Space;
    std::vector<Term> Leaves;
    std::vector<std::size_t> Steps;
    for (std::size_t S = 0; S < Script.size(); ++S)
      if (Script[S].What == Make::Variable) {
        bool Floating = Options.Floats && (Script[S].Bits == 32 || Script[S].Bits == 64) && Generator.chance(50);
        Space.Leaves.push_back(
            leaf("v" + std::to_string(S), Script[S].Bits, Script[S].Bits > 1 && Generator.chance(50), Floating));
        Leaves.push_back(Terms[S]);
        Steps.push_back(S);
      }
    for (std::size_t S = 0; S < Script.size(); ++S) {
      if (Terms[S].bits() != 1 || Terms[S].isConstant())
        continue;
      ReadableOptions Plain;
      Plain.Chains = false;
      Plain.Depth = 30;
      Plain.MostConjuncts = 100;
      std::vector<Term> Conjuncts{Terms[S]};
      if (Generator.chance(40))
        for (std::size_t Other = 0; Other < S; ++Other)
          if (Terms[Other].bits() == 1 && Generator.chance(40))
            Conjuncts.push_back(Generator.chance(50) ? Terms[Other] : Store.notTerm(Terms[Other]));
      ReadableCondition Found = readableCondition(Store, Space, Leaves, Conjuncts, Plain);
      ++Seen.Written;
      Seen.Whole += Found.Whole;
      auto Read = parseExpression(Found.Text, Space);
      if (!Found.Whole || !Read)
        continue;
      ++Seen.Read;
      for (unsigned Round = 0; Round < 12; ++Round) {
        test::Values Inputs = randomInputs(Generator, Script);
        InputAssignment Given;
        for (std::size_t Step : Steps)
          Given.push_back(Inputs[Step]);
        Assignment Values = assignmentOf(Leaves, Given);
        bool Wanted = llvm::all_of(Conjuncts, [&](Term T) { return evaluate(T, Values).isOne(); });
        ++Seen.Compared;
        Seen.True += Wanted;
        std::string Shown;
        for (std::size_t L = 0; L < Given.size(); ++L)
          Shown += Space.Leaves[L].Name + (Space.Leaves[L].Signed ? " (signed) = " : " = ") +
                   valueText(Given[L], Space.Leaves[L].Signed, Space.Leaves[L].Floating) + "\n";
        EXPECT_EQ(evaluate(*Read, Given).getBoolValue(), Wanted) << Found.Text << "\n" << Shown;
        if (testing::Test::HasFailure())
          return Seen;
      }
    }
  }
  return Seen;
}

} // namespace

TEST(ReadableMeaning, TypesOfC) {
  RandomTermOptions Options;
  Options.Widths = {1, 8, 16, 32, 64};
  Options.WidestConcat = 64;
  Options.Steps = 10;
  RoundTrip Seen = campaign(1, 700, Options);
  EXPECT_GT(Seen.Read, Seen.Written / 2);
  EXPECT_GT(Seen.True, Seen.Compared / 20);
}

TEST(ReadableMeaning, BoundedInputs) {
  RandomTermOptions Options;
  Options.Widths = {8, 32};
  Options.WidestConcat = 64;
  Options.Bounds = true;
  Options.Steps = 6;
  RoundTrip Seen = campaign(2, 700, Options);
  EXPECT_GT(Seen.Read, Seen.Written / 2);
}

TEST(ReadableMeaning, FloatingPoint) {
  RandomTermOptions Options;
  Options.Widths = {1, 32, 64};
  Options.WidestConcat = 64;
  Options.Floats = true;
  Options.Remainders = false;
  Options.Steps = 8;
  RoundTrip Seen = campaign(3, 500, Options);
  EXPECT_GT(Seen.Read, Seen.Written / 5);
}
