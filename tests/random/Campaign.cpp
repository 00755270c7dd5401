#include "random/Campaign.h"

#include "support/CompileText.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace vernier::test {

namespace {

std::uint64_t fromEnvironment(const char *Name, std::uint64_t Default) {
  const char *Value = std::getenv(Name);
  return Value && *Value ? std::strtoull(Value, nullptr, 10) : Default;
}

Result<CompiledProgram> marked(const Program &Version, const ChangeMap &Map) {
  return compileForExecution(markChanged(
      Version.module(), [&](const llvm::Instruction &I) { return Map.isChanged(I); },
      [&](const llvm::BasicBlock &From, const llvm::BasicBlock &To) { return Map.isChangedEdge(From, To); }));
}

} // namespace

CampaignSize campaignSize(std::uint64_t DefaultPairs) {
  return {fromEnvironment("VERNIER_CAMPAIGN_FIRST", 0), fromEnvironment("VERNIER_CAMPAIGN_PAIRS", DefaultPairs)};
}

GeneratorOptions campaignOptions(std::uint64_t Seed) {
  GeneratorOptions Options;
  Options.Traps = Seed % 4 == 3;
  Options.PrintOnly = Seed % 11 == 5;
  // Each shape in its turn: drawn at random, some would be missing among a few hundred pairs.
  static const std::vector<std::string> Shapes = trapShapeNames();
  Options.TrapShapePercent = 0;
  if (Seed % 5 == 2)
    Options.TrapShape = Shapes[Seed / 5 % Shapes.size()];
  return Options;
}

CompiledPair::CompiledPair(RandomPair From)
    : Source(std::move(From)), Old(compileText(Source.OldText)), New(compileText(Source.NewText)) {}

ClaimCheck checkClaim(const CompiledPair &Pair, const ChangeMap &Map, const std::vector<Input> &Inputs) {
  ClaimCheck Check;
  auto Old = marked(Pair.Old, Map), New = marked(Pair.New, Map);
  if (!Old || !New) {
    Check.Broken = Input{};
    Check.Why = "cannot run: " + (Old ? New.error().Message : Old.error().Message);
    return Check;
  }
  auto OfOld = runAll(*Old, Inputs), OfNew = runAll(*New, Inputs);
  for (std::size_t K = 0; K < Inputs.size(); ++K) {
    const Outcome &A = OfOld[K], &B = OfNew[K];
    ++Check.Inputs;
    if (!A.comparable() || !B.comparable()) {
      ++Check.Undecided;
      continue;
    }
    bool Equal = A.sameBehaviour(B), Claimed = !A.Changed && !B.Changed;
    Check.Different += !Equal;
    Check.NoChange += Claimed;
    if (Claimed && !Equal && !Check.Broken) {
      Check.Broken = Inputs[K];
      Check.Why = "input " + text(Inputs[K]) + " executes no change, but\n  old: " + A.text() + "\n  new: " + B.text();
    }
  }
  return Check;
}

std::string dump(const RandomPair &Pair, const std::string &Why) {
  namespace fs = std::filesystem;
  fs::path Folder = fs::path(VERNIER_BINARY_DIR) / "campaign" / ("seed-" + std::to_string(Pair.Seed));
  std::error_code Ignored;
  fs::create_directories(Folder, Ignored);
  std::ofstream(Folder / "old.c") << Pair.OldText;
  std::ofstream(Folder / "new.c") << Pair.NewText;
  std::string Text = "seed " + std::to_string(Pair.Seed) + ": " + Why + "\n";
  for (const std::string &Edit : Pair.Edits)
    Text += "  edit: " + Edit + "\n";
  std::ofstream(Folder / "why.txt") << Text;
  return Text + "  both versions are in " + Folder.string();
}

} // namespace vernier::test
