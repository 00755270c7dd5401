#include "report/TargetsReport.h"

#include "report/Json.h"
#include "report/OutcomeJson.h"
#include "report/Text.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <map>
#include <set>

namespace vernier {

namespace json = llvm::json;

namespace {

/// `file:line:column`, to tell statements and functions apart.
std::string placeKey(const json::Object &Of) {
  const json::Object *Where = Of.getObject("location");
  if (!Where)
    return {};
  return Where->getString("file").value_or("").str() + ":" + std::to_string(Where->getInteger("line").value_or(0)) +
         ":" + std::to_string(Where->getInteger("column").value_or(0));
}

std::string changeKey(const json::Object &Change) {
  return Change.getString("side").value_or("").str() + " " + Change.getString("kind").value_or("").str() + " " +
         placeKey(Change) + " " + Change.getString("text").value_or("").str();
}

json::Array &arrayIn(json::Object &Of, llvm::StringRef Field) {
  json::Array *List = Of.getArray(Field);
  if (!List) {
    Of[Field] = json::Array();
    List = Of.getArray(Field);
  }
  return *List;
}

using ChangeIds = std::map<std::int64_t, std::int64_t>;

void renumber(json::Object &Of, const ChangeIds &Ids, llvm::StringRef Field = "changes") {
  json::Array *List = Of.getArray(Field);
  if (!List)
    return;
  for (json::Value &Each : *List)
    if (auto Id = Each.getAsInteger())
      if (auto At = Ids.find(*Id); At != Ids.end())
        Each = At->second;
}

/// Joins the documents of further targets to that of the first one, whose numbers of changes stay.
class DocumentMerger {
public:
  DocumentMerger(json::Object First, const std::string &Name) : Whole(std::move(First)) {
    if (json::Object *Impact = Whole.getObject("impact"))
      for (json::Value &Each : arrayIn(*Impact, "changes"))
        Known.emplace(changeKey(*Each.getAsObject()), Each.getAsObject()->getInteger("id").value_or(0));
    Next = static_cast<std::int64_t>(Known.size()) + 1;
    for (json::Value &Each : arrayIn(Whole, "functions")) {
      Rows.insert(rowKey(*Each.getAsObject()));
      (*Each.getAsObject())["target"] = jsonText(Name);
    }
  }

  void add(json::Object Further, const std::string &Name) {
    ChangeIds Ids;
    if (json::Object *Impact = Further.getObject("impact"))
      addImpact(*Impact, Ids);
    for (json::Value &Each : arrayIn(Further, "functions"))
      addFunction(std::move(*Each.getAsObject()), Name, Ids);
    addExposure(Further, Ids);
    addSources(Further);
  }

  json::Object take() {
    if (json::Object *Impact = Whole.getObject("impact"))
      if (json::Object *Complexity = Whole.getObject("complexity"))
        (*Complexity)["cloc"] = llvm::count_if(arrayIn(*Impact, "changes"), [](const json::Value &Each) {
          return Each.getAsObject()->getString("side") == "new";
        });
    return std::move(Whole);
  }

private:
  static std::string rowKey(const json::Object &Row) {
    return Row.getString("name").value_or("").str() + " " + placeKey(Row) + " " +
           Row.getString("role").value_or("").str() + " " + Row.getString("verdict").value_or("").str();
  }

  void addImpact(json::Object &Impact, ChangeIds &Ids) {
    json::Object &Joined = *Whole.getObject("impact");
    for (json::Value &Each : arrayIn(Impact, "changes")) {
      json::Object &Change = *Each.getAsObject();
      auto [At, New] = Known.emplace(changeKey(Change), Next);
      Ids[Change.getInteger("id").value_or(0)] = At->second;
      if (!New)
        continue;
      ++Next;
      Change["id"] = At->second;
      arrayIn(Joined, "changes").push_back(std::move(Change));
    }
    for (const char *Field : {"affected", "interference", "obstacles"})
      for (json::Value &Each : arrayIn(Impact, Field)) {
        renumber(*Each.getAsObject(), Ids);
        if (!llvm::is_contained(arrayIn(Joined, Field), Each))
          arrayIn(Joined, Field).push_back(std::move(Each));
      }
    json::Object *Names = Impact.getObject("functions"), *To = Joined.getObject("functions");
    for (const char *Field : {"changed", "added", "removed", "renamed"})
      if (Names && To)
        for (json::Value &Each : arrayIn(*Names, Field))
          if (!llvm::is_contained(arrayIn(*To, Field), Each))
            arrayIn(*To, Field).push_back(std::move(Each));
  }

  void addFunction(json::Object Row, const std::string &Name, const ChangeIds &Ids) {
    if (Row.getString("role") != "program" && !Rows.insert(rowKey(Row)).second)
      return;
    Row["target"] = jsonText(Name);
    if (json::Object *Verified = Row.getObject("verify"))
      for (json::Value &Each : arrayIn(*Verified, "partitions"))
        renumber(*Each.getAsObject(), Ids);
    arrayIn(Whole, "functions").push_back(std::move(Row));
  }

  static int progressOf(const json::Object &Change) {
    int Progress = 0;
    for (const char *State : {"reached", "infected", "exposed"})
      Progress += Change.getBoolean(State).value_or(false);
    return Progress;
  }

  /// Of a change that several targets contain, that of the one where inputs come furthest.
  void addExposure(json::Object &Further, const ChangeIds &Ids) {
    json::Object *From = Further.getObject("expose");
    if (!From)
      return;
    if (!Whole.getObject("expose"))
      Whole["expose"] = json::Object{{"changes", json::Array()}, {"tests", json::Array()}};
    json::Object &To = *Whole.getObject("expose");
    json::Array &Tests = arrayIn(To, "tests"), &Changes = arrayIn(To, "changes");
    auto Before = static_cast<std::int64_t>(Tests.size());
    for (json::Value &Each : arrayIn(*From, "tests")) {
      json::Object &Test = *Each.getAsObject();
      Test["id"] = Test.getInteger("id").value_or(0) + Before;
      renumber(Test, Ids);
      renumber(Test, Ids, "exposes");
      Tests.push_back(std::move(Each));
    }
    for (json::Value &Each : arrayIn(*From, "changes")) {
      json::Object &Change = *Each.getAsObject();
      auto Id = Ids.find(Change.getInteger("id").value_or(0));
      if (Id == Ids.end())
        continue;
      Change["id"] = Id->second;
      if (auto Test = Change.getInteger("test"))
        Change["test"] = *Test + Before;
      auto Known = llvm::find_if(
          Changes, [&](const json::Value &Other) { return Other.getAsObject()->getInteger("id") == Id->second; });
      if (Known == Changes.end())
        Changes.push_back(std::move(Each));
      else if (progressOf(*Known->getAsObject()) < progressOf(Change))
        *Known = std::move(Each);
    }
  }

  void addSources(json::Object &Further) {
    json::Object *From = Further.getObject("sources"), *To = Whole.getObject("sources");
    for (const char *Version : {"old", "new"})
      if (From && To)
        for (json::Value &Each : arrayIn(*From, Version))
          if (llvm::none_of(arrayIn(*To, Version), [&](const json::Value &Other) {
                return Other.getAsObject()->getString("file") == Each.getAsObject()->getString("file");
              }))
            arrayIn(*To, Version).push_back(std::move(Each));
  }

  json::Object Whole;
  std::map<std::string, std::int64_t> Known; // ids of changes
  std::int64_t Next = 1;
  std::set<std::string> Rows;
};

/// The sentences of each target, one behind the other.
void joinSummaries(json::Object &Document, const std::vector<std::pair<std::string, json::Object>> &Summaries) {
  json::Object *Joined = Document.getObject("summary");
  if (!Joined || Summaries.size() < 2)
    return;
  constexpr std::size_t Most = 6;
  for (const char *Field : {"changed", "touched", "differs", "proved", "unknown"}) {
    std::string Text;
    for (std::size_t I = 0; I < Summaries.size() && I < Most; ++I)
      Text += (I ? "; " : "") + Summaries[I].first + ": " + Summaries[I].second.getString(Field).value_or("").str();
    if (Summaries.size() > Most)
      Text += "; and " + counted(Summaries.size() - Most, "more target");
    (*Joined)[Field] = jsonText(Text);
  }
  json::Array First;
  for (const auto &[Name, Summary] : Summaries)
    if (const json::Array *List = Summary.getArray("look_first"))
      for (const json::Value &Each : *List)
        if (First.size() < 5 && !llvm::is_contained(First, Each))
          First.push_back(Each);
  (*Joined)["look_first"] = std::move(First);
}

/// What a reader has to see first: differences, then what is open.
std::vector<ComparedTarget *> worstFirst(std::vector<ComparedTarget> &Targets) {
  std::vector<ComparedTarget *> Order;
  for (Answer What : {Answer::Different, Answer::Unknown, Answer::Equal})
    for (ComparedTarget &Each : Targets)
      if (Each.Judged.What == What)
        Order.push_back(&Each);
  return Order;
}

json::Object toJson(const NotComparedItem &Item) {
  return json::Object{{"kind", std::string(toString(Item.What))},
                      {"name", jsonText(Item.Name)},
                      {"change", std::string(changeName(Item.Status))},
                      {"reason", jsonText(Item.Reason)}};
}

json::Array toJson(const std::vector<NotComparedItem> &Items) {
  json::Array List;
  for (const NotComparedItem &Each : Items)
    List.push_back(toJson(Each));
  return List;
}

json::Object restingTarget(const std::string &Name, const char *Verdict, const char *Code, const char *Message) {
  return json::Object{{"name", jsonText(Name)},
                      {"compared", false},
                      {"verdict", Verdict ? json::Value(Verdict) : json::Value(nullptr)},
                      {"reason", json::Object{{"code", Code}, {"message", Message}}}};
}

json::Array targetRows(const TargetsSummary &Summary) {
  json::Array Rows;
  for (const ComparedTarget &Each : Summary.Compared)
    Rows.push_back(json::Object{{"name", jsonText(Each.Name)},
                                {"kind", Each.Kind},
                                {"compared", true},
                                {"verdict", std::string(toString(Each.Judged.What))},
                                {"reason", vernier::toJson(Each.Judged.Why)},
                                {"assumptions", json::Array(Each.Judged.Assumptions)}});
  for (const std::string &Name : Summary.Unchanged)
    Rows.push_back(restingTarget(Name, "equal", "unchanged", "it is made of the same code in the same way"));
  for (const std::string &Name : Summary.Tests)
    Rows.push_back(restingTarget(Name, nullptr, "test-program", "a test program: it was not compared"));
  return Rows;
}

constexpr const char *Margin = "                 ";

std::string label(const std::string &Name) {
  return Name + std::string(17 - Name.size(), ' ');
}

/// At most a few names, so that the report stays on the screen.
std::string namesText(const std::vector<std::string> &Names) {
  constexpr std::size_t Most = 8;
  std::size_t Shown = Names.size() <= Most + 1 ? Names.size() : Most;
  std::string Text = llvm::join(Names.begin(), Names.begin() + Shown, ", ");
  return Shown == Names.size() ? Text : Text + " and " + std::to_string(Names.size() - Shown) + " more";
}

std::string itemsText(const std::string &Head, const std::vector<NotComparedItem> &Items) {
  constexpr std::size_t Most = 5;
  std::string Text;
  for (std::size_t I = 0; I < Items.size() && I < Most; ++I)
    Text += (I ? Margin : label(Head)) + Items[I].Name + " (" + std::string(changeName(Items[I].Status)) +
            "): " + Items[I].Reason + "\n";
  if (Items.size() > Most)
    Text += Margin + std::string("... and ") + std::to_string(Items.size() - Most) + " more (--json lists them)\n";
  return Text;
}

std::string verdictLine(const Verdict &Judged) {
  return std::string(toString(Judged.What)) + ": " + Judged.Why.Message +
         (Judged.Assumptions.empty() ? "" : " (assuming " + llvm::join(Judged.Assumptions, ", ") + ")");
}

} // namespace

json::Object mergedDocument(TargetsSummary &Summary, bool Page) {
  std::vector<ComparedTarget *> Order = worstFirst(Summary.Compared);
  std::vector<std::pair<std::string, json::Object>> Sentences;
  for (ComparedTarget *Each : Order)
    if (json::Object *Text = (Page ? Each->PageDocument : Each->Document).getObject("summary"))
      Sentences.emplace_back(Each->Name, *Text);
  auto DocumentOf = [&](ComparedTarget &Each) { return std::move(Page ? Each.PageDocument : Each.Document); };
  if (Order.size() == 1)
    return DocumentOf(*Order.front());
  DocumentMerger Merger(DocumentOf(*Order.front()), Order.front()->Name);
  for (ComparedTarget *Each : llvm::drop_begin(Order))
    Merger.add(DocumentOf(*Each), Each->Name);
  json::Object Whole = Merger.take();
  joinSummaries(Whole, Sentences);
  return Whole;
}

void addTargets(json::Object &Document, const TargetsSummary &Summary) {
  const Verdict &Whole = Summary.Whole;
  Document["verdict"] = std::string(toString(Whole.What));
  Document["complete"] = Whole.What == Answer::Equal;
  Document["reason"] = vernier::toJson(Whole.Why);
  Document["assumptions"] = json::Array(Whole.Assumptions);
  if (json::Object *Sentences = Document.getObject("summary"))
    (*Sentences)["verdict"] = jsonText(verdictLine(Whole));
  Document["not_compared"] = toJson(Summary.Outside.Items);
  Document["not_in_build"] = toJson(Summary.Outside.NotInBuild);
  bool Several = Summary.Compared.size() + Summary.Unchanged.size() + Summary.Tests.size() > 1;
  if (Several || (!Summary.Compared.empty() && !Summary.Compared.front().Name.empty()))
    Document["targets"] = targetRows(Summary);
}

std::string targetsText(const TargetsSummary &Summary) {
  std::string Text;
  bool Several = Summary.Compared.size() > 1;
  for (const ComparedTarget &Each : Summary.Compared) {
    if (!Each.Name.empty())
      Text += label("target") + Each.Name + (Each.Kind.empty() ? "" : " (" + Each.Kind + ")") + "\n";
    Text += Each.Text;
    if (Several)
      Text += label("verdict") + Each.Name + ": " + verdictLine(Each.Judged) + "\n\n";
  }
  if (!Summary.Unchanged.empty())
    Text += label("unchanged") + namesText(Summary.Unchanged) +
            (Summary.Unchanged.size() == 1 ? " contains" : " contain") + " no changed code\n";
  if (!Summary.Tests.empty())
    Text += label("test programs") + namesText(Summary.Tests) + ": changed, and not compared\n";
  Text += itemsText("not compared", Summary.Outside.Items) + itemsText("not in a target", Summary.Outside.NotInBuild);
  return Text + label(Several ? "all together" : "verdict") + verdictLine(Summary.Whole) + "\n";
}

} // namespace vernier
