#include "Common.h"
#include "Inputs.h"
#include "SearchFlags.h"

#include "check/ReachesChange.h"
#include "check/Verify.h"
#include "exposure/Expose.h"
#include "project/Workspace.h"
#include "report/ExposeReport.h"
#include "report/Json.h"

namespace vernier::cli {

namespace {

struct ExposeFlags {
  InputFlags Input;
  std::uint64_t Runs = 0;
  std::string Tests, Out;
  bool NoTexts = false, NoMerge = false, NoProve = false, Sanitize = false;
};

Result<ExposeOptions> optionsOf(const CommonOptions &Options, const ExposeFlags &Flags) {
  auto Wanted = directedOptions<ExposeOptions>(Options, Flags);
  if (Wanted)
    Wanted->Merge = !Flags.NoMerge;
  return Wanted;
}

bool isOpen(const ExposedChange &What) {
  return What.Why == Unexposed::NotReached || What.Why == Unexposed::NotInfected ||
         What.Why == Unexposed::NotPropagated || What.Why == Unexposed::Budget;
}

/// Witnesses are run first, then what was found without them.
void joinWitnesses(std::vector<InputAssignment> Witnesses, const ExposeResult &Found, ExposeOptions &Wanted) {
  constexpr std::size_t MostWitnesses = 24;
  if (Witnesses.size() > MostWitnesses)
    Witnesses.resize(MostWitnesses);
  Wanted.Tests = std::move(Witnesses);
  for (const ExposeTest &Each : Found.Tests)
    Wanted.Tests.push_back(Each.Input);
}

/// What was done before the witnesses were known counts as well.
void addEarlier(const ExposeResult &Earlier, ExposeResult &To) {
  To.Statistics += Earlier.Statistics;
  To.Seconds += Earlier.Seconds;
  for (const auto &[Kind, Count] : Earlier.Attempts)
    To.Attempts[Kind] += Count;
  for (const auto &[Kind, Count] : Earlier.Helped)
    To.Helped[Kind] += Count;
  for (std::size_t I = 0; I != Earlier.Changes.size(); ++I) {
    const ExposedChange &Before = Earlier.Changes[I];
    ExposedChange &Now = To.Changes[I];
    Now.ByVerify = Now.Exposed && !Before.Exposed;
    Now.Infected |= Before.Infected;
    Now.RunsToReach = Before.Reached ? Before.RunsToReach : Before.RunsToReach + Now.RunsToReach;
  }
}

/// What is left may be equal, which only a proof can say, or have a difference that another engine finds. A witness of
/// its is one more test.
Status askVerify(const InputOptions &Input, const ExposeFlags &Flags, ExposeOptions Wanted, const ComparedPair &Pair,
                 const Workspace &Place, ExposeResult &Found) {
  if (llvm::none_of(Found.Changes, isOpen) ||
      llvm::any_of(Found.Changes, [](const ExposedChange &Each) { return Each.Exposed; }))
    return Done{};
  auto Options = verifyOptions(Flags.Input);
  if (!Options)
    return Options.takeError();
  auto Used = std::chrono::milliseconds(static_cast<std::int64_t>(Found.Seconds * 1000));
  Options->Time = std::max(*Wanted.Time - Used, *Wanted.Time / 4);
  auto Verified = verifyVersions({&Pair.Map}, Input, *Options, Place);
  if (!Verified)
    return Verified.takeError();
  if (Verified->Judged.What == Answer::Equal) {
    bool Unreached = reachOfChange(Pair.Map, *Verified, *Options) == ChangeReach::None;
    for (ExposedChange &Each : Found.Changes)
      if (isOpen(Each))
        Each.Why = Unreached && !Each.Reached ? Unexposed::Unreachable : Unexposed::Equal;
    for (const std::string &Code : Verified->Judged.Assumptions)
      if (!llvm::is_contained(Found.Assumptions, Code))
        Found.Assumptions.push_back(Code);
    return Done{};
  }
  std::vector<InputAssignment> Witnesses;
  for (const VerifiedPartition &Each : Verified->Partitions)
    if (Each.What == Answer::Different && Each.Values)
      Witnesses.push_back(*Each.Values);
  if (Witnesses.empty())
    return Done{};
  joinWitnesses(std::move(Witnesses), Found, Wanted);
  Wanted.Time = *Wanted.Time / 4;
  auto Again = exposeChanges(Pair.Map, Found.Space, Wanted, Place);
  if (!Again)
    return Again.takeError();
  addEarlier(Found, *Again);
  Found = std::move(*Again);
  return Done{};
}

int report(CommonOptions &Options, const ExposeFlags &Flags, const InputOptions &Input, const ChangeMap &Map,
           const ExposeResult &Found, const Stopwatch &Watch) {
  if (!Flags.Out.empty()) {
    auto Written = writeExposeTests(Flags.Out, Map.oldProgram(), Map.newProgram(), Found, Input);
    if (!Written)
      return fail(Written.error());
  }
  tell(Options, exposeText(Found, Options.Verbose));
  llvm::json::Object Document = jsonDocument("expose", &Map.oldProgram(), &Map.newProgram(), Watch.seconds());
  if (!Options.Json.empty())
    vernier::addExpose(Document, Found, Input);
  return writeJson(Options, std::move(Document), exitCodeOf(Options, answerOf(Found)));
}

int runExpose(CommonOptions &Options, const ExposeFlags &Flags) {
  Stopwatch Watch;
  auto Wanted = optionsOf(Options, Flags);
  if (!Wanted)
    return fail(Wanted.error());
  auto Subject = directedSubject(Options, Flags.Input);
  if (!Subject)
    return fail(Subject.error());
  auto &[Input, Cache, Pair, Space] = *Subject;
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
  auto Exposed = exposeChanges(Pair.Map, Space, *Wanted, Cache);
  if (!Exposed)
    return fail(Exposed.error());
  if (!Flags.NoProve)
    if (Status Asked = askVerify(Input, Flags, *Wanted, Pair, Cache, *Exposed); !Asked)
      return fail(Asked.error());
  return report(Options, Flags, Input, Pair.Map, *Exposed, Watch);
}

} // namespace

void addExpose(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto Flags = std::make_shared<ExposeFlags>();
  auto *Verb = Vernier.add_subcommand("expose", "For each change an input that executes it and makes it visible");
  addPairOfVersions(*Verb, Options);
  Verb->add_option("--out", Flags->Out, "Write the tests: to replay, as shell script or GoogleTest, for CTest")
      ->type_name("DIR");
  Verb->add_flag(
      "--sanitize", Flags->Sanitize,
      "Whole programs: what address and undefined-behaviour sanitizers say of one version only shows a change");
  addInputFlags(*Verb, Flags->Input, true);
  Verb->add_option("--tests", Flags->Tests, "Existing tests: they are run first")->type_name("DIR")->group("Search");
  Verb->add_option("--runs", Flags->Runs, "Stop after this many traced runs")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->group("Search");
  Verb->add_flag("--no-texts", Flags->NoTexts, "Do not try texts that the program names as whole arguments")
      ->group("Search");
  Verb->add_flag("--no-merge", Flags->NoMerge, "Branches that only choose between values stay branches")
      ->group("Search");
  Verb->add_flag("--no-prove", Flags->NoProve, "Do not ask `verify` about changes that are left")->group("Search");
  addCommonOptions(*Verb, Options);
  addBuildOptions(*Verb, Options);
  Verb->footer("It stops after 60s unless --time says otherwise, with what it has.\n"
               "Examples:\n  vernier expose old.c new.c --entry f\n"
               "  vernier expose old.c new.c --argv 2x8 --stdin 8 --tests tests --out new-tests\n"
               "  vernier expose HEAD~1..HEAD --build make --target prog --argv 1x4 --json -");
  Verb->callback(
      [&Options, &Code, Flags] { Code = runWithinMemory(Options, [&] { return runExpose(Options, *Flags); }); });
}

} // namespace vernier::cli
