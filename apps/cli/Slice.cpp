#include "Common.h"

#include "analysis/ProgramAnalysis.h"
#include "bitcode/Locations.h"
#include "bitcode/SourceText.h"
#include "report/Json.h"
#include "report/SliceReport.h"

#include <charconv>

namespace vernier::cli {

namespace {

struct SliceArguments {
  std::string At;
  bool Backward = false;
  bool Forward = false;
  DrawingOptions Drawing;
};

Result<Location> parsePlace(const std::string &Text) {
  auto Colon = Text.rfind(':');
  Location Where;
  if (Colon != std::string::npos && Colon > 0) {
    Where.File = Text.substr(0, Colon);
    const char *End = Text.data() + Text.size();
    auto [Rest, Failure] = std::from_chars(Text.data() + Colon + 1, End, Where.Line);
    if (Failure == std::errc() && Rest == End && Where.Line > 0)
      return Where;
  }
  return usageError("--at '" + Text + "' is not a place; write FILE:LINE, as in --at main.c:12");
}

int runSlice(CommonOptions &Options, const SliceArguments &Arguments) {
  Stopwatch Watch;
  auto Place = parsePlace(Arguments.At);
  if (!Place)
    return fail(Place.error());
  auto Version = buildOne(Options);
  if (!Version)
    return fail(Version.error());
  tellWarnings(Options, *Version);
  auto Criterion = criterionAt(Version->module(), *Place);
  if (!Criterion)
    return fail(Criterion.error());
  ProgramAnalysis Analysis(*Version);
  SliceDirection Direction = Arguments.Forward ? SliceDirection::Forward : SliceDirection::Backward;
  Slice Found(Analysis.dependences(), *Criterion, Direction);
  tell(Options, sliceText(Found, *Place, Direction, *Version));
  llvm::json::Object Document = jsonDocument("slice", &*Version, nullptr, Watch.seconds());
  vernier::addSlice(Document, Found, *Place, Direction);
  int Code = writeJson(Options, std::move(Document), NothingToReport);
  if (!Arguments.Drawing.Dot.empty() || !Arguments.Drawing.Svg.empty())
    if (Status Drawn = draw(Arguments.Drawing, sliceDot(Found, Analysis.dependences(), *Place, *Version)); !Drawn)
      return fail(Drawn.error());
  return Code;
}

} // namespace

void addSlice(CLI::App &Vernier, CommonOptions &Options, int &Code) {
  auto *Verb = Vernier.add_subcommand("slice", "What a statement depends on, or what depends on it");
  auto Arguments = std::make_shared<SliceArguments>();
  Verb->add_option("version", Options.Versions, "Files, a directory or a git revision")
      ->type_name("VERSION")
      ->required();
  Verb->add_option("--at", Arguments->At, "The statement")->type_name("FILE:LINE")->required();
  auto *Backward = Verb->add_flag("--backward", Arguments->Backward, "What the statement may depend on (default)");
  Verb->add_flag("--forward", Arguments->Forward, "What may depend on the statement")->excludes(Backward);
  addCommonOptions(*Verb, Options);
  addBuildOptions(*Verb, Options);
  addDrawingOptions(*Verb, Arguments->Drawing, "the lines and their dependences");
  Verb->footer("Examples:\n  vernier slice main.c --at main.c:12\n  vernier slice HEAD --build make --at src/cut.c:120 "
               "--forward --json -");
  Verb->callback(
      [&Options, &Code, Arguments] { Code = runWithin(Options, [&] { return runSlice(Options, *Arguments); }); });
}

} // namespace vernier::cli
