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
  std::string Tests, NewTests, Out, Properties, PropertiesOut;
  std::uint64_t Seed = 1;
  bool UnboundedOnly = false;
};

Result<std::vector<std::string>> linesOf(const std::string &Path) {
  auto Text = readTextFile(Path);
  if (!Text)
    return usageError("--properties: " + Text.error().Message);
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
    auto Lines = linesOf(Flags.Properties);
    if (!Lines)
      return Lines.takeError();
    Wanted.Given = std::move(*Lines);
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
  return Flags.Tests.empty() ? makeTests(Map, Wanted, Place) : Status(Done{});
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
  Verb->add_option("--properties", Flags->Properties, "Properties to check, too: FILE:LINE: EXPRESSION, one in a line")
      ->type_name("FILE")
      ->group(Group);
  Verb->add_option("--save-properties", Flags->PropertiesOut, "Write those that are proved on the base, in that form")
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
               "  vernier guard HEAD~1..HEAD --build make --target prog --properties kept.txt --json -");
  Verb->callback(
      [&Options, &Code, Flags] { Code = runWithinMemory(Options, [&] { return runGuard(Options, *Flags); }); });
}

} // namespace vernier::cli
