// Numbers of models are right: exact ones equal what trying all values gives, bounds hold it.

#include "term/CountModels.h"
#include "support/RandomTerms.h"

#include <gtest/gtest.h>

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

using namespace vernier;
using namespace vernier::test;
using llvm::APInt;

namespace {

/// Calls back with every assignment within the bounds of the variables.
template <typename Each> void forAll(llvm::ArrayRef<Term> Variables, Assignment &Given, Each Do) {
  if (Variables.empty())
    return Do();
  unsigned Bits = Variables.front().bits();
  for (std::uint64_t Value = 0; Value < std::uint64_t(1) << Bits; ++Value)
    if (admits(Variables.front(), APInt(Bits, Value))) {
      Given[Variables.front()] = APInt(Bits, Value);
      forAll(Variables.drop_front(), Given, Do);
    }
}

std::uint64_t byTrying(llvm::ArrayRef<Term> Variables, llvm::ArrayRef<Term> Conjuncts,
                       llvm::ArrayRef<TermList> Excluded) {
  std::vector<Term> Roots(Conjuncts.begin(), Conjuncts.end());
  for (const TermList &Each : Excluded)
    Roots.insert(Roots.end(), Each.begin(), Each.end());
  Evaluator All(Roots);
  Assignment Given;
  std::uint64_t Count = 0;
  auto Holds = [&](Term T) { return All.valueOf(T).isOne(); };
  forAll(Variables, Given, [&] {
    All.run(Given);
    Count += llvm::all_of(Conjuncts, Holds) &&
             llvm::none_of(Excluded, [&](const TermList &Each) { return llvm::all_of(Each, Holds); });
  });
  return Count;
}

struct Tally {
  unsigned Cases = 0, Exact = 0, Interesting = 0;
};

/// Conditions that the terms of a script make: those of one bit, comparisons of the others.
class RandomConditions {
public:
  RandomConditions(Random &Generator, TermStore &Store, std::vector<Term> Terms)
      : Generator(Generator), Store(Store), Terms(std::move(Terms)) {}

  Term condition() {
    Term A = any();
    if (A.bits() == 1)
      return Generator.chance(50) ? A : Store.notTerm(A);
    std::vector<Term> Fitting;
    for (Term Each : Terms)
      if (Each.bits() == A.bits())
        Fitting.push_back(Each);
    Term B = Generator.chance(40)
                 ? Store.constant(A.bits(), Generator.next() & (A.bits() >= 64 ? ~0ull : (1ull << A.bits()) - 1))
                 : Fitting[Generator.below(Fitting.size())];
    switch (Generator.below(6)) {
    case 0:
      return Store.eq(A, B);
    case 1:
      return Store.ne(A, B);
    case 2:
      return Store.ult(A, B);
    case 3:
      return Store.ule(A, B);
    case 4:
      return Store.slt(A, B);
    default:
      return Store.sle(A, B);
    }
  }

  TermList conditions(unsigned Most) {
    TermList Result;
    for (std::uint64_t I = 0, N = 1 + Generator.below(Most); I < N; ++I)
      Result.push_back(condition());
    return Result;
  }

private:
  Term any() { return Terms[Generator.below(Terms.size())]; }

  Random &Generator;
  TermStore &Store;
  std::vector<Term> Terms;
};

std::vector<Term> variablesOf(const TermScript &Script, llvm::ArrayRef<Term> Terms) {
  std::vector<Term> Result;
  for (std::size_t I = 0; I < Script.size(); ++I)
    if (Script[I].What == Make::Variable)
      Result.push_back(Terms[I]);
  return Result;
}

Tally campaign(std::uint64_t Seed, unsigned Cases, const RandomTermOptions &Options, unsigned MostBits,
               std::size_t Effort = 2'000'000) {
  Random Generator(Seed);
  Tally Seen;
  while (Seen.Cases < Cases && !testing::Test::HasFailure()) {
    TermScript Script = randomScript(Generator, Options);
    unsigned Bits = 0;
    for (const Step &Each : Script)
      Bits += Each.What == Make::Variable ? Each.Bits : 0;
    if (Bits > MostBits)
      continue;
    TermStore Store;
    std::vector<Term> Terms = build(Script, Store);
    std::vector<Term> Variables = variablesOf(Script, Terms);
    RandomConditions Make(Generator, Store, Terms);
    TermList Conjuncts = Make.conditions(3);
    std::vector<TermList> Excluded;
    for (std::uint64_t I = 0, N = Generator.below(4); I < N; ++I)
      Excluded.push_back(Make.conditions(3));
    std::uint64_t Wanted = byTrying(Variables, Conjuncts, Excluded);
    ModelCount Found = countModels(Variables, Conjuncts, Excluded, Effort);
    ++Seen.Cases;
    Seen.Exact += Found.exact();
    Seen.Interesting += Wanted != 0 && Wanted != spaceOf(Variables).getZExtValue();
    EXPECT_TRUE(Found.AtLeast.ule(Wanted) && Found.AtMost.uge(Wanted))
        << "case " << Seen.Cases << " of seed " << Seed << ": " << Wanted << " is not between "
        << decimal(Found.AtLeast) << " and " << decimal(Found.AtMost);
  }
  return Seen;
}

RandomTermOptions narrow() {
  RandomTermOptions Options;
  Options.Widths = {1, 2, 3, 4, 5, 6};
  Options.Variables = 3;
  Options.Steps = 12;
  Options.WidestConcat = 70;
  return Options;
}

} // namespace

TEST(CountModels, RandomConditionsOfFewBits) {
  Tally Seen = campaign(1, 1500, narrow(), 11);
  EXPECT_EQ(Seen.Exact, Seen.Cases);
  EXPECT_GT(Seen.Interesting, Seen.Cases / 5);
}

TEST(CountModels, BoundedVariables) {
  RandomTermOptions Options = narrow();
  Options.Bounds = true;
  Tally Seen = campaign(2, 1500, Options, 12);
  EXPECT_EQ(Seen.Exact, Seen.Cases);
}

/// Few operations, so that much is linear.
TEST(CountModels, ShortTerms) {
  RandomTermOptions Options = narrow();
  Options.Widths = {5, 6, 7};
  Options.Variables = 2;
  Options.Steps = 3;
  Tally Seen = campaign(3, 1000, Options, 12);
  EXPECT_EQ(Seen.Exact, Seen.Cases);
}

TEST(CountModels, BoundsHoldWhenEffortIsShort) {
  RandomTermOptions Options = narrow();
  Options.Bounds = true;
  for (std::size_t Effort : {0, 100, 150, 300, 1000, 3000}) {
    Tally Seen = campaign(4 + Effort, 200, Options, 12, Effort);
    EXPECT_GT(Seen.Interesting, 0u);
  }
}

namespace {

class Closed : public testing::Test {
protected:
  TermStore Store;
  Term variable(const char *Name, unsigned Bits = 32) { return Store.variable(Bits, Name, VariableKind::Input); }
  Term signedBetween(const char *Name, std::int64_t Min, std::int64_t Max, unsigned Bits = 32) {
    return Store.boundedVariable(Bits, Name, VariableKind::Input, true,
                                 APInt(Bits, static_cast<std::uint64_t>(Min), true),
                                 APInt(Bits, static_cast<std::uint64_t>(Max), true));
  }
  Term number(std::int64_t Value, unsigned Bits = 32) {
    return Store.constant(APInt(Bits, static_cast<std::uint64_t>(Value), true));
  }
  std::string size(llvm::ArrayRef<Term> Variables, llvm::ArrayRef<Term> Conjuncts,
                   llvm::ArrayRef<TermList> Excluded = {}) {
    ModelCount Found = countModels(Variables, Conjuncts, Excluded);
    return Found.exact() ? decimal(Found.AtLeast) : decimal(Found.AtLeast) + ".." + decimal(Found.AtMost);
  }
  Term x = variable("x"), y = variable("y"), z = variable("z"), u = variable("u");
};

} // namespace

TEST_F(Closed, OneWideVariable) {
  EXPECT_EQ(size(x, {}), "4294967296");
  EXPECT_EQ(size(x, {Store.slt(number(0), x)}), "2147483647");
  EXPECT_EQ(size(x, {Store.eq(x, number(INT32_MAX))}), "1");
  EXPECT_EQ(size(x, {Store.ne(x, number(7))}), "4294967295");
  EXPECT_EQ(size(x, {Store.slt(x, number(10)), Store.slt(number(-5), x)}), "14");
  EXPECT_EQ(size(x, {Store.slt(Store.add(x, number(1)), x)}), "1"); // INT_MAX wraps around
  EXPECT_EQ(size(x, {Store.slt(Store.add(x, number(10)), number(0))}), "2147483648");
  EXPECT_EQ(size(x, {Store.eq(Store.andTerm(x, number(7)), number(3))}), "536870912");
  EXPECT_EQ(size(x, {Store.eq(Store.andTerm(x, number(0x50)), number(0x10))}), "1073741824");
  EXPECT_EQ(size(x, {Store.eq(Store.urem(x, number(10)), number(3))}), "429496730");
  EXPECT_EQ(size(x, {Store.eq(Store.srem(x, number(10)), number(-3))}), "214748365");
  EXPECT_EQ(size(x, {Store.eq(Store.sdiv(x, number(10)), number(0))}), "19");
  EXPECT_EQ(size(x, {Store.slt(x, number(0))}, {{Store.slt(x, number(-100))}}), "100");
  EXPECT_EQ(size(x, {Store.slt(number(0), Store.mul(x, number(3)))}), "2147483647"); // 3 is odd: as many as x > 0
}

TEST_F(Closed, VariablesThatNothingMentions) {
  EXPECT_EQ(size({x, y, z}, {Store.eq(y, number(3))}), "18446744073709551616");
  EXPECT_EQ(size({x, variable("huge", 200)}, {Store.eq(x, number(0))}),
            "1606938044258990275541962092341162602522202993782792835301376");
  EXPECT_EQ(decimal(spaceOf({x, signedBetween("b", -1, 1)})), "12884901888");
}

TEST_F(Closed, OrderOfTwoVariables) {
  EXPECT_EQ(size({x, y}, {Store.ult(x, y)}), "9223372034707292160"); // 2^31 * (2^32 - 1)
  EXPECT_EQ(size({x, y}, {Store.slt(x, y)}), "9223372034707292160");
  EXPECT_EQ(size({x, y}, {Store.sle(x, y)}), "9223372039002259456");
  EXPECT_EQ(size({x, y}, {Store.eq(x, y)}), "4294967296");
  EXPECT_EQ(size({x, y}, {Store.ne(x, y)}), "18446744069414584320");
  EXPECT_EQ(size({x, y}, {Store.eq(x, Store.add(y, number(5)))}), "4294967296");
  EXPECT_EQ(size({x, y}, {Store.eq(Store.add(x, y), number(5))}), "4294967296");
  EXPECT_EQ(size({x, y}, {Store.slt(x, y), Store.slt(number(0), x), Store.slt(y, number(10))}), "36");
  // Signed and unsigned order agree where the signs do.
  EXPECT_EQ(size({x, y}, {Store.slt(x, y), Store.ult(x, y)}), "4611686016279904256");
  EXPECT_EQ(size({x, y}, {Store.slt(x, y), Store.ult(y, x)}), "4611686018427387904"); // x < 0 <= y
  Term A = variable("a", 64), B = variable("b", 64);
  EXPECT_EQ(size({A, B}, {Store.slt(A, B)}), "170141183460469231722463931679029329920");
  EXPECT_EQ(size({A, x}, {Store.eq(A, Store.sext(x, 64))}), "4294967296");
}

TEST_F(Closed, OrderOfSeveralVariables) {
  // n over 3 and n over 4 for n = 2^32
  EXPECT_EQ(size({x, y, z}, {Store.slt(x, y), Store.slt(y, z)}), "13204693743154017563500871680");
  EXPECT_EQ(size({x, y, z, u}, {Store.slt(x, y), Store.slt(y, z), Store.slt(z, u)}),
            "14178431935232062024195948610647490560");
  // the smallest of three: a third of all, but for ties
  EXPECT_EQ(size({x, y, z}, {Store.sle(x, y), Store.sle(x, z)}), "26409387513978151235418587136");
  // each of four values in its own order
  Term A = signedBetween("a", 0, 3), B = signedBetween("b", 0, 3), C = signedBetween("c", 0, 3),
       D = signedBetween("d", 0, 3);
  EXPECT_EQ(size({A, B, C, D}, {Store.slt(A, B), Store.slt(B, C), Store.slt(C, D)}), "1");
  EXPECT_EQ(size({A, B, C, D},
                 {Store.ne(A, B), Store.ne(A, C), Store.ne(A, D), Store.ne(B, C), Store.ne(B, D), Store.ne(C, D)}),
            "24");
}

TEST_F(Closed, LinearConditions) {
  Term A = signedBetween("a", 0, 6000), B = signedBetween("b", 0, 6000), R = signedBetween("r", -80, 80),
       S = signedBetween("s", -80, 80);
  // a + 8 r < b + 8 s: by symmetry half of those that are not equal
  Term Own = Store.add(A, Store.mul(R, number(8))), Other = Store.add(B, Store.mul(S, number(8)));
  std::uint64_t All = 6001ull * 6001 * 161 * 161, Equal = 0;
  for (int D = -160; D <= 160; ++D)
    Equal += static_cast<std::uint64_t>(161 - std::abs(D)) * static_cast<std::uint64_t>(6001 - 8 * std::abs(D));
  EXPECT_EQ(size({A, B, R, S}, {Store.eq(Own, Other)}), std::to_string(Equal));
  EXPECT_EQ(size({A, B, R, S}, {Store.slt(Own, Other)}), std::to_string((All - Equal) / 2));
  EXPECT_EQ(size({x, y}, {Store.ult(Store.add(x, y), number(10))}), "42949672960");
  Term P = signedBetween("p", 0, 100), Q = signedBetween("q", 0, 100);
  EXPECT_EQ(size({P, Q}, {Store.eq(Store.mul(P, number(6)), Store.mul(Q, number(10)))}), "21");
  EXPECT_EQ(size({P, Q}, {Store.slt(Store.add(Store.mul(P, number(3)), Store.mul(Q, number(5))), number(30))}), "37");
}

TEST_F(Closed, ChoicesInside) {
  auto Clamped = [&](Term T, std::int64_t Low, std::int64_t High) {
    return Store.ite(Store.slt(T, number(Low)), number(Low), Store.ite(Store.slt(number(High), T), number(High), T));
  };
  EXPECT_EQ(size(x, {Store.eq(Clamped(x, 0, 100), number(0))}), "2147483649");
  // x <= 0 and y >= 1
  EXPECT_EQ(size({x, y}, {Store.slt(Clamped(x, 0, 1), Clamped(y, 0, 1))}), "4611686018427387903");
}

TEST_F(Closed, ExcludedConjunctionsAcrossGroups) {
  Term X = Store.slt(number(0), x), Y = Store.slt(number(0), y), Z = Store.slt(number(0), z);
  // all but those that are positive in x and y
  EXPECT_EQ(size({x, y}, {}, {{X, Y}}), "13835058059577131007");
  // positive in x: of the rest nothing but what is not positive in both
  EXPECT_EQ(size({x, y, z}, {X}, {{X, Y}, {Y, Z}, {X, Store.notTerm(Y), Z}}), "9903520318894728215472898047");
  EXPECT_EQ(size({x, y}, {X}, {{}}), "0");
  EXPECT_EQ(size({x, y}, {X}, {{X}}), "0");
  EXPECT_EQ(size({x, y}, {X}, {{Store.notTerm(X), Y}}), "9223372032559808512");
}

TEST_F(Closed, FloatingPoint) {
  Term F = variable("f"), H = variable("h", 16);
  Term Zero = Store.constant(32, 0), One = Store.constant(32, 0x3f800000);
  EXPECT_EQ(size(F, {Store.flt(F, Zero)}), "2139095040"); // from the least negative number to minus infinity
  EXPECT_EQ(size(F, {Store.feq(F, Zero)}), "2");          // of either sign
  EXPECT_EQ(size(F, {Store.isNaN(F)}), "16777214");
  EXPECT_EQ(size(F, {Store.fle(Zero, F), Store.flt(F, One)}), "1065353217"); // -0.0 as well
  // not below 1: what is at least 1, and NaN
  EXPECT_EQ(size(F, {Store.notTerm(Store.flt(F, One))}), "1090519039");
  // 16 bits are enumerated where nothing better is known
  EXPECT_EQ(size(H, {Store.feq(Store.fmul(H, H), Store.constant(16, 0x4400))}), "2"); // 2 and -2
}

TEST_F(Closed, WhatCannotBeLookedIntoGivesBounds) {
  Term Hidden = Store.eq(Store.apply(32, "f", {x}), number(3)), X = Store.slt(x, number(0));
  EXPECT_EQ(size({x, y}, {X, Hidden}), "0..9223372036854775808");
  EXPECT_EQ(size({x, y}, {X}, {{Hidden}}), "0..9223372036854775808");
  // excluded are at most those above -10
  EXPECT_EQ(size(x, {X}, {{Hidden, Store.slt(number(-11), x)}}), "2147483638..2147483648");
  EXPECT_EQ(size(x, {X}, {{Hidden, Store.notTerm(X)}}), "2147483648");
  EXPECT_EQ(size(x, {Store.ult(y, number(3))}), "0..4294967296"); // y is not among the variables
}

/// What is too hard is bounded, in time.
TEST_F(Closed, ProductOfWideVariables) {
  Term Product = Store.mul(Store.zext(x, 64), Store.zext(y, 64));
  ModelCount Found =
      countModels({x, y}, {Store.ult(number(1000, 64), Product), Store.ult(Product, number(123456789, 64))});
  EXPECT_FALSE(Found.exact());
  EXPECT_TRUE(Found.AtMost.ult(spaceOf({x, y})));
  EXPECT_TRUE(Found.AtLeast.ule(Found.AtMost));
}

/// A sorting program: for each order of the inputs one class; they add up to the space.
TEST_F(Closed, OrdersAddUp) {
  std::vector<Term> All{x, y, z, u};
  std::vector<unsigned> Order{0, 1, 2, 3};
  APInt Sum = APInt::getZero(spaceOf(All).getBitWidth());
  ModelCounter Counter(All);
  do {
    TermList Sorted; // equal values in the order of their places
    for (unsigned I = 0; I + 1 < Order.size(); ++I) {
      Term A = All[Order[I]], B = All[Order[I + 1]];
      Sorted.push_back(Order[I] < Order[I + 1] ? Store.sle(A, B) : Store.slt(A, B));
    }
    ModelCount Found = Counter.count(Sorted);
    EXPECT_TRUE(Found.exact());
    Sum += Found.AtLeast;
  } while (std::next_permutation(Order.begin(), Order.end()));
  EXPECT_EQ(decimal(Sum), decimal(Counter.space()));
}

/// What cannot be counted may be all of it, and is not nothing because two halves of it add up to more than all.
TEST_F(Closed, BoundsOfPartsThatAreNotKnownDoNotWrapAround) {
  Term One = Store.constant(32, 0x3f800000);
  Term Sum = Store.flt(One, Store.fadd(x, y)), Difference = Store.flt(One, Store.fsub(x, y));
  for (Term Condition : {Store.eq(Sum, Difference), Store.ne(Sum, Difference)}) {
    ModelCount Found = countModels({x, y}, {Condition}, {});
    EXPECT_FALSE(Found.AtMost.isZero());
    EXPECT_TRUE(Found.AtMost.ule(llvm::APInt::getOneBitSet(Found.AtMost.getBitWidth(), 64)));
    EXPECT_TRUE(Found.AtLeast.ule(Found.AtMost));
  }
}
