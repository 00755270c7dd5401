#pragma once

#include "induction/Alignment.h"
#include "invariant/Entailment.h"

#include <string>

namespace vernier {

/// Both functions side by side.
struct CodePair {
  TermStore &Store;
  FunctionCode &Old, &New;
  std::vector<SampleWorld> Worlds; ///< one for each run
  std::vector<RunPair> Runs;
};

/// Proves that both do the same when their steps belong together as an alignment says: what relates their states at
/// each pair of places is inductive, every way of one version goes with ways of the other that check the same, have
/// the same effects and end alike, and none of them goes on for ever while the other one waits. Empty if that is
/// proved; else why it is not.
std::string whyNotTogether(CodePair &Pair, const Alignment &Aligned, Entailment &Follows);

} // namespace vernier
