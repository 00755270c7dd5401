#include "report/ChangeExposureReport.h"

#include "report/ImpactReport.h"
#include "report/Json.h"
#include "report/OutcomeJson.h"
#include "report/Text.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace json = llvm::json;

namespace {

constexpr const char *Indent = "                 ";
/// Lines about changes that nothing shows.
constexpr std::size_t MostLines = 4;

unsigned idOf(std::size_t Index) {
  return static_cast<unsigned>(Index + 1);
}

json::Object changeJson(const ChangeProgress &Change) {
  json::Object Row{{"id", Change.Id},
                   {"reached", Change.Reached},
                   {"infected", Change.Infected},
                   {"exposed", Change.Exposed},
                   {"entry", Change.Entry.empty() ? json::Value(nullptr) : json::Value(jsonText(Change.Entry))},
                   {"test", Change.Test ? json::Value(idOf(*Change.Test)) : json::Value(nullptr)},
                   {"reason", nullptr}};
  if (!Change.Exposed)
    Row["reason"] = toJson(Change.Why);
  return Row;
}

json::Object testJson(const ChangeTest &Test, std::size_t Index) {
  json::Object Row{{"id", idOf(Index)},
                   {"entry", jsonText(Test.Entry)},
                   {"changes", json::Array(Test.Executed)},
                   {"exposes", json::Array(Test.Exposes)},
                   {"differs", Test.Differs},
                   {"plain", Test.Compared},
                   {"witness", witnessJson(Test.Shown.Input)},
                   {"witness_text", textsJson(Test.Shown.Texts)},
                   {"old", toJson(Test.Shown.Old)},
                   {"new", toJson(Test.Shown.New)}};
  if (Test.Differs)
    Row["difference"] = differenceJson(Test.Shown);
  return Row;
}

std::string lineOf(const ChangeProgress &Change, const ChangedStatement &Statement) {
  std::string State = Change.Infected ? "infected, not shown" : Change.Reached ? "reached, not shown" : "not reached";
  if (Change.Why.Code == toString(Unexposed::Equal))
    State = "nothing to show";
  return placeText(Statement.Place) + ": " + State + (Change.Why.Message.empty() ? "" : ": " + Change.Why.Message);
}

} // namespace

std::string exposureText(const ChangeExposure &Known, const std::vector<ChangedStatement> &Changes) {
  if (Known.Changes.empty())
    return {};
  std::size_t Exposed = Known.count(&ChangeProgress::Exposed);
  std::string Text = "what is shown    " + std::to_string(Exposed) + " of " +
                     counted(Known.Changes.size(), "changed statement") + " by inputs on which both versions differ";
  if (Exposed != Known.Changes.size())
    Text += "; " + std::to_string(Known.count(&ChangeProgress::Reached)) + " executed, " +
            std::to_string(Known.count(&ChangeProgress::Infected)) + " with other values";
  Text += "\n";
  std::size_t Number = 0;
  for (const ChangeProgress &Change : Known.Changes)
    for (const ChangedStatement &Statement : Changes)
      if (Statement.Id == Change.Id && !Change.Exposed && ++Number <= MostLines)
        Text += Indent + lineOf(Change, Statement).substr(0, 150) + "\n";
  if (Number > MostLines)
    Text +=
        std::string(Indent) + "... and " + std::to_string(Number - MostLines) + " more (--html or --json lists them)\n";
  return Text;
}

json::Value exposureJson(const ChangeExposure &Known) {
  if (Known.Changes.empty())
    return nullptr;
  json::Array Changes, Tests;
  for (const ChangeProgress &Each : Known.Changes)
    Changes.push_back(changeJson(Each));
  for (std::size_t I = 0; I != Known.Tests.size(); ++I)
    Tests.push_back(testJson(Known.Tests[I], I));
  return json::Object{{"changes", std::move(Changes)}, {"tests", std::move(Tests)}};
}

} // namespace vernier
