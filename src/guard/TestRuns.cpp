#include "guard/TestRuns.h"

#include "input/ReadInput.h"
#include "replay/Replay.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

void addContents(MonitorContents &To, const MonitorContents &From) {
  To.Started |= From.Started;
  To.Points.resize(std::max(To.Points.size(), From.Points.size()));
  To.Checks.resize(std::max(To.Checks.size(), From.Checks.size()));
  for (std::size_t I = 0; I != From.Points.size(); ++I) {
    To.Points[I].Visits += From.Points[I].Visits;
    llvm::append_range(To.Points[I].Rows, From.Points[I].Rows);
  }
  for (std::size_t I = 0; I != From.Checks.size(); ++I) {
    To.Checks[I].Visits += From.Checks[I].Visits;
    To.Checks[I].Failed += From.Checks[I].Failed;
    if (!To.Checks[I].FirstFailed)
      To.Checks[I].FirstFailed = From.Checks[I].FirstFailed;
  }
}

Result<TestRuns::Entry *> TestRuns::entryOf(const SavedTest &Test) {
  InputOptions Layout = layoutOf(Test.Space);
  for (const auto &Each : Entries)
    if (Each->Layout == Layout)
      return Each.get();
  auto Space = inputSpace(Version, Version, Layout);
  if (!Space)
    return Space.takeError();
  auto Plain = PlainBuild::create(Version, Version, Side::New, *Space, Place);
  if (!Plain)
    return Plain.takeError();
  auto Made = std::make_unique<Entry>();
  Made->Layout = std::move(Layout);
  Made->Space = std::move(*Space);
  Made->Plain.emplace(std::move(*Plain));
  Entries.push_back(std::move(Made));
  return Entries.back().get();
}

Result<std::string> TestRuns::failure(const SavedTest &Test) {
  auto At = entryOf(Test);
  if (!At)
    return At.takeError();
  auto Values = readInput((*At)->Space, Test.Input);
  if (!Values)
    return Values.takeError();
  Outcome Shown = (*At)->Plain->run(*Values, Limits);
  if (!Shown.comparable())
    return "its run " + outcomeText(Shown);
  const std::optional<Outcome> &Wanted = Which == Side::New && Test.RecordedNew ? Test.RecordedNew : Test.Recorded;
  if (!Wanted)
    return Shown.End == Ending::Signalled ? "its run " + outcomeText(Shown) : std::string();
  if (sameBehaviour(*Wanted, Shown, Observed))
    return std::string();
  return "expected: " + outcomeText(*Wanted) + ", shown: " + outcomeText(Shown);
}

Status TestRuns::monitor(const SavedTest &Test, const PointPlan &Plan, PointAction Action) {
  auto At = entryOf(Test);
  if (!At)
    return At.takeError();
  auto Values = readInput((*At)->Space, Test.Input);
  if (!Values)
    return Values.takeError();
  auto Known = (*At)->Monitored.find(Action);
  if (Known == (*At)->Monitored.end()) {
    auto Build = MonitoredBuild::create(Version, Which, Plan, Action, (*At)->Space, Place);
    if (!Build)
      return Build.takeError();
    Known = (*At)->Monitored.emplace(Action, std::move(*Build)).first;
  }
  (void)Known->second.run(*Values, Limits);
  return Done{};
}

Result<MonitorContents> TestRuns::contents(const PointPlan &Plan, PointAction Action) {
  MonitorContents All;
  All.Points.resize(Action == PointAction::Record ? Plan.Points.size() : 0);
  All.Checks.resize(Action == PointAction::Record ? 0 : Plan.Chosen.size());
  for (const auto &Each : Entries)
    if (auto Build = Each->Monitored.find(Action); Build != Each->Monitored.end()) {
      auto Left = Build->second.contents();
      if (!Left)
        return Left.takeError();
      addContents(All, *Left);
    }
  return All;
}

Status TestRuns::forget() {
  for (const auto &Each : Entries)
    for (auto &[Action, Build] : Each->Monitored)
      if (Status Cleared = Build.clear(); !Cleared)
        return Cleared;
  return Done{};
}

} // namespace vernier
