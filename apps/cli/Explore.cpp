#include "Common.h"
#include "Inputs.h"

#include "explore/Explore.h"
#include "input/ReadInput.h"
#include "project/Workspace.h"
#include "report/ExploreReport.h"
#include "report/Json.h"
#include "report/SavedTestJson.h"
#include "report/TestFiles.h"

#include <llvm/ADT/StringRef.h>

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <iostream>

namespace vernier::cli {

namespace {

struct ExploreFlags {
  InputFlags Input;
  std::uint64_t Runs = 0;
  std::uint64_t Seed = 1;
  std::string Memory, RunMemory, Strategy, Tests, Store, Out, QueryLog;
  std::string Unmodelled = "report";
  std::vector<std::string> Reach;
  bool Resume = false, CheckOverflow = false;
};

/// Set by Ctrl-C. The next one ends the program at once.
std::atomic<bool> Interrupted = false;

void stopOnInterrupt() {
  struct sigaction Action = {};
  Action.sa_handler = [](int) { Interrupted = true; };
  Action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &Action, nullptr);
}

/// `512M`, `2G`, or bytes.
Result<std::uint64_t> bytesOf(const std::string &Flag, llvm::StringRef Text) {
  llvm::StringRef Number = Text;
  std::uint64_t Unit = 1, Count = 0;
  if (Number.consume_back("K"))
    Unit = 1 << 10;
  else if (Number.consume_back("M"))
    Unit = 1 << 20;
  else if (Number.consume_back("G"))
    Unit = 1 << 30;
  if (Number.getAsInteger(10, Count) || Count == 0 || Count > (std::uint64_t(1) << 60) / Unit)
    return usageError(Flag + " '" + Text.str() + "' is not understood; write 512M or 2G");
  return Count * Unit;
}

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
  if (Flags.Runs)
    To.Search.MostRuns = Flags.Runs;
  if (!Flags.Memory.empty()) {
    auto Bytes = bytesOf("--memory", Flags.Memory);
    if (!Bytes)
      return Bytes.takeError();
    To.Search.MostMemory = *Bytes;
  }
  if (!Flags.RunMemory.empty()) {
    auto Bytes = bytesOf("--run-memory", Flags.RunMemory);
    if (!Bytes)
      return Bytes.takeError();
    To.RunMemory = *Bytes;
  }
  auto Limits = verifyOptions(Flags.Input);
  if (!Limits)
    return Limits.takeError();
  To.RunTime = Limits->Runs.Time;
  if (!Flags.Input.QueryTime.empty())
    To.Search.QueryTime = Limits->QueryTime;
  return Done{};
}

/// One line on the terminal that is written again and again.
void showProgress(const ExplorationProgress &Now) {
  std::cerr << "\r\033[K" << progressText(Now) << std::flush;
}

bool showsProgress(const CommonOptions &Options) {
  return !Options.Quiet && isatty(STDERR_FILENO);
}

Result<ExploreOptions> exploreOptions(const CommonOptions &Options, const ExploreFlags &Flags) {
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
  if (Flags.Resume && Flags.Store.empty())
    return usageError("--resume goes on with what --store FILE holds; name the file");
  Wanted.Targets = Flags.Reach;
  Wanted.Jobs = std::max(1u, Options.Build.Jobs);
  Wanted.Seed = Flags.Seed;
  Wanted.CheckSigned = Flags.CheckOverflow;
  Wanted.FailOnUnmodelled = Flags.Unmodelled == "fail";
  Wanted.QueryLog = Flags.QueryLog;
  Wanted.Store = Flags.Store;
  Wanted.Resume = Flags.Resume;
  Wanted.Search.Interrupt = &Interrupted;
  if (showsProgress(Options))
    Wanted.Search.Progress = showProgress;
  return Wanted;
}

/// Saved tests as inputs to begin with. Those that are for something else are counted, not used.
Status addSeeds(const CommonOptions &Options, const std::string &From, const Program &Version, ExploreOptions &To) {
  auto Tests = loadSavedTests(From);
  if (!Tests)
    return Tests.takeError();
  auto Space = inputSpace(Version, Version, To.Input);
  if (!Space)
    return Space.takeError();
  std::string Problem;
  unsigned Unfit = 0;
  for (const SavedTest &Test : *Tests) {
    auto Values = readInput(*Space, Test.Input);
    if (Values)
      To.Search.Seeds.push_back(std::move(*Values));
    else if (Unfit++ == 0)
      Problem = Test.Name + ": " + Values.error().Message;
  }
  if (Unfit && !Options.Quiet)
    std::cerr << "vernier: warning: " << Unfit << " of " << Tests->size() << " tests in '" << From
              << "' are not for this input space: " << Problem << std::endl;
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
  return Options.AllowUnknown ? NothingToReport : Undecided;
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
  stopOnInterrupt();
  auto Wanted = exploreOptions(Options, Flags);
  if (!Wanted)
    return fail(Wanted.error());
  auto Place = Workspace::open();
  if (!Place)
    return fail(Place.error());
  auto Version = buildOne(Options);
  if (!Version)
    return fail(Version.error());
  tellWarnings(Options, *Version);
  if (!Flags.Tests.empty())
    if (Status Added = addSeeds(Options, Flags.Tests, *Version, *Wanted); !Added)
      return fail(Added.error());
  auto Result = exploreProgram(*Version, *Wanted, *Place);
  if (showsProgress(Options))
    std::cerr << "\r\033[K" << std::flush;
  if (!Result)
    return fail(Result.error());
  return report(Options, Flags, *Wanted, *Version, *Result, Watch);
}

void addSearchFlags(CLI::App &Verb, ExploreFlags &Flags) {
  const char *Group = "Search";
  Verb.add_option("--runs", Flags.Runs, "Stop after this many runs")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->group(Group);
  addRunTimeFlag(Verb, Flags.Input, Group);
  addQueryTimeFlag(Verb, Flags.Input, Group, "5s");
  Verb.add_option("--memory", Flags.Memory, "Stop when Vernier holds this much: 512M, 2G")
      ->type_name("SIZE")
      ->group(Group);
  Verb.add_option("--run-memory", Flags.RunMemory, "The most that one run may have (default 2G)")
      ->type_name("SIZE")
      ->group(Group);
  Verb.add_option("--seed", Flags.Seed, "For --strategy random")->type_name("N")->capture_default_str()->group(Group);
  Verb.add_option("--strategy", Flags.Strategy,
                  "What is tried next: coverage (default), bfs, dfs, random, distance (to --reach)")
      ->check(CLI::IsMember({"coverage", "bfs", "dfs", "random", "distance"}))
      ->type_name("NAME")
      ->group(Group);
  Verb.add_option("--reach", Flags.Reach, "A place to get to (repeatable); means --strategy distance")
      ->type_name("FILE:LINE|FUNCTION")
      ->allow_extra_args(false)
      ->group(Group);
  Verb.add_option("--tests", Flags.Tests, "Saved tests to begin with")->type_name("DIR")->group(Group);
  Verb.add_option("--store", Flags.Store, "Keep what is found in this file, so that a stop loses nothing")
      ->type_name("FILE")
      ->group(Group);
  Verb.add_flag("--resume", Flags.Resume, "Go on with what --store holds")->group(Group);
  Verb.add_option("--log-queries", Flags.QueryLog, "Write every question to the solver as SMT-LIB")
      ->type_name("DIR")
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
  addSearchFlags(*Verb, *Flags);
  addCommonOptions(*Verb, Options);
  addBuildOptions(*Verb, Options);
  Verb->footer("It stops after 60s unless --time says otherwise, and at Ctrl-C, with what it has.\n"
               "Examples:\n  vernier explore prog.c --entry parse --length text=6 --out tests\n"
               "  vernier explore prog.c --argv 2x3 --stdin 4 --time 5m\n"
               "  vernier explore HEAD --build make --target prog --reach src/prog.c:120\n"
               "  vernier explore prog.c --entry f --tests tests --json report.json");
  Verb->callback([&Options, &Code, Flags] { Code = runExplore(Options, *Flags); });
}

} // namespace vernier::cli
