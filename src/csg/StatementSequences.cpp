#include "csg/StatementSequences.h"

#include "csg/RepeatingInteractions.h"

#include <algorithm>
#include <map>
#include <set>

namespace vernier {

namespace {

class Builder {
public:
  Builder(const StatementGraph &Input, const ChangesThatReach &Callback, const StatementSequenceOptions &Wanted)
      : Graph(Input), Statements(Input.Nodes), Start(Input.Start), Reach(Callback), Options(Wanted),
        Changes(Statements.size()), Visited(Statements.size(), 0) {
    Result.NodeOf.resize(Statements.size());
  }

  StatementSequences build() {
    if (Options.ImportantOnly)
      findRepeating();
    for (unsigned S = 0; S != Statements.size(); ++S)
      if (Statements[S].Changed || Statements[S].Output)
        node(S);
    for (unsigned S = 0; S != Statements.size(); ++S)
      if (Statements[S].Changed || (Options.PastOutputs && Statements[S].Output))
        Pending.push_back(S);
    // Interaction locations join as they are found: each is walked from once, like a change.
    while (!Pending.empty()) {
      unsigned S = Pending.back();
      Pending.pop_back();
      walk(S);
    }
    if (Start)
      connectEntry();
    Result.Graph.finish();
    return std::move(Result);
  }

private:
  const StatementGraph &Graph;
  const std::vector<StatementNode> &Statements;
  std::optional<unsigned> Start;
  const ChangesThatReach &Reach;
  const StatementSequenceOptions &Options;
  StatementSequences Result;
  std::vector<const std::vector<unsigned> *> Changes; ///< each set once
  std::set<std::vector<unsigned>> Sets;
  std::vector<unsigned> Visited;
  unsigned Stamp = 0;
  std::vector<unsigned> Pending;
  std::vector<bool> Repeating; ///< interaction locations that ImportantOnly drops

  unsigned node(unsigned S) {
    auto &Known = Result.NodeOf[S];
    if (!Known) {
      auto Kind = Statements[S].Changed  ? SequenceNodeKind::Change
                  : Statements[S].Output ? SequenceNodeKind::Output
                                         : SequenceNodeKind::Interaction;
      Known = Result.Graph.add({Kind, Statements[S].Where, Statements[S].Label});
    }
    return *Known;
  }

  const std::vector<unsigned> &changesOf(unsigned S) {
    if (!Changes[S])
      Changes[S] = &*Sets.insert(Reach(S)).first;
    return *Changes[S];
  }

  /// Böhme 2014, definition 11, for statements that are neither a change nor an output.
  bool isInteraction(unsigned S) { return changesOf(S).size() > 1 && !(Options.ImportantOnly && Repeating[S]); }

  void addInteraction(unsigned S) {
    if (Result.NodeOf[S])
      return;
    unsigned To = node(S);
    for (unsigned Change : changesOf(S))
      Result.Graph.connect(node(Change), To);
    Pending.push_back(S);
  }

  void walk(unsigned From) {
    ++Stamp;
    std::vector<unsigned> Stack{From};
    while (!Stack.empty()) {
      unsigned At = Stack.back();
      Stack.pop_back();
      if (Statements[At].Successors.empty() && Start)
        Result.Graph.connect(node(From), SequenceGraph::Exit);
      for (unsigned Next : Statements[At].Successors) {
        if (Statements[Next].Changed || Statements[Next].Output)
          Result.Graph.connect(node(From), node(Next));
        else if (isInteraction(Next))
          addInteraction(Next);
        else if (std::exchange(Visited[Next], Stamp) != Stamp)
          Stack.push_back(Next);
      }
    }
  }

  /// Böhme 2014, definition 14: from the entry to every change that may be executed first. As printed, an output ends a
  /// sequence; it is connected to the exit then.
  void connectEntry() {
    ++Stamp;
    std::vector<unsigned> Stack{*Start};
    Visited[*Start] = Stamp;
    while (!Stack.empty()) {
      unsigned At = Stack.back();
      Stack.pop_back();
      if (Statements[At].Changed) {
        Result.Graph.connect(SequenceGraph::Entry, node(At));
        continue;
      }
      for (unsigned Next : Statements[At].Successors)
        if (std::exchange(Visited[Next], Stamp) != Stamp)
          Stack.push_back(Next);
    }
    if (!Options.PastOutputs)
      for (unsigned S = 0; S != Statements.size(); ++S)
        if (Statements[S].Output && !Statements[S].Changed)
          Result.Graph.connect(node(S), SequenceGraph::Exit);
  }

  void findRepeating() {
    std::map<const std::vector<unsigned> *, unsigned> Numbers;
    std::vector<unsigned> SetOf(Statements.size(), NoSet);
    for (unsigned S = 0; S != Statements.size(); ++S)
      if (!Statements[S].Changed && !Statements[S].Output && changesOf(S).size() > 1)
        SetOf[S] = Numbers.try_emplace(&changesOf(S), static_cast<unsigned>(Numbers.size())).first->second;
    Repeating = repeatingInteractions(Graph, SetOf);
  }
};

} // namespace

StatementSequences statementSequences(const StatementGraph &Statements, const ChangesThatReach &Reach,
                                      const StatementSequenceOptions &Options) {
  return Builder(Statements, Reach, Options).build();
}

} // namespace vernier
