#include "csg/StatementSequences.h"

#include <algorithm>
#include <map>
#include <set>

namespace vernier {

namespace {

class Builder {
public:
  Builder(const StatementGraph &Input, const ChangesThatReach &Callback, const StatementSequenceOptions &Wanted)
      : Statements(Input.Nodes), Start(Input.Start), Reach(Callback), Options(Wanted), Changes(Statements.size()),
        Visited(Statements.size(), 0) {
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

  /// An interaction location repeats when it depends, directly or through others with the same set of changes, on one
  /// with that set. Of a cycle of such statements, those stay that something outside the cycle enters, or else all.
  void findRepeating() {
    Repeating.assign(Statements.size(), false);
    std::vector<unsigned> Component = components();
    std::map<unsigned, bool> FedBySame;
    for (unsigned S = 0; S != Statements.size(); ++S)
      for (unsigned D : sameSetPredecessors(S))
        if (Component[D] != Component[S])
          FedBySame[Component[S]] = true;
    std::map<unsigned, bool> HasDoor;
    for (unsigned S = 0; S != Statements.size(); ++S)
      if (isDoor(S, Component))
        HasDoor[Component[S]] = true;
    for (unsigned S = 0; S != Statements.size(); ++S)
      if (candidate(S))
        Repeating[S] = FedBySame[Component[S]] || (HasDoor[Component[S]] && !isDoor(S, Component));
  }

  bool candidate(unsigned S) { return !Statements[S].Changed && !Statements[S].Output && changesOf(S).size() > 1; }

  /// Changed statements do not count: an interaction right behind a change is the important one.
  std::vector<unsigned> sameSetPredecessors(unsigned S) {
    std::vector<unsigned> Same;
    if (candidate(S))
      for (unsigned D : Statements[S].DependsOn)
        if (candidate(D) && &changesOf(D) == &changesOf(S))
          Same.push_back(D);
    return Same;
  }

  bool isDoor(unsigned S, const std::vector<unsigned> &Component) {
    return candidate(S) && std::any_of(Statements[S].DependsOn.begin(), Statements[S].DependsOn.end(),
                                       [&](unsigned D) { return Component[D] != Component[S]; });
  }

  /// Strongly connected components of the dependences between interaction locations with the same set (Tarjan, with an
  /// explicit stack).
  std::vector<unsigned> components() {
    constexpr unsigned None = ~0u;
    struct Frame {
      unsigned Node;
      std::vector<unsigned> Next;
    };
    std::vector<unsigned> Index(Statements.size(), None), Low(Statements.size()), Component(Statements.size(), None);
    std::vector<unsigned> Open;
    std::vector<Frame> Frames;
    unsigned Counter = 0;
    auto Enter = [&](unsigned S) {
      Index[S] = Low[S] = Counter++;
      Open.push_back(S);
      Frames.push_back({S, sameSetPredecessors(S)});
    };
    for (unsigned Root = 0; Root != Statements.size(); ++Root) {
      if (Index[Root] == None)
        Enter(Root);
      while (!Frames.empty()) {
        unsigned S = Frames.back().Node;
        if (!Frames.back().Next.empty()) {
          unsigned D = Frames.back().Next.back();
          Frames.back().Next.pop_back();
          if (Index[D] == None)
            Enter(D);
          else if (Component[D] == None)
            Low[S] = std::min(Low[S], Index[D]);
          continue;
        }
        Frames.pop_back();
        if (!Frames.empty())
          Low[Frames.back().Node] = std::min(Low[Frames.back().Node], Low[S]);
        if (Low[S] != Index[S])
          continue;
        unsigned Member;
        do {
          Member = Open.back();
          Open.pop_back();
          Component[Member] = S;
        } while (Member != S);
      }
    }
    return Component;
  }
};

} // namespace

StatementSequences statementSequences(const StatementGraph &Statements, const ChangesThatReach &Reach,
                                      const StatementSequenceOptions &Options) {
  return Builder(Statements, Reach, Options).build();
}

} // namespace vernier
