#include "partition/Campaign.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

// The soundness campaign: random pairs, everything that the partitions claim, all inputs, both modes.

using namespace vernier;
using namespace vernier::test;

namespace {

constexpr unsigned Parts = 8;

struct Mode {
  PartitionMode What;
  const char *Name;
};
const Mode Modes[] = {{PartitionMode::Sliced, "sliced"}, {PartitionMode::Path, "path"}};

/// Everything that this process did, at its end.
class Totals : public testing::Environment {
public:
  static CampaignTally Sliced, Path;
  static std::map<std::string, std::size_t> Complaints;
  void TearDown() override {
    if (!Sliced.Pairs)
      return;
    std::printf("campaign, sliced: %s\ncampaign, path: %s\ncomplaints:", Sliced.text().c_str(), Path.text().c_str());
    for (const auto &[What, Times] : Complaints)
      std::printf(" %s %zu", What.c_str(), Times);
    std::printf("%s\n", Complaints.empty() ? " none" : "");
  }
};
CampaignTally Totals::Sliced, Totals::Path;
std::map<std::string, std::size_t> Totals::Complaints;
const testing::Environment *const Registered = testing::AddGlobalTestEnvironment(new Totals);

std::string textOf(const char *Mode, const Review &Judged) {
  std::string Text;
  for (const Complaint &Each : Judged.Complaints) {
    ++Totals::Complaints[toString(Each.What)];
    Text += std::string("\n  ") + Mode + ", " + toString(Each.What) + ": " + Each.Text;
  }
  return Text;
}

bool checkPair(RandomPair Source, bool Memory, const CampaignExtent &Extent) {
  auto Subject = CampaignSubject::make(std::move(Source), Memory);
  if (!Subject) {
    ADD_FAILURE() << Subject.error().Message << Subject.error().Output;
    return false;
  }
  const RandomPair &Pair = (*Subject)->pair().Source;
  if (Extent.Verbose)
    std::printf("seed %llu (%s, %zu inputs, %u differ)", static_cast<unsigned long long>(Pair.Seed),
                Pair.TrapShape.c_str(), (*Subject)->truth().size(), (*Subject)->truth().Different.count());
  bool Fine = true;
  for (const Mode &Each : Modes) {
    CampaignTally Count;
    auto Judged = (*Subject)->explore(Each.What, Extent, Count);
    (Each.What == PartitionMode::Sliced ? Totals::Sliced : Totals::Path).add(Count);
    if (!Judged) {
      ADD_FAILURE() << leave(Pair, Memory, Judged.error().Message + Judged.error().Output);
      return false;
    }
    if (Extent.Verbose)
      std::printf(" %s: %zu/%zu/%zu%s %.2fs", Each.Name, Judged->Equal, Judged->Different, Judged->Unknown,
                  (*Subject)->result().Found.Covered ? " covered" : "", Count.Seconds);
    if (std::string Text = textOf(Each.Name, *Judged); !Text.empty()) {
      ADD_FAILURE() << leave(Pair, Memory, Text);
      Fine = false;
    }
  }
  if (Extent.Verbose)
    std::printf("\n"), std::fflush(stdout);
  return Fine;
}

class PartitionCampaign : public testing::TestWithParam<unsigned> {};

TEST_P(PartitionCampaign, NeverContradictsTheMachine) {
  CampaignExtent Extent = campaignExtent(200);
  auto [First, Last] = seedsOfPart({Extent.First, Extent.Pairs}, GetParam(), Parts);
  for (std::uint64_t Seed = First; Seed < Last; ++Seed)
    if (!checkPair(campaignPair(Seed), comparesMemory(Seed), Extent) && !Extent.GoOn)
      break;
}

INSTANTIATE_TEST_SUITE_P(Parts, PartitionCampaign, testing::Range(0u, Parts));

std::string read(const std::string &Path) {
  std::ifstream File(Path);
  std::stringstream Text;
  Text << File.rdbuf();
  return Text.str();
}

/// A folder that a failure left, or that reduce.py made of one.
TEST(PartitionFolder, NeverContradictsTheMachine) {
  const char *Folder = std::getenv("VERNIER_PARTITION_FOLDER");
  if (!Folder)
    GTEST_SKIP() << "VERNIER_PARTITION_FOLDER names none";
  RandomPair Pair;
  Pair.OldText = read(std::string(Folder) + "/old.c");
  Pair.NewText = read(std::string(Folder) + "/new.c");
  std::ifstream Space(std::string(Folder) + "/space.txt");
  std::string Key, Sign;
  bool Memory = false;
  Space >> Key >> Pair.Entry >> Key >> Memory;
  for (InputParameter In; Space >> In.Name >> In.Min >> In.Max >> Sign; Pair.Parameters.push_back(In))
    In.Signed = Sign == "signed";
  CampaignExtent Extent = campaignExtent(1);
  Extent.Verbose = true;
  checkPair(std::move(Pair), Memory, Extent);
}

} // namespace
