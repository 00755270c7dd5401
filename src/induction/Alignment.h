#pragma once

#include "base/Side.h"
#include "induction/SampleRuns.h"

#include <map>
#include <vector>

namespace vernier {

/// Where both versions are.
using PlacePair = std::pair<unsigned, unsigned>;

/// From a pair of places, one version leads: it takes one step. How many the other takes depends on which.
struct Rhythm {
  Side Leader = Side::New;
  std::map<unsigned, unsigned> Follows; ///< by the number of the leader's step
  unsigned Otherwise = 1;

  unsigned follows(unsigned Step) const {
    auto Known = Follows.find(Step);
    return Known == Follows.end() ? Otherwise : Known->second;
  }
};

/// How the steps of both versions belong together.
struct Alignment {
  std::map<PlacePair, Rhythm> Rhythms; ///< step by step where nothing is said

  /// Who has come to an end follows.
  Rhythm at(const FunctionCode &Old, const FunctionCode &New, PlacePair Where) const;
};

/// A pair of visits of a pair of runs.
struct AlignedVisit {
  unsigned Run = 0;
  std::size_t Old = 0, New = 0;
};

/// The pairs of visits that runs come to under an alignment; nothing if memory differs at one of them, or results do.
std::optional<std::map<PlacePair, std::vector<AlignedVisit>>> follow(const Alignment &Aligned, TermStore &Store,
                                                                     const FunctionCode &Old, const FunctionCode &New,
                                                                     llvm::ArrayRef<RunPair> Runs);

/// Alignments that runs suggest, most likely ones first: step by step, then by values that both versions have at the
/// same time.
std::vector<Alignment> alignments(TermStore &Store, const FunctionCode &Old, const FunctionCode &New,
                                  llvm::ArrayRef<RunPair> Runs);

} // namespace vernier
