// Random machines, random edits, random suites: the decision is what running both machines says (Guo 2017, theorem 4).

#include "RandomMachine.h"
#include "Read.h"
#include "efsm/reasoning/Interface.h"
#include "efsm/reasoning/Locality.h"
#include "efsm/reasoning/Select.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::efsm;
using namespace vernier::efsm::test;

namespace {

constexpr RunOptions Bounded{100};

struct Oracle {
  bool Exercises = false, Decidable = true;
  bool ByNew = false; ///< a transition of the new machine
  std::optional<unsigned> Step;
  TestRun New;
};

std::optional<unsigned> firstHit(const TestRun &Run, const std::vector<bool> &Changed) {
  for (unsigned I = 0; I < Run.Outcomes.size(); ++I)
    for (const Fired &Each : Run.Outcomes[I].Transitions)
      if (Changed[Each.Transition])
        return I;
  return std::nullopt;
}

bool isClear(const TestRun &Run) {
  StepEnd End = Run.Outcomes.back().End;
  return End != StepEnd::Nondeterministic && End != StepEnd::NoRest && End != StepEnd::Unknown;
}

Oracle oracle(const Machine &Old, const Machine &New, const MachineDiff &Changes, const Suite &Tests,
              const Suite &NewTests, unsigned Number) {
  Oracle Result;
  TestRun OldRun = applyTest(Old, Tests, Tests.Tests[Number], Bounded);
  Result.New = applyTest(New, NewTests, NewTests.Tests[Number], Bounded);
  auto OldStep = firstHit(OldRun, Changes.deleted(Old)), NewStep = firstHit(Result.New, Changes.added(New));
  Result.Exercises = OldStep || NewStep;
  Result.ByNew = NewStep.has_value();
  Result.Step = OldStep && NewStep ? std::min(OldStep, NewStep) : OldStep ? OldStep : NewStep;
  Result.Decidable = isClear(Result.New) && (Result.Exercises || isClear(OldRun));
  return Result;
}

/// The decision must be the one that the run asks for.
void expectAgreement(const Decision &Decided, const Oracle &Truth, const std::string &Context) {
  if (!Truth.Decidable) {
    EXPECT_EQ(Decided.Kind, DecisionKind::Undecided) << Context << Decided.Detail;
    return;
  }
  EXPECT_EQ(Decided.exercises(), Truth.Exercises) << Context << Decided.Detail;
  EXPECT_EQ(Decided.Step, Truth.Step) << Context << Decided.Detail;
  if (!Truth.Exercises)
    EXPECT_EQ(Decided.Kind, DecisionKind::Discarded) << Context << Decided.Detail;
  else if (Truth.New.passed())
    EXPECT_EQ(Decided.Kind, DecisionKind::Selected) << Context << Decided.Detail;
  else if (Truth.New.End == TestEnd::Complete)
    EXPECT_EQ(Decided.Reason, DecisionReason::OutputMismatch) << Context << Decided.Detail;
  else if (!Truth.ByNew)
    EXPECT_EQ(Decided.Reason, DecisionReason::AdverseImpact) << Context << Decided.Detail;
  else
    EXPECT_TRUE(Decided.Reason == DecisionReason::AdverseImpact || Decided.Reason == DecisionReason::Incomplete ||
                Decided.Reason == DecisionReason::Bound)
        << Context << Decided.Detail;
  if (Truth.Exercises && Truth.New.MismatchedStep && Truth.New.End == TestEnd::Complete)
    EXPECT_EQ(Decided.FailedStep, Truth.New.MismatchedStep) << Context;
}

struct RandomCase {
  std::string OldText, NewText, TestText;
  Machine Old, New;
  Suite Tests, NewTests;
  MachineDiff Changes;

  explicit RandomCase(std::uint64_t Seed, unsigned Count, bool Unknown) {
    Random Source(Seed);
    RandomMachine Made = randomMachine(Source);
    OldText = Made.text();
    NewText = randomEdit(Made, Source).text();
    Old = machine(OldText);
    New = machine(NewText);
    TestText = randomTests(Old, Source, Count, Unknown);
    Tests = tests(Old, TestText);
    NewTests = translate(Tests, Old, New).Tests;
    Changes = diff(Old, New);
  }
  std::string context(std::uint64_t Seed, const std::string &Test) const {
    return "seed " + std::to_string(Seed) + " test " + Test + "\n" + OldText + NewText + TestText;
  }
};

Selection decide(const RandomCase &Case, bool SolverAlways) {
  Reasoner Solver(std::chrono::milliseconds(300));
  CompatibilityStore Store;
  SelectOptions Options;
  Options.SolverAlways = SolverAlways;
  Options.Run = Bounded;
  Options.Completion.MaxQueries = 60;
  return select(Case.Old, Case.New, Case.Changes, Case.Tests, Solver, Store, Options);
}

/// Machines of a property: as many as a test run has time for, or VERNIER_EFSM_RANDOM times as many.
std::uint64_t scaled(std::uint64_t Usual) {
  const char *Times = std::getenv("VERNIER_EFSM_RANDOM");
  return Usual * (Times ? std::strtoull(Times, nullptr, 10) : 1);
}

/// Kinds of decisions, so that a property is not true of nothing.
using Tally = std::map<DecisionReason, unsigned>;

void compareWithRuns(std::uint64_t Seed, unsigned Count, bool SolverAlways, Tally &Seen) {
  RandomCase Case(Seed, Count, false);
  Selection Result = decide(Case, SolverAlways);
  for (const Decision &Each : Result.Decisions)
    ++Seen[Each.Reason];
  for (unsigned I = 0; I < Case.Tests.Tests.size() && !testing::Test::HasFailure(); ++I)
    expectAgreement(Result.Decisions[I], oracle(Case.Old, Case.New, Case.Changes, Case.Tests, Case.NewTests, I),
                    Case.context(Seed, Case.Tests.Tests[I].Name));
}

} // namespace

TEST(EfsmSelectRandom, EvaluationDecidesWhatRunsSay) {
  Tally Seen;
  for (std::uint64_t Seed = 1; Seed <= scaled(400) && !HasFailure(); ++Seed)
    compareWithRuns(Seed, 12, false, Seen);
  for (DecisionReason Each : {DecisionReason::Exercises, DecisionReason::AdverseImpact, DecisionReason::NotExercised,
                              DecisionReason::Incomplete, DecisionReason::OutputMismatch})
    EXPECT_GT(Seen[Each], 30u) << toString(Each);
}

TEST(EfsmSelectRandom, FormulasDecideWhatRunsSay) {
  Tally Seen;
  for (std::uint64_t Seed = 100001; Seed <= 100000 + scaled(80) && !HasFailure(); ++Seed)
    compareWithRuns(Seed, 8, true, Seen);
  for (DecisionReason Each : {DecisionReason::Exercises, DecisionReason::AdverseImpact, DecisionReason::NotExercised,
                              DecisionReason::Incomplete, DecisionReason::OutputMismatch})
    EXPECT_GT(Seen[Each], 2u) << toString(Each);
}

// What is decided although start values are open holds for every value that is tried.
TEST(EfsmSelectRandom, OpenStartValues) {
  unsigned Decided = 0, Undecided = 0;
  for (std::uint64_t Seed = 200001; Seed <= 200000 + scaled(40) && !HasFailure(); ++Seed) {
    RandomCase Case(Seed, 6, true);
    Selection Result = decide(Case, false);
    Random Source(Seed);
    for (unsigned I = 0; I < Case.Tests.Tests.size() && !HasFailure(); ++I) {
      const Decision &Each = Result.Decisions[I];
      Each.Kind == DecisionKind::Undecided ? ++Undecided : ++Decided;
      if (Each.Kind == DecisionKind::Undecided)
        continue;
      for (int Value = -3; Value <= 8; ++Value) {
        auto Close = [&](Suite Of, const Machine &In) {
          for (TestStart &Start : Of.Starts)
            Start.Values.insert(Start.Values.begin(), {*In.findVariable("x"), efsm::Value::integer(Value)});
          return Of;
        };
        Oracle Truth =
            oracle(Case.Old, Case.New, Case.Changes, Close(Case.Tests, Case.Old), Close(Case.NewTests, Case.New), I);
        std::string Context = "x = " + std::to_string(Value) + " " + Case.context(Seed, Case.Tests.Tests[I].Name);
        EXPECT_EQ(Each.exercises(), Truth.Exercises) << Context << Each.Detail;
        EXPECT_EQ(Each.Kind == DecisionKind::Discarded, !Truth.Exercises) << Context << Each.Detail;
        if (Each.Reason == DecisionReason::Exercises)
          EXPECT_TRUE(Truth.New.passed()) << Context;
        if (Each.Reason == DecisionReason::OutputMismatch)
          EXPECT_TRUE(Truth.New.MismatchedStep) << Context;
      }
    }
  }
  // The property is worth something only if both happen.
  EXPECT_GT(Decided, 60u);
  EXPECT_GT(Undecided, 5u);
}

// Source 3.5.1: of a local replacement, one of the two transitions tells who exercises the change.
TEST(EfsmSelectRandom, LocalReplacementsNeedOneOfBothTransitions) {
  std::map<Locality, unsigned> Seen;
  unsigned Exercised = 0;
  for (std::uint64_t Seed = 300001; Seed <= 300000 + scaled(300) && !HasFailure(); ++Seed) {
    RandomCase Case(Seed, 12, false);
    Reasoner Solver;
    std::vector<Locality> Places = localitiesOf(Case.Old, Case.New, Case.Changes, Solver);
    if (Places.size() != 1 || Case.Changes.Changes[0].Kind != ChangeKind::Replaced)
      continue;
    ++Seen[Places[0]];
    Selection Whole = decide(Case, false);
    for (bool ByNew : {true, false}) {
      if (!isLocal(Places[0]) || Places[0] == (ByNew ? Locality::LocalByNew : Locality::LocalByOld))
        continue;
      RandomCase Half = Case;
      Half.Changes.Changes[0].Kind = ByNew ? ChangeKind::Added : ChangeKind::Deleted;
      (ByNew ? Half.Changes.Changes[0].Old : Half.Changes.Changes[0].New).reset();
      Selection Part = decide(Half, false);
      for (unsigned I = 0; I < Case.Tests.Tests.size(); ++I) {
        const Decision &A = Whole.Decisions[I], &B = Part.Decisions[I];
        if (A.Kind == DecisionKind::Undecided || B.Kind == DecisionKind::Undecided)
          continue;
        EXPECT_EQ(A.exercises(), B.exercises()) << Case.context(Seed, Case.Tests.Tests[I].Name);
        Exercised += A.exercises();
      }
    }
  }
  for (Locality Each : {Locality::LocalByBoth, Locality::LocalByNew})
    EXPECT_GT(Seen[Each], 10u);
  EXPECT_EQ(Seen[Locality::Unknown], 0u);
  EXPECT_GT(Exercised, 100u);
}
