#pragma once

#include "directed/RunnablePair.h"

namespace vernier {

/// Which sites of both versions belong together: counterparts of the change map, equal places of models, and what
/// belongs to one modified statement.
class SitePairing {
public:
  explicit SitePairing(const RunnablePair &Pair);

  /// Equal numbers belong together; 0: there is nothing in the other version.
  std::uint64_t key(Side Which, std::uint32_t Site) const { return Keys[Which == Side::New][Site]; }
  /// The changed statement, 0: none.
  unsigned change(Side Which, std::uint32_t Site) const { return Changes[Which == Side::New][Site]; }
  const std::vector<ChangedStatement> &changes() const { return All; }

private:
  std::vector<ChangedStatement> All;
  std::vector<std::uint64_t> Keys[2];
  std::vector<unsigned> Changes[2];
};

/// The nodes of two runs of one input that belong together, as a longest common subsequence.
struct AlignedRuns {
  std::vector<NodeId> OtherOf[2]; ///< [0] by node of the old run, [1] of the new one; 0: none

  NodeId other(Side Which, NodeId Node) const { return OtherOf[Which == Side::New][Node]; }
};

AlignedRuns align(const SitePairing &Sites, const Trace &Old, const Trace &New);

} // namespace vernier
