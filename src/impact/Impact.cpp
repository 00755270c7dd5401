#include "impact/Impact.h"

#include "analysis/ManySlices.h"
#include "bitcode/Locations.h"
#include "impact/Statements.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <deque>
#include <map>
#include <set>
#include <unordered_map>

namespace vernier {

namespace {

using Criterion = ManySlices::Criterion;

/// The graph of more changes than this has an edge for nearly every pair of them; nobody reads it.
constexpr std::size_t MostForGraph = 1000;

bool liesBelow(const std::string &File, std::string Path) {
  while (Path.size() > 1 && Path.ends_with("/"))
    Path.pop_back();
  if (Path.starts_with("./"))
    Path.erase(0, 2);
  return Path == "." || File == Path || (File.starts_with(Path) && File[Path.size()] == '/');
}

std::vector<ChangedStatement> narrowed(std::vector<ChangedStatement> Changes, const std::vector<std::string> &Paths) {
  if (Paths.empty())
    return Changes;
  std::erase_if(Changes, [&](const ChangedStatement &S) {
    return llvm::none_of(Paths, [&](const std::string &Path) {
      return liesBelow(S.Place.File, Path) || (S.Kind == ChangeKind::Modified && liesBelow(S.OldPlace.File, Path));
    });
  });
  return Changes;
}

/// A changed edge that only brings another value to a phi; otherwise it leads elsewhere.
bool changesOnlyValues(const ChangeMap &Map, const ChangeMap::Edge &Edge) {
  for (const llvm::PHINode &Phi : Edge.second->phis())
    if (const llvm::Instruction *Other = Map.counterpart(Phi))
      for (const llvm::BasicBlock *From : llvm::predecessors(Other->getParent()))
        if (Map.isChangedEdge(*From, *Other->getParent()))
          return true;
  return false;
}

/// What a changed way out of a block may make different at once: the values that meet behind it, or all that may be
/// executed behind it (coarse: up to the end of the function).
void addBehindEdge(const ChangeMap &Map, const ChangeMap::Edge &Edge, Criterion &Result) {
  if (changesOnlyValues(Map, Edge)) {
    for (const llvm::PHINode &Phi : Edge.second->phis())
      Result.push_back(&Phi);
    return;
  }
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Seen{Edge.second};
  std::vector<const llvm::BasicBlock *> Work{Edge.second};
  while (!Work.empty()) {
    const llvm::BasicBlock *Block = Work.back();
    Work.pop_back();
    for (const llvm::Instruction &I : *Block)
      if (!isTransparent(I))
        Result.push_back(&I);
    for (const llvm::BasicBlock *Next : llvm::successors(Block))
      if (Seen.insert(Next).second)
        Work.push_back(Next);
  }
}

/// The changed instructions of one side with what their changed edges make different.
Criterion startOf(const ChangeMap &Map, const std::vector<const llvm::Instruction *> &Changed) {
  Criterion Result;
  for (const llvm::Instruction *I : Changed) {
    Result.push_back(I);
    if (!I->isTerminator())
      continue;
    for (const llvm::BasicBlock *Next : llvm::successors(I->getParent()))
      if (Map.isChangedEdge(*I->getParent(), *Next))
        addBehindEdge(Map, {I->getParent(), Next}, Result);
  }
  return Result;
}

/// Where the effect of statements that only the old version has enters the new one: the counterparts of the first
/// matched instructions that depend on them. What depends on those is followed in the new version.
void addFrontier(const ChangeMap &Map, const DependenceGraph &Old, const Criterion &Start, Criterion &Result) {
  using Vertex = DependenceGraph::Vertex;
  llvm::DenseSet<Vertex> Seen;
  std::vector<Vertex> Work;
  auto Enter = [&](Vertex V) {
    if (!Seen.insert(V).second)
      return;
    const llvm::Instruction *I = Old.instruction(V);
    const llvm::Instruction *Other = I ? Map.counterpart(*I) : nullptr;
    if (Other)
      Result.push_back(Other);
    else
      Work.push_back(V);
  };
  for (const llvm::Instruction *I : Start)
    for (Vertex V : Old.verticesOf(*I))
      Enter(V);
  while (!Work.empty()) {
    Vertex V = Work.back();
    Work.pop_back();
    for (const DependenceGraph::Edge &E : Old.dependents(V))
      Enter(E.Other);
  }
}

std::vector<Criterion> criteria(const ChangeMap &Map, const std::vector<ChangedStatement> &Changes,
                                const ProgramAnalysis &Old) {
  std::vector<Criterion> Result;
  for (const ChangedStatement &Change : Changes) {
    Criterion Start = startOf(Map, Change.NewInstructions);
    if (!Change.OldInstructions.empty())
      addFrontier(Map, Old.dependences(), startOf(Map, Change.OldInstructions), Start);
    Result.push_back(std::move(Start));
  }
  return Result;
}

/// The ids of the changes of a set, each set once.
class SharedIds {
public:
  SharedIds(const ManySlices &Slices, const std::vector<ChangedStatement> &Changes)
      : Slices(Slices), Changes(Changes) {}

  std::shared_ptr<const std::vector<unsigned>> of(ManySlices::SetId Set) {
    auto &Known = Ids[Set];
    if (!Known) {
      std::vector<unsigned> Positions = Slices.positions(Set);
      for (unsigned &Position : Positions)
        Position = Changes[Position].Id;
      Known = std::make_shared<const std::vector<unsigned>>(std::move(Positions));
    }
    return Known;
  }

private:
  const ManySlices &Slices;
  const std::vector<ChangedStatement> &Changes;
  std::unordered_map<ManySlices::SetId, std::shared_ptr<const std::vector<unsigned>>> Ids;
};

using LineSets = std::map<Location, ManySlices::SetId>;

LineSets affectedLines(const ChangeMap &Map, const ManySlices &Slices) {
  LineSets Lines;
  // Most instructions stand on the line of the one before.
  const llvm::DIScope *LastScope = nullptr;
  LineSets::iterator Last;
  for (const llvm::Function &F : Map.newProgram().module()) {
    LastScope = nullptr;
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      ManySlices::SetId Set = isTransparent(I) ? ManySlices::Nothing : Slices.reachingSet(I);
      const llvm::DebugLoc &Debug = I.getDebugLoc();
      if (Set == ManySlices::Nothing || !Debug || Debug.getLine() == 0)
        continue;
      const auto *Scope = llvm::cast<llvm::DIScope>(Debug.getScope());
      if (Scope != LastScope || Debug.getLine() != Last->first.Line) {
        auto Where = locationOf(I);
        Where->Column = 0;
        Last = Lines.try_emplace(*Where, ManySlices::Nothing).first;
        LastScope = Scope;
      }
      Last->second = Slices.join(Last->second, Set);
    }
  }
  return Lines;
}

/// How many lines a dependence passes from the nearest change to each vertex, calls and returns not matched.
std::vector<unsigned> distances(const DependenceGraph &Graph, const std::vector<Criterion> &Criteria) {
  using Vertex = DependenceGraph::Vertex;
  constexpr unsigned Far = ~0u;
  auto LineOf = [&](Vertex V) {
    const llvm::Instruction *I = Graph.instruction(V);
    return I && I->getDebugLoc() ? I->getDebugLoc().getLine() : 0;
  };
  std::vector<unsigned> Result(Graph.size(), Far);
  std::deque<Vertex> Work;
  for (const Criterion &Start : Criteria)
    for (const llvm::Instruction *I : Start)
      for (Vertex V : Graph.verticesOf(*I)) {
        Result[V] = 0;
        Work.push_back(V);
      }
  while (!Work.empty()) {
    Vertex V = Work.front();
    Work.pop_front();
    for (const DependenceGraph::Edge &E : Graph.dependents(V)) {
      bool Steps = Graph.instruction(E.Other) && LineOf(E.Other) != LineOf(V);
      if (Result[V] + Steps >= Result[E.Other])
        continue;
      Result[E.Other] = Result[V] + Steps;
      if (Steps)
        Work.push_back(E.Other);
      else
        Work.push_front(E.Other);
    }
  }
  return Result;
}

/// The least distance of each line.
std::map<Location, unsigned> lineDistances(const ChangeMap &Map, const DependenceGraph &Graph,
                                           const std::vector<Criterion> &Criteria) {
  std::vector<unsigned> Of = distances(Graph, Criteria);
  std::map<Location, unsigned> Result;
  for (const llvm::Function &F : Map.newProgram().module())
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      unsigned Least = ~0u;
      for (DependenceGraph::Vertex V : Graph.verticesOf(I))
        Least = std::min(Least, Of[V]);
      auto Where = Least == ~0u ? std::nullopt : locationOf(I);
      if (!Where)
        continue;
      Where->Column = 0;
      auto [Entry, New] = Result.try_emplace(*Where, Least);
      Entry->second = std::min(Entry->second, Least);
    }
  return Result;
}

/// The sets of changes to list: every pair while changes are few, and every set that meets at some line (Böhme 2014,
/// figure 2.5). Small ones first.
std::vector<ManySlices::SetId> meetingSets(const std::map<ManySlices::SetId, std::vector<Location>> &LinesOf,
                                           const ManySlices &Slices, std::size_t NumChanges) {
  constexpr std::size_t MostForPairs = 40;
  std::set<ManySlices::SetId> Sets;
  for (auto &[Set, Lines] : LinesOf) {
    if (Slices.count(Set) < 2)
      continue;
    Sets.insert(Set);
    if (NumChanges > MostForPairs)
      continue;
    std::vector<unsigned> Positions = Slices.positions(Set);
    for (std::size_t I = 0; I < Positions.size(); ++I)
      for (std::size_t J = I + 1; J < Positions.size(); ++J)
        Sets.insert(Slices.join(Slices.single(Positions[I]), Slices.single(Positions[J])));
  }
  std::vector<std::pair<unsigned, ManySlices::SetId>> Sorted;
  for (ManySlices::SetId Set : Sets)
    Sorted.emplace_back(Slices.count(Set), Set);
  std::sort(Sorted.begin(), Sorted.end(), [&](const auto &A, const auto &B) {
    return A.first != B.first ? A.first < B.first : Slices.positions(A.second) < Slices.positions(B.second);
  });
  std::vector<ManySlices::SetId> Result;
  for (auto &[Count, Set] : Sorted)
    Result.push_back(Set);
  return Result;
}

void findInterference(const LineSets &Lines, const ManySlices &Slices, SharedIds &Ids, Impact &Result) {
  constexpr std::size_t MostListed = 50'000; ///< lines and changes of all sets together
  std::map<ManySlices::SetId, std::vector<Location>> LinesOf;
  for (auto &[Where, Set] : Lines)
    LinesOf[Set].push_back(Where);
  std::vector<ManySlices::SetId> Sets = meetingSets(LinesOf, Slices, Result.Changes.size());
  std::size_t Listed = 0;
  for (ManySlices::SetId Set : Sets) {
    if (Listed >= MostListed)
      break;
    Interference Meeting{*Ids.of(Set), {}};
    for (auto &[Other, Places] : LinesOf)
      if (Slices.includes(Other, Set))
        llvm::append_range(Meeting.Lines, Places);
    std::sort(Meeting.Lines.begin(), Meeting.Lines.end());
    Listed += Meeting.Lines.size() + Meeting.Changes.size();
    Result.Interferences.push_back(std::move(Meeting));
  }
  Result.InterferencesLeftOut = static_cast<unsigned>(Sets.size() - Result.Interferences.size());
}

/// Which statements each statement directly depends on; only for those where changes meet. What lies between, memory
/// above all, relays: many statements write what many read.
class DirectDependences {
public:
  DirectDependences(StatementFlow &Flow, const DependenceGraph &Graph) : Flow(Flow), Graph(Graph) {
    for (unsigned Node = 0; Node < Flow.Instructions.size(); ++Node)
      for (const llvm::Instruction *I : Flow.Instructions[Node])
        NodeOf[I] = Node;
  }

  void add(unsigned Node) {
    StatementNode &To = Flow.Graph.Nodes[Node];
    for (const llvm::Instruction *I : Flow.Instructions[Node])
      for (Vertex V : Graph.verticesOf(*I))
        addDependencies(V, To.DependsOn, To.Through);
    std::erase(To.DependsOn, Node);
    while (!Open.empty()) {
      Vertex V = Open.back();
      Open.pop_back();
      std::vector<unsigned> Statements, Relays;
      addDependencies(V, Statements, Relays);
      Flow.Graph.Relays[RelayOf[V]] = {std::move(Statements), std::move(Relays)};
    }
  }

private:
  using Vertex = DependenceGraph::Vertex;

  unsigned relayAt(Vertex V) {
    auto [Known, New] = RelayOf.try_emplace(V, static_cast<unsigned>(Flow.Graph.Relays.size()));
    if (New) {
      Flow.Graph.Relays.emplace_back();
      Open.push_back(V);
    }
    return Known->second;
  }

  void addDependencies(Vertex V, std::vector<unsigned> &Statements, std::vector<unsigned> &Relays) {
    for (const DependenceGraph::Edge &E : Graph.dependencies(V)) {
      const llvm::Instruction *I = Graph.instruction(E.Other);
      auto Statement = I ? NodeOf.find(I) : NodeOf.end();
      if (Statement == NodeOf.end())
        Relays.push_back(relayAt(E.Other));
      else
        Statements.push_back(Statement->second);
    }
    for (std::vector<unsigned> *List : {&Statements, &Relays}) {
      llvm::sort(*List);
      List->erase(std::unique(List->begin(), List->end()), List->end());
    }
  }

  StatementFlow &Flow;
  const DependenceGraph &Graph;
  llvm::DenseMap<const llvm::Instruction *, unsigned> NodeOf;
  llvm::DenseMap<Vertex, unsigned> RelayOf;
  std::vector<Vertex> Open; ///< relays whose dependencies are not listed yet
};

/// The statements that control may come to after a change, or that are changed.
std::vector<bool> behindChanges(const StatementGraph &Graph) {
  std::vector<bool> Result(Graph.Nodes.size());
  std::vector<unsigned> Work;
  for (unsigned Node = 0; Node < Graph.Nodes.size(); ++Node)
    if (Graph.Nodes[Node].Changed) {
      Result[Node] = true;
      Work.push_back(Node);
    }
  while (!Work.empty()) {
    unsigned Node = Work.back();
    Work.pop_back();
    for (unsigned Next : Graph.Nodes[Node].Successors)
      if (!Result[Next]) {
        Result[Next] = true;
        Work.push_back(Next);
      }
  }
  return Result;
}

/// Böhme 2014, algorithm 5: changes, interaction locations and outputs of the whole program.
void buildGraph(const ChangeMap &Map, const ProgramAnalysis &New, const ManySlices &Slices,
                const ImpactOptions &Options, Impact &Result) {
  StatementFlow Flow = statementFlow(Map, Result.Changes, New);
  std::vector<std::vector<unsigned>> NodesOfChange(Result.Changes.size());
  for (unsigned Node = 0; Node < Flow.ChangeOf.size(); ++Node)
    if (Flow.ChangeOf[Node] != StatementFlow::None)
      NodesOfChange[Flow.ChangeOf[Node]].push_back(Node);

  // The changes that reach each statement, without itself.
  std::vector<ManySlices::SetId> Reaching(Flow.Graph.Nodes.size(), ManySlices::Nothing);
  for (unsigned Node = 0; Node < Reaching.size(); ++Node) {
    for (const llvm::Instruction *I : Flow.Instructions[Node])
      Reaching[Node] = Slices.join(Reaching[Node], Slices.reachingSetBefore(*I));
    if (Flow.ChangeOf[Node] != StatementFlow::None)
      Reaching[Node] = Slices.without(Reaching[Node], Flow.ChangeOf[Node]);
  }
  std::vector<bool> Behind = behindChanges(Flow.Graph);
  StatementSequenceOptions Wanted;
  Wanted.ImportantOnly = Options.ImportantInteractionsOnly;
  if (Wanted.ImportantOnly) {
    DirectDependences Direct(Flow, New.dependences());
    for (unsigned Node = 0; Node < Flow.Instructions.size(); ++Node)
      if (Slices.count(Reaching[Node]) > 1)
        Direct.add(Node);
  }
  auto Reach = [&](unsigned Node) {
    std::vector<unsigned> Nodes;
    std::vector<unsigned> Positions = Slices.positions(Reaching[Node]);
    for (unsigned Position : Positions)
      llvm::append_range(Nodes, NodesOfChange[Position]);
    std::sort(Nodes.begin(), Nodes.end());
    // One change that takes several statements of the flow graph does not interact with itself.
    if (Positions.size() < 2 && Nodes.size() > 1)
      Nodes.resize(1);
    return Nodes;
  };
  for (const StatementNode &Node : Flow.Graph.Nodes)
    Result.ChangedOutputs += Node.Changed && Node.Output;
  // Outputs that no change can come before are not part of any sequence.
  for (unsigned Node = 0; Node < Flow.Graph.Nodes.size(); ++Node)
    Flow.Graph.Nodes[Node].Output &= Behind[Node];
  StatementSequences Sequences = statementSequences(Flow.Graph, Reach, Wanted);
  Result.Graph = std::move(Sequences.Graph);
  Result.GraphChanges.resize(Result.Graph.Nodes.size());
  Result.GraphInstructions.resize(Result.Graph.Nodes.size());
  for (unsigned Node = 0; Node < Sequences.NodeOf.size(); ++Node) {
    if (!Sequences.NodeOf[Node])
      continue;
    Result.GraphInstructions[*Sequences.NodeOf[Node]] = Flow.Instructions[Node];
    std::vector<unsigned> &Ids = Result.GraphChanges[*Sequences.NodeOf[Node]];
    if (Flow.ChangeOf[Node] != StatementFlow::None)
      Ids.push_back(Result.Changes[Flow.ChangeOf[Node]].Id);
    else
      for (unsigned Position : Slices.positions(Reaching[Node]))
        Ids.push_back(Result.Changes[Position].Id);
  }
}

} // namespace

Impact computeImpact(const ChangeMap &Map, const ProgramAnalysis &Old, const ProgramAnalysis &New,
                     const ImpactOptions &Options) {
  Impact Result;
  Result.Changes = narrowed(changedStatements(Map), Options.Paths);
  Result.Narrowed = !Options.Paths.empty();
  Result.Functions = summariseFunctions(Map);
  Result.Obstacles = Map.obstacles();
  if (Result.Changes.empty())
    return Result;
  for (const ProgramAnalysis *Version : {&Old, &New})
    if (StopReason Why = Version->dependences().stopped(); Why != StopReason::None) {
      Result.Stopped = Why;
      return Result;
    }
  std::vector<Criterion> Criteria = criteria(Map, Result.Changes, Old);
  ManySlices Slices(New.dependences(), Criteria, Options.Time);
  if (!Slices.complete()) { // a part of the lines would read as all of them
    Result.Stopped = StopReason::Time;
    return Result;
  }
  SharedIds Ids(Slices, Result.Changes);
  LineSets Lines = affectedLines(Map, Slices);
  std::map<Location, unsigned> Distances = lineDistances(Map, New.dependences(), Criteria);
  for (auto &[Where, Set] : Lines)
    Result.Affected.push_back({Where, Ids.of(Set), Distances[Where]});
  findInterference(Lines, Slices, Ids, Result);
  Result.GraphLeftOut = Result.Changes.size() > MostForGraph;
  if (!Result.GraphLeftOut)
    buildGraph(Map, New, Slices, Options, Result);
  return Result;
}

} // namespace vernier
