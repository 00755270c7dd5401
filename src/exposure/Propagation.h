#pragma once

#include "directed/Approach.h"
#include "exposure/EffectTree.h"

#include <functional>

namespace vernier {

/// Both versions on one input.
struct PairRun {
  std::shared_ptr<DirectedRun> Old, New;

  DirectedRun &of(Side Which) const { return Which == Side::Old ? *Old : *New; }
  const InputAssignment &input() const { return New->Input; }
  bool isReadable() const { return Old->Left && New->Left; }
};

/// What is tried so that the effect of a change goes on from where it ends in a run (Qi et al. 2010, algorithm 2).
struct PropagationAttempt {
  LeafKind Kind = LeafKind::Unused;
  Side Which = Side::New;
  std::vector<Term> Hard, Soft;                  ///< of a question
  std::vector<const llvm::Instruction *> Places; ///< of Unused: where the value is used
};

/// The attempts for one run of both versions: first those of the new version, then those of the old one. Infected: the
/// versions hold different values somewhere.
struct PropagationPlan {
  std::vector<PropagationAttempt> Attempts;
  bool Infected = false;
};

PropagationPlan planPropagation(RunnablePair &Pair, const SitePairing &Sites, const PairRun &Run);

/// Where the value that the instruction defines is used, as far as static dependences tell.
std::vector<const llvm::Instruction *> usesOf(const ProgramAnalysis &Analysis, const llvm::Instruction &Definition);

} // namespace vernier
