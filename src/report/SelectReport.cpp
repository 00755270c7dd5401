#include "report/SelectReport.h"

#include "report/ImpactReport.h"
#include "report/Json.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Format.h>

namespace json = llvm::json;

namespace vernier {

namespace {

json::Array idsOf(const SelectedTest &Test) {
  json::Array Ids;
  for (unsigned Change : Test.Changes)
    Ids.push_back(Change + 1);
  return Ids;
}

json::Object toJson(const SelectedTest &Test, bool Recordable) {
  json::Object Object{{"name", jsonText(Test.Test->Test.Name)},
                      {"suite", jsonText(Test.Test->Test.Suite)},
                      {"selected", Test.selected()},
                      {"reason", std::string(toString(Test.Reason))},
                      {"changes", idsOf(Test)},
                      {"seconds", nullptr},
                      {"gains", Test.Gains}};
  if (!Test.Why.empty())
    Object["why"] = jsonText(Test.Why);
  if (Test.Dropped)
    Object["dropped"] = true;
  const auto &Record = Test.Test->Record;
  if (Recordable)
    Object["record"] = Record ? (Test.Test->Reused ? "reused" : "new") : "none";
  if (Record) {
    Object["seconds"] = Record->Seconds;
    Object["passed_on_old"] = Record->Passed;
  }
  return Object;
}

std::string_view toString(TestOutcome::Kind Kind) {
  switch (Kind) {
  case TestOutcome::Kind::Passed:
    return "passed";
  case TestOutcome::Kind::Failed:
    return "failed";
  case TestOutcome::Kind::Open:
    return "open";
  }
  return {};
}

/// Nobody knows what tests without records execute.
bool knowsUncovered(const SelectFindings &Findings) {
  return Findings.FromRecords && llvm::all_of(Findings.Chosen.Tests, [](const SelectedTest &Test) {
           return Test.Test->Record || Test.Reason == SelectReason::Obsolete || Test.Reason == SelectReason::Added;
         });
}

unsigned countSelected(const SelectFindings &Findings) {
  return static_cast<unsigned>(
      llvm::count_if(Findings.Chosen.Tests, [](const SelectedTest &Test) { return Test.selected(); }));
}

std::string secondsText(double Seconds) {
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::format("%.3f s", Seconds);
  return Text;
}

std::string count(std::size_t Number, const std::string &Thing) {
  return std::to_string(Number) + " " + Thing + (Number == 1 ? "" : "s");
}

std::string changeText(const ChangedStatement &Change) {
  return Change.Place.File + ":" + std::to_string(Change.Place.Line) + ": " + std::string(toString(Change.Kind)) +
         (Change.Place.Function.empty() ? "" : " in " + Change.Place.Function) +
         (Change.Text.empty() ? "" : ": " + Change.Text);
}

std::string reasonText(const SelectedTest &Test) {
  if (!Test.Why.empty())
    return Test.Why;
  if (Test.Reason != SelectReason::ExecutesChange)
    return std::string(toString(Test.Reason));
  std::string Text = Test.Changes.size() == 1 ? "executes change" : "executes changes";
  constexpr std::size_t Most = 8;
  for (std::size_t I = 0; I != std::min(Most, Test.Changes.size()); ++I)
    Text += (I ? ", " : " ") + std::to_string(Test.Changes[I] + 1);
  return Text + (Test.Changes.size() > Most ? ", ..." : "");
}

std::string leftOut(std::size_t All, std::size_t Shown) {
  return All > Shown ? "  (" + std::to_string(All - Shown) + " more; --json FILE has all of them)\n" : "";
}

template <class Range, class Show>
std::string listText(const std::string &Title, const Range &Items, std::size_t MostRows, Show Row) {
  if (Items.empty())
    return {};
  std::string Text = Title + "\n";
  std::size_t Shown = std::min(MostRows, std::size(Items));
  for (std::size_t I = 0; I != Shown; ++I)
    Text += "  " + Row(Items[I]) + "\n";
  return Text + leftOut(std::size(Items), Shown);
}

std::string xmlText(llvm::StringRef Text) {
  std::string Escaped;
  for (unsigned char C : Text)
    if (C == '<')
      Escaped += "&lt;";
    else if (C == '>')
      Escaped += "&gt;";
    else if (C == '&')
      Escaped += "&amp;";
    else if (C == '"')
      Escaped += "&quot;";
    else if (C >= ' ' || C == '\n' || C == '\t')
      Escaped += static_cast<char>(C);
    else
      Escaped += '?';
  return json::fixUTF8(Escaped);
}

} // namespace

std::vector<std::string> selectionAssumptions(const SelectFindings &Findings) {
  std::vector<std::string> Assumptions = {
      "tests are deterministic: where everything that a test executes is the same, it does the same; it depends "
      "neither on chance, time, machine, other tests nor their order"};
  if (Findings.FromRecords) {
    Assumptions.push_back(
        "what a test runs of the program are executables of the build; plugins and programs in other languages are not "
        "compared");
    Assumptions.push_back("records are of executables that were made of the same code without the build's own "
                          "optimisation");
  }
  for (const std::string &File : Findings.DataFiles)
    Assumptions.push_back("no test of the suite reads '" + File + "', which has changed");
  if (Findings.Minimal)
    Assumptions.push_back("--minimal: a test that covers nothing of the change that others do not cover is left out, "
                          "although it may behave differently");
  return Assumptions;
}

void addSelection(json::Object &Document, const SelectFindings &Findings) {
  json::Array Changes, Tests, Uncovered, Obsolete, Commands;
  for (const ChangedStatement &Change : Findings.Changes)
    Changes.push_back(toJson(Change));
  for (const SelectedTest &Test : Findings.Chosen.Tests) {
    Tests.push_back(toJson(Test, Findings.FromRecords));
    if (Test.Reason == SelectReason::Obsolete)
      Obsolete.push_back(json::Object{{"name", jsonText(Test.Test->Test.Name)}, {"why", jsonText(Test.Why)}});
  }
  for (unsigned Change : Findings.Chosen.Uncovered) {
    json::Object Object = toJson(Findings.Changes[Change].Place);
    Object["change"] = Change + 1;
    Uncovered.push_back(std::move(Object));
  }
  for (const std::string &Command : commandsFor(Findings.Runnable))
    Commands.push_back(jsonText(Command));
  Document["changes"] = std::move(Changes);
  Document["tests"] = std::move(Tests);
  if (knowsUncovered(Findings))
    Document["uncovered"] = std::move(Uncovered);
  else
    Document["uncovered"] = nullptr;
  Document["obsolete"] = std::move(Obsolete);
  Document["commands"] = std::move(Commands);
  Document["basis"] = Findings.FromRecords ? "records" : "call-graph";
  Document["minimal"] = Findings.Minimal;
  Document["everywhere"] = json::Array(Findings.Everywhere);
  Document["assumptions"] = json::Array(selectionAssumptions(Findings));
  if (Findings.FromRecords)
    Document["records"] =
        json::Object{{"new", Findings.Ran}, {"reused", Findings.Reused}, {"store", jsonText(Findings.Store)}};
  if (Findings.Outcomes.empty())
    return;
  json::Array Runs;
  for (const TestOutcome &Outcome : Findings.Outcomes)
    Runs.push_back(json::Object{{"name", jsonText(Outcome.Name)},
                                {"outcome", std::string(toString(Outcome.What))},
                                {"seconds", Outcome.Seconds},
                                {"message", jsonText(Outcome.Message)}});
  Document["runs"] = std::move(Runs);
}

std::string selectionText(const SelectFindings &Findings, std::size_t MostRows) {
  std::vector<const SelectedTest *> Selected, Obsolete, FailedBefore;
  for (const SelectedTest &Test : Findings.Chosen.Tests) {
    if (Test.selected())
      Selected.push_back(&Test);
    if (Test.Reason == SelectReason::Obsolete)
      Obsolete.push_back(&Test);
    if (Test.Test->Record && !Test.Test->Record->Passed)
      FailedBefore.push_back(&Test);
  }
  std::string Text = std::to_string(countSelected(Findings)) + " of " + count(Findings.Chosen.Tests.size(), "test") +
                     " selected" + (Findings.Minimal ? " (minimal)" : "") + "; " +
                     count(Findings.Changes.size(), "change") + "\n";
  Text += Findings.FromRecords ? "  records: " + std::to_string(Findings.Ran) + " made now, " +
                                     std::to_string(Findings.Reused) + " reused (" + Findings.Store + ")\n"
                               : "  without records: by the call graph, which selects too many\n";
  for (const std::string &Difference : Findings.Everywhere)
    Text += "  concerns every test that runs the program: " + Difference + "\n";
  Text += listText("to run, in this order:", Selected, MostRows, [](const SelectedTest *Test) {
    return Test->Test->Test.Name + "  (" + reasonText(*Test) +
           (Test->Test->Record ? "; " + secondsText(Test->Test->Record->Seconds) : "") + ")";
  });
  Text += listText("changes:", Findings.Changes, MostRows, [](const ChangedStatement &Change) {
    return std::to_string(Change.Id) + "  " + changeText(Change);
  });
  if (knowsUncovered(Findings))
    Text += listText("changed, and executed by no test:", Findings.Chosen.Uncovered, MostRows,
                     [&](unsigned Change) { return changeText(Findings.Changes[Change]); });
  Text += listText("obsolete:", Obsolete, MostRows,
                   [](const SelectedTest *Test) { return Test->Test->Test.Name + "  (" + Test->Why + ")"; });
  Text += listText("failed on the old version already:", FailedBefore, MostRows, [](const SelectedTest *Test) {
    return Test->Test->Test.Name + "  (" + Test->Test->Record->Ended + ")";
  });
  Text += listText("commands:", commandsFor(Findings.Runnable), MostRows,
                   [](const std::string &Command) { return Command; });
  return Text +
         listText("assumed:", selectionAssumptions(Findings), MostRows, [](const std::string &Line) { return Line; });
}

std::string selectionJunit(const SelectFindings &Findings) {
  unsigned Failed = 0, Open = 0;
  double Seconds = 0;
  std::string Cases;
  for (const TestOutcome &Outcome : Findings.Outcomes) {
    Failed += Outcome.What == TestOutcome::Kind::Failed;
    Open += Outcome.What == TestOutcome::Kind::Open;
    Seconds += Outcome.Seconds;
    Cases += "    <testcase name=\"" + xmlText(Outcome.Name) + "\" classname=\"select\" time=\"" +
             std::to_string(Outcome.Seconds) + "\">\n";
    if (Outcome.What == TestOutcome::Kind::Failed)
      Cases +=
          "      <failure message=\"" + xmlText(Outcome.Message) + "\">" + xmlText(Outcome.Output) + "</failure>\n";
    if (Outcome.What == TestOutcome::Kind::Open)
      Cases += "      <skipped message=\"" + xmlText(Outcome.Message) + "\"/>\n";
    Cases += "    </testcase>\n";
  }
  std::string Counts = " tests=\"" + std::to_string(Findings.Outcomes.size()) + "\" failures=\"" +
                       std::to_string(Failed) + "\" errors=\"0\" skipped=\"" + std::to_string(Open) + "\" time=\"" +
                       std::to_string(Seconds) + "\"";
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + Counts +
         ">\n  <testsuite name=\"vernier select\"" + Counts + ">\n" + Cases + "  </testsuite>\n</testsuites>\n";
}

} // namespace vernier
