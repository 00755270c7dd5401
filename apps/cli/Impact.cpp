#include "Common.h"

#include "impact/Impact.h"
#include "report/ImpactReport.h"
#include "report/Json.h"

namespace vernier::cli {

namespace {

struct ImpactArguments {
  DrawingOptions Drawing;
  bool AllInteractions = false;
};

int runImpact(CommonOptions &Options, const ImpactArguments &Arguments) {
  Stopwatch Watch;
  auto Time = budgetOf(Options);
  if (!Time)
    return fail(Time.error());
  auto Pair = comparePair(Options);
  if (!Pair)
    return fail(Pair.error());
  ImpactOptions Wanted;
  Wanted.ImportantInteractionsOnly = !Arguments.AllInteractions;
  Wanted.Time = *Time;
  Wanted.Paths = Options.Paths;
  ProgramAnalysis Old(*Pair->Old), New(*Pair->New);
  Impact Result = computeImpact(Pair->Map, Old, New, Wanted);

  tell(Options, impactText(Result));
  int Code = Result.Changes.empty() && Result.Obstacles.empty() ? NothingToReport : Findings;
  llvm::json::Object Document = jsonDocument("impact", Pair->Old.get(), Pair->New.get(), Watch.seconds());
  if (!Options.Json.empty())
    vernier::addImpact(Document, Result);
  Code = writeJson(Options, std::move(Document), Code);
  if (Status Drawn = draw(Arguments.Drawing, toDot(Result.Graph, Pair->Old->label() + " -> " + Pair->New->label()));
      !Drawn)
    return fail(Drawn.error());
  return Code;
}

} // namespace

void addImpact(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto *Verb = Vernier.add_subcommand("impact", "What a change touches: changed and affected statements, interference");
  auto Arguments = std::make_shared<ImpactArguments>();
  addPairOfVersions(*Verb, Options);
  addCommonOptions(*Verb, Options);
  addBuildOptions(*Verb, Options);
  addDrawingOptions(*Verb, Arguments->Drawing);
  Verb->add_flag("--all-interactions", Arguments->AllInteractions,
                 "Also list interaction locations that merely pass on what another one joined");
  Verb->footer("Examples:\n  vernier impact old.c new.c\n  vernier impact HEAD~3..HEAD --build make --target prog "
               "--svg changes.svg\n"
               "  vernier impact old/ new/ --target app --json -");
  Verb->callback(
      [&Options, &Code, Arguments] { Code = runWithin(Options, [&] { return runImpact(Options, *Arguments); }); });
}

} // namespace vernier::cli
