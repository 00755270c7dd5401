#include "Common.h"
#include "Inputs.h"

#include "base/TextFile.h"
#include "bitcode/Locations.h"
#include "explore/Explore.h"
#include "project/Workspace.h"
#include "report/ExploreReport.h"
#include "report/GuardReport.h"
#include "report/Json.h"
#include "report/tests/SavedTestJson.h"

#include <llvm/ADT/STLExtras.h>

#include <sstream>

namespace vernier::cli {

namespace {

struct GuardFlags {
  InputFlags Input;
  std::string Tests, NewTests, Out, Properties, PropertiesOut, Accept;
  std::uint64_t Seed = 1;
  std::vector<std::string> Suite, NewSuite;
  bool UnboundedOnly = false;
};

Result<std::vector<std::string>> linesOf(const std::string &Flag, const std::string &Path) {
  auto Text = readTextFile(Path);
  if (!Text)
    return usageError(Flag + ": " + Text.error().Message);
  std::vector<std::string> Lines;
  std::istringstream Stream(*Text);
  for (std::string Line; std::getline(Stream, Line);)
    if (!llvm::StringRef(Line).trim().empty() && Line.front() != '#')
      Lines.push_back(Line);
  return Lines;
}

Result<GuardOptions> optionsOf(const CommonOptions &Options, const GuardFlags &Flags) {
  auto Input = inputOptions(Flags.Input);
  if (!Input)
    return Input.takeError();
  auto Limits = verifyOptions(Flags.Input);
  if (!Limits)
    return Limits.takeError();
  auto Time = timeOf(Options);
  if (!Time)
    return Time.takeError();
  GuardOptions Wanted;
  Wanted.Input = std::move(*Input);
  Wanted.Time = Time->value_or(Wanted.Time);
  if (!Flags.Input.QueryTime.empty())
    Wanted.QueryTime = Limits->QueryTime;
  if (Flags.Input.Unwind)
    Wanted.Bound = Flags.Input.Unwind;
  Wanted.Runs = Limits->Runs;
  Wanted.Observed = Limits->Observed;
  Wanted.UnboundedOnly = Flags.UnboundedOnly;
  Wanted.Seed = Flags.Seed;
  if (!Flags.Properties.empty()) {
    auto Lines = linesOf("--properties", Flags.Properties);
    if (!Lines)
      return Lines.takeError();
    Wanted.Given = std::move(*Lines);
  }
  if (!Flags.Accept.empty()) {
    auto Lines = linesOf("--accept", Flags.Accept);
    if (!Lines)
      return Lines.takeError();
    Wanted.Accepted = std::move(*Lines);
  }
  return Wanted;
}

/// Tests of the base from paths that an exploration finds, for each function that proofs start at.
Status makeTests(const ChangeMap &Map, GuardOptions &Wanted, const Workspace &Place) {
  Wanted.MadeTests = true;
  for (const llvm::Function *Root : monitoredScope(Map).Roots) {
    ExploreOptions Exploration;
    if (Root->getName() == Wanted.Input.Entry)
      Exploration.Input = Wanted.Input;
    else if (Root->getName() == "main")
      continue;
    Exploration.Input.Entry = Root->getName().str();
    Exploration.Time = std::min(Wanted.Time / 8, std::chrono::milliseconds(8000));
    Exploration.Seed = Wanted.Seed;
    Exploration.RunTime = Wanted.Runs.Time;
    auto Found = exploreProgram(Map.oldProgram(), Exploration, Place);
    if (!Found)
      continue; // it has no inputs that could be made; guard says so of its proofs
    for (SavedTest &Test : savedTests(*Found, Exploration.Input, Map.oldProgram().label())) {
      if (!Test.Recorded || !Test.Recorded->comparable() || Test.Recorded->End == Ending::Signalled)
        continue;
      Test.Name = sourceName(*Root) + ": " + Test.Name;
      Wanted.Tests.push_back(std::move(Test));
    }
  }
  return Done{};
}

Status readTests(const ChangeMap &Map, const GuardFlags &Flags, GuardOptions &Wanted, const Workspace &Place) {
  for (auto [From, To] : {std::pair(&Flags.Tests, &Wanted.Tests), std::pair(&Flags.NewTests, &Wanted.NewTests)}) {
    if (From->empty())
      continue;
    auto Loaded = loadSavedTests(*From);
    if (!Loaded)
      return Loaded.takeError();
    *To = std::move(*Loaded);
  }
  return Flags.Tests.empty() && Flags.Suite.empty() ? makeTests(Map, Wanted, Place) : Status(Done{});
}

/// The commands of --test and --new-test, and the versions that they are for.
Status addSuites(const CommonOptions &Options, const GuardFlags &Flags, GuardOptions &Wanted) {
  if (Flags.Suite.empty() && Flags.NewSuite.empty())
    return Done{};
  auto Versions = specsOf(Options);
  if (!Versions)
    return Versions.takeError();
  Wanted.Suite.Version = Versions->front();
  Wanted.NewSuite.Version = Versions->back();
  Wanted.Suite.Build = Wanted.NewSuite.Build = buildOptions(Options);
  Wanted.Suite.Commands = Flags.Suite;
  Wanted.SameSuite = Flags.NewSuite.empty();
  Wanted.NewSuite.Commands = Wanted.SameSuite ? Flags.Suite : Flags.NewSuite;
  return Done{};
}

int report(CommonOptions &Options, const GuardFlags &Flags, const ChangeMap &Map, const GuardResult &Found,
           const Stopwatch &Watch) {
  tell(Options, guardText(Found, Options.Verbose));
  if (!Flags.PropertiesOut.empty())
    if (Status Written = writeTextFile(Flags.PropertiesOut, guardPropertyLines(Found)); !Written)
      return fail(Written.error());
  if (!Flags.Out.empty()) {
    auto Written = writeGuardTests(Flags.Out, Map, Found);
    if (!Written)
      return fail(Written.error());
    for (const TestFiles &Each : *Written)
      tell(Options, "tests saved  " + Each.Directory + (Each.Generated.empty() ? "" : "/" + Each.Generated) + "\n");
  }
  llvm::json::Object Document = jsonDocument("guard", &Map.oldProgram(), &Map.newProgram(), Watch.seconds());
  if (!Options.Json.empty())
    vernier::addGuard(Document, Found, Map);
  return writeJson(Options, std::move(Document), exitCodeOf(Options, answerOf(Found)));
}

int runGuard(CommonOptions &Options, const GuardFlags &Flags) {
  Stopwatch Watch;
  auto Wanted = optionsOf(Options, Flags);
  if (!Wanted)
    return fail(Wanted.error());
  auto Place = Workspace::open();
  if (!Place)
    return fail(Place.error());
  auto Pair = comparePair(Options, Flags.Input.Entry);
  if (!Pair)
    return fail(Pair.error());
  if (Status Read = readTests(Pair->Map, Flags, *Wanted, *Place); !Read)
    return fail(Read.error());
  if (Status Added = addSuites(Options, Flags, *Wanted); !Added)
    return fail(Added.error());
  auto Found = guardUpgrade(Pair->Map, *Wanted, *Place);
  if (!Found)
    return fail(Found.error());
  return report(Options, Flags, Pair->Map, *Found, Watch);
}

} // namespace

void addGuard(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto Flags = std::make_shared<GuardFlags>();
  auto *Verb = Vernier.add_subcommand("guard", "What an upgrade broke without any test noticing");
  Verb->add_option("versions", Options.Versions, "BASE UPGRADE, or REV1..REV2, or REV")->type_name("VERSION");
  Verb->add_option("--out", Flags->Out, "Write the violations as tests: to replay, as shell script or GoogleTest")
      ->type_name("DIR");
  const char *Group = "Tests and properties";
  Verb->add_option("--tests", Flags->Tests, "Saved tests that the base passes; without, tests are made")
      ->type_name("DIR")
      ->group(Group);
  Verb->add_option("--new-tests", Flags->NewTests, "Saved tests that the upgrade passes, besides those")
      ->type_name("DIR")
      ->group(Group);
  Verb->add_option("--test", Flags->Suite,
                   "A command that runs the suite of the base, in its build (--build); repeatable")
      ->type_name("CMD")
      ->allow_extra_args(false)
      ->group(Group);
  Verb->add_option("--new-test", Flags->NewSuite, "That of the upgrade, if it is another one")
      ->type_name("CMD")
      ->allow_extra_args(false)
      ->group(Group);
  Verb->add_option("--properties", Flags->Properties, "Properties to check, too: FILE:LINE: EXPRESSION, one in a line")
      ->type_name("FILE")
      ->group(Group);
  Verb->add_option("--save-properties", Flags->PropertiesOut, "Write those that are proved on the base, in that form")
      ->type_name("FILE")
      ->group(Group);
  Verb->add_option("--accept", Flags->Accept,
                   "Properties that the upgrade may violate, as --save-properties writes them")
      ->type_name("FILE")
      ->group(Group);
  Verb->add_flag("--unbounded-only", Flags->UnboundedOnly, "Only what is proved on the base without any bound")
      ->group(Group);
  Verb->add_option("--seed", Flags->Seed, "For what is chosen at random")
      ->type_name("N")
      ->capture_default_str()
      ->group(Group);
  addInputFlags(*Verb, Flags->Input, true);
  addCommonOptions(*Verb, Options);
  addBuildOptions(*Verb, Options);
  Verb->footer("It stops after 120s unless --time says otherwise.\n"
               "Examples:\n  vernier guard old.c new.c\n"
               "  vernier guard old.c new.c --tests tests --new-tests new-tests --out violations\n"
               "  vernier guard HEAD~1..HEAD --build make --target prog --test 'make check'\n"
               "  vernier guard HEAD~1..HEAD --build make --target prog --properties kept.txt --json -");
  Verb->callback(
      [&Options, &Code, Flags] { Code = runWithinMemory(Options, [&] { return runGuard(Options, *Flags); }); });
}

} // namespace vernier::cli
