#include "partition/Campaign.h"

#include "partition/Batch.h"
#include "support/CompileText.h"
#include "traced/SharedBuilds.h"

#include <atomic>
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

const std::vector<std::string> &campaignShapes() {
  static const std::vector<std::string> Names = [] {
    GeneratorOptions All;
    All.SlicingShapes = All.Traps = All.Hangs = true;
    return trapShapeNames(All);
  }();
  return Names;
}

std::uint64_t usualCampaign() {
  return 2 * campaignShapes().size();
}

CampaignExtent campaignExtent() {
  CampaignExtent Extent;
  Extent.First = number("VERNIER_PARTITION_FIRST", 0);
  Extent.Pairs = number("VERNIER_PARTITION_PAIRS", usualCampaign());
  Extent.Batch = std::max<std::uint64_t>(1, number("VERNIER_PARTITION_BATCH", 25));
  Extent.AllModes = std::getenv("VERNIER_PARTITION_ALL_MODES") != nullptr;
  Extent.GoOn = std::getenv("VERNIER_PARTITION_GO_ON") != nullptr;
  Extent.Verbose = std::getenv("VERNIER_PARTITION_VERBOSE") != nullptr;
  Extent.Time = std::chrono::milliseconds(number("VERNIER_PARTITION_TIME", 4000));
  Extent.Runs = number("VERNIER_PARTITION_RUNS", 60);
  return Extent;
}

namespace {

bool mayHang(const std::string &Shape) {
  return Shape == "8-termination" || Shape == "never-ending-step";
}

} // namespace

GeneratorOptions campaignGenerator(std::uint64_t Seed) {
  GeneratorOptions Options;
  Options.SlicingShapes = true;
  Options.TrapShapePercent = 0;
  if (Seed % 2 == 0)
    Options.TrapShape = campaignShapes()[Seed / 2 % campaignShapes().size()];
  Options.IdentityPercent = 4;
  Options.Traps = Seed % 4 == 3;
  Options.MinParameters = 1 + (Seed % 8 != 0);
  bool Small = Seed < usualCampaign();
  Options.MaxFunctions = 1 + Seed % (Small ? 2 : 4);
  Options.Statements = (Small ? 2 : 3) + Seed / 4 % (Small ? 2 : 6);
  static const unsigned Bits[] = {8, 10, 8, 9, 12, 8, 10, 8, 9, 10, 8, 12, 8, 11, 10, 9, 16};
  unsigned Wanted = Small ? 6 + Seed % 4 : Bits[Seed % 17];
  if (Seed % 100 == 50)
    Wanted = 16;
  if (Options.Traps) // a run that dies costs a process
    Wanted = std::min(Wanted, 10u);
  if (Options.TrapShape && mayHang(*Options.TrapShape))
    Wanted = 5;
  Options.MaxInputs = std::uint64_t(1) << Wanted;
  return Options;
}

RandomPair campaignPair(std::uint64_t Seed) {
  return generatePair(Seed, campaignGenerator(Seed));
}

CampaignStyle campaignStyle(std::uint64_t Seed) {
  static const unsigned Kinds[] = {0, 0, 0, 1, 2};
  static const unsigned Merging[] = {12, 1, 0, 3};
  return {Seed % 3 == 1, Kinds[Seed % 5], Merging[Seed % 4]};
}

void CampaignTally::add(const PartitionResult &Result, const Review &Judged, const GroundTruth &Truth) {
  ++Pairs;
  Differing += Truth.Different.any();
  FoundToDiffer += Truth.Different.any() && Judged.Different != 0;
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
  Differing += Other.Differing;
  FoundToDiffer += Other.FoundToDiffer;
  Shapes.insert(Other.Shapes.begin(), Other.Shapes.end());
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
  SetupSeconds += Other.SetupSeconds;
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
  std::snprintf(Line, sizeof Line,
                "%zu explorations, %zu covered, %zu shapes; %zu of pairs that differ, %zu found to differ; partitions: "
                "%zu equal, %zu different, %zu unknown; %zu of %zu inputs in "
                "a claim (%.1f %%); %.1f conjuncts each; %zu sizes exact; %llu runs, %.1f s after %.1f s of building",
                Pairs, Covered, Shapes.size(), Differing, FoundToDiffer, Equal, Different, Unknown, Claimed, Inputs,
                Inputs ? 100.0 * static_cast<double>(Claimed) / static_cast<double>(Inputs) : 0.0,
                Claims ? static_cast<double>(Conjuncts) / static_cast<double>(Claims) : 0.0, ExactSizes,
                static_cast<unsigned long long>(Runs), Seconds, SetupSeconds);
  return std::string(Line) + "\n  unknown: " + List(Reasons) + "\n  stopped: " + List(Stops) +
         (NoBuild ? "\n  not built: " + std::to_string(NoBuild) : "");
}

CampaignProgram::CampaignProgram(std::vector<RandomPair> Pairs, const CampaignStyle &Style)
    : Memory(Style.Memory), MergeFrom(Style.MergeFrom) {
  const char *Sink = Sinks[Style.Sink];
  if (Pairs.size() == 1) {
    OldText = Pairs[0].OldText + Sink;
    NewText = Pairs[0].NewText + Sink;
    Members.push_back({Pairs[0], Pairs[0].Parameters, {Pairs[0].Entry, 0, Pairs[0].Parameters.size()}});
  } else {
    Batch All = batchOf(std::move(Pairs), Sink);
    OldText = std::move(All.OldText);
    NewText = std::move(All.NewText);
    for (std::size_t K = 0; K < All.Members.size(); ++K) {
      RandomPair &Pair = All.Members[K];
      TrueEntry Entry{"program_" + std::to_string(K), 1, Pair.Parameters.size()};
      Members.push_back({std::move(Pair), std::move(All.Parameters[K]), std::move(Entry)});
    }
  }
  compile();
}

CampaignProgram::CampaignProgram(RandomPair Whole, const CampaignStyle &Style)
    : OldText(Whole.OldText), NewText(Whole.NewText), Name(Whole.Entry), Memory(Style.Memory),
      MergeFrom(Style.MergeFrom) {
  Members.push_back({Whole, Whole.Parameters, {Whole.Entry, 0, Whole.Parameters.size()}});
  compile();
}

/// In a batch, a global of one member that starts with another value would make all members different.
bool CampaignProgram::startsAlike() const {
  if (Old->module().getNamedGlobal("llvm.global_ctors") || New->module().getNamedGlobal("llvm.global_ctors"))
    return false;
  for (const llvm::GlobalVariable &G : New->module().globals()) {
    const llvm::GlobalVariable *Other = Old->module().getGlobalVariable(G.getName(), true);
    if (G.isConstant() || !Other || !G.hasInitializer() || !Other->hasInitializer())
      continue;
    std::string Before, After;
    llvm::raw_string_ostream OfOld(Before), OfNew(After);
    Other->getInitializer()->print(OfOld);
    G.getInitializer()->print(OfNew);
    if (Before != After)
      return false;
  }
  return true;
}

void CampaignProgram::compile() {
  Old.emplace(compileText(OldText));
  New.emplace(compileText(NewText));
  Memory &= Members.size() == 1 || startsAlike();
  Map.emplace(computeChangeMap(*Old, *New, Name));
  Builds = std::make_shared<SharedBuilds>();
  static std::atomic<unsigned> Number;
  Directory = (std::filesystem::temp_directory_path() / "vernier-partition-").string() + std::to_string(getpid()) +
              "-" + std::to_string(++Number);
}

CampaignProgram::~CampaignProgram() {
  std::error_code Ignored;
  std::filesystem::remove_all(Directory, Ignored);
}

Status CampaignProgram::choose(std::size_t Which) {
  Chosen = Which;
  Last.reset();
  const Member &This = Members[Which];
  auto Found = inputSpace(*Old, *New, inputOptions(Name, This.Parameters));
  if (!Found)
    return Found.takeError();
  Space = std::move(*Found);
  // Where a loop may never end, waiting is what takes the time.
  bool Hangs = mayHang(This.Source.TrapShape);
  auto Ran = groundTruth(*Old, *New, Space, This.Parameters, This.Entry,
                         {Memory, std::chrono::milliseconds(Hangs ? 20 : 1000)});
  if (!Ran)
    return Ran.takeError();
  Truth.emplace(std::move(*Ran));
  if (Place)
    return Done{};
  auto Made = Workspace::at(Directory);
  if (!Made)
    return Made.takeError();
  Place.emplace(std::move(*Made));
  return Done{};
}

Result<Review> CampaignProgram::explore(PartitionMode Mode, const CampaignExtent &Extent, CampaignTally &Count) {
  PartitionPairOptions Options;
  Options.Mode = Mode;
  Options.Time = Extent.Time;
  Options.Search.MostRuns = Extent.Runs;
  Options.Search.QueryTime = std::chrono::milliseconds(500);
  Options.Observed.Memory = Memory;
  Options.RunTime = std::chrono::milliseconds(300);
  Options.MergeFrom = MergeFrom;
  Options.Builds = Builds;
  Stopwatch Watch;
  auto Found = partitionPair(*Map, Space, Options, *Place);
  if (!Found) {
    ++Count.NoBuild;
    return Found.takeError();
  }
  Last.emplace(std::move(*Found));
  Count.SetupSeconds += Watch.seconds() - Last->Found.Statistics.Seconds;
  Review Judged = review(*Last, *Truth);
  Count.add(*Last, Judged, *Truth);
  Count.Shapes.insert(Members[Chosen].Source.TrapShape);
  return Judged;
}

std::string CampaignProgram::leave(const std::string &Why) const {
  namespace fs = std::filesystem;
  const Member &This = Members[Chosen];
  fs::path Folder = fs::path(VERNIER_BINARY_DIR) / "partition-campaign" / ("seed-" + std::to_string(This.Source.Seed));
  std::error_code Ignored;
  fs::create_directories(Folder, Ignored);
  std::ofstream(Folder / "old.c") << OldText;
  std::ofstream(Folder / "new.c") << NewText;
  std::ofstream Bounds(Folder / "space.txt");
  Bounds << "entry " << Name << "\nmemory " << Memory << "\nmerge " << MergeFrom << "\n";
  for (const InputParameter &Each : This.Parameters)
    Bounds << Each.Name << " " << Each.Min << " " << Each.Max << " " << (Each.Signed ? "signed" : "unsigned") << "\n";
  std::string Text = "seed " + std::to_string(This.Source.Seed) + (Memory ? " (with memory)" : "") + ": " + Why + "\n";
  for (const std::string &Edit : This.Source.Edits)
    Text += "  edit: " + Edit + "\n";
  std::ofstream(Folder / "why.txt") << Text;
  return Text + "both versions are in " + Folder.string() + "; again: VERNIER_PARTITION_FOLDER=" + Folder.string();
}

} // namespace vernier::test
