#include "partition/Batch.h"
#include "partition/Campaign.h"

#include <gtest/gtest.h>

// A version against itself, and against itself in other words: one partition, everything in it equal, found by one run.

using namespace vernier;
using namespace vernier::test;

namespace {

void expectOnePartition(CampaignProgram &Program, std::size_t Which) {
  Status Chosen = Program.choose(Which);
  ASSERT_TRUE(Chosen) << Chosen.error().Message;
  CampaignTally Count;
  auto Judged = Program.explore(PartitionMode::Sliced, campaignExtent(), Count);
  ASSERT_TRUE(Judged) << Program.leave(Judged.error().Message + Judged.error().Output);
  for (const Complaint &Each : Judged->Complaints)
    ADD_FAILURE() << Program.leave(Each.Text);
  const PartitionSearch &Found = Program.result().Found;
  std::string Seen = std::to_string(Judged->Equal) + " equal, " + std::to_string(Judged->Different) + " different, " +
                     std::to_string(Judged->Unknown) + " unknown (" +
                     (Count.Reasons.empty() ? "" : Count.Reasons.begin()->first) + ")";
  bool One = Judged->Equal == 1 && Judged->Different == 0 && Judged->Unknown == 0 && Found.Covered;
  EXPECT_TRUE(One) << Program.leave("a version against itself: " + Seen);
  EXPECT_LE(Found.Statistics.Runs, 1u) << Program.leave("more than one run for no change");
}

void expectOnePartitionEach(std::vector<RandomPair> Pairs) {
  CampaignProgram Program(std::move(Pairs), {.Memory = true, .MergeFrom = 12});
  for (std::size_t K = 0; K < Program.size(); ++K)
    expectOnePartition(Program, K);
}

TEST(PartitionIdentity, AVersionEqualsItself) {
  std::vector<RandomPair> Pairs;
  for (std::uint64_t Seed = 10000; Seed < 10008; ++Seed) {
    Pairs.push_back(campaignPair(Seed));
    if (!canBeBatched(Pairs.back()))
      Pairs.pop_back();
    else if (Seed % 2)
      Pairs.back().NewText = Pairs.back().OldText;
    else
      Pairs.back().OldText = Pairs.back().NewText;
  }
  expectOnePartitionEach(std::move(Pairs));
}

TEST(PartitionIdentity, AVersionEqualsItselfInOtherWords) {
  std::vector<RandomPair> Pairs;
  // Pairs around a shape always have a change.
  for (std::uint64_t Seed = 20000; Seed < 20100 && Pairs.size() < 8; ++Seed) {
    GeneratorOptions Options = campaignGenerator(Seed);
    Options.TrapShapePercent = 0;
    Options.IdentityPercent = 100;
    RandomPair Pair = generatePair(Seed, Options);
    if (Pair.Identity)
      Pairs.push_back(std::move(Pair));
  }
  ASSERT_EQ(Pairs.size(), 8u);
  expectOnePartitionEach(std::move(Pairs));
}

} // namespace
