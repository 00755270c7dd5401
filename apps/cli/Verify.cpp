#include "CheckTargets.h"
#include "Common.h"
#include "Inputs.h"
#include "SearchFlags.h"
#include "Supervise.h"

#include "check/BuildAssumptions.h"
#include "check/ObservedClasses.h"
#include "check/Recheck.h"
#include "check/Verify.h"
#include "input/EnvironmentNames.h"
#include "project/Workspace.h"
#include "replay/Golden.h"
#include "report/Json.h"
#include "report/VerifyReport.h"
#include "report/tests/SavedTestJson.h"
#include "report/tests/VerifyTests.h"

#include <llvm/ADT/StringExtras.h>

#include <iostream>

namespace vernier::cli {

namespace {

struct VerifyFlags {
  InputFlags Input;
  SearchFlags Search;
  std::string Only;                 ///< --only RUNG
  std::vector<std::string> Without; ///< --without RUNG
  bool OnlyBounded = false, NoBounded = false, NoRuns = false, NoNormalForm = false, NoInduction = false,
       NoPartitions = false;
  bool CrossCheck = false, NoSlice = false;
  std::string First; ///< --first[=any]: empty: not given
  bool Recheck = false;
  unsigned SpotChecks = 0;
  std::string Golden, Out;
  unsigned Explain = 0; ///< a partition; 0: none
  std::string Strategy = "partitions";
  std::uint64_t Seed = 1;
};

/// What is wanted beside the verdict takes time beyond --time.
bool hasTimeOfItsOwn(const VerifyFlags &Flags) {
  return Flags.SpotChecks || Flags.Recheck || !Flags.Golden.empty() || !Flags.Out.empty();
}

std::optional<Baseline> baselineOf(const std::string &Strategy) {
  for (Baseline Each : {Baseline::Dart, Baseline::Express, Baseline::Random})
    if (Strategy == toString(Each))
      return Each;
  return std::nullopt;
}

int codeOf(const CommonOptions &Options, const VerifyResult &Result) {
  switch (Result.Judged.What) {
  case Answer::Equal:
    return NothingToReport;
  case Answer::Different:
    return Findings;
  case Answer::Unknown:
    break;
  }
  return Options.AllowUnknown ? NothingToReport : Undecided;
}

Status setSearch(const CommonOptions &Options, const VerifyFlags &Flags, VerifyOptions &To) {
  auto Limits = searchLimits(Flags.Search);
  if (!Limits)
    return Limits.takeError();
  if (Limits->RunMemory)
    To.Runs.Memory = *Limits->RunMemory;
  PartitionPairOptions &Exploration = To.Exploration;
  Exploration.Mode = Flags.NoSlice ? PartitionMode::Path : PartitionMode::Sliced;
  Exploration.Store = Flags.Search.Store;
  Exploration.Resume = Flags.Search.Resume;
  Exploration.QueryLog = Flags.Search.QueryLog;
  Exploration.Search.MostRuns = Limits->MostRuns;
  Exploration.Search.MostMemory = Limits->MostMemory;
  Exploration.Search.StopAtDifference = !Flags.First.empty() && Flags.First != "false";
  Exploration.Search.StopAtMessage = Flags.First == "any";
  if (!Flags.Input.QueryTime.empty())
    Exploration.Search.QueryTime = To.QueryTime;
  if (showsProgress(Options))
    Exploration.Search.Progress = [](const PartitionProgress &Now) { showProgressLine(progressText(Now)); };
  return Done{};
}

/// --no-bounded, --no-slice, --recheck and --strategy are about partitions, alone.
bool wantsPartitionsOnly(const VerifyFlags &Flags) {
  return Flags.NoBounded || Flags.NoSlice || Flags.Recheck || baselineOf(Flags.Strategy);
}

Rungs rungsOf(const VerifyFlags &Flags) {
  std::string Only = Flags.OnlyBounded ? "bounded" : wantsPartitionsOnly(Flags) ? "partitions" : Flags.Only;
  Rungs Use;
  Use.Runs = (Only.empty() && !Flags.NoRuns) || Only == toString(Rung::Runs);
  Use.NormalForm = (Only.empty() && !Flags.NoNormalForm) || Only == toString(Rung::NormalForm);
  Use.Induction = (Only.empty() && !Flags.NoInduction) || Only == toString(Rung::Induction);
  Use.Bounded = Only.empty() || Only == toString(Rung::Bounded);
  Use.Partitions = (Only.empty() && !Flags.NoPartitions) || Only == toString(Rung::Partitions);
  auto IsWanted = [&](Rung Engine) { return !llvm::is_contained(Flags.Without, toString(Engine)); };
  Use.Runs &= IsWanted(Rung::Runs);
  Use.NormalForm &= IsWanted(Rung::NormalForm);
  Use.Induction &= IsWanted(Rung::Induction);
  Use.Bounded &= IsWanted(Rung::Bounded);
  Use.Partitions &= IsWanted(Rung::Partitions);
  return Use;
}

Result<VerifyOptions> optionsOf(const CommonOptions &Options, const VerifyFlags &Flags) {
  if (!Flags.Only.empty() && (Flags.OnlyBounded || wantsPartitionsOnly(Flags)))
    return usageError("--only " + Flags.Only +
                      " is one engine alone: it does not go with --only-bounded, --no-bounded, "
                      "--no-slice, --recheck or --strategy");
  if (!Flags.Without.empty() && (!Flags.Only.empty() || Flags.OnlyBounded || wantsPartitionsOnly(Flags)))
    return usageError("--without " + Flags.Without.front() +
                      " is all engines but that one: it does not go with --only, --only-bounded, --no-bounded, "
                      "--no-slice, --recheck or --strategy");
  if (Flags.OnlyBounded && (Flags.NoBounded || Flags.NoSlice))
    return usageError("--only-bounded is the bounded proof alone: it does not go with --no-bounded or --no-slice");
  if (Flags.OnlyBounded && Flags.Recheck)
    return usageError("--recheck is for partitions: the bounded proof keeps no obligations, so it does not go with "
                      "--only-bounded");
  auto Wanted = verifyOptions(Flags.Input);
  if (!Wanted)
    return Wanted;
  auto Time = timeOf(Options);
  if (!Time)
    return Time.takeError();
  Wanted->Time = Time->value_or(Wanted->Time);
  Wanted->Instead = baselineOf(Flags.Strategy);
  if (Wanted->Instead && (Flags.OnlyBounded || Flags.NoSlice || Flags.Recheck))
    return usageError("--strategy " + Flags.Strategy + " proves nothing and slices nothing: it does not go with " +
                      (Flags.OnlyBounded ? "--only-bounded"
                       : Flags.NoSlice   ? "--no-slice"
                                         : "--recheck"));
  if (Wanted->Instead && Flags.SpotChecks)
    return usageError("--strategy " + Flags.Strategy + " claims nothing that --spot-check could look at");
  Wanted->SpotChecks = Flags.SpotChecks;
  Wanted->Exploration.Seed = Flags.Seed;
  Wanted->Use = rungsOf(Flags);
  Wanted->CrossCheck = Flags.CrossCheck;
  if (Status Set = setSearch(Options, Flags, *Wanted); !Set)
    return Set.takeError();
  return Wanted;
}

/// What is for two versions is refused for more.
Status fitsNumber(const CommonOptions &Options, const VerifyFlags &Flags) {
  if (Options.Versions.size() <= 2)
    return Done{};
  std::string Flag = Flags.OnlyBounded       ? "--only-bounded"
                     : !Flags.Golden.empty() ? "--golden"
                     : !Flags.Out.empty()    ? "--out"
                                             : "";
  if (Flag.empty() && baselineOf(Flags.Strategy))
    Flag = "--strategy " + Flags.Strategy;
  if (Flag.empty())
    return Done{};
  return usageError(Flag + " is for two versions, and there are " + std::to_string(Options.Versions.size()) +
                    " (several files of one version are written old/a.c,old/b.c)");
}

/// --tests: inputs to begin with.
Status addSeeds(const CommonOptions &Options, const VerifyFlags &Flags, const ComparedVersions &Versions,
                const InputOptions &Input, VerifyOptions &To) {
  if (Flags.Search.Tests.empty())
    return Done{};
  auto Space = inputSpace(Versions.Maps.back()->oldProgram(), Versions.last(), Input);
  if (!Space)
    return Space.takeError();
  auto Seeds = seedsOf(Options, Flags.Search.Tests, *Space);
  if (!Seeds)
    return Seeds.takeError();
  To.Exploration.Search.Seeds = std::move(*Seeds);
  return Done{};
}

/// One request while it is carried out.
struct Verification {
  CommonOptions &Options;
  const VerifyFlags &Flags;
  const InputOptions &Input;
  const VerifyOptions &Wanted;
  const ComparedVersions &Versions;
  const Workspace &Place;
  const VerifyResult &Found;
  const std::vector<std::string> &OtherTargets; ///< that --target could have chosen
};

/// --golden: how the classes that differ relate to a version that is right.
Result<GoldenClasses> classify(const Verification &What, const Program &Golden) {
  GoldenClasses Classes{What.Flags.Golden, {}};
  auto Judge = GoldenJudge::make(What.Versions.first(), What.Versions.last(), Golden, What.Found.Space, What.Input,
                                 What.Wanted.Runs, What.Wanted.Observed, What.Place);
  if (!Judge)
    return Judge.takeError();
  for (const VerifiedPartition &Each : What.Found.Partitions)
    if (Each.What == Answer::Different && Each.Values)
      Classes.ById[Each.Id] = Judge->classify(*Each.Values);
  return Classes;
}

/// --recheck: what was proved, to another solver. Files stay where the user wants them, or where something is wrong.
Result<Rechecked> recheckProofs(const Verification &What) {
  if (!What.Found.Explored)
    return analysisError("--recheck: no partitions were explored");
  std::string Directory = What.Flags.Out.empty() ? "" : What.Flags.Out + "/obligations";
  bool Temporary = Directory.empty();
  if (Temporary) {
    auto Made = What.Place.scratchDirectory();
    if (!Made)
      return Made.takeError();
    Directory = *Made;
  }
  auto Checked = recheck(*What.Found.Explored, Directory, What.Wanted.QueryTime);
  if (Temporary && (!Checked || Checked->Confirmed == Checked->All.size()))
    (void)What.Place.remove(Directory);
  return Checked;
}

/// --out: a test for each class.
Result<TestFiles> writeTests(const Verification &What) {
  auto Observed = observeClasses(*What.Versions.Maps.front(), What.Found, What.Wanted, What.Place);
  if (!Observed)
    return Observed.takeError();
  return writeVerifyTests(What.Flags.Out, *What.Versions.Maps.front(), What.Found, *Observed, What.Input);
}

/// What the flags ask for beside the verdict.
struct Extras {
  std::optional<GoldenClasses> Golden;
  std::optional<Rechecked> Checked;
  std::optional<TestFiles> Written;
};

Result<Extras> extrasOf(const Verification &What, const Program *Golden) {
  Extras To;
  if (Golden) {
    auto Classes = classify(What, *Golden);
    if (!Classes)
      return Classes.takeError();
    To.Golden = std::move(*Classes);
  }
  if (!What.Flags.Out.empty()) {
    auto Written = writeTests(What);
    if (!Written)
      return Written.takeError();
    To.Written = std::move(*Written);
  }
  if (What.Flags.Recheck) {
    auto Checked = recheckProofs(What);
    if (!Checked)
      return Checked.takeError();
    To.Checked = std::move(*Checked);
  }
  return To;
}

/// A proof that another solver contradicts is no result, whatever else was found.
int codeOf(const Verification &What, const Extras &Beside) {
  if (Beside.Checked && Beside.Checked->Contradicted)
    return fail(analysisError("cvc5 contradicts " + std::to_string(Beside.Checked->Contradicted) +
                              " of the proofs: nothing here is certain; please report this with the files in '" +
                              Beside.Checked->Directory + "'"));
  return codeOf(What.Options, What.Found);
}

int report(const Verification &What, const Extras &Beside, const Stopwatch &Watch) {
  std::vector<ChangedStatement> Changes = What.Versions.changes();
  VerifyView View{&Changes, What.Options.Verbose};
  View.Golden = Beside.Golden ? &*Beside.Golden : nullptr;
  View.Checked = Beside.Checked ? &*Beside.Checked : nullptr;
  View.Written = Beside.Written ? &*Beside.Written : nullptr;
  const VerifiedPartition *Explained = nullptr;
  if (What.Flags.Explain) {
    auto Found = partitionById(What.Found, What.Flags.Explain);
    if (!Found)
      return fail(Found.error());
    Explained = *Found;
  }
  const std::string &Target = What.Options.Build.Target;
  if (!What.OtherTargets.empty())
    tell(What.Options,
         "target       " + Target + "; --target chooses another: " + llvm::join(What.OtherTargets, ", ") + "\n");
  tell(What.Options, Explained ? explainText(What.Found, *Explained, View) : verifyText(What.Found, View));
  llvm::json::Object Document = jsonDocument("verify", &What.Versions.first(), &What.Versions.last(), Watch.seconds());
  if (!What.Options.Json.empty()) {
    vernier::addVerify(Document, What.Found, View);
    if (Explained)
      Document["explain"] = explainJson(What.Found, *Explained, View);
    if (!Target.empty())
      Document["target"] = jsonText(Target);
    if (!What.OtherTargets.empty())
      Document["other_targets"] = llvm::json::Array(What.OtherTargets);
    Document["space"] = toJson(What.Input); // so that witnesses can be replayed
  }
  return writeJson(What.Options, std::move(Document), codeOf(What, Beside));
}

Result<std::unique_ptr<Program>> buildGolden(const CommonOptions &Options, const VerifyFlags &Flags) {
  if (Flags.Golden.empty())
    return std::unique_ptr<Program>();
  CommonOptions Alone = Options;
  Alone.Versions = {Flags.Golden};
  auto Built = buildOne(Alone);
  if (!Built)
    return Built.takeError();
  return std::make_unique<Program>(std::move(*Built));
}

/// What stands in for the report if the rest of the work has to be ended.
KnownSoFar draftOf(const CommonOptions &Options, const ComparedVersions &Versions, const InputOptions &Input,
                   VerifyResult Now) {
  if (Now.Judged.What == Answer::Unknown && Now.Judged.Why.Code.empty())
    Now.Judged.Why = {"budget", "the time was used up before anything was decided (--time gives it more)", {}};
  std::vector<ChangedStatement> Changes = Versions.changes();
  VerifyView View{&Changes, Options.Verbose};
  KnownSoFar Draft{codeOf(Options, Now), verifyText(Now, View), {}};
  if (Options.Json.empty())
    return Draft;
  llvm::json::Object Document =
      jsonDocument("verify", &Versions.first(), &Versions.last(), Options.Clock->used().count() / 1000.0);
  vernier::addVerify(Document, Now, View);
  Document["space"] = toJson(Input);
  addBuildTime(Options, Document);
  Draft.Json = printed(std::move(Document));
  return Draft;
}

int runVerify(CommonOptions &Options, const VerifyFlags &Flags) {
  Stopwatch Watch;
  auto Input = inputOptions(Flags.Input);
  if (!Input)
    return fail(Input.error());
  auto Wanted = optionsOf(Options, Flags);
  if (!Wanted)
    return fail(Wanted.error());
  Wanted->Exploration.Search.Interrupt = &stopOnInterrupt();
  auto Place = Workspace::open();
  if (!Place)
    return fail(Place.error());
  if (Flags.Recheck)
    if (auto There = recheckProgram(); !There)
      return fail(There.error());
  if (Status Fits = fitsNumber(Options, Flags); !Fits)
    return fail(Fits.error());
  auto OtherTargets = chooseTargetOf(Options, Flags.Input.Entry, *Place);
  if (!OtherTargets)
    return fail(OtherTargets.error());
  auto Versions = compareVersions(Options, Flags.Input.Entry);
  if (!Versions)
    return fail(Versions.error());
  for (const ChangeMap *Map : Versions->maps())
    addNamedVariables(*Input, Map->oldProgram(), Map->newProgram());
  auto Golden = buildGolden(Options, Flags);
  if (!Golden)
    return fail(Golden.error());
  if (Status Added = addSeeds(Options, Flags, *Versions, *Input, *Wanted); !Added)
    return fail(Added.error());
  Wanted->Interim = [&](const VerifyResult &Now) {
    // To write down many classes takes time, which is well spent only if little is left.
    if (!Now.Explored || Options.Clock->used() > Wanted->Time / 3 * 2)
      Options.Clock->keep(draftOf(Options, *Versions, *Input, Now));
  };
  if (hasTimeOfItsOwn(Flags)) // nobody ends it
    Wanted->Whole = Budget(Wanted->Time * 2 + std::chrono::seconds(10));
  // The change map took of the time, too.
  Wanted->Time = std::max(Wanted->Time - Options.Clock->used(), Wanted->Time / 10);
  auto Found = verifyVersions(Versions->maps(), *Input, *Wanted, *Place);
  clearProgressLine(Options);
  if (!Found)
    return fail(Found.error());
  applyBuild(Versions->maps(), *Found, Wanted->CheckOverflow ? SignedOverflow::LookedFor : SignedOverflow::Wraps);
  Verification What{Options, Flags, *Input, *Wanted, *Versions, *Place, *Found, *OtherTargets};
  auto Beside = extrasOf(What, Golden->get());
  if (!Beside)
    return fail(Beside.error());
  return report(What, *Beside, Watch);
}

/// It had to be ended: what was known before, or that nothing is decided.
int reportUnfinished(CommonOptions &Options, const VerifyFlags &Flags, const Reason &Why,
                     const std::optional<KnownSoFar> &Known) {
  if (Known) {
    if (!Options.Quiet)
      std::cerr << "vernier: warning: " << Why.Message << "; this is what was known before" << std::endl;
    tell(Options, Known->Text);
    return writeJson(Options, Known->Json, Known->Code);
  }
  VerifyResult Nothing;
  Nothing.Space.NewEntry = Nothing.Space.OldEntry = Flags.Input.Entry;
  Nothing.Judged.Why = Why;
  VerifyView View;
  tell(Options, verifyText(Nothing, View));
  llvm::json::Object Document = jsonDocument("verify", nullptr, nullptr, 0);
  vernier::addVerify(Document, Nothing, View);
  Document.erase("seconds");
  Document.erase("input_size");
  return writeJson(Options, std::move(Document), codeOf(Options, Nothing));
}

} // namespace

void addVerify(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto Flags = std::make_shared<VerifyFlags>();
  auto *Verb = Vernier.add_subcommand(
      "verify", "Find the classes of inputs that behave alike in both versions, and those that do not");
  addPairOfVersions(*Verb, Options, "V0 V1 V2 ... (by partitions)");
  Verb->add_option("--explain", Flags->Explain, "Where the condition of one class comes from, and what flows into it")
      ->type_name("ID")
      ->check(CLI::PositiveNumber);
  Verb->add_option("--out", Flags->Out, "Write a test for each class: to replay, as shell script or GoogleTest")
      ->type_name("DIR");
  Verb->add_option("--golden", Flags->Golden, "A version that is right: differences are progression or regression")
      ->type_name("VERSION");
  addInputFlags(*Verb, Flags->Input, true);
  Verb->add_option("--only", Flags->Only, "One engine alone: runs, normal-form, induction, bounded, partitions")
      ->type_name("ENGINE")
      ->check(CLI::IsMember({"runs", "normal-form", "induction", "bounded", "partitions"}))
      ->group("Proof");
  Verb->add_option("--without", Flags->Without, "All engines but this one (repeatable)")
      ->type_name("ENGINE")
      ->check(CLI::IsMember({"runs", "normal-form", "induction", "bounded", "partitions"}))
      ->group("Proof");
  Verb->add_flag("--no-runs", Flags->NoRuns, "Without the few hundred runs that come first")->group("Proof");
  Verb->add_flag("--no-normal-form", Flags->NoNormalForm, "Without comparing normal forms")->group("Proof");
  Verb->add_flag("--no-induction", Flags->NoInduction, "Without induction over both versions")->group("Proof");
  Verb->add_flag("--no-partitions", Flags->NoPartitions, "Without exploring partitions")->group("Proof");
  Verb->add_flag("--cross-check", Flags->CrossCheck,
                 "Go on behind equal normal forms and induction, and say so if another engine contradicts them")
      ->group("Proof");
  Verb->add_flag("--only-bounded", Flags->OnlyBounded, "Only the bounded proof")->group("Proof");
  Verb->add_flag("--no-bounded", Flags->NoBounded, "Partitions alone, as with --only partitions")->group("Proof");
  Verb->add_flag("--no-slice", Flags->NoSlice, "Partitions of whole paths: finer, and nothing is left out")
      ->group("Proof");
  Verb->add_flag("--recheck", Flags->Recheck, "Let cvc5 confirm what was proved (partitions only)")->group("Proof");
  Verb->add_option("--spot-check", Flags->SpotChecks, "Run plain builds on N inputs of each class, against its claim")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->group("Proof");
  addSearchFlags(*Verb, Flags->Search);
  Verb->add_flag("--first{more}", Flags->First,
                 "Stop at the first difference that is more than a message (=any: at any)")
      ->check(CLI::IsMember({"more", "any", "true", "false"}))
      ->group("Search");
  Verb->add_option(
          "--strategy", Flags->Strategy,
          "How to explore; dart, express and random are for comparison: they find differences and prove nothing")
      ->check(CLI::IsMember({"partitions", "dart", "express", "random"}))
      ->capture_default_str()
      ->group("Proof");
  Verb->add_option("--seed", Flags->Seed, "Of random choices")->type_name("N")->capture_default_str()->group("Proof");
  addCommonOptions(*Verb, Options);
  addBuildOptions(*Verb, Options);
  Verb->footer("It stops after 30s unless --time says otherwise, and at Ctrl-C, with what it has.\n"
               "Examples:\n  vernier verify old.c new.c --entry f --bound n=0..100\n"
               "  vernier verify old.c new.c --argv 2x3 --stdin 4\n"
               "  vernier verify old.c new.c --entry f --no-bounded --explain 2\n"
               "  vernier verify old.c new.c --entry f --time 10m --store f.db   # and later: --store f.db --resume\n"
               "  vernier verify old.c new.c --entry f --golden fixed.c --out tests --recheck\n"
               "  vernier verify v1.c v2.c v3.c --entry f\n"
               "  vernier verify HEAD~1..HEAD --build make --target prog --entry parse --length text=6");
  Verb->callback([&Options, &Code, Flags] {
    if (hasTimeOfItsOwn(*Flags)) {
      Code = runWithinMemory(Options, [&] { return runVerify(Options, *Flags); });
      return;
    }
    Code = runWithin(
        Options, VerifyOptions().Time, [&] { return runVerify(Options, *Flags); },
        [&](const Reason &Why, const std::optional<KnownSoFar> &Known) {
          return reportUnfinished(Options, *Flags, Why, Known);
        });
  });
}

} // namespace vernier::cli
