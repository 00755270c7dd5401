// The layers of the solver for explorations: what each promises, and all of them against enumeration.

#include "solver/ExplorationSolver.h"
#include "solver/Layers.h"
#include "support/RandomTerms.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace vernier;
using namespace vernier::test;
using llvm::APInt;

namespace {

constexpr std::chrono::milliseconds Long(20000);

/// Conditions over few variables, of which there are at most 12 bits.
struct Conditions {
  std::unique_ptr<TermStore> Store = std::make_unique<TermStore>();
  std::vector<Term> Variables, All;
};

Conditions randomConditions(Random &Generator) {
  RandomTermOptions Options;
  Options.Widths = {1, 2, 3, 4};
  Options.Variables = 4;
  Options.Steps = 40;
  Options.WidestConcat = 8;
  Options.Bounds = true;
  for (;;) {
    Conditions Result;
    TermStore &Store = *Result.Store;
    for (Term Each : build(randomScript(Generator, Options), Store))
      if (Each.bits() == 1 && !Each.isConstant())
        Result.All.push_back(Generator.chance(50) ? Each : Store.notTerm(Each));
      else if (!Each.isConstant())
        Result.All.push_back(Store.eq(Each, Store.constant(Each.bits(), Generator.next())));
    unsigned Bits = 0;
    for (Term Each : reachable(Result.All))
      if (Each.is(Operation::Variable)) {
        Result.Variables.push_back(Each);
        Bits += Each.bits();
      }
    if (Bits <= 12 && Result.All.size() >= 8)
      return Result;
  }
}

struct Row {
  Assignment Values;
  std::vector<bool> Holds; ///< by condition
};

/// For each assignment within the bounds, which conditions hold.
std::vector<Row> tableOf(const Conditions &What) {
  std::vector<Row> Rows;
  Evaluator Evaluate(What.All);
  unsigned Bits = 0;
  for (Term V : What.Variables)
    Bits += V.bits();
  for (std::uint64_t Code = 0; Code < std::uint64_t(1) << Bits; ++Code) {
    Assignment Values;
    std::uint64_t Rest = Code;
    bool Within = true;
    for (Term V : What.Variables) {
      Values[V] = APInt(64, Rest).trunc(V.bits());
      Rest >>= V.bits();
      Within &= admits(V, Values[V]);
    }
    if (!Within)
      continue;
    Evaluate.run(Values);
    std::vector<bool> Holds;
    for (Term Each : What.All)
      Holds.push_back(Evaluate.valueOf(Each).isOne());
    Rows.push_back({std::move(Values), std::move(Holds)});
  }
  return Rows;
}

bool satisfiable(const std::vector<Row> &Table, const std::vector<std::size_t> &Subset) {
  return llvm::any_of(
      Table, [&](const Row &Each) { return llvm::all_of(Subset, [&](std::size_t I) { return Each.Holds[I]; }); });
}

bool satisfiable(const std::vector<Row> &Table, const std::vector<Term> &Conjuncts) {
  Evaluator Evaluate(Conjuncts);
  return llvm::any_of(Table, [&](const Row &Each) {
    Evaluate.run(Each.Values);
    return llvm::all_of(Conjuncts, [&](Term T) { return Evaluate.valueOf(T).isOne(); });
  });
}

/// The conjuncts and the parts of those that are conjunctions.
std::set<unsigned> partsOf(std::vector<Term> Conjuncts) {
  std::set<unsigned> Result;
  while (!Conjuncts.empty()) {
    Term Each = Conjuncts.back();
    Conjuncts.pop_back();
    Result.insert(Each.id());
    if (Each.is(Operation::And))
      Conjuncts.insert(Conjuncts.end(), Each.operands().begin(), Each.operands().end());
  }
  return Result;
}

Assignment randomValues(Random &Generator, const Conditions &What) {
  Assignment Result;
  for (Term V : What.Variables)
    if (Generator.chance(90))
      Result[V] = APInt(64, Generator.next()).trunc(V.bits()); // perhaps outside of the bounds
  return Result;
}

std::unique_ptr<Solver> solverWith(TermStore &Store, const ExplorationSolverOptions &Options = {}) {
  auto Made = makeExplorationSolver(Store, Options);
  EXPECT_TRUE(Made);
  return std::move(*Made);
}

/// Two factors of a product of two primes, neither of which is 1: far beyond a second for any solver.
std::vector<Term> factoring(TermStore &Store) {
  Term A = Store.variable(64, "a", VariableKind::Input), B = Store.variable(64, "b", VariableKind::Input);
  Term One = Store.constant(128, 1);
  Term X = Store.zext(A, 128), Y = Store.zext(B, 128);
  APInt Product = APInt(128, 18446744073709551557ull) * APInt(128, 18446744073709551533ull);
  return {Store.eq(Store.mul(X, Y), Store.constant(Product)), Store.ult(One, X), Store.ult(X, Y)};
}

/// Says yes to everything, with all variables 1.
class Liar : public Solver {
public:
  SolverAnswer check(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds) override {
    SolverAnswer Answer;
    Answer.What = Satisfiable::Yes;
    for (Term Each : reachable(Conjuncts))
      if (Each.is(Operation::Variable))
        Answer.Model[Each] = APInt(Each.bits(), 1);
    return Answer;
  }
  SolverStatistics statistics() const override { return {}; }
};

class Layered : public testing::TestWithParam<int> {};

} // namespace

TEST_P(Layered, SaysWhatEnumerationSays) {
  ExplorationSolverOptions Options;
  Options.Independence = GetParam() != 1;
  Options.Caches = GetParam() != 2;
  Options.Guesses = GetParam() != 3;
  Random Generator(static_cast<std::uint64_t>(11 + GetParam()));
  unsigned Yes = 0, No = 0, Smaller = 0;
  SolverStatistics Sum;
  for (unsigned Round = 0; Round < 25 && !HasFailure(); ++Round) {
    Conditions What = randomConditions(Generator);
    TermStore &Store = *What.Store;
    auto Table = tableOf(What);
    auto Ask = solverWith(Store, Options);
    for (unsigned I = 0; I < 12; ++I) {
      std::vector<std::size_t> Subset;
      std::vector<Term> Query;
      for (std::size_t J = 0; J < What.All.size(); ++J)
        if (Generator.chance(I % 3 ? 7 : 40)) {
          Subset.push_back(J);
          Query.push_back(What.All[J]);
        }
      bool Expected = satisfiable(Table, Subset);
      SolverAnswer Answer =
          Generator.chance(50) ? Ask->check(Query, Long) : Ask->checkNear(Query, randomValues(Generator, What), Long);
      ASSERT_EQ(Answer.What, Expected ? Satisfiable::Yes : Satisfiable::No) << Answer.Why;
      ++(Expected ? Yes : No);
      if (Expected) {
        for (Term Each : Query)
          EXPECT_TRUE(evaluate(Each, Answer.Model).isOne());
        continue;
      }
      // What is said to be impossible together is, and every part of it was asked.
      Smaller += !Answer.Core.empty() && Answer.Core.size() < Query.size();
      if (!Answer.Core.empty())
        EXPECT_FALSE(satisfiable(Table, Answer.Core));
      std::set<unsigned> Parts = partsOf(Query);
      for (Term Each : Answer.Core)
        EXPECT_TRUE(Parts.contains(Each.id()));
    }
    SolverStatistics Seen = Ask->statistics();
    Sum.Asked += Seen.Asked;
    Sum.KeptGroups += Seen.KeptGroups;
    Sum.CachedNo += Seen.CachedNo;
    Sum.Guessed += Seen.Guessed;
    Sum.Quick += Seen.Quick;
    EXPECT_EQ(Seen.Rejected, 0u);
  }
  EXPECT_GT(Yes, 40u);
  EXPECT_GT(No, 40u);
  EXPECT_GT(Smaller, 10u);
  EXPECT_EQ(Sum.Asked, Yes + No);
  EXPECT_GT(Sum.Quick, 10u);
  EXPECT_EQ(Sum.KeptGroups > 0, Options.Independence);
  EXPECT_EQ(Sum.CachedNo > 0, Options.Caches);
  EXPECT_EQ(Sum.Guessed > 0, Options.Guesses);
}

INSTANTIATE_TEST_SUITE_P(OneLayerOff, Layered, testing::Range(0, 4));

TEST(Independence, OnlyTheGroupThatFailsIsSolvedAndTheRestStays) {
  TermStore Store;
  std::vector<Term> X, Query;
  Assignment Near;
  for (unsigned I = 0; I < 6; ++I) {
    X.push_back(Store.variable(64, "x" + std::to_string(I), VariableKind::Input));
    Near[X[I]] = APInt(64, 3 * I + 5);
    Query.push_back(Store.eq(Store.mul(X[I], X[I]), Store.constant(64, (3 * I + 5) * (3 * I + 5))));
  }
  // The root of the third group is asked to be another one.
  Query.push_back(Store.ne(X[2], Store.constant(64, 11)));
  auto Ask = solverWith(Store);
  SolverAnswer Answer = Ask->checkNear(Query, Near, Long);
  ASSERT_EQ(Answer.What, Satisfiable::Yes);
  for (unsigned I = 0; I < 6; ++I)
    EXPECT_EQ(Answer.Model.lookup(X[I]) == Near[X[I]], I != 2);
  EXPECT_EQ(Ask->statistics().Groups, 6u);
  EXPECT_EQ(Ask->statistics().KeptGroups, 5u);
  EXPECT_LE(Ask->statistics().Queries, 1u);
}

TEST(Independence, AFunctionTiesConjuncts) {
  // f(x) = 1 and f(y) = 2 are satisfiable each, but not with x = y = 3.
  TermStore Store;
  Term X = Store.variable(8, "x", VariableKind::Input), Y = Store.variable(8, "y", VariableKind::Input);
  Term Three = Store.constant(8, 3);
  std::vector<Term> Query = {Store.eq(Store.apply(8, "f", {X}), Store.constant(8, 1)),
                             Store.eq(Store.apply(8, "f", {Y}), Store.constant(8, 2)), Store.eq(X, Three),
                             Store.eq(Y, Three)};
  Assignment Near;
  Near[X] = Near[Y] = APInt(8, 3);
  EXPECT_EQ(solverWith(Store)->checkNear(Query, Near, Long).What, Satisfiable::No);
}

TEST(Cache, ASupersetOfWhatIsImpossibleIsImpossible) {
  TermStore Store;
  Term X = Store.variable(16, "x", VariableKind::Input), Y = Store.variable(16, "y", VariableKind::Input);
  // No square ends in these bits.
  Term No = Store.eq(Store.mul(X, X), Store.constant(16, 3));
  Term Other = Store.ult(Store.add(X, Y), Store.constant(16, 77)), More = Store.ult(X, Store.mul(Y, Y));
  auto Ask = solverWith(Store);
  SolverAnswer First = Ask->check({Other, No}, Long);
  ASSERT_EQ(First.What, Satisfiable::No);
  EXPECT_EQ(First.Core, std::vector<Term>{No});
  EXPECT_EQ(Ask->statistics().Queries, 1u);
  EXPECT_EQ(Ask->check({More, No, Other}, Long).What, Satisfiable::No);
  EXPECT_EQ(Ask->check({More, No}, Long).What, Satisfiable::No);
  EXPECT_EQ(Ask->statistics().Queries, 1u);
  EXPECT_EQ(Ask->statistics().CachedNo, 2u);
  EXPECT_EQ(Ask->check({More, Other}, Long).What, Satisfiable::Yes);
}

TEST(Limits, ATimeoutIsUnknownAndNotRemembered) {
  TermStore Store;
  auto Query = factoring(Store);
  auto Ask = solverWith(Store);
  for (int I = 0; I < 2; ++I) {
    SolverAnswer Answer = Ask->check(Query, std::chrono::milliseconds(400));
    EXPECT_EQ(Answer.What, Satisfiable::Unknown);
    EXPECT_FALSE(Answer.Why.empty());
    EXPECT_TRUE(Answer.Core.empty());
  }
  EXPECT_EQ(Ask->statistics().CachedNo, 0u);
  EXPECT_EQ(Ask->statistics().Unknown, 2u);
  // A conjunct of its own that cannot hold decides it all the same.
  Term X = Store.variable(16, "x", VariableKind::Input);
  Query.push_back(Store.eq(Store.mul(X, X), Store.constant(16, 3)));
  EXPECT_EQ(Ask->check(Query, std::chrono::milliseconds(3000)).What, Satisfiable::No);
}

TEST(Checking, AModelThatDoesNotHoldIsNoAnswer) {
  TermStore Store;
  Term X = Store.variable(8, "x", VariableKind::Input);
  Term Y = Store.boundedVariable(8, "y", VariableKind::Input, false, APInt(8, 2), APInt(8, 9));
  auto Ask = makeCheckingSolver(std::make_unique<Liar>());
  EXPECT_EQ(Ask->check({Store.eq(X, Store.constant(8, 1))}, Long).What, Satisfiable::Yes);
  EXPECT_EQ(Ask->check({Store.eq(X, Store.constant(8, 2))}, Long).What, Satisfiable::Unknown);
  EXPECT_EQ(Ask->check({Store.ult(Y, Store.constant(8, 5))}, Long).What, Satisfiable::Unknown); // outside of the bounds
  EXPECT_EQ(Ask->statistics().Rejected, 2u);
}

TEST(Checking, RemaindersOfFloatingPointAreNotMadeUp) {
  TermStore Store;
  Term X = Store.variable(64, "x", VariableKind::Input);
  auto Number = [&](double D) { return Store.constant(llvm::APFloat(D).bitcastToAPInt()); };
  // fmod(x, 2) is never 3, but to the solver it is some function.
  SolverAnswer Answer = solverWith(Store)->check({Store.feq(Store.frem(X, Number(2)), Number(3))}, Long);
  EXPECT_EQ(Answer.What, Satisfiable::Unknown);
}

TEST(QueryLog, HasEveryQueryThatReachesTheSolver) {
  namespace fs = std::filesystem;
  fs::path Directory = fs::temp_directory_path() / ("vernier-queries-" + std::to_string(getpid()));
  TermStore Store;
  Term X = Store.variable(16, "x", VariableKind::Input);
  ExplorationSolverOptions Options;
  Options.LogQueries = Directory / "below";
  auto Ask = solverWith(Store, Options);
  Term Square = Store.mul(X, X);
  EXPECT_EQ(Ask->check({Store.eq(Square, Store.constant(16, 3))}, Long).What, Satisfiable::No);
  EXPECT_EQ(Ask->check({Store.eq(Square, Store.constant(16, 3)), Store.ult(X, Square)}, Long).What, Satisfiable::No);
  EXPECT_EQ(Ask->check({Store.eq(Square, Store.constant(16, 39601))}, Long).What, Satisfiable::Yes);
  EXPECT_EQ(Ask->statistics().Queries, 2u);
  EXPECT_EQ(Ask->statistics().LogFailures, 0u);
  std::vector<std::string> Answers;
  for (const char *Name : {"query-000001.smt2", "query-000002.smt2"}) {
    std::ifstream Stream(Directory / "below" / Name);
    std::stringstream Text;
    Text << Stream.rdbuf();
    Answers.push_back(Text.str().substr(0, Text.str().find('\n')));
    EXPECT_NE(Text.str().find("; seconds: "), std::string::npos);
    EXPECT_NE(Text.str().find("(check-sat)"), std::string::npos);
    EXPECT_NE(Text.str().find("bvmul"), std::string::npos);
  }
  EXPECT_EQ(Answers, (std::vector<std::string>{"; answer: unsat", "; answer: sat"}));
  EXPECT_FALSE(fs::exists(Directory / "below" / "query-000003.smt2"));
  // A log that cannot be written is counted, and the answers stay.
  fs::remove_all(Directory);
  EXPECT_EQ(Ask->check({Store.eq(Square, Store.constant(16, 7))}, Long).What, Satisfiable::No);
  EXPECT_EQ(Ask->statistics().LogFailures, 1u);
  std::ofstream(Directory) << "a file";
  EXPECT_FALSE(makeExplorationSolver(Store, Options));
  fs::remove_all(Directory);
}
