#include "guard/Guard.h"

#include "base/Budget.h"
#include "bitcode/SourceText.h"
#include "guard/Counterexamples.h"
#include "guard/Proof.h"
#include "guard/SuiteRecords.h"
#include "guard/TestRuns.h"
#include "input/RandomInputs.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

std::string_view toString(PropertyStatus What) {
  switch (What) {
  case PropertyStatus::Refuted:
    return "refuted";
  case PropertyStatus::Gone:
    return "gone";
  case PropertyStatus::Outdated:
    return "outdated";
  case PropertyStatus::Proved:
    return "proved";
  case PropertyStatus::Violated:
    return "violated";
  case PropertyStatus::Unreachable:
    return "unreachable";
  case PropertyStatus::Unknown:
    break;
  }
  return "unknown";
}

std::string_view toString(PropertyExtent What) {
  switch (What) {
  case PropertyExtent::None:
    return "";
  case PropertyExtent::UpToBound:
    return "up-to-bound";
  case PropertyExtent::Unbounded:
    break;
  }
  return "unbounded";
}

std::string propertyLine(const MonitoredPoint &Point, const Property &What) {
  return Point.Base.Where.File + ":" + std::to_string(Point.Base.Where.Line) + ": " + What.Text;
}

namespace {

/// Inputs of a root that its tests leave out; what they show is no test.
constexpr unsigned RandomInputsOfRoot = 60;

class Guarding {
public:
  Guarding(const ChangeMap &Map, const GuardOptions &Options, const Workspace &Place)
      : Map(Map), Options(Options), Place(Place), Time(Options.Time),
        BaseTests(Map.oldProgram(), Side::Old, Options.Runs, Options.Observed, Place),
        UpgradeTests(Map.newProgram(), Side::New, Options.Runs, Options.Observed, Place) {}

  Result<GuardResult> run() {
    Stopwatch Watch;
    MonitoredScope Scope = monitoredScope(Map);
    Into.Points = std::move(Scope.Points);
    Into.MadeTests = Options.MadeTests;
    if (Into.Points.empty()) {
      Into.Notes.push_back(Scope.Changed.empty() ? "no function of both versions has a change"
                                                 : "there is no unchanged statement near the changes");
      return std::move(Into);
    }
    Roots = proofRoots(Map, Scope, Options.Input, Into.Notes);
    for (const ProofRoot &Root : Roots)
      Into.Roots.push_back(Root.Name);
    if (Status Learnt = learn(); !Learnt)
      return Learnt.takeError();
    Into.MonitorSeconds = Watch.seconds();
    if (Status Done = judge(); !Done)
      return Done.takeError();
    Into.Seconds = Watch.seconds();
    return std::move(Into);
  }

private:
  // What the base does.

  Status learn() {
    MonitorContents Seen;
    if (Status Ran = runBaseTests(Seen); !Ran)
      return Ran;
    if (Options.MadeTests)
      if (Status Ran = addRandomRuns(Seen); !Ran)
        return Ran;
    if (Status Taken = takeGiven(); !Taken)
      return Taken;
    if (Status Taken = takeAnnotations(); !Taken)
      return Taken;
    for (std::size_t I = 0; I != Into.Points.size(); ++I) {
      Into.Visits += Seen.Points[I].Visits;
      addGuesses(I, inferProperties(Into.Points[I].Base.Variables, Seen.Points[I], Options.Inference));
    }
    if (!Into.Visits && Into.Properties.empty())
      return analysisError("no test comes to a statement near the changes: nothing can be learnt from " +
                           std::to_string(Into.Tests) + " tests; give others with --tests, or none at all");
    return Done{};
  }

  void addGuesses(std::size_t Point, const std::vector<GuessedProperty> &Guesses) {
    std::vector<std::optional<std::size_t>> Numbers;
    for (const GuessedProperty &Each : Guesses) {
      std::size_t Before = Into.Properties.size();
      addProperty(Point, Each.Text, /*Given=*/false);
      bool Added = Into.Properties.size() != Before;
      Numbers.push_back(Added ? std::optional(Before) : std::nullopt);
      if (Added && Each.ImpliedBy)
        Into.Properties.back().ImpliedBy = Numbers[*Each.ImpliedBy];
    }
  }

  /// What the reader of expressions does not understand was not meant for it: it is no property.
  void addProperty(std::size_t Point, const std::string &Text, bool Given) {
    auto Read = readProperty(Into.Points, Point, Text);
    if (!Read || llvm::any_of(Into.Properties, [&](const JudgedProperty &Each) {
          return Each.What.Point == Point && Each.What.Text == Text;
        }))
      return;
    JudgedProperty Judged;
    Judged.What = std::move(*Read);
    Judged.Given = Given;
    Into.Properties.push_back(std::move(Judged));
  }

  /// `FILE:LINE: EXPRESSION`, for the last point of the line that knows the variables.
  Status takeGiven() {
    for (const std::string &Line : Options.Given) {
      auto [Where, Text] = llvm::StringRef(Line).split(": ");
      auto [File, Number] = Where.trim().rsplit(':');
      std::optional<Error> Problem;
      bool Taken = false;
      for (std::size_t I = Into.Points.size(); I-- != 0 && !Taken;) {
        const Location &At = Into.Points[I].Base.Where;
        if (std::to_string(At.Line) != Number || !llvm::StringRef(At.File).ends_with(File))
          continue;
        auto Read = readProperty(Into.Points, I, Text.trim().str());
        if (Read) {
          addProperty(I, Text.trim().str(), /*Given=*/true);
          Taken = true;
        } else if (!Problem) {
          Problem = Read.takeError();
        }
      }
      if (!Taken)
        return usageError(Problem ? Problem->Message
                                  : "the property '" + Line + "' is for no unchanged statement near the changes; " +
                                        "it is written FILE:LINE: EXPRESSION, and --properties prints those there are");
    }
    return Done{};
  }

  /// `// vernier: EXPRESSION` behind an unchanged statement of the base.
  Status takeAnnotations() {
    SourceText Source(Map.oldProgram());
    for (std::size_t I = 0; I != Into.Points.size(); ++I) {
      const Location &At = Into.Points[I].Base.Where;
      bool Last = llvm::none_of(llvm::drop_begin(Into.Points, I + 1), [&](const MonitoredPoint &Later) {
        return Later.Base.Where.File == At.File && Later.Base.Where.Line == At.Line;
      });
      auto [Code, Text] = llvm::StringRef(Source.line(At.File, At.Line)).split("// vernier: ");
      if (!Last || Text.empty())
        continue;
      if (auto Read = readProperty(Into.Points, I, Text.trim().str()); !Read)
        return Read.takeError();
      addProperty(I, Text.trim().str(), /*Given=*/true);
    }
    return Done{};
  }

  PointPlan planOf(std::vector<std::size_t> Chosen = {}) { return {Into.Points, Conditions, std::move(Chosen)}; }

  Status runBaseTests(MonitorContents &Seen) {
    PointPlan Plan = planOf();
    for (const SavedTest &Test : Options.Tests) {
      auto Fails = BaseTests.failure(Test);
      if (!Fails)
        return analysisError("the test '" + Test.Name + "' cannot be run on the base: " + Fails.error().Message);
      if (!Fails->empty())
        return analysisError("the test '" + Test.Name + "' fails on the base (" + *Fails +
                             "): what a failing suite shows is not what the program should do; mend or remove it");
      if (Status Ran = BaseTests.monitor(Test, Plan, PointAction::Record); !Ran)
        return Ran;
      ++Into.Tests;
    }
    auto Left = BaseTests.contents(Plan, PointAction::Record);
    if (!Left)
      return Left.takeError();
    Seen = std::move(*Left);
    return addSuite(Seen, Plan, PointAction::Record);
  }

  Status addSuite(MonitorContents &To, const PointPlan &Plan, PointAction Action) {
    if (Options.Suite.Commands.empty())
      return Done{};
    auto Tests = runMonitoredSuite(Options.Suite, Map.oldProgram(), Side::Old, Plan, Action, Place);
    if (!Tests)
      return Tests.takeError();
    for (const SuiteTestRecords &Test : *Tests) {
      if (!Test.Failure.empty())
        return analysisError("the test '" + Test.Name + "' fails on the base (" + Test.Failure +
                             "): what a failing suite shows is not what the program should do; mend or leave it out");
      addContents(To, Test.Left);
    }
    if (Action == PointAction::Record)
      Into.Tests += Tests->size();
    return Done{};
  }

  /// Only inputs that the plain base takes without trouble.
  Status addRandomRuns(MonitorContents &Seen) {
    PointPlan Plan = planOf();
    for (const ProofRoot &Root : Roots) {
      auto Build = MonitoredBuild::create(Map.oldProgram(), Side::Old, Plan, PointAction::Record, Root.Base, Place);
      auto Plain = PlainBuild::create(Map.oldProgram(), Map.oldProgram(), Side::New, Root.Base, Place);
      if (!Build || !Plain)
        return (Build ? Plain.takeError() : Build.takeError());
      for (const InputAssignment &Values : randomInputs(Root.Base)) {
        Outcome Shown = Plain->run(Values, Options.Runs);
        if (!Shown.comparable() || Shown.End == Ending::Signalled)
          continue;
        (void)Build->run(Values, Options.Runs);
        ++Into.RandomRuns;
      }
      auto Left = Build->contents();
      if (!Left)
        return Left.takeError();
      addContents(Seen, *Left);
    }
    return Done{};
  }

  std::vector<InputAssignment> randomInputs(const InputSpace &Space) const {
    std::vector<InputAssignment> Inputs;
    auto Assumed = assumptionsOf(Space);
    RandomInputs Source(Space, Options.Seed, {});
    for (unsigned I = 0; Assumed && I != 4 * RandomInputsOfRoot && Inputs.size() != RandomInputsOfRoot; ++I) {
      InputAssignment Values = Source.next();
      settle(Space, Values);
      if (admits(Space, *Assumed, Values))
        Inputs.push_back(std::move(Values));
    }
    return Inputs;
  }

  // What of that the upgrade still does.

  Status judge() {
    for (const JudgedProperty &Each : Into.Properties)
      Conditions.push_back(Each.What);
    if (Status Checked = dropContradicted(); !Checked)
      return Checked;
    Stopwatch Watch;
    proveOnBase();
    dropImplied();
    if (Status Sampled = sampleBase(); !Sampled)
      return Sampled;
    if (Status Filtered = filter(); !Filtered)
      return Filtered;
    Status Checked = checkUpgrade();
    Into.ProofSeconds = Watch.seconds();
    return Checked;
  }

  std::vector<std::size_t> open(PropertyStatus Status) const {
    std::vector<std::size_t> Numbers;
    for (std::size_t I = 0; I != Into.Properties.size(); ++I)
      if (Into.Properties[I].Status == Status)
        Numbers.push_back(I);
    return Numbers;
  }

  /// Not every visit was kept, and given properties were not looked for: all tests again, with all conditions.
  Status dropContradicted() {
    PointPlan Plan = planOf(open(PropertyStatus::Unknown));
    for (const SavedTest &Test : Options.Tests)
      if (Status Ran = BaseTests.monitor(Test, Plan, PointAction::Check); !Ran)
        return Ran;
    auto Left = BaseTests.contents(Plan, PointAction::Check);
    if (!Left)
      return Left.takeError();
    if (Status Added = addSuite(*Left, Plan, PointAction::Check); !Added)
      return Added;
    for (std::size_t I = 0; I != Plan.Chosen.size(); ++I)
      if (Left->Checks[I].Failed) {
        JudgedProperty &Each = Into.Properties[Plan.Chosen[I]];
        Each.Status = PropertyStatus::Refuted;
        Each.Why = {"test", "a test of the base violates it", {}};
      }
    return Done{};
  }

  void proveOnBase() {
    PointPlan Plan = planOf(open(PropertyStatus::Unknown));
    Budget Half = Time.part(Time.left().value_or(Options.Time) / 2);
    std::vector<RootVerdict> Verdicts =
        proveProperties(Map.oldProgram(), Side::Old, Plan, Roots, Options, Half, Into.Assumptions);
    for (std::size_t I = 0; I != Verdicts.size(); ++I)
      takeBaseVerdict(Into.Properties[Plan.Chosen[I]], Verdicts[I]);
  }

  void dropImplied() {
    std::vector<JudgedProperty> Left;
    for (JudgedProperty &Each : Into.Properties) {
      const JudgedProperty *By = Each.ImpliedBy ? &Into.Properties[*Each.ImpliedBy] : nullptr;
      if (!By || By->Status != PropertyStatus::Proved || By->OnBase < Each.OnBase)
        Left.push_back(Each);
    }
    for (JudgedProperty &Each : Left)
      Each.ImpliedBy = std::nullopt;
    Into.Properties = std::move(Left);
    Conditions.clear();
    for (const JudgedProperty &Each : Into.Properties)
      Conditions.push_back(Each.What);
  }

  void takeBaseVerdict(JudgedProperty &Of, const RootVerdict &Found) {
    switch (Found.What) {
    case RootVerdict::Answer::Proved:
      Of.OnBase = Found.Extent;
      if (Options.UnboundedOnly && Found.Extent != PropertyExtent::Unbounded)
        Of.Why = {"bound", "it is proved up to a bound only", {}};
      else
        Of.Status = PropertyStatus::Proved;
      return;
    case RootVerdict::Answer::Refuted:
      Of.Status = PropertyStatus::Refuted;
      Of.Why = {"base", "an execution of the base violates it", {}};
      return;
    case RootVerdict::Answer::Unreachable:
      Of.Status = PropertyStatus::Unreachable;
      Of.Why = {"base", "no execution of the base that starts at a caller comes to it", {}};
      return;
    case RootVerdict::Answer::Unknown:
      Of.Why = Found.Why;
      return;
    }
  }

  /// What plain runs contradict is not claimed, whatever the proof said.
  Status sampleBase() {
    PointPlan Plan = planOf(open(PropertyStatus::Proved));
    if (Plan.Chosen.empty())
      return Done{};
    for (const ProofRoot &Root : Roots) {
      auto Build = MonitoredBuild::create(Map.oldProgram(), Side::Old, Plan, PointAction::Check, Root.Base, Place);
      if (!Build)
        return Build.takeError();
      for (const InputAssignment &Values : randomInputs(Root.Base))
        (void)Build->run(Values, Options.Runs);
      auto Left = Build->contents();
      if (!Left)
        return Left.takeError();
      for (std::size_t I = 0; I != Plan.Chosen.size(); ++I)
        if (Left->Checks[I].Failed) {
          JudgedProperty &Each = Into.Properties[Plan.Chosen[I]];
          Each.Status = PropertyStatus::Unknown;
          Each.OnBase = PropertyExtent::None;
          Each.Why = {"contradicted", "a plain run of the base violates it although it was proved", {}};
        }
    }
    return Done{};
  }

  Status filter() {
    for (std::size_t I : open(PropertyStatus::Proved))
      if (!Into.Properties[I].What.InUpgrade)
        Into.Properties[I].Status = PropertyStatus::Gone;
    for (std::size_t I : open(PropertyStatus::Proved))
      if (llvm::is_contained(Options.Accepted,
                             propertyLine(Into.Points[Into.Properties[I].What.Point], Into.Properties[I].What))) {
        Into.Properties[I].Status = PropertyStatus::Outdated;
        Into.Properties[I].Why = {"accepted", "it is accepted that the upgrade violates it", {}};
      }
    for (const SavedTest &Test : Options.Tests)
      if (Status Filtered = filterBy(Test, /*OfBase=*/true); !Filtered)
        return Filtered;
    for (const SavedTest &Test : Options.NewTests) {
      if (Status Filtered = filterBy(Test, /*OfBase=*/false); !Filtered)
        return Filtered;
      ++Into.NewTests;
    }
    return filterBySuite();
  }

  Status filterBySuite() {
    if (Options.NewSuite.Commands.empty())
      return Done{};
    PointPlan Plan = planOf(open(PropertyStatus::Proved));
    auto Tests = runMonitoredSuite(Options.NewSuite, Map.newProgram(), Side::New, Plan, PointAction::Check, Place);
    if (!Tests)
      return Tests.takeError();
    for (const SuiteTestRecords &Test : *Tests) {
      if (!Test.Failure.empty() && !Options.SameSuite)
        return analysisError("the test '" + Test.Name + "' of the upgrade fails on it (" + Test.Failure + ")");
      if (!Test.Failure.empty()) {
        Into.FailingTests.push_back(Test.Name);
        continue;
      }
      Into.NewTests += !Options.SameSuite;
      outdate(Plan.Chosen, Test.Left, Test.Name);
    }
    return Done{};
  }

  void outdate(const std::vector<std::size_t> &Numbers, const MonitorContents &Left, const std::string &Test) {
    for (std::size_t I = 0; I != Numbers.size(); ++I) {
      JudgedProperty &Each = Into.Properties[Numbers[I]];
      if (Left.Checks[I].Failed && Each.Status == PropertyStatus::Proved) {
        Each.Status = PropertyStatus::Outdated;
        Each.Test = Test;
      }
    }
  }

  /// A test of the base that the upgrade fails says nothing about what is intended; of the upgrade's own suite, that is
  /// an error.
  Status filterBy(const SavedTest &Test, bool OfBase) {
    auto Fails = UpgradeTests.failure(Test);
    if (!OfBase && (!Fails || !Fails->empty()))
      return analysisError("the test '" + Test.Name + "' of the upgrade " +
                           (Fails ? "fails on it (" + *Fails + ")" : "cannot be run: " + Fails.error().Message));
    if (!Fails || !Fails->empty()) {
      Into.FailingTests.push_back(Test.Name);
      return Done{};
    }
    // The same plan for all tests: builds are made once.
    if (!Filter) {
      Filtered = open(PropertyStatus::Proved);
      Filter.emplace(planOf(Filtered));
    }
    if (Status Cleared = UpgradeTests.forget(); !Cleared)
      return Cleared;
    if (Status Ran = UpgradeTests.monitor(Test, *Filter, PointAction::Check); !Ran)
      return Ran;
    auto Left = UpgradeTests.contents(*Filter, PointAction::Check);
    if (!Left)
      return Left.takeError();
    outdate(Filtered, *Left, Test.Name);
    return Done{};
  }

  Status checkUpgrade() {
    PointPlan Plan = planOf(open(PropertyStatus::Proved));
    if (Plan.Chosen.empty())
      return Done{};
    std::vector<RootVerdict> Verdicts =
        proveProperties(Map.newProgram(), Side::New, Plan, Roots, Options, Time, Into.Assumptions);
    Counterexamples Shown(Map, Roots, Plan, Options, Place);
    for (std::size_t I = 0; I != Verdicts.size(); ++I) {
      takeUpgradeVerdict(Plan.Chosen[I], Verdicts[I]);
      if (Verdicts[I].What == RootVerdict::Answer::Refuted)
        if (Status Replayed = Shown.add(I, Verdicts[I]); !Replayed)
          return Replayed;
    }
    for (std::size_t Root = 0; Root != Roots.size(); ++Root)
      for (const InputAssignment &Values : randomInputs(Roots[Root].Upgrade))
        if (Status Ran = Shown.tryInput(Root, Values); !Ran)
          return Ran;
    for (std::size_t I : Shown.violated()) {
      Into.Properties[Plan.Chosen[I]].Status = PropertyStatus::Violated;
      Into.Properties[Plan.Chosen[I]].Why = {};
    }
    for (std::size_t I : Shown.refutedByBase()) {
      JudgedProperty &Each = Into.Properties[Plan.Chosen[I]];
      Each.Status = PropertyStatus::Refuted;
      Each.OnBase = Each.OnUpgrade = PropertyExtent::None;
      Each.Why = {"base", "a plain run of the base violates it, beyond the bound of its proof", {}};
    }
    Into.Findings = Shown.findings();
    return Done{};
  }

  void takeUpgradeVerdict(std::size_t Number, const RootVerdict &Found) {
    JudgedProperty &Of = Into.Properties[Number];
    switch (Found.What) {
    case RootVerdict::Answer::Proved:
      Of.OnUpgrade = Found.Extent;
      return;
    case RootVerdict::Answer::Refuted:
      Of.Status = PropertyStatus::Unknown; // until a plain run has shown it
      Of.Why = {"not-replayed", "a counterexample was found, but no plain run of it violates the property", {}};
      return;
    case RootVerdict::Answer::Unreachable:
      Of.Status = PropertyStatus::Unreachable;
      Of.Why = {"upgrade", "no execution of the upgrade that starts at a caller comes to it", {}};
      if (isStillCalled(Into.Points[Of.What.Point].function(Side::New)))
        Into.NewlyUnreachable.push_back(Number);
      return;
    case RootVerdict::Answer::Unknown:
      Of.Status = PropertyStatus::Unknown;
      Of.Why = Found.Why;
      return;
    }
  }

  bool isStillCalled(const llvm::Function &F) const {
    return llvm::any_of(Roots, [&](const ProofRoot &Root) { return Root.reaches(F, Side::New); });
  }

  const ChangeMap &Map;
  const GuardOptions &Options;
  const Workspace &Place;
  Budget Time;
  TestRuns BaseTests, UpgradeTests;
  std::vector<ProofRoot> Roots;
  std::vector<Property> Conditions; ///< of all properties; plans refer to them
  std::vector<std::size_t> Filtered;
  std::optional<PointPlan> Filter;
  GuardResult Into;
};

} // namespace

Result<GuardResult> guardUpgrade(const ChangeMap &Map, const GuardOptions &Options, const Workspace &Place) {
  return Guarding(Map, Options, Place).run();
}

} // namespace vernier
