#include "partition/Campaign.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace vernier::test {

namespace {

std::uint64_t number(const char *Variable, std::uint64_t Default) {
  const char *Wanted = std::getenv(Variable);
  return Wanted && *Wanted ? std::strtoull(Wanted, nullptr, 10) : Default;
}

/// How a program prints: bytes without a decision in between, as numbers that have digits, or past the buffers.
const char *const Sinks[] = {
    "int putchar(int);\n"
    "void out_int(int v) {\n  for (int k = 0; k < 4; k++)\n    putchar((v >> 8 * k) & 255);\n}\n"
    "void out_char(int c) {\n  putchar(c);\n}\n",
    "void out_int(int v) {\n  printf(\"%d\\n\", v);\n}\nvoid out_char(int c) {\n  printf(\"%c\", c);\n}\n",
    "long write(int, const void *, unsigned long);\n"
    "void out_int(int v) {\n  write(1, &v, 4);\n}\n"
    "void out_char(int c) {\n  char byte = (char)c;\n  write(1, &byte, 1);\n}\n",
};

} // namespace

CampaignExtent campaignExtent(std::uint64_t DefaultPairs) {
  CampaignExtent Extent;
  Extent.First = number("VERNIER_PARTITION_FIRST", 0);
  Extent.Pairs = number("VERNIER_PARTITION_PAIRS", DefaultPairs);
  Extent.GoOn = std::getenv("VERNIER_PARTITION_GO_ON") != nullptr;
  Extent.Verbose = std::getenv("VERNIER_PARTITION_VERBOSE") != nullptr;
  Extent.Time = std::chrono::milliseconds(number("VERNIER_PARTITION_TIME", 20000));
  Extent.Runs = number("VERNIER_PARTITION_RUNS", 60);
  return Extent;
}

GeneratorOptions campaignGenerator(std::uint64_t Seed) {
  GeneratorOptions Options;
  Options.SlicingShapes = true;
  Options.TrapShapePercent = 50;
  Options.IdentityPercent = 4;
  Options.Traps = Seed % 4 == 3;
  Options.Hangs = Seed % 32 == 9;
  Options.MaxFunctions = 1 + Seed % 3;
  Options.Statements = 2 + Seed % 5;
  static const unsigned Bits[] = {8, 8, 10, 8, 12, 8, 10, 8, 8, 10, 8, 8, 12, 8, 10, 16};
  unsigned Wanted = Bits[Seed % 16];
  if (Options.Traps) // a run that dies costs a process
    Wanted = std::min(Wanted, 10u);
  if (Options.Hangs)
    Wanted = 5;
  Options.MaxInputs = std::uint64_t(1) << Wanted;
  return Options;
}

RandomPair campaignPair(std::uint64_t Seed, const GeneratorOptions &Options) {
  RandomPair Pair = generatePair(Seed, Options);
  const char *Sink = Sinks[Seed % 5 == 3 ? 1 : Seed % 5 == 4 ? 2 : 0];
  Pair.OldText += Sink;
  Pair.NewText += Sink;
  return Pair;
}

RandomPair campaignPair(std::uint64_t Seed) {
  return campaignPair(Seed, campaignGenerator(Seed));
}

bool comparesMemory(std::uint64_t Seed) {
  return Seed % 3 == 1;
}

void CampaignTally::add(const PartitionResult &Result, const Review &Judged) {
  ++Pairs;
  Covered += Result.Found.Covered;
  Equal += Judged.Equal;
  Different += Judged.Different;
  Unknown += Judged.Unknown;
  Inputs += Judged.Inputs;
  Claimed += Judged.Claimed;
  Conjuncts += Judged.Conjuncts;
  ExactSizes += Judged.ExactSizes;
  Runs += Result.Found.Statistics.Runs;
  Seconds += Result.Found.Statistics.Seconds;
  for (const DifferentialPartition &Part : Result.Found.Partitions)
    if (Part.What == Answer::Unknown)
      ++Reasons[Part.Why.Code];
  if (Result.Found.Stopped != StopReason::None)
    ++Stops[std::string(vernier::toString(Result.Found.Stopped))];
}

void CampaignTally::add(const CampaignTally &Other) {
  Pairs += Other.Pairs;
  Covered += Other.Covered;
  NoBuild += Other.NoBuild;
  Equal += Other.Equal;
  Different += Other.Different;
  Unknown += Other.Unknown;
  Inputs += Other.Inputs;
  Claimed += Other.Claimed;
  Conjuncts += Other.Conjuncts;
  ExactSizes += Other.ExactSizes;
  Runs += Other.Runs;
  Seconds += Other.Seconds;
  for (const auto &[Code, Times] : Other.Reasons)
    Reasons[Code] += Times;
  for (const auto &[Code, Times] : Other.Stops)
    Stops[Code] += Times;
}

std::string CampaignTally::text() const {
  auto List = [](const std::map<std::string, std::size_t> &Of) {
    std::string Text;
    for (const auto &[Code, Times] : Of)
      Text += (Text.empty() ? "" : ", ") + Code + " " + std::to_string(Times);
    return Text.empty() ? std::string("none") : Text;
  };
  char Line[512];
  std::size_t Claims = Equal + Different;
  std::snprintf(
      Line, sizeof Line,
      "%zu explorations, %zu covered; partitions: %zu equal, %zu different, %zu unknown; %zu of %zu inputs in "
      "a claim (%.1f %%); %.1f conjuncts each; %zu sizes exact; %llu runs, %.1f s",
      Pairs, Covered, Equal, Different, Unknown, Claimed, Inputs,
      Inputs ? 100.0 * static_cast<double>(Claimed) / static_cast<double>(Inputs) : 0.0,
      Claims ? static_cast<double>(Conjuncts) / static_cast<double>(Claims) : 0.0, ExactSizes,
      static_cast<unsigned long long>(Runs), Seconds);
  return std::string(Line) + "\n  unknown: " + List(Reasons) + "\n  stopped: " + List(Stops) +
         (NoBuild ? "\n  not built: " + std::to_string(NoBuild) : "");
}

Result<std::unique_ptr<CampaignSubject>> CampaignSubject::make(RandomPair Source, bool Memory) {
  std::unique_ptr<CampaignSubject> Made(new CampaignSubject);
  Made->Memory = Memory;
  Made->Pair.emplace(std::move(Source));
  const RandomPair &From = Made->Pair->Source;
  Made->Map.emplace(computeChangeMap(Made->Pair->Old, Made->Pair->New, From.Entry));
  auto Space = inputSpace(Made->Pair->Old, Made->Pair->New, inputOptions(From));
  if (!Space)
    return Space.takeError();
  Made->Space = std::move(*Space);
  // Where a loop may never end, waiting is what takes the time.
  bool Hangs = From.TrapShape == "8-termination" || From.TrapShape == "never-ending-step";
  auto Truth = groundTruth(*Made->Pair, Made->Space, Memory, std::chrono::milliseconds(Hangs ? 20 : 1000));
  if (!Truth)
    return Truth.takeError();
  Made->Truth = std::move(*Truth);
  Made->Directory = (std::filesystem::temp_directory_path() / "vernier-partition-").string() +
                    std::to_string(getpid()) + "-" + std::to_string(From.Seed);
  auto Place = Workspace::at(Made->Directory);
  if (!Place)
    return Place.takeError();
  Made->Place.emplace(std::move(*Place));
  return Made;
}

CampaignSubject::~CampaignSubject() {
  std::error_code Ignored;
  if (!Directory.empty())
    std::filesystem::remove_all(Directory, Ignored);
}

Result<Review> CampaignSubject::explore(PartitionMode Mode, const CampaignExtent &Extent, CampaignTally &Count) {
  PartitionPairOptions Options;
  Options.Mode = Mode;
  Options.Time = Extent.Time;
  Options.Search.MostRuns = Extent.Runs;
  Options.Search.QueryTime = std::chrono::milliseconds(1000);
  Options.Observed.Memory = Memory;
  Options.RunTime = std::chrono::milliseconds(300);
  auto Found = partitionPair(*Map, Space, Options, *Place);
  if (!Found) {
    ++Count.NoBuild;
    return Found.takeError();
  }
  Last.emplace(std::move(*Found));
  Review Judged = review(*Last, Truth);
  Count.add(*Last, Judged);
  return Judged;
}

std::string leave(const RandomPair &Pair, bool Memory, const std::string &Why) {
  namespace fs = std::filesystem;
  fs::path Folder = fs::path(VERNIER_BINARY_DIR) / "partition-campaign" / ("seed-" + std::to_string(Pair.Seed));
  std::error_code Ignored;
  fs::create_directories(Folder, Ignored);
  std::ofstream(Folder / "old.c") << Pair.OldText;
  std::ofstream(Folder / "new.c") << Pair.NewText;
  std::ofstream Bounds(Folder / "space.txt");
  Bounds << "entry " << Pair.Entry << "\nmemory " << Memory << "\n";
  for (const InputParameter &Each : Pair.Parameters)
    Bounds << Each.Name << " " << Each.Min << " " << Each.Max << " " << (Each.Signed ? "signed" : "unsigned") << "\n";
  std::string Text = "seed " + std::to_string(Pair.Seed) + (Memory ? " (with memory)" : "") + ": " + Why + "\n";
  for (const std::string &Edit : Pair.Edits)
    Text += "  edit: " + Edit + "\n";
  std::ofstream(Folder / "why.txt") << Text;
  return Text + "both versions are in " + Folder.string() + "; again: VERNIER_PARTITION_FOLDER=" + Folder.string();
}

} // namespace vernier::test
