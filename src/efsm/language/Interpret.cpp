#include "efsm/language/Interpret.h"

#include "efsm/language/Print.h"

#include <algorithm>

namespace vernier::efsm {

namespace {

/// Puts a fault into the outcome; a variable without a value is no fault of the model.
void failed(StepOutcome &Into, Fault Why) {
  Into.End = Why.Kind == FaultKind::Unknown ? StepEnd::Unknown : StepEnd::Faulted;
  Into.Why = std::move(Why);
}

/// The enabled transitions: internal ones if Input is null. False if a guard faults.
bool findEnabled(const Machine &Of, const Configuration &At, const TestInput *Input, StepOutcome &Into) {
  llvm::ArrayRef<Value> Parameters;
  if (Input)
    Parameters = Input->Arguments;
  for (unsigned I = 0; I < Of.Transitions.size(); ++I) {
    const Transition &Each = Of.Transitions[I];
    bool Candidate = Each.From == At.State && (Input ? Each.Input == Input->Message : Each.internal());
    if (!Candidate)
      continue;
    Fault Why;
    auto Holds = evaluate(*Each.Guard, At.Variables, Parameters, Why);
    if (!Holds) {
      Into.Candidates = {I};
      failed(Into, std::move(Why));
      return false;
    }
    if (Holds->asBool())
      Into.Candidates.push_back(I);
  }
  return true;
}

bool send(const Transition &Which, const Configuration &At, llvm::ArrayRef<Value> Parameters, std::vector<Output> &Into,
          Fault &Why) {
  for (const OutputCall &Call : Which.Outputs) {
    Output Sent;
    Sent.Message = Call.Message;
    for (const ExpressionRef &Argument : Call.Arguments) {
      auto Result = evaluate(*Argument, At.Variables, Parameters, Why);
      if (!Result)
        return false;
      Sent.Arguments.push_back(std::move(*Result));
    }
    Into.push_back(std::move(Sent));
  }
  return true;
}

bool act(const Transition &Which, Configuration &At, llvm::ArrayRef<Value> Parameters, Fault &Why) {
  for (const Assignment &Action : Which.Actions) {
    auto Result = evaluate(*Action.Value, At.Variables, Parameters, Why);
    if (!Result)
      return false;
    At.Variables[Action.Variable] = std::move(*Result);
  }
  return true;
}

/// Executes a transition; false after a fault.
bool execute(const Machine &Of, Configuration &At, unsigned Which, llvm::ArrayRef<Value> Parameters,
             StepOutcome &Into) {
  const Transition &Taken = Of.Transitions[Which];
  Fired Result;
  Result.Transition = Which;
  Fault Why;
  bool Good = act(Taken, At, Parameters, Why);
  At.State = Taken.To;
  Good = Good && send(Taken, At, Parameters, Result.Outputs, Why);
  if (!Good) {
    Result.Outputs.clear();
    failed(Into, std::move(Why));
  }
  Result.After = At;
  Into.Transitions.push_back(std::move(Result));
  return Good;
}

void runInternal(const Machine &Of, Configuration &At, const RunOptions &Options, StepOutcome &Into) {
  for (unsigned Count = 0;; ++Count) {
    Into.Candidates.clear();
    if (!findEnabled(Of, At, nullptr, Into))
      return;
    if (Into.Candidates.empty())
      return;
    if (Into.Candidates.size() > 1) {
      Into.End = StepEnd::Nondeterministic;
      return;
    }
    if (Count == Options.MaxInternal) {
      Into.End = StepEnd::NoRest;
      return;
    }
    if (!execute(Of, At, Into.Candidates.front(), {}, Into))
      return;
  }
}

} // namespace

StepOutcome settle(const Machine &Of, Configuration &At, const RunOptions &Options) {
  StepOutcome Result;
  runInternal(Of, At, Options, Result);
  return Result;
}

StepOutcome step(const Machine &Of, Configuration &At, const TestInput &Input, const RunOptions &Options) {
  StepOutcome Result;
  if (!findEnabled(Of, At, &Input, Result))
    return Result;
  if (Result.Candidates.size() != 1) {
    Result.End = Result.Candidates.empty() ? StepEnd::Dead : StepEnd::Nondeterministic;
    return Result;
  }
  if (execute(Of, At, Result.Candidates.front(), Input.Arguments, Result))
    runInternal(Of, At, Options, Result);
  return Result;
}

Configuration initialConfiguration(const Machine &Of, const TestStart &Start) {
  Configuration Result;
  Result.State = Start.State;
  for (const Variable &Each : Of.Variables)
    Result.Variables.push_back(Each.Initial.value_or(Value()));
  for (const auto &[Which, Given] : Start.Values)
    Result.Variables[Which] = Given;
  return Result;
}

std::optional<bool> isInitial(const Machine &Of, const Configuration &At, Fault &Why) {
  const State &Where = Of.States[At.State];
  if (!Where.Initial)
    return false;
  auto Holds = evaluate(*Where.InitialPredicate, At.Variables, {}, Why);
  return Holds ? std::optional(Holds->asBool()) : std::nullopt;
}

namespace {

/// What was expected of one output, with values for its variables.
Agreement expectedOutput(const OutputCall &Expected, const Configuration &After, Output &Into, Fault &Why) {
  Into.Message = Expected.Message;
  for (const ExpressionRef &Argument : Expected.Arguments) {
    auto Result = evaluate(*Argument, After.Variables, {}, Why);
    if (!Result)
      return Why.Kind == FaultKind::Unknown ? Agreement::Unknown : Agreement::Different;
    Into.Arguments.push_back(std::move(*Result));
  }
  return Agreement::Equal;
}

OutputComparison compareOne(const Machine &Of, const OutputCall &Expected, const Output &Got,
                            const Configuration &After) {
  Output Wanted;
  Fault Why;
  if (Expected.Message != Got.Message)
    return {Agreement::Different, "expected " + Of.Outputs[Expected.Message].Name + ", got " + toString(Got, Of)};
  Agreement Evaluated = expectedOutput(Expected, After, Wanted, Why);
  if (Evaluated != Agreement::Equal)
    return {Evaluated, "the expected " + Of.Outputs[Expected.Message].Name + " has no value: " + Why.Detail};
  if (Wanted == Got)
    return {};
  return {Agreement::Different, "expected " + toString(Wanted, Of) + ", got " + toString(Got, Of)};
}

} // namespace

OutputComparison compareOutputs(const Machine &Of, const std::vector<Fired> &Transitions, const Expectation &Expected) {
  std::size_t Next = 0;
  OutputComparison Open;
  for (const Fired &Each : Transitions)
    for (const Output &Sent : Each.Outputs) {
      if (Next == Expected.size())
        return {Agreement::Different, "got " + toString(Sent, Of) + ", which is not expected"};
      OutputComparison One = compareOne(Of, Expected[Next++], Sent, Each.After);
      if (One.Outcome == Agreement::Different)
        return One;
      if (One.Outcome == Agreement::Unknown)
        Open = One;
    }
  if (Next < Expected.size())
    return {Agreement::Different, "expected " + Of.Outputs[Expected[Next].Message].Name + ", got nothing"};
  return Open;
}

namespace {

void compare(const Machine &Of, const StepOutcome &Outcome, const Expectation &Expected, unsigned Step, TestRun &Into) {
  if (Into.MismatchedStep)
    return;
  OutputComparison Found = compareOutputs(Of, Outcome.Transitions, Expected);
  if (Found.Outcome == Agreement::Different) {
    Into.MismatchedStep = Step;
    Into.Mismatch = std::move(Found.Detail);
  }
  Into.OutputsUnknown = Into.OutputsUnknown || Found.Outcome == Agreement::Unknown;
}

/// Adds the outcome of a step; false if the run ends there.
bool advance(const Machine &Of, StepOutcome Outcome, const Expectation &Expected, TestRun &Into) {
  bool Rest = Outcome.End == StepEnd::Rest;
  if (Rest)
    compare(Of, Outcome, Expected, static_cast<unsigned>(Into.Outcomes.size()), Into);
  else
    Into.End = Outcome.End == StepEnd::Unknown ? TestEnd::Unknown : TestEnd::Stopped;
  Into.Outcomes.push_back(std::move(Outcome));
  return Rest;
}

} // namespace

TestRun applyTest(const Machine &Of, const Suite &Tests, const Test &Which, const RunOptions &Options) {
  TestRun Run;
  const TestStart &Start = Tests.Starts[Which.Start];
  Run.Final = initialConfiguration(Of, Start);
  if (!advance(Of, settle(Of, Run.Final, Options), Start.Expected, Run))
    return Run;
  for (unsigned Number : Which.Steps) {
    const TestStep &Next = Tests.Steps[Number];
    if (!advance(Of, step(Of, Run.Final, Tests.Inputs[Next.Input], Options), Next.Expected, Run))
      return Run;
  }
  auto Initial = isInitial(Of, Run.Final, Run.Why);
  if (!Initial)
    Run.End = Run.Why.Kind == FaultKind::Unknown ? TestEnd::Unknown : TestEnd::NotInitial;
  else if (!*Initial)
    Run.End = TestEnd::NotInitial;
  return Run;
}

namespace {

std::string called(const std::string &Name, const std::vector<Value> &Arguments,
                   const std::vector<Parameter> &Parameters) {
  std::string Result = Name + "(";
  for (std::size_t I = 0; I < Arguments.size(); ++I)
    Result += (I ? ", " : "") + toString(Arguments[I], *Parameters[I].Type);
  return Result + ")";
}

std::string stepName(std::size_t Number, const Suite &Tests, const Test &Which, const Machine &Of) {
  if (Number == 0)
    return "before the first input";
  const TestInput &Input = Tests.Inputs[Tests.Steps[Which.Steps[Number - 1]].Input];
  return "step " + std::to_string(Number) + ", " + toString(Input, Of);
}

std::string namesOf(const std::vector<unsigned> &Transitions, const Machine &Of) {
  std::string Result;
  for (std::size_t I = 0; I < Transitions.size(); ++I)
    Result += (I == 0 ? "" : I + 1 == Transitions.size() ? " and " : ", ") + Of.Transitions[Transitions[I]].Name;
  return Result;
}

std::string describeStop(const StepOutcome &Last, const std::string &State, const Machine &Of) {
  switch (Last.End) {
  case StepEnd::Rest:
    return {};
  case StepEnd::Dead:
    return "no transition processes it in state " + State;
  case StepEnd::Nondeterministic:
    return namesOf(Last.Candidates, Of) + " are enabled together in state " + State;
  case StepEnd::Faulted:
  case StepEnd::Unknown:
    return Last.Why.Detail + " (" + Of.File + ":" + std::to_string(Last.Why.Where.Line) + ":" +
           std::to_string(Last.Why.Where.Column) + ")";
  case StepEnd::NoRest:
    return "internal transitions do not come to rest";
  }
  return {};
}

} // namespace

std::string toString(const Output &Sent, const Machine &Of) {
  return called(Of.Outputs[Sent.Message].Name, Sent.Arguments, Of.Outputs[Sent.Message].Parameters);
}

std::string toString(const TestInput &Input, const Machine &Of) {
  return called(Of.Inputs[Input.Message].Name, Input.Arguments, Of.Inputs[Input.Message].Parameters);
}

std::string describe(const TestRun &Run, const Suite &Tests, const Test &Which, const Machine &Of) {
  const std::string &State = Of.States[Run.Final.State].Name;
  bool Stopped = Run.Outcomes.back().End != StepEnd::Rest;
  if (Stopped)
    return stepName(Run.Outcomes.size() - 1, Tests, Which, Of) + ": " + describeStop(Run.Outcomes.back(), State, Of);
  if (Run.End == TestEnd::NotInitial)
    return "it ends in state " + State +
           (Of.States[Run.Final.State].Initial ? ", whose predicate does not hold" : ", which is not initial");
  if (Run.End == TestEnd::Unknown)
    return "whether it ends in an initial state is not known: " + Run.Why.Detail;
  if (Run.MismatchedStep)
    return stepName(*Run.MismatchedStep, Tests, Which, Of) + ": " + Run.Mismatch;
  return Run.OutputsUnknown ? "an expected output depends on a variable without a value" : "complete";
}

} // namespace vernier::efsm
