#include "report/ExploreReport.h"

#include "report/Json.h"
#include "report/OutcomeJson.h"
#include "report/tests/SavedTestJson.h"

namespace vernier {

namespace json = llvm::json;

namespace {

template <class T> json::Value number(T Value) {
  return static_cast<std::int64_t>(Value);
}

json::Value placeOrNull(const Location &Where) {
  return Where.File.empty() ? json::Value(nullptr) : json::Value(toJson(Where));
}

Location siteOf(const ExploreResult &Result, std::uint32_t Site) {
  return Site < Result.Sites.size() ? Result.Sites[Site] : Location();
}

json::Object countJson(const CoverageCount &Count) {
  return json::Object{{"covered", number(Count.Covered)}, {"total", number(Count.Total)}};
}

json::Array findingsJson(const ExploreResult &Result, const ExploredTest &Test) {
  json::Array List;
  for (const RunFinding &Each : Test.Findings)
    List.push_back(json::Object{
        {"kind", Each.Kind}, {"location", placeOrNull(siteOf(Result, Each.Site))}, {"detail", jsonText(Each.Detail)}});
  return List;
}

json::Object testJson(const ExploreResult &Result, std::size_t I, const SavedTest &Saved) {
  const ExploredTest &Test = Result.Found.Tests[I];
  json::Object One{{"id", Test.Id},
                   {"name", Saved.Name},
                   {"input_text", textsJson(Saved.Texts)},
                   {"path", Saved.Path},
                   {"decisions", number(Test.Decisions)},
                   {"new_edges", number(Test.NewEdges)},
                   {"truncated", Test.Truncated},
                   {"findings", findingsJson(Result, Test)},
                   {"outcome", nullptr},
                   {"confirmed", false},
                   {"deterministic", nullptr}};
  addInputJson(One, Saved.Input);
  if (I < Result.Outcomes.size()) {
    One["outcome"] = toJson(Result.Outcomes[I].Plain);
    One["confirmed"] = Result.Outcomes[I].Confirmed;
    One["deterministic"] = Result.Outcomes[I].Deterministic;
    if (!Result.Outcomes[I].Confirmed)
      One["instrumented"] = toJson(Test.End);
  }
  return One;
}

json::Array crashesJson(const ExploreResult &Result) {
  json::Array List;
  for (const ExploreFinding &Found : findingsOf(Result))
    List.push_back(json::Object{{"test", Result.Found.Tests[Found.Test].Id},
                                {"kind", Found.Kind},
                                {"location", placeOrNull(Found.Where)},
                                {"detail", jsonText(Found.Detail)},
                                {"confirmed", Found.Confirmed},
                                {"tests", number(Found.Tests)}});
  return List;
}

json::Array holesJson(const ExploreResult &Result) {
  json::Array List;
  for (const auto &[Code, Hole] : Result.Found.Holes)
    List.push_back(json::Object{{"code", Code},
                                {"count", number(Hole.Count)},
                                {"location", placeOrNull(siteOf(Result, Hole.FirstSite))},
                                {"detail", jsonText(Hole.Detail)}});
  return List;
}

json::Object statsJson(const ExploreResult &Result) {
  const ExplorationStatistics &Counts = Result.Found.Statistics;
  return json::Object{{"runs", number(Counts.Runs)},
                      {"replayed", number(Counts.Replayed)},
                      {"repeated", number(Counts.Repeated)},
                      {"diverged", number(Counts.Diverged)},
                      {"rejected_seeds", number(Counts.RejectedSeeds)},
                      {"questions", number(Counts.Questions)},
                      {"settled", number(Counts.Settled)},
                      {"queries", number(Counts.Solver.Queries)},
                      {"guessed", number(Counts.Solver.Guessed)},
                      {"seconds", Counts.Seconds},
                      {"solver_seconds", Counts.SolverSeconds},
                      {"run_seconds", Counts.RunSeconds},
                      {"wait_seconds", Counts.WaitSeconds},
                      {"bookkeeping_seconds", Counts.bookkeepingSeconds()},
                      {"cpu_seconds", Result.OwnCpuSeconds},
                      {"run_cpu_seconds", Result.RunCpuSeconds}};
}

json::Array texts(const std::vector<std::string> &From) {
  json::Array List;
  for (const std::string &Each : From)
    List.push_back(jsonText(Each));
  return List;
}

void addWhatIsOpen(json::Object &Document, const ExploreResult &Result) {
  json::Array Undecided, Concretised, Uncovered;
  for (const Reason &Why : Result.Undecided)
    Undecided.push_back(toJson(Why));
  for (const auto &[What, Count] : Result.Found.Concretised)
    Concretised.push_back(json::Object{{"name", jsonText(What)}, {"count", number(Count)}});
  for (const UncoveredEdge &Edge : Result.Uncovered)
    Uncovered.push_back(json::Object{{"location", placeOrNull(Edge.Where)}, {"side", Edge.Side}});
  Document["undecided"] = std::move(Undecided);
  Document["concretised"] = std::move(Concretised);
  Document["uncovered"] = std::move(Uncovered);
  Document["holes"] = holesJson(Result);
  Document["unmodelled"] = texts(Result.Unmodelled);
  Document["assumptions"] = texts(Result.Assumptions);
  Document["notes"] = texts(Result.Notes);
  Document["open"] = number(Result.Found.Open);
  Document["stopped"] = Result.Found.Stopped == StopReason::None
                            ? json::Value(nullptr)
                            : json::Value(std::string(toString(Result.Found.Stopped)));
}

} // namespace

void addExplore(json::Object &Document, const ExploreResult &Result, const InputOptions &Input) {
  json::Array Leaves, Tests;
  for (const InputLeaf &Leaf : Result.Space.Leaves)
    Leaves.push_back(json::Object{
        {"name", jsonText(Leaf.Name)}, {"bits", Leaf.Bits}, {"signed", Leaf.Signed}, {"float", Leaf.Floating}});
  std::vector<SavedTest> Saved = savedTests(Result, Input, {});
  for (std::size_t I = 0; I != Saved.size(); ++I)
    Tests.push_back(testJson(Result, I, Saved[I]));
  Document["entry"] = jsonText(Result.Space.NewEntry);
  Document["space"] = toJson(Input);
  Document["input"] = std::move(Leaves);
  Document["tests"] = std::move(Tests);
  Document["paths"] = number(Result.Found.Paths);
  Document["complete"] = Result.Found.Complete;
  json::Array Files;
  for (const auto &[File, Count] : Result.BranchesByFile)
    Files.push_back(json::Object{{"file", jsonText(File)}, {"branches", countJson(Count)}});
  Document["coverage"] = json::Object{
      {"branches", countJson(Result.Branches)}, {"blocks", countJson(Result.Blocks)}, {"files", std::move(Files)}};
  Document["crashes"] = crashesJson(Result);
  Document["stats"] = statsJson(Result);
  addWhatIsOpen(Document, Result);
}

} // namespace vernier
