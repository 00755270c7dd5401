// Answers of the solvers against the enumeration of all assignments, on small widths.

#include "solver/Solver.h"
#include "support/RandomTerms.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;
using llvm::APInt;

namespace {

constexpr std::chrono::milliseconds Long(20000);

/// All variables of the query and whether some assignment within their bounds satisfies it.
bool satisfiable(llvm::ArrayRef<Term> Conjuncts, TermStore &Store) {
  Term All = Store.boolean(true);
  for (Term Each : Conjuncts)
    All = Store.andTerm(All, Each);
  Evaluator Evaluate(All);
  unsigned Bits = 0;
  for (Term V : Evaluate.variables())
    Bits += V.bits();
  for (std::uint64_t Code = 0; Code < std::uint64_t(1) << Bits; ++Code) {
    Assignment Values;
    std::uint64_t Rest = Code;
    bool Within = true;
    for (Term V : Evaluate.variables()) {
      Values[V] = APInt(V.bits(), Rest);
      Rest >>= V.bits();
      Within &= admits(V, Values[V]);
    }
    if (Within && Evaluate(Values).isOne())
      return true;
  }
  return false;
}

void expectModel(llvm::ArrayRef<Term> Conjuncts, const Assignment &Model) {
  for (Term Each : Conjuncts)
    EXPECT_TRUE(evaluate(Each, Model).isOne());
  for (const auto &[Variable, Value] : Model)
    EXPECT_TRUE(admits(Variable, Value));
}

RandomTermOptions small() {
  RandomTermOptions Options;
  Options.Widths = {1, 3, 4, 5};
  Options.Variables = 3;
  Options.Steps = 12;
  Options.WidestConcat = 12;
  Options.Bounds = true;
  return Options;
}

/// Conjuncts over at most 14 bits of variables: the last conditions of a script, some of them negated, and the last
/// value compared with a constant.
std::vector<Term> randomQuery(Random &Generator, TermStore &Store) {
  for (;;) {
    TermScript Script = randomScript(Generator, small());
    unsigned Bits = 0;
    for (const Step &S : Script)
      Bits += S.What == Make::Variable ? S.Bits : 0;
    if (Bits > 14)
      continue;
    std::vector<Term> Conjuncts;
    for (Term Each : build(Script, Store))
      if (Each.bits() == 1 && !Each.isConstant() && Conjuncts.size() < 4 && Generator.chance(50))
        Conjuncts.push_back(Generator.chance(50) ? Each : Store.notTerm(Each));
      else if (Each.bits() > 1 && !Each.isConstant() && Conjuncts.size() < 4 && Generator.chance(10))
        Conjuncts.push_back(Store.eq(Each, Store.constant(Each.bits(), Generator.next())));
    if (Conjuncts.empty())
      Conjuncts.push_back(Store.boolean(true));
    return Conjuncts;
  }
}

struct Tally {
  unsigned Yes = 0, No = 0;
};

/// Random queries, each in a store of its own.
template <typename MakeSolver> Tally compare(std::uint64_t Seed, unsigned Count, MakeSolver Make) {
  Random Generator(Seed);
  Tally Seen;
  while (Seen.Yes + Seen.No < Count && !testing::Test::HasFailure()) {
    TermStore Store;
    std::vector<Term> Conjuncts = randomQuery(Generator, Store);
    bool Expected = satisfiable(Conjuncts, Store);
    auto Ask = Make(Store);
    SolverAnswer Answer = Ask->check(Conjuncts, Long);
    EXPECT_EQ(Answer.What, Expected ? Satisfiable::Yes : Satisfiable::No) << Answer.Why;
    if (Answer.What == Satisfiable::Yes)
      expectModel(Conjuncts, Answer.Model);
    ++(Expected ? Seen.Yes : Seen.No);
  }
  return Seen;
}

/// A solver that never knows.
class Clueless : public Solver {
public:
  SolverAnswer check(llvm::ArrayRef<Term>, std::chrono::milliseconds) override {
    SolverAnswer Answer;
    Answer.What = Satisfiable::Unknown;
    return Answer;
  }
  SolverStatistics statistics() const override { return {}; }
};

} // namespace

TEST(SolverEnumeration, Z3SaysWhatEnumerationSays) {
  Tally Seen = compare(1, 400, [](TermStore &Store) { return makeZ3Solver(Store); });
  EXPECT_GT(Seen.Yes, 50u);
  EXPECT_GT(Seen.No, 50u);
}

TEST(SolverEnumeration, GuessesInFrontOfItToo) {
  Tally Seen = compare(2, 400, [](TermStore &Store) { return makeSolver(Store); });
  EXPECT_GT(Seen.Yes, 50u);
  EXPECT_GT(Seen.No, 50u);
}

TEST(SolverEnumeration, GuessesAloneAreNeverWrong) {
  // With nothing behind it, the guessing layer may find no answer, but what it answers is right.
  Random Generator(3);
  unsigned Guessed = 0, Denied = 0, Queries = 1500;
  for (unsigned I = 0; I < Queries && !HasFailure(); ++I) {
    TermStore Store;
    std::vector<Term> Conjuncts = randomQuery(Generator, Store);
    SolverAnswer Answer = makeGuessingSolver(Store, std::make_unique<Clueless>())->check(Conjuncts, Long);
    if (Answer.What == Satisfiable::Unknown)
      continue;
    EXPECT_EQ(Answer.What == Satisfiable::Yes, satisfiable(Conjuncts, Store));
    if (Answer.What == Satisfiable::Yes)
      expectModel(Conjuncts, Answer.Model);
    ++(Answer.What == Satisfiable::Yes ? Guessed : Denied);
  }
  EXPECT_GT(Guessed, Queries / 4);
  EXPECT_GT(Denied, 0u); // what simplifies to false
}

TEST(SolverEnumeration, AssumptionsGiveTheAnswersOfSingleQueries) {
  Random Generator(4);
  Tally Seen;
  for (unsigned I = 0; I < 25 && !HasFailure(); ++I) {
    TermStore Store;
    std::vector<Term> Conjuncts = randomQuery(Generator, Store);
    auto Ask = makeAssumptionSolver(Store);
    Ask->assume(Conjuncts[0]);
    std::vector<Term> Facts = {Conjuncts[0]};
    for (unsigned Round = 0; Round < 3; ++Round) {
      for (Term Each : Conjuncts)
        for (Term Question : {Each, Store.notTerm(Each)}) {
          std::vector<Term> Whole = Facts;
          Whole.push_back(Question);
          bool Expected = satisfiable(Whole, Store);
          SolverAnswer Answer = Ask->check(Question, Long);
          EXPECT_EQ(Answer.What, Expected ? Satisfiable::Yes : Satisfiable::No) << Answer.Why;
          if (Round == 1)
            EXPECT_EQ(makeZ3Solver(Store)->check(Whole, Long).What, Answer.What);
          if (Answer.What == Satisfiable::Yes)
            expectModel(Whole, Answer.Model);
          ++(Expected ? Seen.Yes : Seen.No);
        }
      // A fact that comes later holds for the questions after it.
      Facts.push_back(Conjuncts[Generator.below(Conjuncts.size())]);
      Ask->assume(Facts.back());
    }
  }
  EXPECT_GT(Seen.Yes, 50u);
  EXPECT_GT(Seen.No, 50u);
}
