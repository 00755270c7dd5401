#include "SearchFlags.h"

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
  Verb.add_option("--memory", Flags.Memory, "Stop when Vernier holds this much: 512M, 2G")
      ->type_name("SIZE")
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

namespace {

/// `512M`, `2G`, or bytes; nothing if the flag is not given.
Result<std::optional<std::uint64_t>> bytesOf(const std::string &Flag, llvm::StringRef Text) {
  if (Text.empty())
    return std::optional<std::uint64_t>();
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
  return std::optional<std::uint64_t>(Count * Unit);
}

} // namespace

Result<SearchLimits> searchLimits(const SearchFlags &Flags) {
  SearchLimits Limits;
  if (Flags.Resume && Flags.Store.empty())
    return usageError("--resume goes on with what --store FILE holds; name the file");
  if (Flags.Runs)
    Limits.MostRuns = Flags.Runs;
  auto Memory = bytesOf("--memory", Flags.Memory), RunMemory = bytesOf("--run-memory", Flags.RunMemory);
  if (!Memory || !RunMemory)
    return Memory ? RunMemory.takeError() : Memory.takeError();
  Limits.MostMemory = *Memory;
  Limits.RunMemory = *RunMemory;
  return Limits;
}

Result<std::vector<InputAssignment>> seedsOf(const CommonOptions &Options, const std::string &From,
                                             const InputSpace &Space) {
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
