#include "report/InteractReport.h"

#include "input/ReadInput.h"
#include "report/ExploreReport.h"
#include "report/ImpactReport.h"
#include "report/Json.h"
#include "report/OutcomeJson.h"
#include "report/Text.h"
#include "report/tests/SavedTestJson.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>

namespace vernier {

namespace {

/// Rows of the table of sequences that the terminal shows without --verbose.
constexpr std::size_t MostRows = 12;

std::string sequenceText(const ChangeSequence &Changes) {
  std::string Text;
  for (unsigned Id : Changes)
    Text += (Text.empty() ? "" : " ") + std::to_string(Id);
  return "<" + Text + ">";
}

Witness shownBy(const InteractResult &Result, const InteractTest &Test) {
  Witness Shown;
  Shown.Input = describe(Result.Space, Test.Input);
  Shown.Texts = describeTexts(Result.Space, Test.Input);
  Shown.Old = Test.Old;
  Shown.New = Test.New;
  Shown.OldUndefined = Test.OldUndefined;
  Shown.NewUndefined = Test.NewUndefined;
  return Shown;
}

std::string testText(const InteractResult &Result, std::size_t Index) {
  const InteractTest &Test = Result.Tests[Index];
  Witness Shown = shownBy(Result, Test);
  std::string Text = "  input  " + inputText(Shown) + "\n  old    " + outcomeText(Test.Old) + "\n  new    " +
                     outcomeText(Test.New) + "\n";
  if (!Test.NewUndefined.Code.empty())
    Text += "         " + undefinedText(Test.NewUndefined) + "\n";
  if (!Test.NewSanitized.Code.empty())
    Text += "         sanitizer: " + undefinedText(Test.NewSanitized) + "\n";
  return Text;
}

std::string idsText(const std::set<unsigned> &Ids) {
  return llvm::join(llvm::map_range(Ids, [](unsigned Id) { return std::to_string(Id); }), ", ");
}

/// What versions without single changes show.
std::string configurationText(const ConfirmedInteraction &Found) {
  if (!Found.Tried)
    return {};
  std::string Text;
  for (const auto &Each : Found.Single) {
    Text += (Text.empty() ? "  without change " : "; without change ") + idsText(Each.Without) + ": ";
    switch (Each.Error) {
    case ConfirmedInteraction::State::NotBuilt:
      Text += "it cannot be built";
      break;
    case ConfirmedInteraction::State::Shows:
      Text += "the same error";
      break;
    case ConfirmedInteraction::State::ShowsNot:
      Text += "no error";
      break;
    }
  }
  return Text + "\n";
}

llvm::json::Value configurationJson(const ConfirmedInteraction &Found) {
  if (!Found.Tried)
    return nullptr;
  llvm::json::Array Single, Pairs;
  for (const auto &Each : Found.Single) {
    bool Built = Each.Error != ConfirmedInteraction::State::NotBuilt;
    Single.push_back(
        llvm::json::Object{{"without", llvm::json::Array(Each.Without)},
                           {"compiles", Built},
                           {"error", Built ? llvm::json::Value(Each.Error == ConfirmedInteraction::State::Shows)
                                           : llvm::json::Value(nullptr)}});
  }
  for (auto [First, Second] : Found.Interacting)
    Pairs.push_back(llvm::json::Array{First, Second});
  return llvm::json::Object{
      {"without", std::move(Single)}, {"needed", llvm::json::Array(Found.Needed)}, {"interacting", std::move(Pairs)}};
}

std::string errorText(const InteractResult &Result, std::size_t Index) {
  const InteractionError &Error = Result.Errors[Index];
  std::string Text = "error " + std::to_string(Index + 1) + "  " + Error.Code;
  if (Error.Where.Line)
    Text += " at " + placeText(Error.Where);
  Text += ", changes " + sequenceText(Error.Sequence);
  Text += Error.Interaction ? ": an interaction, the sequence is critical"
          : Error.Critical  ? ": no interaction is needed"
                            : ": whether all of them are needed is not decided";
  return Text + "\n" + configurationText(Error.Configurations) +
         (Error.Tests.empty() ? "" : testText(Result, Error.Tests.front()));
}

llvm::json::Object sequenceJson(const InteractResult::SequenceCount &Count) {
  return llvm::json::Object{{"changes", llvm::json::Array(Count.Changes)},
                            {"tests", Count.Tests},
                            {"differences", Count.Differences},
                            {"errors", Count.Errors},
                            {"critical", Count.Critical}};
}

llvm::json::Object testJson(const InteractResult &Result, std::size_t Index) {
  const InteractTest &Test = Result.Tests[Index];
  Witness Shown = shownBy(Result, Test);
  llvm::json::Object Json{{"id", Index + 1},
                          {"sequence", llvm::json::Array(Test.Sequence)},
                          {"differs", Test.Differs},
                          {"class", std::string(toString(Test.Class))},
                          {"texts", textsJson(Shown.Texts)},
                          {"old", toJson(Test.Old)},
                          {"new", toJson(Test.New)},
                          {"error", nullptr}};
  addInputJson(Json, Shown.Input);
  if (!Test.NewSanitized.Code.empty())
    Json["sanitizer"] = llvm::json::Object{{"code", Test.NewSanitized.Code},
                                           {"message", jsonText(Test.NewSanitized.Text)},
                                           {"location", toJson(Test.NewSanitized.Where)}};
  if (Test.Error)
    Json["error"] = *Test.Error + 1;
  return Json;
}

llvm::json::Object errorJson(const InteractResult &Result, std::size_t Index) {
  const InteractionError &Error = Result.Errors[Index];
  llvm::json::Array Tests;
  for (std::size_t Test : Error.Tests)
    Tests.push_back(Test + 1);
  llvm::json::Object Json{{"id", Index + 1},
                          {"kind", std::string(toString(Error.Kind))},
                          {"code", Error.Code},
                          {"tests", std::move(Tests)},
                          {"sequence", llvm::json::Array(Error.Sequence)},
                          {"critical", Error.Critical},
                          {"interaction", Error.Interaction},
                          {"attempts_without", Error.Attempts},
                          {"configurations", configurationJson(Error.Configurations)}};
  if (Error.Where.Line)
    Json["location"] = toJson(Error.Where);
  return Json;
}

llvm::json::Object statisticsJson(const InteractResult &Result) {
  const PairStatistics &S = Result.Statistics;
  llvm::json::Object Json{{"runs", S.Runs},
                          {"plain_runs", S.PlainRuns},
                          {"queries", S.Queries},
                          {"unsatisfiable", S.Unsatisfiable},
                          {"queries_saved", S.UntaintedSaved},
                          {"graph_nodes", Result.GraphNodes},
                          {"graph_edges", Result.GraphEdges},
                          {"edges_taken", Result.EdgesTaken},
                          {"first_error_seconds", nullptr}};
  if (Result.FirstErrorSeconds)
    Json["first_error_seconds"] = *Result.FirstErrorSeconds;
  return Json;
}

std::size_t differences(const InteractResult &Result) {
  return static_cast<std::size_t>(llvm::count_if(Result.Tests, [](const InteractTest &Test) { return Test.Differs; }));
}

} // namespace

std::string interactText(const InteractResult &Result, bool Verbose) {
  std::string Text = counted(Result.Changes.size(), "change") + ", " + counted(Result.Sequences.size(), "sequence") +
                     ": " + counted(Result.Tests.size(), "test") + ", " + std::to_string(differences(Result)) +
                     " differ, " + counted(Result.Errors.size(), "error") + "\n";
  TextTable Table({"sequence", "tests", "differ", "errors", "critical"});
  std::size_t Rows = 0;
  for (const auto &Each : Result.Sequences)
    if (Verbose || Rows++ < MostRows)
      Table.add({sequenceText(Each.Changes), std::to_string(Each.Tests), std::to_string(Each.Differences),
                 std::to_string(Each.Errors), Each.Critical ? "yes" : ""});
  if (!Table.empty())
    Text += Table.print();
  if (!Verbose && Rows > MostRows)
    Text += "... and " + std::to_string(Rows - MostRows) + " more (--verbose shows them)\n";
  for (std::size_t I = 0; I != Result.Errors.size(); ++I)
    Text += errorText(Result, I);
  return Text + counted(Result.Statistics.Runs, "run") + ", " + counted(Result.Statistics.Queries, "question") + ", " +
         std::to_string(Result.EdgesTaken) + " of " + counted(Result.GraphEdges, "edge") + " of the graph taken\n";
}

void addInteract(llvm::json::Object &Document, const InteractResult &Result, const InputOptions &Input) {
  llvm::json::Array Changes, Sequences, Tests, Errors;
  for (const ChangedStatement &Each : Result.Changes)
    Changes.push_back(toJson(Each));
  for (const auto &Each : Result.Sequences)
    Sequences.push_back(sequenceJson(Each));
  for (std::size_t I = 0; I != Result.Tests.size(); ++I)
    Tests.push_back(testJson(Result, I));
  for (std::size_t I = 0; I != Result.Errors.size(); ++I)
    Errors.push_back(errorJson(Result, I));
  Document["changes"] = std::move(Changes);
  Document["sequences"] = std::move(Sequences);
  Document["tests"] = std::move(Tests);
  Document["errors"] = std::move(Errors);
  Document["stats"] = statisticsJson(Result);
  Document["assumptions"] = llvm::json::Array(Result.Assumptions);
  Document["space"] = toJson(Input);
}

namespace {

std::string idsInName(const ChangeSequence &Changes) {
  constexpr std::size_t MostIds = 6;
  std::string Text;
  for (std::size_t I = 0; I != Changes.size() && I != MostIds; ++I)
    Text += "-" + std::to_string(Changes[I]);
  return Text + (Changes.size() > MostIds ? "-and-more" : "");
}

/// Which changes, and what they do: `test-000003-SIGABRT-of-changes-1-2-in-f-by-signal`.
std::string nameOf(const InteractResult &Result, std::size_t Index) {
  const InteractTest &Test = Result.Tests[Index];
  const InteractionError *Error = Test.Error ? &Result.Errors[*Test.Error] : nullptr;
  const ChangeSequence &Changes = Error ? Error->Sequence : Test.Sequence;
  std::string Shows = Error                                     ? Error->Code + "-of-changes"
                      : Test.Class != ChangeClass::Unclassified ? std::string(toString(Test.Class)) + "-of-changes"
                                                                : "differs-by-changes";
  std::string Function;
  for (const ChangedStatement &Change : Result.Changes)
    if (!Changes.empty() && Change.Id == Changes.back())
      Function = Change.Place.Function;
  return testName(static_cast<unsigned>(Index + 1)) + "-" +
         tellingName(Shows + idsInName(Changes), Function, Test.Old, Test.New);
}

std::string aboutText(const InteractResult &Result, const InteractTest &Test) {
  std::string Text = "executes the changes " + sequenceText(Test.Sequence);
  if (!Test.Error)
    return Text;
  const InteractionError &Error = Result.Errors[*Test.Error];
  return Text + ", error " + std::to_string(*Test.Error + 1) + ": " + Error.Code + " needs " +
         sequenceText(Error.Sequence);
}

} // namespace

Result<TestFiles> writeInteractTests(const std::string &Directory, const Program &Old, const Program &New,
                                     const InteractResult &Result, const InputOptions &Input) {
  std::vector<SavedTest> Saved;
  std::vector<ObservedTest> Observed;
  for (std::size_t I = 0; I != Result.Tests.size(); ++I) {
    const InteractTest &Test = Result.Tests[I];
    if (!Test.Differs)
      continue;
    SavedTest File;
    File.Name = nameOf(Result, I);
    File.Space = Input;
    File.Input = describe(Result.Space, Test.Input);
    for (std::size_t J = 0; J != File.Input.size(); ++J)
      File.Input[J].Value = exactValueText(Test.Input[J], File.Input[J].Signed, File.Input[J].Floating);
    File.Texts = describeTexts(Result.Space, Test.Input);
    File.Recorded = Test.Old;
    File.RecordedNew = Test.New;
    File.About = aboutText(Result, Test);
    File.FoundOn = Old.label();
    Observed.push_back({File.Name, Test.Input, Test.Old, true, Test.New, File.About});
    Saved.push_back(std::move(File));
  }
  return writeTestFiles(
      Directory, New, Result.Space, Saved, Observed,
      {"Interaction", "one for each input on which the versions differ", true, "interaction_test.cpp"});
}

} // namespace vernier
