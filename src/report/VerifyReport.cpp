#include "report/VerifyReport.h"

#include "report/Json.h"
#include "report/OutcomeJson.h"
#include "report/Text.h"

namespace vernier {

namespace json = llvm::json;

namespace {

std::string assumptionList(const std::vector<std::string> &Codes) {
  std::string Text;
  for (const std::string &Code : Codes)
    Text += (Text.empty() ? "" : ", ") + Code;
  return Text;
}

std::string entryText(const InputSpace &Space) {
  if (Space.OldEntry == Space.NewEntry)
    return Space.NewEntry;
  return Space.OldEntry + " -> " + Space.NewEntry;
}

std::string verdictLine(const VerifyResult &Result) {
  const Verdict &Judged = Result.Judged;
  switch (Judged.What) {
  case Answer::Equal:
    return "equal        proved for the whole input space (" + Judged.Why.Message + ")";
  case Answer::Different:
    return "different    " + Judged.Why.Message;
  case Answer::Unknown:
    return "unknown      " + Judged.Why.Message +
           (Judged.Why.Where.File.empty() ? "" : " (" + placeText(Judged.Why.Where) + ")");
  }
  return {};
}

json::Object partitionJson(const VerifiedPartition &Part) {
  json::Object Result{{"id", Part.Id},
                      {"kind", std::string(toString(Part.What))},
                      {"reason", toJson(Part.Why)},
                      {"condition", jsonText(Part.Condition)},
                      {"size", Part.Size ? json::Value(*Part.Size) : json::Value(nullptr)},
                      {"assumptions", json::Array(Part.Assumptions)},
                      {"witness", nullptr},
                      {"old", nullptr},
                      {"new", nullptr},
                      {"changes", json::Array()}};
  if (Part.Shown) {
    Result["witness"] = witnessJson(Part.Shown->Input);
    Result["witness_text"] = textsJson(Part.Shown->Texts);
    Result["old"] = toJson(Part.Shown->Old);
    Result["new"] = toJson(Part.Shown->New);
  } else if (Part.Example) {
    Result["example"] = witnessJson(*Part.Example);
    Result["example_text"] = textsJson(Part.ExampleTexts);
  }
  return Result;
}

} // namespace

std::string verifyText(const VerifyResult &Result) {
  std::string Text = "entry        " + entryText(Result.Space) + "\n" + verdictLine(Result) + "\n";
  if (const Witness *Shown = Result.witness()) {
    Text += "input        " + inputText(*Shown) + "\n";
    Text += "old          " + outcomeText(Shown->Old) + "\n";
    Text += "new          " + outcomeText(Shown->New) + "\n";
  }
  for (const VerifiedPartition &Part : Result.Partitions) {
    if (Part.What == Answer::Equal && Result.Judged.What != Answer::Equal)
      Text +=
          "proved       equal on a part of the input space (partition " + std::to_string(Part.Id) + " in the JSON)\n";
    if (Part.What == Answer::Unknown && Result.Judged.What == Answer::Different)
      Text += "open         " + Part.Why.Message + "\n";
    if (Part.What == Answer::Unknown && Part.Example)
      Text += "for example  " + inputText(Witness{*Part.Example, Part.ExampleTexts, {}, {}}) + "\n";
  }
  if (!Result.Judged.Assumptions.empty())
    Text += "assuming     " + assumptionList(Result.Judged.Assumptions) + "\n";
  return Text;
}

void addVerify(json::Object &Document, const VerifyResult &Result) {
  json::Array Input, Partitions, Holes;
  for (const InputLeaf &Leaf : Result.Space.Leaves)
    Input.push_back(json::Object{
        {"name", jsonText(Leaf.Name)}, {"bits", Leaf.Bits}, {"signed", Leaf.Signed}, {"float", Leaf.Floating}});
  for (const VerifiedPartition &Part : Result.Partitions) {
    Partitions.push_back(partitionJson(Part));
    if (Part.What == Answer::Unknown)
      Holes.push_back(toJson(Part.Why));
  }
  const BoundedStatistics &Counts = Result.Statistics;
  Document["entry"] = json::Object{{"old", Result.Space.OldEntry}, {"new", Result.Space.NewEntry}};
  Document["verdict"] = std::string(toString(Result.Judged.What));
  Document["reason"] = toJson(Result.Judged.Why);
  Document["complete"] = Result.Complete;
  Document["extent"] = std::string(toString(Result.Judged.Reach));
  Document["mode"] = Result.Mode == VerifyMode::Bounded  ? "bounded"
                     : Result.Mode == VerifyMode::Sliced ? "sliced"
                                                         : "path";
  Document["bound"] = Counts.Bound;
  Document["assumptions"] = json::Array(Result.Judged.Assumptions);
  Document["partitions"] = std::move(Partitions);
  Document["input"] = std::move(Input);
  Document["input_size"] = spaceSize(Result.Space);
  Document["concretised"] = json::Array();
  Document["holes"] = std::move(Holes);
  Document["first_difference_seconds"] =
      Result.FirstDifferenceSeconds ? json::Value(*Result.FirstDifferenceSeconds) : json::Value(nullptr);
  bool Whole = Result.Judged.What == Answer::Equal && Result.Complete;
  Document["verified_fraction"] = Whole ? json::Value(1.0) : json::Value(nullptr);
  Document["stats"] = json::Object{{"terms", Counts.Terms},
                                   {"queries", Counts.Solver.Queries},
                                   {"guessed", Counts.Solver.Guessed},
                                   {"solver_seconds", Counts.Solver.Seconds},
                                   {"formula_seconds", Counts.FormulaSeconds},
                                   {"proof_seconds", Counts.Seconds},
                                   {"opened", Counts.Opened}};
}

} // namespace vernier
