#include "analysis/PointsToSolver.h"

namespace vernier {

const CellSet PointsToSolver::Empty;

PointsToSolver::PointsToSolver(Objects &Memory) : Memory(Memory) {
  EscapedNode = make();
  AnythingNode = make();
  Nodes[AnythingNode].Cells.set(Objects::UnknownCell);
}

PointsToSolver::Node PointsToSolver::make() {
  Nodes.emplace_back();
  Standing.push_back(Nodes.size() - 1);
  return Nodes.size() - 1;
}

PointsToSolver::Node PointsToSolver::find(Node N) const {
  while (Standing[N] != N)
    N = Standing[N] = Standing[Standing[N]];
  return N;
}

PointsToSolver::Node PointsToSolver::contentOf(CellId Cell) {
  if (hasEscaped(Memory.objectOf(Cell)))
    return AnythingNode;
  if (Contents.size() <= Cell)
    Contents.resize(Memory.cellCount(), 0);
  if (!Contents[Cell])
    Contents[Cell] = make();
  return Contents[Cell];
}

const CellSet &PointsToSolver::contents(CellId Cell) const {
  if (hasEscaped(Memory.objectOf(Cell)))
    return Nodes[AnythingNode].Cells;
  return Cell < Contents.size() && Contents[Cell] ? cells(Contents[Cell]) : Empty;
}

void PointsToSolver::add(Node To, CellId Cell) {
  To = find(To);
  if (To == AnythingNode)
    To = EscapedNode;
  State &Target = Nodes[To];
  if (Target.Cells.test(Cell))
    return;
  if (To != EscapedNode && hasEscaped(Memory.objectOf(Cell)) && Target.Cells.test(Objects::UnknownCell))
    return;
  Target.Cells.set(Cell);
  Pending += Target.New.empty();
  Target.New.set(Cell);
}

void PointsToSolver::addAll(Node To, const CellSet &Cells) {
  To = find(To);
  if (To == AnythingNode)
    To = EscapedNode;
  State &Target = Nodes[To];
  CellSet Fresh;
  Fresh.intersectWithComplement(Cells, Target.Cells);
  if (Fresh.empty())
    return;
  if (To != EscapedNode && (Target.Cells.test(Objects::UnknownCell) || Fresh.test(Objects::UnknownCell))) {
    bool Unknown = Fresh.test(Objects::UnknownCell);
    Fresh.intersectWithComplement(Nodes[EscapedNode].Cells);
    if (Unknown)
      Fresh.set(Objects::UnknownCell);
    if (Fresh.empty())
      return;
  }
  Pending += Target.New.empty();
  Target.Cells |= Fresh;
  Target.New |= Fresh;
}

void PointsToSolver::addObject(Node To, ObjectId Object) {
  const MemoryObject &O = Memory[Object];
  for (CellId Cell = O.First; Cell != O.First + O.size(); ++Cell)
    add(To, Cell);
}

void PointsToSolver::copy(Node From, Node To) {
  From = find(From);
  To = find(To);
  if (From == AnythingNode)
    return add(To, Objects::UnknownCell);
  if (To == AnythingNode)
    To = EscapedNode;
  if (From != To && CopyEdges.insert({From, To}).second) {
    Nodes[From].Copies.push_back(To);
    Nodes[From].Escapes |= To == EscapedNode;
    CellSet Known = Nodes[From].Cells;
    addAll(To, Known);
  }
}

void PointsToSolver::watch(Node N, Constraint C) {
  N = find(N);
  if (N != AnythingNode) {
    All.push_back(C);
    Nodes[N].Constraints.push_back(All.size() - 1);
  }
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
  // In waves: each merges the cycles, then passes on what is new from sources to sinks.
  while (Pending) {
    collapseEscaped();
    std::vector<Node> Order = mergeCycles();
    for (Node N : Order)
      if (find(N) == N && !Nodes[N].New.empty())
        propagate(N);
  }
}

void PointsToSolver::propagate(Node N) {
  CellSet Delta = std::move(Nodes[N].New);
  Nodes[N].New.clear();
  --Pending;
  if (N == find(EscapedNode))
    for (CellId Cell : Delta)
      escape(Memory.objectOf(Cell));
  // Both lists may grow meanwhile; what is added then has seen all cells already.
  std::size_t CopyCount = Nodes[N].Copies.size();
  std::size_t ConstraintCount = Nodes[N].Constraints.size();
  for (std::size_t I = 0; I != CopyCount; ++I)
    if (Node To = find(Nodes[N].Copies[I]); To != N)
      addAll(To, Delta);
  for (std::size_t I = 0; I != ConstraintCount; ++I) {
    Constraint C = All[Nodes[N].Constraints[I]];
    apply(C, Delta);
  }
}

void PointsToSolver::merge(Node Kept, Node Gone) {
  State Old = std::move(Nodes[Gone]);
  Nodes[Gone] = State();
  Standing[Gone] = Kept;
  State &Target = Nodes[Kept];
  Pending -= !Old.New.empty();
  Pending -= !Target.New.empty();
  // The constraints of each must see what only the other had.
  CellSet OnlyHere, OnlyThere;
  OnlyHere.intersectWithComplement(Target.Cells, Old.Cells);
  OnlyThere.intersectWithComplement(Old.Cells, Target.Cells);
  Target.Cells |= Old.Cells;
  Target.New |= OnlyHere;
  Target.New |= OnlyThere;
  Target.New |= Old.New;
  Pending += !Target.New.empty();
  Target.Escapes |= Old.Escapes;
  Target.Copies.append(Old.Copies.begin(), Old.Copies.end());
  Target.Constraints.append(Old.Constraints.begin(), Old.Constraints.end());
  Dirty.push_back(Kept);
}

/// Nodes that copy to each other hold the same cells: each strongly connected component of the copies becomes one node
/// (Tarjan). Returns the nodes with sources before sinks.
std::vector<PointsToSolver::Node> PointsToSolver::mergeCycles() {
  std::vector<Node> Order;
  std::vector<unsigned> Index(Nodes.size(), 0);
  std::vector<unsigned> Low(Nodes.size(), 0);
  std::vector<bool> OnStack(Nodes.size(), false);
  std::vector<Node> Stack;
  std::vector<std::pair<Node, std::size_t>> Frames;
  std::vector<std::pair<Node, Node>> Pairs;
  unsigned Next = 1;
  auto Enter = [&](Node N) {
    Index[N] = Low[N] = Next++;
    Stack.push_back(N);
    OnStack[N] = true;
    Frames.push_back({N, 0});
  };
  for (Node Start = 0; Start != Nodes.size(); ++Start) {
    if (find(Start) != Start || Index[Start])
      continue;
    Enter(Start);
    while (!Frames.empty()) {
      auto &[N, At] = Frames.back();
      if (At != Nodes[N].Copies.size()) {
        Node To = find(Nodes[N].Copies[At++]);
        if (!Index[To])
          Enter(To);
        else if (OnStack[To])
          Low[N] = std::min(Low[N], Index[To]);
        continue;
      }
      Node Done = N;
      Frames.pop_back();
      if (!Frames.empty())
        Low[Frames.back().first] = std::min(Low[Frames.back().first], Low[Done]);
      if (Low[Done] != Index[Done])
        continue;
      Order.push_back(Done);
      for (Node Member = Stack.back();; Member = Stack.back()) {
        Stack.pop_back();
        OnStack[Member] = false;
        if (Member == Done)
          break;
        Pairs.push_back({Done, Member});
      }
    }
  }
  for (auto [Kept, Gone] : Pairs)
    merge(Kept, Gone);
  for (Node N : Dirty) {
    State &Each = Nodes[N];
    for (Node &To : Each.Copies)
      To = find(To);
    llvm::sort(Each.Copies);
    Each.Copies.erase(std::unique(Each.Copies.begin(), Each.Copies.end()), Each.Copies.end());
  }
  Dirty.clear();
  std::reverse(Order.begin(), Order.end());
  return Order;
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
  if (C.Kind == Rule::CopyTo || C.Kind == Rule::CopyFrom)
    return applyCopies(C.Data, C.Kind == Rule::CopyTo, Cells);
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
    case Rule::CopyTo:
    case Rule::CopyFrom:
      break;
    case Rule::Code:
      if (Unknown || Memory[Object].Kind == ObjectKind::Code)
        Callees[C.Data](Cell);
      break;
    }
  }
}

void PointsToSolver::applyCopies(std::uint64_t Index, bool ToSide, const CellSet &New) {
  constexpr unsigned FewCells = 12;
  MemoryCopy Copy = MemoryCopies[Index];
  CellSet To = cells(Copy.To);
  CellSet From = cells(Copy.From);
  if (Copy.Merged)
    return ToSide ? fromBuffer(Copy, New) : toBuffer(Copy, New);
  if (To.count() > FewCells || From.count() > FewCells) {
    MemoryCopies[Index].Merged = true;
    toBuffer(Copy, From);
    return fromBuffer(Copy, To);
  }
  for (CellId Mine : New)
    for (CellId Other : ToSide ? From : To)
      applyCopy(Copy, ToSide ? Mine : Other, ToSide ? Other : Mine);
}

void PointsToSolver::toBuffer(const MemoryCopy &Copy, const CellSet &From) {
  llvm::SmallVector<CellId, 8> Touched;
  for (CellId Cell : From)
    if (Cell == Objects::UnknownCell)
      add(Copy.Buffer, Cell);
    else
      touched(Cell, Copy.Size, Touched);
  for (CellId Each : Touched)
    copy(contentOf(Each), Copy.Buffer);
}

void PointsToSolver::fromBuffer(const MemoryCopy &Copy, const CellSet &To) {
  llvm::SmallVector<CellId, 8> Touched;
  for (CellId Cell : To)
    if (Cell == Objects::UnknownCell)
      copy(Copy.Buffer, EscapedNode);
    else
      touched(Cell, Copy.Size, Touched);
  for (CellId Each : Touched)
    copy(Copy.Buffer, contentOf(Each));
}

void PointsToSolver::applyCopy(const MemoryCopy &Copy, CellId To, CellId From) {
  if (To == Objects::UnknownCell && From == Objects::UnknownCell)
    return;
  const MemoryObject &Target = Memory.owner(To);
  const MemoryObject &Source = Memory.owner(From);
  unsigned Part = To - Target.First;
  // Two pointers to the start of the same field of the same type: field by field.
  if (Target.Shape == Source.Shape && Part == From - Source.First && !Target.Shape->parts()[Part].Many &&
      To != Objects::UnknownCell && From != Objects::UnknownCell) {
    llvm::SmallVector<CellId, 8> Touched;
    touched(From, Copy.Size, Touched);
    CellId ToFirst = Target.First;
    CellId FromFirst = Source.First;
    for (CellId Each : Touched)
      copy(contentOf(Each), contentOf(ToFirst + (Each - FromFirst)));
    return;
  }
  CellSet One;
  One.set(From);
  toBuffer(Copy, One);
  One.clear();
  One.set(To);
  fromBuffer(Copy, One);
}

void PointsToSolver::escape(ObjectId Object) {
  if (Escaped.size() <= Object)
    Escaped.resize(Memory.size());
  if (Escaped[Object])
    return;
  Escaped[Object] = true;
  addObject(EscapedNode, Object);
  const MemoryObject O = Memory[Object];
  for (CellId Cell = O.First; Cell != O.First + O.size(); ++Cell)
    if (Cell < Contents.size() && Contents[Cell]) {
      add(Contents[Cell], Objects::UnknownCell);
      copy(Contents[Cell], EscapedNode);
    }
  if (OnEscape)
    OnEscape(Object);
}

/// Whatever holds the unknown cell and is copied to where all escapes.
void PointsToSolver::collapseEscaped() {
  for (Node N = 0; N != Nodes.size(); ++N)
    if (Nodes[N].Escapes && Nodes[N].Cells.test(Objects::UnknownCell))
      becomeAnything(N);
}

void PointsToSolver::becomeAnything(Node N) {
  State Old = std::move(Nodes[N]);
  Nodes[N] = State();
  Standing[N] = AnythingNode;
  Pending -= !Old.New.empty();
  addAll(EscapedNode, Old.Cells);
  for (Node To : Old.Copies)
    add(To, Objects::UnknownCell);
  if (!Old.New.test(Objects::UnknownCell))
    return; // its constraints have seen that
  CellSet Unknown;
  Unknown.set(Objects::UnknownCell);
  for (unsigned Index : Old.Constraints) {
    Constraint C = All[Index];
    apply(C, Unknown);
  }
}

} // namespace vernier
