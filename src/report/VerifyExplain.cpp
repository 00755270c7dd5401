#include "report/VerifyReport.h"

#include "report/ImpactReport.h"
#include "report/Json.h"
#include "report/OutcomeJson.h"
#include "report/Text.h"
#include "term/SmtLib.h"

#include <llvm/ADT/StringExtras.h>

namespace vernier {

namespace json = llvm::json;

namespace {

std::string line(const std::string &Label, const std::string &Text) {
  return Label + std::string(Label.size() < 13 ? 13 - Label.size() : 1, ' ') + Text + "\n";
}

/// The code of a part of a condition: of a decision which one, else what is compared.
std::string_view kindOf(const Conjunct &Each) {
  switch (Each.What) {
  case Conjunct::Kind::Equality:
    return "equality";
  case Conjunct::Kind::Difference:
    return "difference";
  case Conjunct::Kind::Input:
    return "input";
  case Conjunct::Kind::Decision:
    return "decision";
  }
  return "decision";
}

std::string_view toString(DecisionKind How) {
  switch (How) {
  case DecisionKind::Branch:
    return "branch";
  case DecisionKind::Switch:
    return "switch";
  case DecisionKind::Target:
    return "target";
  case DecisionKind::Pin:
    return "pin";
  case DecisionKind::Trap:
    return "trap";
  case DecisionKind::Length:
    return "length";
  }
  return "branch";
}

/// The first version is the old one and the last one the new one; those between have numbers.
std::string versionName(const VerifyResult &Result, unsigned Version) {
  if (Version == 0)
    return "old";
  return Version + 1 == Result.Explored->Sites.size() ? "new" : "version " + std::to_string(Version + 1);
}

bool isDecision(const Conjunct &Each) {
  return Each.What == Conjunct::Kind::Decision;
}

std::vector<const ChangedStatement *> changesOf(const VerifiedPartition &Part, const VerifyView &View) {
  std::vector<const ChangedStatement *> Found;
  for (unsigned Id : Part.Changes)
    if (View.Changes && Id != 0 && Id <= View.Changes->size())
      Found.push_back(&(*View.Changes)[Id - 1]);
  return Found;
}

std::string conjunctsText(const VerifyResult &Result, const VerifiedPartition &Part) {
  if (Part.Conjuncts.empty())
    return line("condition", "none: it holds for every input that the others leave");
  TextTable Table({"kind", "version", "at", "condition"});
  for (const Conjunct &Each : Part.Conjuncts) {
    Location Where = siteOf(Result, Each);
    Table.add({std::string(isDecision(Each) ? toString(Each.How) : kindOf(Each)),
               isDecision(Each) ? versionName(Result, Each.Version) : "", Where.File.empty() ? "" : placeText(Where),
               conjunctText(Result, Each)});
  }
  return "condition    all of\n" + Table.print(0);
}

std::string changesText(const std::vector<const ChangedStatement *> &Changes) {
  if (Changes.empty())
    return {};
  TextTable Table({"change", "at", "text"});
  for (const ChangedStatement *Each : Changes) {
    std::string Text = Each->Text;
    if (Each->Kind == ChangeKind::Modified && Each->OldText != Each->Text)
      Text += "    (was: " + Each->OldText + ")";
    Table.add({std::string(toString(Each->Kind)), placeText(Each->Place), Text});
  }
  return "through      changed statements that the outcomes depend on\n" + Table.print(0);
}

std::string claimText(const VerifyResult &Result, const VerifiedPartition &Part) {
  std::string Text(toString(Part.What));
  if (Part.What == Answer::Unknown) {
    Location Where = placeOfUnknown(Result, Part);
    Text += ": " + Part.Why.Code + ": " + Part.Why.Message + (Where.File.empty() ? "" : " (" + placeText(Where) + ")");
  }
  return Text;
}

} // namespace

vernier::Result<const VerifiedPartition *> partitionById(const VerifyResult &Result, unsigned Id) {
  for (const VerifiedPartition &Each : Result.Partitions)
    if (Each.Id == Id)
      return &Each;
  std::string There = "there are none";
  if (!Result.Partitions.empty()) {
    unsigned First = Result.Partitions.front().Id, Last = Result.Partitions.back().Id;
    There = First == Last ? "there is only " + std::to_string(First)
                          : "there are " + std::to_string(First) + " to " + std::to_string(Last);
  }
  return usageError("--explain " + std::to_string(Id) + ": there is no class of inputs with this number; " + There);
}

std::string explainText(const VerifyResult &Result, const VerifiedPartition &Part, const VerifyView &View) {
  std::string Text = line("class " + std::to_string(Part.Id), claimText(Result, Part));
  if (std::string Size = sizeText(Part); !Size.empty())
    Text += line("size", Size);
  Text += line("rests on", basisText(Part));
  if (Part.Shown) {
    Text += line("input", inputText(*Part.Shown)) + line("old", outcomeText(Part.Shown->Old)) +
            line("new", outcomeText(Part.Shown->New));
  } else if (Part.Example && Part.Basis != PartitionBasis::Unexplored)
    Text += line("example", inputText(Witness{*Part.Example, Part.ExampleTexts, {}, {}}));
  if (Part.Basis)
    Text += conjunctsText(Result, Part) + changesText(changesOf(Part, View));
  else
    Text += line("condition", Part.Condition);
  if (!Part.Assumptions.empty())
    Text += line("assuming", llvm::join(Part.Assumptions, ", "));
  return Text;
}

json::Object explainJson(const VerifyResult &Result, const VerifiedPartition &Part, const VerifyView &View) {
  json::Array Conjuncts, Changes;
  for (const Conjunct &Each : Part.Conjuncts) {
    Location Where = siteOf(Result, Each);
    json::Object One{{"kind", std::string(kindOf(Each))},
                     {"decision", nullptr},
                     {"version", nullptr},
                     {"location", Where.File.empty() ? json::Value(nullptr) : json::Value(toJson(Where))},
                     {"readable", jsonText(conjunctText(Result, Each))},
                     {"condition", jsonText(smtLibTerm(*Result.Explored->Store, Each.Holds))}};
    if (isDecision(Each)) {
      One["decision"] = std::string(toString(Each.How));
      One["version"] = versionName(Result, Each.Version);
    }
    Conjuncts.push_back(std::move(One));
  }
  for (const ChangedStatement *Each : changesOf(Part, View))
    Changes.push_back(toJson(*Each));
  return json::Object{{"id", Part.Id},
                      {"kind", std::string(toString(Part.What))},
                      {"basis", Part.Basis ? json::Value(std::string(toString(*Part.Basis))) : json::Value(nullptr)},
                      {"rests_on", basisText(Part)},
                      {"conjuncts", std::move(Conjuncts)},
                      {"changes", std::move(Changes)}};
}

} // namespace vernier
