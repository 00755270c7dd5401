#include "Common.h"
#include "Inputs.h"
#include "SearchFlags.h"

#include "explore/Explore.h"
#include "input/EnvironmentNames.h"
#include "project/Workspace.h"
#include "report/ExploreReport.h"
#include "report/Json.h"
#include "report/tests/TestFiles.h"

namespace vernier::cli {

namespace {

struct ExploreFlags {
  InputFlags Input;
  SearchFlags Search;
  std::uint64_t Seed = 1;
  std::string Strategy, Out;
  std::string Unmodelled = "report";
  std::vector<std::string> Reach;
  bool CheckOverflow = false;
};

Result<StrategyKind> strategyOf(const ExploreFlags &Flags) {
  if (Flags.Strategy.empty())
    return Flags.Reach.empty() ? StrategyKind::Coverage : StrategyKind::Distance;
  if (Flags.Strategy == "distance" && Flags.Reach.empty())
    return usageError("--strategy distance needs a place to go to: --reach FILE:LINE or --reach FUNCTION");
  if (Flags.Strategy != "distance" && !Flags.Reach.empty())
    return usageError("--reach is for --strategy distance");
  if (Flags.Strategy == "bfs")
    return StrategyKind::BreadthFirst;
  if (Flags.Strategy == "dfs")
    return StrategyKind::DepthFirst;
  if (Flags.Strategy == "random")
    return StrategyKind::Random;
  return Flags.Strategy == "distance" ? StrategyKind::Distance : StrategyKind::Coverage;
}

Status setLimits(const CommonOptions &Options, const ExploreFlags &Flags, ExploreOptions &To) {
  auto Time = timeOf(Options);
  if (!Time)
    return Time.takeError();
  To.Time = Time->value_or(std::chrono::seconds(60));
  auto Search = searchLimits(Flags.Search);
  if (!Search)
    return Search.takeError();
  To.Search.MostRuns = Search->MostRuns;
  To.Search.MostMemory = Search->MostMemory;
  if (Search->RunMemory)
    To.RunMemory = *Search->RunMemory;
  auto Limits = verifyOptions(Flags.Input);
  if (!Limits)
    return Limits.takeError();
  To.RunTime = Limits->Runs.Time;
  if (!Flags.Input.QueryTime.empty())
    To.Search.QueryTime = Limits->QueryTime;
  return Done{};
}

Result<ExploreOptions> exploreOptions(const CommonOptions &Options, const ExploreFlags &Flags,
                                      const std::atomic<bool> &Interrupted) {
  ExploreOptions Wanted;
  auto Input = inputOptions(Flags.Input);
  if (!Input)
    return Input.takeError();
  Wanted.Input = *Input;
  auto Strategy = strategyOf(Flags);
  if (!Strategy)
    return Strategy.takeError();
  Wanted.Strategy = *Strategy;
  if (Status Set = setLimits(Options, Flags, Wanted); !Set)
    return Set.takeError();
  Wanted.Targets = Flags.Reach;
  Wanted.Jobs = std::max(1u, Options.Build.Jobs);
  Wanted.Seed = Flags.Seed;
  Wanted.CheckSigned = Flags.CheckOverflow;
  Wanted.FailOnUnmodelled = Flags.Unmodelled == "fail";
  Wanted.QueryLog = Flags.Search.QueryLog;
  Wanted.Store = Flags.Search.Store;
  Wanted.Resume = Flags.Search.Resume;
  Wanted.Search.Interrupt = &Interrupted;
  if (showsProgress(Options))
    Wanted.Search.Progress = [](const ExplorationProgress &Now) { showProgressLine(progressText(Now)); };
  return Wanted;
}

Status addSeeds(const CommonOptions &Options, const std::string &From, const Program &Version, ExploreOptions &To) {
  auto Space = inputSpace(Version, Version, To.Input);
  if (!Space)
    return Space.takeError();
  auto Seeds = seedsOf(Options, From, *Space);
  if (!Seeds)
    return Seeds.takeError();
  To.Search.Seeds = std::move(*Seeds);
  return Done{};
}

/// The version and the flags that build it, for commands that can be copied.
std::string commandWords(const CommonOptions &Options) {
  std::string Words = Options.Versions.front();
  if (!Options.Build.BuildCommand.empty())
    Words += " --build '" + Options.Build.BuildCommand + "'";
  if (!Options.Build.Target.empty())
    Words += " --target " + Options.Build.Target;
  for (const std::string &Each : Options.Build.CompilerOptions)
    Words += " --cflag=" + Each;
  for (const std::string &Each : Options.Build.LinkOptions)
    Words += " --ldflag=" + Each;
  return Words;
}

int codeOf(const CommonOptions &Options, ExploreAnswer What) {
  switch (What) {
  case ExploreAnswer::NothingFound:
    return NothingToReport;
  case ExploreAnswer::Found:
    return Findings;
  case ExploreAnswer::Undecided:
    break;
  }
  return exitCodeOf(Options, Answer::Unknown);
}

int report(CommonOptions &Options, const ExploreFlags &Flags, const ExploreOptions &Wanted, const Program &Version,
           const ExploreResult &Result, const Stopwatch &Watch) {
  ExploreNames Names{commandWords(Options), nullptr, Options.Verbose};
  std::optional<TestFiles> Written;
  if (!Flags.Out.empty()) {
    auto Files = writeTestFiles(Flags.Out, Version, Result.Space, savedTests(Result, Wanted.Input, Version.label()),
                                observedTests(Result));
    if (!Files)
      return fail(Files.error());
    Written = std::move(*Files);
    Names.Written = &*Written;
  }
  tell(Options, exploreText(Result, Names));
  llvm::json::Object Document = jsonDocument("explore", &Version, nullptr, Watch.seconds());
  if (!Options.Json.empty())
    vernier::addExplore(Document, Result, Wanted.Input);
  return writeJson(Options, std::move(Document), codeOf(Options, answerOf(Result)));
}

int runExplore(CommonOptions &Options, const ExploreFlags &Flags) {
  Stopwatch Watch;
  auto Wanted = exploreOptions(Options, Flags, stopOnInterrupt());
  if (!Wanted)
    return fail(Wanted.error());
  auto Place = Workspace::open();
  if (!Place)
    return fail(Place.error());
  auto Version = buildOne(Options);
  if (!Version)
    return fail(Version.error());
  tellWarnings(Options, *Version);
  addNamedVariables(Wanted->Input, *Version, *Version);
  if (!Flags.Search.Tests.empty())
    if (Status Added = addSeeds(Options, Flags.Search.Tests, *Version, *Wanted); !Added)
      return fail(Added.error());
  auto Result = exploreProgram(*Version, *Wanted, *Place);
  clearProgressLine(Options);
  if (!Result)
    return fail(Result.error());
  return report(Options, Flags, *Wanted, *Version, *Result, Watch);
}

void addExploreFlags(CLI::App &Verb, ExploreFlags &Flags) {
  const char *Group = "Search";
  addSearchFlags(Verb, Flags.Search, Group);
  addRunTimeFlag(Verb, Flags.Input, Group);
  addQueryTimeFlag(Verb, Flags.Input, Group, "5s");
  Verb.add_option("--seed", Flags.Seed, "For what is chosen at random")
      ->type_name("N")
      ->capture_default_str()
      ->group(Group);
  Verb.add_option("--strategy", Flags.Strategy,
                  "What is tried next: coverage (default), bfs, dfs, random, distance (to --reach)")
      ->check(CLI::IsMember({"coverage", "bfs", "dfs", "random", "distance"}))
      ->type_name("NAME")
      ->group(Group);
  Verb.add_option("--reach", Flags.Reach, "A place to get to (repeatable); means --strategy distance")
      ->type_name("FILE:LINE|FUNCTION")
      ->allow_extra_args(false)
      ->group(Group);
  Verb.add_option("--unmodelled", Flags.Unmodelled,
                  "Functions that nobody knows the effects of: report what they leave open, or fail")
      ->check(CLI::IsMember({"fail", "report"}))
      ->capture_default_str()
      ->group(Group);
  Verb.add_flag("--check-overflow", Flags.CheckOverflow, "Signed overflow is a finding")->group(Group);
}

} // namespace

void addExplore(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto Flags = std::make_shared<ExploreFlags>();
  auto *Verb = Vernier.add_subcommand("explore", "Run one version on an input for each path: tests, crashes, coverage");
  Verb->add_option("version", Options.Versions, "Files, a directory or a git revision")
      ->type_name("VERSION")
      ->required();
  Verb->add_option("--out", Flags->Out, "Write the tests: to replay, for fuzzers, as shell script or GoogleTest")
      ->type_name("DIR");
  addSpaceFlags(*Verb, Flags->Input, true);
  addExploreFlags(*Verb, *Flags);
  addCommonOptions(*Verb, Options);
  addBuildOptions(*Verb, Options);
  Verb->footer("It stops after 60s unless --time says otherwise, and at Ctrl-C, with what it has.\n"
               "Examples:\n  vernier explore prog.c --entry parse --length text=6 --out tests\n"
               "  vernier explore prog.c --argv 2x3 --stdin 4 --time 5m\n"
               "  vernier explore HEAD --build make --target prog --reach src/prog.c:120\n"
               "  vernier explore prog.c --entry f --tests tests --json report.json");
  Verb->callback(
      [&Options, &Code, Flags] { Code = runWithinMemory(Options, [&] { return runExplore(Options, *Flags); }); });
}

} // namespace vernier::cli
