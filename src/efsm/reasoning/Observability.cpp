#include "efsm/reasoning/Observability.h"

#include "efsm/reasoning/Guard.h"

#include <llvm/ADT/STLExtras.h>

#include <set>

namespace vernier::efsm {

namespace {

/// The state at the end is initial and at rest.
std::string isAtEnd(SmtText &Script, const Machine &Of, unsigned Number, const SmtVariables &Variables) {
  const State &At = Of.States[Number];
  if (!At.Initial)
    return "false";
  std::vector<std::string> Parts = {encodeGuard(Script, *At.InitialPredicate, Variables, {}).Holds};
  for (const Transition &Each : Of.Transitions)
    if (Each.internal() && Each.From == Number) {
      SmtGuard Guard = encodeGuard(Script, *Each.Guard, Variables, {});
      Parts.push_back(smtNot(Guard.Holds));
      Parts.push_back(smtNot(Guard.Faults));
    }
  return smtAnd(Parts);
}

/// Emgpre (Guo 2017, section 3.4.2): the transition processes the input.
std::string isEnabled(SmtText &Script, const Machine &Of, const Transition &Which, const SmtVariables &Variables,
                      const std::vector<SmtTerms> &Arguments) {
  return smtAnd({encodeGuard(Script, *Which.Guard, Variables, Arguments).Holds,
                 undisturbed(Script, Of, Which, Variables, Arguments)});
}

SmtVariables startOf(SmtText &Script, const Machine &Of, const Suite &Tests, const Test &Which) {
  return constantVariables(Script, Of, initialConfiguration(Of, Tests.Starts[Which.Start]).Variables);
}

const TestInput &inputOf(const Suite &Tests, const Test &Which, std::size_t Level) {
  return Tests.Inputs[Tests.Steps[Which.Steps[Level - 1]].Input];
}

} // namespace

bool Matching::matches(const Transition &Each, const TestInput &Input) {
  if (!mayMatch(Each, Input))
    return false;
  SmtText Script;
  SmtVariables Variables = declareVariables(Script, Of);
  std::string Holds = encodeGuard(Script, *Each.Guard, Variables, constantArguments(Script, Of, Input)).Holds;
  return Holds == "true" || Solver.check(Script.with(Holds)).What != Satisfiable::No;
}

const std::vector<unsigned> &Matching::of(unsigned Input) {
  auto [Found, New] = Known.try_emplace(Input);
  if (New)
    for (unsigned I = 0; I < Of.Transitions.size(); ++I)
      if (matches(Of.Transitions[I], Tests.Inputs[Input]))
        Found->second.push_back(I);
  return Found->second;
}

MatchingSequence Matching::of(const Test &Which) {
  MatchingSequence Result;
  for (unsigned Step : Which.Steps)
    Result.push_back(of(Tests.Steps[Step].Input));
  return Result;
}

std::vector<const TransitionGraph::Edge *> TransitionGraph::from(unsigned Level, std::optional<unsigned> Node) const {
  std::vector<const Edge *> Result;
  for (const Edge &Each : Edges)
    if (Each.Level == Level + 1 && Each.From == Node)
      Result.push_back(&Each);
  return Result;
}

TransitionGraph TransitionGraph::reduced() const {
  using Place = std::pair<unsigned, unsigned>;
  std::set<Place> Forward, Backward;
  for (const Edge &Each : Edges) // in the order of levels
    if (!Each.From || Forward.count({Each.Level - 1, *Each.From}))
      Forward.insert({Each.Level, Each.To});
  for (const Edge &Each : llvm::reverse(Edges))
    if (Each.Level == Levels.size() || Backward.count({Each.Level, Each.To})) {
      Backward.insert({Each.Level, Each.To});
      if (Each.From)
        Backward.insert({Each.Level - 1, *Each.From});
    }
  auto Stays = [&](unsigned Level, unsigned Node) {
    return Forward.count({Level, Node}) && Backward.count({Level, Node});
  };
  TransitionGraph Result;
  for (unsigned I = 0; I < Levels.size(); ++I) {
    Result.Levels.emplace_back();
    for (unsigned Node : Levels[I])
      if (Stays(I + 1, Node))
        Result.Levels.back().push_back(Node);
  }
  for (const Edge &Each : Edges)
    if (Stays(Each.Level, Each.To) && (!Each.From || Stays(Each.Level - 1, *Each.From)))
      Result.Edges.push_back(Each);
  return Result;
}

std::string toString(const TransitionGraph &Graph, const Machine &Of) {
  std::string Text;
  for (const TransitionGraph::Edge &Each : Graph.Edges)
    Text += std::to_string(Each.Level) + ": " + (Each.From ? Of.Transitions[*Each.From].Name : "start") + " -> " +
            Of.Transitions[Each.To].Name + (Each.Label == Compatible::Always ? " (always)" : "") + "\n";
  return Text;
}

namespace {

/// An edge from the start: as between transitions, with the start values in place of the post-image.
Compatible followsStart(const Machine &Of, const Suite &Tests, const Test &Which, const Transition &First,
                        Reasoner &Solver) {
  if (First.From != Tests.Starts[Which.Start].State)
    return Compatible::No;
  SmtText Script;
  SmtVariables Start = startOf(Script, Of, Tests, Which);
  auto Arguments = declareParameters(Script, Of, First);
  std::string Enabled = isEnabled(Script, Of, First, Start, Arguments);
  if (Solver.check(Script.with(Enabled)).What == Satisfiable::No)
    return Compatible::No;
  Script.require(conditionsOnArguments(Script, First, Start, Arguments));
  return Solver.check(Script.with(smtNot(Enabled))).What == Satisfiable::No ? Compatible::Always : Compatible::Some;
}

} // namespace

TransitionGraph transitionGraph(const Machine &Of, const Suite &Tests, const Test &Which, Matching &Sets,
                                Compatibility &Graph, Reasoner &Solver) {
  TransitionGraph Result;
  Result.Levels = Sets.of(Which);
  auto Add = [&](unsigned Level, std::optional<unsigned> From, unsigned To, Compatible Label) {
    if (Label != Compatible::No)
      Result.Edges.push_back({Level, From, To, Label == Compatible::Always ? Label : Compatible::Some});
  };
  for (unsigned I = 0; I < Result.Levels.size(); ++I)
    for (unsigned To : Result.Levels[I]) {
      if (I == 0)
        Add(1, std::nullopt, To, followsStart(Of, Tests, Which, Of.Transitions[To], Solver));
      else
        for (unsigned From : Result.Levels[I - 1])
          Add(I + 1, From, To, Graph.get(From, To));
    }
  return Result;
}

namespace {

/// Figure 3.3. The label of the marked node is the script.
class Procedure {
public:
  Procedure(const Machine &Of, const Suite &Tests, const Test &Which, const TransitionGraph &Graph, Reasoner &Solver)
      : Of(Of), Tests(Tests), Which(Which), Graph(Graph), Solver(Solver) {}

  Observation run() {
    Variables = startOf(Label, Of, Tests, Which);
    for (unsigned Level = 1; Level <= Graph.Levels.size(); ++Level)
      if (!extend(Level))
        return std::move(Result);
    unsigned Last = Marked ? Of.Transitions[*Marked].To : Tests.Starts[Which.Start].State;
    std::string Ends = isAtEnd(Label, Of, Last, Variables);
    Satisfiable CanFail = Solver.check(Label.with(smtNot(Ends))).What;
    if (CanFail == Satisfiable::No)
      Result.What = Observable::Yes;
    else
      fail(CanFail, Ends, "it does not end at rest in an initial state");
    return std::move(Result);
  }

private:
  /// Marks the successor that processes the input of the level.
  bool extend(unsigned Level) {
    auto Candidates = Graph.from(Level - 1, Marked);
    // Clean-up: an edge that always holds is the only candidate.
    for (const TransitionGraph::Edge *Each : Candidates)
      if (Each->Label == Compatible::Always) {
        Candidates = {Each};
        break;
      }
    auto Arguments = constantArguments(Label, Of, inputOf(Tests, Which, Level));
    std::vector<std::string> Open;
    for (const TransitionGraph::Edge *Each : Candidates) {
      const Transition &Next = Of.Transitions[Each->To];
      SmtText Script = Label;
      std::string Enabled = isEnabled(Script, Of, Next, Variables, Arguments);
      SmtAction Action = encodeActions(Script, Of, Next, Variables, Arguments);
      Enabled = smtAnd({Enabled, Action.Defined});
      Satisfiable CanFail = Solver.check(Script.with(smtNot(Enabled))).What; // F is valid?
      if (CanFail == Satisfiable::No) {
        Script.require(Enabled);
        Label = std::move(Script);
        Variables = std::move(Action.After);
        Marked = Each->To;
        Result.Path.push_back(Each->To);
        return true;
      }
      if (CanFail == Satisfiable::Unknown || Solver.check(Script.with(Enabled)).What != Satisfiable::No)
        Open.push_back(Next.Name);
    }
    Result.What = Open.empty() ? Observable::No : Observable::Unknown;
    Result.Why = Open.empty() ? "no external transition processes input " + std::to_string(Level) + " at once"
                              : "whether " + Open.front() + " processes input " + std::to_string(Level) +
                                    " depends on values that are open, or the solver gave no answer";
    return false;
  }

  void fail(Satisfiable CanFail, const std::string &Formula, std::string Why) {
    bool Open = CanFail == Satisfiable::Unknown || Solver.check(Label.with(Formula)).What != Satisfiable::No;
    Result.What = Open ? Observable::Unknown : Observable::No;
    Result.Why = (Open ? "for some values, or for all the solver can tell, " : "") + std::move(Why);
  }

  const Machine &Of;
  const Suite &Tests;
  const Test &Which;
  const TransitionGraph &Graph;
  Reasoner &Solver;
  SmtText Label;
  SmtVariables Variables;
  std::optional<unsigned> Marked;
  Observation Result;
};

} // namespace

Observation observe(const Machine &Of, const Suite &Tests, const Test &Which, const TransitionGraph &Graph,
                    Reasoner &Solver) {
  return Procedure(Of, Tests, Which, Graph, Solver).run();
}

Observation observeByRun(const Machine &Of, const Suite &Tests, const Test &Which) {
  TestRun Run = applyTest(Of, Tests, Which);
  Observation Result;
  for (unsigned Step = 0; Step < Run.Outcomes.size(); ++Step)
    for (const Fired &Each : Run.Outcomes[Step].Transitions) {
      if (Of.Transitions[Each.Transition].internal()) {
        Result.What = Observable::No;
        Result.Why = "the internal transition " + Of.Transitions[Each.Transition].Name + " is executed " +
                     (Step == 0 ? "before the first input" : "in step " + std::to_string(Step));
        return Result;
      }
      Result.Path.push_back(Each.Transition);
    }
  Result.What = Run.End == TestEnd::Complete  ? Observable::Yes
                : Run.End == TestEnd::Unknown ? Observable::Unknown
                                              : Observable::No;
  if (Result.What != Observable::Yes)
    Result.Why = describe(Run, Tests, Which, Of);
  return Result;
}

std::string structuralInvariant(const Machine &Of, const Suite &Tests, const Test &Which,
                                const MatchingSequence &Matching) {
  SmtText Script;
  SmtVariables Before = startOf(Script, Of, Tests, Which);
  std::string State = std::to_string(Tests.Starts[Which.Start].State);
  for (std::size_t Level = 1; Level <= Matching.size(); ++Level) {
    auto Arguments = constantArguments(Script, Of, inputOf(Tests, Which, Level));
    SmtVariables After = declareVariables(Script, Of, ".after");
    std::string NextState = Script.declare("Int", "state");
    std::vector<std::string> Ways;
    for (unsigned Number : Matching[Level - 1]) {
      const Transition &Each = Of.Transitions[Number];
      std::string Enabled = isEnabled(Script, Of, Each, Before, Arguments);
      SmtAction Action = encodeActions(Script, Of, Each, Before, Arguments);
      std::vector<std::string> Parts = {"(= " + State + " " + std::to_string(Each.From) + ")", Enabled, Action.Defined,
                                        "(= " + NextState + " " + std::to_string(Each.To) + ")"};
      for (std::size_t V = 0; V < After.size(); ++V)
        for (std::size_t I = 0; I < After[V].size(); ++I)
          Parts.push_back("(= " + After[V][I] + " " + Action.After[V][I] + ")");
      Ways.push_back(smtAnd(Parts));
    }
    Script.require(smtOr(Ways));
    Before = std::move(After);
    State = NextState;
  }
  std::vector<std::string> Ends;
  for (unsigned I = 0; I < Of.States.size(); ++I)
    Ends.push_back(smtAnd({"(= " + State + " " + std::to_string(I) + ")", isAtEnd(Script, Of, I, Before)}));
  Script.require(smtOr(Ends));
  return Script.text();
}

} // namespace vernier::efsm
