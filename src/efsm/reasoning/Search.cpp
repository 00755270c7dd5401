#include "efsm/reasoning/Search.h"

#include <limits>
#include <queue>

namespace vernier::efsm {

namespace {

constexpr unsigned Far = std::numeric_limits<unsigned>::max() / 4;

/// How many inputs are needed at least from each state, before and after the transition that must be executed.
class Distances {
public:
  Distances(const Machine &Of, const std::vector<bool> &Through) {
    for (auto &Each : Table)
      Each.assign(Of.States.size(), Far);
    for (unsigned S = 0; S < Of.States.size(); ++S)
      if (Of.States[S].Initial)
        Table[1][S] = 0;
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (unsigned T = 0; T < Of.Transitions.size(); ++T) {
        const Transition &Each = Of.Transitions[T];
        unsigned Cost = Each.internal() ? 0 : 1;
        Changed |= lower(Table[1][Each.From], Table[1][Each.To] + Cost);
        Changed |= lower(Table[0][Each.From], Table[0][Each.To] + Cost);
        if (Through.empty() || Through[T])
          Changed |= lower(Table[0][Each.From], Table[1][Each.To] + Cost);
      }
    }
    if (Through.empty())
      for (unsigned S = 0; S < Of.States.size(); ++S)
        lower(Table[0][S], Table[1][S]);
  }
  unsigned from(unsigned State, bool Done) const { return Table[Done ? 1 : 0][State]; }

private:
  static bool lower(unsigned &Old, unsigned New) {
    if (New >= Old)
      return false;
    Old = New;
    return true;
  }
  std::vector<unsigned> Table[2];
};

struct Input {
  unsigned Message = 0;
  std::vector<SmtTerms> Arguments;
};

struct Node {
  SmtText Script;
  unsigned State = 0;
  SmtVariables Variables;
  std::optional<unsigned> Last;
  bool Done = false; ///< the transition that must be executed was
  unsigned Internal = 0;
  std::vector<Input> Inputs;
};

class Searcher {
public:
  Searcher(const Machine &Of, const SearchGoal &Goal, Reasoner &Solver, Compatibility *Graph,
           const SearchOptions &Options)
      : Of(Of), Goal(Goal), Solver(Solver), Graph(Graph), Options(Options), Distance(Of, Goal.Through) {}

  SearchResult run() {
    Node Start = start();
    if (Distance.from(Start.State, Start.Done) >= Far) {
      Result.End = SearchEnd::None;
      Result.OfAnyLength = true;
      return Result;
    }
    push(std::move(Start));
    while (!Queue.empty()) {
      Node At = std::move(Nodes[Queue.top().second]);
      Queue.pop();
      if (isEnd(At))
        return Result;
      if (Result.Queries > Options.MaxQueries) {
        Result.Why = "no run was found with " + std::to_string(Options.MaxQueries) + " questions to the solver";
        return Result;
      }
      for (unsigned T = 0; T < Of.Transitions.size(); ++T)
        if (Of.Transitions[T].From == At.State)
          extend(At, T);
      if (Unknowns > Options.MaxUnknown) {
        Result.Why = Gap;
        return Result;
      }
    }
    Result.End = Gap.empty() ? SearchEnd::None : SearchEnd::Unknown;
    Result.Why = Gap;
    return Result;
  }

private:
  Node start() {
    Node Start;
    Start.State = Goal.From.State;
    Start.Variables = constantVariables(Start.Script, Of, Goal.From.Variables);
    Start.Done = Goal.Through.empty();
    StartVariables = Start.Variables;
    if (Goal.FromInitial)
      Start.Script.require(
          encodeGuard(Start.Script, *Of.States[Start.State].InitialPredicate, Start.Variables, {}).Holds);
    return Start;
  }

  void push(Node Each) {
    unsigned Cost = static_cast<unsigned>(Each.Inputs.size()) + Distance.from(Each.State, Each.Done);
    Queue.push({{Cost, Order--}, Nodes.size()});
    Nodes.push_back(std::move(Each));
  }

  Satisfiable ask(const std::string &Script) {
    ++Result.Queries;
    SmtAnswer Answer = Solver.check(Script);
    note(Answer);
    return Answer.What;
  }

  void extend(const Node &From, unsigned Number) {
    const Transition &Which = Of.Transitions[Number];
    bool Done = From.Done || Goal.Through[Number];
    unsigned Inputs = static_cast<unsigned>(From.Inputs.size()) + (Which.internal() ? 0 : 1);
    unsigned Ahead = Distance.from(Which.To, Done);
    if (Ahead >= Far || Inputs + Ahead > Options.MaxInputs)
      return;
    if (Graph && From.Last && Graph->get(*From.Last, Number) == Compatible::No)
      return;
    if (Which.internal() && From.Internal >= Options.MaxInternal) {
      Gap = "there are runs with more than " + std::to_string(Options.MaxInternal) + " internal transitions";
      return;
    }
    Node Next = From;
    auto Arguments = declareParameters(Next.Script, Of, Which);
    Next.Script.require(encodeGuard(Next.Script, *Which.Guard, From.Variables, Arguments).Holds);
    Next.Script.require(undisturbed(Next.Script, Of, Which, From.Variables, Arguments));
    SmtAction Action = encodeActions(Next.Script, Of, Which, From.Variables, Arguments);
    Next.Script.require(Action.Defined);
    if (ask(Next.Script.text()) != Satisfiable::Yes)
      return;
    Next.State = Which.To;
    Next.Variables = std::move(Action.After);
    Next.Last = Number;
    Next.Done = Done;
    if (Which.internal())
      ++Next.Internal;
    else
      Next.Inputs.push_back({*Which.Input, std::move(Arguments)});
    push(std::move(Next));
  }

  /// In an initial state at rest. Then the result has the run, as the interpreter confirmed it.
  bool isEnd(Node &At) {
    if (!At.Done || !Of.States[At.State].Initial || (At.Inputs.empty() && Goal.FromInitial))
      return false;
    SmtText Script = At.Script;
    Script.require(encodeGuard(Script, *Of.States[At.State].InitialPredicate, At.Variables, {}).Holds);
    for (const Transition &Each : Of.Transitions)
      if (Each.internal() && Each.From == At.State) {
        SmtGuard Guard = encodeGuard(Script, *Each.Guard, At.Variables, {});
        Script.require(smtNot(Guard.Holds));
        Script.require(smtNot(Guard.Faults));
      }
    ++Result.Queries;
    SmtAnswer Answer = Solver.check(Script.text(), SmtScripts::Want::Values);
    note(Answer);
    return Answer.What == Satisfiable::Yes && confirm(At, Answer);
  }

  void note(const SmtAnswer &Answer) {
    if (Answer.What != Satisfiable::Unknown)
      return;
    ++Unknowns;
    Gap = "the solver gave no answer: " + Answer.Why;
  }

  bool confirm(const Node &At, const SmtAnswer &Answer) {
    Configuration From = Goal.From;
    for (std::size_t I = 0; I < From.Variables.size(); ++I)
      if (From.Variables[I].isUnknown())
        From.Variables[I] = valueOf(*Of.Variables[I].Type, StartVariables[I], Answer);
    std::vector<TestInput> Inputs;
    for (const Input &Each : At.Inputs) {
      Inputs.push_back({Each.Message, {}});
      for (std::size_t I = 0; I < Each.Arguments.size(); ++I)
        Inputs.back().Arguments.push_back(
            valueOf(*Of.Inputs[Each.Message].Parameters[I].Type, Each.Arguments[I], Answer));
    }
    if (!runs(From, Inputs)) {
      Gap = "the values of a run cannot be written down as values of the machine";
      return false;
    }
    Result.End = SearchEnd::Found;
    Result.From = std::move(From);
    Result.Inputs = std::move(Inputs);
    return true;
  }

  bool runs(const Configuration &From, const std::vector<TestInput> &Inputs) const {
    Configuration At = From;
    Fault Why;
    if (Goal.FromInitial && isInitial(Of, At, Why) != true)
      return false;
    bool Through = Goal.Through.empty();
    auto Passed = [&](const StepOutcome &Outcome) {
      for (const Fired &Each : Outcome.Transitions)
        Through |= !Goal.Through.empty() && Goal.Through[Each.Transition];
      return Outcome.End == StepEnd::Rest;
    };
    if (!Passed(settle(Of, At)))
      return false;
    for (const TestInput &Each : Inputs)
      if (!Passed(step(Of, At, Each)))
        return false;
    return Through && isInitial(Of, At, Why) == true;
  }

  const Machine &Of;
  const SearchGoal &Goal;
  Reasoner &Solver;
  Compatibility *Graph;
  const SearchOptions &Options;
  Distances Distance;
  SmtVariables StartVariables;
  std::vector<Node> Nodes;
  /// The least cost first; among equals the newest, which is the longest.
  using Entry = std::pair<std::pair<unsigned, long>, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> Queue;
  long Order = 0;
  unsigned Unknowns = 0;
  std::string Gap; ///< why not finding a run means nothing
  SearchResult Result;
};

} // namespace

SearchResult search(const Machine &Of, const SearchGoal &Goal, Reasoner &Solver, Compatibility *Graph,
                    const SearchOptions &Options) {
  return Searcher(Of, Goal, Solver, Graph, Options).run();
}

} // namespace vernier::efsm
