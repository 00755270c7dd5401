#include "Common.h"
#include "Inputs.h"

#include "project/Workspace.h"
#include "replay/Replay.h"
#include "report/Json.h"
#include "report/ReplayReport.h"
#include "report/tests/SavedTestJson.h"
#include "verdict/Codes.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier::cli {

namespace {

struct ReplayFlags {
  std::string Test;
  InputFlags Input; ///< --observe and --run-time
};

int codeOf(const CommonOptions &Options, const std::vector<Replayed> &Tests) {
  auto Any = [&](Answer What) { return llvm::any_of(Tests, [&](const Replayed &Each) { return Each.What == What; }); };
  return exitCodeOf(Options, Any(Answer::Different) ? Answer::Different
                             : Any(Answer::Unknown) ? Answer::Unknown
                                                    : Answer::Equal);
}

/// The inputs are those of another program.
const Replayed *noneFits(const std::vector<Replayed> &Tests) {
  bool None = llvm::all_of(Tests, [](const Replayed &Each) { return Each.Why.Code == reason::Signature; });
  return None ? &Tests.front() : nullptr;
}

int runReplay(CommonOptions &Options, const ReplayFlags &Flags) {
  Stopwatch Watch;
  auto Wanted = verifyOptions(Flags.Input);
  if (!Wanted)
    return fail(Wanted.error());
  auto Time = budgetOf(Options);
  if (!Time)
    return fail(Time.error());
  auto Tests = loadSavedTests(Flags.Test);
  if (!Tests)
    return fail(Tests.error());
  auto Place = Workspace::open();
  if (!Place)
    return fail(Place.error());
  auto Versions = buildOneOrTwo(Options);
  if (!Versions)
    return fail(Versions.error());
  const Program *First = Versions->front().get(), *Second = Versions->size() > 1 ? Versions->back().get() : nullptr;
  Replayer Again(*First, Second, *Place, Wanted->Runs, Wanted->Observed);
  std::vector<Replayed> Done;
  for (const SavedTest &Test : *Tests) {
    if (Time->exhausted())
      return fail(analysisError("--time was used up after " + std::to_string(Done.size()) + " of " +
                                std::to_string(Tests->size()) + " tests"));
    auto One = Again.replay(Test);
    if (!One)
      return fail(One.error());
    Done.push_back(std::move(*One));
  }
  if (const Replayed *Misfit = noneFits(Done))
    return fail(analysisError(Misfit->Name + ": " + Misfit->Why.Message));
  tell(Options, replayText(Done));
  llvm::json::Object Document = jsonDocument("replay", First, Second, Watch.seconds());
  vernier::addReplay(Document, Done);
  return writeJson(Options, std::move(Document), codeOf(Options, Done));
}

} // namespace

void addReplay(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto Flags = std::make_shared<ReplayFlags>();
  auto *Verb = Vernier.add_subcommand("replay", "Run saved tests again, on plain builds of one version or of two");
  Verb->add_option("test", Flags->Test, "A saved test, a directory of them, or a JSON document with tests or witnesses")
      ->type_name("TEST")
      ->required();
  Verb->add_option("versions", Options.Versions, "VERSION, or OLD NEW, or REV1..REV2")
      ->type_name("VERSION")
      ->required();
  addObserveFlag(*Verb, Flags->Input);
  addRunTimeFlag(*Verb, Flags->Input);
  addCommonOptions(*Verb, Options);
  addBuildOptions(*Verb, Options);
  Verb->footer("Examples:\n  vernier replay tests/test-000003.json prog.c\n"
               "  vernier replay tests old.c new.c --observe stdout,exit\n"
               "  vernier verify old.c new.c --entry f --json found.json; vernier replay found.json old.c new.c");
  Verb->callback([&Options, &Code, Flags] { Code = runWithin(Options, [&] { return runReplay(Options, *Flags); }); });
}

} // namespace vernier::cli
