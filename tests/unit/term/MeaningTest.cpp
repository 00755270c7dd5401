// Simplification keeps the meaning: what the constructors of TermStore return has, under every assignment, the value
// that the operations give step by step.

#include "support/RandomTerms.h"

#include <gtest/gtest.h>

#include <llvm/ADT/SmallString.h>

using namespace vernier;
using namespace vernier::test;
using llvm::APInt;

namespace {

std::string hex(const APInt &Value) {
  llvm::SmallString<40> Digits;
  Value.toString(Digits, 16, false, true);
  return Digits.str().str();
}

/// The intervals of a node hold its value. Wider ones keep none.
bool inIntervals(Term T, const APInt &Value) {
  return T.bits() > 64 || (Value.getZExtValue() >= T->UMin && Value.getZExtValue() <= T->UMax &&
                           Value.getSExtValue() >= T->SMin && Value.getSExtValue() <= T->SMax);
}

struct Counts {
  unsigned long Terms = 0, Checks = 0, Nodes = 0, Simplified = 0;
};

class Campaign {
public:
  Campaign(std::uint64_t Seed, const RandomTermOptions &Options) : Generator(Seed), Options(Options) {}

  Counts run(unsigned Scripts, unsigned Assignments) {
    for (unsigned I = 0; I < Scripts && !testing::Test::HasFailure(); ++I) {
      TermScript Script = randomScript(Generator, Options);
      TermStore Store;
      std::vector<Term> Terms = build(Script, Store);
      std::vector<Term> Nodes = reachable(Terms);
      Seen.Terms += Script.size();
      for (std::size_t S = 0; S < Script.size(); ++S)
        Seen.Simplified += Script[S].What != Make::Constant && Terms[S].isConstant();
      for (unsigned J = 0; J < Assignments && !testing::Test::HasFailure(); ++J)
        check(Script, Terms, Nodes);
    }
    return Seen;
  }

private:
  void check(const TermScript &Script, const std::vector<Term> &Terms, const std::vector<Term> &Nodes) {
    Values Inputs = randomInputs(Generator, Script);
    Values Wanted = compute(Script, Inputs);
    Assignment Given;
    for (std::size_t I = 0; I < Script.size(); ++I)
      if (Script[I].What == Make::Variable)
        Given[Terms[I]] = Inputs[I];
    llvm::DenseMap<Term, APInt> Found = valuesOf(Nodes, Given);
    for (unsigned I = 0; I < Script.size(); ++I) {
      ++Seen.Checks;
      ASSERT_EQ(Terms[I].bits(), Script[I].Bits);
      ASSERT_TRUE(Found.at(Terms[I]) == Wanted[I])
          << "the simplified term gives " << hex(Found.at(Terms[I])) << " for\n"
          << text(Script, I, Wanted);
      ASSERT_TRUE(inIntervals(Terms[I], Wanted[I])) << "outside of the interval\n" << text(Script, I, Wanted);
    }
    for (Term Node : Nodes) { // also what simplification made on the way
      ++Seen.Nodes;
      ASSERT_TRUE(inIntervals(Node, Found.at(Node)))
          << "an inner node has an interval without its value " << hex(Found.at(Node)) << "\n"
          << text(Script, static_cast<unsigned>(Script.size() - 1), Wanted);
    }
    ASSERT_TRUE(evaluate(Terms.back(), Given) == Wanted.back())
        << "evaluate() disagrees\n"
        << text(Script, static_cast<unsigned>(Script.size() - 1), Wanted);
  }

  static llvm::DenseMap<Term, APInt> valuesOf(const std::vector<Term> &Nodes, const Assignment &Given) {
    llvm::DenseMap<Term, APInt> Found;
    for (Term Node : Nodes) {
      if (Node.isConstant() || Node.is(Operation::Variable)) {
        Found[Node] = Node.isConstant() ? Node.value() : Given.at(Node);
        continue;
      }
      llvm::SmallVector<APInt, 4> Operands;
      for (Term Operand : Node.operands())
        Operands.push_back(Found.at(Operand));
      Found[Node] = *applyOperation(Node.operation(), Node.bits(), Node.is(Operation::Extract) ? Node.low() : 0,
                                    Node.rounding(), Operands);
    }
    return Found;
  }

  Random Generator;
  RandomTermOptions Options;
  Counts Seen;
};

} // namespace

TEST(TermMeaning, BitVectorsOfAllWidths) {
  Counts Seen = Campaign(1, {}).run(6000, 12);
  EXPECT_GT(Seen.Terms, 100000u);
  EXPECT_GT(Seen.Simplified, Seen.Terms / 20); // the scripts do exercise the rules
}

TEST(TermMeaning, FewVariablesAndManyRules) {
  RandomTermOptions Options;
  Options.Widths = {1, 8, 32};
  Options.Variables = 2;
  Options.Steps = 40;
  Counts Seen = Campaign(2, Options).run(4000, 12);
  EXPECT_GT(Seen.Terms, 100000u);
}

TEST(TermMeaning, BoundedVariables) {
  RandomTermOptions Options;
  Options.Bounds = true;
  Counts Seen = Campaign(3, Options).run(6000, 12);
  EXPECT_GT(Seen.Terms, 100000u);
}

TEST(TermMeaning, LongDoublesAndWholeNumbers) {
  RandomTermOptions Options;
  Options.Floats = true;
  Options.Widths = {1, 8, 32, 64, 80};
  Counts Seen = Campaign(6, Options).run(4000, 12);
  EXPECT_GT(Seen.Terms, 60000u);
}

TEST(TermMeaning, FloatingPoint) {
  RandomTermOptions Options;
  Options.Floats = true;
  Counts Seen = Campaign(4, Options).run(6000, 12);
  EXPECT_GT(Seen.Terms, 100000u);
}
