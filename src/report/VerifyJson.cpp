#include "report/VerifyReport.h"

#include "report/ImpactReport.h"
#include "report/Json.h"
#include "report/OutcomeJson.h"
#include "report/Text.h"
#include "verdict/Claim.h"

#include <map>

namespace vernier {

namespace json = llvm::json;

namespace {

template <class T> json::Value number(T Value) {
  return static_cast<std::int64_t>(Value);
}

json::Value orNull(const std::optional<double> &Value) {
  return Value ? json::Value(*Value) : json::Value(nullptr);
}

json::Value sizeJson(const VerifiedPartition &Part) {
  if (Part.Size)
    return *Part.Size;
  if (Part.SizeBounds)
    return json::Object{{"at_least", Part.SizeBounds->first}, {"at_most", Part.SizeBounds->second}};
  return nullptr;
}

json::Object reasonJson(const VerifyResult &Result, const VerifiedPartition &Part) {
  Reason Why = Part.Why;
  if (Part.What == Answer::Unknown)
    Why.Where = placeOfUnknown(Result, Part);
  return toJson(Why);
}

json::Object partitionJson(const VerifyResult &Result, const VerifiedPartition &Part) {
  json::Object To{{"id", Part.Id},
                  {"kind", std::string(toString(Part.What))},
                  {"state", std::string(toString(stateOf(Part.What, Part.Assumptions)))},
                  {"reason", reasonJson(Result, Part)},
                  {"evidence", std::string(toString(Part.Evidence))},
                  {"condition", Part.Condition.empty() ? json::Value(nullptr) : json::Value(jsonText(Part.Condition))},
                  {"readable", nullptr},
                  {"size", sizeJson(Part)},
                  {"assumptions", json::Array(Part.Assumptions)},
                  {"witness", nullptr},
                  {"old", nullptr},
                  {"new", nullptr},
                  {"changes", json::Array(Part.Changes)}};
  if (Part.Basis) {
    To["basis"] = std::string(toString(*Part.Basis));
    To["conjuncts"] = number(Part.Conjuncts.size());
    To["readable"] = jsonText(conditionText(Result, Part, 0));
    To["seconds"] = Part.Seconds;
  }
  if (!Part.Outcomes.empty()) {
    json::Array Outcomes;
    for (const Outcome &Each : Part.Outcomes)
      Outcomes.push_back(toJson(Each));
    To["outcomes"] = std::move(Outcomes);
  }
  if (Part.Shown) {
    To["witness"] = witnessJson(Part.Shown->Input);
    To["witness_text"] = textsJson(Part.Shown->Texts);
    To["old"] = toJson(Part.Shown->Old);
    To["new"] = toJson(Part.Shown->New);
    To["difference"] = differenceJson(*Part.Shown);
  } else if (Part.Example && Part.Basis != PartitionBasis::Unexplored) { // that one was never run
    To["example"] = witnessJson(*Part.Example);
    To["example_text"] = textsJson(Part.ExampleTexts);
  }
  return To;
}

json::Object holeJson(const Reason &Why, std::uint64_t Count) {
  json::Object Hole = toJson(Why);
  Hole["count"] = number(Count);
  return Hole;
}

/// Where something is open. Of an exploration one for each code, with a class that shows where.
json::Array holesJson(const VerifyResult &Result) {
  json::Array List;
  if (!Result.Explored) {
    for (const VerifiedPartition &Part : Result.Partitions)
      if (Part.What == Answer::Unknown)
        List.push_back(holeJson(Part.Why, 1));
    return List;
  }
  for (const auto &[Code, Hole] : Result.Explored->Found.Holes) {
    Reason Why{Code, Hole.Detail, {}};
    for (const VerifiedPartition &Part : Result.Partitions)
      if (Part.What == Answer::Unknown && Part.Why.Code == Code && Why.Where.File.empty())
        Why.Where = placeOfUnknown(Result, Part);
    List.push_back(holeJson(Why, Hole.Count));
  }
  return List;
}

/// Places where conditions take a value as it is; how many classes do.
json::Array concretisedJson(const VerifyResult &Result) {
  std::map<std::string, unsigned> Counts;
  json::Array List;
  if (!Result.Explored)
    return List;
  for (const VerifiedPartition &Part : Result.Partitions)
    for (const Conjunct &Each : Part.Conjuncts)
      if (Each.What == Conjunct::Kind::Decision && Each.How == DecisionKind::Pin)
        ++Counts[placeText(siteOf(Result, Each))];
  for (const auto &[Name, Count] : Counts)
    List.push_back(json::Object{{"name", jsonText(Name)}, {"count", Count}});
  return List;
}

json::Object statisticsJson(const VerifyResult &Result) {
  const BoundedStatistics &Proof = Result.Statistics;
  json::Object Stats{{"terms", Proof.Terms},
                     {"queries", Proof.Solver.Queries},
                     {"guessed", Proof.Solver.Guessed},
                     {"solver_seconds", Proof.Solver.Seconds},
                     {"formula_seconds", Proof.FormulaSeconds},
                     {"proof_seconds", Proof.Seconds},
                     {"opened", Proof.Opened}};
  if (!Result.Explored)
    return Stats;
  const PartitionSearch &Found = Result.Explored->Found;
  const PartitionStatistics &Counts = Found.Statistics;
  std::size_t Conjuncts = 0, Number = Found.Partitions.size();
  for (const DifferentialPartition &Each : Found.Partitions)
    Conjuncts += Each.Conditions.size();
  Stats["queries"] = number(Proof.Solver.Queries + Counts.Solver.Queries);
  Stats["guessed"] = number(Proof.Solver.Guessed + Counts.Solver.Guessed);
  Stats["solver_seconds"] = Proof.Solver.Seconds + Counts.SolverSeconds;
  Stats["partitions"] = number(Number);
  Stats["partitions_per_second"] = Counts.Seconds > 0 ? Number / Counts.Seconds : 0.0;
  Stats["mean_conjuncts"] = Number ? double(Conjuncts) / Number : 0.0;
  Stats["runs"] = number(Counts.Runs);
  Stats["replayed"] = number(Counts.Replayed);
  Stats["questions"] = number(Counts.Questions);
  Stats["settled"] = number(Counts.Settled);
  Stats["skipped"] = number(Counts.Skipped);
  Stats["redundant"] = number(Counts.Redundant);
  Stats["scouted"] = number(Counts.Scouted);
  Stats["probed"] = number(Counts.Probed);
  Stats["run_seconds"] = Counts.RunSeconds;
  Stats["exploration_seconds"] = Counts.Seconds;
  Stats["open"] = number(Found.Open);
  Stats["stopped"] =
      Found.Stopped == StopReason::None ? json::Value(nullptr) : json::Value(std::string(toString(Found.Stopped)));
  return Stats;
}

json::Object goldenJson(const GoldenClasses &Golden) {
  json::Object To{{"version", jsonText(Golden.Version)}, {"differences", number(Golden.ById.size())}};
  for (ChangeClass What :
       {ChangeClass::Progression, ChangeClass::Regression, ChangeClass::Intermediate, ChangeClass::Unclassified})
    To[std::string(toString(What))] = number(Golden.count(What));
  return To;
}

void addGolden(json::Object &To, const GoldenClasses &Golden, unsigned Id) {
  auto Known = Golden.ById.find(Id);
  if (Known == Golden.ById.end())
    return;
  To["class"] = std::string(toString(Known->second.What));
  To["golden"] = Known->second.Golden ? json::Value(toJson(*Known->second.Golden)) : json::Value(nullptr);
  if (!Known->second.Why.empty())
    To["class_reason"] = jsonText(Known->second.Why);
}

std::string_view toString(ProofObligation::Kind What) {
  switch (What) {
  case ProofObligation::Kind::Claim:
    return "claim";
  case ProofObligation::Kind::Implied:
    return "implied";
  case ProofObligation::Kind::Defined:
    return "defined";
  case ProofObligation::Kind::Cover:
    return "cover";
  }
  return "claim";
}

std::string_view toString(RecheckedObligation::Answer What) {
  switch (What) {
  case RecheckedObligation::Answer::Confirmed:
    return "confirmed";
  case RecheckedObligation::Answer::Undecided:
    return "undecided";
  case RecheckedObligation::Answer::Contradicted:
    return "contradicted";
  }
  return "undecided";
}

json::Object recheckJson(const Rechecked &Checked) {
  json::Array All;
  for (const RecheckedObligation &Each : Checked.All)
    All.push_back(json::Object{{"kind", std::string(toString(Each.Kind))},
                               {"partition", Each.Partition ? json::Value(Each.Partition) : json::Value(nullptr)},
                               {"answer", std::string(toString(Each.What))},
                               {"detail", jsonText(Each.Detail)},
                               {"file", jsonText(Each.File)},
                               {"seconds", Each.Seconds}});
  return json::Object{{"program", jsonText(Checked.Program)},  {"confirmed", Checked.Confirmed},
                      {"undecided", Checked.Undecided},        {"contradicted", Checked.Contradicted},
                      {"nothing_to_recheck", Checked.Nothing}, {"obligations", std::move(All)}};
}

json::Object spotsJson(const VerifyResult &Result, const SpotChecked &Spots) {
  json::Array Contradictions;
  for (const SpotContradiction &Each : Spots.Contradictions) {
    json::Array Outcomes;
    for (const Outcome &Shown : Each.Shown)
      Outcomes.push_back(toJson(Shown));
    Contradictions.push_back(json::Object{{"partition", Each.Partition},
                                          {"claimed", std::string(toString(Each.Claimed))},
                                          {"input", witnessJson(describe(Result.Space, Each.Input))},
                                          {"outcomes", std::move(Outcomes)}});
  }
  return json::Object{{"per_class", Spots.PerClass},
                      {"classes", Spots.Classes},
                      {"inputs", Spots.Inputs},
                      {"not_comparable", Spots.NotComparable},
                      {"classes_not_reached", Spots.NotReached},
                      {"contradictions", std::move(Contradictions)}};
}

json::Value sharesJson(const VerifyResult &Result) {
  ShareTexts Shares = sharesOf(Result);
  auto TextOrNull = [](const std::string &Text) { return Text.empty() ? json::Value(nullptr) : json::Value(Text); };
  return json::Object{{"equal", TextOrNull(Shares.Equal)},
                      {"different", TextOrNull(Shares.Different)},
                      {"unknown", TextOrNull(Shares.Unknown)}};
}

} // namespace

void addVerify(json::Object &Document, const VerifyResult &Result, const VerifyView &View) {
  json::Array Input, Partitions, Changes;
  for (const InputLeaf &Leaf : Result.Space.Leaves)
    Input.push_back(json::Object{
        {"name", jsonText(Leaf.Name)}, {"bits", Leaf.Bits}, {"signed", Leaf.Signed}, {"float", Leaf.Floating}});
  for (const VerifiedPartition &Part : Result.Partitions) {
    json::Object One = partitionJson(Result, Part);
    if (View.Golden)
      addGolden(One, *View.Golden, Part.Id);
    Partitions.push_back(std::move(One));
  }
  if (View.Changes)
    for (const ChangedStatement &Each : *View.Changes)
      Changes.push_back(toJson(Each));
  Document["entry"] = json::Object{{"old", Result.Space.OldEntry}, {"new", Result.Space.NewEntry}};
  if (!Result.Versions.empty()) {
    json::Array Labels;
    for (const std::string &Label : Result.Versions)
      Labels.push_back(jsonText(Label));
    Document["versions"] = std::move(Labels);
  }
  Document["verdict"] = std::string(toString(Result.Judged.What));
  Document["messages_only"] = Result.isMessagesOnly();
  Document["state"] = std::string(toString(stateOf(Result.Judged)));
  Document["breakable_assumptions"] = json::Array(breakableOf(Result.Judged.Assumptions));
  Document["reason"] = toJson(Result.Judged.Why);
  Document["complete"] = Result.Complete;
  Document["extent"] = std::string(toString(Result.Judged.Reach));
  Document["mode"] = std::string(toString(Result.Mode));
  auto Evidence = Result.evidence();
  Document["evidence"] = Evidence ? llvm::json::Value(std::string(toString(*Evidence))) : llvm::json::Value(nullptr);
  Document["bound"] = Result.Statistics.Bound;
  Document["assumptions"] = json::Array(Result.Judged.Assumptions);
  Document["surroundings"] = surroundingsJson(Result.World);
  Document["partitions"] = std::move(Partitions);
  Document["changes"] = std::move(Changes);
  Document["input"] = std::move(Input);
  Document["input_size"] = spaceSize(Result.Space);
  Document["concretised"] = concretisedJson(Result);
  Document["holes"] = holesJson(Result);
  Document["first_difference_seconds"] = orNull(Result.FirstDifferenceSeconds);
  bool Whole = Result.Judged.What == Answer::Equal && Result.Complete;
  Document["verified_fraction"] = Whole ? json::Value(1.0) : orNull(Result.EqualFraction);
  Document["different_fraction"] = orNull(Result.DifferentFraction);
  Document["unknown_fraction"] = orNull(Result.UnknownFraction);
  Document["shares"] = sharesJson(Result);
  Document["examples_replayed"] = Result.Replayed.Inputs;
  Document["stats"] = statisticsJson(Result);
  if (View.Golden)
    Document["golden"] = goldenJson(*View.Golden);
  if (Result.Spots)
    Document["spot_check"] = spotsJson(Result, *Result.Spots);
  if (View.Checked)
    Document["recheck"] = recheckJson(*View.Checked);
}

} // namespace vernier
