#pragma once

#include "exposure/SitePairing.h"

namespace vernier {

/// Why the effect of a change goes no further (Qi et al. 2010, section 3.2).
enum class LeafKind {
  Unused,   ///< an affected value is not used before it is defined again
  Absorbed, ///< it is used, and what is computed of it is the same
  Branch,   ///< it decides a branch, the same way in both versions
  Changed,  ///< a changed statement computes the same, or decides without a counterpart
  Masked,   ///< nothing affected is known there, but other inputs of this way may make it differ
};

/// `unused`, `absorbed`, ...
std::string_view toString(LeafKind Kind);

struct EffectLeaf {
  LeafKind Kind = LeafKind::Unused;
  NodeId Node = 0;  ///< where the effect ends: the affected value, or the user that is not affected
  NodeId Other = 0; ///< its counterpart in the other run, 0: none
  NodeId From = 0;  ///< of a user: the affected operand
};

/// The change effect propagation tree of one run beside that of the other version (Qi et al. 2010, definition 2), which
/// is a graph here: nodes whose operands have other values than those of the aligned node, or that have none.
struct EffectTree {
  llvm::BitVector Affected; ///< by node
  std::vector<EffectLeaf> Leaves;
  bool Infected = false; ///< something is affected beside the changed statements' being executed
};

/// Of: the run of the side whose nodes the tree has.
EffectTree effectTree(const SitePairing &Sites, const AlignedRuns &Aligned, Side Which, Trace &Of, Trace &Other,
                      const SiteMap &Map);

} // namespace vernier
