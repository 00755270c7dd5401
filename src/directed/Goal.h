#pragma once

#include "directed/RunnablePair.h"

namespace vernier {

/// Places of one version that a run is to come to, and how far its branches are from them: the shortest way over the
/// weighted interprocedural control dependence graph (Qi et al. 2010, section 4.1).
class Goal {
public:
  /// Marked: traces say when control comes to each of them; else when it comes to their blocks.
  Goal(RunnablePair &Pair, Side Which, llvm::ArrayRef<const llvm::Instruction *> Places, bool Marked);

  Side side() const { return Which; }
  bool isReached(const DirectedRun &Run) const;
  /// Of the branch; nothing: it does not lead there.
  std::optional<unsigned> distanceOf(std::uint32_t Site) const;
  /// Of the way that the run did not take at this decision: nothing if no control dependence leads there from it.
  std::optional<unsigned> distanceOfOtherSide(const VernierNode &Decision) const;
  /// Control can come there from the entry at all, as far as control flow tells.
  bool isReachableFrom(const llvm::Function &Entry) const;

private:
  RunnablePair &Pair;
  Side Which;
  bool Marked;
  Distance Far;
  std::set<std::uint32_t> Sites;
  std::set<unsigned> Spots;
  std::vector<const llvm::Instruction *> Places;
};

} // namespace vernier
