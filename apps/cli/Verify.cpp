#include "Common.h"
#include "Inputs.h"

#include "check/Verify.h"
#include "project/Workspace.h"
#include "report/Json.h"
#include "report/SavedTestJson.h"
#include "report/VerifyReport.h"

namespace vernier::cli {

namespace {

struct VerifyFlags {
  InputFlags Input;
  bool OnlyBounded = false, NoBounded = false, NoSlice = false;
};

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

int runVerify(CommonOptions &Options, const VerifyFlags &Flags) {
  Stopwatch Watch;
  if (Flags.OnlyBounded && (Flags.NoBounded || Flags.NoSlice))
    return fail(
        usageError("--only-bounded is the bounded proof alone: it does not go with --no-bounded or --no-slice"));
  auto Input = inputOptions(Flags.Input);
  if (!Input)
    return fail(Input.error());
  auto Wanted = verifyOptions(Flags.Input);
  if (!Wanted)
    return fail(Wanted.error());
  if (!Options.Time.empty()) {
    auto Time = parseDuration(Options.Time);
    if (!Time)
      return fail(usageError("--time '" + Options.Time + "' is not a time; write 30s, 5m or 250ms"));
    Wanted->Time = std::chrono::duration_cast<std::chrono::milliseconds>(*Time);
  }
  Wanted->Bounded = !Flags.NoBounded && !Flags.NoSlice;
  Wanted->Partitions = !Flags.OnlyBounded;
  Wanted->Exploration.Mode = Flags.NoSlice ? PartitionMode::Path : PartitionMode::Sliced;
  auto Place = Workspace::open();
  if (!Place)
    return fail(Place.error());
  auto Pair = comparePair(Options, Flags.Input.Entry);
  if (!Pair)
    return fail(Pair.error());
  auto Result = verifyEntry(Pair->Map, *Input, *Wanted, *Place);
  if (!Result)
    return fail(Result.error());
  tell(Options, verifyText(*Result));
  llvm::json::Object Document = jsonDocument("verify", Pair->Old.get(), Pair->New.get(), Watch.seconds());
  if (!Options.Json.empty()) {
    vernier::addVerify(Document, *Result);
    Document["space"] = toJson(*Input); // so that witnesses can be replayed
  }
  return writeJson(Options, std::move(Document), codeOf(Options, *Result));
}

} // namespace

void addVerify(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto Flags = std::make_shared<VerifyFlags>();
  auto *Verb =
      Vernier.add_subcommand("verify", "Prove a function or a small program equal, or find an input that differs");
  Verb->add_option("versions", Options.Versions, "OLD NEW, or REV1..REV2, or REV")->type_name("VERSION")->required();
  addInputFlags(*Verb, Flags->Input, true);
  Verb->add_flag("--only-bounded", Flags->OnlyBounded, "Only the bounded proof")->group("Proof");
  Verb->add_flag("--no-bounded", Flags->NoBounded, "Without the bounded proof: explore partitions")->group("Proof");
  Verb->add_flag("--no-slice", Flags->NoSlice, "Partitions of whole paths: finer, and nothing is left out")
      ->group("Proof");
  addCommonOptions(*Verb, Options);
  addBuildOptions(*Verb, Options);
  Verb->footer("Examples:\n  vernier verify old.c new.c --entry f --bound n=0..100\n"
               "  vernier verify old.c new.c --argv 2x3 --stdin 4\n"
               "  vernier verify HEAD~1..HEAD --build make --target prog --entry parse --length text=6");
  Verb->callback([&Options, &Code, Flags] { Code = runVerify(Options, *Flags); });
}

} // namespace vernier::cli
