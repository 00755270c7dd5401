// Tables with a symbolic index: what they mean, and that they stay small.

#include "term/Table.h"
#include "base/Random.h"
#include "term/Evaluate.h"

#include <gtest/gtest.h>

#include <cctype>

using namespace vernier;
using llvm::APInt;

namespace {

class Tables : public testing::Test {
protected:
  Term constant(unsigned Bits, std::uint64_t Value) { return Store.constant(Bits, Value); }
  std::uint64_t value(Term T, Term Variable, std::uint64_t Given) {
    Assignment Values;
    Values[Variable] = APInt(Variable.bits(), Given);
    return evaluate(T, Values).getZExtValue();
  }
  /// As in C: the table of a property of characters, 384 entries from -128 on.
  std::vector<Term> characters(unsigned Bits, llvm::function_ref<int(int)> Property) {
    std::vector<Term> Elements;
    for (int C = -128; C < 256; ++C)
      Elements.push_back(Store.constant(APInt(Bits, static_cast<std::uint64_t>(C < 0 ? 0 : Property(C)))));
    return Elements;
  }
  std::size_t size(Term T) { return reachable({T}).size(); }

  TermStore Store;
};

int properties(int C) {
  return (std::isalpha(C) ? 1024 : 0) | (std::isdigit(C) ? 2048 : 0) | (std::isupper(C) ? 256 : 0) |
         (std::isspace(C) ? 8192 : 0) | (std::ispunct(C) ? 4 : 0);
}

} // namespace

TEST_F(Tables, AClassOfCharactersIsAFewRanges) {
  Term C = Store.variable(8, "c", VariableKind::Input);
  for (bool Signed : {false, true}) {
    Term Wide = Signed ? Store.sext(C, 64) : Store.zext(C, 64);
    Term Address = Store.add(Store.mul(Wide, constant(64, 2)), constant(64, 0x7000 + 256));
    Term Entry = tableTerm(Store, Address, 0x7000, 2, characters(16, properties));
    Term IsAlpha = Store.ne(Store.andTerm(Store.zext(Entry, 32), constant(32, 1024)), constant(32, 0));
    EXPECT_LT(size(IsAlpha), 20u);
    for (unsigned I = 0; I < (Signed ? 128 : 256); ++I) {
      EXPECT_EQ(value(IsAlpha, C, I), I < 128 && std::isalpha(static_cast<int>(I)) != 0) << I;
      EXPECT_EQ(value(Entry, C, I), static_cast<std::uint64_t>(I < 128 ? properties(static_cast<int>(I)) : 0)) << I;
    }
  }
}

TEST_F(Tables, AMapOfCharactersIsAFewSums) {
  Term C = Store.variable(32, "c", VariableKind::Input);
  Term Address = Store.add(Store.mul(Store.sext(C, 64), constant(64, 4)), constant(64, 0x7000 + 512));
  Term Lower = tableTerm(Store, Address, 0x7000, 4, characters(32, [](int X) { return std::tolower(X); }));
  EXPECT_LT(size(Lower), 20u);
  for (unsigned I = 0; I < 256; ++I)
    EXPECT_EQ(value(Lower, C, I), static_cast<std::uint64_t>(I < 128 ? std::tolower(static_cast<int>(I)) : I)) << I;
}

TEST_F(Tables, RandomTablesMeanTheirElements) {
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    Random Generator(Seed);
    TermStore Store;
    Term X = Store.variable(Generator.chance(50) ? 8 : 32, "x", VariableKind::Input);
    std::uint64_t Stride = std::uint64_t(1) << Generator.below(4), Count = 1 + Generator.below(40);
    std::uint64_t First = 0x10000 + Generator.below(64), Shift = Generator.below(5) * Stride;
    unsigned Bits = static_cast<unsigned>(8 * Stride);
    Term Index = Generator.chance(50) ? Store.zext(X, 64) : Store.sext(X, 64);
    Term Address = Store.add(Store.mul(Index, Store.constant(64, Stride)), Store.constant(64, First + Shift));
    std::vector<Term> Elements;
    std::vector<std::uint64_t> Values;
    for (std::uint64_t I = 0; I < Count; ++I) {
      std::uint64_t Next =
          Values.empty() || Generator.chance(30) ? Generator.below(4) : Values.back() + (Generator.chance(60) ? 0 : 1);
      Values.push_back(Next & APInt::getMaxValue(Bits).getZExtValue());
      Elements.push_back(Store.constant(Bits, Values.back()));
    }
    Term Entry = tableTerm(Store, Address, First, Stride, Elements);
    Term Masked = Store.andTerm(Entry, Store.constant(Bits, 2)), Is = Store.eq(Entry, Store.constant(Bits, 1));
    Term Below = Store.ult(Entry, Store.constant(Bits, 3)), More = Store.add(Entry, Store.constant(Bits, 7));
    Term Low = Store.extract(Entry, 0, 3);
    for (std::uint64_t I = Shift / Stride; I < Count; ++I) {
      Assignment Given;
      Given[X] = APInt(X.bits(), I - Shift / Stride);
      auto Holds = [&](Term T, std::uint64_t Wanted) {
        EXPECT_EQ(evaluate(T, Given).getZExtValue(), APInt(T.bits(), Wanted).getZExtValue()) << Seed << " " << I;
      };
      Holds(Entry, Values[I]);
      Holds(Masked, Values[I] & 2);
      Holds(Is, Values[I] == 1);
      Holds(Below, Values[I] < 3);
      Holds(More, Values[I] + 7);
      Holds(Low, Values[I] & 7);
    }
  }
}

/// Rows of a table of structures, or of one with two dimensions, of any width, with an index that begins anywhere.
TEST_F(Tables, RandomConstantTablesMeanTheirElements) {
  for (unsigned Seed = 0; Seed < 100; ++Seed) {
    Random Generator(Seed);
    TermStore Store;
    std::uint64_t Width = std::uint64_t(1) << Generator.below(4), PerRow = 1 + Generator.below(5);
    std::uint64_t Rows = 1 + Generator.below(300), Field = Generator.below(PerRow);
    std::uint64_t First = 0x10000 + Generator.below(64), Begin = Generator.below(Rows);
    unsigned Bits = static_cast<unsigned>(8 * Width);
    std::vector<std::uint64_t> Elements;
    for (std::uint64_t I = 0; I < Rows * PerRow; ++I)
      Elements.push_back(
          APInt(Bits, I && Generator.chance(60) ? Elements.back() : Generator.below(300)).getZExtValue());
    bool Signed = Generator.chance(50);
    Term X = Store.variable(Generator.chance(50) ? 8 : 16, "x", VariableKind::Input);
    Term Row = Signed ? Store.sext(X, 64) : Store.zext(X, 64);
    Term Address = Store.add(Store.mul(Row, Store.constant(64, PerRow * Width)),
                             Store.constant(64, First + (Begin * PerRow + Field) * Width));
    Term Entry = constantTableTerm(Store, Address, First, Width, Bits, Elements);
    Term Is = Store.eq(Entry, Store.constant(Bits, 7));
    Evaluator Evaluate(llvm::ArrayRef<Term>{Entry, Is});
    for (std::uint64_t I = 0; I < Rows; ++I) {
      APInt Given(64, I - Begin);
      if (Signed ? !Given.isSignedIntN(X.bits()) : !Given.isIntN(X.bits()))
        continue;
      Assignment Values;
      Values[X] = Given.trunc(X.bits());
      Evaluate.run(Values);
      EXPECT_EQ(Evaluate.valueOf(Entry), Elements[I * PerRow + Field]) << Seed << " " << I;
      EXPECT_EQ(Evaluate.valueOf(Is).isOne(), Elements[I * PerRow + Field] == 7) << Seed << " " << I;
    }
  }
}

TEST_F(Tables, ElementsThatTheIndexCannotMeanDoNotCount) {
  Term C = Store.variable(8, "c", VariableKind::Input);
  std::vector<std::uint64_t> Elements; // pairs of a number and a kind, of which there are two
  for (std::uint64_t I = 0; I < 1000; ++I) {
    Elements.push_back(I * 37);
    Elements.push_back(I < 100 ? 1 : 2);
  }
  Term Address = Store.add(Store.mul(Store.zext(C, 64), constant(64, 8)), constant(64, 0x7004));
  Term Kind = constantTableTerm(Store, Address, 0x7000, 4, 32, Elements);
  EXPECT_EQ(Kind, Store.ite(Store.ult(C, constant(8, 100)), constant(32, 1), constant(32, 2)));
}

TEST_F(Tables, ALargeTableOfFewRangesIsASmallTerm) {
  Term C = Store.variable(32, "c", VariableKind::Input);
  std::vector<std::uint64_t> Elements;
  for (std::uint64_t I = 0; I < 65536; ++I)
    Elements.push_back(I / 5000);
  Term Index = Store.zext(Store.extract(C, 0, 16), 64);
  Term Entry = constantTableTerm(Store, Store.add(Index, constant(64, 0x7000)), 0x7000, 1, 8, Elements);
  EXPECT_LT(size(Entry), 60u);
  Evaluator Evaluate(Entry);
  for (unsigned I = 0; I < 65536; I += 7)
    EXPECT_EQ(Evaluate({{C, APInt(32, I)}}), Elements[I]) << I;
}

TEST_F(Tables, OffsetsThatAFormAdmits) {
  Term C = Store.variable(8, "c", VariableKind::Input), Wide = Store.variable(64, "w", VariableKind::Input);
  auto Steps = [&](Term Offset, std::uint64_t Last) {
    OffsetSteps Found = possibleOffsets(Store, Offset, Last);
    return std::tuple(Found.First, Found.Step, Found.Count);
  };
  EXPECT_EQ(Steps(Store.mul(Store.zext(C, 64), constant(64, 12)), 100), std::tuple(0u, 12u, 9u));
  EXPECT_EQ(Steps(Store.add(Store.mul(Store.zext(C, 64), constant(64, 12)), constant(64, 7)), 100),
            std::tuple(7u, 12u, 8u));
  // A product that may wrap around is a multiple of powers of two only.
  EXPECT_EQ(Steps(Store.mul(Wide, constant(64, 12)), 100), std::tuple(0u, 4u, 26u));
  EXPECT_EQ(Steps(constant(64, 3), 2), std::tuple(3u, 1u, 0u));
}

TEST_F(Tables, PiecesBecomeFewerWhereValuesBecomeEqual) {
  Term X = Store.variable(32, "x", VariableKind::Input);
  std::vector<TermStore::Piece> Pieces = {{APInt(32, 0), constant(8, 1)},
                                          {APInt(32, 10), constant(8, 5)},
                                          {APInt(32, 20), constant(8, 9)},
                                          {APInt(32, 30), constant(8, 2)}};
  Term P = Store.piecewise(X, Pieces);
  EXPECT_EQ(Store.andTerm(P, constant(8, 1)),
            Store.ite(Store.slt(X, constant(32, 30)), constant(8, 1), constant(8, 0)));
  EXPECT_EQ(Store.eq(P, constant(8, 2)), Store.notTerm(Store.slt(X, constant(32, 30))));
  EXPECT_TRUE(Store.eq(P, constant(8, 3)).isFalse());
}
