#include "SearchFlags.h"

#include "base/Memory.h"
#include "execution/builds/SanitizedBuild.h"
#include "input/EnvironmentNames.h"
#include "input/ReadInput.h"
#include "report/tests/SavedTestJson.h"

#include <llvm/ADT/StringRef.h>

#include <unistd.h>

#include <csignal>
#include <iostream>

namespace vernier::cli {

void addSearchFlags(CLI::App &Verb, SearchFlags &Flags, const std::string &Group) {
  Verb.add_option("--runs", Flags.Runs, "Stop after this many runs")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->group(Group);
  Verb.add_option("--run-memory", Flags.RunMemory, "The most that one run may have (default 2G)")
      ->type_name("SIZE")
      ->group(Group);
  Verb.add_option("--tests", Flags.Tests, "Saved tests to begin with")->type_name("DIR")->group(Group);
  Verb.add_option("--store", Flags.Store, "Keep what is found in this file, so that a stop loses nothing")
      ->type_name("FILE")
      ->group(Group);
  Verb.add_flag("--resume", Flags.Resume, "Go on with what --store holds")->group(Group);
  Verb.add_option("--log-queries", Flags.QueryLog, "Write every question to the solver as SMT-LIB")
      ->type_name("DIR")
      ->group(Group);
}

Result<SearchLimits> searchLimits(const SearchFlags &Flags) {
  SearchLimits Limits;
  if (Flags.Resume && Flags.Store.empty())
    return usageError("--resume goes on with what --store FILE holds; name the file");
  if (Flags.Runs)
    Limits.MostRuns = Flags.Runs;
  auto RunMemory = bytesOf("--run-memory", Flags.RunMemory);
  if (!RunMemory)
    return RunMemory.takeError();
  // Exploring ends with what there is before everything has to be ended.
  Limits.MostMemory = residentLimit() / 5 * 4;
  Limits.RunMemory = *RunMemory;
  return Limits;
}

Result<DirectedSubject> directedSubject(CommonOptions &Options, const InputFlags &Flags) {
  auto Input = inputOptions(Flags);
  if (!Input)
    return Input.takeError();
  auto Cache = Workspace::open();
  if (!Cache)
    return Cache.takeError();
  auto Pair = comparePair(Options, Flags.Entry);
  if (!Pair)
    return Pair.takeError();
  addNamedVariables(*Input, *Pair->Old, *Pair->New);
  auto Space = inputSpace(*Pair->Old, *Pair->New, *Input);
  if (!Space)
    return Space.takeError();
  return DirectedSubject{std::move(*Input), std::move(*Cache), std::move(*Pair), std::move(*Space)};
}

Result<std::vector<InputAssignment>> seedsOf(const CommonOptions &Options, const std::string &From,
                                             const InputSpace &Space) {
  if (From.empty())
    return std::vector<InputAssignment>();
  std::vector<InputAssignment> Seeds;
  auto Tests = loadSavedTests(From);
  if (!Tests)
    return Tests.takeError();
  std::string Problem;
  unsigned Unfit = 0;
  for (const SavedTest &Test : *Tests) {
    auto Values = readInput(Space, Test.Input);
    if (Values)
      Seeds.push_back(std::move(*Values));
    else if (Unfit++ == 0)
      Problem = Test.Name + ": " + Values.error().Message;
  }
  if (Unfit && !Options.Quiet)
    std::cerr << "vernier: warning: " << Unfit << " of " << Tests->size() << " tests in '" << From
              << "' are not for this input space: " << Problem << std::endl;
  return Seeds;
}

Result<SanitizedRuns> sanitizedRuns(const CommonOptions &Options, const InputSpace &Space,
                                    std::chrono::milliseconds RunTime, const Workspace &Place) {
  CommonOptions Alone = Options;
  Alone.Build.Sanitize = true;
  auto Versions = buildOneOrTwo(Alone);
  if (!Versions)
    return Versions.takeError();
  auto Builds = std::make_shared<std::vector<SanitizedBuild>>();
  for (const auto &Version : *Versions) {
    auto Build = SanitizedBuild::create(*Version, Space, Place);
    if (!Build)
      return Build.takeError();
    Builds->push_back(std::move(*Build));
  }
  RunLimits Limits;
  Limits.Time = RunTime;
  return SanitizedRuns([Builds, Limits](Side Which, const InputAssignment &Input) {
    return (Which == Side::Old ? Builds->front() : Builds->back()).run(Input, Limits);
  });
}

namespace {

std::atomic<bool> Interrupted = false; // a signal handler can reach nothing else

} // namespace

const std::atomic<bool> &stopOnInterrupt() {
  struct sigaction Action = {};
  Action.sa_handler = [](int) { Interrupted = true; };
  Action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &Action, nullptr);
  return Interrupted;
}

bool showsProgress(const CommonOptions &Options) {
  return !Options.Quiet && isatty(STDERR_FILENO);
}

void showProgressLine(const std::string &Text) {
  std::cerr << "\r\033[K" << Text << std::flush;
}

void clearProgressLine(const CommonOptions &Options) {
  if (showsProgress(Options))
    showProgressLine("");
}

} // namespace vernier::cli
