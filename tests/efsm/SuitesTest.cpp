// For every model, every addition and deletion of one transition and sets of up to ten changes: the decision of
// `select` for each test is what running both machines says, none missed and none too many.
//
// VERNIER_EFSM_FULL=1 runs the suites in full size (80 to 1,500 tests each); else they are small.

#include "Oracle.h"
#include "Subjects.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

using namespace vernier;
using namespace vernier::efsm;
using namespace vernier::efsm::test;

namespace {

bool isFull() {
  const char *Said = std::getenv("VERNIER_EFSM_FULL");
  return Said && std::string(Said) == "1";
}

Suite suiteOf(const Subject &Of, const Machine &Model, unsigned Tests, unsigned Length) {
  return walk(Model, isFull() ? walkOptions(Of, Model, Of.Tests, Of.Length) : walkOptions(Of, Model, Tests, Length));
}

struct Tally {
  std::size_t Variants = 0, Tests = 0;
  std::size_t ByReason[static_cast<std::size_t>(DecisionReason::Bound) + 1] = {};

  std::size_t operator[](DecisionReason Reason) const { return ByReason[static_cast<std::size_t>(Reason)]; }
  void print(const std::string &Of) const {
    std::cout << Of << ": " << Variants << " changes, " << Tests << " decisions:";
    for (std::size_t I = 0; I < std::size(ByReason); ++I)
      if (ByReason[I])
        std::cout << " " << toString(static_cast<DecisionReason>(I)) << " " << ByReason[I];
    std::cout << std::endl;
  }
};

void compareWithRuns(const Variant &Pair, const Suite &Tests, SelectOptions Options, Tally &Counted) {
  Oracle Runs(Pair.Old, Pair.New, Tests, Options.Run);
  Reasoner Solver;
  CompatibilityStore Store;
  Selection Result = select(Pair.Old, Pair.New, Runs.changes(), Tests, Solver, Store, Options);
  ASSERT_EQ(Result.Decisions.size(), Tests.Tests.size());
  ++Counted.Variants;
  std::optional<unsigned> Limit;
  if (Options.SolverAlways)
    Limit = Options.SymbolicInternal;
  for (unsigned I = 0; I < Tests.Tests.size(); ++I) {
    std::string Wrong = Runs.disagreement(Result.Decisions[I], Runs.truth(I), Limit);
    ASSERT_EQ(Wrong, "") << Pair.Old.Name << ", " << Pair.What << ", test " << Tests.Tests[I].Name;
    ++Counted.Tests;
    ++Counted.ByReason[static_cast<std::size_t>(Result.Decisions[I].Reason)];
  }
}

/// A selection that selects everything, or nothing, would have one kind only.
void expectBothKinds(const Tally &Counted) {
  EXPECT_GT(Counted[DecisionReason::Exercises], 0u);
  EXPECT_GT(Counted[DecisionReason::NotExercised], 0u);
}

class EfsmSuites : public testing::TestWithParam<Subject> {};

std::string nameOf(const testing::TestParamInfo<Subject> &Of) {
  std::string Name = Of.param.Name;
  std::replace(Name.begin(), Name.end(), '-', '_');
  return Name;
}

} // namespace

TEST_P(EfsmSuites, OneChange) {
  Machine Model = readModel(GetParam());
  Suite Tests = suiteOf(GetParam(), Model, 80, 10);
  Tally Counted;
  for (const Variant &Each : singleChanges(Model))
    compareWithRuns(Each, Tests, {}, Counted);
  Counted.print(GetParam().Name);
  EXPECT_EQ(Counted.Variants, 2 * Model.Transitions.size());
  expectBothKinds(Counted);
  EXPECT_GT(Counted[DecisionReason::AdverseImpact], 0u);
}

TEST_P(EfsmSuites, UpToTenChanges) {
  Machine Model = readModel(GetParam());
  Suite Tests = suiteOf(GetParam(), Model, 80, 8);
  Random Source(7);
  SelectOptions Options;
  Options.Completion.MaxQueries = 100;
  Options.Run.MaxInternal = 300;
  Tally Counted;
  for (unsigned Round = 0; Round < (isFull() ? 5 : 1); ++Round)
    for (unsigned Changes = 2; Changes <= 10; Changes += isFull() ? 1 : 4)
      compareWithRuns(severalChanges(Model, Changes, Source), Tests, Options, Counted);
  Counted.print(GetParam().Name);
  EXPECT_EQ(Counted[DecisionReason::UnknownValues] + Counted[DecisionReason::Solver], 0u);
  expectBothKinds(Counted);
}

TEST_P(EfsmSuites, AnInputGoes) {
  Machine Model = readModel(GetParam());
  Suite Tests = suiteOf(GetParam(), Model, 80, 8);
  Tally Counted;
  std::size_t Using = 0;
  for (unsigned I = 0; I < Model.Inputs.size(); ++I) {
    compareWithRuns(inputGone(Model, I), Tests, {}, Counted);
    for (const efsm::Test &Each : Tests.Tests)
      Using += std::any_of(Each.Steps.begin(), Each.Steps.end(),
                           [&](unsigned Step) { return Tests.Inputs[Tests.Steps[Step].Input].Message == I; });
  }
  Counted.print(GetParam().Name);
  // Whoever does not use it does not execute what was deleted.
  EXPECT_GT(Using, 0u);
  EXPECT_EQ(Counted[DecisionReason::Interface], Using);
  EXPECT_GT(Counted[DecisionReason::NotExercised], 0u);
  EXPECT_EQ(Counted[DecisionReason::Interface] + Counted[DecisionReason::NotExercised], Counted.Tests);
}

TEST_P(EfsmSuites, EveryFormulaToTheSolver) {
  Machine Model = readModel(GetParam());
  Suite Tests = walk(Model, walkOptions(GetParam(), Model, isFull() ? 20 : 4, 5));
  SelectOptions Options;
  Options.SolverAlways = true;
  // The bank's bonus takes as many internal transitions as the balance is high, each of them a query.
  Options.SymbolicInternal = 16;
  Options.Completion.MaxQueries = 100;
  Tally Counted;
  Options.Run.MaxInternal = 300;
  std::vector<Variant> Single = singleChanges(Model);
  Random Source(11);
  for (std::size_t I = 1; I < Single.size(); I += isFull() ? 1 : Single.size() / 2)
    compareWithRuns(Single[I], Tests, Options, Counted);
  compareWithRuns(severalChanges(Model, 4, Source), Tests, Options, Counted);
  Counted.print(GetParam().Name);
  EXPECT_GE(Counted.Variants, 3u);
  EXPECT_GE(20 * (Counted.Tests - Counted[DecisionReason::Solver] - Counted[DecisionReason::Bound]),
            19 * Counted.Tests);
}

INSTANTIATE_TEST_SUITE_P(Models, EfsmSuites, testing::ValuesIn(subjects()), nameOf);
