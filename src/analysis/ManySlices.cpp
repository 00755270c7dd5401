#include "analysis/ManySlices.h"

#include <algorithm>
#include <map>

namespace vernier {

namespace {

using Vertex = DependenceGraph::Vertex;

/// The walk of Slice as a plain graph. A vertex has two states: free to go on to the callers (2V), or inside of a
/// callee that was entered from above, and not to be left upwards (2V + 1).
class StateGraph {
public:
  explicit StateGraph(const DependenceGraph &Graph) : Graph(Graph) {}

  using State = unsigned;
  std::size_t size() const { return 2 * Graph.size(); }
  State enter(Vertex V, bool Free) const {
    // Memory that functions share has no context.
    return 2 * V + (Free || Graph.kind(V) == DependenceGraph::VertexKind::Memory ? 0 : 1);
  }
  std::size_t successorCount(State S) const { return Graph.dependents(S / 2).size(); }
  /// False when the edge must not be taken.
  bool successor(State S, std::size_t Index, State &Next) const {
    const DependenceGraph::Edge &E = Graph.dependents(S / 2)[Index];
    bool Free = S % 2 == 0;
    if (E.Kind == DependenceKind::ParameterOut && !Free)
      return false;
    bool Down = E.Kind == DependenceKind::ParameterIn || E.Kind == DependenceKind::Call;
    Next = enter(E.Other, Free && !Down);
    return true;
  }

private:
  const DependenceGraph &Graph;
};

/// Strongly connected components of what the roots reach (Tarjan, without recursion). Numbers are in reverse
/// topological order: an edge leads to the same or a smaller number.
class Components {
public:
  static constexpr unsigned None = ~0u;

  Components(const StateGraph &Graph, const std::vector<StateGraph::State> &Roots)
      : Of(Graph.size(), None), Graph(Graph), Order(Graph.size(), 0), Low(Graph.size(), 0) {
    for (StateGraph::State Root : Roots)
      if (Order[Root] == 0)
        visit(Root);
  }

  std::vector<unsigned> Of;
  unsigned Count = 0;

private:
  struct Frame {
    StateGraph::State At;
    std::size_t Next;
  };

  void push(StateGraph::State S) {
    Order[S] = Low[S] = ++Clock;
    Stack.push_back(S);
    Path.push_back({S, 0});
  }

  void visit(StateGraph::State Root) {
    push(Root);
    while (!Path.empty()) {
      StateGraph::State At = Path.back().At, Next = 0;
      if (Path.back().Next < Graph.successorCount(At)) {
        if (!Graph.successor(At, Path.back().Next++, Next))
          continue;
        if (Order[Next] == 0)
          push(Next);
        else if (Of[Next] == None)
          Low[At] = std::min(Low[At], Order[Next]);
        continue;
      }
      Path.pop_back();
      if (!Path.empty())
        Low[Path.back().At] = std::min(Low[Path.back().At], Low[At]);
      if (Low[At] == Order[At])
        close(At);
    }
  }

  void close(StateGraph::State Root) {
    StateGraph::State Member;
    do {
      Member = Stack.back();
      Stack.pop_back();
      Of[Member] = Count;
    } while (Member != Root);
    ++Count;
  }

  const StateGraph &Graph;
  std::vector<unsigned> Order, Low;
  unsigned Clock = 0;
  std::vector<StateGraph::State> Stack;
  std::vector<Frame> Path;
};

} // namespace

ManySlices::ManySlices(const DependenceGraph &Graph, llvm::ArrayRef<Criterion> Criteria, const Budget &Time)
    : Graph(Graph) {
  constexpr unsigned BatchSize = 512;
  StateGraph States(Graph);
  std::vector<StateGraph::State> Roots;
  for (const Criterion &Start : Criteria)
    for (const llvm::Instruction *I : Start)
      for (Vertex V : Graph.verticesOf(*I))
        Roots.push_back(States.enter(V, true));
  Components Parts(States, Roots);

  // The states of each component, so that a batch is one pass from the sources to the sinks.
  std::vector<unsigned> Begin(Parts.Count + 1, 0);
  for (unsigned Part : Parts.Of)
    if (Part != Components::None)
      ++Begin[Part + 1];
  for (unsigned I = 0; I < Parts.Count; ++I)
    Begin[I + 1] += Begin[I];
  std::vector<StateGraph::State> Members(Begin.back());
  {
    std::vector<unsigned> Fill(Begin.begin(), Begin.end() - 1);
    for (StateGraph::State S = 0; S < States.size(); ++S)
      if (Parts.Of[S] != Components::None)
        Members[Fill[Parts.Of[S]]++] = S;
  }

  for (unsigned First = 0; First < Criteria.size(); First += BatchSize) {
    if (Time.exhausted()) {
      Complete = false;
      return;
    }
    unsigned Size = std::min<unsigned>(BatchSize, static_cast<unsigned>(Criteria.size()) - First);
    std::vector<llvm::BitVector> Reached(Parts.Count);
    for (unsigned K = 0; K < Size; ++K)
      for (const llvm::Instruction *I : Criteria[First + K])
        for (Vertex V : Graph.verticesOf(*I)) {
          llvm::BitVector &Set = Reached[Parts.Of[States.enter(V, true)]];
          Set.resize(Size);
          Set.set(K);
        }
    Batch Result;
    Result.First = First;
    std::map<std::vector<std::uint64_t>, unsigned> Known;
    for (unsigned Part = Parts.Count; Part-- > 0;) {
      llvm::BitVector &Set = Reached[Part];
      if (Set.none())
        continue;
      std::vector<std::uint64_t> Key(Set.getData().begin(), Set.getData().end());
      auto [It, New] = Known.try_emplace(std::move(Key), static_cast<unsigned>(Result.Sets.size()));
      if (New)
        Result.Sets.push_back(Set);
      for (unsigned M = Begin[Part]; M < Begin[Part + 1]; ++M) {
        if (Graph.instruction(Members[M] / 2)) {
          std::vector<unsigned> &Sets = Result.SetsOf[Members[M] / 2];
          if (!llvm::is_contained(Sets, It->second))
            Sets.push_back(It->second);
        }
        for (std::size_t E = 0; E < States.successorCount(Members[M]); ++E) {
          StateGraph::State Next = 0;
          if (States.successor(Members[M], E, Next) && Parts.Of[Next] != Part)
            Reached[Parts.Of[Next]] |= Set;
        }
      }
      Set = llvm::BitVector(); // nothing comes back to it
    }
    Batches.push_back(std::move(Result));
  }
}

std::vector<unsigned> ManySlices::collect(llvm::ArrayRef<Vertex> Vertices) const {
  std::vector<unsigned> Result;
  for (const Batch &Part : Batches) {
    llvm::BitVector All;
    for (Vertex V : Vertices)
      if (auto It = Part.SetsOf.find(V); It != Part.SetsOf.end())
        for (unsigned Set : It->second)
          All |= Part.Sets[Set];
    for (unsigned K : All.set_bits())
      Result.push_back(Part.First + K);
  }
  return Result;
}

std::vector<unsigned> ManySlices::reaching(const llvm::Instruction &I) const {
  return collect(Graph.verticesOf(I));
}

std::vector<unsigned> ManySlices::reachingBefore(const llvm::Instruction &I) const {
  auto Vertices = Graph.verticesOf(I);
  llvm::erase_if(Vertices, [&](Vertex V) {
    return Graph.kind(V) == DependenceGraph::VertexKind::Result ||
           Graph.kind(V) == DependenceGraph::VertexKind::Returned;
  });
  return collect(Vertices);
}

} // namespace vernier
