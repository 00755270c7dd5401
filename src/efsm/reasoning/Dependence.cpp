// The dependence-based selection that Guo 2017, section 3.7.1, compares with.

#include "base/Budget.h"
#include "efsm/reasoning/Baselines.h"
#include "efsm/reasoning/Interface.h"

#include <llvm/ADT/STLExtras.h>

#include <functional>
#include <set>

namespace vernier::efsm {

namespace {

/// What transitions read and write, and on which transitions they are control dependent.
class DependenceGraph {
public:
  explicit DependenceGraph(const Machine &Of) : Of(Of) {
    for (const Transition &Each : Of.Transitions) {
      Reads.emplace_back();
      Writes.emplace_back();
      auto AddReads = [&](const Expression &From) {
        visit(From, [&](const Expression &One) {
          if (One.Op == Operator::Variable)
            Reads.back().insert(One.Index);
        });
      };
      AddReads(*Each.Guard);
      for (const Assignment &Action : Each.Actions) {
        AddReads(*Action.Value);
        Writes.back().insert(Action.Variable);
      }
      for (const OutputCall &Call : Each.Outputs)
        for (const ExpressionRef &Argument : Call.Arguments)
          AddReads(*Argument);
    }
    findPostDominators();
  }

  bool reads(unsigned Number, unsigned Variable) const { return Reads[Number].count(Variable) != 0; }
  const std::set<unsigned> &writes(unsigned Number) const { return Writes[Number]; }

  /// The second is executed because the first was: its state is on every way behind the first, but not on every way
  /// from where the first starts.
  bool isControlDependent(unsigned First, unsigned Second) const {
    const Transition &A = Of.Transitions[First], &B = Of.Transitions[Second];
    return PostDominators[A.To].count(B.From) && !PostDominators[A.From].count(B.From);
  }

private:
  /// States that every way from a state to an initial state passes.
  void findPostDominators() {
    std::set<unsigned> All;
    for (unsigned S = 0; S < Of.States.size(); ++S)
      All.insert(S);
    PostDominators.assign(Of.States.size(), All);
    for (unsigned S = 0; S < Of.States.size(); ++S)
      if (Of.States[S].Initial)
        PostDominators[S] = {S};
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (unsigned S = 0; S < Of.States.size(); ++S) {
        if (Of.States[S].Initial)
          continue;
        std::set<unsigned> Common = All;
        for (const Transition &Each : Of.Transitions)
          if (Each.From == S && Each.To != S)
            std::erase_if(Common, [&](unsigned One) { return !PostDominators[Each.To].count(One); });
        Common.insert(S);
        if (Common != PostDominators[S]) {
          PostDominators[S] = Common;
          Changed = true;
        }
      }
    }
  }

  const Machine &Of;
  std::vector<std::set<unsigned>> Reads, Writes;
  std::vector<std::set<unsigned>> PostDominators;
};

/// The dependences of a sequence that lie around a change: one transition, another one that depends on it, how, and on
/// which side of the change.
using Pattern = std::set<std::tuple<unsigned, unsigned, char, char>>;

class Patterns {
public:
  Patterns(const Machine &Of, std::vector<bool> Changed) : Graph(Of), Changed(std::move(Changed)) {}

  Pattern of(const std::vector<unsigned> &Sequence) const {
    std::vector<Edge> Edges = edges(Sequence);
    std::vector<bool> Affects(Sequence.size()), Affected(Sequence.size());
    for (std::size_t I = 0; I < Sequence.size(); ++I)
      Affects[I] = Affected[I] = Changed[Sequence[I]];
    Pattern Result;
    // Edges are in the order of their ends, so that one pass in each direction is enough.
    for (const Edge &Each : Edges)
      if (Affected[Each.From]) {
        Affected[Each.To] = true;
        Result.insert({Sequence[Each.From], Sequence[Each.To], Each.Kind, '>'});
      }
    for (const Edge &Each : llvm::reverse(Edges))
      if (Affects[Each.To]) {
        Affects[Each.From] = true;
        Result.insert({Sequence[Each.From], Sequence[Each.To], Each.Kind, '<'});
      }
    return Result;
  }

private:
  struct Edge {
    std::size_t From, To;
    char Kind; ///< d(ata) or c(ontrol)
  };

  std::vector<Edge> edges(const std::vector<unsigned> &Sequence) const {
    std::vector<Edge> Result;
    std::map<unsigned, std::size_t> LastWrite;
    for (std::size_t To = 0; To < Sequence.size(); ++To) {
      for (const auto &[Variable, From] : LastWrite)
        if (Graph.reads(Sequence[To], Variable))
          Result.push_back({From, To, 'd'});
      for (std::size_t From = To; From-- > 0;)
        if (Graph.isControlDependent(Sequence[From], Sequence[To])) {
          Result.push_back({From, To, 'c'});
          break;
        }
      for (unsigned Variable : Graph.writes(Sequence[To]))
        LastWrite[Variable] = To;
    }
    return Result;
  }

  DependenceGraph Graph;
  std::vector<bool> Changed;
};

/// The sequences of transitions that a test may be, its values ignored: each has the message of its input, and starts
/// where the one before it ended, internal transitions in between apart.
class Sequences {
public:
  Sequences(const Machine &Of, unsigned Most) : Of(Of), Most(Most), Ends(Of.States.size()) {
    for (unsigned S = 0; S < Of.States.size(); ++S)
      reach(S, Ends[S]);
  }

  /// False if there are more than the most.
  bool forEach(const Suite &Tests, const Test &Which, const std::function<void(const std::vector<unsigned> &)> &Do) {
    Count = 0;
    std::vector<unsigned> Sequence;
    return extend(Tests, Which, Tests.Starts[Which.Start].State, Sequence, Do);
  }

private:
  void reach(unsigned State, std::set<unsigned> &Into) {
    if (!Into.insert(State).second)
      return;
    for (const Transition &Each : Of.Transitions)
      if (Each.internal() && Each.From == State)
        reach(Each.To, Into);
  }

  bool extend(const Suite &Tests, const Test &Which, unsigned State, std::vector<unsigned> &Sequence,
              const std::function<void(const std::vector<unsigned> &)> &Do) {
    if (Sequence.size() == Which.Steps.size()) {
      Do(Sequence);
      return ++Count <= Most;
    }
    unsigned Message = Tests.Inputs[Tests.Steps[Which.Steps[Sequence.size()]].Input].Message;
    bool Goes = false;
    for (unsigned T = 0; T < Of.Transitions.size(); ++T) {
      const Transition &Each = Of.Transitions[T];
      if (Each.Input != Message || !Ends[State].count(Each.From))
        continue;
      Goes = true;
      Sequence.push_back(T);
      bool Complete = extend(Tests, Which, Each.To, Sequence, Do);
      Sequence.pop_back();
      if (!Complete)
        return false;
    }
    if (!Goes) { // as far as it comes
      Do(Sequence);
      ++Count;
    }
    return Count <= Most;
  }

  const Machine &Of;
  unsigned Most, Count = 0;
  std::vector<std::set<unsigned>> Ends; ///< states that internal transitions lead to
};

/// Adds the tests with a pattern that no test before them had.
void selectNewPatterns(const Machine &Of, const std::vector<bool> &Changed, const Suite &Tests,
                       const std::vector<bool> &Usable, const BaselineOptions &Options, BaselineResult &Result) {
  if (llvm::find(Changed, true) == Changed.end())
    return;
  Patterns Around(Of, Changed);
  Sequences All(Of, Options.MaxSequences);
  std::set<Pattern> Seen;
  for (unsigned I = 0; I < Tests.Tests.size(); ++I) {
    if (!Usable[I])
      continue;
    bool New = false;
    bool Complete = All.forEach(Tests, Tests.Tests[I], [&](const std::vector<unsigned> &Sequence) {
      ++Result.Steps;
      if (llvm::any_of(Sequence, [&](unsigned Each) { return Changed[Each]; }))
        New |= Seen.insert(Around.of(Sequence)).second;
    });
    Result.Undecided += !Complete;
    if (New || !Complete)
      Result.Selected[I] = true;
  }
}

} // namespace

BaselineResult selectByDependence(const Machine &Old, const Machine &New, const MachineDiff &Changes,
                                  const Suite &Tests, const BaselineOptions &Options) {
  Stopwatch Watch;
  BaselineResult Result;
  Result.Selected.resize(Tests.Tests.size());
  TranslatedSuite Translated = translate(Tests, Old, New);
  std::vector<bool> Usable;
  for (const Test &Each : Tests.Tests)
    Usable.push_back(!Translated.problemOf(Each));
  selectNewPatterns(New, Changes.added(New), Translated.Tests, Usable, Options, Result);
  selectNewPatterns(Old, Changes.deleted(Old), Tests, Usable, Options, Result);
  Result.Seconds = Watch.seconds();
  return Result;
}

} // namespace vernier::efsm
