#include "report/GuardReport.h"

#include "report/ExploreReport.h"
#include "report/ImpactReport.h"
#include "report/Json.h"
#include "report/OutcomeJson.h"
#include "report/Text.h"
#include "report/tests/SavedTestJson.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>

#include <map>

namespace vernier {

namespace {

namespace json = llvm::json;

std::size_t idOf(std::size_t Index) {
  return Index + 1;
}

const Location &placeOf(const GuardResult &Result, const JudgedProperty &Each) {
  return Result.Points[Each.What.Point].Base.Where;
}

/// It got as far as the check of the upgrade.
bool isChecked(const JudgedProperty &Each) {
  return Each.Status == PropertyStatus::Violated || Each.Status == PropertyStatus::Proved ||
         (Each.OnBase != PropertyExtent::None &&
          (Each.Status == PropertyStatus::Unreachable || Each.Status == PropertyStatus::Unknown));
}

std::size_t count(const GuardResult &Result, PropertyStatus Status) {
  return static_cast<std::size_t>(
      llvm::count_if(Result.Properties, [&](const JudgedProperty &Each) { return Each.Status == Status; }));
}

std::string propertyText(const GuardResult &Result, std::size_t Index) {
  const JudgedProperty &Each = Result.Properties[Index];
  return Each.What.Text + "  after " + placeText(placeOf(Result, Each));
}

std::string findingText(const GuardResult &Result, std::size_t Index) {
  const GuardFinding &Finding = Result.Findings[Index];
  std::string Text = "finding " + std::to_string(idOf(Index)) + "    ";
  bool First = true;
  for (std::size_t Number : Finding.Properties) {
    Text += (First ? "" : "             ") + propertyText(Result, Number) + (First ? ", violated first\n" : "\n");
    First = false;
  }
  Text += "  entry      " + Finding.Entry + "\n  input      " + inputText(Finding.Shown) + "\n";
  if (Finding.ShownByBase)
    Text += "  base       " + outcomeText(Finding.Shown.Old) + "\n";
  Text += "  upgrade    " + outcomeText(Finding.Shown.New) + (Finding.Visible ? "" : " (no output differs)") + "\n";
  return Text;
}

std::string listOf(const GuardResult &Result, PropertyStatus Status, const std::string &Title) {
  std::string Text;
  for (std::size_t I = 0; I != Result.Properties.size(); ++I) {
    const JudgedProperty &Each = Result.Properties[I];
    if (Each.Status != Status)
      continue;
    Text += Title + propertyText(Result, I);
    if (!Each.Test.empty())
      Text += ", by the test '" + Each.Test + "'";
    if (Each.OnUpgrade != PropertyExtent::None)
      Text += " (" + std::string(toString(std::min(Each.OnBase, Each.OnUpgrade))) + ")";
    if (!Each.Why.Message.empty())
      Text += ": " + Each.Why.Message;
    Text += "\n";
  }
  return Text;
}

std::string testsText(const GuardResult &Result) {
  std::string Text = counted(Result.Tests, "test") + " of the base";
  if (Result.MadeTests)
    Text = counted(Result.Tests, "test") + " made here, no suite was given, and " +
           counted(Result.RandomRuns, "random run");
  if (Result.NewTests)
    Text += ", " + std::to_string(Result.NewTests) + " of the upgrade";
  if (!Result.FailingTests.empty())
    Text += "; the upgrade fails " + llvm::join(Result.FailingTests, ", ");
  return Text;
}

json::Object locationJson(const MonitoredPoint &Point) {
  return toJson(Point.Base.Where);
}

json::Object propertyJson(const GuardResult &Result, std::size_t Index) {
  const JudgedProperty &Each = Result.Properties[Index];
  const MonitoredPoint &Point = Result.Points[Each.What.Point];
  json::Object Row{{"id", idOf(Index)},
                   {"expression", jsonText(Each.What.Text)},
                   {"location", locationJson(Point)},
                   {"upgrade_location", toJson(Point.Upgrade.Where)},
                   {"status", std::string(toString(Each.Status))},
                   {"given", Each.Given}};
  PropertyExtent Extent = Each.OnUpgrade == PropertyExtent::None ? Each.OnBase : std::min(Each.OnBase, Each.OnUpgrade);
  Row["extent"] = Extent == PropertyExtent::None ? json::Value(nullptr) : json::Value(std::string(toString(Extent)));
  Row["extent_on_base"] =
      Each.OnBase == PropertyExtent::None ? json::Value(nullptr) : json::Value(std::string(toString(Each.OnBase)));
  Row["test"] = Each.Test.empty() ? json::Value(nullptr) : json::Value(jsonText(Each.Test));
  if (!Each.Why.Code.empty())
    Row["reason"] = toJson(Each.Why);
  return Row;
}

json::Object findingJson(const GuardResult &Result, std::size_t Index) {
  const GuardFinding &Finding = Result.Findings[Index];
  json::Array Ids;
  for (std::size_t Number : Finding.Properties)
    Ids.push_back(idOf(Number));
  const JudgedProperty &Lead = Result.Properties[Finding.Properties.front()];
  json::Object Row{{"id", idOf(Index)},
                   {"properties", std::move(Ids)},
                   {"location", toJson(Result.Points[Lead.What.Point].Upgrade.Where)},
                   {"entry", Finding.Entry},
                   {"kind", Finding.Space.WholeProgram ? "program" : "function"},
                   {"witness", witnessJson(Finding.Shown.Input)},
                   {"texts", textsJson(Finding.Shown.Texts)},
                   {"new", toJson(Finding.Shown.New)},
                   {"visible", Finding.Visible},
                   {"changes", json::Array(Finding.Changes)}};
  Row["old"] = Finding.ShownByBase ? json::Value(toJson(Finding.Shown.Old)) : json::Value(nullptr);
  return Row;
}

/// Of properties that cannot be reached any more there is no run.
json::Object unreachableJson(const GuardResult &Result, std::size_t Index, std::size_t Property) {
  const MonitoredPoint &Point = Result.Points[Result.Properties[Property].What.Point];
  return json::Object{{"id", idOf(Index)},
                      {"properties", json::Array{idOf(Property)}},
                      {"location", toJson(Point.Upgrade.Where)},
                      {"witness", nullptr},
                      {"old", nullptr},
                      {"new", nullptr},
                      {"changes", json::Array()}};
}

} // namespace

std::string guardText(const GuardResult &Result, bool Verbose) {
  std::string Text = "tests        " + testsText(Result) + "\n";
  std::size_t OnBase = static_cast<std::size_t>(llvm::count_if(
      Result.Properties, [](const JudgedProperty &Each) { return Each.OnBase != PropertyExtent::None; }));
  Text += "learnt       " + counted(Result.Properties.size(), "property", "properties") + " at " +
          counted(Result.Points.size(), "point") + ": " + std::to_string(OnBase) + " proved on the base, " +
          std::to_string(count(Result, PropertyStatus::Refuted)) + " refuted there\n";
  if (OnBase)
    Text += "upgrade      " + std::to_string(count(Result, PropertyStatus::Gone)) + " gone, " +
            std::to_string(count(Result, PropertyStatus::Outdated)) + " outdated by its tests, " +
            std::to_string(count(Result, PropertyStatus::Proved)) + " still proved, " +
            std::to_string(count(Result, PropertyStatus::Violated)) + " violated, " +
            std::to_string(llvm::count_if(
                Result.Properties,
                [](const JudgedProperty &Each) { return isChecked(Each) && Each.Status == PropertyStatus::Unknown; })) +
            " unknown\n";
  for (std::size_t I = 0; I != Result.Findings.size(); ++I)
    Text += findingText(Result, I);
  for (std::size_t Number : Result.NewlyUnreachable)
    Text += "unreachable  nothing comes to " +
            placeText(Result.Points[Result.Properties[Number].What.Point].Upgrade.Where) + " any more (" +
            Result.Properties[Number].What.Text + ")\n";
  Text += listOf(Result, PropertyStatus::Outdated, "outdated     ");
  if (Verbose) {
    Text += listOf(Result, PropertyStatus::Proved, "proved       ");
    Text += listOf(Result, PropertyStatus::Refuted, "refuted      ");
    Text += listOf(Result, PropertyStatus::Gone, "gone         ");
    Text += listOf(Result, PropertyStatus::Unreachable, "unreachable  ");
    Text += listOf(Result, PropertyStatus::Unknown, "unknown      ");
  }
  if (!Result.Roots.empty())
    Text += "proofs from  " + llvm::join(Result.Roots, ", ") + "\n";
  if (!Result.Assumptions.empty())
    Text += "assuming     " + llvm::join(Result.Assumptions, ", ") + "\n";
  for (const std::string &Note : Result.Notes)
    Text += "note         " + Note + "\n";
  return Text;
}

void addGuard(json::Object &Document, const GuardResult &Result, const ChangeMap &Map) {
  json::Array Properties, Findings, Changes;
  for (std::size_t I = 0; I != Result.Properties.size(); ++I)
    Properties.push_back(propertyJson(Result, I));
  for (std::size_t I = 0; I != Result.Findings.size(); ++I)
    Findings.push_back(findingJson(Result, I));
  for (std::size_t I = 0; I != Result.NewlyUnreachable.size(); ++I)
    Findings.push_back(unreachableJson(Result, Result.Findings.size() + I, Result.NewlyUnreachable[I]));
  for (const ChangedStatement &Each : changedStatements(Map))
    Changes.push_back(toJson(Each));
  Document["properties"] = std::move(Properties);
  Document["findings"] = std::move(Findings);
  Document["changes"] = std::move(Changes);
  Document["entries"] = json::Array(Result.Roots);
  Document["assumptions"] = json::Array(Result.Assumptions);
  Document["failing_tests"] = json::Array(Result.FailingTests);
  Document["notes"] = json::Array(Result.Notes);
  Document["stats"] = json::Object{{"tests", Result.Tests},
                                   {"new_tests", Result.NewTests},
                                   {"made_tests", Result.MadeTests},
                                   {"random_runs", Result.RandomRuns},
                                   {"points", Result.Points.size()},
                                   {"visits", static_cast<std::int64_t>(Result.Visits)},
                                   {"monitor_seconds", Result.MonitorSeconds},
                                   {"proof_seconds", Result.ProofSeconds}};
}

std::string guardPropertyLines(const GuardResult &Result) {
  std::string Text;
  for (const JudgedProperty &Each : Result.Properties)
    if (Each.OnBase != PropertyExtent::None)
      Text += propertyLine(Result.Points[Each.What.Point], Each.What) + "\n";
  return Text;
}

Result<std::vector<TestFiles>> writeGuardTests(const std::string &Directory, const ChangeMap &Map,
                                               const GuardResult &Found) {
  std::map<std::string, std::vector<std::size_t>> ByEntry;
  for (std::size_t I = 0; I != Found.Findings.size(); ++I)
    ByEntry[Found.Findings[I].Entry].push_back(I);
  std::vector<TestFiles> All;
  for (const auto &[Entry, Numbers] : ByEntry) {
    std::vector<SavedTest> Saved;
    std::vector<ObservedTest> Observed;
    for (std::size_t Number : Numbers) {
      const GuardFinding &Finding = Found.Findings[Number];
      std::string Name = testName(static_cast<unsigned>(idOf(Number))),
                  About = "violates " + propertyText(Found, Finding.Properties.front());
      SavedTest Test;
      Test.Name = Name;
      Test.Space = Finding.Input;
      Test.Input = Finding.Shown.Input;
      Test.Texts = Finding.Shown.Texts;
      if (Finding.ShownByBase)
        Test.Recorded = Finding.Shown.Old;
      Test.About = About;
      Test.FoundOn = Map.newProgram().label();
      Saved.push_back(std::move(Test));
      if (Finding.ShownByBase)
        Observed.push_back({Name, Finding.Values, Finding.Shown.Old, true, std::nullopt, About});
    }
    TestStyle Style;
    Style.Suite = "Guarded";
    Style.About = "one for each violation that it found; they ask for what the base shows";
    auto Written = writeTestFiles(ByEntry.size() == 1 ? Directory : Directory + "/" + Entry, Map.newProgram(),
                                  Found.Findings[Numbers.front()].Space, Saved, Observed, Style);
    if (!Written)
      return Written.takeError();
    All.push_back(std::move(*Written));
  }
  return All;
}

Answer answerOf(const GuardResult &Result) {
  if (!Result.Findings.empty() || !Result.NewlyUnreachable.empty() || !Result.FailingTests.empty())
    return Answer::Different;
  bool Open = llvm::any_of(Result.Properties, [](const JudgedProperty &Each) {
    return isChecked(Each) && Each.Status == PropertyStatus::Unknown;
  });
  return Open || Result.Roots.empty() ? Answer::Unknown : Answer::Equal;
}

} // namespace vernier
