#pragma once

#include "partition/Review.h"

#include <chrono>
#include <map>

namespace vernier::test {

/// How much of a campaign is run; README.md names the variables of the environment.
struct CampaignExtent {
  std::uint64_t First = 0, Pairs = 0;
  bool GoOn = false, Verbose = false;
  std::chrono::milliseconds Time{0}; ///< for each pair and mode
  std::uint64_t Runs = 0;            ///< likewise
};
CampaignExtent campaignExtent(std::uint64_t DefaultPairs);

/// The pair of a seed: what it is made of differs from seed to seed, and so do the size of its space and how it prints.
RandomPair campaignPair(std::uint64_t Seed);
/// ... made with the given options, with definitions for what it prints with.
RandomPair campaignPair(std::uint64_t Seed, const GeneratorOptions &Options);
/// The options of the seed.
GeneratorOptions campaignGenerator(std::uint64_t Seed);
/// Whether what the pair of the seed leaves in globals is compared.
bool comparesMemory(std::uint64_t Seed);

/// What became of some pairs.
struct CampaignTally {
  std::size_t Pairs = 0, Covered = 0, NoBuild = 0;
  std::size_t Equal = 0, Different = 0, Unknown = 0; ///< partitions
  std::size_t Inputs = 0, Claimed = 0, Conjuncts = 0, ExactSizes = 0;
  std::uint64_t Runs = 0;
  double Seconds = 0; ///< of explorations
  std::map<std::string, std::size_t> Reasons, Stops;

  void add(const PartitionResult &Result, const Review &Judged);
  void add(const CampaignTally &Other);
  std::string text() const;
};

/// One pair that is built once and explored in any mode.
class CampaignSubject {
public:
  /// An error says what of the test itself does not work.
  static Result<std::unique_ptr<CampaignSubject>> make(RandomPair Source, bool Memory);
  CampaignSubject(const CampaignSubject &) = delete;
  ~CampaignSubject();

  /// Explores, and compares all claims with what the machine does. An error: it could not be built.
  Result<Review> explore(PartitionMode Mode, const CampaignExtent &Extent, CampaignTally &Count);
  const GroundTruth &truth() const { return Truth; }
  const CompiledPair &pair() const { return *Pair; }
  const ChangeMap &map() const { return *Map; }
  const InputSpace &space() const { return Space; }
  /// The result of the last exploration.
  const PartitionResult &result() const { return *Last; }

private:
  CampaignSubject() = default;
  std::optional<CompiledPair> Pair;
  std::optional<ChangeMap> Map;
  InputSpace Space;
  GroundTruth Truth;
  bool Memory = false;
  std::string Directory; ///< of the cache: gone with the subject
  std::optional<Workspace> Place;
  std::optional<PartitionResult> Last;
};

/// Writes both versions, the bounds and the complaints below the build directory; what a message should say.
std::string leave(const RandomPair &Pair, bool Memory, const std::string &Why);

} // namespace vernier::test
