#include "Oracle.h"

#include "efsm/reasoning/Walks.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier::efsm::test {

namespace {

std::optional<unsigned> firstHit(const TestRun &Run, const std::vector<bool> &Changed) {
  for (unsigned I = 0; I < Run.Outcomes.size(); ++I)
    for (const Fired &Each : Run.Outcomes[I].Transitions)
      if (Changed[Each.Transition])
        return I;
  return std::nullopt;
}

bool isClearRun(const TestRun &Run) {
  StepEnd End = Run.Outcomes.back().End;
  return End != StepEnd::Nondeterministic && End != StepEnd::NoRest && End != StepEnd::Unknown;
}

bool hasLongRow(const TestRun &Run, unsigned Limit) {
  return llvm::any_of(Run.Outcomes, [&](const StepOutcome &Each) { return Each.Transitions.size() >= Limit; });
}

} // namespace

std::optional<unsigned> Truth::step() const {
  return OldStep && NewStep ? std::min(OldStep, NewStep) : OldStep ? OldStep : NewStep;
}

bool Truth::isClear() const {
  return isClearRun(New) && (exercises() || isClearRun(Old));
}

Oracle::Oracle(const Machine &Old, const Machine &New, const Suite &Tests, RunOptions Options)
    : Old(Old), New(New), Tests(Tests), Options(Options), Changes(diff(Old, New)),
      Translated(translate(Tests, Old, New)) {}

Truth Oracle::truth(unsigned Test) const {
  Truth Result;
  if (auto Problem = Translated.problemOf(Tests.Tests[Test])) {
    Result.Interface = Problem->What;
    return Result;
  }
  Result.Old = applyTest(Old, Tests, Tests.Tests[Test], Options);
  Result.New = applyTest(New, Translated.Tests, Translated.Tests.Tests[Test], Options);
  Result.OldStep = firstHit(Result.Old, Changes.deleted(Old));
  Result.NewStep = firstHit(Result.New, Changes.added(New));
  return Result;
}

std::string Oracle::disagreement(const Decision &Decided, const Truth &Runs, std::optional<unsigned> Limit) const {
  std::string Said = toString(Decided.Kind) + " (" + toString(Decided.Reason) + "): " + Decided.Detail;
  if (Runs.Interface)
    return Decided.Reason == DecisionReason::Interface ? "" : "unusable, since " + *Runs.Interface + ", but " + Said;
  if (Limit && Decided.Kind == DecisionKind::Undecided &&
      (hasLongRow(Runs.Old, *Limit) || hasLongRow(Runs.New, *Limit)))
    return "";
  if (!Runs.isClear())
    return Decided.Kind == DecisionKind::Undecided ? "" : "the run is not clear, but " + Said;
  if (Decided.Step != Runs.step())
    return "exercises a change " + (Runs.step() ? "at step " + std::to_string(*Runs.step()) : "never") + ", but " +
           Said;
  std::string Why = disagreementOnEnd(Decided, Runs);
  return Why.empty() ? "" : Why + ", but " + Said;
}

std::string Oracle::disagreementOnEnd(const Decision &Decided, const Truth &Runs) const {
  auto Unless = [](bool Right, const char *Why) { return Right ? std::string() : std::string(Why); };
  if (!Runs.exercises())
    return Unless(Decided.Kind == DecisionKind::Discarded, "no change is exercised");
  if (Runs.New.passed())
    return Unless(Decided.Kind == DecisionKind::Selected && Decided.Reason == DecisionReason::Exercises, "it passes");
  if (Runs.New.End == TestEnd::Complete)
    return Unless(Decided.Reason == DecisionReason::OutputMismatch && Decided.FailedStep == Runs.New.MismatchedStep,
                  "outputs differ");
  if (!Runs.NewStep)
    return Unless(Decided.Reason == DecisionReason::AdverseImpact, "a deletion keeps it from completing");
  if (Decided.Reason == DecisionReason::Incomplete)
    return Unless(completes(Decided), "the completion does not complete it");
  if (Decided.Reason == DecisionReason::AdverseImpact)
    return Unless(!canComplete(Runs), "inputs were found that complete it");
  return Unless(Decided.Reason == DecisionReason::Bound, "it does not complete");
}

/// The test up to the change, then the completion, on the new machine.
bool Oracle::completes(const Decision &Decided) const {
  const Test &Which = Translated.Tests.Tests[Decided.Test];
  Configuration At = initialConfiguration(New, Translated.Tests.Starts[Which.Start]);
  if (settle(New, At, Options).End != StepEnd::Rest)
    return false;
  std::vector<TestInput> Inputs;
  for (unsigned I = 0; I < *Decided.Step; ++I)
    Inputs.push_back(Translated.Tests.Inputs[Translated.Tests.Steps[Which.Steps[I]].Input]);
  llvm::append_range(Inputs, Decided.Why.Completion);
  for (const TestInput &Each : Inputs)
    if (step(New, At, Each, Options).End != StepEnd::Rest)
      return false;
  Fault Why;
  return isInitial(New, At, Why).value_or(false);
}

/// Looks for a short way to an initial state at random, from behind the first executed transition that is new.
bool Oracle::canComplete(const Truth &Runs) const {
  const StepOutcome &At = Runs.New.Outcomes[*Runs.NewStep];
  if (At.End != StepEnd::Rest)
    return false;
  const Configuration &After = At.Transitions.back().After;
  TestStart Start;
  Start.State = After.State;
  for (unsigned I = 0; I < After.Variables.size(); ++I)
    Start.Values.emplace_back(I, After.Variables[I]);
  WalkOptions Walk;
  Walk.Count = 3;
  Walk.Length = 2;
  Walk.Shared = 0;
  Walk.Starts = {Start};
  Suite Found = walk(New, Walk);
  return llvm::any_of(Found.Tests, [](const Test &Each) { return Each.Steps.size() <= SearchOptions().MaxInputs; });
}

} // namespace vernier::efsm::test
