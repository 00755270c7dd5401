#include "Common.h"

#include "project/Git.h"
#include "report/ComplexityReport.h"
#include "report/Json.h"
#include "source/History.h"
#include "source/StandardHeaders.h"

#include <filesystem>
#include <iostream>

namespace vernier::cli {

namespace {

struct ComplexityArguments {
  DrawingOptions Drawing;
  std::optional<unsigned> Count;
  std::string Repository = ".";
  bool AsOne = false;
  bool FirstParent = false;
};

struct Measurements {
  std::vector<MeasuredChange> List;
  bool Complete = true;
  std::string Old, New; ///< what was compared, as the user wrote it
};

bool onDisk(const std::string &Name) {
  std::error_code Ignored;
  return std::filesystem::exists(Name, Ignored);
}

/// Paths on the command line are relative to the working directory, pathspecs to the root of the repository.
std::vector<std::string> pathspecs(const GitRepository &Repository, const std::vector<std::string> &Paths) {
  std::vector<std::string> Specs;
  for (const std::string &Path : Paths) {
    std::string Spec = std::filesystem::path(Repository.prefix() + Path).lexically_normal().generic_string();
    while (!Spec.empty() && Spec.back() == '/')
      Spec.pop_back();
    if (Spec != ".")
      Specs.push_back(Spec);
  }
  return Specs;
}

Status measureRevision(const GitRepository &Repository, const std::string &Revision, const CommonOptions &Options,
                       const ComplexityArguments &Arguments, const Budget &Time, Measurements &Result) {
  auto Paths = pathspecs(Repository, Options.Paths);
  if (Arguments.AsOne) {
    auto Ends = Repository.resolvePair(Revision);
    if (!Ends)
      return Ends.takeError();
    auto Measured = measureBetween(Repository, Ends->first, Ends->second, Paths);
    if (!Measured)
      return Measured.takeError();
    Measured->Subject = Revision;
    Result.List.push_back(std::move(*Measured));
    return Done{};
  }
  CommitQuery Query;
  Query.Revision = Revision;
  Query.Count = Arguments.Count;
  Query.FirstParentOnly = Arguments.FirstParent;
  Query.Paths = Paths;
  auto Commits = Repository.commits(Query);
  if (!Commits)
    return Commits.takeError();
  ComplexityOptions Shared;
  Shared.Headers = std::make_shared<StandardHeaders>();
  for (const CommitInfo &Commit : *Commits) {
    if (Time.exhausted()) {
      Result.Complete = false;
      return Done{};
    }
    if (Options.Verbose)
      std::cerr << "vernier: " << Commit.Id.substr(0, 9) << " " << Commit.Subject << std::endl;
    auto Measured = measureCommit(Repository, Commit, Paths, Shared);
    if (!Measured)
      return Measured.takeError();
    Result.List.push_back(std::move(*Measured));
  }
  return Done{};
}

Result<Measurements> measureAll(const CommonOptions &Options, const ComplexityArguments &Arguments,
                                const Budget &Time) {
  Measurements Result;
  std::vector<std::string> Names = Options.Versions;
  if (Names.size() == 2 && (onDisk(Names[0]) || onDisk(Names[1]))) {
    auto Measured = measureTrees(Names[0], Names[1], Options.Paths);
    if (!Measured)
      return Measured.takeError();
    Result.List.push_back(std::move(*Measured));
    Result.Old = Names[0];
    Result.New = Names[1];
    return Result;
  }
  auto Repository = GitRepository::open(Arguments.Repository);
  if (!Repository)
    return Repository.takeError();
  if (Names.empty())
    Names.push_back("HEAD");
  for (const std::string &Revision : Names)
    if (Status Measured = measureRevision(*Repository, Revision, Options, Arguments, Time, Result); !Measured)
      return Measured.error();
    else
      Result.New += (Result.New.empty() ? "" : " ") + Revision;
  return Result;
}

Status drawOne(const DrawingOptions &Drawing, const Measurements &Measured) {
  if (Drawing.Dot.empty() && Drawing.Svg.empty())
    return Done{};
  if (Measured.List.size() != 1)
    return usageError("--dot and --svg draw one graph, not those of " + std::to_string(Measured.List.size()) +
                      " commits; name one revision, or draw a range --as-one");
  return draw(Drawing, toDot(Measured.List.front().Complexity.Graph, Measured.List.front().Subject));
}

int runComplexity(const CommonOptions &Options, const ComplexityArguments &Arguments) {
  Stopwatch Watch;
  auto Time = budgetOf(Options);
  if (!Time)
    return fail(Time.error());
  auto Measured = measureAll(Options, Arguments, *Time);
  if (!Measured)
    return fail(Measured.error());
  if (Arguments.Drawing.Dot != "-")
    tell(Options, complexityText(Measured->List));
  if (Status Drawn = drawOne(Arguments.Drawing, *Measured); !Drawn)
    return fail(Drawn.error());
  if (!Measured->Complete && !Options.Quiet)
    std::cerr << "vernier: warning: --time ran out after " << Measured->List.size() << " commits" << std::endl;
  int Code = Measured->Complete || Options.AllowUnknown ? NothingToReport : Undecided;
  llvm::json::Object Document = jsonDocument("complexity", nullptr, nullptr, Watch.seconds());
  if (!Measured->Old.empty())
    Document["old"] = llvm::json::Object{{"label", jsonText(Measured->Old)}};
  Document["new"] = llvm::json::Object{{"label", jsonText(Measured->New)}};
  vernier::addComplexity(Document, Measured->List, Measured->Complete);
  return writeJson(Options, std::move(Document), Code);
}

} // namespace

void addComplexity(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto *Verb =
      Vernier.add_subcommand("complexity", "How complex commits are: CyCC and changed lines, without building");
  auto Arguments = std::make_shared<ComplexityArguments>();
  Verb->add_option("versions", Options.Versions,
                   "Commits: REV (default HEAD), REV1..REV2, several of them; or two files or directories OLD NEW")
      ->type_name("VERSION");
  addCommonOptions(*Verb, Options);
  addDrawingOptions(*Verb, Arguments->Drawing);
  Verb->add_option("-n,--max-count", Arguments->Count, "The newest N commits that REV reaches")->type_name("N");
  Verb->add_option("--repository", Arguments->Repository, "A path in the repository, instead of the working directory")
      ->type_name("DIR");
  Verb->add_flag("--as-one", Arguments->AsOne, "Measure REV1..REV2 as one change instead of commit by commit");
  Verb->add_flag("--first-parent", Arguments->FirstParent, "Follow only the first parent of merges");
  Verb->footer("Examples:\n  vernier complexity HEAD~3..HEAD\n  vernier complexity -n 20 --json - -- src\n"
               "  vernier complexity v1.0..v1.1 --as-one --svg change.svg\n  vernier complexity old.c new.c");
  Verb->callback(
      [&Options, &Code, Arguments] { Code = runWithin(Options, [&] { return runComplexity(Options, *Arguments); }); });
}

} // namespace vernier::cli
