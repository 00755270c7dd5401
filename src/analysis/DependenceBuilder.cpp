#include "analysis/DependenceBuilder.h"

#include "analysis/ReachingDefinitions.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace vernier {

using Kind = DependenceGraph::VertexKind;
using Vertex = DependenceGraph::Vertex;

namespace {

/// Accesses to more shared cells than this share one vertex for the whole set.
constexpr unsigned FewCells = 8;

} // namespace

DependenceBuilder::DependenceBuilder(DependenceGraph &Graph, const ModRef &Memory, const ControlMap &Control,
                                     const Budget &Time)
    : Graph(Graph), Memory(Memory), Time(Time), Pointers(Memory.pointers()), Calls(Memory.calls()), Control(Control) {}

void DependenceBuilder::build(const llvm::Module &M) {
  make(Kind::Memory, nullptr); // vertex 0 is nobody's
  CellVertex.assign(Pointers.objects().cellCount(), 0);
  memoryHubs();
  for (const llvm::Function &F : M)
    if (!F.isDeclaration())
      makeVertices(F);
  for (const llvm::Function &F : M) {
    if (F.isDeclaration() || isOver())
      continue;
    for (const llvm::Instruction &I : llvm::instructions(F))
      operands(I);
    control(F);
    calls(F);
    memory(F);
  }
  seal();
  if (isOver())
    return;
  summaries(M);
  seal();
}

/// A function of ten thousand stores to one variable has as many dependences as pairs of them.
bool DependenceBuilder::isOver() {
  constexpr std::size_t MostEdges = 30'000'000;
  if (Graph.Stopped == StopReason::None && Time.exhausted())
    Graph.Stopped = StopReason::Time;
  if (Graph.Stopped == StopReason::None && Time.left() && Edges.size() > MostEdges)
    Graph.Stopped = StopReason::Memory;
  return Graph.Stopped != StopReason::None;
}

Vertex DependenceBuilder::make(Kind K, const llvm::Instruction *Site) {
  Graph.Kinds.push_back(K);
  Graph.Sites.push_back(Site);
  return Graph.Kinds.size() - 1;
}

void DependenceBuilder::makeVertices(const llvm::Function &F) {
  auto &Formals = Graph.FormalsOf[&F];
  Formals.Entry = make(Kind::Entry, nullptr);
  Formals.Return = make(Kind::Return, nullptr);
  Formals.Leave = make(Kind::Leave, nullptr);
  for (unsigned I = 0; I != F.arg_size(); ++I)
    Formals.Parameters.push_back(make(Kind::Parameter, nullptr));
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    if (hasNoMeaning(I))
      continue;
    Graph.InstructionVertex[&I] = make(Kind::Instruction, &I);
    const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    if (!Call || Pointers.callees(*Call).Defined.empty())
      continue;
    auto &Parts = Graph.CallsOf[Call];
    for (unsigned A = 0; A != Call->arg_size(); ++A)
      Parts.Arguments.push_back(make(Kind::Argument, &I));
    Parts.Result = make(Kind::Result, &I);
    Parts.Returned = make(Kind::Returned, &I);
  }
}

Vertex DependenceBuilder::returned(const llvm::CallBase &Call) const {
  auto Known = Graph.CallsOf.find(&Call);
  return Known == Graph.CallsOf.end() ? Graph.instructionVertex(Call) : Known->second.Returned;
}

void DependenceBuilder::operand(const llvm::Value &V, Vertex User) {
  if (const auto *I = llvm::dyn_cast<llvm::Instruction>(&V)) {
    if (!hasNoMeaning(*I))
      edge(Graph.valueOf(*I), User, DependenceKind::Data);
  } else if (const auto *A = llvm::dyn_cast<llvm::Argument>(&V)) {
    edge(Graph.parameterOf(*A), User, DependenceKind::Data);
  }
}

void DependenceBuilder::operands(const llvm::Instruction &I) {
  if (hasNoMeaning(I))
    return;
  Vertex User = Graph.instructionVertex(I);
  const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  auto Parts = Call ? Graph.CallsOf.find(Call) : Graph.CallsOf.end();
  if (Parts == Graph.CallsOf.end()) {
    for (const llvm::Use &Operand : I.operands())
      operand(*Operand, User);
    // A phi depends on which way control came.
    if (const auto *Phi = llvm::dyn_cast<llvm::PHINode>(&I))
      for (const llvm::BasicBlock *From : Phi->blocks())
        edge(Graph.instructionVertex(*From->getTerminator()), User, DependenceKind::Control);
    return;
  }
  operand(*Call->getCalledOperand(), User);
  const Callees &Who = Pointers.callees(*Call);
  bool Others = Who.Unknown || !Who.Library.empty();
  for (unsigned A = 0; A != Call->arg_size(); ++A) {
    Vertex Argument = Parts->second.Arguments[A];
    operand(*Call->getArgOperand(A), Argument);
    edge(User, Argument, DependenceKind::Control);
    if (Others)
      edge(Argument, User, DependenceKind::Data);
  }
  edge(User, Parts->second.Result, DependenceKind::Control);
  edge(User, Parts->second.Returned, DependenceKind::Control);
}

void DependenceBuilder::control(const llvm::Function &F) {
  const ControlDependence &Deciders = *Control.find(&F)->second;
  const auto &Formals = Graph.FormalsOf[&F];
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    if (hasNoMeaning(I))
      continue;
    Vertex User = Graph.instructionVertex(I);
    for (const ControlDependence::Decider &By : Deciders.of(I)) {
      const auto *Call = llvm::dyn_cast_or_null<llvm::CallBase>(By.Branch);
      Vertex From = !By.Branch ? Formals.Entry : Call ? returned(*Call) : Graph.instructionVertex(*By.Branch);
      edge(From, User, DependenceKind::Control);
    }
    if (llvm::isa<llvm::ReturnInst>(I))
      edge(User, Formals.Return, DependenceKind::Data);
    const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    if (Call && Calls.mayNotReturn(*Call))
      edge(returned(*Call), Formals.Leave, DependenceKind::Control);
    else if (llvm::isa<llvm::ResumeInst>(I))
      edge(User, Formals.Leave, DependenceKind::Control);
  }
}

void DependenceBuilder::calls(const llvm::Function &F) {
  for (const CallGraph::Site &Site : Calls.callsFrom(F))
    call(Site);
}

void DependenceBuilder::call(const CallGraph::Site &Site) {
  const auto &Formals = Graph.FormalsOf[Site.Callee];
  Vertex User = Graph.instructionVertex(*Site.Call);
  edge(User, Formals.Entry, DependenceKind::Call);
  bool Leaves = Calls.mayNotReturn(*Site.Callee);
  if (Site.Indirectly) {
    // The library or unknown code passes what it likes, and what the callee returns decides what it does.
    for (Vertex Parameter : Formals.Parameters)
      edge(User, Parameter, DependenceKind::ParameterIn);
    edge(Formals.Return, User, DependenceKind::ParameterOut);
    if (Leaves)
      edge(Formals.Leave, User, DependenceKind::ParameterOut);
    return;
  }
  const auto &Parts = Graph.CallsOf[Site.Call];
  for (std::size_t A = 0; A != std::min(Parts.Arguments.size(), Formals.Parameters.size()); ++A)
    edge(Parts.Arguments[A], Formals.Parameters[A], DependenceKind::ParameterIn);
  edge(Formals.Return, Parts.Result, DependenceKind::ParameterOut);
  if (Leaves)
    edge(Formals.Leave, Parts.Returned, DependenceKind::ParameterOut);
}

Vertex DependenceBuilder::cell(CellId Cell) {
  Vertex &V = CellVertex[Cell];
  if (V)
    return V;
  V = make(Kind::Memory, nullptr);
  if (Pointers.hasEscaped(Pointers.objects().objectOf(Cell))) {
    edge(EscapedIn, V, DependenceKind::Memory);
    edge(V, EscapedOut, DependenceKind::Memory);
  }
  return V;
}

Vertex DependenceBuilder::setOf(const CellSet &Cells, bool Written) {
  std::vector<CellId> Key;
  for (CellId Cell : Cells)
    Key.push_back(Cell);
  Vertex &V = SetVertex[{Written, Key}];
  if (V)
    return V;
  Vertex Set = V = make(Kind::Memory, nullptr);
  for (CellId Cell : Key)
    if (Written)
      edge(Set, cell(Cell), DependenceKind::Memory);
    else
      edge(cell(Cell), Set, DependenceKind::Memory);
  return Set;
}

void DependenceBuilder::memoryHubs() {
  EscapedIn = make(Kind::Memory, nullptr);
  EscapedOut = make(Kind::Memory, nullptr);
  edge(EscapedIn, EscapedOut, DependenceKind::Memory);
}

void DependenceBuilder::writes(const llvm::Instruction &I) {
  Vertex From = Graph.instructionVertex(I);
  CellSet Shared;
  for (CellId Cell : Memory.own(I).Writes)
    if (Cell == Objects::UnknownCell)
      edge(From, EscapedIn, DependenceKind::Memory);
    else if (!Memory.isPrivate(Pointers.objects().objectOf(Cell)))
      Shared.set(Cell);
  if (Shared.count() > FewCells)
    return edge(From, setOf(Shared, true), DependenceKind::Memory);
  for (CellId Cell : Shared)
    edge(From, cell(Cell), DependenceKind::Memory);
}

void DependenceBuilder::reads(const llvm::Instruction &I) {
  if (Memory.own(I).Reads.test(Objects::UnknownCell))
    edge(EscapedOut, Graph.instructionVertex(I), DependenceKind::Memory);
}

void DependenceBuilder::variableArguments(const llvm::CallBase &Call) {
  auto Parts = Graph.CallsOf.find(&Call);
  if (Parts == Graph.CallsOf.end())
    return;
  for (const llvm::Function *Callee : Pointers.callees(Call).Defined)
    if (auto Extra = Pointers.objects().variableArguments(*Callee))
      for (unsigned A = Callee->arg_size(); A < Call.arg_size(); ++A)
        edge(Parts->second.Arguments[A], cell(Pointers.objects()[*Extra].First), DependenceKind::Memory);
}

void DependenceBuilder::memory(const llvm::Function &F) {
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    if (hasNoMeaning(I))
      continue;
    writes(I);
    reads(I);
    if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
      variableArguments(*Call);
  }
  // What others left in many cells of one read is shared as a set.
  const llvm::Instruction *Reader = nullptr;
  CellSet FromOthers;
  auto Flush = [&] {
    if (!Reader)
      return;
    Vertex To = Graph.instructionVertex(*Reader);
    if (FromOthers.count() > FewCells)
      edge(setOf(FromOthers, false), To, DependenceKind::Memory);
    else
      for (CellId Cell : FromOthers)
        edge(cell(Cell), To, DependenceKind::Memory);
    FromOthers.clear();
  };
  reachingDefinitions(F, Memory, [&](const MemoryFlow &Flow) {
    if (Flow.Read != Reader) {
      Flush();
      Reader = Flow.Read;
    }
    if (Flow.Write)
      edge(Graph.instructionVertex(*Flow.Write), Graph.instructionVertex(*Flow.Read), DependenceKind::Memory);
    else
      FromOthers.set(Flow.Cell);
    return Edges.size() % 4096 != 0 || !isOver();
  });
  Flush();
}

void DependenceBuilder::seal() {
  auto Key = [](const Pending &E) { return std::tuple(E.From, E.To, E.Kind); };
  std::sort(Edges.begin(), Edges.end(), [&](const Pending &A, const Pending &B) { return Key(A) < Key(B); });
  Edges.erase(
      std::unique(Edges.begin(), Edges.end(), [&](const Pending &A, const Pending &B) { return Key(A) == Key(B); }),
      Edges.end());
  std::size_t Count = Graph.Kinds.size();
  Graph.EdgeTotal = Edges.size();
  Graph.OutBegin.assign(Count + 1, 0);
  Graph.InBegin.assign(Count + 1, 0);
  for (const Pending &E : Edges) {
    ++Graph.OutBegin[E.From + 1];
    ++Graph.InBegin[E.To + 1];
  }
  for (std::size_t V = 0; V != Count; ++V) {
    Graph.OutBegin[V + 1] += Graph.OutBegin[V];
    Graph.InBegin[V + 1] += Graph.InBegin[V];
  }
  Graph.Out.resize(Edges.size());
  Graph.In.resize(Edges.size());
  std::vector<unsigned> NextOut(Graph.OutBegin.begin(), Graph.OutBegin.end());
  std::vector<unsigned> NextIn(Graph.InBegin.begin(), Graph.InBegin.end());
  for (const Pending &E : Edges) {
    Graph.Out[NextOut[E.From]++] = {E.To, E.Kind};
    Graph.In[NextIn[E.To]++] = {E.From, E.Kind};
  }
}

/// Summary edges after Horwitz, Reps and Binkley, with the worklist of Reps et al. (1994): for each end of a function,
/// which of its parameters reach it on a way that stays at the same level. Ways through memory vertices need none:
/// slices forget the context there.
void DependenceBuilder::summaries(const llvm::Module &M) {
  struct ParameterPlace {
    const llvm::Function *F;
    unsigned Position;
  };
  enum End : unsigned { AtReturn, AtLeave };
  llvm::DenseMap<Vertex, ParameterPlace> Parameters;
  llvm::DenseMap<Vertex, llvm::SmallVector<Vertex, 2>> Summary; // edges found so far, from their targets
  // Edges stay within one function, so two bits for each vertex tell which ends of its function it is known to reach.
  std::vector<std::uint8_t> Reaches(Graph.size(), 0);
  std::vector<std::pair<Vertex, unsigned>> Work;
  auto Add = [&](Vertex At, unsigned Which) {
    if (!(Reaches[At] & (1u << Which))) {
      Reaches[At] |= 1u << Which;
      Work.push_back({At, Which});
    }
  };
  for (const llvm::Function &F : M) {
    if (F.isDeclaration())
      continue;
    const auto &Formals = Graph.FormalsOf[&F];
    for (unsigned I = 0; I != Formals.Parameters.size(); ++I)
      Parameters[Formals.Parameters[I]] = {&F, I};
    Add(Formals.Return, AtReturn);
    Add(Formals.Leave, AtLeave);
  }
  auto Summarise = [&](const ParameterPlace &Place, unsigned Which) {
    for (const CallGraph::Site &Site : Calls.callsOf(*Place.F)) {
      auto Parts = Graph.CallsOf.find(Site.Call);
      if (Site.Indirectly || Parts == Graph.CallsOf.end() || Place.Position >= Parts->second.Arguments.size())
        continue;
      Vertex From = Parts->second.Arguments[Place.Position];
      Vertex To = Which == AtLeave ? Parts->second.Returned : Parts->second.Result;
      edge(From, To, DependenceKind::Summary);
      Summary[To].push_back(From);
      for (unsigned Outer : {AtReturn, AtLeave})
        if (Reaches[To] & (1u << Outer))
          Add(From, Outer);
    }
  };
  while (!Work.empty()) {
    auto [At, Which] = Work.back();
    Work.pop_back();
    if (auto Place = Parameters.find(At); Place != Parameters.end()) {
      Summarise(Place->second, Which);
      continue;
    }
    for (const DependenceGraph::Edge &E : Graph.dependencies(At)) {
      bool SameLevel =
          E.Kind == DependenceKind::Data || E.Kind == DependenceKind::Control || E.Kind == DependenceKind::Memory;
      if (SameLevel && Graph.kind(E.Other) != Kind::Memory)
        Add(E.Other, Which);
    }
    if (auto Known = Summary.find(At); Known != Summary.end())
      for (Vertex From : Known->second)
        Add(From, Which);
  }
}

} // namespace vernier
