#include "partition/Campaign.h"

#include <gtest/gtest.h>

// A version against itself, and against itself in other words: one partition, everything in it equal, found by one run.

using namespace vernier;
using namespace vernier::test;

namespace {

void expectOnePartition(RandomPair Source) {
  bool Memory = comparesMemory(Source.Seed);
  auto Subject = CampaignSubject::make(std::move(Source), Memory);
  ASSERT_TRUE(Subject) << Subject.error().Message;
  const RandomPair &Pair = (*Subject)->pair().Source;
  CampaignTally Count;
  auto Judged = (*Subject)->explore(PartitionMode::Sliced, campaignExtent(0), Count);
  ASSERT_TRUE(Judged) << leave(Pair, Memory, Judged.error().Message + Judged.error().Output);
  for (const Complaint &Each : Judged->Complaints)
    ADD_FAILURE() << leave(Pair, Memory, Each.Text);
  const PartitionSearch &Found = (*Subject)->result().Found;
  std::string Which = std::to_string(Judged->Equal) + " equal, " + std::to_string(Judged->Different) + " different, " +
                      std::to_string(Judged->Unknown) + " unknown (" +
                      (Count.Reasons.empty() ? "" : Count.Reasons.begin()->first) + ")";
  bool One = Judged->Equal == 1 && Judged->Different == 0 && Judged->Unknown == 0 && Found.Covered;
  EXPECT_TRUE(One) << leave(Pair, Memory, "a version against itself: " + Which);
  EXPECT_LE(Found.Statistics.Runs, 1u) << leave(Pair, Memory, "more than one run for no change");
}

class PartitionIdentity : public testing::TestWithParam<unsigned> {};

TEST_P(PartitionIdentity, AVersionEqualsItself) {
  RandomPair Pair = campaignPair(10000 + GetParam());
  RandomPair Old = Pair, New = Pair;
  Old.NewText = Old.OldText;
  New.OldText = New.NewText;
  expectOnePartition(std::move(GetParam() % 2 ? Old : New));
}

TEST_P(PartitionIdentity, AVersionEqualsItselfInOtherWords) {
  GeneratorOptions Options = campaignGenerator(20000 + GetParam());
  Options.TrapShapePercent = 0;
  Options.IdentityPercent = 100;
  RandomPair Pair = campaignPair(20000 + GetParam(), Options);
  ASSERT_TRUE(Pair.Identity);
  expectOnePartition(std::move(Pair));
}

INSTANTIATE_TEST_SUITE_P(Seeds, PartitionIdentity, testing::Range(0u, 6u));

} // namespace
