#include "efsm/reasoning/Judge.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier::efsm {

namespace {

std::string stepText(unsigned Step) {
  return Step == 0 ? "before the first input" : "at step " + std::to_string(Step);
}

} // namespace

Decision Judge::base(const Findings &Found) const {
  Decision Result;
  Result.Test = Found.Test;
  Result.Why = Found.Why;
  bool ByNew = Found.New && (!Found.Old || Found.New->Step <= Found.Old->Step);
  if (const auto &First = ByNew ? Found.New : Found.Old) {
    Result.Step = First->Step;
    Result.Transition = First->Transition;
    Result.TransitionIsNew = ByNew;
  }
  return Result;
}

Decision Judge::interface(unsigned Test, const TranslatedSuite::Problem &Why) const {
  Decision Result;
  Result.Test = Test;
  Result.Kind = DecisionKind::Unusable;
  Result.Reason = DecisionReason::Interface;
  Result.FailedStep = Why.Step;
  Result.Detail = Why.What;
  return Result;
}

Decision Judge::undecided(const Findings &Found, DecisionReason Reason, std::string Why) const {
  Decision Result = base(Found);
  Result.Kind = DecisionKind::Undecided;
  Result.Reason = Reason;
  Result.Detail = std::move(Why);
  return Result;
}

Decision Judge::decide(const Findings &Found) {
  Decision Result = base(Found);
  if (!Result.exercises()) {
    Result.Kind = DecisionKind::Discarded;
    Result.Reason = DecisionReason::NotExercised;
    Result.Detail = "no changed transition is executed";
    if (!Found.Complete)
      Result.Detail += Found.NewEnd == StepEnd::Rest
                           ? "; it does not end in an initial state"
                           : "; it goes no further than step " + std::to_string(Found.FailedStep) +
                                 (Found.FailedWhy.empty() ? "" : " (" + Found.FailedWhy + ")");
    return Result;
  }
  const Machine &Side = Result.TransitionIsNew ? New : Old;
  std::string Exercised = "executes " + Side.Transitions[*Result.Transition].Name + " of the " +
                          (Result.TransitionIsNew ? "new" : "old") + " machine " + stepText(*Result.Step);
  if (Found.Complete && !Found.Mismatch) {
    Result.Kind = DecisionKind::Selected;
    Result.Reason = DecisionReason::Exercises;
    Result.Detail = Exercised;
  } else if (Found.Complete) {
    Result.Kind = DecisionKind::Unusable;
    Result.Reason = DecisionReason::OutputMismatch;
    Result.FailedStep = Found.Mismatch;
    Result.Detail = stepText(*Found.Mismatch) + " " + Found.MismatchWhy;
  } else {
    Result.FailedStep = Found.FailedStep;
    decideIncomplete(Found, Result);
    Result.Detail = Exercised + "; " + Result.Detail;
  }
  return Result;
}

void Judge::decideIncomplete(const Findings &Found, Decision &Result) {
  std::string Stops = Found.NewEnd == StepEnd::Rest
                          ? "does not end in an initial state of the new machine"
                          : "does not complete on the new machine " + stepText(Found.FailedStep);
  if (!Found.FailedWhy.empty())
    Stops += " (" + Found.FailedWhy + ")";
  Result.Kind = DecisionKind::Selected;
  Result.Reason = DecisionReason::AdverseImpact;
  if (!Found.New) {
    Result.Detail = "adverse impact of a deletion: it " + Stops;
    return;
  }
  if (!Found.AfterHit) {
    Result.Detail = "adverse impact: it " + Stops + ", in the step of the change itself";
    return;
  }
  const SearchResult &Way = completion(*Found.AfterHit);
  switch (Way.End) {
  case SearchEnd::Found:
    if (llvm::any_of(Found.AfterHit->Variables, [](const Value &Each) { return Each.isUnknown(); })) {
      Result.Kind = DecisionKind::Undecided;
      Result.Reason = DecisionReason::UnknownValues;
      Result.Detail = "it " + Stops + "; whether other inputs would complete it depends on values that are not known";
      return;
    }
    Result.Kind = DecisionKind::Unusable;
    Result.Reason = DecisionReason::Incomplete;
    Result.Detail = "it " + Stops + "; with other inputs after the change it would complete";
    Result.Why.Completion = Way.Inputs;
    return;
  case SearchEnd::None:
    Result.Detail = "adverse impact: it " + Stops + ", and no inputs after the change lead to an initial state";
    if (!Way.OfAnyLength)
      Result.Detail += " (up to " + std::to_string(Options.Completion.MaxInputs) + " inputs)";
    return;
  case SearchEnd::Unknown:
    Result.Kind = DecisionKind::Undecided;
    Result.Reason = DecisionReason::Bound;
    Result.Detail = "it " + Stops + "; whether other inputs would complete it is open: " + Way.Why;
    return;
  }
}

const SearchResult &Judge::completion(const Configuration &From) {
  auto [Found, New] = Completions.try_emplace({From.State, From.Variables});
  if (New)
    Found->second = search(this->New, {From, false, {}}, Solver, &NewGraph, Options.Completion);
  return Found->second;
}

} // namespace vernier::efsm
