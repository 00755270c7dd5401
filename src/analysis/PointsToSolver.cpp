#include "analysis/PointsToSolver.h"

namespace vernier {

const CellSet PointsToSolver::Empty;

PointsToSolver::PointsToSolver(Objects &Memory) : Memory(Memory) {
  EscapedNode = make();
}

PointsToSolver::Node PointsToSolver::make() {
  Nodes.emplace_back();
  return Nodes.size() - 1;
}

PointsToSolver::Node PointsToSolver::contentOf(CellId Cell) {
  if (Contents.size() <= Cell)
    Contents.resize(Memory.cellCount(), 0);
  if (!Contents[Cell]) {
    Node N = make();
    Contents[Cell] = N;
    if (hasEscaped(Memory.objectOf(Cell))) {
      add(N, Objects::UnknownCell);
      copy(N, EscapedNode);
    }
  }
  return Contents[Cell];
}

const CellSet &PointsToSolver::contents(CellId Cell) const {
  return Cell < Contents.size() && Contents[Cell] ? Nodes[Contents[Cell]].Cells : Empty;
}

void PointsToSolver::add(Node To, CellId Cell) {
  State &Target = Nodes[To];
  if (!Target.Cells.test_and_set(Cell))
    return;
  Target.New.set(Cell);
  if (!Target.Queued) {
    Target.Queued = true;
    Work.push_back(To);
  }
}

void PointsToSolver::addAll(Node To, const CellSet &Cells) {
  State &Target = Nodes[To];
  CellSet Fresh;
  Fresh.intersectWithComplement(Cells, Target.Cells);
  if (Fresh.empty())
    return;
  Target.Cells |= Fresh;
  Target.New |= Fresh;
  if (!Target.Queued) {
    Target.Queued = true;
    Work.push_back(To);
  }
}

void PointsToSolver::addObject(Node To, ObjectId Object) {
  const MemoryObject &O = Memory[Object];
  for (CellId Cell = O.First; Cell != O.First + O.size(); ++Cell)
    add(To, Cell);
}

void PointsToSolver::copy(Node From, Node To) {
  if (From != To && CopyEdges.insert({From, To}).second) {
    Nodes[From].Copies.push_back(To);
    CellSet Known = Nodes[From].Cells;
    addAll(To, Known);
  }
}

void PointsToSolver::watch(Node N, Constraint C) {
  All.push_back(C);
  Nodes[N].Constraints.push_back(All.size() - 1);
  CellSet Known = Nodes[N].Cells;
  if (!Known.empty())
    apply(C, Known);
}

void PointsToSolver::move(Node From, Node To, const PointerStep &Step) {
  if (Step.isIdentity())
    return copy(From, To);
  Steps.push_back(Step);
  watch(From, {Rule::Move, To, Steps.size() - 1});
}

void PointsToSolver::into(Node From, Node To) {
  watch(From, {Rule::Into, To, 0});
}

void PointsToSolver::load(Node Pointer, Node To, std::uint64_t Size) {
  watch(Pointer, {Rule::Load, To, Size});
}

void PointsToSolver::store(Node From, Node Pointer, std::uint64_t Size) {
  watch(Pointer, {Rule::Store, From, Size});
}

void PointsToSolver::copyMemory(Node To, Node From, std::uint64_t Size) {
  MemoryCopies.push_back({To, From, make(), Size});
  std::uint64_t Index = MemoryCopies.size() - 1;
  watch(To, {Rule::CopyTo, 0, Index});
  watch(From, {Rule::CopyFrom, 0, Index});
}

void PointsToSolver::whenCode(Node Pointer, Callee Then) {
  Callees.push_back(std::move(Then));
  watch(Pointer, {Rule::Code, 0, Callees.size() - 1});
}

void PointsToSolver::solve() {
  while (!Work.empty()) {
    Node N = Work.front();
    Work.pop_front();
    CellSet Delta = std::move(Nodes[N].New);
    Nodes[N].New.clear();
    Nodes[N].Queued = false;
    if (N == EscapedNode)
      for (CellId Cell : Delta)
        escape(Memory.objectOf(Cell));
    // Both lists may grow meanwhile; what is added then has seen all cells already.
    std::size_t CopyCount = Nodes[N].Copies.size();
    std::size_t ConstraintCount = Nodes[N].Constraints.size();
    for (std::size_t I = 0; I != CopyCount; ++I)
      addAll(Nodes[N].Copies[I], Delta);
    for (std::size_t I = 0; I != ConstraintCount; ++I) {
      Constraint C = All[Nodes[N].Constraints[I]];
      apply(C, Delta);
    }
  }
}

void PointsToSolver::touched(CellId Cell, std::uint64_t Size, llvm::SmallVectorImpl<CellId> &Out) const {
  const MemoryObject &Object = Memory.owner(Cell);
  if (Size == 0) {
    for (CellId Each = Object.First; Each != Object.First + Object.size(); ++Each)
      Out.push_back(Each);
    return;
  }
  Layout::PartList Parts;
  Object.Shape->touch(Cell - Object.First, Size, Parts);
  for (unsigned Part : Parts)
    Out.push_back(Object.First + Part);
}

void PointsToSolver::apply(const Constraint &C, const CellSet &Cells) {
  llvm::SmallVector<CellId, 8> Touched;
  for (CellId Cell : Cells) {
    ObjectId Object = Memory.objectOf(Cell);
    bool Unknown = Object == Objects::UnknownObject;
    Touched.clear();
    switch (C.Kind) {
    case Rule::Move: {
      Layout::PartList Parts;
      if (Unknown)
        add(C.Other, Cell);
      else if (Memory[Object].Shape->move(Memory.partOf(Cell), Steps[C.Data], Parts))
        for (unsigned Part : Parts)
          add(C.Other, Memory[Object].First + Part);
      else
        addObject(C.Other, Object);
      break;
    }
    case Rule::Into:
      addObject(C.Other, Object);
      break;
    case Rule::Load:
      if (Unknown)
        add(C.Other, Cell);
      else
        touched(Cell, C.Data, Touched);
      for (CellId Each : Touched)
        copy(contentOf(Each), C.Other);
      break;
    case Rule::Store:
      if (Unknown)
        copy(C.Other, EscapedNode);
      else
        touched(Cell, C.Data, Touched);
      for (CellId Each : Touched)
        copy(C.Other, contentOf(Each));
      break;
    case Rule::CopyTo: {
      MemoryCopy Copy = MemoryCopies[C.Data];
      CellSet Others = Nodes[Copy.From].Cells;
      for (CellId Other : Others)
        applyCopy(Copy, Cell, Other);
      break;
    }
    case Rule::CopyFrom: {
      MemoryCopy Copy = MemoryCopies[C.Data];
      CellSet Others = Nodes[Copy.To].Cells;
      for (CellId Other : Others)
        applyCopy(Copy, Other, Cell);
      break;
    }
    case Rule::Code:
      if (Unknown || Memory[Object].Kind == ObjectKind::Code)
        Callees[C.Data](Cell);
      break;
    }
  }
}

void PointsToSolver::applyCopy(const MemoryCopy &Copy, CellId To, CellId From) {
  const MemoryObject &Target = Memory.owner(To);
  const MemoryObject &Source = Memory.owner(From);
  unsigned Part = To - Target.First;
  llvm::SmallVector<CellId, 8> Touched;
  touched(From, Copy.Size, Touched);
  if (To == Objects::UnknownCell && From == Objects::UnknownCell)
    return;
  // Two pointers to the start of the same field of the same type: field by field.
  if (Target.Shape == Source.Shape && Part == From - Source.First && !Target.Shape->parts()[Part].Many) {
    CellId ToFirst = Target.First;
    CellId FromFirst = Source.First;
    for (CellId Each : Touched)
      copy(contentOf(Each), contentOf(ToFirst + (Each - FromFirst)));
    return;
  }
  if (From == Objects::UnknownCell) {
    add(Copy.Buffer, From);
  } else {
    for (CellId Each : Touched)
      copy(contentOf(Each), Copy.Buffer);
  }
  if (To == Objects::UnknownCell)
    return copy(Copy.Buffer, EscapedNode);
  Touched.clear();
  touched(To, Copy.Size, Touched);
  for (CellId Each : Touched)
    copy(Copy.Buffer, contentOf(Each));
}

void PointsToSolver::escape(ObjectId Object) {
  if (Escaped.size() <= Object)
    Escaped.resize(Memory.size());
  if (Escaped[Object])
    return;
  Escaped[Object] = true;
  addObject(EscapedNode, Object);
  const MemoryObject O = Memory[Object];
  for (CellId Cell = O.First; Cell != O.First + O.size(); ++Cell) {
    Node N = contentOf(Cell);
    add(N, Objects::UnknownCell);
    copy(N, EscapedNode);
  }
  if (OnEscape)
    OnEscape(Object);
}

} // namespace vernier
