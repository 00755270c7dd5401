#include "EfsmCommands.h"
#include "base/TextFile.h"

#include "efsm/drawing/Draw.h"
#include "efsm/language/Parse.h"
#include "efsm/language/Print.h"
#include "efsm/language/WellFormed.h"
#include "report/EfsmReport.h"
#include "report/EfsmSelection.h"
#include "report/Json.h"
#include "report/Picture.h"

#include <iostream>

namespace vernier::cli {

Result<efsm::Machine> efsmModel(const CommonOptions &Options, const std::string &Path) {
  std::string Warnings;
  auto Read = efsm::readMachine(Path, &Warnings);
  if (Read && !Options.Quiet)
    std::cerr << Warnings << std::flush;
  return Read;
}

void addQueryTime(CLI::App &Verb, std::string &Into) {
  Verb.add_option("--query-time", Into, "For one question to the solver (default 2s)")->type_name("TIME");
}

Result<SolverTime> solverTime(const CommonOptions &Options, const std::string &QueryTime) {
  auto Query = parseDuration(QueryTime);
  if (!Query)
    return usageError("--query-time '" + QueryTime + "' is no time; write 500ms or 2s");
  auto All = budgetOf(Options);
  if (!All)
    return All.takeError();
  return SolverTime{*Query, *All};
}

namespace {

/// What the commands of `efsm` take. CLI11 fills it; each command uses some of it.
struct EfsmArguments {
  std::string Model, New, Tests;
  bool InPlace = false;
  bool All = false;
  std::string Dot, Svg;
  std::string QueryTime = "2s";
};

int runFmt(const CommonOptions &Options, const EfsmArguments &Arguments) {
  Stopwatch Watch;
  auto Model = efsmModel(Options, Arguments.Model);
  if (!Model)
    return fail(Model.error());
  std::string Text = efsm::printMachine(*Model);
  if (!Arguments.InPlace) {
    tell(Options, Text);
    llvm::json::Object Document = efsmDocument("fmt", Arguments.Model, "", Watch.seconds());
    Document["text"] = jsonText(Text);
    return writeJson(Options, std::move(Document), NothingToReport);
  }
  if (llvm::StringRef(Arguments.Model).ends_with(".scxml"))
    return fail(usageError("--in-place would replace a state chart by a model; redirect the output instead"));
  Status Written = writeTextFile(Arguments.Model, Text);
  return Written ? NothingToReport : fail(Written.error());
}

int runCheck(const CommonOptions &Options, const EfsmArguments &Arguments) {
  Stopwatch Watch;
  auto Model = efsmModel(Options, Arguments.Model);
  if (!Model)
    return fail(Model.error());
  auto Limit = solverTime(Options, Arguments.QueryTime);
  if (!Limit)
    return fail(Limit.error());
  std::vector<efsm::Diagnostic> Warnings = efsm::lint(*Model);
  efsm::Reasoner Solver(Limit->Query, Limit->All);
  efsm::ModelChecks Checks = efsm::checkModel(*Model, Solver);
  tell(Options, efsmSummary(*Model) + "\n" + efsm::shownIn(Warnings, Arguments.Model) + efsmChecksText(Checks, *Model));
  llvm::json::Object Document = efsmDocument("check", Arguments.Model, "", Watch.seconds());
  Document["warnings"] = toJson(Warnings, Arguments.Model);
  addEfsmChecks(Document, Checks, *Model);
  int Code = !Checks.Overlaps.empty() || !Checks.NeverEnabled.empty() ? Findings
             : Checks.decided() || Options.AllowUnknown               ? NothingToReport
                                                                      : Undecided;
  return writeJson(Options, std::move(Document), Code);
}

int runTests(const CommonOptions &Options, const EfsmArguments &Arguments) {
  Stopwatch Watch;
  auto Model = efsmModel(Options, Arguments.Model);
  if (!Model)
    return fail(Model.error());
  auto Tests = efsm::readTests(Arguments.Tests, *Model);
  if (!Tests)
    return fail(Tests.error());
  EfsmRuns Runs{*Model, *Tests, {}};
  for (const efsm::Test &Each : Tests->Tests) {
    Runs.Runs.push_back(efsm::applyTest(*Model, *Tests, Each));
    // Nobody shows the variables, and those of all steps of many tests are a lot.
    for (efsm::StepOutcome &Step : Runs.Runs.back().Outcomes)
      for (efsm::Fired &Taken : Step.Transitions)
        Taken.After = {};
  }
  tell(Options, efsmRunText(Runs, Arguments.All));
  int Code = countRuns(Runs, "failed")    ? Findings
             : countRuns(Runs, "unknown") ? (Options.AllowUnknown ? NothingToReport : Undecided)
                                          : NothingToReport;
  llvm::json::Object Document = efsmDocument("run", Arguments.Model, "", Watch.seconds());
  if (!Options.Json.empty())
    addEfsmRuns(Document, Runs);
  return writeJson(Options, std::move(Document), Code);
}

int runDiff(const CommonOptions &Options, const EfsmArguments &Arguments) {
  Stopwatch Watch;
  auto Old = efsmModel(Options, Arguments.Model);
  if (!Old)
    return fail(Old.error());
  auto New = efsmModel(Options, Arguments.New);
  if (!New)
    return fail(New.error());
  auto Limit = solverTime(Options, Arguments.QueryTime);
  if (!Limit)
    return fail(Limit.error());
  efsm::MachineDiff Difference = efsm::diff(*Old, *New);
  efsm::Reasoner Solver(Limit->Query, Limit->All);
  auto Places = efsm::localitiesOf(*Old, *New, Difference, Solver);
  tell(Options, efsmDiffText(Difference, Places, *Old, *New));
  llvm::json::Object Document = efsmDocument("diff", Arguments.Model, Arguments.New, Watch.seconds());
  addEfsmDiff(Document, Difference, Places, *Old, *New);
  return writeJson(Options, std::move(Document), Difference.empty() ? NothingToReport : Findings);
}

/// - is standard output.
Status writeTo(const std::string &Path, const std::string &Text) {
  if (Path != "-")
    return writeTextFile(Path, Text);
  std::cout << Text << std::flush;
  return Done{};
}

int runDraw(const CommonOptions &Options, const EfsmArguments &Arguments) {
  Stopwatch Watch;
  auto Old = efsmModel(Options, Arguments.Model);
  if (!Old)
    return fail(Old.error());
  efsm::Drawing Picture = efsm::drawingOf(*Old);
  if (!Arguments.New.empty()) {
    auto New = efsmModel(Options, Arguments.New);
    if (!New)
      return fail(New.error());
    Picture = efsm::drawingOf(*Old, *New, efsm::diff(*Old, *New));
  }
  bool Nowhere = Arguments.Dot.empty() && Arguments.Svg.empty() && Options.Json != "-";
  if (!Arguments.Dot.empty())
    if (Status Written = writeTo(Arguments.Dot, efsm::toDot(Picture)); !Written)
      return fail(Written.error());
  if (!Arguments.Svg.empty() || Nowhere) {
    auto Svg = svgText(efsm::toDot(Picture));
    if (!Svg)
      return fail(Svg.error());
    if (Status Written = writeTo(Nowhere ? "-" : Arguments.Svg, *Svg); !Written)
      return fail(Written.error());
  }
  llvm::json::Object Document = efsmDocument("draw", Arguments.Model, Arguments.New, Watch.seconds());
  Document["dot"] = efsm::toDot(Picture);
  return writeJson(Options, std::move(Document), NothingToReport);
}

using Command = int (*)(const CommonOptions &, const EfsmArguments &);

/// A command under `efsm`, with the options that all verbs have.
CLI::App *addCommand(CLI::App &Efsm, CommonOptions &Options, EfsmArguments &Arguments, int &Code, Command Run,
                     const std::string &Name, const std::string &What) {
  auto *Verb = Efsm.add_subcommand(Name, What);
  addCommonOptions(*Verb, Options);
  Verb->callback(
      [&Options, &Arguments, &Code, Run] { Code = runWithin(Options, [&] { return Run(Options, Arguments); }); });
  return Verb;
}

void addModel(CLI::App &Verb, std::string &Into, const std::string &Name) {
  Verb.add_option(Name, Into, "A model (.efsm), or a state chart (.scxml)")->required();
}

} // namespace

void addEfsm(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto *Efsm = Vernier.add_subcommand("efsm", "Models as extended finite state machines, and their tests");
  Efsm->require_subcommand(1);
  Efsm->footer("Examples:\n  vernier efsm check bank.efsm\n  vernier efsm run bank.efsm tests.efsm\n  vernier efsm "
               "select old.efsm "
               "new.efsm tests.efsm\n  vernier efsm draw "
               "old.efsm new.efsm --svg change.svg");
  // It lives as long as the command line.
  auto Owner = std::make_shared<EfsmArguments>();
  EfsmArguments &Arguments = *Owner;
  Efsm->parse_complete_callback([Owner] {});
  addEfsmReasoning(*Efsm, Options, Code);
  addEfsmWalk(*Efsm, Options, Code);

  auto *Check = addCommand(*Efsm, Options, Arguments, Code, runCheck, "check", "What is wrong with a model");
  addModel(*Check, Arguments.Model, "MODEL");
  addQueryTime(*Check, Arguments.QueryTime);
  auto *Fmt = addCommand(*Efsm, Options, Arguments, Code, runFmt, "fmt", "Print a model in its usual form");
  addModel(*Fmt, Arguments.Model, "MODEL");
  Fmt->add_flag("-i,--in-place", Arguments.InPlace, "Change the file instead of printing");
  auto *Run = addCommand(*Efsm, Options, Arguments, Code, runTests, "run", "Apply tests to a model");
  addModel(*Run, Arguments.Model, "MODEL");
  Run->add_option("TESTS", Arguments.Tests, "The tests")->required();
  Run->add_flag("--all", Arguments.All, "List the tests that pass as well, with their transitions");
  auto *Diff = addCommand(*Efsm, Options, Arguments, Code, runDiff, "diff", "What changed between two models");
  addModel(*Diff, Arguments.Model, "OLD");
  addModel(*Diff, Arguments.New, "NEW");
  addQueryTime(*Diff, Arguments.QueryTime);
  auto *Draw = addCommand(*Efsm, Options, Arguments, Code, runDraw, "draw", "A picture of a model, or of a change");
  addModel(*Draw, Arguments.Model, "MODEL");
  Draw->add_option("NEW", Arguments.New, "Mark what this model changes");
  Draw->add_option("--svg", Arguments.Svg, "Write the picture here; - is standard output (default)")->type_name("FILE");
  Draw->add_option("--dot", Arguments.Dot, "Write Graphviz text here; - is standard output")->type_name("FILE");
}

} // namespace vernier::cli
