#include "efsm/reasoning/Baselines.h"

#include "base/Budget.h"
#include "efsm/reasoning/Interface.h"
#include "efsm/reasoning/Smt.h"

namespace vernier::efsm {

namespace {

bool executes(const TestRun &Run, const std::vector<bool> &Changed) {
  for (const StepOutcome &Outcome : Run.Outcomes)
    for (const Fired &Each : Outcome.Transitions)
      if (Changed[Each.Transition])
        return true;
  return false;
}

/// One test on one machine, by the solver alone.
class SymbolicRun {
public:
  SymbolicRun(const Machine &Of, const std::vector<bool> &Changed, Reasoner &Solver, unsigned MaxInternal)
      : Of(Of), Changed(Changed), Solver(Solver), MaxInternal(MaxInternal) {}

  enum class End { Executed, Over, Unknown };

  End run(const Suite &Tests, const Test &Which) {
    Configuration Start = initialConfiguration(Of, Tests.Starts[Which.Start]);
    State = Start.State;
    Variables = constantVariables(Script, Of, Start.Variables);
    std::size_t Next = 0;
    unsigned Internal = 0;
    while (true) {
      const TestInput *Input =
          Next < Which.Steps.size() ? &Tests.Inputs[Tests.Steps[Which.Steps[Next]].Input] : nullptr;
      std::optional<unsigned> Taken = step(Input);
      if (Unknown || Internal > MaxInternal)
        return End::Unknown;
      if (!Taken)
        return End::Over;
      if (Changed[*Taken])
        return End::Executed;
      bool IsInternal = Of.Transitions[*Taken].internal();
      Internal = IsInternal ? Internal + 1 : 0;
      Next += IsInternal ? 0 : 1;
    }
  }

  std::size_t Steps = 0;

private:
  /// Asks about every transition; internal ones come first.
  std::optional<unsigned> step(const TestInput *Input) {
    ++Steps;
    std::optional<unsigned> Internal, External;
    SmtText InternalScript, ExternalScript;
    SmtAction InternalAction, ExternalAction;
    for (unsigned T = 0; T < Of.Transitions.size(); ++T) {
      const Transition &Each = Of.Transitions[T];
      SmtText Image = Script;
      bool Matches = Each.internal() || (Input && Each.Input == Input->Message);
      auto Arguments =
          Each.internal() || !Matches ? declareParameters(Image, Of, Each) : constantArguments(Image, Of, *Input);
      Image.require(Matches ? "(= " + std::to_string(State) + " " + std::to_string(Each.From) + ")" : "false");
      Image.require(encodeGuard(Image, *Each.Guard, Variables, Arguments).Holds);
      SmtAction Action = encodeActions(Image, Of, Each, Variables, Arguments);
      Satisfiable Enabled = Solver.check(Image.text()).What;
      Unknown |= Enabled == Satisfiable::Unknown;
      if (Enabled != Satisfiable::Yes)
        continue;
      (Each.internal() ? Internal : External) = T;
      (Each.internal() ? InternalScript : ExternalScript) = std::move(Image);
      (Each.internal() ? InternalAction : ExternalAction) = std::move(Action);
    }
    std::optional<unsigned> Taken = Internal ? Internal : External;
    if (!Taken)
      return std::nullopt;
    Script = Internal ? std::move(InternalScript) : std::move(ExternalScript);
    SmtAction &Action = Internal ? InternalAction : ExternalAction;
    // A fault ends the run behind the transition.
    if (Action.Defined != "true" && !Changed[*Taken] &&
        Solver.check(Script.with(Action.Defined)).What == Satisfiable::No)
      return std::nullopt;
    Script.require(Action.Defined);
    Variables = std::move(Action.After);
    State = Of.Transitions[*Taken].To;
    return Taken;
  }

  const Machine &Of;
  const std::vector<bool> &Changed;
  Reasoner &Solver;
  unsigned MaxInternal;
  SmtText Script;
  unsigned State = 0;
  SmtVariables Variables;
  bool Unknown = false;
};

bool any(const std::vector<bool> &Of) {
  return std::find(Of.begin(), Of.end(), true) != Of.end();
}

} // namespace

BaselineResult runEverything(const Machine &Old, const Machine &New, const MachineDiff &Changes, const Suite &Tests,
                             const BaselineOptions &Options) {
  Stopwatch Watch;
  BaselineResult Result;
  TranslatedSuite Translated = translate(Tests, Old, New);
  std::vector<bool> Deleted = Changes.deleted(Old), Added = Changes.added(New);
  for (unsigned I = 0; I < Tests.Tests.size(); ++I) {
    bool Exercises = false;
    if (!Translated.problemOf(Tests.Tests[I])) {
      TestRun OldRun = applyTest(Old, Tests, Tests.Tests[I], Options.Run);
      TestRun NewRun = applyTest(New, Translated.Tests, Tests.Tests[I], Options.Run);
      Result.Steps += OldRun.Outcomes.size() + NewRun.Outcomes.size();
      Exercises = executes(OldRun, Deleted) || executes(NewRun, Added);
    }
    Result.Selected.push_back(Exercises);
  }
  Result.Seconds = Watch.seconds();
  return Result;
}

BaselineResult executeSymbolically(const Machine &Old, const Machine &New, const MachineDiff &Changes,
                                   const Suite &Tests, Reasoner &Solver, const BaselineOptions &Options) {
  Stopwatch Watch;
  BaselineResult Result;
  std::size_t Before = Solver.statistics().Queries;
  TranslatedSuite Translated = translate(Tests, Old, New);
  std::vector<bool> Deleted = Changes.deleted(Old), Added = Changes.added(New);
  for (unsigned I = 0; I < Tests.Tests.size(); ++I) {
    bool Exercises = false, Open = false;
    auto Run = [&](const Machine &Of, const std::vector<bool> &Changed, const Suite &Words) {
      if (!any(Changed) || Exercises)
        return;
      SymbolicRun One(Of, Changed, Solver, Options.MaxInternal);
      SymbolicRun::End End = One.run(Words, Words.Tests[I]);
      Result.Steps += One.Steps;
      Exercises |= End == SymbolicRun::End::Executed;
      Open |= End == SymbolicRun::End::Unknown;
    };
    if (!Translated.problemOf(Tests.Tests[I])) {
      Run(New, Added, Translated.Tests);
      Run(Old, Deleted, Tests);
    }
    Result.Undecided += Open && !Exercises;
    Result.Selected.push_back(Exercises || Open);
  }
  Result.Queries = Solver.statistics().Queries - Before;
  Result.Seconds = Watch.seconds();
  return Result;
}

} // namespace vernier::efsm
