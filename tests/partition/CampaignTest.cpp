#include "partition/Campaign.h"
#include "partition/Batch.h"
#include "random/Campaign.h"
#include "random/TablePair.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

// The soundness campaign: random pairs, everything that the partitions claim, all inputs, both modes.

using namespace vernier;
using namespace vernier::test;

namespace {

/// One pair of so many is a program of its own, with the types of its parameters.
constexpr unsigned AloneEvery = 99;

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

/// One member of a program, in all modes.
bool checkMember(CampaignProgram &Program, std::size_t Which, const CampaignExtent &Extent) {
  if (Status Chosen = Program.choose(Which); !Chosen) {
    ADD_FAILURE() << Program.leave(Chosen.error().Message + Chosen.error().Output);
    return false;
  }
  const RandomPair &Pair = Program.source(Which);
  if (Extent.Verbose)
    std::printf("seed %llu (%s, %zu inputs, %u differ)", static_cast<unsigned long long>(Pair.Seed),
                Pair.TrapShape.c_str(), Program.truth().size(), Program.truth().Different.count());
  bool Fine = true;
  for (const Mode &Each : Modes) {
    if (Each.What == PartitionMode::Path && Program.mergesBranches() && !Extent.AllModes)
      continue;
    CampaignTally Count;
    auto Judged = Program.explore(Each.What, Extent, Count);
    (Each.What == PartitionMode::Sliced ? Totals::Sliced : Totals::Path).add(Count);
    if (!Judged) {
      ADD_FAILURE() << Program.leave(Judged.error().Message + Judged.error().Output);
      return false;
    }
    if (Extent.Verbose)
      std::printf(" %s: %zu/%zu/%zu%s %.2fs", Each.Name, Judged->Equal, Judged->Different, Judged->Unknown,
                  Program.result().Found.Covered ? " covered" : "", Count.Seconds);
    if (std::string Text = textOf(Each.Name, *Judged); !Text.empty()) {
      ADD_FAILURE() << Program.leave(Text);
      Fine = false;
    }
  }
  if (Extent.Verbose)
    std::printf("\n"), std::fflush(stdout);
  return Fine;
}

/// The pairs of some seeds, as one program.
bool checkSeeds(std::uint64_t First, std::uint64_t Last, const CampaignExtent &Extent) {
  std::vector<RandomPair> Together;
  for (std::uint64_t Seed = First; Seed < Last; ++Seed) {
    Together.push_back(campaignPair(Seed));
    if (Extent.Batch > 1 && Seed % AloneEvery != 0 && canBeBatched(Together.back()))
      continue;
    CampaignProgram Alone(std::vector{std::move(Together.back())}, campaignStyle(Seed));
    Together.pop_back();
    if (!checkMember(Alone, 0, Extent) && !Extent.GoOn)
      return false;
  }
  if (Together.empty())
    return true;
  CampaignProgram Program(std::move(Together), campaignStyle(First / Extent.Batch));
  for (std::size_t K = 0; K < Program.size(); ++K)
    if (!checkMember(Program, K, Extent) && !Extent.GoOn)
      return false;
  return true;
}

/// An engine that says nothing contradicts nobody. What is known of the usual pairs is asked for.
void expectSomethingIsSaid(const CampaignTally &Sliced, const CampaignTally &Path) {
  for (const CampaignTally *Each : {&Sliced, &Path}) {
    SCOPED_TRACE(Each == &Sliced ? "sliced" : "path");
    EXPECT_GE(100 * Each->Claimed, 95 * Each->Inputs) << "inputs in a claim";
    EXPECT_GE(100 * Each->Covered, 95 * Each->Pairs) << "explorations that covered their space";
    EXPECT_GE(3 * Each->Differing, Each->Pairs) << "pairs that differ";
    EXPECT_GE(100 * Each->FoundToDiffer, 95 * Each->Differing) << "pairs that differ, and were found to";
    EXPECT_GE(100 * Each->ExactSizes, 95 * (Each->Equal + Each->Different)) << "partitions whose size is known";
    EXPECT_GE(Each->Equal, Each->Pairs);
    EXPECT_FALSE(Each->Reasons.contains("outcome-mismatch")) << "runs that show something else than their terms";
  }
  for (const std::string &Shape : campaignShapes())
    EXPECT_TRUE(Sliced.Shapes.contains(Shape)) << "no pair is made around " << Shape;
}

/// One test, and not parts of it: what it asks for at the end is about all pairs.
TEST(PartitionCampaign, NeverContradictsTheMachine) {
  CampaignExtent Extent = campaignExtent();
  std::uint64_t Last = Extent.First + Extent.Pairs;
  for (std::uint64_t Seed = Extent.First; Seed < Last;) {
    std::uint64_t End = std::min(Last, (Seed / Extent.Batch + 1) * Extent.Batch);
    if (!checkSeeds(Seed, End, Extent) && !Extent.GoOn)
      return;
    Seed = End;
  }
  if (Extent.Pairs < usualCampaign())
    return; // somebody looks at a few pairs
  EXPECT_GE(Totals::Sliced.Pairs, Extent.Pairs);
  EXPECT_GE(Totals::Path.Pairs, Extent.Pairs / 5);
  expectSomethingIsSaid(Totals::Sliced, Totals::Path);
}

/// Pairs that read tables, as one program.
TEST(PartitionTables, NeverContradictTheMachine) {
  CampaignExtent Extent = campaignExtent();
  Extent.AllModes = true;
  if (Extent.Pairs == usualCampaign())
    Extent.Pairs = 20;
  Totals::Sliced = Totals::Path = {};
  for (std::uint64_t Seed = Extent.First, Last = Seed + Extent.Pairs; Seed < Last;) {
    std::vector<RandomPair> Together;
    for (std::uint64_t End = std::min(Last, Seed + Extent.Batch); Seed < End; ++Seed)
      Together.push_back(generateTablePair(Seed));
    CampaignProgram Program(std::move(Together), {true, 0, 12});
    for (std::size_t K = 0; K < Program.size(); ++K)
      if (!checkMember(Program, K, Extent) && !Extent.GoOn)
        return;
  }
  for (const CampaignTally *Each : {&Totals::Sliced, &Totals::Path}) {
    EXPECT_GE(100 * Each->Claimed, 95 * Each->Inputs) << Each->text();
    EXPECT_GE(5 * Each->FoundToDiffer, 4 * Each->Differing) << Each->text();
    EXPECT_FALSE(Each->Reasons.contains("pin-limit")) << Each->text();
    EXPECT_FALSE(Each->Reasons.contains("outcome-mismatch")) << Each->text();
  }
}

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
  CampaignStyle Style;
  Space >> Key >> Pair.Entry >> Key >> Style.Memory >> Key >> Style.MergeFrom;
  for (InputParameter In; Space >> In.Name >> In.Min >> In.Max >> Sign; Pair.Parameters.push_back(In))
    In.Signed = Sign == "signed";
  CampaignExtent Extent = campaignExtent();
  Extent.Verbose = true;
  Extent.AllModes = true;
  CampaignProgram Program(std::move(Pair), Style);
  checkMember(Program, 0, Extent);
}

} // namespace
