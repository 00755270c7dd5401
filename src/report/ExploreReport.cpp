#include "report/ExploreReport.h"

#include "report/OutcomeJson.h"
#include "report/Text.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>

namespace vernier {

namespace {

std::string line(const std::string &Label, const std::string &Text) {
  return Label + std::string(Label.size() < 13 ? 13 - Label.size() : 1, ' ') + Text + "\n";
}

std::string ofText(const CoverageCount &Count, const std::string &What) {
  return std::to_string(Count.Covered) + " of " + std::to_string(Count.Total) + " " + What;
}

std::string inputOf(const ExploreResult &Result, std::size_t Test) {
  const InputAssignment &Input = Result.Found.Tests[Test].Input;
  return inputText(Witness{describe(Result.Space, Input), describeTexts(Result.Space, Input), {}, {}});
}

std::string shownBy(const ExploreResult &Result, std::size_t Test) {
  const Outcome &Seen = Test < Result.Outcomes.size() ? Result.Outcomes[Test].Plain : Result.Found.Tests[Test].End;
  return outcomeText(Seen);
}

std::string stopText(StopReason Why) {
  switch (Why) {
  case StopReason::None:
    return {};
  case StopReason::Time:
    return "the time was used up (--time)";
  case StopReason::Interrupted:
    return "it was interrupted";
  case StopReason::Runs:
    return "the runs were used up (--runs)";
  case StopReason::Memory:
    return "the memory was used up (--memory)";
  }
  return {};
}

std::string exploredText(const ExploreResult &Result) {
  const ExplorationStatistics &Counts = Result.Found.Statistics;
  return counted(Result.Found.Paths, "path") + " in " + counted(Counts.Runs, "run") + ", " +
         counted(Counts.Solver.Queries, "query", "queries") + " to the solver, " +
         llvm::formatv("{0:F1} s", Counts.Seconds).str();
}

std::string completeText(const ExploreResult &Result) {
  if (Result.Found.Complete && Result.Undecided.empty())
    return line("complete", "every input of the space takes one of these paths");
  std::string Text =
      line("not complete", Result.Found.Complete ? "every input takes one of these paths, but not everything is certain"
                                                 : "there may be inputs that take other paths");
  if (std::string Why = stopText(Result.Found.Stopped); !Why.empty())
    Text += line("", "stopped: " + Why);
  for (const Reason &Why : Result.Undecided) {
    auto Hole = Result.Found.Holes.find(Why.Code);
    std::string Times = Hole != Result.Found.Holes.end() && Hole->second.Count > 1
                            ? std::to_string(Hole->second.Count) + " times: "
                            : "";
    Text += line("", Why.Code + ": " + Times + Why.Message +
                         (Why.Where.File.empty() ? "" : ", at " + placeText(Why.Where)));
  }
  return Text;
}

/// Side 1 of an if is the one that is taken when it is true.
std::string sideText(const UncoveredEdge &Edge) {
  return Edge.Where.File + ":" + std::to_string(Edge.Where.Line) + ":" + std::to_string(Edge.Where.Column) + " (" +
         Edge.Where.Function + "), side " + std::to_string(Edge.Side + 1);
}

std::string coverageText(const ExploreResult &Result, bool Verbose) {
  std::string Text = line("coverage", ofText(Result.Branches, "sides of branches, ") + ofText(Result.Blocks, "blocks"));
  constexpr std::size_t Few = 5;
  std::size_t Shown = Verbose ? Result.Uncovered.size() : std::min(Few, Result.Uncovered.size());
  for (std::size_t I = 0; I != Shown; ++I)
    Text += line(I ? "" : "not covered", sideText(Result.Uncovered[I]));
  if (Shown != Result.Uncovered.size())
    Text += line("", "and " + std::to_string(Result.Uncovered.size() - Shown) + " more (--verbose lists them)");
  return Text;
}

std::string replayCommand(const ExploreResult &Result, const ExploreFinding &Found, const ExploreNames &Names) {
  if (Names.Written)
    return line("  replay", "vernier replay " + Names.Written->Directory + "/" +
                                testName(Result.Found.Tests[Found.Test].Id) + ".json " + Names.Version);
  std::string Text;
  if (Result.Space.WholeProgram)
    Text = line("  run", shellCommand(Result.Space, Result.Found.Tests[Found.Test].Input));
  return Text;
}

std::string findingText(const ExploreResult &Result, const ExploreNames &Names) {
  std::string Text;
  for (const ExploreFinding &Found : findingsOf(Result)) {
    std::string What = Found.Kind + (Found.Where.File.empty() ? "" : " at " + placeText(Found.Where)) +
                       (Found.Detail.empty() ? "" : ": " + Found.Detail) +
                       (Found.Tests > 1 ? " (" + counted(Found.Tests, "test") + ")" : "");
    Text += line(Found.Confirmed ? "finding" : "unconfirmed", What);
    Text += line("  input", inputOf(Result, Found.Test));
    Text += line("  shows", shownBy(Result, Found.Test));
    Text += replayCommand(Result, Found, Names);
  }
  return Text;
}

std::string concretisedText(const ExploreResult &Result) {
  std::string Text;
  for (const auto &[What, Count] : Result.Found.Concretised)
    Text += line(Text.empty() ? "concretised" : "",
                 std::to_string(Count) + " " + What + (Count == 1 ? " was" : " were") + " concretised");
  if (!Result.Unmodelled.empty())
    Text += line("unmodelled", llvm::join(Result.Unmodelled, ", "));
  return Text;
}

std::string filesText(const TestFiles &Written) {
  std::string Text = line("tests", counted(Written.Saved, "test") + " saved in " + Written.Directory + "; " +
                                       Written.Generated + " has " + std::to_string(Written.Expressed) + " of them");
  if (Written.Raw)
    Text += line("", counted(Written.Raw, "raw input") + " for fuzzers in " + Written.Directory + "/afl");
  if (!Written.LeftOut.empty())
    Text += line("", Written.Generated + " lacks " + std::to_string(Written.LeftOut.size()) + ", for example " +
                         Written.LeftOut.front());
  return Text;
}

std::string testsText(const ExploreResult &Result) {
  std::string Text;
  for (std::size_t I = 0; I != Result.Found.Tests.size(); ++I)
    Text += line(testName(Result.Found.Tests[I].Id), inputOf(Result, I) + ": " + shownBy(Result, I));
  return Text;
}

} // namespace

std::string exploreText(const ExploreResult &Result, const ExploreNames &Names) {
  std::string Text = line("entry", Result.Space.NewEntry) + line("explored", exploredText(Result));
  Text += completeText(Result) + coverageText(Result, Names.Verbose) + findingText(Result, Names);
  if (findingsOf(Result).empty())
    Text += line("findings", "none: no crash, nothing out of bounds, no division by zero on these paths");
  Text += concretisedText(Result);
  if (!Result.Assumptions.empty())
    Text += line("assuming", llvm::join(Result.Assumptions, ", "));
  for (const std::string &Note : Result.Notes)
    Text += line("note", Note);
  if (Names.Written)
    Text += filesText(*Names.Written);
  return Names.Verbose ? Text + testsText(Result) : Text;
}

std::string progressText(const ExplorationProgress &Now) {
  return llvm::formatv("{0:F0} s: {1} runs, {2} paths, {3} open, {4} queries, {5} edges covered", Now.Seconds, Now.Runs,
                       Now.Paths, Now.Frontier, Now.Queries, Now.Edges)
      .str();
}

} // namespace vernier
