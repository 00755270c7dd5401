#include "efsm/reasoning/Generate.h"

#include "efsm/reasoning/Interface.h"

namespace vernier::efsm {

namespace {

/// The run of a search as a test with the outputs that it gives.
Suite testOf(const Machine &Of, const SearchResult &Found, const std::string &Name) {
  Suite Result;
  Result.Inputs = Found.Inputs;
  Configuration At = Found.From;
  TestStart Start;
  Start.State = At.State;
  for (unsigned I = 0; I < At.Variables.size(); ++I)
    if (!Of.Variables[I].Initial || !(*Of.Variables[I].Initial == At.Variables[I]))
      Start.Values.emplace_back(I, At.Variables[I]);
  auto Expected = [&](const StepOutcome &Outcome) {
    Expectation Calls;
    for (const Fired &Each : Outcome.Transitions)
      for (const Output &Sent : Each.Outputs) {
        OutputCall Call{Sent.Message, {}, {}};
        for (std::size_t I = 0; I < Sent.Arguments.size(); ++I)
          Call.Arguments.push_back(literal(Sent.Arguments[I], Of.Outputs[Sent.Message].Parameters[I].Type));
        Calls.push_back(std::move(Call));
      }
    return Calls;
  };
  Start.Expected = Expected(settle(Of, At));
  Result.Starts.push_back(std::move(Start));
  Test Made;
  Made.Name = Name;
  for (unsigned I = 0; I < Found.Inputs.size(); ++I) {
    Result.Steps.push_back({I, Expected(step(Of, At, Found.Inputs[I]))});
    Made.Steps.push_back(I);
  }
  Result.Tests.push_back(std::move(Made));
  return Result;
}

/// A letter, then letters, digits and underscores.
std::string nameFor(const Transition &Of) {
  std::string Name = "covers_";
  for (char Each : Of.Name)
    Name += Each == '\'' ? 'p' : Each;
  return Name;
}

/// From any initial state.
SearchResult searchThrough(const Machine &Of, unsigned Number, Reasoner &Solver, Compatibility &Graph,
                           const SearchOptions &Options) {
  SearchResult Worst;
  Worst.End = SearchEnd::None;
  Worst.OfAnyLength = true;
  for (unsigned State = 0; State < Of.States.size(); ++State) {
    if (!Of.States[State].Initial)
      continue;
    SearchGoal Goal{initialConfiguration(Of, {State, {}, {}}), true, std::vector<bool>(Of.Transitions.size())};
    Goal.Through[Number] = true;
    SearchResult Found = search(Of, Goal, Solver, &Graph, Options);
    if (Found.End == SearchEnd::Found)
      return Found;
    Worst.OfAnyLength &= Found.OfAnyLength;
    if (Found.End == SearchEnd::Unknown)
      Worst = std::move(Found);
  }
  return Worst;
}

} // namespace

std::vector<GeneratedTest> generate(const Machine &Old, const Machine &New, const MachineDiff &Changes,
                                    const std::vector<unsigned> &Which, Reasoner &Solver, CompatibilityStore &Store,
                                    const GenerateOptions &Options) {
  Compatibility OldGraph(Old, Solver, Store), NewGraph(New, Solver, Store);
  std::vector<GeneratedTest> Result;
  for (unsigned Number : Which) {
    const Change &Each = Changes.Changes[Number];
    GeneratedTest Made;
    Made.Change = Number;
    for (bool OnNew : {true, false}) {
      auto Transition = OnNew ? Each.New : Each.Old;
      if (!Transition || Made.End == SearchEnd::Found)
        continue;
      const Machine &Of = OnNew ? New : Old;
      SearchResult Found = searchThrough(Of, *Transition, Solver, OnNew ? NewGraph : OldGraph, Options.Search);
      Made.End = Found.End;
      Made.OnNew = OnNew;
      Made.OfAnyLength = Found.OfAnyLength;
      Made.Why = Found.Why;
      if (Found.End == SearchEnd::Found)
        Made.Tests = testOf(Of, Found, nameFor(Of.Transitions[*Transition]));
      else if (Found.End == SearchEnd::None)
        Made.Why = "no run of " +
                   std::string(Found.OfAnyLength ? "any length"
                                                 : std::to_string(Options.Search.MaxInputs) + " inputs or fewer") +
                   " executes it and comes back to an initial state";
    }
    Result.push_back(std::move(Made));
  }
  return Result;
}

std::vector<unsigned> unexercised(const Machine &Old, const Machine &New, const MachineDiff &Changes,
                                  const Suite &Tests) {
  TranslatedSuite Translated = translate(Tests, Old, New);
  std::vector<bool> OldFired(Old.Transitions.size()), NewFired(New.Transitions.size());
  auto Mark = [](const TestRun &Run, std::vector<bool> &Fired) {
    for (const StepOutcome &Outcome : Run.Outcomes)
      for (const efsm::Fired &Each : Outcome.Transitions)
        Fired[Each.Transition] = true;
  };
  for (unsigned I = 0; I < Tests.Tests.size(); ++I) {
    if (Translated.problemOf(Tests.Tests[I]))
      continue;
    Mark(applyTest(Old, Tests, Tests.Tests[I]), OldFired);
    Mark(applyTest(New, Translated.Tests, Translated.Tests.Tests[I]), NewFired);
  }
  std::vector<unsigned> Result;
  for (unsigned I = 0; I < Changes.Changes.size(); ++I) {
    const Change &Each = Changes.Changes[I];
    if (!(Each.Old && OldFired[*Each.Old]) && !(Each.New && NewFired[*Each.New]))
      Result.push_back(I);
  }
  return Result;
}

} // namespace vernier::efsm
