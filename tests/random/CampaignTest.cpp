#include "random/Campaign.h"
#include "changes/Validator.h"

#include <gtest/gtest.h>

#include <set>

using namespace vernier;
using namespace vernier::test;

namespace {

constexpr std::uint64_t Usual = 300;
constexpr std::size_t InputsPerPair = 24;

/// What became of the pairs. Inputs are those of edited pairs.
struct Totals {
  std::size_t Pairs = 0, Identity = 0, Edited = 0, Obstacles = 0, DifferingPairs = 0;
  std::size_t Inputs = 0, Claimed = 0, NoChange = 0, Different = 0, Undecided = 0;
  std::set<std::string> Shapes; ///< that pairs are made around

  std::string text() const {
    char Line[400];
    std::snprintf(
        Line, sizeof Line,
        "%zu pairs, %zu identical, %zu with obstacles, %zu that differ, %zu shapes; %zu inputs of edited pairs, "
        "%zu in a claim (%.1f %%), %zu without a change, %zu different, %zu undecided",
        Pairs, Identity, Obstacles, DifferingPairs, Shapes.size(), Inputs, Claimed,
        Inputs ? 100.0 * static_cast<double>(Claimed) / static_cast<double>(Inputs) : 0.0, NoChange, Different,
        Undecided);
    return Line;
  }
};

void checkPair(std::uint64_t Seed, Totals &Sum) {
  CompiledPair Pair(generatePair(Seed, campaignOptions(Seed)));
  ChangeMap Map = computeChangeMap(Pair.Old, Pair.New, Pair.Source.Entry);
  for (const Violation &V : validate(Map))
    ADD_FAILURE() << dump(Pair.Source, "the validator objects: " + V.What);
  ++Sum.Pairs;
  Sum.Shapes.insert(Pair.Source.TrapShape);
  if (Pair.Source.Identity) {
    ++Sum.Identity;
    std::string Changes;
    for (const ChangedStatement &S : changedStatements(Map))
      Changes +=
          " line " + std::to_string(S.Place.Line) + " of the " + (S.Where == Side::Old ? "old" : "new") + " one,";
    EXPECT_TRUE(Map.empty()) << dump(Pair.Source, "the versions mean the same, but:" + Changes);
  }
  std::vector<Input> Inputs = sampleInputs(Pair.Source.Parameters, InputsPerPair, Seed);
  if (!Map.obstacles().empty()) {
    ++Sum.Obstacles; // then nothing is claimed
    Sum.Inputs += Inputs.size();
    return;
  }
  ClaimCheck Check = checkClaim(Pair, Map, Inputs);
  EXPECT_FALSE(Check.Broken) << dump(Pair.Source, Check.Why);
  if (Pair.Source.Identity) {
    EXPECT_EQ(Check.Different, 0u) << dump(Pair.Source, "the versions mean the same, but behave differently");
    return;
  }
  if (Check.Different) {
    EXPECT_FALSE(Map.empty()) << dump(Pair.Source, "the versions behave differently, but the map is empty");
  }
  ++Sum.Edited;
  Sum.DifferingPairs += Check.Different != 0;
  Sum.Inputs += Check.Inputs;
  Sum.Claimed += Check.Inputs - Check.Undecided;
  Sum.Undecided += Check.Undecided;
  Sum.NoChange += Check.NoChange;
  Sum.Different += Check.Different;
}

/// The claim of docs/design.md#change-map on random pairs: where no change is executed, nothing differs. One test, and
/// not parts of it: what it asks for at the end is about all pairs.
TEST(Campaign, MapsAreValidAndTheirClaimHolds) {
  CampaignSize Size = campaignSize(Usual);
  Totals Sum;
  for (std::uint64_t Seed = Size.First; Seed < Size.First + Size.Pairs; ++Seed)
    checkPair(Seed, Sum);
  std::printf("campaign, change map: %s\n", Sum.text().c_str());
  if (Size.Pairs < Usual)
    return; // somebody looks at a few pairs
  // Else it would pass because everything is called changed, or because nothing ever differs.
  EXPECT_GE(100 * Sum.Claimed, 95 * Sum.Inputs) << "inputs that the map says something about, and runs that ended";
  EXPECT_GT(Sum.NoChange, Sum.Inputs / 4);
  EXPECT_GT(Sum.Different, Sum.Inputs / 6);
  EXPECT_GT(Sum.DifferingPairs, Sum.Edited / 4);
  EXPECT_GT(Sum.Identity, Sum.Pairs / 25);
  for (const std::string &Shape : trapShapeNames({}))
    EXPECT_TRUE(Sum.Shapes.contains(Shape)) << "no pair is made around " << Shape;
}

} // namespace
