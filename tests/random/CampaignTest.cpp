#include "random/Campaign.h"
#include "changes/Validator.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

constexpr unsigned Parts = 20;
constexpr std::size_t InputsPerPair = 24;

struct Totals {
  std::size_t Pairs = 0, Identity = 0, Edited = 0, Obstacles = 0, Inputs = 0, NoChange = 0, Different = 0,
              Undecided = 0;
};

void checkPair(std::uint64_t Seed, Totals &Sum) {
  CompiledPair Pair(generatePair(Seed, campaignOptions(Seed)));
  ChangeMap Map = computeChangeMap(Pair.Old, Pair.New, Pair.Source.Entry);
  for (const Violation &V : validate(Map))
    ADD_FAILURE() << dump(Pair.Source, "the validator objects: " + V.What);
  ++Sum.Pairs;
  if (Pair.Source.Identity) {
    ++Sum.Identity;
    std::string Changes;
    for (const ChangedStatement &S : changedStatements(Map))
      Changes +=
          " line " + std::to_string(S.Place.Line) + " of the " + (S.Where == Side::Old ? "old" : "new") + " one,";
    EXPECT_TRUE(Map.empty()) << dump(Pair.Source, "the versions mean the same, but:" + Changes);
  }
  if (!Map.obstacles().empty()) {
    ++Sum.Obstacles; // then nothing is claimed
    return;
  }
  ClaimCheck Check = checkClaim(Pair, Map, sampleInputs(Pair.Source.Parameters, InputsPerPair, Seed));
  EXPECT_FALSE(Check.Broken) << dump(Pair.Source, Check.Why);
  Sum.Undecided += Check.Undecided;
  if (Pair.Source.Identity) {
    EXPECT_EQ(Check.Different, 0u) << dump(Pair.Source, "the versions mean the same, but behave differently");
    return;
  }
  if (Check.Different) {
    EXPECT_FALSE(Map.empty()) << dump(Pair.Source, "the versions behave differently, but the map is empty");
  }
  ++Sum.Edited;
  Sum.Inputs += Check.Inputs;
  Sum.NoChange += Check.NoChange;
  Sum.Different += Check.Different;
}

class Campaign : public testing::TestWithParam<unsigned> {};

/// The claim of docs/design.md#change-map on random pairs: where no change is executed, nothing differs.
TEST_P(Campaign, MapsAreValidAndTheirClaimHolds) {
  auto [From, To] = seedsOfPart(campaignSize(300), GetParam(), Parts);
  Totals Sum;
  for (std::uint64_t Seed = From; Seed < To; ++Seed)
    checkPair(Seed, Sum);
  std::printf("%zu pairs, %zu identical, %zu with obstacles; %zu inputs of edited pairs, %zu without a change, %zu "
              "different, %zu undecided\n",
              Sum.Pairs, Sum.Identity, Sum.Obstacles, Sum.Inputs, Sum.NoChange, Sum.Different, Sum.Undecided);
  if (Sum.Edited < 40)
    return; // a part this small says nothing about proportions
  // Else the test would pass because everything is called changed, or because nothing ever differs.
  EXPECT_GT(Sum.NoChange, Sum.Inputs / 8);
  EXPECT_GT(Sum.Different, Sum.Inputs / 10);
  EXPECT_GT(Sum.Identity, 0u);
  EXPECT_LT(Sum.Undecided, Sum.Inputs / 100);
}

INSTANTIATE_TEST_SUITE_P(Part, Campaign, testing::Range(0u, Parts));

} // namespace
