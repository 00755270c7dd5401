// The commands of `efsm` that reason about tests without running them.

#include "EfsmCommands.h"
#include "base/TextFile.h"

#include "efsm/language/Parse.h"
#include "efsm/language/Print.h"
#include "efsm/reasoning/Generate.h"
#include "report/EfsmReport.h"
#include "report/EfsmSelection.h"
#include "report/Picture.h"

#include <iostream>

namespace vernier::cli {

namespace {

struct ReasoningArguments {
  std::string Old, New, Tests;
  std::string Solver = "auto";
  std::string QueryTime = "2s";
  std::string Pairs;
  std::string Write;
  std::vector<std::string> Compare;
  unsigned Completion = 8, Inputs = 12;
  bool All = false, Evidence = false, Graph = false;
};

using Arguments = std::shared_ptr<ReasoningArguments>;

struct Models {
  efsm::Machine Old, New;
};

Result<Models> modelsFrom(const CommonOptions &Options, const ReasoningArguments &Given) {
  auto Old = efsmModel(Options, Given.Old);
  if (!Old)
    return Old.takeError();
  auto New = efsmModel(Options, Given.New);
  if (!New)
    return New.takeError();
  return Models{std::move(*Old), std::move(*New)};
}

Result<efsm::CompatibilityStore> pairsFrom(const ReasoningArguments &Given) {
  if (Given.Pairs.empty())
    return efsm::CompatibilityStore();
  return efsm::CompatibilityStore::load(Given.Pairs);
}

Status keepPairs(const efsm::CompatibilityStore &Store, const ReasoningArguments &Given) {
  return Given.Pairs.empty() ? Status(Done{}) : Store.save(Given.Pairs);
}

int exitCode(bool Finds, bool Open, const CommonOptions &Options) {
  if (Finds)
    return Findings;
  return Open && !Options.AllowUnknown ? Undecided : NothingToReport;
}

Status writeSelected(const EfsmSelection &Selection, const std::string &Path) {
  if (Path.empty())
    return Done{};
  std::string Text;
  for (const efsm::Decision &Each : Selection.Found.Decisions)
    if (Each.Kind == efsm::DecisionKind::Selected)
      Text += efsm::printTest(Selection.Tests, Selection.Tests.Tests[Each.Test], Selection.Old) + "\n";
  return writeTextFile(Path, Text);
}

void compare(EfsmSelection &Selection, const std::vector<std::string> &Names, const SolverTime &Limit) {
  for (const std::string &Name : Names) {
    efsm::Reasoner Solver(Limit.Query, Limit.All);
    if (Name == "all")
      Selection.Baselines.emplace_back(
          Name, efsm::runEverything(Selection.Old, Selection.New, Selection.Changes, Selection.Tests));
    if (Name == "sym")
      Selection.Baselines.emplace_back(
          Name, efsm::executeSymbolically(Selection.Old, Selection.New, Selection.Changes, Selection.Tests, Solver));
    if (Name == "dep")
      Selection.Baselines.emplace_back(
          Name, efsm::selectByDependence(Selection.Old, Selection.New, Selection.Changes, Selection.Tests));
  }
}

int runSelect(const CommonOptions &Options, const ReasoningArguments &Given) {
  Stopwatch Watch;
  auto Limit = solverTime(Options, Given.QueryTime);
  if (!Limit)
    return fail(Limit.error());
  auto Both = modelsFrom(Options, Given);
  if (!Both)
    return fail(Both.error());
  auto Tests = efsm::readTests(Given.Tests, Both->Old);
  if (!Tests)
    return fail(Tests.error());
  auto Store = pairsFrom(Given);
  if (!Store)
    return fail(Store.error());
  efsm::MachineDiff Changes = efsm::diff(Both->Old, Both->New);
  efsm::Reasoner Solver(Limit->Query, Limit->All);
  efsm::SelectOptions How;
  How.SolverAlways = Given.Solver == "always";
  How.Completion.MaxInputs = Given.Completion;
  EfsmSelection Selection{Both->Old,
                          Both->New,
                          Changes,
                          *Tests,
                          efsm::select(Both->Old, Both->New, Changes, *Tests, Solver, *Store, How),
                          Solver.statistics()};
  Selection.Seconds = Watch.seconds();
  compare(Selection, Given.Compare, *Limit);
  if (Status Kept = keepPairs(*Store, Given); !Kept)
    return fail(Kept.error());
  if (Status Written = writeSelected(Selection, Given.Write); !Written)
    return fail(Written.error());
  tell(Options, efsmSelectText(Selection, Given.All, Given.Evidence));
  const efsm::Selection &Found = Selection.Found;
  int Code = exitCode(Found.count(efsm::DecisionKind::Selected) + Found.count(efsm::DecisionKind::Unusable) > 0,
                      Found.count(efsm::DecisionKind::Undecided) > 0, Options);
  llvm::json::Object Document = efsmDocument("select", Given.Old, Given.New, Selection.Seconds);
  if (!Options.Json.empty()) {
    efsm::Reasoner Apart(Limit->Query, Limit->All); // its questions are none of the selection
    addEfsmDiff(Document, Changes, efsm::localitiesOf(Both->Old, Both->New, Changes, Apart), Both->Old, Both->New);
    addEfsmSelection(Document, Selection);
  }
  return writeJson(Options, std::move(Document), Code);
}

int runObservable(const CommonOptions &Options, const ReasoningArguments &Given) {
  Stopwatch Watch;
  auto Limit = solverTime(Options, Given.QueryTime);
  if (!Limit)
    return fail(Limit.error());
  auto Model = efsmModel(Options, Given.Old);
  if (!Model)
    return fail(Model.error());
  auto Tests = efsm::readTests(Given.Tests, *Model);
  if (!Tests)
    return fail(Tests.error());
  auto Store = pairsFrom(Given);
  if (!Store)
    return fail(Store.error());
  efsm::Reasoner Solver(Limit->Query, Limit->All);
  efsm::Compatibility Pairs(*Model, Solver, *Store);
  efsm::Matching Sets(*Model, *Tests, Solver);
  EfsmObservations Observations{*Model, *Tests, {}};
  bool Finds = false, Open = false;
  for (const efsm::Test &Each : Tests->Tests) {
    efsm::Observation Found = efsm::observeByRun(*Model, *Tests, Each);
    bool ByFormulas = Given.Solver == "always" || Found.What == efsm::Observable::Unknown;
    if (ByFormulas || Given.Graph) {
      efsm::TransitionGraph Graph = efsm::transitionGraph(*Model, *Tests, Each, Sets, Pairs, Solver);
      if (ByFormulas)
        Found = efsm::observe(*Model, *Tests, Each, Graph, Solver);
      if (Given.Graph)
        Observations.Graphs.push_back(std::move(Graph));
    }
    Finds |= Found.What == efsm::Observable::No;
    Open |= Found.What == efsm::Observable::Unknown;
    Observations.Found.push_back(std::move(Found));
  }
  Observations.Solver = Solver.statistics();
  if (Status Kept = keepPairs(*Store, Given); !Kept)
    return fail(Kept.error());
  tell(Options, efsmObservableText(Observations, Given.All || Given.Graph));
  llvm::json::Object Document = efsmDocument("observable", Given.Old, "", Watch.seconds());
  addEfsmObservations(Document, Observations);
  return writeJson(Options, std::move(Document), exitCode(Finds, Open, Options));
}

/// The changes that need a test: those that the tests, if there are any, do not exercise.
Result<std::vector<unsigned>> wanted(const Models &Both, const efsm::MachineDiff &Changes,
                                     const ReasoningArguments &Given) {
  if (!Given.Tests.empty()) {
    auto Tests = efsm::readTests(Given.Tests, Both.Old);
    if (!Tests)
      return Tests.takeError();
    return efsm::unexercised(Both.Old, Both.New, Changes, *Tests);
  }
  std::vector<unsigned> All;
  for (unsigned I = 0; I < Changes.Changes.size(); ++I)
    All.push_back(I);
  return All;
}

int runGenerate(const CommonOptions &Options, const ReasoningArguments &Given) {
  Stopwatch Watch;
  auto Limit = solverTime(Options, Given.QueryTime);
  if (!Limit)
    return fail(Limit.error());
  auto Both = modelsFrom(Options, Given);
  if (!Both)
    return fail(Both.error());
  efsm::MachineDiff Changes = efsm::diff(Both->Old, Both->New);
  auto Which = wanted(*Both, Changes, Given);
  if (!Which)
    return fail(Which.error());
  auto Store = pairsFrom(Given);
  if (!Store)
    return fail(Store.error());
  efsm::Reasoner Solver(Limit->Query, Limit->All);
  efsm::GenerateOptions How;
  How.Search.MaxInputs = Given.Inputs;
  EfsmGenerated Generated{Both->Old, Both->New, Changes,
                          efsm::generate(Both->Old, Both->New, Changes, *Which, Solver, *Store, How)};
  if (Status Kept = keepPairs(*Store, Given); !Kept)
    return fail(Kept.error());
  std::string Text = efsmGeneratedText(Generated);
  if (Given.Write.empty())
    tell(Options, Text.empty() ? "# every change is exercised by a test\n" : Text);
  else if (Status Written = writeTextFile(Given.Write, Text); !Written)
    return fail(Written.error());
  bool Finds = false, Open = false;
  for (const efsm::GeneratedTest &Each : Generated.Tests)
    (Each.End == efsm::SearchEnd::Unknown ? Open : Finds) = true;
  llvm::json::Object Document = efsmDocument("generate", Given.Old, Given.New, Watch.seconds());
  addEfsmGenerated(Document, Generated);
  return writeJson(Options, std::move(Document), exitCode(Finds, Open, Options));
}

using Command = int (*)(const CommonOptions &, const ReasoningArguments &);

std::pair<CLI::App *, Arguments> addCommand(CLI::App &Efsm, CommonOptions &Options, int &Code, Command Run,
                                            const std::string &Name, const std::string &What) {
  auto *Verb = Efsm.add_subcommand(Name, What);
  auto Given = std::make_shared<ReasoningArguments>();
  addCommonOptions(*Verb, Options);
  Verb->add_option("--compatible", Given->Pairs,
                   "Keep here which transitions can follow each other; only what changed is computed anew")
      ->type_name("FILE");
  addQueryTime(*Verb, Given->QueryTime);
  Verb->callback([&Options, &Code, Given, Run] { Code = runWithin(Options, [&] { return Run(Options, *Given); }); });
  return {Verb, Given};
}

void addSolver(CLI::App &Verb, ReasoningArguments &Given) {
  Verb.add_option("--solver", Given.Solver, "always: also for what evaluation can decide (default auto)")
      ->check(CLI::IsMember({"auto", "always"}));
}

} // namespace

void addEfsmReasoning(CLI::App &Efsm, CommonOptions &Options, int &Code) {
  const char *ModelHelp = "A model (.efsm), or a state chart (.scxml)";
  auto [Select, Selecting] =
      addCommand(Efsm, Options, Code, runSelect, "select",
                 "Which tests exercise a change, and which became unusable, without running them");
  Select->add_option("OLD", Selecting->Old, ModelHelp)->required();
  Select->add_option("NEW", Selecting->New, ModelHelp)->required();
  Select->add_option("TESTS", Selecting->Tests, "The tests of the old model")->required();
  addSolver(*Select, *Selecting);
  Select->add_flag("--all", Selecting->All, "List the discarded tests as well");
  Select->add_flag("--evidence", Selecting->Evidence, "The paths and formulas behind each decision");
  Select->add_option("--completion", Selecting->Completion, "Inputs tried behind a change (default 8)")->type_name("N");
  Select->add_option("--write", Selecting->Write, "Write the selected tests here")->type_name("FILE");
  Select
      ->add_option("--compare", Selecting->Compare,
                   "Also run: all (every test), sym (symbolic execution of each), dep (dependences)")
      ->delimiter(',')
      ->check(CLI::IsMember({"all", "sym", "dep"}));
  Select->footer("Examples:\n  vernier efsm select old.efsm new.efsm tests.efsm --evidence\n"
                 "  vernier efsm select old.efsm new.efsm tests.efsm --write rerun.efsm --compare all,sym");

  auto [Observable, Observing] = addCommand(Efsm, Options, Code, runObservable, "observable",
                                            "Which tests run without internal transitions and complete");
  Observable->add_option("MODEL", Observing->Old, ModelHelp)->required();
  Observable->add_option("TESTS", Observing->Tests, "The tests")->required();
  addSolver(*Observable, *Observing);
  Observable->add_flag("--all", Observing->All, "List the observable tests as well");
  Observable->add_flag("--graph", Observing->Graph,
                       "The matching transitions and the compatibility graph of each test");

  auto [Generate, Generating] =
      addCommand(Efsm, Options, Code, runGenerate, "generate", "Tests that exercise the changes");
  Generate->add_option("OLD", Generating->Old, ModelHelp)->required();
  Generate->add_option("NEW", Generating->New, ModelHelp)->required();
  Generate->add_option("TESTS", Generating->Tests, "Only for changes that none of these exercises");
  Generate->add_option("--inputs", Generating->Inputs, "Of a test, at most (default 12)")->type_name("N");
  Generate->add_option("--write", Generating->Write, "Write the tests here")->type_name("FILE");
}

} // namespace vernier::cli
