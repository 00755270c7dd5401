#pragma once

#include "base/Budget.h"
#include "base/Result.h"
#include "bitcode/Program.h"
#include "bitcode/VersionBuilder.h"
#include "changes/ChangeMap.h"
#include "project/VersionSpec.h"
#include "verdict/Verdict.h"

#include <CLI/CLI.hpp>
#include <llvm/Support/JSON.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vernier::cli {

class WorkClock;
struct KnownSoFar;

/// Stable exit codes (docs/design.md#results).
enum ExitCode { NothingToReport = 0, Findings = 1, UsageError = 2, CouldNotAnalyse = 3, Undecided = 4 };

struct CommonOptions;

/// The exit code of an answer; with --allow-unknown an open one is nothing to report.
int exitCodeOf(const CommonOptions &Options, Answer What);

/// What every verb takes.
struct CommonOptions {
  std::string Json; ///< a file, or - for standard output
  bool Quiet = false;
  bool Verbose = false;
  bool AllowUnknown = false;
  bool NoColor = false;
  bool NoProjectFile = false; ///< read from the arguments before they are parsed (ProjectFlags.h)
  std::string Time, Memory;
  WorkClock *Clock = nullptr; ///< of the verb that is running
  BuildOptions Build;
  std::vector<std::string> Versions;
  std::vector<std::string> Paths; ///< what stands after `--`
};

void addCommonOptions(CLI::App &Verb, CommonOptions &Options);
void addBuildOptions(CLI::App &Verb, CommonOptions &Options);
/// The positional arguments of verbs that compare two versions.
void addPairOfVersions(CLI::App &Verb, CommonOptions &Options, const std::string &Further = {});

/// What is told if a verb had to be ended, of what is known so far; the exit code.
using Unfinished = std::function<int(const Reason &, const std::optional<KnownSoFar> &)>;

/// Runs a verb within its time and memory (Supervise.h). Usual: its time if --time is not given; none: no limit.
int runWithin(CommonOptions &Options, std::optional<std::chrono::milliseconds> Usual, const std::function<int()> &Run,
              const Unfinished &Otherwise);
/// The same for verbs that have no result then.
int runWithin(CommonOptions &Options, const std::function<int()> &Run);
/// Within its memory only.
int runWithinMemory(CommonOptions &Options, const std::function<int()> &Run);

/// `512M`, `2G`, or bytes; nothing if the flag is not given.
Result<std::optional<std::uint64_t>> bytesOf(const std::string &Flag, llvm::StringRef Text);
/// What --memory says, or half of what the machine has.
Result<std::uint64_t> memoryOf(const CommonOptions &Options);

/// What --time says; nothing if it is not given.
Result<std::optional<std::chrono::milliseconds>> timeOf(const CommonOptions &Options);
/// The same, from now on.
Result<Budget> budgetOf(const CommonOptions &Options);

/// What --build, --target and the like say; with --verbose it tells what takes long.
BuildOptions buildOptions(const CommonOptions &Options);

/// Both versions, built, and the map between them.
struct ComparedPair {
  std::unique_ptr<Program> Old, New; // the map refers to them
  ChangeMap Map;
};
/// Entry: what both versions are started at, if it is not main.
Result<ComparedPair> comparePair(CommonOptions &Options, const std::string &Entry = {});

/// Two or more versions, built, and the map between each and the next.
struct ComparedVersions {
  std::vector<std::unique_ptr<Program>> Programs; // the maps refer to them
  std::vector<std::unique_ptr<ChangeMap>> Maps;

  const Program &first() const { return *Programs.front(); }
  const Program &last() const { return *Programs.back(); }
  std::vector<const ChangeMap *> maps() const;
  /// Of all maps, numbered from 1 on.
  std::vector<ChangedStatement> changes() const;
};
/// OLD NEW, REV1..REV2, REV, or V0 V1 V2 and more.
Result<ComparedVersions> compareVersions(CommonOptions &Options, const std::string &Entry = {});
/// What the versions on the command line are.
Result<std::vector<VersionSpec>> specsOf(const CommonOptions &Options);
Result<Program> buildOne(CommonOptions &Options);
/// VERSION, or OLD NEW, or REV1..REV2; they need not have anything in common.
Result<std::vector<std::unique_ptr<Program>>> buildOneOrTwo(CommonOptions &Options);

/// Prints the error as `vernier: error: ...` behind what the tool that failed printed; returns the exit code for it.
int fail(const Error &Why);

/// How long builds took, which is not part of --time.
void addBuildTime(const CommonOptions &Options, llvm::json::Object &Document);
/// Writes the document where --json says; returns Code, or the code of an error.
int writeJson(const CommonOptions &Options, llvm::json::Object Document, int Code);
int writeJson(const CommonOptions &Options, const std::string &Text, int Code);

/// Text for people: not printed with --quiet, nor when the JSON goes to standard output.
void tell(const CommonOptions &Options, const std::string &Text);
/// The same for warnings of the builds, on standard error.
void tellWarnings(const CommonOptions &Options, const Program &Version);

/// Where the drawings go.
struct DrawingOptions {
  std::string Dot, Svg;
};
void addDrawingOptions(CLI::App &Verb, DrawingOptions &Options, const std::string &What = "the change sequence graph");
Status draw(const DrawingOptions &Options, const std::string &Dot);

// The verbs. Each adds its subcommand and sets Code when it is run.
void addImpact(CLI::App &Vernier, CommonOptions &Options, int &Code);
void addSlice(CLI::App &Vernier, CommonOptions &Options, int &Code);
void addComplexity(CLI::App &Vernier, CommonOptions &Options, int &Code);
void addInit(CLI::App &Vernier, CommonOptions &Options, int &Code);
void addCheck(CLI::App &Vernier, CommonOptions &Options, int &Code);
void addVerify(CLI::App &Vernier, CommonOptions &Options, int &Code);
void addExplore(CLI::App &Vernier, CommonOptions &Options, int &Code);
void addExpose(CLI::App &Vernier, CommonOptions &Options, int &Code);
void addInteract(CLI::App &Vernier, CommonOptions &Options, int &Code);
void addGuard(CLI::App &Vernier, CommonOptions &Options, int &Code);
void addReplay(CLI::App &Vernier, CommonOptions &Options, int &Code);
void addSelect(CLI::App &Vernier, CommonOptions &Options, int &Code);
void addEfsm(CLI::App &Vernier, CommonOptions &Options, int &Code);

} // namespace vernier::cli
