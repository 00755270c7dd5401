#include "report/CheckReport.h"

#include "report/ImpactReport.h"
#include "report/Json.h"
#include "report/Text.h"

#include <algorithm>
#include <set>

namespace vernier {

namespace json = llvm::json;

namespace {

/// The lines where most changes meet, outputs aside: where a reviewer should look first.
std::vector<const AffectedLine *> lookFirst(const Impact &Touched) {
  std::set<std::pair<std::string, unsigned>> Changed;
  for (const ChangedStatement &S : Touched.Changes)
    Changed.insert({S.Place.File, S.Place.Line});
  std::vector<const AffectedLine *> Result;
  for (const SequenceNode &Node : Touched.Graph.Nodes)
    if (Node.Kind == SequenceNodeKind::Interaction)
      for (const AffectedLine &Line : Touched.Affected)
        if (Line.Where.File == Node.Where.File && Line.Where.Line == Node.Where.Line &&
            !llvm::is_contained(Result, &Line))
          Result.push_back(&Line);
  std::stable_sort(Result.begin(), Result.end(),
                   [](const AffectedLine *A, const AffectedLine *B) { return A->Changes.size() > B->Changes.size(); });
  if (Result.size() > 3)
    Result.resize(3);
  return Result;
}

std::string whatChanged(const CheckResult &Result) {
  const Impact &Touched = Result.Touched;
  if (Touched.Changes.empty())
    return Touched.Narrowed ? "nothing below the given paths" : "nothing that is executed";
  std::set<std::string> Files;
  for (const ChangedStatement &S : Touched.Changes)
    Files.insert(S.Place.File);
  const FunctionSummary &F = Touched.Functions;
  std::string Text = counted(Touched.Changes.size(), "statement") + " in " + counted(Files.size(), "file") +
                     "; functions: " + std::to_string(F.Changed.size()) + " changed, " +
                     std::to_string(F.Added.size()) + " added, " + std::to_string(F.Removed.size()) + " removed, " +
                     std::to_string(F.Renamed.size()) + " renamed, " + std::to_string(F.Unchanged) + " unchanged";
  return Text + "; change complexity " + std::to_string(Result.ChangeComplexity) + " (CyCC)";
}

std::string whatItTouches(const Impact &Touched) {
  std::set<std::string> Functions;
  for (const AffectedLine &Line : Touched.Affected)
    Functions.insert(Line.Where.Function);
  std::set<unsigned> Outputs;
  for (auto [From, To] : Touched.Graph.Edges)
    if (From != SequenceGraph::Entry && Touched.Graph.Nodes[To].Kind == SequenceNodeKind::Output)
      Outputs.insert(To);
  bool Itself = Touched.ChangedOutputs > 0;
  return counted(Touched.Affected.size(), "line") + " in " + counted(Functions.size(), "function") +
         " may depend on it; " +
         (Itself            ? counted(Touched.ChangedOutputs, "output statement is changed itself",
                                      "output statements are changed themselves")
          : Outputs.empty() ? "no output follows a change"
                            : counted(Outputs.size(), "output statement") + " may follow a change");
}

std::string verdictText(const CheckResult &Result) {
  const Verdict &Whole = Result.Judged.Whole;
  std::string Text(toString(Whole.What));
  Text += ": " + Whole.Why.Message;
  if (!Whole.Assumptions.empty()) {
    Text += " (assuming ";
    for (std::size_t I = 0; I < Whole.Assumptions.size(); ++I)
      Text += (I ? ", " : "") + Whole.Assumptions[I];
    Text += ")";
  }
  return Text;
}

} // namespace

std::string checkText(const CheckResult &Result) {
  const Impact &Touched = Result.Touched;
  std::string Text = "what changed     " + whatChanged(Result) + "\n";
  for (std::size_t I = 0; I < Touched.Changes.size() && I < 8; ++I) {
    const ChangedStatement &S = Touched.Changes[I];
    Text += "                 " + std::string(toString(S.Kind)) + " " + placeText(S.Place) + ": " +
            S.Text.substr(0, 70) + "\n";
  }
  if (Touched.Changes.size() > 8)
    Text += "                 ... and " + std::to_string(Touched.Changes.size() - 8) +
            " more (vernier impact lists them)\n";
  if (!Touched.Changes.empty())
    Text += "what it touches  " + whatItTouches(Touched) + "\n";
  for (const AffectedLine *Line : lookFirst(Touched))
    Text +=
        "look first at    " + placeText(Line->Where) + ": " + counted(Line->Changes.size(), "change") + " meet there\n";
  Text += "verdict          " + verdictText(Result) + "\n";
  if (Result.Judged.Whole.What == Answer::Unknown && Result.Judged.EqualFunctions > 0)
    Text += "                 " + counted(Result.Judged.EqualFunctions, "function") + " of " +
            std::to_string(Result.Judged.EqualFunctions + Result.Judged.Functions.size()) +
            " cannot execute a change and behave as before\n";
  return Text;
}

void addCheck(json::Object &Document, const CheckResult &Result) {
  const Verdict &Whole = Result.Judged.Whole;
  json::Array Functions;
  for (const FunctionVerdict &F : Result.Judged.Functions)
    Functions.push_back(
        json::Object{{"name", jsonText(F.Name)},
                     {"location", toJson(F.Where)},
                     {"verdict", std::string(toString(F.Judged.What))},
                     {"reason", json::Object{{"code", F.Judged.Why.Code}, {"message", F.Judged.Why.Message}}},
                     {"mode", nullptr},
                     {"assumptions", json::Array(F.Judged.Assumptions)},
                     {"witness", nullptr}});
  json::Object Impact;
  addImpact(Impact, Result.Touched);
  Document["verdict"] = std::string(toString(Whole.What));
  Document["reason"] = json::Object{{"code", Whole.Why.Code}, {"message", jsonText(Whole.Why.Message)}};
  Document["assumptions"] = json::Array(Whole.Assumptions);
  Document["summary"] = json::Object{
      {"changed", whatChanged(Result)}, {"touched", whatItTouches(Result.Touched)}, {"verdict", verdictText(Result)}};
  Document["functions"] = std::move(Functions);
  Document["equal_functions"] = Result.Judged.EqualFunctions;
  Document["complexity"] = json::Object{{"cycc", Result.ChangeComplexity}, {"cloc", Result.ChangedLines}};
  Document["impact"] = std::move(Impact);
}

} // namespace vernier
