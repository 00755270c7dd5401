#pragma once

#include "Common.h"
#include "Inputs.h"

#include "input/InputSpace.h"
#include "project/Workspace.h"
#include "verdict/Definedness.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vernier::cli {

/// What every exploration takes, as the user wrote it.
struct SearchFlags {
  std::uint64_t Runs = 0;
  std::string RunMemory, Tests, Store, QueryLog;
  bool Resume = false;
};

void addSearchFlags(CLI::App &Verb, SearchFlags &Flags, const std::string &Group = "Search");

/// What of the flags is the same for every exploration.
struct SearchLimits {
  std::optional<std::uint64_t> MostRuns, MostMemory, RunMemory;
};
Result<SearchLimits> searchLimits(const SearchFlags &Flags);

/// What `expose` and `interact` take alike.
template <class SearchOptions, class SearchVerbFlags>
Result<SearchOptions> directedOptions(const CommonOptions &Options, const SearchVerbFlags &Flags) {
  auto Limits = verifyOptions(Flags.Input);
  if (!Limits)
    return Limits.takeError();
  auto Time = timeOf(Options);
  if (!Time)
    return Time.takeError();
  SearchOptions Wanted;
  Wanted.Time = Time->value_or(std::chrono::seconds(60));
  if (!Flags.Input.QueryTime.empty())
    Wanted.QueryTime = Limits->QueryTime;
  Wanted.RunTime = Limits->Runs.Time;
  Wanted.RunMemory = Limits->Runs.Memory;
  Wanted.Observed = Limits->Observed;
  Wanted.WholeTexts = !Flags.NoTexts;
  if (Flags.Runs)
    Wanted.MostRuns = Flags.Runs;
  return Wanted;
}

/// What both work on.
struct DirectedSubject {
  InputOptions Input;
  Workspace Cache;
  ComparedPair Pair;
  InputSpace Space;
};
Result<DirectedSubject> directedSubject(CommonOptions &Options, const InputFlags &Flags);

/// Saved tests as inputs to begin with; without a directory there are none. Those that are for something else are
/// counted in a warning, not used.
Result<std::vector<InputAssignment>> seedsOf(const CommonOptions &Options, const std::string &From,
                                             const InputSpace &Space);

/// What the sanitizers say about runs of whole programs: both versions are built once more, with them.
using SanitizedRuns = std::function<UndefinedUse(Side, const InputAssignment &)>;
Result<SanitizedRuns> sanitizedRuns(const CommonOptions &Options, const InputSpace &Space,
                                    std::chrono::milliseconds RunTime, const Workspace &Place);

/// From now on Ctrl-C sets the flag. The next one ends the program at once.
const std::atomic<bool> &stopOnInterrupt();

// One line on the terminal that is written again and again, where there is one to write to.
bool showsProgress(const CommonOptions &Options);
void showProgressLine(const std::string &Text);
void clearProgressLine(const CommonOptions &Options);

} // namespace vernier::cli
