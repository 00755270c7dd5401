#include "explore/Explore.h"

#include "analysis/ProgramAnalysis.h"
#include "execution/builds/InstrumentedBuild.h"
#include "execution/builds/PlainBuild.h"
#include "execution/runs/Sandbox.h"
#include "explore/ConstantArguments.h"
#include "explore/TracedProgram.h"
#include "explore/UncoveredCode.h"
#include "input/Assume.h"
#include "input/LeafTerms.h"
#include "solver/ExplorationSolver.h"
#include "verdict/Codes.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/Path.h>

#include <llvm/IR/Instructions.h>
#include <sys/resource.h>

namespace vernier {

namespace {

Result<Term> assumptionsOf(const InputSpace &Space, TermStore &Store, const std::vector<Term> &Leaves) {
  auto Expressions = vernier::assumptionsOf(Space);
  if (!Expressions)
    return Expressions.takeError();
  return allHold(Store, *Expressions, Leaves);
}

/// The instructions that a target names: those of a line, or of a function.
std::vector<const llvm::Instruction *> instructionsAt(const Program &Version, const Instrumentation &Build,
                                                      const std::string &Target) {
  std::vector<const llvm::Instruction *> Result;
  auto Colon = Target.rfind(':');
  std::string File = Colon == std::string::npos ? "" : Target.substr(0, Colon);
  unsigned Line = Colon == std::string::npos ? 0 : static_cast<unsigned>(std::atoi(Target.c_str() + Colon + 1));
  for (const Site &Each : Build.Sites) {
    bool Meant = Line ? Each.Where.Line == Line &&
                            (Each.Where.File == File || llvm::StringRef(Each.Where.File).ends_with("/" + File))
                      : Each.Function == Target || Each.Where.Function == Target;
    const llvm::Function *F = Meant ? Version.module().getFunction(Each.Function) : nullptr;
    if (!F)
      continue;
    unsigned Ordinal = Each.Ordinal;
    for (const llvm::Instruction &I : llvm::instructions(*F))
      if (Ordinal-- == 0)
        Result.push_back(&I);
  }
  return Result;
}

/// Distances of what candidates have not tried, over the control dependence graph of the original program.
class TargetDistance {
public:
  TargetDistance(const Program &Version, const Instrumentation &Build,
                 llvm::ArrayRef<const llvm::Instruction *> Targets)
      : Analysis(std::make_shared<ProgramAnalysis>(Version)),
        Far(std::make_shared<Distance>(Analysis->distanceTo(Targets))), Version(Version), Build(Build) {}

  std::optional<unsigned> operator()(const Candidate &What) const {
    if (What.Site >= Build.Sites.size())
      return std::nullopt;
    const Site &Place = Build.Sites[What.Site];
    const llvm::Function *F = Version.module().getFunction(Place.Function);
    if (!F || Place.Successors < 2)
      return std::nullopt;
    unsigned Ordinal = Place.Ordinal;
    for (const llvm::Instruction &I : llvm::instructions(*F))
      if (Ordinal-- == 0)
        return nearest(I, What);
    return std::nullopt;
  }

private:
  std::optional<unsigned> nearest(const llvm::Instruction &Branch, const Candidate &What) const {
    std::optional<unsigned> Best;
    for (unsigned Side = 0; Side != Branch.getNumSuccessors(); ++Side) {
      // Of a branch, side 1 is the first successor.
      unsigned Taken = llvm::isa<llvm::BranchInst>(Branch) ? 1 - unsigned(What.LastSide) : unsigned(What.LastSide);
      if (What.Sides == 1 && Side == Taken)
        continue;
      auto Here = Far->ofSide(Branch, Side);
      if (Here && (!Best || *Here < *Best))
        Best = Here;
    }
    return Best;
  }

  std::shared_ptr<ProgramAnalysis> Analysis;
  std::shared_ptr<Distance> Far;
  const Program &Version;
  const Instrumentation &Build;
};

/// What uncovered code depends on, and what else there is at random: it may lead to what nothing seems to lead to.
std::unique_ptr<Strategy> towardsUncovered(const UncoveredCode &Uncovered, std::uint64_t Seed) {
  std::vector<std::unique_ptr<Strategy>> Members;
  Members.push_back(goalsFirst({[&](std::uint32_t Site) { return Uncovered.isOpen(Site); },
                                [&](std::uint32_t Site) { return Uncovered.importance(Site); }}));
  Members.push_back(anySite(Seed));
  Members.push_back(randomRestart(Seed));
  return interleave(std::move(Members));
}

Result<std::unique_ptr<Strategy>> strategyOf(const ExploreOptions &Options, const Program &Version,
                                             const Instrumentation &Build, const UncoveredCode &Uncovered) {
  switch (Options.Strategy) {
  case StrategyKind::Coverage:
    return towardsUncovered(Uncovered, Options.Seed);
  case StrategyKind::BreadthFirst:
    return breadthFirst();
  case StrategyKind::DepthFirst:
    return depthFirst();
  case StrategyKind::Random:
    return randomRestart(Options.Seed);
  case StrategyKind::Distance:
    break;
  }
  std::vector<const llvm::Instruction *> Targets;
  for (const std::string &Target : Options.Targets) {
    auto Found = instructionsAt(Version, Build, Target);
    if (Found.empty())
      return usageError("--reach '" + Target + "' is neither a function nor FILE:LINE with code in " + Version.label());
    Targets.insert(Targets.end(), Found.begin(), Found.end());
  }
  if (Targets.empty())
    return usageError("the strategy 'distance' needs at least one --reach FILE:LINE or function");
  return nearestFirst(TargetDistance(Version, Build, Targets));
}

/// What an exploration in a store must have in common with this one to go on with it.
ExplorationIdentity identityOf(const InstrumentedBuild &Build, const InputSpace &Space, const ExploreOptions &Options) {
  ExplorationIdentity Result = {
      {"program", llvm::sys::path::filename(llvm::sys::path::parent_path(Build.executable())).str()}};
  llvm::append_range(Result, identityOfInputs(Space));
  Result.insert(Result.end(), {{"run time", std::to_string(Options.RunTime.count())},
                               {"query time", std::to_string(Options.Search.QueryTime.count())},
                               {"pin alternatives", std::to_string(Options.Search.PinAlternatives)}});
  return Result;
}

/// User and system time of this process, or of its children that have ended and their children.
double cpuSeconds(int Who) {
  struct rusage Used = {};
  getrusage(Who, &Used);
  auto Seconds = [](const timeval &Time) { return double(Time.tv_sec) + double(Time.tv_usec) / 1e6; };
  return Seconds(Used.ru_utime) + Seconds(Used.ru_stime);
}

void countCoverage(const Instrumentation &Build, ExploreResult &Result) {
  const std::vector<std::uint8_t> &Hit = Result.Found.Coverage;
  auto IsHit = [&](std::size_t Index) { return Index < Hit.size() && Hit[Index]; };
  for (const Site &Place : Build.Sites) {
    if (Place.Model || Place.Successors < 2)
      continue;
    CoverageCount &OfFile = Result.BranchesByFile[Place.Where.File];
    for (unsigned Side = 0; Side != Place.Successors; ++Side) {
      ++Result.Branches.Total;
      ++OfFile.Total;
      if (IsHit(Place.FirstEdge + Side)) {
        ++Result.Branches.Covered;
        ++OfFile.Covered;
      } else
        Result.Uncovered.push_back({Place.Where, Side});
    }
  }
  for (unsigned I = 0; I != Build.Blocks.size(); ++I)
    if (!Build.Sites[Build.Blocks[I]].Model) {
      ++Result.Blocks.Total;
      Result.Blocks.Covered += IsHit(Build.Edges + I);
    }
}

/// An access out of bounds ends a traced run; what the plain build does then has no meaning that could be compared.
bool endedByFinding(const ExploredTest &Test) {
  return llvm::any_of(Test.Findings, [](const RunFinding &Found) { return Found.Kind == "out-of-bounds"; });
}

/// Every test on the plain build: what is reported is what the program does without any instrumentation.
Status confirm(const Program &Version, const ExploreOptions &Options, const Workspace &Place, ExploreResult &Result) {
  auto Plain = PlainBuild::create(Version, Version, Side::New, Result.Space, Place);
  if (!Plain)
    return Plain.takeError();
  RunLimits Limits;
  Limits.Time = Options.RunTime;
  Limits.Memory = Options.RunMemory;
  // Whoever interrupts does not wait for thousands of runs.
  bool Interrupted = Result.Found.Stopped == StopReason::Interrupted;
  Budget Patience(std::chrono::seconds(5));
  for (const ExploredTest &Test : Result.Found.Tests) {
    ExploredOutcome Seen;
    if (Interrupted && Patience.exhausted()) {
      Seen.Plain = Test.End;
      Seen.Compared = false;
      Result.Outcomes.push_back(std::move(Seen));
      continue;
    }
    Seen.Plain = Plain->run(Test.Input, Limits);
    Seen.Confirmed = sameBehaviour(Seen.Plain, Test.End) || endedByFinding(Test);
    if (!Seen.Confirmed)
      Seen.Deterministic = Plain->run(Test.Input, Limits) == Seen.Plain;
    Result.Outcomes.push_back(std::move(Seen));
  }
  return Done{};
}

void explain(ExploreResult &Result) {
  for (const auto &[Code, Hole] : Result.Found.Holes) {
    Reason Why{Code, std::string(meaningOfReason(Code))};
    if (!Hole.Detail.empty())
      Why.Message += " (" + Hole.Detail + ")";
    if (Hole.FirstSite < Result.Sites.size())
      Why.Where = Result.Sites[Hole.FirstSite];
    Result.Undecided.push_back(std::move(Why));
  }
  std::size_t Unstable = 0, Unconfirmed = 0, NotCompared = 0;
  for (const ExploredOutcome &Each : Result.Outcomes) {
    Unstable += !Each.Deterministic;
    Unconfirmed += !Each.Confirmed && Each.Deterministic && Each.Compared;
    NotCompared += !Each.Compared;
  }
  if (Unstable)
    Result.Undecided.push_back(
        {"not-deterministic", std::to_string(Unstable) + " inputs give different outcomes when they are run twice"});
  if (Unconfirmed)
    Result.Undecided.push_back(
        {"not-confirmed", std::to_string(Unconfirmed) + " outcomes differ from those of the plain build"});
  if (NotCompared)
    Result.Undecided.push_back({"not-confirmed", std::to_string(NotCompared) +
                                                     " outcomes were not compared with the plain build: interrupted"});
  if (Result.Found.Open)
    Result.Undecided.push_back({"budget", "the exploration stopped with " + std::to_string(Result.Found.Open) +
                                              " places left where there may be another way (--time gives it more)"});
}

} // namespace

Result<ExploreResult> exploreProgram(const Program &Version, const ExploreOptions &Options, const Workspace &Place) {
  ExploreResult Result;
  auto Space = inputSpace(Version, Version, Options.Input);
  if (!Space)
    return Space.takeError();
  Result.Space = *Space;
  Result.Assumptions = Space->Assumptions;
  Result.Notes = missingProtections();

  auto Build =
      InstrumentedBuild::create(Version, Version, Side::New, *Space, Place,
                                {.Overflow = Options.CheckSigned ? VernierOverflowIsFinding : VernierOverflowWraps});
  if (!Build)
    return Build.takeError();
  const Instrumentation &Sites = Build->instrumentation();
  for (const Site &Each : Sites.Sites)
    Result.Sites.push_back(Each.Where);
  Result.Notes.insert(Result.Notes.end(), Sites.Notes.begin(), Sites.Notes.end());
  if (Options.FailOnUnmodelled && !Sites.Unmodelled.empty())
    return analysisError("the program may call functions that nobody knows the effects of: " +
                         llvm::join(Sites.Unmodelled, ", ") + " (--unmodelled=report explores all the same)");

  TermStore Store;
  std::vector<Term> Leaves = leafTerms(Store, *Space);
  auto Admitted = assumptionsOf(*Space, Store, Leaves);
  if (!Admitted)
    return Admitted.takeError();
  SymbolicInput Inputs{Store, Leaves, *Admitted};

  RunLimits Limits;
  Limits.Time = Options.RunTime;
  Limits.Memory = Options.RunMemory;
  bool WantsCoverage = Options.Strategy == StrategyKind::Coverage;
  UncoveredCode Uncovered(Sites, Space->NewEntry);
  std::vector<std::unique_ptr<TracedProgram>> Programs;
  std::vector<Explored *> Workers;
  for (unsigned I = 0; I != std::max(1u, Options.Jobs); ++I) {
    auto Server = Build->serve(Limits);
    if (!Server)
      return Server.takeError();
    Programs.push_back(std::make_unique<TracedProgram>(std::move(*Server), Sites, Store, Leaves,
                                                       WantsCoverage ? &Uncovered : nullptr));
    Workers.push_back(Programs.back().get());
  }
  auto Choose = strategyOf(Options, Version, Sites, Uncovered);
  if (!Choose)
    return Choose.takeError();
  auto Ask = makeExplorationSolver(Store, {.LogQueries = Options.QueryLog});
  if (!Ask)
    return Ask.takeError();
  ExplorationOptions Search = Options.Search;
  std::unique_ptr<RunStore> Kept;
  if (!Options.Store.empty()) {
    auto Opened = RunStore::open(Options.Store, identityOf(*Build, *Space, Options), widthsOf(*Space), Options.Resume);
    if (!Opened)
      return Opened.takeError();
    Kept = std::move(*Opened);
    Search.Kept = Kept.get();
  }
  ConstantArguments Constants(Version.module(), *Space);
  if (WantsCoverage)
    Search.Suggested = &Constants;
  if (Options.Time)
    Search.Time = Budget(*Options.Time);
  double OwnBefore = cpuSeconds(RUSAGE_SELF), ChildrenBefore = cpuSeconds(RUSAGE_CHILDREN);
  Result.Found = explore(Inputs, Workers, **Ask, **Choose, Search);
  Result.OwnCpuSeconds = cpuSeconds(RUSAGE_SELF) - OwnBefore;
  // What was found until something failed is not thrown away.
  if (Result.Found.Failure) {
    if (Result.Found.Tests.empty())
      return *Result.Found.Failure;
    Result.Undecided.push_back({"failed", Result.Found.Failure->Message});
  }
  std::set<std::string> Unknown;
  for (const auto &Each : Programs) {
    Unknown.insert(Each->unknownCalled().begin(), Each->unknownCalled().end());
    addAssumptions(Result.Assumptions, Each->world());
  }
  Result.Unmodelled.assign(Unknown.begin(), Unknown.end());
  Programs.clear(); // the time of runs counts when their server has ended
  Result.RunCpuSeconds = cpuSeconds(RUSAGE_CHILDREN) - ChildrenBefore;
  if (Status Confirmed = confirm(Version, Options, Place, Result); !Confirmed)
    return Confirmed.error();
  countCoverage(Sites, Result);
  explain(Result);
  return Result;
}

} // namespace vernier
