#include "efsm/reasoning/Checks.h"

#include "efsm/reasoning/Compatibility.h"
#include "efsm/reasoning/Smt.h"

namespace vernier::efsm {

namespace {

class Checker {
public:
  Checker(const Machine &Of, Reasoner &Solver) : Of(Of), Solver(Solver) {}

  void determinism() {
    for (unsigned I = 0; I < Of.Transitions.size(); ++I)
      for (unsigned J = I + 1; J < Of.Transitions.size(); ++J)
        if (Of.Transitions[I].From == Of.Transitions[J].From && Of.Transitions[I].Input == Of.Transitions[J].Input)
          overlap(I, J);
  }

  void consistency() {
    for (unsigned I = 0; I < Of.Transitions.size(); ++I) {
      const Transition &Each = Of.Transitions[I];
      SmtText Script;
      SmtVariables Variables = declareVariables(Script, Of);
      std::string Holds = encodeGuard(Script, *Each.Guard, Variables, declareParameters(Script, Of, Each)).Holds;
      if (Holds == "true")
        continue;
      SmtAnswer Answer = ask(Script.with(Holds));
      if (Answer.What == Satisfiable::No)
        Found.NeverEnabled.push_back(I);
      if (Answer.What == Satisfiable::Unknown)
        Found.UndecidedGuards.push_back("whether the guard of " + Each.Name + " can hold: " + Answer.Why);
    }
  }

  ModelChecks Found;

private:
  SmtAnswer ask(const std::string &Script, SmtScripts::Want What = SmtScripts::Want::Answer) {
    ++Found.Queries;
    return Solver.check(Script, What);
  }

  void overlap(unsigned I, unsigned J) {
    const Transition &First = Of.Transitions[I], &Second = Of.Transitions[J];
    SmtText Script;
    SmtVariables Variables = declareVariables(Script, Of);
    auto Arguments = declareParameters(Script, Of, First);
    Script.require(encodeGuard(Script, *First.Guard, Variables, Arguments).Holds);
    Script.require(encodeGuard(Script, *Second.Guard, Variables, Arguments).Holds);
    Script.require(undisturbed(Script, Of, First, Variables, Arguments));
    SmtAnswer Answer = ask(Script.text(), SmtScripts::Want::Values);
    std::string What = "whether " + First.Name + " and " + Second.Name + " can be enabled at once: ";
    if (Answer.What == Satisfiable::Unknown)
      Found.UndecidedOverlaps.push_back(What + Answer.Why);
    if (Answer.What != Satisfiable::Yes)
      return;
    Overlap Both{I, J, {First.From, {}}, std::nullopt};
    for (std::size_t V = 0; V < Variables.size(); ++V)
      Both.At.Variables.push_back(valueOf(*Of.Variables[V].Type, Variables[V], Answer));
    if (!First.internal()) {
      Both.Input = TestInput{*First.Input, {}};
      for (std::size_t P = 0; P < Arguments.size(); ++P)
        Both.Input->Arguments.push_back(valueOf(*Of.Inputs[*First.Input].Parameters[P].Type, Arguments[P], Answer));
    }
    if (isConfirmed(Both))
      Found.Overlaps.push_back(std::move(Both));
    else
      Found.UndecidedOverlaps.push_back(What + "the solver says so, but its values cannot be written down");
  }

  bool isConfirmed(const Overlap &Both) const {
    for (unsigned Each : {Both.First, Both.Second}) {
      Fault Why;
      auto Holds = evaluate(*Of.Transitions[Each].Guard, Both.At.Variables,
                            Both.Input ? llvm::ArrayRef<Value>(Both.Input->Arguments) : llvm::ArrayRef<Value>(), Why);
      if (!Holds || Holds->kind() != ValueKind::Bool || !Holds->asBool())
        return false;
    }
    return true;
  }

  const Machine &Of;
  Reasoner &Solver;
};

} // namespace

ModelChecks checkModel(const Machine &Of, Reasoner &Solver) {
  Checker Check(Of, Solver);
  Check.determinism();
  Check.consistency();
  return std::move(Check.Found);
}

bool isDeterministic(const Machine &Of, Reasoner &Solver) {
  Checker Check(Of, Solver);
  Check.determinism();
  return Check.Found.deterministic();
}

} // namespace vernier::efsm
