#include "partition/Baselines.h"

#include "analysis/ProgramAnalysis.h"
#include "analysis/Reachability.h"
#include "input/RandomInputs.h"
#include "partition/RemovedCode.h"
#include "partition/VersionList.h"
#include "solver/ExplorationSolver.h"

#include <llvm/IR/Instructions.h>

namespace vernier {

namespace {

/// How many random inputs the assumptions may refuse before one that they admit is changed instead.
constexpr unsigned MostRefused = 64;

/// The versions on inputs, compared.
class Comparison {
public:
  Comparison(VersionList &List, const PartitionPairOptions &Options)
      : List(List), Options(Options), Old(*List.Run->versions().front()), New(*List.Run->versions().back()) {}

  /// Runs the old version, too. What the new one left can be read afterwards.
  RunResult run(const InputAssignment &Input) {
    Stopwatch Watch;
    RunResult Ran = New.execute(Input);
    OldRan = Old.execute(Input);
    ++found().Statistics.Runs;
    found().Statistics.RunSeconds += Watch.seconds();
    compare(Input, OldRan.Shown, Ran.Shown);
    return Ran;
  }

  /// The last run of the old version may have executed something that is changed, or gone.
  bool oldReachesChange(const SymbolicInput &Space) const {
    auto Read = readTrace({reinterpret_cast<const std::uint8_t *>(OldRan.Trace.data()), OldRan.Trace.size()},
                          Old.instrumentation(), Space.Store, Space.Leaves);
    return !Read || Old.changes().isReached(Read->coverage());
  }

  bool isDifferent() const { return Different; }
  TracedVersion &newVersion() { return New; }
  PartitionSearch &found() { return List.Result.Found; }
  /// An input on which nothing differs.
  const std::optional<InputAssignment> &same() const { return Same; }
  double seconds() const { return Clock.seconds(); }

private:
  void compare(const InputAssignment &Input, const Outcome &Before, const Outcome &After) {
    if (!Before.comparable() || !After.comparable())
      return;
    if (sameBehaviour(Before, After, Options.Observed)) {
      if (!Same)
        Same = Input;
      return;
    }
    if (auto Problem = List.Run->confirm(Input)) {
      ++found().Holes[Problem->Code].Count;
      found().Holes[Problem->Code].Detail = Problem->Message;
    } else {
      publish(Input);
    }
  }

  void publish(const InputAssignment &Input) {
    Different = true;
    DifferentialPartition Part;
    Part.Id = 1;
    Part.What = Answer::Different;
    Part.Basis = PartitionBasis::Input;
    Part.Example = Input;
    Part.Seconds = Clock.seconds();
    found().FirstDifferenceSeconds = Part.Seconds;
    TermStore &Store = *List.Result.Store;
    for (std::size_t I = 0; I != Input.size(); ++I)
      Part.Conditions.push_back(
          {Store.eq(List.Result.Leaves[I], Store.constant(Input[I])), Conjunct::Kind::Input, {}, 0, 0});
    for (TracedVersion *Each : {&Old, &New})
      if (auto Shown = Each->runPlain(Input))
        Part.Shown.push_back(std::move(*Shown));
    found().Partitions.push_back(std::move(Part));
  }

  VersionList &List;
  const PartitionPairOptions &Options;
  TracedVersion &Old, &New;
  RunResult OldRan; ///< the last one
  bool Different = false;
  std::optional<InputAssignment> Same;
  Stopwatch Clock;
};

/// The new version as the search explores it, with every run compared.
class ComparedProgram : public Explored {
public:
  ComparedProgram(Comparison &Both, const SymbolicInput &Space, const std::atomic<bool> *Interrupt, bool LooksAtOld)
      : Both(Both), Space(Space), Interrupt(Interrupt), LooksAtOld(LooksAtOld) {}

  Status execute(const InputAssignment &Input) override {
    Last = Both.run(Input);
    if (Both.isDifferent() || (Interrupt && *Interrupt))
      Stop = true;
    return Done{};
  }

  Result<Run> finished() override {
    const Instrumentation &Build = Both.newVersion().instrumentation();
    Run Result;
    Result.End = Last.Shown;
    Result.Seconds = Last.Seconds;
    auto Read = readTrace({reinterpret_cast<const std::uint8_t *>(Last.Trace.data()), Last.Trace.size()}, Build,
                          Space.Store, Space.Leaves);
    ReachesChange = true;
    if (!Read) {
      Result.Truncated = "corrupt-trace";
      return Result;
    }
    ReachesChange =
        Both.newVersion().changes().isReached(Read->coverage()) || (LooksAtOld && Both.oldReachesChange(Space));
    Result.Path = Read->decisions();
    Result.Coverage.assign(Read->coverage().begin(), Read->coverage().end());
    Result.Truncated = frozenCode(Read->frozen());
    Result.Gaps = gapsOf(*Read, Build, Both.newVersion().kind());
    return Result;
  }

  const std::atomic<bool> &stop() const { return Stop; }
  /// The last run executed a changed statement, as far as anybody knows.
  bool reachesChange() const { return ReachesChange; }

private:
  Comparison &Both;
  const SymbolicInput &Space;
  const std::atomic<bool> *Interrupt;
  bool LooksAtOld; ///< whether a change is reached matters
  std::atomic<bool> Stop = false;
  RunResult Last;
  bool ReachesChange = true;
};

/// What has changed in the new version, and where something was removed from it.
std::vector<const llvm::Instruction *> targetsOf(const TracedVersion &Version, const ChangeMap &Map) {
  std::vector<const llvm::Instruction *> Targets = placesOfRemovedCode(Map);
  llvm::append_range(Targets, Version.changes().targets());
  return Targets;
}

/// What is behind a candidate may execute a changed statement.
class MayReachChange {
public:
  MayReachChange(const TracedVersion &Version, const ChangeMap &Map)
      : Sites(instructionsOfSites(Version.program().module(), Version.instrumentation())),
        Analysis(std::make_shared<ProgramAnalysis>(Version.program())),
        Ahead(std::make_shared<Reachability>(Version.program().module(), targetsOf(Version, Map), Analysis->calls())) {}

  bool operator()(const Candidate &What) const {
    const llvm::Instruction *I = What.Site < Sites.size() ? Sites[What.Site] : nullptr;
    if (!I)
      return true; // in a model: who has called it is not known
    bool Sides = What.What == DecisionKind::Branch || What.What == DecisionKind::Switch;
    if (!Sides || I->getNumSuccessors() < 2)
      return Ahead->from(*I->getParent());
    // Of a branch, side 1 is the first successor.
    unsigned Taken = llvm::isa<llvm::BranchInst>(I) ? 1 - unsigned(What.LastSide) : unsigned(What.LastSide);
    for (unsigned Side = 0; Side != I->getNumSuccessors(); ++Side)
      if ((What.Sides != 1 || Side != Taken) && Ahead->from(*I->getSuccessor(Side)))
        return true;
    return false;
  }

private:
  std::vector<const llvm::Instruction *> Sites;
  std::shared_ptr<ProgramAnalysis> Analysis;
  std::shared_ptr<Reachability> Ahead;
};

/// Paths that execute no change show the same in both versions, so that eXpress leaves them out. A candidate is kept if
/// its run has come to a change, before or after it: which, the coverage does not tell.
std::unique_ptr<Strategy> strategyOf(Baseline How, const ComparedProgram &Program, const TracedVersion &Version,
                                     const ChangeMap &Map) {
  if (How != Baseline::Express)
    return coverageNewFirst();
  return pruned(coverageNewFirst(), [&Program, MayReach = MayReachChange(Version, Map)](const Candidate &What) {
    return Program.reachesChange() || MayReach(What);
  });
}

ExplorationOptions explorationOptions(const PartitionOptions &From) {
  ExplorationOptions To;
  To.Time = From.Time;
  To.MostRuns = From.MostRuns;
  To.MostMemory = From.MostMemory;
  To.QueryTime = From.QueryTime;
  To.PinAlternatives = From.PinAlternatives;
  To.Seeds = From.Seeds;
  To.ProgressInterval = From.ProgressInterval;
  if (From.Progress)
    To.Progress = [Show = From.Progress](const ExplorationProgress &Now) {
      Show({0, 0, 0, Now.Frontier, Now.Runs, Now.Queries, Now.Seconds});
    };
  return To;
}

/// Both baselines that explore paths. True if they have tried everything that they wanted to try.
bool explorePaths(Baseline How, const ChangeMap &Map, Comparison &Both, const SymbolicInput &Space, Solver &Ask,
                  const PartitionOptions &Options) {
  ComparedProgram Program(Both, Space, Options.Interrupt, How == Baseline::Express);
  auto Choose = strategyOf(How, Program, Both.newVersion(), Map);
  ExplorationOptions Wanted = explorationOptions(Options);
  Wanted.Interrupt = &Program.stop();
  Exploration Found = explore(Space, {&Program}, Ask, *Choose, Wanted);
  PartitionSearch &To = Both.found();
  bool Enough = Both.isDifferent() && Found.Stopped == StopReason::Interrupted;
  To.Stopped = Enough ? StopReason::None : Found.Stopped;
  To.Open = To.Stopped == StopReason::None ? 0 : Found.Open; // what was left out is not open
  To.Holes.insert(Found.Holes.begin(), Found.Holes.end());
  To.Failure = Found.Failure;
  To.Covered = To.Statistics.Runs == 0 && Found.Complete; // the assumptions admit no input
  To.Statistics.Questions = Found.Statistics.Questions;
  To.Statistics.SolverSeconds = Found.Statistics.SolverSeconds;
  return Found.Stopped == StopReason::None && !Found.Failure && Found.Holes.empty();
}

/// An input that the assumptions admit.
std::optional<InputAssignment> anyInput(const SymbolicInput &Space, Solver &Ask, const PartitionOptions &Options,
                                        PartitionSearch &Found) {
  InputAssignment Input = zeros(Space);
  if (admits(Space, Input))
    return Input;
  Stopwatch Watch;
  SolverAnswer Answer = Ask.checkNear({Space.Admitted}, assignmentOf(Space, Input), Options.QueryTime);
  Found.Statistics.SolverSeconds += Watch.seconds();
  ++Found.Statistics.Questions;
  Found.Covered = Answer.What == Satisfiable::No;
  for (std::size_t I = 0; I != Input.size(); ++I)
    if (auto Value = Answer.Model.find(Space.Leaves[I]); Value != Answer.Model.end())
      Input[I] = Value->second;
  if (Answer.What == Satisfiable::Yes && admits(Space, Input))
    return Input;
  return std::nullopt;
}

InputAssignment randomInput(RandomInputs &Random, const SymbolicInput &Space, const InputAssignment &Last) {
  for (unsigned I = 0; I != MostRefused; ++I)
    if (InputAssignment Input = Random.next(); admits(Space, Input))
      return Input;
  for (unsigned I = 0; I != MostRefused; ++I)
    if (InputAssignment Input = Random.near(Last); admits(Space, Input))
      return Input;
  return Last;
}

StopReason stopOf(const PartitionOptions &Options, std::uint64_t Runs) {
  if (Options.Interrupt && *Options.Interrupt)
    return StopReason::Interrupted;
  if (Options.Time.exhausted())
    return StopReason::Time;
  return Options.MostRuns && Runs >= *Options.MostRuns ? StopReason::Runs : StopReason::None;
}

void tryAtRandom(Comparison &Both, const InputSpace &Named, const SymbolicInput &Space, Solver &Ask,
                 const PartitionOptions &Options, std::uint64_t Seed) {
  PartitionSearch &Found = Both.found();
  auto Last = anyInput(Space, Ask, Options, Found);
  if (!Last)
    return;
  for (const InputAssignment &Each : Options.Seeds)
    if (!Both.isDifferent() && admits(Space, Each))
      Both.run(Each);
  RandomInputs Random(Named, Seed);
  double Shown = 0;
  while (!Both.isDifferent()) {
    Found.Stopped = stopOf(Options, Found.Statistics.Runs);
    if (Found.Stopped != StopReason::None)
      return;
    Last = randomInput(Random, Space, *Last);
    Both.run(*Last);
    if (Options.Progress && Both.seconds() - Shown > std::chrono::duration<double>(Options.ProgressInterval).count()) {
      Shown = Both.seconds();
      Options.Progress({0, 0, 0, 0, Found.Statistics.Runs, 0, Shown});
    }
  }
}

/// Everything but the difference is unknown.
void addRest(Comparison &Both, PartitionResult &To, const SymbolicInput &Space, const std::string &Why) {
  if (!Both.same() && Both.isDifferent())
    return; // there is no example
  TermStore &Store = *To.Store;
  DifferentialPartition Rest;
  Rest.Why = {"baseline", Why};
  Rest.Basis = PartitionBasis::Unexplored;
  Rest.Example = Both.same() ? *Both.same() : zeros(Space);
  if (Both.isDifferent()) {
    Term Found = Store.boolean(true);
    for (Term Each : To.Found.Partitions.front().terms())
      Found = Store.andTerm(Found, Each);
    Rest.Conditions.push_back({Store.notTerm(Found), Conjunct::Kind::Input, {}, 0, 0});
  }
  Rest.Id = static_cast<unsigned>(To.Found.Partitions.size() + 1);
  Rest.Seconds = Both.seconds();
  To.Found.Partitions.push_back(std::move(Rest));
  To.Found.Covered = true;
}

std::string reasonText(Baseline How, const PartitionSearch &Found, bool Everything) {
  std::string Text = "the baseline '" + std::string(toString(How)) + "' ran " + std::to_string(Found.Statistics.Runs) +
                     " inputs, which proves nothing about others";
  if (How == Baseline::Dart && Everything)
    Text += " (of every path of the new version one)";
  if (How == Baseline::Express && Everything)
    Text += " (of every path of the new version that executes a change, or comes by where code was removed, one)";
  return Text;
}

} // namespace

std::string_view toString(Baseline How) {
  switch (How) {
  case Baseline::Dart:
    return "dart";
  case Baseline::Express:
    return "express";
  case Baseline::Random:
    return "random";
  }
  return "";
}

Result<PartitionResult> searchBaseline(Baseline How, const ChangeMap &Map, const InputSpace &Space,
                                       const PartitionPairOptions &Options, const Workspace &Place) {
  if (!Options.Store.empty())
    return usageError("--store is for partitions: the strategy '" + std::string(toString(How)) + "' keeps nothing");
  PartitionPairOptions OfPaths = Options;
  OfPaths.MergeFrom = 0;
  auto List = listVersions({&Map}, Space, OfPaths, Place);
  if (!List)
    return List.takeError();
  PartitionResult &Result = (*List)->Result;
  auto Ask = makeExplorationSolver(*Result.Store, {.LogQueries = Options.QueryLog});
  if (!Ask)
    return Ask.takeError();
  PartitionOptions Search = Options.Search;
  Search.Time = Options.Time ? Options.Whole.part(*Options.Time) : Options.Whole;
  SymbolicInput Inputs = (*List)->inputs();
  Comparison Both(**List, Options);
  bool Everything = false;
  if (How == Baseline::Random)
    tryAtRandom(Both, Space, Inputs, **Ask, Search, Options.Seed);
  else
    Everything = explorePaths(How, Map, Both, Inputs, **Ask, Search);
  Result.Found.Statistics.Seconds = Both.seconds();
  Result.Found.Statistics.Solver = (*Ask)->statistics();
  if (Result.Found.Failure && !Both.isDifferent())
    return *Result.Found.Failure;
  if (Both.isDifferent())
    if (auto Traced = (*List)->Run->generalise(Result.Found.Partitions.front().Example))
      Result.Found.Partitions.front().Changes = Traced->Changes;
  if (!Result.Found.Covered) // else the assumptions admit no input
    addRest(Both, Result, Inputs, reasonText(How, Result.Found, Everything));
  return std::move(Result);
}

} // namespace vernier
