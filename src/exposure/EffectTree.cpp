#include "exposure/EffectTree.h"

#include "trace/Shapes.h"

namespace vernier {

std::string_view toString(LeafKind Kind) {
  switch (Kind) {
  case LeafKind::Unused:
    return "unused";
  case LeafKind::Absorbed:
    return "absorbed";
  case LeafKind::Branch:
    return "branch";
  case LeafKind::Changed:
    return "changed";
  case LeafKind::Masked:
    return "masked";
  }
  return "";
}

namespace {

bool isBranching(const VernierNode &Node) {
  return Node.Operation == VernierBranch || Node.Operation == VernierSwitch || Node.Operation == VernierTarget;
}

bool isBookkeeping(std::uint8_t Operation) {
  return Operation == VernierPotential || Operation == VernierPotentialMemory || Operation == VernierLeave ||
         Operation == VernierPin || Operation == VernierTrap || Operation == VernierLength ||
         Operation == VernierVisit || Operation == VernierUpdate;
}

class Builder {
public:
  Builder(const SitePairing &Sites, const AlignedRuns &Aligned, Side Which, Trace &Of, Trace &Other, const SiteMap &Map)
      : Sites(Sites), Aligned(Aligned), Which(Which), Of(Of), Other(Other), Map(Map), Users(Of.size()) {
    Tree.Affected.resize(static_cast<unsigned>(Of.size()));
  }

  EffectTree build() {
    follow();
    for (NodeId Id = 1; Id < Of.size(); ++Id)
      if (Tree.Affected.test(Id))
        addLeavesBelow(Id);
    for (NodeId Id = 1; Id < Of.size(); ++Id)
      if (!Tree.Affected.test(Id) || !counterpart(Id))
        addChanged(Id);
    return std::move(Tree);
  }

private:
  NodeId counterpart(NodeId Id) const { return Aligned.other(Which, Id); }
  bool isChanged(NodeId Id) const { return Sites.change(Which, Of.node(Id).Site) != 0; }

  /// Where things lie differs between versions, and means nothing.
  bool isAddress(NodeId Id) const {
    const llvm::Instruction *I = Map.instruction(Of.node(Id).Site);
    if (auto *Store = llvm::dyn_cast_or_null<llvm::StoreInst>(I))
      return Store->getValueOperand()->getType()->isPointerTy();
    return I && I->getType()->isPointerTy();
  }

  static std::optional<std::uint64_t> valueOf(const Trace &In, NodeId Id) {
    const VernierNode &Node = In.node(Id);
    if (isBranching(Node))
      return sideOf(Node);
    if (Node.Operation == VernierStore)
      return Node.A ? valueOf(In, Node.A) : std::nullopt;
    if (shapeOf(Node.Operation).Value || Node.Operation == VernierStatus)
      return Node.Value;
    return std::nullopt;
  }

  static std::string bytesOf(const Trace &In, NodeId Id) {
    for (const OutputPiece &Piece : In.outputs())
      if (Piece.Node == Id)
        return Piece.Bytes;
    return {};
  }

  bool differs(NodeId Id, NodeId There) const {
    if (Of.node(Id).Operation == VernierTarget || isAddress(Id))
      return false;
    if (Of.node(Id).Operation == VernierOutput)
      return bytesOf(Of, Id) != bytesOf(Other, There);
    auto Here = valueOf(Of, Id), Else = valueOf(Other, There);
    return Here && Else && *Here != *Else;
  }

  /// Operands come before their users.
  void follow() {
    for (NodeId Id = 1; Id < Of.size(); ++Id) {
      if (isBookkeeping(Of.node(Id).Operation))
        continue;
      bool OfAffected = false;
      Of.forEachEdge(Id, [&](EdgeRole Role, NodeId On) {
        if (Role == EdgeRole::Potential || On >= Id)
          return;
        OfAffected |= Tree.Affected.test(On);
        if (Role != EdgeRole::Control)
          Users[On].push_back(Id);
      });
      NodeId There = counterpart(Id);
      if (There ? differs(Id, There) : OfAffected || isChanged(Id))
        Tree.Affected.set(Id);
      bool Defines = Of.node(Id).Operation == VernierStore || Of.node(Id).Operation == VernierDefine;
      Tree.Infected |= Tree.Affected.test(Id) && (There || Defines);
    }
  }

  void addLeavesBelow(NodeId Id) {
    if (!shapeOf(Of.node(Id).Operation).Value && Of.node(Id).Operation != VernierStore)
      return;
    if (llvm::any_of(Users[Id], [&](NodeId User) { return Tree.Affected.test(User); }))
      return;
    if (Users[Id].empty())
      Tree.Leaves.push_back({LeafKind::Unused, Id, counterpart(Id), 0});
    for (NodeId User : Users[Id]) {
      NodeId Branch = isBranching(Of.node(User)) ? User : branchOn(User);
      if (Branch)
        Tree.Leaves.push_back({LeafKind::Branch, Branch, counterpart(Branch), Id});
      else
        Tree.Leaves.push_back({LeafKind::Absorbed, User, counterpart(User), Id});
    }
  }

  /// The branch that a comparison is made for, 0: none.
  NodeId branchOn(NodeId Comparison) const {
    if (Of.node(Comparison).Bits != 1)
      return 0;
    for (NodeId User : Users[Comparison])
      if (isBranching(Of.node(User)))
        return User;
    return 0;
  }

  /// A changed statement that does the same here; everything else that only other inputs of this way tell apart.
  void addChanged(NodeId Id) {
    const VernierNode &Node = Of.node(Id);
    NodeId There = counterpart(Id);
    if (isBookkeeping(Node.Operation) || !(Of.isSymbolic(Id) || (There && Other.isSymbolic(There))))
      return;
    if (!There) {
      if (isChanged(Id) && isBranching(Node))
        Tree.Leaves.push_back({LeafKind::Changed, Id, 0, 0});
      return;
    }
    bool HasTerm = isBranching(Node) || shapeOf(Node.Operation).Value || Node.Operation == VernierStatus;
    if (!HasTerm || isAddress(Id) || !termsDiffer(Id, There))
      return;
    Tree.Leaves.push_back({isChanged(Id) ? LeafKind::Changed : LeafKind::Masked, Id, There, 0});
  }

  bool termsDiffer(NodeId Id, NodeId There) {
    NodeId A = isBranching(Of.node(Id)) || Of.node(Id).Operation == VernierStatus ? Of.node(Id).A : Id;
    NodeId B = isBranching(Of.node(Id)) || Of.node(Id).Operation == VernierStatus ? Other.node(There).A : There;
    return A && B && Of.node(A).Bits == Other.node(B).Bits && !(Of.termOf(A) == Other.termOf(B));
  }

  const SitePairing &Sites;
  const AlignedRuns &Aligned;
  Side Which;
  Trace &Of, &Other;
  const SiteMap &Map;
  std::vector<std::vector<NodeId>> Users;
  EffectTree Tree;
};

} // namespace

EffectTree effectTree(const SitePairing &Sites, const AlignedRuns &Aligned, Side Which, Trace &Of, Trace &Other,
                      const SiteMap &Map) {
  return Builder(Sites, Aligned, Which, Of, Other, Map).build();
}

} // namespace vernier
