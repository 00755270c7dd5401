#include "partition/PartitionExplorer.h"

// How the exploration of partitions and the scout beside it take turns.

namespace vernier {

namespace {

using std::chrono::milliseconds;

/// How many runs are compared along paths for each one that is generalised: at first, so that both have about the same
/// time, and later, when it seems that there is nothing to be found that way.
constexpr unsigned ManyScouted = 8, FewScouted = 2, AlongScouted = 1;
/// How many runs are compared where nothing is left to ask, but classes are unknown.
constexpr std::uint64_t MostScoutedBehind = 400;
constexpr std::uint64_t ScoutedAtFirst = 4000;
/// How many runs are only looked at for each one whose conditions are read.
constexpr unsigned ProbedForEach = 32;
constexpr double ProbedShare = 0.4;
/// What takes the solver long is not for a scout.
constexpr milliseconds ScoutQueryTime{300};

} // namespace

/// All that any two neighbours show differently is messages.
bool PartitionExplorer::isMessage(const DifferentialPartition &Part) const {
  if (!Part.UndefinedUses.empty())
    return false;
  for (std::size_t I = 1; I < Part.Shown.size(); ++I)
    if (!sameBehaviour(Part.Shown[I - 1], Part.Shown[I], Options.Observed) &&
        differenceKind(Part.Shown[I - 1], Part.Shown[I], Options.Observed) != DifferenceKind::Message)
      return false;
  return true;
}

bool PartitionExplorer::hasEnough() const {
  return Options.StopAtDifference && (Found.BeyondMessages || (Options.StopAtMessage && Found.FirstDifferenceSeconds));
}

/// One difference that is more than a message is enough to know that there are any; which others there are is for the
/// partitions to say.
bool PartitionExplorer::mayScout() const {
  return Options.Scouted && !Found.BeyondMessages &&
         Found.Partitions.size() >= std::min(Options.ScoutAlong, Options.ScoutFrom) &&
         Found.Statistics.Runs > RunsWhenScouted && !(Ahead && Ahead->isOver());
}

/// Nothing is left to ask, but nobody knows about some classes: what is unknown must not swallow what they hold.
bool PartitionExplorer::scoutsUnknown() const {
  auto IsUnknown = [](const DifferentialPartition &Each) { return Each.What == Answer::Unknown; };
  return Options.Scouted && !Found.BeyondMessages && ScoutedBehind < MostScoutedBehind && !(Ahead && Ahead->isOver()) &&
         llvm::any_of(Found.Partitions, IsUnknown);
}

void PartitionExplorer::scout() {
  RunsWhenScouted = Found.Statistics.Runs;
  if (!Ahead) {
    ExplorationOptions Wanted;
    Wanted.Time = Options.Time;
    Wanted.QueryTime = std::min(ScoutQueryTime, Options.QueryTime);
    Wanted.Seeds = Options.Seeds;
    llvm::append_range(Wanted.Seeds, Options.ScoutSeeds);
    Wanted.CheckConditions = false; // nothing is concluded from them
    Wanted.Suggested = Options.Probed;
    Wanted.Interrupt = Options.Interrupt;
    Ahead = std::make_unique<Scout>(Space, *Options.Scouted, Ask, Wanted);
  }
  ExplorationStatistics Before = Ahead->statistics();
  bool Along = Found.Partitions.size() < Options.ScoutFrom;
  auto Different = Ahead->look(Along ? AlongScouted : Before.Runs < ScoutedAtFirst ? ManyScouted : FewScouted);
  const ExplorationStatistics &After = Ahead->statistics();
  Found.Statistics.Scouted += After.Runs - Before.Runs;
  Found.Statistics.Questions += After.Questions - Before.Questions;
  Found.Statistics.RunSeconds += After.RunSeconds - Before.RunSeconds;
  Found.Statistics.SolverSeconds += After.SolverSeconds - Before.SolverSeconds;
  if (Different)
    runDifferent(std::move(*Different));
}

void PartitionExplorer::runDifferent(InputAssignment Different) {
  auto Known = partitionOf(Different);
  if (!Known)
    Ready.push_back(std::move(Different));
  else if (Found.Partitions[*Known].What != Answer::Different)
    Suspected.push_back(std::move(Different));
}

/// Some for each other run, and a share of the time: where the solver takes long, nothing else would be tried.
bool PartitionExplorer::mayProbe() const {
  return Options.Probed && !Options.Probed->empty() && !Options.MostRuns && !Found.BeyondMessages &&
         !Found.Partitions.empty() &&
         (Found.Statistics.Probed < ProbedForEach * (Found.Statistics.Runs + Found.Statistics.Scouted) ||
          ProbeSeconds < ProbedShare * Clock.seconds());
}

void PartitionExplorer::probe() {
  Stopwatch Watch;
  auto Different = Options.Probed->look(ProbedForEach);
  Found.Statistics.Probed = Options.Probed->runs();
  ProbeSeconds += Watch.seconds();
  Found.Statistics.RunSeconds += Watch.seconds();
  if (Different)
    runDifferent(std::move(*Different));
}

} // namespace vernier
