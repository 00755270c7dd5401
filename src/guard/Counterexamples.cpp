#include "guard/Counterexamples.h"

#include "replay/Replay.h"

#include <llvm/ADT/STLExtras.h>

#include <set>

namespace vernier {

namespace {

Expression alwaysTrue() {
  Expression One;
  One.Value = llvm::APInt(32, 1);
  return One;
}

} // namespace

Counterexamples::Counterexamples(const ChangeMap &Map, const std::vector<ProofRoot> &Roots, const PointPlan &Of,
                                 const GuardOptions &Options, const Workspace &Place)
    : Map(Map), Roots(Roots), Options(Options), Place(Place), Chosen(Of.Chosen), Points(Of.Points),
      Conditions(Of.Properties), Plan{Points, Conditions, Of.Chosen}, BasePlan{Points, Conditions, Of.Chosen},
      Builds(Roots.size()), BaseBuilds(Roots.size()) {
  addProbes();
}

/// A condition that is true tells how often control comes there.
void Counterexamples::addProbes() {
  for (const ChangedStatement &Each : changedStatements(Map)) {
    auto First = llvm::find_if(Each.NewInstructions, [](const llvm::Instruction *I) {
      return !llvm::isa<llvm::PHINode>(I) && !llvm::isa<llvm::AllocaInst>(I);
    });
    if (First == Each.NewInstructions.end())
      continue;
    MonitoredPoint Point;
    Point.Base.Before = Point.Upgrade.Before = *First;
    Point.Upgrade.Where = Each.Place;
    Property Probe;
    Probe.Point = Points.size();
    Probe.Text = "1";
    Probe.InBase = alwaysTrue();
    Probe.InUpgrade = alwaysTrue();
    Plan.Chosen.push_back(Conditions.size());
    Points.push_back(std::move(Point));
    Conditions.push_back(std::move(Probe));
    Probed.push_back(Each.Id);
  }
}

Result<MonitoredBuild *> Counterexamples::buildFor(std::size_t Root, Side Which) {
  bool IsNew = Which == Side::New;
  std::optional<MonitoredBuild> &Build = (IsNew ? Builds : BaseBuilds)[Root];
  if (!Build) {
    auto Made = MonitoredBuild::create(IsNew ? Map.newProgram() : Map.oldProgram(), Which, IsNew ? Plan : BasePlan,
                                       PointAction::Check, Roots[Root].space(Which), Place);
    if (!Made)
      return Made.takeError();
    Build.emplace(std::move(*Made));
  }
  return &*Build;
}

Result<MonitorContents> Counterexamples::contentsOf(std::size_t Root, Side Which, const InputAssignment &Values) {
  auto Build = buildFor(Root, Which);
  if (!Build)
    return Build.takeError();
  std::optional<MonitorContents> First;
  for (;;) {
    if (Status Cleared = (*Build)->clear(); !Cleared)
      return Cleared.takeError();
    (void)(*Build)->run(Values, Options.Runs);
    auto Left = (*Build)->contents();
    if (!Left)
      return Left.takeError();
    if (!First) {
      First = std::move(*Left);
      continue;
    }
    for (std::size_t I = 0; I != First->Checks.size(); ++I)
      if (!Left->Checks[I].Failed)
        First->Checks[I].Failed = 0;
    return std::move(*First);
  }
}

Status Counterexamples::runBase(std::size_t Root, const InputAssignment &Values) {
  if (!sameTypes(Roots[Root].Base, Roots[Root].Upgrade))
    return Done{};
  auto Left = contentsOf(Root, Side::Old, Values);
  if (!Left)
    return Left.takeError();
  for (std::size_t I = 0; I != Chosen.size(); ++I)
    if (Left->Checks[I].Failed)
      OnBase.insert(I);
  return Done{};
}

Status Counterexamples::add(std::size_t, const RootVerdict &Found) {
  for (const RootVerdict::Counterexample &Each : Found.Against)
    if (Status Ran = run(Each.Root, Each.Values); !Ran)
      return Ran;
  return Done{};
}

Status Counterexamples::run(std::size_t Root, const InputAssignment &Values) {
  if (llvm::any_of(Runs, [&](const Shown &Each) { return Each.Root == Root && Each.Values == Values; }))
    return Done{};
  if (Status Ran = runBase(Root, Values); !Ran)
    return Ran;
  auto Left = contentsOf(Root, Side::New, Values);
  if (!Left)
    return Left.takeError();
  Shown Run{Root, Values, {}, {}};
  for (std::size_t I = 0; I != Chosen.size(); ++I)
    if (Left->Checks[I].Failed)
      Run.Violated.push_back({Left->Checks[I].FirstFailed, I});
  for (std::size_t I = 0; I != Probed.size(); ++I)
    if (Left->Checks[Chosen.size() + I].Visits)
      Run.Changes.push_back(Probed[I]);
  llvm::sort(Run.Violated);
  if (!Run.Violated.empty())
    Runs.push_back(std::move(Run));
  return Done{};
}

std::vector<std::size_t> Counterexamples::violated() const {
  std::set<std::size_t> All;
  for (const Shown &Run : Runs)
    for (auto [When, Position] : Run.Violated)
      if (!OnBase.contains(Position))
        All.insert(Position);
  return {All.begin(), All.end()};
}

GuardFinding Counterexamples::findingOf(const Shown &Run, std::vector<std::size_t> Positions) {
  const ProofRoot &Root = Roots[Run.Root];
  GuardFinding Finding;
  for (std::size_t Position : Positions)
    Finding.Properties.push_back(Chosen[Position]);
  Finding.Entry = Root.Name;
  Finding.Space = Root.Upgrade;
  Finding.Input = Root.UpgradeInput;
  Finding.Values = Run.Values;
  Finding.Changes = Run.Changes;
  Finding.Shown.Input = describe(Root.Upgrade, Run.Values);
  Finding.Shown.Texts = describeTexts(Root.Upgrade, Run.Values);
  auto Outcome = [&](const Program &Version, const InputSpace &Space) -> std::optional<vernier::Outcome> {
    auto Build = PlainBuild::create(Version, Version, Side::New, Space, Place);
    if (!Build)
      return std::nullopt;
    return Build->run(Run.Values, Options.Runs);
  };
  if (auto New = Outcome(Map.newProgram(), Root.Upgrade))
    Finding.Shown.New = std::move(*New);
  if (sameTypes(Root.Base, Root.Upgrade))
    if (auto Old = Outcome(Map.oldProgram(), Root.Base)) {
      Finding.Shown.Old = std::move(*Old);
      Finding.ShownByBase = true;
      Finding.Visible = Finding.Shown.Old.comparable() && Finding.Shown.New.comparable() &&
                        !sameBehaviour(Finding.Shown.Old, Finding.Shown.New, Options.Observed);
    }
  return Finding;
}

std::vector<GuardFinding> Counterexamples::findings() {
  std::set<std::size_t> Open;
  for (std::size_t Position : violated())
    Open.insert(Position);
  std::vector<GuardFinding> Findings;
  while (!Open.empty()) {
    auto Count = [&](const Shown &Run) {
      return llvm::count_if(Run.Violated, [&](const auto &Each) { return Open.contains(Each.second); });
    };
    const Shown *Best = &Runs.front();
    for (const Shown &Run : Runs)
      if (Count(Run) > Count(*Best))
        Best = &Run;
    std::vector<std::size_t> Positions;
    for (auto [When, Position] : Best->Violated)
      if (Open.erase(Position))
        Positions.push_back(Position);
    Findings.push_back(findingOf(*Best, std::move(Positions)));
  }
  auto Rank = [&](const GuardFinding &Each) {
    return (Each.Visible ? 0 : 2) + (Points[Conditions[Each.Properties.front()].Point].InChangedFunction ? 0 : 1);
  };
  llvm::stable_sort(Findings, [&](const GuardFinding &A, const GuardFinding &B) { return Rank(A) < Rank(B); });
  return Findings;
}

} // namespace vernier
