#include "impact/Impact.h"

#include "analysis/ManySlices.h"
#include "bitcode/Locations.h"
#include "impact/Statements.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>

namespace vernier {

namespace {

using Criterion = ManySlices::Criterion;

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

std::vector<AffectedLine> affectedLines(const ChangeMap &Map, const std::vector<ChangedStatement> &Changes,
                                        const ManySlices &Slices) {
  std::map<Location, std::vector<unsigned>> Lines;
  for (const llvm::Function &F : Map.newProgram().module())
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      std::vector<unsigned> Reaching = isTransparent(I) ? std::vector<unsigned>() : Slices.reaching(I);
      auto Where = Reaching.empty() ? std::nullopt : locationOf(I);
      if (!Where)
        continue;
      Where->Column = 0;
      for (unsigned &Position : Reaching)
        Position = Changes[Position].Id;
      std::vector<unsigned> &Ids = Lines[*Where], Joined;
      std::set_union(Ids.begin(), Ids.end(), Reaching.begin(), Reaching.end(), std::back_inserter(Joined));
      Ids = std::move(Joined);
    }
  std::vector<AffectedLine> Result;
  for (auto &[Where, Ids] : Lines)
    Result.push_back({Where, std::move(Ids)});
  return Result;
}

/// Every pair of changes while they are few, and every set of changes that meets at some line (Böhme 2014, figure 2.5).
void findInterference(Impact &Result) {
  constexpr unsigned MostForPairs = 40;
  constexpr std::size_t MostLines = 50'000; ///< in all sets together
  std::size_t Listed = 0;
  std::map<std::vector<unsigned>, std::vector<Location>> Sets;
  for (const AffectedLine &Line : Result.Affected)
    if (Line.Changes.size() > 1)
      Sets[Line.Changes];
  if (Result.Changes.size() <= MostForPairs)
    for (auto Copy = Sets; auto &[Changes, Lines] : Copy)
      for (std::size_t I = 0; I < Changes.size(); ++I)
        for (std::size_t J = I + 1; J < Changes.size(); ++J)
          Sets[{Changes[I], Changes[J]}];
  for (auto &[Changes, Lines] : Sets) {
    if (Listed >= MostLines) {
      Result.InterferencesLeftOut = static_cast<unsigned>(Sets.size() - Result.Interferences.size());
      break;
    }
    Interference Found{Changes, {}};
    for (const AffectedLine &Line : Result.Affected)
      if (std::includes(Line.Changes.begin(), Line.Changes.end(), Changes.begin(), Changes.end()))
        Found.Lines.push_back(Line.Where);
    Listed += Found.Lines.size();
    Result.Interferences.push_back(std::move(Found));
  }
  std::stable_sort(Result.Interferences.begin(), Result.Interferences.end(),
                   [](const Interference &A, const Interference &B) { return A.Changes.size() < B.Changes.size(); });
}

/// Which statements each statement directly depends on, through memory too; only for those where changes meet.
void addDependences(StatementFlow &Flow, const std::vector<std::vector<unsigned>> &Reaching,
                    const DependenceGraph &Graph) {
  llvm::DenseMap<const llvm::Instruction *, unsigned> NodeOf;
  for (unsigned Node = 0; Node < Flow.Instructions.size(); ++Node)
    for (const llvm::Instruction *I : Flow.Instructions[Node])
      NodeOf[I] = Node;
  for (unsigned Node = 0; Node < Flow.Instructions.size(); ++Node) {
    if (Reaching[Node].size() < 2)
      continue;
    std::set<unsigned> Direct;
    llvm::DenseSet<DependenceGraph::Vertex> Seen;
    std::vector<DependenceGraph::Vertex> Work;
    for (const llvm::Instruction *I : Flow.Instructions[Node])
      llvm::append_range(Work, Graph.verticesOf(*I));
    while (!Work.empty()) {
      DependenceGraph::Vertex V = Work.back();
      Work.pop_back();
      for (const DependenceGraph::Edge &E : Graph.dependencies(V)) {
        const llvm::Instruction *I = Graph.instruction(E.Other);
        auto Other = I ? NodeOf.find(I) : NodeOf.end();
        if (Other != NodeOf.end() && Other->second != Node)
          Direct.insert(Other->second);
        else if (Seen.insert(E.Other).second)
          Work.push_back(E.Other);
      }
    }
    Flow.Graph.Nodes[Node].DependsOn.assign(Direct.begin(), Direct.end());
  }
}

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
  std::vector<std::vector<unsigned>> Reaching(Flow.Graph.Nodes.size());
  for (unsigned Node = 0; Node < Reaching.size(); ++Node) {
    std::set<unsigned> Changes;
    for (const llvm::Instruction *I : Flow.Instructions[Node])
      for (unsigned Position : Slices.reachingBefore(*I))
        if (Position != Flow.ChangeOf[Node])
          Changes.insert(Position);
    Reaching[Node].assign(Changes.begin(), Changes.end());
  }
  std::vector<bool> Behind = behindChanges(Flow.Graph);
  StatementSequenceOptions Wanted;
  Wanted.ImportantOnly = Options.ImportantInteractionsOnly;
  if (Wanted.ImportantOnly)
    addDependences(Flow, Reaching, New.dependences());
  auto Reach = [&](unsigned Node) {
    std::vector<unsigned> Nodes;
    for (unsigned Position : Reaching[Node])
      llvm::append_range(Nodes, NodesOfChange[Position]);
    std::sort(Nodes.begin(), Nodes.end());
    // One change that takes several statements of the flow graph does not interact with itself.
    if (Reaching[Node].size() < 2 && Nodes.size() > 1)
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
      for (unsigned Position : Reaching[Node])
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
  Result.Affected = affectedLines(Map, Result.Changes, Slices);
  findInterference(Result);
  buildGraph(Map, New, Slices, Options, Result);
  return Result;
}

} // namespace vernier
