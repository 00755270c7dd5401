// The range of a term holds its value wherever the variables lie in theirs.

#include "term/Ranges.h"
#include "support/RandomTerms.h"
#include "term/Box.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace vernier;
using namespace vernier::test;
using llvm::APInt;

namespace {

/// Some values of a variable, with the given one among them.
ValueSet around(Random &Generator, Term Variable, std::uint64_t Value, const ValueSet &Own) {
  unsigned Bits = Variable.bits();
  std::uint64_t Reach = Generator.next() >> (64 - std::min<std::uint64_t>(1 + Generator.below(Bits + 1), 63));
  std::uint64_t First = Value - std::min(Value, Generator.below(Reach + 1));
  std::uint64_t Last = Value + std::min(ValueSet::most(Bits) - Value, Generator.below(Reach + 1));
  ValueSet Result = ValueSet::between(Bits, First, Last);
  if (Generator.chance(30)) { // a second piece beyond
    std::uint64_t Gap = Generator.below(1 + (ValueSet::most(Bits) - Last) / 2);
    if (Gap > 1 && Last + Gap < ValueSet::most(Bits))
      Result.append(Last + Gap, ValueSet::most(Bits));
  }
  return Result.intersected(Own);
}

struct Counts {
  unsigned long Checks = 0, Narrow = 0;
};

Counts campaign(std::uint64_t Seed, const RandomTermOptions &Options, unsigned Scripts) {
  Random Generator(Seed);
  Counts Seen;
  for (unsigned I = 0; I < Scripts && !testing::Test::HasFailure(); ++I) {
    TermScript Script = randomScript(Generator, Options);
    TermStore Store;
    std::vector<Term> Terms = build(Script, Store);
    std::vector<Term> Variables;
    for (std::size_t S = 0; S < Script.size(); ++S)
      if (Script[S].What == Make::Variable)
        Variables.push_back(Terms[S]);
    Box Values(Variables);
    for (unsigned Round = 0; Round < 6; ++Round) {
      test::Values Inputs = randomInputs(Generator, Script);
      Assignment Given;
      Place Where;
      for (std::size_t S = 0; S < Script.size(); ++S) {
        if (Script[S].What != Make::Variable)
          continue;
        Given[Terms[S]] = Inputs[S];
        if (unsigned Number = *Values.numberOf(Terms[S]); Terms[S].bits() <= 64)
          Where.Narrowed[Number] = around(Generator, Terms[S], Inputs[S].getZExtValue(), Values.ownDomain(Number));
      }
      std::vector<Term> Nodes = reachable(Terms);
      Evaluator All(Nodes);
      All.run(Given);
      Values.look(Where);
      for (Term Node : Nodes) {
        if (Node.bits() > 64)
          continue;
        ++Seen.Checks;
        Range Found = Values.range(Node);
        Seen.Narrow += Found.UMin > 0 || Found.UMax < ValueSet::most(Node.bits());
        EXPECT_TRUE(Found.contains(All.valueOf(Node).getZExtValue()))
            << "operation " << static_cast<int>(Node.operation()) << " of " << Node.bits() << " bits, seed " << Seed
            << ", script " << I;
      }
    }
  }
  return Seen;
}

} // namespace

TEST(Ranges, HoldTheValuesOfBitVectors) {
  Counts Seen = campaign(1, {}, 1500);
  EXPECT_GT(Seen.Narrow, Seen.Checks / 4);
}

TEST(Ranges, HoldTheValuesOfFewBits) {
  RandomTermOptions Options;
  Options.Widths = {1, 2, 3, 4, 5};
  Options.Bounds = true;
  Counts Seen = campaign(2, Options, 1500);
  EXPECT_GT(Seen.Narrow, Seen.Checks / 4);
}

TEST(Ranges, HoldTheValuesOfNumbers) {
  RandomTermOptions Options;
  Options.Floats = true;
  Options.Widths = {1, 16, 32, 64};
  campaign(3, Options, 1000);
}

TEST(Ranges, SetsOfValues) {
  Random Generator(9);
  for (unsigned I = 0; I < 500; ++I) {
    unsigned Bits = 1 + static_cast<unsigned>(Generator.below(6)), Size = 1u << Bits;
    std::vector<bool> A(Size), B(Size);
    auto Make = [&](std::vector<bool> &In) {
      ValueSet Result(Bits);
      for (unsigned V = 0; V < Size; ++V)
        if ((In[V] = Generator.chance(50)))
          Result.append(V, V);
      return Result;
    };
    ValueSet X = Make(A), Y = Make(B), Both = X.intersected(Y), Not = X.complement();
    auto Holds = [](const ValueSet &Set, std::uint64_t V) {
      return std::any_of(Set.pieces().begin(), Set.pieces().end(),
                         [&](auto Piece) { return V >= Piece.first && V <= Piece.second; });
    };
    EXPECT_EQ(X.size(), static_cast<unsigned>(std::count(A.begin(), A.end(), true)));
    for (unsigned V = 0; V < Size; ++V) {
      ASSERT_EQ(Holds(Both, V), A[V] && B[V]);
      ASSERT_EQ(Holds(Not, V), !A[V]);
    }
  }
}
