#include "Common.h"
#include "Inputs.h"
#include "ReducedVersions.h"
#include "SearchFlags.h"

#include "interaction/Interact.h"
#include "project/Workspace.h"
#include "report/InteractReport.h"
#include "report/Json.h"

namespace vernier::cli {

namespace {

struct InteractFlags {
  InputFlags Input;
  std::uint64_t Runs = 0, Seed = 1;
  std::string Tests, Out, Golden;
  bool NoTexts = false, Flat = false, First = false, Sanitize = false, NoConfigurations = false;
};

Result<InteractOptions> optionsOf(const CommonOptions &Options, const InteractFlags &Flags) {
  auto Wanted = directedOptions<InteractOptions>(Options, Flags);
  if (Wanted) {
    Wanted->Flat = Flags.Flat;
    Wanted->Seed = Flags.Seed;
    Wanted->StopAtError = Flags.First;
  }
  return Wanted;
}

/// What it takes to compare with a version that is right.
struct Golden {
  std::optional<Program> Version;
  std::optional<GoldenJudge> Judge;
};

Status buildGolden(const CommonOptions &Options, const InteractFlags &Flags, const ComparedPair &Pair,
                   const InputSpace &Space, const InputOptions &Input, const InteractOptions &Wanted,
                   const Workspace &Place, Golden &To) {
  CommonOptions Alone = Options;
  Alone.Versions = {Flags.Golden};
  auto Built = buildOne(Alone);
  if (!Built)
    return Built.takeError();
  To.Version.emplace(std::move(*Built));
  RunLimits Limits;
  Limits.Time = Wanted.RunTime;
  Limits.Memory = Wanted.RunMemory;
  auto Judge = GoldenJudge::make(*Pair.Old, *Pair.New, *To.Version, Space, Input, Limits, Wanted.Observed, Place);
  if (!Judge)
    return Judge.takeError();
  To.Judge.emplace(std::move(*Judge));
  return Done{};
}

/// A difference is a finding; without one nothing is proved.
Answer answerOf(const InteractResult &Found) {
  bool Any = !Found.Errors.empty() || Found.FirstErrorSeconds ||
             llvm::any_of(Found.Tests, [](const InteractTest &Test) { return Test.Differs; });
  return Any ? Answer::Different : Answer::Unknown;
}

int report(CommonOptions &Options, const InteractFlags &Flags, const InputOptions &Input, const ChangeMap &Map,
           const InteractResult &Found, const Stopwatch &Watch) {
  if (!Flags.Out.empty()) {
    auto Written = writeInteractTests(Flags.Out, Map.oldProgram(), Map.newProgram(), Found, Input);
    if (!Written)
      return fail(Written.error());
  }
  tell(Options, interactText(Found, Options.Verbose));
  llvm::json::Object Document = jsonDocument("interact", &Map.oldProgram(), &Map.newProgram(), Watch.seconds());
  if (!Options.Json.empty())
    vernier::addInteract(Document, Found, Input);
  return writeJson(Options, std::move(Document), exitCodeOf(Options, answerOf(Found)));
}

int runInteract(CommonOptions &Options, const InteractFlags &Flags) {
  Stopwatch Watch;
  auto Wanted = optionsOf(Options, Flags);
  if (!Wanted)
    return fail(Wanted.error());
  auto Subject = directedSubject(Options, Flags.Input);
  if (!Subject)
    return fail(Subject.error());
  auto &[Input, Cache, Pair, Space] = *Subject;
  Golden Right;
  if (!Flags.Golden.empty()) {
    if (Status Built = buildGolden(Options, Flags, Pair, Space, Input, *Wanted, Cache, Right); !Built)
      return fail(Built.error());
    Wanted->Golden = &*Right.Judge;
  }
  auto Tests = seedsOf(Options, Flags.Tests, Space);
  if (!Tests)
    return fail(Tests.error());
  Wanted->Tests = std::move(*Tests);
  if (Flags.Sanitize) {
    auto Runs = sanitizedRuns(Options, Space, Wanted->RunTime, Cache);
    if (!Runs)
      return fail(Runs.error());
    Wanted->Sanitized = std::move(*Runs);
  }
  if (!Flags.NoConfigurations)
    Wanted->Without = reducedVersions(Options, Pair, Cache);
  auto Sequences = interactChanges(Pair.Map, Space, *Wanted, Cache);
  if (!Sequences)
    return fail(Sequences.error());
  return report(Options, Flags, Input, Pair.Map, *Sequences, Watch);
}

} // namespace

void addInteract(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto Flags = std::make_shared<InteractFlags>();
  auto *Verb = Vernier.add_subcommand("interact", "Tests along sequences of changes, and the errors that need several");
  addPairOfVersions(*Verb, Options);
  Verb->add_option("--golden", Flags->Golden, "A version that is right: what differs from it is an error")
      ->type_name("VERSION");
  Verb->add_flag(
      "--sanitize", Flags->Sanitize,
      "Whole programs: what address and undefined-behaviour sanitizers say of the new version only is an error");
  Verb->add_flag("--no-configurations", Flags->NoConfigurations,
                 "Do not build versions without single changes to confirm errors");
  Verb->add_option("--out", Flags->Out,
                   "Write the tests that differ: to replay, as shell script or GoogleTest, for CTest")
      ->type_name("DIR");
  addInputFlags(*Verb, Flags->Input, true);
  const char *Group = "Search";
  Verb->add_option("--tests", Flags->Tests, "Existing tests: they are run first")->type_name("DIR")->group(Group);
  Verb->add_option("--runs", Flags->Runs, "Stop after this many traced runs")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->group(Group);
  Verb->add_flag("--first", Flags->First, "Stop at the first error")->group(Group);
  Verb->add_flag("--flat", Flags->Flat, "For comparison: changes are a set of places, not a graph")->group(Group);
  Verb->add_option("--seed", Flags->Seed, "Of random choices")->type_name("N")->capture_default_str()->group(Group);
  Verb->add_flag("--no-texts", Flags->NoTexts, "Do not try texts that the program names as whole arguments")
      ->group(Group);
  addCommonOptions(*Verb, Options);
  addBuildOptions(*Verb, Options);
  Verb->footer("It stops after 60s unless --time says otherwise, with what it has.\n"
               "Examples:\n  vernier interact old.c new.c --entry f --length text=3\n"
               "  vernier interact old.c new.c --argv 2x4 --golden fixed.c --out tests");
  Verb->callback(
      [&Options, &Code, Flags] { Code = runWithinMemory(Options, [&] { return runInteract(Options, *Flags); }); });
}

} // namespace vernier::cli
