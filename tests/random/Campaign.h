#pragma once

#include "changes/ChangeMap.h"
#include "random/Execution.h"
#include "random/RandomPair.h"

namespace vernier::test {

/// The pairs of a campaign: VERNIER_CAMPAIGN_PAIRS of them (else the default), from the seed VERNIER_CAMPAIGN_FIRST on.
struct CampaignSize {
  std::uint64_t First = 0;
  std::uint64_t Pairs = 0;
};
CampaignSize campaignSize(std::uint64_t DefaultPairs);
/// Most pairs are free of traps; some have them, some print with printf only. Every fifth is made around a shape.
GeneratorOptions campaignOptions(std::uint64_t Seed);

struct CompiledPair {
  explicit CompiledPair(RandomPair Source);

  RandomPair Source;
  Program Old;
  Program New;
};

/// What a map claims about one input, and what the machine does.
struct ClaimCheck {
  std::size_t Inputs = 0;
  std::size_t NoChange = 0;    ///< neither side executed a change: the claim says equal
  std::size_t Different = 0;   ///< the outputs differ
  std::size_t Undecided = 0;   ///< a time limit
  std::optional<Input> Broken; ///< no change executed, and yet the outputs differ
  std::string Why;
};

/// Runs both versions with marks at everything that the map calls changed (the claim of docs/design.md#change-map).
ClaimCheck checkClaim(const CompiledPair &Pair, const ChangeMap &Map, const std::vector<Input> &Inputs);

/// Writes both texts and the reason below the build directory and returns what a failure message should say.
std::string dump(const RandomPair &Pair, const std::string &Why);

} // namespace vernier::test
