#include "csg/RepeatingInteractions.h"

#include <algorithm>
#include <map>

namespace vernier {

namespace {

constexpr unsigned None = ~0u;

/// What statements a relay leads to, by their components: none, those of one, or of several.
struct Sources {
  unsigned Component = None;
  bool Several = false;

  /// True if that says more than before.
  bool add(unsigned Other) {
    if (Several || Other == Component)
      return false;
    Several = Component != None;
    Component = Component == None ? Other : Component;
    return true;
  }
  bool add(const Sources &Other) {
    if (Other.Several && !Several)
      return Several = true;
    return Other.Component != None && add(Other.Component);
  }
  bool hasOtherThan(unsigned Own) const { return Several || (Component != None && Component != Own); }
};

/// The sources of relays: what they have themselves, and what comes through others.
class Flow {
public:
  explicit Flow(std::size_t Count) : Of(Count), Readers(Count) {}

  void addSource(unsigned Relay, unsigned Component) { Of[Relay].add(Component); }
  void addRelay(unsigned Relay, unsigned From) { Readers[From].push_back(Relay); }
  const std::vector<Sources> &settle() {
    std::vector<unsigned> Work;
    for (unsigned Relay = 0; Relay != Of.size(); ++Relay)
      if (Of[Relay].Component != None)
        Work.push_back(Relay);
    while (!Work.empty()) {
      unsigned From = Work.back();
      Work.pop_back();
      for (unsigned Reader : Readers[From])
        if (Of[Reader].add(Of[From]))
          Work.push_back(Reader);
    }
    return Of;
  }

private:
  std::vector<Sources> Of;
  std::vector<std::vector<unsigned>> Readers;
};

class Finder {
public:
  Finder(const StatementGraph &Graph, const std::vector<unsigned> &SetOf)
      : Graph(Graph), Statements(Graph.Nodes), SetOf(SetOf), Index(Statements.size(), None), Low(Statements.size(), 0),
        Component(Statements.size(), None) {}

  std::vector<bool> find() {
    for (unsigned S = 0; S != Statements.size(); ++S)
      if (Index[S] == None)
        visit(S);
    std::vector<bool> Fed = fedBySame(), Doors = doors();
    std::map<unsigned, bool> IsFed, HasDoor;
    for (unsigned S = 0; S != Statements.size(); ++S) {
      IsFed[Component[S]] |= Fed[S];
      HasDoor[Component[S]] |= Doors[S];
    }
    std::vector<bool> Result(Statements.size(), false);
    for (unsigned S = 0; S != Statements.size(); ++S)
      Result[S] = SetOf[S] != NoSet && (IsFed[Component[S]] || (HasDoor[Component[S]] && !Doors[S]));
    return Result;
  }

private:
  /// A node of the search for cycles: a statement, or a relay as the statements of one set see it.
  struct Relayed {
    unsigned Relay, Set;
  };
  struct Frame {
    unsigned Node;
    std::vector<unsigned> Next;
  };

  unsigned nodeOf(unsigned Relay, unsigned Set) {
    auto [Known, New] = Numbers.try_emplace({Relay, Set}, static_cast<unsigned>(Index.size()));
    if (New) {
      RelayOf.push_back({Relay, Set});
      Index.push_back(None);
      Low.push_back(0);
      Component.push_back(None);
    }
    return Known->second;
  }

  const Relayed *relayedAt(unsigned Node) const {
    return Node < Statements.size() ? nullptr : &RelayOf[Node - Statements.size()];
  }

  /// What a node depends on among the statements with the same set. Changed statements have none: an interaction right
  /// behind a change is the important one.
  std::vector<unsigned> dependencies(unsigned Node) {
    const Relayed *Through = relayedAt(Node);
    unsigned Set = Through ? Through->Set : SetOf[Node];
    std::vector<unsigned> Result;
    if (Set == NoSet)
      return Result;
    unsigned Relay = Through ? Through->Relay : 0;
    for (unsigned D : Through ? Graph.Relays[Relay].Statements : Statements[Node].DependsOn)
      if (SetOf[D] == Set)
        Result.push_back(D);
    for (unsigned From : Through ? Graph.Relays[Relay].Relays : Statements[Node].Through)
      Result.push_back(nodeOf(From, Set));
    return Result;
  }

  void enter(unsigned Node) {
    std::vector<unsigned> Next = dependencies(Node);
    Index[Node] = Low[Node] = Counter++;
    Open.push_back(Node);
    Frames.push_back({Node, std::move(Next)});
  }

  /// Strongly connected components (Tarjan, with an explicit stack).
  void visit(unsigned Root) {
    enter(Root);
    while (!Frames.empty()) {
      unsigned Node = Frames.back().Node;
      if (!Frames.back().Next.empty()) {
        unsigned D = Frames.back().Next.back();
        Frames.back().Next.pop_back();
        if (Index[D] == None)
          enter(D);
        else if (Component[D] == None)
          Low[Node] = std::min(Low[Node], Index[D]);
        continue;
      }
      Frames.pop_back();
      if (!Frames.empty())
        Low[Frames.back().Node] = std::min(Low[Frames.back().Node], Low[Node]);
      if (Low[Node] == Index[Node])
        close(Node);
    }
  }

  void close(unsigned Root) {
    unsigned Member;
    do {
      Member = Open.back();
      Open.pop_back();
      Component[Member] = Root;
    } while (Member != Root);
  }

  /// Statements that depend on one with the same set in another component.
  std::vector<bool> fedBySame() {
    Flow Relays(RelayOf.size());
    for (unsigned I = 0; I != RelayOf.size(); ++I)
      for (unsigned D : dependencies(I + static_cast<unsigned>(Statements.size())))
        if (relayedAt(D))
          Relays.addRelay(I, D - static_cast<unsigned>(Statements.size()));
        else
          Relays.addSource(I, Component[D]);
    const std::vector<Sources> &Of = Relays.settle();
    std::vector<bool> Result(Statements.size(), false);
    for (unsigned S = 0; S != Statements.size(); ++S)
      for (unsigned D : dependencies(S))
        if (relayedAt(D) ? Of[D - Statements.size()].hasOtherThan(Component[S]) : Component[D] != Component[S])
          Result[S] = true;
    return Result;
  }

  /// Interaction locations that depend on anything outside of their component.
  std::vector<bool> doors() {
    Flow Relays(Graph.Relays.size());
    for (unsigned I = 0; I != Graph.Relays.size(); ++I) {
      for (unsigned D : Graph.Relays[I].Statements)
        Relays.addSource(I, Component[D]);
      for (unsigned From : Graph.Relays[I].Relays)
        Relays.addRelay(I, From);
    }
    const std::vector<Sources> &Of = Relays.settle();
    std::vector<bool> Result(Statements.size(), false);
    for (unsigned S = 0; S != Statements.size(); ++S) {
      auto IsOther = [&](unsigned D) { return Component[D] != Component[S]; };
      auto LeadsToOther = [&](unsigned Relay) { return Of[Relay].hasOtherThan(Component[S]); };
      Result[S] = SetOf[S] != NoSet && (std::ranges::any_of(Statements[S].DependsOn, IsOther) ||
                                        std::ranges::any_of(Statements[S].Through, LeadsToOther));
    }
    return Result;
  }

  const StatementGraph &Graph;
  const std::vector<StatementNode> &Statements;
  const std::vector<unsigned> &SetOf;
  std::map<std::pair<unsigned, unsigned>, unsigned> Numbers;
  std::vector<Relayed> RelayOf;
  std::vector<unsigned> Index, Low, Component, Open;
  std::vector<Frame> Frames;
  unsigned Counter = 0;
};

} // namespace

std::vector<bool> repeatingInteractions(const StatementGraph &Graph, const std::vector<unsigned> &SetOf) {
  return Finder(Graph, SetOf).find();
}

} // namespace vernier
