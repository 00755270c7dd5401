#include "directed/Goal.h"

namespace vernier {

Goal::Goal(RunnablePair &Pair, Side Which, llvm::ArrayRef<const llvm::Instruction *> Places, bool Marked)
    : Pair(Pair), Which(Which), Marked(Marked), Far(Pair.analysis(Which).distanceTo(Places)),
      Places(Places.begin(), Places.end()) {
  for (const llvm::Instruction *Place : Places) {
    if (std::uint32_t Site = Pair.sites(Which).site(*Place))
      Sites.insert(Site);
    if (auto Spot = Pair.sites(Which).spot(*Place->getParent()))
      Spots.insert(*Spot);
  }
}

bool Goal::isReached(const DirectedRun &Run) const {
  if (!Run.Left || Run.Which != Which)
    return false;
  // Behind the end of a trace only the coverage goes on.
  if (Marked && Run.wholeTrace())
    return llvm::any_of(Run.Marks, [&](const auto &Mark) { return Sites.contains(Mark.first); });
  llvm::ArrayRef<std::uint8_t> Coverage = Run.Left->coverage();
  return llvm::any_of(Spots, [&](unsigned Spot) { return Spot < Coverage.size() && Coverage[Spot] != 0; });
}

std::optional<unsigned> Goal::distanceOf(std::uint32_t Site) const {
  const llvm::Instruction *I = Pair.sites(Which).instruction(Site);
  return I ? Far.of(*I) : std::nullopt;
}

std::optional<unsigned> Goal::distanceOfOtherSide(const VernierNode &Decision) const {
  const llvm::Instruction *I = Pair.sites(Which).instruction(Decision.Site);
  if (!I)
    return std::nullopt;
  if (Decision.Operation == VernierBranch) // side 1 is the first successor
    return Far.ofSide(*I, Decision.C ? 1 : 0);
  if (Decision.Operation != VernierSwitch)
    return Far.of(*I);
  std::optional<unsigned> Best;
  for (unsigned Side = 0; Side != I->getNumSuccessors(); ++Side)
    if (auto Here = Side == Decision.C ? std::nullopt : Far.ofSide(*I, Side))
      Best = Best ? std::min(*Best, *Here) : Here;
  return Best;
}

bool Goal::isReachableFrom(const llvm::Function &Entry) const {
  llvm::DenseSet<const llvm::Function *> Seen{&Entry};
  std::vector<const llvm::Function *> Work{&Entry};
  while (!Work.empty()) {
    const llvm::Function *F = Work.back();
    Work.pop_back();
    if (llvm::any_of(Places, [&](const llvm::Instruction *Place) { return Place->getFunction() == F; }))
      return true;
    if (!F->isDeclaration())
      for (const CallGraph::Site &Call : Pair.analysis(Which).calls().callsFrom(*F))
        if (Seen.insert(Call.Callee).second)
          Work.push_back(Call.Callee);
  }
  return false;
}

} // namespace vernier
