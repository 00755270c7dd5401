#include "check/ByRuns.h"

#include "base/Budget.h"
#include "check/ClaimReview.h"
#include "input/RandomInputs.h"
#include "input/TextInputs.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/STLExtras.h>

#include <set>

namespace vernier {

namespace {

using std::chrono::milliseconds;

constexpr unsigned MostRuns = 600, MostDifferences = 3;
/// Of texts there are more kinds than of numbers.
constexpr unsigned MostRunsOfTexts = 4000;
/// Runs that take longer are left to others, and so is a program that seldom ends.
constexpr milliseconds LongestRun{100};
constexpr unsigned MostUnfinished = 6;
constexpr std::size_t MostLines = 20000;
/// How many runs it may take to make a witness small.
constexpr unsigned MostSteps = 150;

} // namespace

class PairRuns::Runner {
public:
  Runner(const ChangeMap &Map, const InputSpace &Space, const VerifyOptions &Options, PairReplay &Replay)
      : Space(Space), Options(Options), Replay(Replay), Admits(admittedBy(Space)), Known(constants(Map, Space)),
        Draw(Space, Options.Exploration.Seed, Known), Texts(Space, Options.Exploration.Seed, Known),
        Limits(Options.Runs) {
    Limits.Time = std::min(Limits.Time, LongestRun);
  }

  SeenRuns run(milliseconds Time) {
    Patience = Budget();
    if (Drawn == 0)
      look(zeros());
    Patience = Budget(Time); // builds do not count
    if (Drawn == 0)
      lookAtGiven();
    unsigned Most = Drawn + (Texts.empty() ? MostRuns : MostRunsOfTexts);
    while (Drawn != Most && !enough())
      look(nextInput(Drawn++));
    if (!Seen.Differences.empty())
      simplify(Seen.Differences.front());
    return std::exchange(Seen, {});
  }

  /// The newest first: they stand on the others.
  std::vector<InputAssignment> telling(std::size_t Most) const {
    const std::vector<InputAssignment> &Kept = Texts.kept();
    std::size_t Count = std::min(Most, Kept.size());
    return {Kept.rbegin(), Kept.rbegin() + static_cast<std::ptrdiff_t>(Count)};
  }

private:
  void lookAtGiven() {
    for (const InputAssignment &Saved : Options.Exploration.Search.Seeds)
      look(Saved);
    for (const InputAssignment &Full : fullTexts(Space, zeros()))
      look(Full);
  }

  static SourceConstants constants(const ChangeMap &Map, const InputSpace &Space) {
    std::vector<const llvm::Function *> Entries;
    for (const llvm::Function *Entry :
         {Map.oldProgram().module().getFunction(Space.OldEntry), Map.newProgram().module().getFunction(Space.NewEntry)})
      if (Entry)
        Entries.push_back(Entry);
    return SourceConstants::of(Entries);
  }

  InputAssignment nextInput(unsigned Turn) {
    if (!Seen.Differences.empty() && Turn % 2 == 0)
      return Draw.near(Seen.Differences.front().Input);
    return Texts.empty() || Turn % 4 == 3 ? Draw.next() : Texts.next(Draw.next());
  }

  /// A line that no run has printed so far, or another result: what leads there is worth varying.
  bool showsSomethingNew(const Outcome &Shown) {
    bool New = Lines.insert(std::to_string(Shown.Code) + " " + Shown.Return).second;
    llvm::SmallVector<llvm::StringRef, 16> Parts;
    llvm::StringRef(Shown.Stdout).split(Parts, '\n', /*MaxSplit=*/100);
    for (llvm::StringRef Part : Parts)
      if (Lines.size() < MostLines)
        New |= Lines.insert(Part.str()).second;
    return New;
  }

  InputAssignment zeros() const {
    InputAssignment Input;
    for (const InputLeaf &Leaf : Space.Leaves)
      Input.push_back(Leaf.Min.value_or(llvm::APInt(Leaf.Bits, 0)));
    settle(Space, Input);
    return Input;
  }

  bool enough() const {
    return Patience.exhausted() || Seen.Unfinished >= MostUnfinished || Seen.Differences.size() >= MostDifferences ||
           NotBuilt || (Options.Exploration.Search.Interrupt && *Options.Exploration.Search.Interrupt);
  }

  void look(const InputAssignment &Input) {
    if (enough() || !Admits(Input))
      return;
    auto Shown = Replay.show(Input, Limits);
    NotBuilt = !Shown;
    if (!Shown)
      return;
    if (!Shown->first.comparable() || !Shown->second.comparable()) {
      ++Seen.Unfinished;
      return;
    }
    ++Seen.Runs;
    if (!Texts.empty() && showsSomethingNew(Shown->second))
      Texts.keep(Input);
    if (sameBehaviour(Shown->first, Shown->second, Options.Observed) ||
        llvm::any_of(Seen.Differences, [&](const SeenDifference &Known) { return Known.Input == Input; }))
      return;
    if (Replay(Input) == Confirmation::Differs)
      Seen.Differences.push_back({Input, *Replay.Shown});
  }

  /// Readable values, one after the other, as long as both still differ.
  void simplify(SeenDifference &Found) {
    unsigned Steps = 0;
    for (bool Changed = true; Changed && Steps < MostSteps && !Patience.exhausted();) {
      Changed = false;
      for (std::size_t I = 0; I != Space.Leaves.size(); ++I)
        for (const llvm::APInt &Simpler : simplerThan(Space.Leaves[I], Found.Input[I])) {
          if (Steps++ >= MostSteps || Patience.exhausted())
            return;
          InputAssignment Tried = Found.Input;
          Tried[I] = Simpler;
          settle(Space, Tried);
          if (Tried == Found.Input || !Admits(Tried))
            continue;
          auto Shown = Replay.show(Tried, Limits);
          if (!Shown || !Shown->first.comparable() || !Shown->second.comparable() ||
              sameBehaviour(Shown->first, Shown->second, Options.Observed) || Replay(Tried) != Confirmation::Differs)
            continue;
          Found = {Tried, *Replay.Shown};
          Changed = true;
          break;
        }
    }
  }

  static std::vector<llvm::APInt> simplerThan(const InputLeaf &Leaf, const llvm::APInt &Value) {
    std::vector<llvm::APInt> Result;
    if (Leaf.Floating && (Leaf.Bits == 64 || Leaf.Bits == 32)) {
      for (double Simple : {0.0, 1.0, -1.0, 2.0, 0.5, 10.0, 100.0}) {
        llvm::APInt Bits = Leaf.Bits == 64 ? llvm::APFloat(Simple).bitcastToAPInt()
                                           : llvm::APFloat(static_cast<float>(Simple)).bitcastToAPInt();
        if (Bits == Value)
          break;
        Result.push_back(Bits);
      }
      return Result;
    }
    if (Value.isZero())
      return Result;
    bool Negative = Leaf.Signed && Value.isNegative();
    llvm::APInt Magnitude = Negative ? -Value : Value;
    for (std::uint64_t Small : {0u, 1u, 2u, 10u, 100u}) {
      if (Magnitude.ule(Small))
        break;
      llvm::APInt Number = llvm::APInt(64, Small).zextOrTrunc(Leaf.Bits);
      if (Number.getZExtValue() == Small)
        Result.push_back(Number);
    }
    if (Negative)
      Result.push_back(Magnitude);
    if (Magnitude.ugt(1))
      Result.push_back(Negative ? -Magnitude.lshr(1) : Magnitude.lshr(1));
    return Result;
  }

  const InputSpace &Space;
  const VerifyOptions &Options;
  Budget Patience;
  PairReplay &Replay;
  std::function<bool(const InputAssignment &)> Admits;
  SourceConstants Known;
  RandomInputs Draw;
  TextInputs Texts;
  std::set<std::string> Lines; ///< that the new version printed
  RunLimits Limits;
  SeenRuns Seen;
  unsigned Drawn = 0;
  bool NotBuilt = false;
};

PairRuns::PairRuns(const ChangeMap &Map, const InputSpace &Space, const VerifyOptions &Options, PairReplay &Replay)
    : Runs(std::make_unique<Runner>(Map, Space, Options, Replay)) {}

PairRuns::~PairRuns() = default;

SeenRuns PairRuns::look(milliseconds Time) {
  return Runs->run(Time);
}

std::vector<InputAssignment> PairRuns::telling(std::size_t Most) const {
  return Runs->telling(Most);
}

} // namespace vernier
