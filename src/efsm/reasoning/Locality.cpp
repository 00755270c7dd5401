#include "efsm/reasoning/Locality.h"

#include "efsm/reasoning/Smt.h"

namespace vernier::efsm {

namespace {

bool sameParameters(const Message &Old, const Message &New) {
  if (Old.Name != New.Name || Old.Parameters.size() != New.Parameters.size())
    return false;
  for (std::size_t I = 0; I < Old.Parameters.size(); ++I)
    if (!sameType(*Old.Parameters[I].Type, *New.Parameters[I].Type))
      return false;
  return true;
}

bool sameOccasion(const Machine &Old, const Machine &New, const Transition &Was, const Transition &Is) {
  if (Old.States[Was.From].Name != New.States[Is.From].Name || Was.internal() != Is.internal())
    return false;
  return Was.internal() || sameParameters(Old.Inputs[*Was.Input], New.Inputs[*Is.Input]);
}

/// The variables of the old machine, where those of the new one have these terms. One that the new machine does not
/// have, or has with another type, is any value.
SmtVariables oldVariables(SmtText &Script, const Machine &Old, const Machine &New, const SmtVariables &OfNew) {
  SmtVariables Result;
  for (const Variable &Each : Old.Variables) {
    auto Now = New.findVariable(Each.Name);
    bool Same = Now && sameType(*Each.Type, *New.Variables[*Now].Type);
    Result.push_back(Same ? OfNew[*Now] : Script.declare(*Each.Type, Each.Name + "_old"));
  }
  return Result;
}

Locality localityOf(const Machine &Old, const Machine &New, const Change &Which, Reasoner &Solver) {
  if (Which.Kind != ChangeKind::Replaced)
    return Locality::NonLocal;
  const Transition &Was = Old.Transitions[*Which.Old], &Is = New.Transitions[*Which.New];
  if (!sameOccasion(Old, New, Was, Is))
    return Locality::NonLocal;
  SmtText Script;
  SmtVariables OfNew = declareVariables(Script, New);
  SmtVariables OfOld = oldVariables(Script, Old, New, OfNew);
  auto Arguments = declareParameters(Script, New, Is);
  std::string Before = encodeGuard(Script, *Was.Guard, OfOld, Arguments).Holds;
  std::string Now = encodeGuard(Script, *Is.Guard, OfNew, Arguments).Holds;
  auto Implies = [&](const std::string &If, const std::string &Then) {
    std::string Counterexample = smtAnd({If, smtNot(Then)});
    return If == Then || Counterexample == "false" ? Satisfiable::No : Solver.check(Script.with(Counterexample)).What;
  };
  Satisfiable OldOnly = Implies(Before, Now), NewOnly = Implies(Now, Before);
  if (OldOnly == Satisfiable::No)
    return NewOnly == Satisfiable::No ? Locality::LocalByBoth : Locality::LocalByOld;
  if (NewOnly == Satisfiable::No)
    return Locality::LocalByNew;
  return OldOnly == Satisfiable::Unknown || NewOnly == Satisfiable::Unknown ? Locality::Unknown : Locality::NonLocal;
}

} // namespace

std::vector<Locality> localitiesOf(const Machine &Old, const Machine &New, const MachineDiff &Changes,
                                   Reasoner &Solver) {
  std::vector<Locality> Result;
  for (const Change &Each : Changes.Changes)
    Result.push_back(localityOf(Old, New, Each, Solver));
  return Result;
}

} // namespace vernier::efsm
