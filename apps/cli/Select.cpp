#include "Common.h"
#include "Inputs.h"
#include "SelectRuns.h"
#include "Supervise.h"

#include "base/TextFile.h"
#include "bitcode/BuildTargets.h"
#include "check/NotCompared.h"
#include "impact/Impact.h"
#include "project/Hash.h"
#include "report/Json.h"
#include "report/SelectReport.h"
#include "report/tests/SavedTestJson.h"
#include "selection/CallReach.h"
#include "selection/DataFiles.h"
#include "selection/RecordSaved.h"
#include "selection/RecordSuite.h"
#include "selection/VersionsUnderTest.h"

#include <llvm/ADT/STLExtras.h>

#include <iostream>

namespace vernier::cli {

namespace {

struct SelectFlags {
  std::vector<std::string> Commands;
  std::string Tests, Store, TestTime, Junit;
  bool Minimal = false, NoRecords = false, IgnoreData = false, Run = false;
  InputFlags Input; ///< --run-time
};

constexpr const char *SavedSuite = "saved tests";

using TestNames = std::map<std::pair<std::string, std::string>, std::size_t>;

/// Where tests stand, by suite and name.
TestNames byName(const std::vector<SuiteTest> &Tests) {
  TestNames Names;
  for (std::size_t I = 0; I != Tests.size(); ++I)
    Names.emplace(std::pair(Tests[I].Suite, Tests[I].Name), I);
  return Names;
}

/// One run of the verb: each step fills in what the next ones need.
class SelectVerb {
public:
  SelectVerb(CommonOptions &Options, const SelectFlags &Flags, VersionPair Versions, Workspace Place)
      : Options(Options), Flags(Flags), Versions(std::move(Versions)), Place(std::move(Place)) {}

  Status select() {
    for (auto Step : {&SelectVerb::readFlags, &SelectVerb::loadTests, &SelectVerb::compare, &SelectVerb::findData,
                      &SelectVerb::openStore, &SelectVerb::recordCommands, &SelectVerb::recordTests,
                      &SelectVerb::listNewTests, &SelectVerb::choose})
      if (Status Fine = (this->*Step)(); !Fine)
        return Fine;
    return Flags.Run ? run() : Status(Done{});
  }

  const SelectFindings &findings() const { return Findings; }
  const Program &anyOld() const { return Compared.Code.front().version(); }
  const Program *anyNew() const {
    for (const auto &New : Compared.New)
      if (New)
        return New.get();
    return nullptr;
  }

private:
  Status readFlags() {
    if (Flags.Commands.empty() && Flags.Tests.empty())
      return usageError(
          "no tests: give --test 'CMD' (a suite, say ctest or 'make check') or --tests DIR (saved tests)");
    if (!Flags.Junit.empty() && !Flags.Run)
      return usageError("--junit needs --run");
    auto Wanted = verifyOptions(Flags.Input);
    if (!Wanted)
      return Wanted.takeError();
    Limits = Wanted->Runs;
    Observed = Wanted->Observed;
    if (!Flags.TestTime.empty()) {
      auto Time = parseDuration(Flags.TestTime);
      if (!Time)
        return usageError("--test-time '" + Flags.TestTime + "' is not a time; write 30s, 5m or 250ms");
      How.TestTime = *Time;
    }
    auto Time = budgetOf(Options);
    if (!Time)
      return Time.takeError();
    How.Time = *Time;
    if (Options.Verbose)
      How.Progress = [](const std::string &Line) { std::cerr << "vernier: " << Line << std::endl; };
    Findings.FromRecords = !Flags.NoRecords;
    Findings.Minimal = Flags.Minimal;
    return Done{};
  }

  Status loadTests() {
    if (Flags.Tests.empty())
      return Done{};
    auto Loaded = loadSavedTests(Flags.Tests);
    if (!Loaded)
      return Loaded.takeError();
    for (SavedTest &Test : *Loaded) {
      std::string Hash = hashText(printed(toJson(Test)));
      Saved[Test.Space.Entry].push_back({std::move(Test), std::move(Hash)});
    }
    return Done{};
  }

  Status compare() {
    Building Now(Options.Clock);
    TestedVersions Both{Versions.Old, Versions.New, buildOptions(Options), !Flags.Commands.empty(), {}};
    for (const auto &[Entry, Tests] : Saved)
      Both.Entries.insert(Entry);
    auto Made = compareExecutables(Both, Place);
    if (!Made)
      return Made.takeError();
    Compared = std::move(*Made);
    if (Compared.Code.empty())
      return analysisError("the build of '" + Versions.Old.Label +
                           "' makes no executable whose runs could be recorded" +
                           (Compared.Problems.empty() ? "" : ": " + Compared.Problems.front()));
    for (const std::string &Warning : Compared.Warnings)
      warn(Warning);
    for (const std::string &Problem : Compared.Problems)
      warn("it cannot be recorded what " + Problem);
    for (const ComparedExecutable &Executable : Compared.Compared)
      for (const std::string &Difference : Executable.Points.Everywhere)
        if (!llvm::is_contained(Findings.Everywhere, Difference))
          Findings.Everywhere.push_back(Difference);
    Findings.Changes = Compared.Changes;
    return Done{};
  }

  void warn(const std::string &Text) const {
    if (!Options.Quiet)
      std::cerr << "vernier: warning: " << Text << std::endl;
  }

  /// What tests of a recorded build may read besides the code.
  Status findData() {
    if (Flags.Commands.empty() || Options.Build.BuildCommand.empty())
      return Done{};
    auto Old = takeInventory(Versions.Old, buildOptions(Options), Place);
    if (!Old)
      return Old.takeError();
    auto New = takeInventory(Versions.New, buildOptions(Options), Place);
    if (!New)
      return New.takeError();
    std::set<std::string> Read;
    for (const BuildInventory *Inventory : {&*Old, &*New})
      for (const CompiledFile &File : Inventory->Compiled)
        Read.insert(File.Read.begin(), File.Read.end());
    auto IsBuildFile = [&](const std::string &Name) { return roleOf(Name) == FileRole::BuildFile; };
    auto IsData = [&](const std::string &Name) {
      // A page among tests may be what they read.
      bool ForPeople = roleOf(Name) == FileRole::Documentation && !llvm::StringRef(Name).contains("test");
      return !Read.contains(Name) && !ForPeople && !IsBuildFile(Name);
    };
    auto Data = hashDataFiles(Old->Root, IsData), BuildFiles = hashDataFiles(Old->Root, IsBuildFile);
    for (const auto *Hash : {&Data, &BuildFiles})
      if (!*Hash)
        return Hash->error();
    Contents = {*Data, *BuildFiles};
    auto Changed = changedSources(*Old, *New);
    if (!Changed)
      return Changed.takeError();
    for (const FileChange &Change : *Changed)
      if (IsData(Change.path()))
        DataFiles.push_back(Change.path());
      else if (IsBuildFile(Change.path()))
        ChangedBuildFiles.push_back(Change.path());
    if (Flags.IgnoreData)
      Findings.DataFiles = DataFiles;
    return Done{};
  }

  Status openStore() {
    Findings.Store = Flags.Store.empty() ? Place.root() + "/records.sqlite" : Flags.Store;
    auto Opened = RecordStore::open(Flags.NoRecords ? std::string(":memory:") : Findings.Store);
    if (!Opened)
      return Opened.takeError();
    Store = std::move(*Opened);
    return Done{};
  }

  /// What commands stand for on the old version, with their records.
  Status recordCommands() {
    if (Flags.Commands.empty())
      return Done{};
    RecordedSuite Suite;
    if (Flags.NoRecords) {
      if (Status Listed = listOnly(Versions.Old, Suite.Tests); !Listed)
        return Listed;
      bool May = !Compared.Problems.empty();
      for (std::size_t I = 0; I != Compared.Code.size(); ++I)
        May |= Compared.Compared[I].Gone || mayReach(I, "main");
      for (const SuiteTest &Test : Suite.Tests)
        Suite.Selectable.push_back({{Test.Suite, Test.Name, ""},
                                    {},
                                    false,
                                    May ? SelectReason::MayReach : SelectReason::CannotReach,
                                    May ? "an executable of the build may come to a change" : ""});
    } else {
      auto Recorded =
          recordSuite(Versions.Old, buildOptions(Options), Place, Flags.Commands, Contents, Compared.Code, *Store, How);
      if (!Recorded)
        return Recorded.takeError();
      Suite = std::move(*Recorded);
      if (Status Fine = checkAnythingRan(Suite); !Fine)
        return Fine;
    }
    for (std::size_t I = 0; I != Suite.Tests.size(); ++I)
      decideSuite(Suite.Tests[I], Suite.Selectable[I]);
    SuiteTests = std::move(Suite.Tests);
    Selectable = std::move(Suite.Selectable);
    Findings.Ran += Suite.Ran;
    Findings.Reused += Suite.Reused;
    return Done{};
  }

  /// A suite that never runs the program would have every test selected, which helps nobody.
  Status checkAnythingRan(const RecordedSuite &Suite) const {
    bool Any = llvm::any_of(Suite.Selectable, [](const SelectableTest &Test) {
      return Test.Decided || (Test.Record && !Test.Record->Profile->empty());
    });
    if (Any)
      return Done{};
    std::string Ended;
    for (const SelectableTest &Test : Suite.Selectable)
      if (Test.Record && !Test.Record->Passed && Ended.empty())
        Ended = " ('" + Test.Test.Name + "' ended with " + Test.Record->Ended + ")";
    return analysisError("no test of the suite runs an executable of the build" + Ended +
                         (Options.Build.BuildCommand.empty() ? "; the program is in $VERNIER_PROGRAM"
                                                             : "; commands start in the root of the built tree"));
  }

  void decideSuite(const SuiteTest &Defined, SelectableTest &Test) const {
    if (Test.Decided && isSelecting(*Test.Decided))
      return;
    if (!DataFiles.empty() && !Flags.IgnoreData) {
      Test.Decided = SelectReason::DataChanged;
      Test.Why = "'" + DataFiles.front() + "' has changed, which it may read" +
                 (DataFiles.size() > 1 ? " (and " + std::to_string(DataFiles.size() - 1) + " more)" : "");
    } else if (!ChangedBuildFiles.empty() && isDefinedByBuildFiles(Defined.Kind)) {
      Test.Decided = SelectReason::DataChanged;
      Test.Why = "'" + ChangedBuildFiles.front() + "' has changed, which may say what it does";
    } else if (!Compared.Problems.empty() && !Test.Decided) {
      Test.Decided = SelectReason::NotRecorded;
      Test.Why = "it cannot be recorded what " + Compared.Problems.front();
    }
  }

  bool mayReach(std::size_t Executable, const std::string &Entry) const {
    const RecordedCode &Code = Compared.Code[Executable];
    return mayReachChange(Code.version(), Code.table(), Compared.Compared[Executable].Points, Entry);
  }

  Status recordTests() {
    for (const auto &[Entry, Tests] : Saved) {
      unsigned Executable = Compared.OfEntry.at(Entry);
      auto Recorded = recordSaved(Compared.Code[Executable], *Compared.New[Executable], Tests, SavedSuite, *Store,
                                  Place, Limits, How, !Flags.NoRecords);
      if (!Recorded)
        return Recorded.takeError();
      if (Flags.NoRecords) {
        bool May = mayReach(Executable, Entry);
        for (SelectableTest &Test : Recorded->Selectable)
          if (!Test.Decided) {
            Test.Decided = May ? SelectReason::MayReach : SelectReason::CannotReach;
            Test.Why = May ? "'" + Entry + "' may come to a change" : "";
          }
      }
      llvm::append_range(Selectable, std::move(Recorded->Selectable));
      Findings.Ran += Recorded->Ran;
      Findings.Reused += Recorded->Reused;
    }
    return Done{};
  }

  Status listOnly(const VersionSpec &Spec, std::vector<SuiteTest> &To) const {
    auto Suite = SuitePlace::prepare(Spec, buildOptions(Options), Place, {});
    if (!Suite)
      return Suite.takeError();
    auto Tests = testsOf(**Suite, Flags.Commands);
    if (!Tests)
      return Tests.takeError();
    To = std::move(*Tests);
    return Done{};
  }

  /// Tests that only one version has. Commands that are one test each are in both.
  Status listNewTests() {
    if (Flags.Commands.empty() || Options.Build.BuildCommand.empty())
      return Done{};
    std::vector<SuiteTest> New;
    if (Status Listed = listOnly(Versions.New, New); !Listed)
      return Listed;
    auto ByNameOld = byName(SuiteTests), ByNameNew = byName(New);
    for (std::size_t I = 0, Count = SuiteTests.size(); I != Count; ++I) {
      auto At = ByNameNew.find({SuiteTests[I].Suite, SuiteTests[I].Name});
      SelectableTest &Test = Selectable[I];
      if (At == ByNameNew.end()) {
        Test.Decided = SelectReason::Obsolete;
        Test.Why = "the new version does not have it";
      } else if (New[At->second].Definition != SuiteTests[I].Definition) {
        Test.Decided = SelectReason::DataChanged;
        Test.Why = "the suite defines it in another way";
      }
    }
    for (const SuiteTest &Test : New)
      if (!ByNameOld.contains({Test.Suite, Test.Name})) {
        Selectable.push_back(
            {{Test.Suite, Test.Name, ""}, {}, false, SelectReason::Added, "the old version does not have it"});
        SuiteTests.push_back(Test);
      }
    return Done{};
  }

  Status choose() {
    KnownCode Known(Compared.Code, *Store);
    SelectionInput Input{Compared.Compared,
                         Known,
                         Selectable,
                         static_cast<unsigned>(Compared.Changes.size()),
                         Flags.Minimal ? sequences() : std::vector<std::pair<unsigned, unsigned>>(),
                         Flags.Minimal};
    Findings.Chosen = selectTests(Input);
    auto ByName = byName(SuiteTests);
    for (const SelectedTest &Test : Findings.Chosen.Tests)
      if (auto At = ByName.find({Test.Test->Test.Suite, Test.Test->Test.Name}); Test.selected() && At != ByName.end())
        Findings.Runnable.push_back(SuiteTests[At->second]);
    return Done{};
  }

  /// Edges between changes in the change sequence graphs of all executables.
  std::vector<std::pair<unsigned, unsigned>> sequences() const {
    std::set<std::pair<unsigned, unsigned>> Found;
    for (std::size_t I = 0; I != Compared.Code.size(); ++I) {
      const ComparedExecutable &Executable = Compared.Compared[I];
      if (!Compared.Maps[I] || Executable.Points.Points.empty())
        continue;
      ProgramAnalysis Old(Compared.Code[I].version()), New(*Compared.New[I]);
      ImpactOptions Wanted;
      Wanted.Time = How.Time;
      Impact Touched = computeImpact(*Compared.Maps[I], Old, New, Wanted);
      for (auto [From, To] : Touched.Graph.Edges)
        if (From < Touched.GraphChanges.size() && To < Touched.GraphChanges.size())
          for (unsigned A : Touched.GraphChanges[From])
            for (unsigned B : Touched.GraphChanges[To])
              if (A != B && A <= Executable.Changes.size() && B <= Executable.Changes.size())
                Found.emplace(Executable.Changes[A - 1], Executable.Changes[B - 1]);
    }
    return {Found.begin(), Found.end()};
  }

  Status run() {
    SelectedRuns Runs{Versions.New, buildOptions(Options), Place, How.TestTime, Limits, Observed, Options.Quiet};
    auto Suite = runSelectedCommands(Runs, Findings.Runnable);
    if (!Suite)
      return Suite.takeError();
    Findings.Outcomes = std::move(*Suite);
    for (const auto &[Entry, Tests] : Saved) {
      std::map<std::pair<std::string, std::string>, const SavedTest *> ByName;
      for (const SavedTestFile &File : Tests)
        ByName.emplace(std::pair(File.Test.Name, File.Hash), &File.Test);
      std::vector<const SavedTest *> Selected;
      for (const SelectedTest &Test : Findings.Chosen.Tests)
        if (auto At = ByName.find({Test.Test->Test.Name, Test.Test->Test.Contents});
            Test.selected() && Test.Test->Test.Suite == SavedSuite && At != ByName.end())
          Selected.push_back(At->second);
      auto Ran = runSelectedTests(Runs, *Compared.New[Compared.OfEntry.at(Entry)], Selected);
      if (!Ran)
        return Ran.takeError();
      llvm::append_range(Findings.Outcomes, std::move(*Ran));
    }
    return Flags.Junit.empty() ? Status(Done{}) : writeTextFile(Flags.Junit, selectionJunit(Findings));
  }

  CommonOptions &Options;
  const SelectFlags &Flags;
  VersionPair Versions;
  Workspace Place;
  RunLimits Limits;
  Observation Observed;
  RecordingOptions How;
  std::map<std::string, std::vector<SavedTestFile>> Saved; ///< by entry
  VersionsUnderTest Compared;
  SuiteContents Contents;
  std::vector<std::string> DataFiles, ChangedBuildFiles;
  std::unique_ptr<RecordStore> Store;
  std::vector<SuiteTest> SuiteTests;
  std::vector<SelectableTest> Selectable;
  SelectFindings Findings;
};

int exitCodeOf(const CommonOptions &Options, const SelectFindings &Findings) {
  auto Any = [&](TestOutcome::Kind Kind) {
    return llvm::any_of(Findings.Outcomes, [&](const TestOutcome &Outcome) { return Outcome.What == Kind; });
  };
  if (Any(TestOutcome::Kind::Failed))
    return vernier::cli::Findings;
  return Any(TestOutcome::Kind::Open) && !Options.AllowUnknown ? Undecided : NothingToReport;
}

int runSelect(CommonOptions &Options, const SelectFlags &Flags) {
  Stopwatch Watch;
  auto Versions = parseVersions(Options.Versions, {}, Options.Paths);
  if (!Versions)
    return fail(Versions.error());
  auto Place = Workspace::open();
  if (!Place)
    return fail(Place.error());
  SelectVerb Verb(Options, Flags, std::move(*Versions), std::move(*Place));
  if (Status Selected = Verb.select(); !Selected)
    return fail(Selected.error());
  tell(Options, selectionText(Verb.findings()));
  llvm::json::Object Document = jsonDocument("select", &Verb.anyOld(), Verb.anyNew(), Watch.seconds());
  addSelection(Document, Verb.findings());
  return writeJson(Options, std::move(Document), exitCodeOf(Options, Verb.findings()));
}

} // namespace

void addSelect(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto Flags = std::make_shared<SelectFlags>();
  auto *Verb = Vernier.add_subcommand("select", "Which tests a change can affect, from what each executes");
  addPairOfVersions(*Verb, Options);
  Verb->add_option(
          "--test", Flags->Commands,
          "A suite, run in the built tree: ctest, a GoogleTest executable, make check, any command (repeatable)")
      ->type_name("CMD")
      ->allow_extra_args(false);
  Verb->add_option("--tests", Flags->Tests, "Saved tests: a directory of them, or a JSON document")->type_name("DIR");
  Verb->add_option("--store", Flags->Store, "Records of what tests execute (default: records.sqlite in the cache)")
      ->type_name("FILE");
  Verb->add_flag("--no-records", Flags->NoRecords, "Run nothing: select by the call graph, which selects too many");
  Verb->add_flag("--minimal", Flags->Minimal,
                 "Leave out tests that cover nothing of the change, or of its sequences, that others do not");
  Verb->add_flag("--ignore-data", Flags->IgnoreData, "Assume that no test reads the changed files that are no code");
  Verb->add_option("--test-time", Flags->TestTime, "Stop a test of a suite after this time (default: 60s)")
      ->type_name("TIME");
  Verb->add_flag("--run", Flags->Run, "Run the selected tests on the new version; exit with 1 if one fails");
  Verb->add_option("--junit", Flags->Junit, "With --run: write the outcomes as JUnit XML")->type_name("FILE");
  addRunTimeFlag(*Verb, Flags->Input);
  addCommonOptions(*Verb, Options);
  addBuildOptions(*Verb, Options);
  Verb->footer(
      "Examples:\n  vernier select old.c new.c --tests saved/\n"
      "  vernier select HEAD~1..HEAD --build 'cmake -B b && cmake --build b' --test 'ctest --test-dir b' --run\n"
      "  vernier select HEAD~1..HEAD --build make --test ./unit_tests --minimal --json -");
  Verb->callback([&Options, &Code, Flags] { Code = runWithin(Options, [&] { return runSelect(Options, *Flags); }); });
}

} // namespace vernier::cli
