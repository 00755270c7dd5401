#include "efsm/reasoning/Symbolic.h"

#include "efsm/reasoning/Guard.h"

namespace vernier::efsm {

namespace {

SymbolicWay stopped(SymbolicWay At, StepEnd End, std::string Why = {}) {
  At.End = End;
  At.Why = std::move(Why);
  return At;
}

} // namespace

Compatible SymbolicMachine::follows(const SymbolicState &At, unsigned Transition) {
  if (!At.Last || !Graph)
    return Compatible::Unknown;
  return Graph->get(*At.Last, Transition);
}

void SymbolicMachine::fire(SymbolicWay From, unsigned Number, const std::vector<SmtTerms> &Parameters,
                           std::vector<SymbolicWay> &Result, const SymbolicOptions &Options) {
  const Transition &Which = Of.Transitions[Number];
  SmtAction Action = encodeActions(From.Script, Of, Which, From.At.Variables, Parameters);
  From.Fired.push_back({Number, Action.Outputs, Action.After});
  bool Certain = Action.Defined == "true";
  if (!Certain) {
    SmtAnswer Faults = Solver.check(From.Script.with(smtNot(Action.Defined)));
    if (Faults.What == Satisfiable::Unknown)
      return Result.push_back(stopped(From, StepEnd::Unknown, Faults.Why));
    Certain = Faults.What == Satisfiable::No;
    if (Faults.What == Satisfiable::Yes) {
      SymbolicWay Faulted = stopped(From, StepEnd::Faulted, "an action or an output of " + Which.Name + " fails");
      Faulted.Script.require(smtNot(Action.Defined));
      Faulted.Fired.back().Outputs.clear();
      Result.push_back(std::move(Faulted));
      if (Options.Single)
        return;
    }
  }
  From.Script.require(Action.Defined);
  if (!Certain) {
    SmtAnswer Goes = Solver.check(From.Script.text());
    if (Goes.What == Satisfiable::Unknown)
      return Result.push_back(stopped(From, StepEnd::Unknown, Goes.Why));
    if (Goes.What == Satisfiable::No)
      return;
  }
  From.At = {Which.To, std::move(Action.After), Number};
  Result.push_back(std::move(From));
}

SymbolicMachine::Ways SymbolicMachine::choose(const SymbolicWay &From, const std::vector<unsigned> &Numbers,
                                              const std::vector<SmtTerms> &Parameters, const SymbolicOptions &Options) {
  Ways Result;
  SymbolicWay Base = From;
  std::vector<Candidate> Candidates;
  for (unsigned Number : Numbers) {
    Compatible Follows = follows(From.At, Number);
    if (Follows == Compatible::No)
      continue;
    // Always: no other one can, and there is nothing to ask. (Its conditions on the arguments hold: they matched, and
    // for a total guard that covers all of them.)
    if (Follows == Compatible::Always && Options.Deterministic && isTotal(*Of.Transitions[Number].Guard)) {
      fire(From, Number, Parameters, Result.Fires, Options);
      return Result;
    }
    Candidates.push_back(
        {Number, encodeGuard(Base.Script, *Of.Transitions[Number].Guard, Base.At.Variables, Parameters)});
  }
  std::vector<std::string> Nothing;
  for (const Candidate &Each : Candidates)
    if (Each.Guard.Faults != "false") {
      SmtAnswer Faults = Solver.check(Base.Script.with(Each.Guard.Faults));
      if (Faults.What != Satisfiable::No) {
        bool Known = Faults.What == Satisfiable::Yes;
        Result.Fires.push_back(
            stopped(Base, Known ? StepEnd::Faulted : StepEnd::Unknown,
                    Known ? "the guard of " + Of.Transitions[Each.Transition].Name + " fails" : Faults.Why));
        Result.Fires.back().Script.require(Each.Guard.Faults);
        if (Options.Single)
          return Result;
        Base.Script.require(smtNot(Each.Guard.Faults));
      }
    }
  if (!Options.Deterministic) {
    findOverlaps(Base, Candidates, Result.Fires);
    if (Options.Single && !Result.Fires.empty())
      return Result;
  }
  for (const Candidate &Each : Candidates) {
    SmtAnswer Enabled = Solver.check(Base.Script.with(Each.Guard.Holds));
    if (Enabled.What == Satisfiable::Unknown)
      Result.Fires.push_back(stopped(Base, StepEnd::Unknown, Enabled.Why));
    if (Enabled.What != Satisfiable::Yes)
      continue;
    SymbolicWay Fires = Base;
    Fires.Script.require(Each.Guard.Holds);
    fire(std::move(Fires), Each.Transition, Parameters, Result.Fires, Options);
    if (Options.Single)
      return Result;
    Nothing.push_back(smtNot(Each.Guard.Holds));
  }
  Base.Script.require(smtAnd(Nothing));
  if (Result.Fires.empty() || Options.Single) {
    if (Result.Fires.empty())
      Result.None = std::move(Base);
    return Result;
  }
  SmtAnswer Rests = Solver.check(Base.Script.text());
  if (Rests.What == Satisfiable::Unknown)
    Result.Fires.push_back(stopped(std::move(Base), StepEnd::Unknown, Rests.Why));
  else if (Rests.What == Satisfiable::Yes)
    Result.None = std::move(Base);
  return Result;
}

void SymbolicMachine::findOverlaps(SymbolicWay &Base, const std::vector<Candidate> &Candidates,
                                   std::vector<SymbolicWay> &Found) {
  for (std::size_t I = 0; I < Candidates.size(); ++I)
    for (std::size_t J = I + 1; J < Candidates.size(); ++J) {
      std::string Both = smtAnd({Candidates[I].Guard.Holds, Candidates[J].Guard.Holds});
      SmtAnswer Overlap = Solver.check(Base.Script.with(Both));
      if (Overlap.What == Satisfiable::No)
        continue;
      bool Known = Overlap.What == Satisfiable::Yes;
      Found.push_back(stopped(Base, Known ? StepEnd::Nondeterministic : StepEnd::Unknown,
                              Known ? Of.Transitions[Candidates[I].Transition].Name + " and " +
                                          Of.Transitions[Candidates[J].Transition].Name + " are enabled at once"
                                    : Overlap.Why));
      Found.back().Script.require(Both);
      Base.Script.require(smtNot(Both));
    }
}

void SymbolicMachine::settleAll(SymbolicWay First, std::vector<SymbolicWay> &Done, const SymbolicOptions &Options) {
  std::size_t Before = First.Fired.size();
  std::vector<SymbolicWay> Work;
  Work.push_back(std::move(First));
  while (!Work.empty()) {
    SymbolicWay At = std::move(Work.back());
    Work.pop_back();
    if (At.End != StepEnd::Rest) {
      Done.push_back(std::move(At));
      continue;
    }
    if (At.Fired.size() - Before > Options.MaxInternal || Work.size() + Done.size() > Options.MaxWays) {
      Done.push_back(stopped(std::move(At), StepEnd::NoRest));
      continue;
    }
    std::vector<unsigned> Internal;
    for (unsigned I = 0; I < Of.Transitions.size(); ++I)
      if (Of.Transitions[I].internal() && Of.Transitions[I].From == At.At.State)
        Internal.push_back(I);
    if (Internal.empty()) {
      Done.push_back(std::move(At));
      continue;
    }
    Ways Next = choose(At, Internal, {}, Options);
    if (Next.None)
      Done.push_back(std::move(*Next.None));
    for (SymbolicWay &Each : Next.Fires)
      Work.push_back(std::move(Each));
  }
}

std::vector<SymbolicWay> SymbolicMachine::settle(const SmtText &Script, const SymbolicState &From,
                                                 const SymbolicOptions &Options) {
  std::vector<SymbolicWay> Done;
  settleAll({StepEnd::Rest, Script, From, {}, {}}, Done, Options);
  return Done;
}

std::vector<SymbolicWay> SymbolicMachine::step(const SmtText &Script, const SymbolicState &From, const TestInput &Input,
                                               const SymbolicOptions &Options) {
  ++Steps;
  SymbolicWay Start{StepEnd::Rest, Script, From, {}, {}};
  auto Arguments = constantArguments(Start.Script, Of, Input);
  std::vector<unsigned> Candidates;
  for (unsigned I = 0; I < Of.Transitions.size(); ++I)
    if (Of.Transitions[I].From == From.State && mayMatch(Of.Transitions[I], Input))
      Candidates.push_back(I);
  Ways Next = choose(Start, Candidates, Arguments, Options);
  std::vector<SymbolicWay> Done;
  if (Next.None)
    Done.push_back(stopped(std::move(*Next.None), StepEnd::Dead));
  for (SymbolicWay &Each : Next.Fires)
    settleAll(std::move(Each), Done, Options);
  return Done;
}

Satisfiable SymbolicMachine::isAnyEnabled(SmtText Script, const SymbolicState &At,
                                          const std::vector<unsigned> &Transitions) {
  std::vector<std::string> Any;
  for (unsigned Each : Transitions)
    if (Of.Transitions[Each].internal() && Of.Transitions[Each].From == At.State) {
      SmtGuard Guard = encodeGuard(Script, *Of.Transitions[Each].Guard, At.Variables, {});
      Any.push_back(Guard.Holds);
      Any.push_back(Guard.Faults);
    }
  std::string Enabled = smtOr(Any);
  return Enabled == "false" ? Satisfiable::No : Solver.check(Script.with(Enabled)).What;
}

} // namespace vernier::efsm
