#include "report/ReplayReport.h"

#include "report/Json.h"
#include "report/OutcomeJson.h"
#include "report/Text.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace json = llvm::json;

namespace {

const char *wordFor(const Replayed &Test) {
  switch (Test.What) {
  case Answer::Equal:
    return Test.Second ? "equal" : "same";
  case Answer::Different:
    return "different";
  case Answer::Unknown:
    break;
  }
  return "unknown";
}

std::string line(const std::string &Label, const std::string &Text) {
  return "  " + Label + std::string(12 - Label.size(), ' ') + Text + "\n";
}

std::string blockOf(const Replayed &Test) {
  std::string Text =
      Test.Name + ": " + wordFor(Test) + (Test.What == Answer::Equal ? "" : " (" + Test.Why.Message + ")") + "\n";
  Text += line("input", inputText(Witness{Test.Input, Test.Texts, {}, {}}));
  if (Test.Recorded && !Test.Second)
    Text += line("recorded", outcomeText(*Test.Recorded));
  if (Test.First)
    Text += line(Test.Second ? "old" : "now", outcomeText(*Test.First));
  if (Test.Second)
    Text += line("new", outcomeText(*Test.Second));
  return Text;
}

std::size_t count(const std::vector<Replayed> &Tests, Answer What) {
  return static_cast<std::size_t>(llvm::count_if(Tests, [&](const Replayed &Each) { return Each.What == What; }));
}

json::Value orNull(const std::optional<Outcome> &What) {
  return What ? json::Value(toJson(*What)) : json::Value(nullptr);
}

} // namespace

std::string replayText(const std::vector<Replayed> &Tests) {
  std::string Text;
  for (const Replayed &Test : Tests)
    Text += blockOf(Test);
  bool Pair = llvm::any_of(Tests, [](const Replayed &Each) { return Each.Second.has_value(); });
  return Text + counted(Tests.size(), "test") + ": " + std::to_string(count(Tests, Answer::Equal)) +
         (Pair ? " equal, " : " as recorded, ") + std::to_string(count(Tests, Answer::Different)) + " different, " +
         std::to_string(count(Tests, Answer::Unknown)) + " unknown\n";
}

void addReplay(json::Object &Document, const std::vector<Replayed> &Tests) {
  json::Array List;
  for (const Replayed &Test : Tests)
    List.push_back(json::Object{{"name", jsonText(Test.Name)},
                                {"verdict", std::string(toString(Test.What))},
                                {"reason", toJson(Test.Why)},
                                {"input", witnessJson(Test.Input)},
                                {"input_text", textsJson(Test.Texts)},
                                {"recorded", orNull(Test.Recorded)},
                                {"old", orNull(Test.First)},
                                {"new", orNull(Test.Second)}});
  Document["tests"] = std::move(List);
  Document["summary"] = json::Object{{"equal", static_cast<std::int64_t>(count(Tests, Answer::Equal))},
                                     {"different", static_cast<std::int64_t>(count(Tests, Answer::Different))},
                                     {"unknown", static_cast<std::int64_t>(count(Tests, Answer::Unknown))}};
}

} // namespace vernier
