#include "Common.h"

#include "impact/Check.h"
#include "report/CheckReport.h"
#include "report/Json.h"

namespace vernier::cli {

namespace {

int runCheck(CommonOptions &Options) {
  Stopwatch Watch;
  auto Time = budgetOf(Options);
  if (!Time)
    return fail(Time.error());
  auto Pair = comparePair(Options);
  if (!Pair)
    return fail(Pair.error());
  ImpactOptions Wanted;
  Wanted.Time = *Time;
  Wanted.Paths = Options.Paths;
  CheckResult Result = checkPair(Pair->Map, Wanted);

  tell(Options, checkText(Result));
  int Code = NothingToReport;
  switch (Result.Judged.Whole.What) {
  case Answer::Equal:
    break;
  case Answer::Different:
    Code = Findings;
    break;
  case Answer::Unknown:
    Code = Options.AllowUnknown ? NothingToReport : Undecided;
    break;
  }
  llvm::json::Object Document = jsonDocument("check", Pair->Old.get(), Pair->New.get(), Watch.seconds());
  if (!Options.Json.empty())
    vernier::addCheck(Document, Result);
  return writeJson(Options, std::move(Document), Code);
}

} // namespace

void addCheck(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto *Verb = Vernier.add_subcommand("check", "The main job: everything that applies, in one summary");
  Verb->add_option("versions", Options.Versions, "OLD NEW, or REV1..REV2, or REV")->type_name("VERSION")->required();
  addCommonOptions(*Verb, Options);
  addBuildOptions(*Verb, Options);
  Verb->footer("Examples:\n  vernier check old.c new.c\n  vernier check main..HEAD --build make --target prog --json "
               "report.json");
  Verb->callback([&Options, &Code] { Code = runCheck(Options); });
}

} // namespace vernier::cli
