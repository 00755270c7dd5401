#pragma once

#include "changes/ChangeMap.h"
#include "partition/Review.h"

#include <chrono>
#include <map>
#include <set>

namespace vernier::test {

/// How much of a campaign is run; README.md names the variables of the environment.
struct CampaignExtent {
  std::uint64_t First = 0, Pairs = 0;
  std::uint64_t Batch = 1; ///< pairs in one program
  bool AllModes = false;   ///< full path conditions also where that takes builds of their own
  bool GoOn = false, Verbose = false;
  std::chrono::milliseconds Time{0}; ///< for each pair and mode
  std::uint64_t Runs = 0;            ///< likewise
};
CampaignExtent campaignExtent();

/// The pair of a seed: what it is made of differs from seed to seed, and so does the size of its space. What it prints
/// with (out_int, out_char) is not defined in it.
RandomPair campaignPair(std::uint64_t Seed);
GeneratorOptions campaignGenerator(std::uint64_t Seed);
/// Every shape whose behaviour is defined. Every other pair is made around one of them, each in its turn.
const std::vector<std::string> &campaignShapes();
/// The pairs of every test run: as many as it takes to have every shape once. They are small.
std::uint64_t usualCampaign();

/// What pairs have in common that are in one program.
struct CampaignStyle {
  bool Memory = false;    ///< what they leave in globals is compared
  std::uint64_t Sink = 0; ///< how they print
  unsigned MergeFrom = 0; ///< PartitionPairOptions
};
CampaignStyle campaignStyle(std::uint64_t Seed);

/// What became of some explorations.
struct CampaignTally {
  std::size_t Pairs = 0, Covered = 0, NoBuild = 0;
  std::size_t Differing = 0;                         ///< pairs with an input that differs
  std::size_t FoundToDiffer = 0;                     ///< of them: a partition says so
  std::set<std::string> Shapes;                      ///< that the pairs are made around
  std::size_t Equal = 0, Different = 0, Unknown = 0; ///< partitions
  std::size_t Inputs = 0, Claimed = 0, Conjuncts = 0, ExactSizes = 0;
  std::uint64_t Runs = 0;
  double Seconds = 0;      ///< of explorations
  double SetupSeconds = 0; ///< of building and starting what is explored
  std::map<std::string, std::size_t> Reasons, Stops;

  void add(const PartitionResult &Result, const Review &Judged, const GroundTruth &Truth);
  void add(const CampaignTally &Other);
  std::string text() const;
};

/// Pairs that are built together, as one program.
class CampaignProgram {
public:
  struct Member {
    RandomPair Source;
    std::vector<InputParameter> Parameters; ///< of the entry
    TrueEntry Entry;
  };

  /// Several pairs become a batch; one alone stays as it is.
  CampaignProgram(std::vector<RandomPair> Pairs, const CampaignStyle &Style);
  /// A pair that has everything in its text.
  CampaignProgram(RandomPair Whole, const CampaignStyle &Style);
  CampaignProgram(const CampaignProgram &) = delete;
  ~CampaignProgram();

  std::size_t size() const { return Members.size(); }
  bool mergesBranches() const { return MergeFrom != 0; }
  const RandomPair &source(std::size_t Which) const { return Members[Which].Source; }
  /// Runs all inputs of a member. What follows is about that one.
  Status choose(std::size_t Which);
  const GroundTruth &truth() const { return *Truth; }
  /// Explores, and compares all claims with what the machine does. An error: it could not be built.
  Result<Review> explore(PartitionMode Mode, const CampaignExtent &Extent, CampaignTally &Count);
  /// The result of the last exploration.
  const PartitionResult &result() const { return *Last; }
  /// Writes both versions, the bounds and the complaints below the build directory; what a message should say.
  std::string leave(const std::string &Why) const;

private:
  void compile();
  bool startsAlike() const;

  std::string OldText, NewText, Name = "program";
  bool Memory = false;
  unsigned MergeFrom = 0;
  std::shared_ptr<SharedBuilds> Builds;
  std::vector<Member> Members;
  std::optional<Program> Old, New;
  std::optional<ChangeMap> Map;
  std::string Directory; ///< of the cache: gone with the program
  std::optional<Workspace> Place;
  std::size_t Chosen = 0;
  InputSpace Space;
  std::optional<GroundTruth> Truth;
  std::optional<PartitionResult> Last;
};

} // namespace vernier::test
