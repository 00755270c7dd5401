#include "exposure/SitePairing.h"

#include "base/Diff.h"
#include "trace/Shapes.h"

namespace vernier {

namespace {

constexpr std::uint64_t OfAModel = std::uint64_t(1) << 62, OfAStatement = std::uint64_t(1) << 61;
/// Runs that have little in common are aligned at both ends only.
constexpr std::size_t MostEdits = 1500;

/// What takes part: values, decisions of the program, and what it shows. The engine's own bookkeeping does not.
bool takesPart(const VernierNode &Node) {
  switch (Node.Operation) {
  case VernierInput:
  case VernierConstant:
  case VernierPotential:
  case VernierPotentialMemory:
  case VernierPin:
  case VernierTrap:
  case VernierLength:
  case VernierLeave:
  case VernierUpdate:
  case VernierVisit:
    return false;
  default:
    return true;
  }
}

/// Operations of one kind may belong together in a changed statement.
unsigned kindOf(const VernierNode &Node) {
  bool Computes = Node.Operation >= VernierAdd && Node.Operation <= VernierUIntToF;
  return Computes ? unsigned(VernierAdd) : Node.Operation;
}

std::vector<NodeId> participants(const SitePairing &Sites, Side Which, const Trace &Of) {
  std::vector<NodeId> Result;
  for (NodeId Id = 1; Id < Of.size(); ++Id)
    if (takesPart(Of.node(Id)) && Sites.key(Which, Of.node(Id).Site))
      Result.push_back(Id);
  return Result;
}

} // namespace

SitePairing::SitePairing(const RunnablePair &Pair) : All(changedStatements(Pair.map())) {
  const SiteMap &Old = Pair.sites(Side::Old), &New = Pair.sites(Side::New);
  for (Side Which : {Side::Old, Side::New}) {
    const SiteMap &Sites = Pair.sites(Which);
    auto &OfSide = Keys[Which == Side::New];
    OfSide.resize(Sites.build().Sites.size());
    Changes[Which == Side::New].resize(OfSide.size());
    OfSide[0] = 1; // the ends of runs have no site
    for (std::uint32_t I = 1; I < OfSide.size(); ++I)
      if (const Site &Each = Sites.build().Sites[I]; !Sites.instruction(I))
        OfSide[I] = OfAModel | static_cast<std::uint32_t>(llvm::hash_combine(Each.Function, Each.Ordinal));
  }
  for (std::uint32_t I = 1; I < Keys[1].size(); ++I)
    if (const llvm::Instruction *Here = New.instruction(I))
      if (const llvm::Instruction *Other = Pair.map().counterpart(*Here))
        if (std::uint32_t Site = Old.site(*Other))
          Keys[1][I] = Keys[0][Site] = I + 1;
  for (const ChangedStatement &Each : All)
    for (Side Which : {Side::Old, Side::New})
      for (const llvm::Instruction *I : Which == Side::Old ? Each.OldInstructions : Each.NewInstructions) {
        std::uint32_t Site = Pair.sites(Which).site(*I);
        if (!Site)
          continue;
        Changes[Which == Side::New][Site] = Each.Id;
        if (Each.Kind == ChangeKind::Modified && !Keys[Which == Side::New][Site])
          Keys[Which == Side::New][Site] = OfAStatement | Each.Id;
      }
}

AlignedRuns align(const SitePairing &Sites, const Trace &Old, const Trace &New) {
  std::vector<NodeId> InOld = participants(Sites, Side::Old, Old), InNew = participants(Sites, Side::New, New);
  auto Same = [&](std::size_t I, std::size_t J) {
    const VernierNode &A = Old.node(InOld[I]), &B = New.node(InNew[J]);
    return Sites.key(Side::Old, A.Site) == Sites.key(Side::New, B.Site) && kindOf(A) == kindOf(B) &&
           (shapeOf(A.Operation).Decision || A.Operation == VernierOutput || A.Bits == B.Bits);
  };
  AlignedRuns Result;
  Result.OtherOf[0].resize(Old.size());
  Result.OtherOf[1].resize(New.size());
  for (auto [I, J] : commonSubsequence(InOld.size(), InNew.size(), Same, MostEdits)) {
    Result.OtherOf[0][InOld[I]] = InNew[J];
    Result.OtherOf[1][InNew[J]] = InOld[I];
  }
  return Result;
}

} // namespace vernier
