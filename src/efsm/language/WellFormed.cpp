#include "efsm/language/WellFormed.h"

#include <set>

namespace vernier::efsm {

namespace {

class Linter {
public:
  explicit Linter(const Machine &Of) : Of(Of) {}

  std::vector<Diagnostic> run() {
    states();
    mentions();
    unused();
    for (const Transition &Each : Of.Transitions)
      if (Each.Guard->Op == Operator::Literal && !isTrue(*Each.Guard))
        warn(Each.Guard->Where, "the guard of " + Each.Name + " never holds");
    return std::move(Found);
  }

private:
  void warn(const SourceRange &Where, std::string Message) {
    Found.push_back({Severity::Warning, Where, std::move(Message)});
  }

  /// The states that the initial ones reach over transitions, or, backwards, that reach one.
  std::vector<bool> reached(bool Backwards) const {
    std::vector<bool> Reached(Of.States.size());
    for (std::size_t I = 0; I < Of.States.size(); ++I)
      Reached[I] = Of.States[I].Initial;
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const Transition &Each : Of.Transitions) {
        unsigned From = Backwards ? Each.To : Each.From, To = Backwards ? Each.From : Each.To;
        if (Reached[From] && !Reached[To])
          Reached[To] = Changed = true;
      }
    }
    return Reached;
  }

  void states() {
    std::vector<bool> Forward = reached(false), Backward = reached(true);
    for (std::size_t I = 0; I < Of.States.size(); ++I) {
      const State &Each = Of.States[I];
      if (!Forward[I])
        warn(Each.Where, "no transition leads from an initial state to the state '" + Each.Name + "'");
      else if (!Backward[I])
        warn(Each.Where, "no transition leads from the state '" + Each.Name +
                             "' back to an initial state: no test that comes here can be complete");
    }
  }

  void read(const Expression &What) {
    visit(What, [this](const Expression &Each) {
      if (Each.Op == Operator::Variable)
        Read.insert(Each.Index);
    });
  }

  void mentions() {
    for (const State &Each : Of.States)
      read(*Each.InitialPredicate);
    for (const Transition &Each : Of.Transitions) {
      if (Each.Input)
        Received.insert(*Each.Input);
      read(*Each.Guard);
      for (const Assignment &Action : Each.Actions) {
        read(*Action.Source);
        Written.insert(Action.Variable);
      }
      for (const OutputCall &Call : Each.Outputs) {
        Sent.insert(Call.Message);
        for (const ExpressionRef &Argument : Call.Arguments)
          read(*Argument);
      }
    }
  }

  void unused() {
    for (unsigned I = 0; I < Of.Variables.size(); ++I)
      if (!Read.contains(I))
        warn(Of.Variables[I].Where, "the variable '" + Of.Variables[I].Name + "' is " +
                                        (Written.contains(I) ? "assigned, but never read" : "never used"));
    for (unsigned I = 0; I < Of.Inputs.size(); ++I)
      if (!Received.contains(I))
        warn(Of.Inputs[I].Where, "no transition has the input '" + Of.Inputs[I].Name + "'");
    for (unsigned I = 0; I < Of.Outputs.size(); ++I)
      if (!Sent.contains(I))
        warn(Of.Outputs[I].Where, "no transition has the output '" + Of.Outputs[I].Name + "'");
  }

  const Machine &Of;
  std::set<unsigned> Read, Written, Received, Sent;
  std::vector<Diagnostic> Found;
};

} // namespace

std::vector<Diagnostic> lint(const Machine &Of) {
  return Linter(Of).run();
}

} // namespace vernier::efsm
