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

/// What the roots reach with every cycle as one: components from sources to sinks, and where their edges lead.
struct Condensed {
  Condensed(const StateGraph &States, const Components &Of) : Begin(Of.Count + 1, 0) {
    std::vector<std::vector<StateGraph::State>> Members(Of.Count);
    for (StateGraph::State S = 0; S < States.size(); ++S)
      if (Of.Of[S] != Components::None)
        Members[Of.Of[S]].push_back(S);
    std::vector<unsigned> SeenBy(Of.Count, Components::None);
    for (unsigned Part = 0; Part < Of.Count; ++Part) {
      for (StateGraph::State S : Members[Part])
        for (std::size_t E = 0; E < States.successorCount(S); ++E) {
          StateGraph::State Next = 0;
          if (!States.successor(S, E, Next) || Of.Of[Next] == Part || SeenBy[Of.Of[Next]] == Part)
            continue;
          SeenBy[Of.Of[Next]] = Part;
          Targets.push_back(Of.Of[Next]);
        }
      Begin[Part + 1] = static_cast<unsigned>(Targets.size());
    }
  }

  llvm::ArrayRef<unsigned> successors(unsigned Part) const {
    return llvm::ArrayRef<unsigned>(Targets.data() + Begin[Part], Targets.data() + Begin[Part + 1]);
  }

private:
  std::vector<unsigned> Targets;
  std::vector<unsigned> Begin;
};

} // namespace

ManySlices::ManySlices(const DependenceGraph &Graph, llvm::ArrayRef<Criterion> Criteria, const Budget &Time)
    : Graph(Graph) {
  intern(Bits{});
  StateGraph States(Graph);
  std::vector<StateGraph::State> Roots;
  for (const Criterion &Start : Criteria)
    for (const llvm::Instruction *I : Start)
      for (Vertex V : Graph.verticesOf(*I))
        Roots.push_back(States.enter(V, true));
  Components Found(States, Roots);
  Condensed Flow(States, Found);

  std::size_t Batches = (Criteria.size() + BatchSize - 1) / BatchSize;
  std::vector<Row> RowOf(Found.Count, Row(Batches, 0));
  std::vector<Bits> Reached(Found.Count);
  for (std::size_t Batch = 0; Batch < Batches; ++Batch) {
    if (Time.exhausted()) {
      Complete = false;
      break;
    }
    std::fill(Reached.begin(), Reached.end(), Bits{});
    for (std::size_t K = Batch * BatchSize; K < std::min(Criteria.size(), (Batch + 1) * BatchSize); ++K)
      for (const llvm::Instruction *I : Criteria[K])
        for (Vertex V : Graph.verticesOf(*I))
          Reached[Found.Of[States.enter(V, true)]][K % BatchSize / 64] |= std::uint64_t(1) << K % 64;
    for (unsigned Part = Found.Count; Part-- > 0;) {
      RowOf[Part][Batch] = intern(Reached[Part]);
      if (RowOf[Part][Batch] != 0)
        for (unsigned Next : Flow.successors(Part))
          for (std::size_t W = 0; W < Reached[Part].size(); ++W)
            Reached[Next][W] |= Reached[Part][W];
    }
  }
  intern(Row(Batches, 0)); // Nothing
  std::vector<SetId> OfComponent;
  for (const Row &Parts : RowOf)
    OfComponent.push_back(intern(Parts));
  SetOf.assign(States.size(), Nothing);
  for (StateGraph::State S = 0; S < States.size(); ++S)
    if (Found.Of[S] != Components::None)
      SetOf[S] = OfComponent[Found.Of[S]];
}

unsigned ManySlices::intern(const Bits &Part) const {
  auto [Entry, New] = PartNumber.try_emplace(Part, static_cast<unsigned>(Parts.size()));
  if (New)
    Parts.push_back(Part);
  return Entry->second;
}

ManySlices::SetId ManySlices::intern(const Row &Parts) const {
  auto [Entry, New] = RowNumber.try_emplace(Parts, static_cast<SetId>(Rows.size()));
  if (New)
    Rows.push_back(Parts);
  return Entry->second;
}

ManySlices::SetId ManySlices::join(SetId A, SetId B) const {
  if (A == B || B == Nothing)
    return A;
  if (A == Nothing)
    return B;
  auto Key = std::minmax(A, B);
  if (auto Known = Joined.find(Key); Known != Joined.end())
    return Known->second;
  Row Both = Rows[A];
  for (std::size_t Batch = 0; Batch < Both.size(); ++Batch) {
    if (Both[Batch] == Rows[B][Batch])
      continue;
    Bits Part = Parts[Both[Batch]];
    for (std::size_t W = 0; W < Part.size(); ++W)
      Part[W] |= Parts[Rows[B][Batch]][W];
    Both[Batch] = intern(Part);
  }
  return Joined[Key] = intern(Both);
}

ManySlices::SetId ManySlices::without(SetId Set, unsigned Criterion) const {
  if (Set == Nothing)
    return Set;
  Row Rest = Rows[Set];
  Bits Part = Parts[Rest[Criterion / BatchSize]];
  Part[Criterion % BatchSize / 64] &= ~(std::uint64_t(1) << Criterion % 64);
  Rest[Criterion / BatchSize] = intern(Part);
  return intern(Rest);
}

ManySlices::SetId ManySlices::single(unsigned Criterion) const {
  Row Parts(Rows[Nothing].size(), 0);
  Bits Part{};
  Part[Criterion % BatchSize / 64] |= std::uint64_t(1) << Criterion % 64;
  Parts[Criterion / BatchSize] = intern(Part);
  return intern(Parts);
}

bool ManySlices::includes(SetId Set, SetId Part) const {
  for (std::size_t Batch = 0; Batch < Rows[Set].size(); ++Batch) {
    if (Rows[Set][Batch] == Rows[Part][Batch])
      continue;
    const Bits &Whole = Parts[Rows[Set][Batch]], &Inner = Parts[Rows[Part][Batch]];
    for (std::size_t W = 0; W < Whole.size(); ++W)
      if (Inner[W] & ~Whole[W])
        return false;
  }
  return true;
}

unsigned ManySlices::count(SetId Set) const {
  unsigned Result = 0;
  for (unsigned Part : Rows[Set])
    for (std::uint64_t Word : Parts[Part])
      Result += llvm::popcount(Word);
  return Result;
}

std::vector<unsigned> ManySlices::positions(SetId Set) const {
  std::vector<unsigned> Result;
  for (std::size_t Batch = 0; Batch < Rows[Set].size(); ++Batch) {
    const Bits &Part = Parts[Rows[Set][Batch]];
    for (std::size_t W = 0; W < Part.size(); ++W)
      for (std::uint64_t Left = Part[W]; Left != 0; Left &= Left - 1)
        Result.push_back(static_cast<unsigned>(Batch * BatchSize + W * 64 + llvm::countr_zero(Left)));
  }
  return Result;
}

ManySlices::SetId ManySlices::collect(llvm::ArrayRef<Vertex> Vertices) const {
  SetId Result = Nothing;
  for (Vertex V : Vertices)
    Result = join(Result, join(SetOf[2 * V], SetOf[2 * V + 1]));
  return Result;
}

ManySlices::SetId ManySlices::reachingSet(const llvm::Instruction &I) const {
  return collect(Graph.verticesOf(I));
}

ManySlices::SetId ManySlices::reachingSetBefore(const llvm::Instruction &I) const {
  auto Vertices = Graph.verticesOf(I);
  llvm::erase_if(Vertices, [&](Vertex V) {
    return Graph.kind(V) == DependenceGraph::VertexKind::Result ||
           Graph.kind(V) == DependenceGraph::VertexKind::Returned;
  });
  return collect(Vertices);
}

} // namespace vernier
