#include "trace/Shapes.h"
#include "trace/Trace.h"

#include <llvm/ADT/DenseMap.h>

namespace vernier {

namespace {

/// Where a value comes from is older than the place where it was put together: the age of the oldest piece decides
/// which potential definitions of the memory are newer. Bytes that nobody wrote are older than everything.
std::vector<NodeId> agesOfDefinitions(llvm::ArrayRef<VernierNode> Nodes) {
  std::vector<NodeId> Ages(Nodes.size());
  for (NodeId Id = 1; Id < Nodes.size(); ++Id) {
    const VernierNode &Node = Nodes[Id];
    if (Node.Operation == VernierConcat)
      Ages[Id] = std::min(Ages[Node.A], Ages[Node.B]);
    else if (Node.Operation == VernierPart || Node.Operation == VernierExtract || Node.Operation == VernierRead)
      Ages[Id] = Ages[Node.A];
    else if (Node.Operation != VernierConstant)
      Ages[Id] = Id;
  }
  return Ages;
}

/// Operands are before their users, so that one pass from the last node to the first finds everything.
class Walk {
public:
  Walk(const Trace &Of, llvm::ArrayRef<NodeId> Ages, llvm::ArrayRef<NodeId> Roots, bool WithLeaves)
      : Of(Of), Ages(Ages) {
    Found.Nodes.resize(static_cast<unsigned>(Of.size()));
    for (NodeId Root : Roots)
      add(Root);
    if (WithLeaves)
      addLeaves();
  }

  TraceSlice run() {
    for (int Next = Found.Nodes.find_last(); Next > 0; Next = Found.Nodes.find_prev(static_cast<unsigned>(Next)))
      visit(static_cast<NodeId>(Next));
    std::reverse(Found.Decisions.begin(), Found.Decisions.end());
    std::sort(Found.Leaves.begin(), Found.Leaves.end());
    Found.Leaves.erase(std::unique(Found.Leaves.begin(), Found.Leaves.end()), Found.Leaves.end());
    return std::move(Found);
  }

private:
  void add(NodeId Id) {
    if (Id != 0)
      Found.Nodes.set(Id);
  }

  /// Everything that could have left before the last of the roots.
  void addLeaves() {
    int Last = Found.Nodes.find_last();
    for (NodeId Leave : Of.leaves())
      if (Last > 0 && Leave < static_cast<NodeId>(Last))
        add(Leave);
  }

  void visit(NodeId Id) {
    const VernierNode &Node = Of.node(Id);
    if (Node.Operation == VernierInput)
      Found.Leaves.push_back(Node.A);
    if (shapeOf(Node.Operation).Decision)
      Found.Decisions.push_back(Id);
    Of.forEachEdge(Id, [&](EdgeRole Role, NodeId Target) {
      if (Role == EdgeRole::Potential)
        addPotential(Id, Target);
      else
        add(Target);
    });
  }

  /// The entries of a chain that are newer than what is read. An entry hands on how far back they count.
  void addPotential(NodeId Id, NodeId Entry) {
    std::uint8_t Operation = Of.node(Id).Operation;
    NodeId Age = Operation == VernierPotentialMemory ? Since.lookup(Id)
                 : Operation == VernierRead          ? Ages[Of.node(Id).A]
                                                     : oldestElement(Id);
    if (Entry <= Age)
      return;
    auto [Where, New] = Since.try_emplace(Entry, Age);
    if (!New)
      Where->second = std::min(Where->second, Age);
    add(Entry);
  }

  NodeId oldestElement(NodeId Lookup) const {
    NodeId Oldest = Lookup;
    Of.forEachElement(Lookup, [&](NodeId Element) { Oldest = std::min(Oldest, Ages[Element]); });
    return Oldest;
  }

  const Trace &Of;
  llvm::ArrayRef<NodeId> Ages;
  TraceSlice Found;
  llvm::DenseMap<NodeId, NodeId> Since;
};

} // namespace

void Trace::forEachElement(NodeId Id, llvm::function_ref<void(NodeId)> Visit) const {
  const VernierNode &Node = node(Id);
  if (Node.Operation == VernierLookup) {
    TableView Table = table(Node.B);
    if (Table.isConcrete())
      return Visit(0);
    for (std::uint32_t I = 0; I < Table.count(); ++I)
      Visit(Table.node(I));
  } else if (Node.Operation == VernierOutput) {
    for (std::uint64_t I = 0; I < Node.Value; ++I)
      Visit(Data.Words[Node.B + I]);
  }
}

void Trace::forEachEdge(NodeId Id, llvm::function_ref<void(EdgeRole, NodeId)> Visit) const {
  const VernierNode &Node = node(Id);
  const NodeShape &Shape = shapeOf(Node.Operation);
  auto Field = [&](FieldKind Kind, EdgeRole Role, NodeId Target) {
    if (Target == 0 || Kind == FieldKind::Unused || Kind == FieldKind::Number || Kind == FieldKind::Table)
      return;
    Visit(Kind == FieldKind::Chain ? EdgeRole::Potential : Role, Target);
  };
  Field(Shape.A, EdgeRole::A, Node.A);
  Field(Shape.B, EdgeRole::B, Node.B);
  Field(Shape.C, EdgeRole::C, Node.C);
  forEachElement(Id, [&](NodeId Element) {
    if (Element != 0)
      Visit(EdgeRole::Element, Element);
  });
  if (Node.Control != 0)
    Visit(EdgeRole::Control, Node.Control);
}

TraceSlice Trace::backwardSlice(llvm::ArrayRef<NodeId> Roots, bool WithLeaves) const {
  if (Ages.empty())
    Ages = agesOfDefinitions(Data.Nodes);
  return Walk(*this, Ages, Roots, WithLeaves).run();
}

} // namespace vernier
