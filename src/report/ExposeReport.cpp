#include "report/ExposeReport.h"

#include "input/ReadInput.h"
#include "report/ExploreReport.h"
#include "report/ImpactReport.h"
#include "report/Json.h"
#include "report/OutcomeJson.h"
#include "report/Text.h"
#include "report/tests/SavedTestJson.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/FormatVariadic.h>

namespace vernier {

namespace {

unsigned idOf(std::size_t Index) {
  return static_cast<unsigned>(Index + 1);
}

std::string stateOf(const ExposedChange &What) {
  if (What.Exposed)
    return "exposed";
  if (What.Infected)
    return "infected";
  return What.Reached ? "reached" : "-";
}

Witness witnessOf(const ExposeResult &Result, const ExposeTest &Test) {
  return {describe(Result.Space, Test.Input),
          describeTexts(Result.Space, Test.Input),
          Test.Old,
          Test.New,
          Test.OldUndefined,
          Test.NewUndefined};
}

std::string reasonText(const ExposedChange &What) {
  std::string Text(meaningOf(What.Why));
  return What.Detail.empty() ? Text : Text + " (" + What.Detail + ")";
}

std::string idsText(const std::vector<unsigned> &Ids) {
  std::string Text;
  for (unsigned Id : Ids)
    Text += (Text.empty() ? "" : ", ") + std::to_string(Id);
  return Text;
}

std::string testText(const ExposeResult &Result, std::size_t Index) {
  const ExposeTest &Test = Result.Tests[Index];
  Witness Shown = witnessOf(Result, Test);
  std::string Text = "test " + std::to_string(idOf(Index)) + "  changes " + idsText(Test.Executed) + "\n";
  Text += "  input  " + inputText(Shown) + "\n";
  if (!Test.Compared)
    return Text;
  Text += "  old    " + outcomeText(Test.Old) + "\n  new    " + outcomeText(Test.New) + "\n";
  if (!Test.OldSanitized.Code.empty())
    Text += "         sanitizer, old: " + undefinedText(Test.OldSanitized) + "\n";
  if (!Test.NewSanitized.Code.empty())
    Text += "         sanitizer, new: " + undefinedText(Test.NewSanitized) + "\n";
  return Text;
}

/// A test shows a change in its name, so that a failure of it says which one, and in what.
std::string nameOf(const ExposeResult &Result, const ExposeTest &Test, std::size_t Index) {
  const std::vector<unsigned> &Ids = Test.Exposes.empty() ? Test.Executed : Test.Exposes;
  std::string Name = testName(idOf(Index));
  if (Ids.empty())
    return Name;
  std::string Function;
  for (const ExposedChange &Each : Result.Changes)
    if (Each.Change.Id == Ids.front())
      Function = Each.Change.Place.Function;
  return Name + "-" +
         tellingName((Test.Exposes.empty() ? "reaches-change-" : "exposes-change-") + std::to_string(Ids.front()),
                     Function, Test.Old, Test.New);
}

std::string aboutText(const ExposeResult &Result, const ExposeTest &Test) {
  if (Test.Exposes.empty())
    return "executes change " + idsText(Test.Executed);
  std::string Text = "shows change " + idsText(Test.Exposes);
  for (const ExposedChange &Each : Result.Changes)
    if (Each.Change.Id == Test.Exposes.front())
      Text += " (" + placeText(Each.Change.Place) + ")";
  return Text;
}

llvm::json::Array idsJson(const std::vector<unsigned> &Ids) {
  return llvm::json::Array(Ids);
}

llvm::json::Value testId(std::optional<std::size_t> Index) {
  if (Index)
    return idOf(*Index);
  return nullptr;
}

llvm::json::Object changeJson(const ExposedChange &What) {
  llvm::json::Object Result = toJson(What.Change);
  Result["reached"] = What.Reached;
  Result["infected"] = What.Infected;
  Result["exposed"] = What.Exposed;
  Result["reached_by"] = testId(What.ReachedBy);
  Result["test"] = testId(What.ExposedBy);
  Result["runs_to_reach"] = nullptr;
  Result["reason"] = nullptr;
  if (What.Reached)
    Result["runs_to_reach"] = What.RunsToReach;
  if (What.Exposed)
    Result["found_by"] = What.ByVerify ? "verify" : "expose";
  if (!What.Exposed)
    Result["reason"] =
        llvm::json::Object{{"code", std::string(toString(What.Why))}, {"message", jsonText(reasonText(What))}};
  return Result;
}

llvm::json::Object testJson(const ExposeResult &Result, std::size_t Index) {
  const ExposeTest &Test = Result.Tests[Index];
  Witness Shown = witnessOf(Result, Test);
  llvm::json::Object Json{{"id", idOf(Index)},
                          {"changes", idsJson(Test.Executed)},
                          {"exposes", idsJson(Test.Exposes)},
                          {"differs", Test.Differs},
                          {"plain", Test.Compared},
                          {"texts", textsJson(Shown.Texts)},
                          {"old", toJson(Test.Old)},
                          {"new", toJson(Test.New)}};
  addInputJson(Json, Shown.Input);
  if (Test.Through)
    Json["through"] = std::string(toString(*Test.Through));
  if (Test.Differs)
    Json["difference"] = differenceJson(Shown);
  for (const auto &[Name, Use] :
       {std::pair("old_sanitizer", &Test.OldSanitized), {"new_sanitizer", &Test.NewSanitized}})
    if (!Use->Code.empty())
      Json[Name] =
          llvm::json::Object{{"code", Use->Code}, {"message", jsonText(Use->Text)}, {"location", toJson(Use->Where)}};
  return Json;
}

llvm::json::Object countsJson(const std::map<std::string, std::uint64_t> &Counts) {
  llvm::json::Object Result;
  for (const auto &[Name, Count] : Counts)
    Result[Name] = Count;
  return Result;
}

llvm::json::Object statisticsJson(const ExposeResult &Result) {
  const PairStatistics &S = Result.Statistics;
  llvm::json::Object Json{{"runs_to_reach", nullptr},           {"runs", S.Runs},
                          {"plain_runs", S.PlainRuns},          {"queries", S.Queries},
                          {"unsatisfiable", S.Unsatisfiable},   {"unknown_queries", S.UnknownQueries},
                          {"queries_saved", S.UntaintedSaved},  {"repeated_queries", S.Repeated},
                          {"conflicts_resolved", S.Relaxed},    {"solver_seconds", S.SolverSeconds},
                          {"run_seconds", S.RunSeconds},        {"attempts", countsJson(Result.Attempts)},
                          {"helped", countsJson(Result.Helped)}};
  if (auto Mean = Result.meanRunsToReach())
    Json["runs_to_reach"] = *Mean;
  return Json;
}

} // namespace

Answer answerOf(const ExposeResult &Result) {
  if (llvm::any_of(Result.Changes, [](const ExposedChange &Each) { return Each.Exposed; }))
    return Answer::Different;
  bool Decided = llvm::all_of(Result.Changes, [](const ExposedChange &Each) {
    return Each.Why == Unexposed::NoWay || Each.Why == Unexposed::Unreachable || Each.Why == Unexposed::Equal;
  });
  return Decided && Result.Obstacles.empty() ? Answer::Equal : Answer::Unknown;
}

std::string exposeText(const ExposeResult &Result, bool Verbose) {
  std::size_t Reached = 0, Infected = 0, Exposed = 0;
  TextTable Table({"change", "state", "test", "place", "text"});
  std::string Reasons;
  for (const ExposedChange &Each : Result.Changes) {
    Reached += Each.Reached;
    Infected += Each.Infected;
    Exposed += Each.Exposed;
    auto Test = Each.Exposed ? Each.ExposedBy : Each.ReachedBy;
    Table.add({std::to_string(Each.Change.Id), stateOf(Each), Test ? std::to_string(idOf(*Test)) : "-",
               placeText(Each.Change.Place), Each.Change.Text});
    if (!Each.Exposed)
      Reasons += "change " + std::to_string(Each.Change.Id) + ": " + reasonText(Each) + "\n";
  }
  std::string Text = counted(Result.Changes.size(), "change") + ": " + std::to_string(Reached) + " reached, " +
                     std::to_string(Infected) + " infected, " + std::to_string(Exposed) + " exposed\n";
  if (!Table.empty())
    Text += Table.print();
  for (std::size_t I = 0; I != Result.Tests.size(); ++I)
    if (Verbose || !Result.Tests[I].Exposes.empty())
      Text += testText(Result, I);
  if (llvm::any_of(Result.Changes, [](const ExposedChange &Each) { return Each.ByVerify; }))
    Text += "some inputs are witnesses of `verify`, which was asked about what the search left\n";
  Text += Reasons;
  for (const std::string &Each : Result.Obstacles)
    Text += "not compared: " + Each + "\n";
  auto Mean = Result.meanRunsToReach();
  Text += counted(Result.Statistics.Runs, "run") + ", " + counted(Result.Statistics.Queries, "question") + " (" +
          std::to_string(Result.Statistics.UntaintedSaved) + " saved)";
  return Text + (Mean ? ", " + llvm::formatv("{0:F1}", *Mean).str() + " runs to reach a change\n" : "\n");
}

void addExpose(llvm::json::Object &Document, const ExposeResult &Result, const InputOptions &Input) {
  llvm::json::Array Changes, Tests;
  for (const ExposedChange &Each : Result.Changes)
    Changes.push_back(changeJson(Each));
  for (std::size_t I = 0; I != Result.Tests.size(); ++I)
    Tests.push_back(testJson(Result, I));
  Document["changes"] = std::move(Changes);
  Document["tests"] = std::move(Tests);
  Document["stats"] = statisticsJson(Result);
  Document["obstacles"] = llvm::json::Array(Result.Obstacles);
  Document["assumptions"] = llvm::json::Array(Result.Assumptions);
  Document["space"] = toJson(Input);
}

Result<TestFiles> writeExposeTests(const std::string &Directory, const Program &Old, const Program &New,
                                   const ExposeResult &Result, const InputOptions &Input) {
  std::vector<SavedTest> Saved;
  std::vector<ObservedTest> Observed;
  for (std::size_t I = 0; I != Result.Tests.size(); ++I) {
    const ExposeTest &Test = Result.Tests[I];
    if (!Test.Compared)
      continue;
    SavedTest File;
    File.Name = nameOf(Result, Test, I);
    File.Space = Input;
    File.Input = describe(Result.Space, Test.Input);
    for (std::size_t J = 0; J != File.Input.size(); ++J)
      File.Input[J].Value = exactValueText(Test.Input[J], File.Input[J].Signed, File.Input[J].Floating);
    File.Texts = describeTexts(Result.Space, Test.Input);
    File.Recorded = Test.Old;
    if (Test.Differs)
      File.RecordedNew = Test.New;
    File.About = aboutText(Result, Test);
    File.FoundOn = Old.label();
    Observed.push_back(
        {File.Name, Test.Input, Test.Old, true, Test.Differs ? std::optional(Test.New) : std::nullopt, File.About});
    Saved.push_back(std::move(File));
  }
  return writeTestFiles(Directory, New, Result.Space, Saved, Observed,
                        {"Exposed", "one for each change that it shows", true, "exposed_test.cpp"});
}

} // namespace vernier
