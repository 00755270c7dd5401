#include "Common.h"
#include "Supervise.h"

#include "base/Memory.h"
#include "base/TextFile.h"

#include "project/Workspace.h"
#include "report/Json.h"
#include "report/Picture.h"

#include <cstdio>
#include <iostream>

namespace vernier::cli {

int exitCodeOf(const CommonOptions &Options, Answer What) {
  switch (What) {
  case Answer::Equal:
    return NothingToReport;
  case Answer::Different:
    return Findings;
  case Answer::Unknown:
    break;
  }
  return Options.AllowUnknown ? NothingToReport : Undecided;
}

void addCommonOptions(CLI::App &Verb, CommonOptions &Options) {
  Verb.add_option("--json", Options.Json, "Write the result as JSON; - is standard output")->type_name("FILE");
  Verb.add_flag("-q,--quiet", Options.Quiet, "Print nothing but errors");
  Verb.add_flag("-v,--verbose", Options.Verbose, "Tell what takes long while it happens");
  Verb.add_option("--time", Options.Time, "Stop after this time: 30s, 5m")->type_name("TIME");
  Verb.add_option("--memory", Options.Memory,
                  "The most that Vernier may hold: 512M, 2G (default: half of the machine's)")
      ->type_name("SIZE");
  Verb.add_flag("--no-color", Options.NoColor, "Accepted for scripts; the output has no colours");
  Verb.add_flag("--no-project-file", Options.NoProjectFile, "Without the flags of .vernier.toml");
  Verb.add_flag("--allow-unknown", Options.AllowUnknown, "Exit with 0 instead of 4 when something is undecided");
}

void addBuildOptions(CLI::App &Verb, CommonOptions &Options) {
  Verb.add_option("--target", Options.Build.Target, "The executable or library to analyse, if there are several")
      ->type_name("NAME")
      ->group("Building");
  Verb.add_option("--build", Options.Build.BuildCommand,
                  "Build a directory or revision with this command; CC and CXX are set to the recording wrapper")
      ->type_name("CMD")
      ->group("Building");
  Verb.add_option("-j,--jobs", Options.Build.Jobs, "Compile this many files at once")
      ->type_name("N")
      ->group("Building");
  Verb.add_option("--cflag", Options.Build.CompilerOptions,
                  "For plain source files: one compiler option (repeatable), as in --cflag=-Iinclude")
      ->type_name("OPTION")
      ->allow_extra_args(false)
      ->group("Building");
  Verb.add_option("--ldflag", Options.Build.LinkOptions, "One more link option (repeatable), as in --ldflag=-lm")
      ->type_name("OPTION")
      ->allow_extra_args(false)
      ->group("Building");
}

void addPairOfVersions(CLI::App &Verb, CommonOptions &Options, const std::string &Further) {
  Verb.add_option("versions", Options.Versions,
                  "OLD NEW, or REV1..REV2, or REV.. (against the working tree), or REV (against its parent)" +
                      (Further.empty() ? "" : ", or " + Further) + "; none: HEAD against the working tree")
      ->type_name("VERSION");
}

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

Result<std::uint64_t> memoryOf(const CommonOptions &Options) {
  auto Most = bytesOf("--memory", Options.Memory);
  if (!Most)
    return Most.takeError();
  return Most->value_or(usualResidentLimit());
}

namespace {

int superviseVerb(CommonOptions &Options, std::optional<std::chrono::milliseconds> Time,
                  const std::function<int()> &Run, const Unfinished &Otherwise) {
  auto Memory = memoryOf(Options);
  if (!Memory)
    return fail(Memory.error());
  SupervisedVerb Verb;
  WorkClock Clock(Time);
  Options.Clock = &Clock;
  Verb.Run = [&](WorkClock &Mine) {
    Mine.run();
    return Run();
  };
  Verb.Unfinished = Otherwise;
  Verb.Memory = *Memory;
  int Code = supervise(Verb, Clock);
  Options.Clock = nullptr;
  return Code;
}

int failUnfinished(const Reason &Why, const std::optional<KnownSoFar> &) {
  return fail(analysisError(Why.Message));
}

} // namespace

int runWithin(CommonOptions &Options, std::optional<std::chrono::milliseconds> Usual, const std::function<int()> &Run,
              const Unfinished &Otherwise) {
  auto Time = timeOf(Options);
  if (!Time)
    return fail(Time.error());
  return superviseVerb(Options, *Time ? *Time : Usual, Run, Otherwise);
}

int runWithin(CommonOptions &Options, const std::function<int()> &Run) {
  return runWithin(Options, std::nullopt, Run, failUnfinished);
}

int runWithinMemory(CommonOptions &Options, const std::function<int()> &Run) {
  return superviseVerb(Options, std::nullopt, Run, failUnfinished);
}

Result<std::optional<std::chrono::milliseconds>> timeOf(const CommonOptions &Options) {
  using Time = std::optional<std::chrono::milliseconds>;
  if (Options.Time.empty())
    return Time();
  Time Limit = parseDuration(Options.Time);
  if (!Limit)
    return usageError("--time '" + Options.Time + "' is not a time; write 30s, 5m or 250ms");
  return Limit;
}

Result<Budget> budgetOf(const CommonOptions &Options) {
  auto Limit = timeOf(Options);
  if (!Limit)
    return Limit.takeError();
  return *Limit ? Budget(**Limit) : Budget();
}

BuildOptions buildOptions(const CommonOptions &Options) {
  BuildOptions Build = Options.Build;
  if (Options.Verbose)
    Build.Progress = [](const std::string &Line) { std::cerr << "vernier: " << Line << std::endl; };
  return Build;
}

Result<Program> buildOne(CommonOptions &Options) {
  if (Options.Versions.size() != 1)
    return usageError("expected one version (files, a directory or a git revision), got " +
                      std::to_string(Options.Versions.size()));
  auto Spec = parseVersion(Options.Versions.front(), {}, Options.Paths);
  if (!Spec)
    return Spec.takeError();
  auto Space = Workspace::open();
  if (!Space)
    return Space.takeError();
  Building Now(Options.Clock);
  return buildVersion(*Spec, buildOptions(Options), *Space);
}

Result<std::vector<std::unique_ptr<Program>>> buildOneOrTwo(CommonOptions &Options) {
  if (Options.Versions.size() > 2)
    return usageError("expected one version or two, got " + std::to_string(Options.Versions.size()) +
                      "; several files of one version are written old/a.c,old/b.c");
  std::vector<VersionSpec> Specs;
  if (Options.Versions.size() == 1 && Options.Versions.front().find("..") == std::string::npos) {
    auto Spec = parseVersion(Options.Versions.front(), {}, Options.Paths);
    if (!Spec)
      return Spec.takeError();
    Specs = {*Spec};
  } else {
    auto Pair = parseVersions(Options.Versions, {}, Options.Paths);
    if (!Pair)
      return Pair.takeError();
    Specs = {Pair->Old, Pair->New};
  }
  auto Space = Workspace::open();
  if (!Space)
    return Space.takeError();
  std::vector<std::unique_ptr<Program>> Result;
  Building Now(Options.Clock);
  for (const VersionSpec &Spec : Specs) {
    auto Built = buildVersion(Spec, buildOptions(Options), *Space);
    if (!Built)
      return Built.takeError();
    Result.push_back(std::make_unique<Program>(std::move(*Built)));
    tellWarnings(Options, *Result.back());
  }
  return Result;
}

Result<ComparedPair> comparePair(CommonOptions &Options, const std::string &Entry) {
  if (Options.Versions.size() > 2)
    return usageError("expected OLD NEW, REV1..REV2 or REV, got " + std::to_string(Options.Versions.size()) +
                      " arguments; several files of one version are written old/a.c,old/b.c");
  auto Both = compareVersions(Options, Entry);
  if (!Both)
    return Both.takeError();
  return ComparedPair{std::move(Both->Programs[0]), std::move(Both->Programs[1]), std::move(*Both->Maps[0])};
}

std::vector<const ChangeMap *> ComparedVersions::maps() const {
  std::vector<const ChangeMap *> All;
  for (const auto &Each : Maps)
    All.push_back(Each.get());
  return All;
}

std::vector<ChangedStatement> ComparedVersions::changes() const {
  std::vector<ChangedStatement> All;
  for (const auto &Map : Maps)
    for (ChangedStatement &Each : changedStatements(*Map)) {
      All.push_back(std::move(Each));
      All.back().Id = static_cast<unsigned>(All.size());
    }
  return All;
}

namespace {} // namespace

Result<std::vector<VersionSpec>> specsOf(const CommonOptions &Options) {
  if (Options.Versions.size() <= 2) {
    auto Pair = parseVersions(Options.Versions, {}, Options.Paths);
    if (!Pair)
      return Pair.takeError();
    return std::vector<VersionSpec>{Pair->Old, Pair->New};
  }
  std::vector<VersionSpec> Specs;
  for (const std::string &Text : Options.Versions) {
    auto Spec = parseVersion(Text, {}, Options.Paths);
    if (!Spec)
      return Spec.takeError();
    Specs.push_back(std::move(*Spec));
  }
  return Specs;
}

Result<ComparedVersions> compareVersions(CommonOptions &Options, const std::string &Entry) {
  auto Specs = specsOf(Options);
  if (!Specs)
    return Specs.takeError();
  auto Space = Workspace::open();
  if (!Space)
    return Space.takeError();
  ComparedVersions Result;
  for (const VersionSpec &Spec : *Specs) {
    Building Now(Options.Clock);
    auto Built = buildVersion(Spec, buildOptions(Options), *Space);
    if (!Built)
      return Built.takeError();
    Result.Programs.push_back(std::make_unique<Program>(std::move(*Built)));
  }
  for (const auto &Each : Result.Programs)
    tellWarnings(Options, *Each);
  for (std::size_t I = 1; I != Result.Programs.size(); ++I) {
    Result.Maps.push_back(std::make_unique<ChangeMap>(
        computeChangeMap(*Result.Programs[I - 1], *Result.Programs[I], Entry == "main" ? "" : Entry)));
    if (Status Common = somethingInCommon(*Result.Maps.back()); !Common)
      return Common.takeError();
  }
  return Result;
}

int fail(const Error &Why) {
  std::cout.flush();
  if (!Why.Output.empty())
    std::cerr << Why.Output << (Why.Output.back() == '\n' ? "" : "\n");
  std::cerr << "vernier: error: " << Why.Message << std::endl;
  return Why.Kind == ErrorKind::Usage ? UsageError : CouldNotAnalyse;
}

void addBuildTime(const CommonOptions &Options, llvm::json::Object &Document) {
  if (Options.Clock)
    Document["build_seconds"] = static_cast<double>(Options.Clock->paused().count()) / 1000;
}

int writeJson(const CommonOptions &Options, llvm::json::Object Document, int Code) {
  if (Options.Json.empty())
    return Code;
  addBuildTime(Options, Document);
  return writeJson(Options, printed(std::move(Document)), Code);
}

int writeJson(const CommonOptions &Options, const std::string &Text, int Code) {
  if (Options.Json.empty())
    return Code;
  if (Options.Json == "-") {
    std::cout << Text << std::flush;
    return std::cout ? Code : fail(analysisError("cannot write the JSON to standard output"));
  }
  if (Status Written = writeTextFile(Options.Json, Text); !Written)
    return fail(Written.error());
  return Code;
}

void tell(const CommonOptions &Options, const std::string &Text) {
  if (!Options.Quiet && Options.Json != "-")
    std::cout << Text << std::flush;
}

void tellWarnings(const CommonOptions &Options, const Program &Version) {
  if (!Options.Quiet)
    for (const std::string &Warning : Version.Warnings)
      std::cerr << "vernier: warning: " << Version.label() << ": " << Warning << std::endl;
}

void addDrawingOptions(CLI::App &Verb, DrawingOptions &Options, const std::string &What) {
  Verb.add_option("--dot", Options.Dot, "Write " + What + " as Graphviz text; - is standard output")->type_name("FILE");
  Verb.add_option("--svg", Options.Svg, "Draw " + What + " (needs Graphviz)")->type_name("FILE");
}

Status draw(const DrawingOptions &Options, const std::string &Dot) {
  if (Options.Dot == "-")
    std::cout << Dot << std::flush;
  else if (!Options.Dot.empty())
    if (Status Written = writeTextFile(Options.Dot, Dot); !Written)
      return Written;
  if (!Options.Svg.empty())
    return writeSvg(Options.Svg, Dot);
  return Done{};
}

} // namespace vernier::cli
