#include "interaction/Interact.h"

#include "base/Random.h"
#include "directed/WholeTexts.h"
#include "interaction/LostPlaces.h"
#include "interaction/SequenceTargets.h"

#include <map>

namespace vernier {

std::string_view toString(SequenceErrorKind Kind) {
  switch (Kind) {
  case SequenceErrorKind::Golden:
    return "golden";
  case SequenceErrorKind::Crash:
    return "crash";
  case SequenceErrorKind::Undefined:
    return "undefined";
  case SequenceErrorKind::Sanitizer:
    return "sanitizer";
  }
  return "";
}

namespace {

constexpr std::size_t MostTexts = 48, MostTests = 2000;
/// One input in so many is looked for anywhere.
constexpr unsigned RandomEvery = 8;
/// What a run without anything new is behind: as if it were so many branches further.
constexpr unsigned NothingNew = 64;
/// Accesses of one run that are tried to leave their object.
constexpr unsigned MostAccesses = 8;
/// Inputs that are made to show an error without one change.
constexpr unsigned MostSkips = 150;
/// Of one sequence, the old version is run on so many inputs; then on those only that may show an error.
constexpr unsigned MostOfASequence = 20;
/// Runs of one sequence that the sanitizers are asked about; errors for which versions without single changes are made.
constexpr unsigned MostSanitized = 12;
constexpr std::size_t MostConfigured = 5;

class Interaction {
public:
  Interaction(RunnablePair &Pair, const Impact &Changed, const InteractOptions &Options, const Workspace &Place,
              InteractResult &Result)
      : Pair(Pair), Options(Options), Result(Result), Targets(Pair, Changed, Options.Flat),
        Way(Pair, Targets.directions()), Choose(Options.Seed), Whole(Options.Time ? Budget(*Options.Time) : Budget()),
        Place(Place) {}

  void run() {
    Pair.limit(Options.Time ? Whole.part(*Options.Time * 7 / 10) : Whole);
    begin();
    for (std::uint64_t Turn = 1; !isOver() && !enough(); ++Turn) {
      auto Input = Turn % RandomEvery == 0 ? Way.nextAtRandom(Choose) : Way.next();
      if (!Input && !(Input = Way.next()))
        break;
      follow(*Input);
    }
    Result.OutOfTime = isOver();
    Pair.limit(Whole);
    if (!Options.StopAtError) {
      findErrors();
      tryConfigurations();
    }
    countSequences();
    Result.EdgesTaken = Targets.edges();
  }

private:
  bool isOver() const { return Pair.isOver() || (Options.MostRuns && Pair.statistics().Runs >= *Options.MostRuns); }
  bool enough() const { return Options.StopAtError && Result.FirstErrorSeconds; }

  bool isNew(const InputAssignment &Input) {
    std::size_t Hash = 0;
    for (const llvm::APInt &Value : Input)
      Hash = llvm::hash_combine(Hash, Value);
    return Inputs.insert(Hash).second;
  }

  void begin() {
    std::vector<InputAssignment> First = Options.Tests;
    if (First.empty())
      First.push_back(zeros(Pair.inputs()));
    if (Options.WholeTexts) {
      std::vector<const llvm::Function *> Entries;
      if (auto *F = Pair.version(Side::New).program().module().getFunction(Pair.space().entry(Side::New)))
        Entries.push_back(F);
      llvm::append_range(First, wholeTexts(Pair.space(), Entries, zeros(Pair.inputs()), MostTexts));
    }
    for (const InputAssignment &Input : First)
      if (!isOver() && !enough() && admits(Pair.inputs(), Input))
        follow(Input);
  }

  /// Runs an input, judges it, and looks for what is near it.
  std::optional<std::size_t> follow(const InputAssignment &Input) {
    if (!isNew(Input))
      return std::nullopt;
    auto Run = std::make_shared<DirectedRun>(Pair.run(Side::New, Input));
    if (!Run->Left)
      return std::nullopt;
    Way.add(Run, Targets.passed(*Run) ? 0 : NothingNew);
    auto Test = judge(*Run);
    if (Test && !enough())
      leaveObjects(*Run);
    return Test;
  }

  /// What an input that executes changes shows. Nothing: it executes none.
  std::optional<std::size_t> judge(const DirectedRun &New) {
    ChangeSequence Sequence = Targets.sequence(New);
    if (Sequence.empty() || Result.Tests.size() >= MostTests)
      return std::nullopt;
    bool Suspicious = New.Shown.End == Ending::Signalled || !New.Undefined.Code.empty();
    if (!Suspicious && !Options.Golden && TestsOf[Sequence] >= MostOfASequence)
      return std::nullopt;
    ++TestsOf[Sequence];
    DirectedRun Old = Pair.run(Side::Old, New.Input);
    InteractTest Test{New.Input, Sequence,      Old.Shown,     New.Shown, false, ChangeClass::Unclassified,
                      {},        Old.Undefined, New.Undefined, {},        {},    Watch.seconds()};
    bool Differ =
        Old.Shown.comparable() && New.Shown.comparable() && !sameBehaviour(Old.Shown, New.Shown, Options.Observed);
    if (Differ || Old.Undefined.Code != New.Undefined.Code)
      confirm(Test);
    sanitize(Test);
    Result.Tests.push_back(std::move(Test));
    if (errorOf(Result.Tests.back()) && !Result.FirstErrorSeconds)
      Result.FirstErrorSeconds = Watch.seconds();
    return Result.Tests.size() - 1;
  }

  void confirm(InteractTest &Test) {
    PlainOutcomes Plain = Pair.runPlain(Test.Input);
    if (Plain.Problem.Code.empty()) {
      Test.Old = Plain.Old;
      Test.New = Plain.New;
      Test.Differs = Plain.Differ;
    }
    // Something undefined has to happen again, and only in one version.
    if (!Test.NewUndefined.Code.empty() && !(Pair.run(Side::New, Test.Input).Undefined == Test.NewUndefined))
      Test.NewUndefined = {};
    if (Test.Differs && Options.Golden)
      Test.Class = Options.Golden->classify(Test.Input).What;
  }

  /// The sanitizers are asked about a few runs of each sequence.
  void sanitize(InteractTest &Test) {
    if (!Options.Sanitized || SanitizedRuns[Test.Sequence] >= MostSanitized)
      return;
    ++SanitizedRuns[Test.Sequence];
    Test.NewSanitized = Options.Sanitized(Side::New, Test.Input);
    if (!Test.NewSanitized.Code.empty())
      Test.OldSanitized = Options.Sanitized(Side::Old, Test.Input);
  }

  struct ErrorKey {
    SequenceErrorKind Kind;
    std::string Code;
    Location Where;
    auto operator<=>(const ErrorKey &) const = default;
  };

  std::optional<ErrorKey> errorOf(const InteractTest &Test) const {
    if (!Test.NewUndefined.Code.empty() && Test.OldUndefined.Code.empty())
      return ErrorKey{SequenceErrorKind::Undefined, Test.NewUndefined.Code, Test.NewUndefined.Where};
    if (!Test.NewSanitized.Code.empty() && Test.OldSanitized.Code.empty())
      return ErrorKey{SequenceErrorKind::Sanitizer, Test.NewSanitized.Code, Test.NewSanitized.Where};
    if (!Test.Differs)
      return std::nullopt;
    if (Test.New.End == Ending::Signalled && Test.Old.End != Ending::Signalled)
      return ErrorKey{SequenceErrorKind::Crash, signalName(Test.New.Code), {}};
    if (Test.Class == ChangeClass::Regression || Test.Class == ChangeClass::Intermediate)
      return ErrorKey{SequenceErrorKind::Golden, std::string(toString(Test.Class)), {}};
    return std::nullopt;
  }

  /// Inputs that go the way of a run behind a change, up to an access that leaves its object: the bounds are known, so
  /// this takes no assertion (Böhme 2014, section 4.8).
  void leaveObjects(const DirectedRun &Run) {
    Trace &Left = const_cast<Trace &>(*Run.Left);
    NodeId First = Run.Marks.empty() ? 0 : Run.Marks.front().second;
    unsigned Tried = 0;
    for (const Decision &Each : Left.decisions()) {
      const VernierNode &Node = Left.node(Each.Node);
      if (Each.Node < First || Node.Operation != VernierTrap || Node.C != VernierTrapBounds || !sideOfTrap(Node))
        continue;
      if (Tried == MostAccesses || AccessesTried[Each.Site] > MostAccesses || isOver())
        return;
      std::vector<Term> Before;
      for (const Decision &Other : decisionsBefore(Left, Each.Node))
        Before.push_back(Other.Taken);
      RelaxedAnswer Answer = Pair.ask({Pair.store().notTerm(Each.Taken)}, Before, Run.Input);
      ++Tried;
      ++AccessesTried[Each.Site];
      if (!Answer.Input || !isNew(*Answer.Input))
        continue;
      auto Outside = std::make_shared<DirectedRun>(Pair.run(Side::New, *Answer.Input));
      if (!Outside->Left)
        continue;
      Way.add(Outside, Targets.passed(*Outside) ? 0 : NothingNew);
      judge(*Outside);
    }
  }

  static bool sideOfTrap(const VernierNode &Node) { return Node.Value != 0; }

  // ---- errors and the changes that they need (Böhme 2014, definition 10) ----

  void findErrors() {
    for (std::size_t I = 0; I != Result.Tests.size(); ++I) {
      auto Key = errorOf(Result.Tests[I]);
      if (!Key || Result.Tests[I].Error)
        continue;
      InteractionError Error{Key->Kind, Key->Code, Key->Where, {I}, firstOccurrences(shortest(*Key)),
                             0,         false,     false,      {}};
      minimise(*Key, Error);
      claim(*Key, Error);
    }
  }

  /// Of all that show the error and are not explained yet.
  ChangeSequence shortest(const ErrorKey &Key) const {
    const ChangeSequence *Best = nullptr;
    for (const InteractTest &Test : Result.Tests)
      if (!Test.Error && errorOf(Test) == Key && (!Best || Test.Sequence.size() < Best->size()))
        Best = &Test.Sequence;
    return *Best;
  }

  /// Drops each change without which an input shows the error all the same.
  void minimise(const ErrorKey &Key, InteractionError &Error) {
    shrinkByTests(Key, Error);
    bool Complete = true;
    for (std::size_t I = 0; I < Error.Sequence.size();) {
      unsigned Change = Error.Sequence[I];
      std::size_t Before = Error.Sequence.size();
      if (!Pair.isOver())
        searchWithout(Change, Key, Error);
      Complete &= !Pair.isOver();
      shrinkByTests(Key, Error);
      if (Error.Sequence.size() == Before)
        ++I;
      else
        I = 0;
    }
    Error.Critical = Complete && !Error.Sequence.empty();
    Error.Interaction = Error.Critical && Error.Sequence.size() > 1;
  }

  void shrinkByTests(const ErrorKey &Key, InteractionError &Error) const {
    for (const InteractTest &Test : Result.Tests)
      if (!Test.Error && errorOf(Test) == Key && !exercises(Test.Sequence, Error.Sequence)) {
        ChangeSequence Part = commonPart(Error.Sequence, Test.Sequence);
        // What has nothing in common with it is another error.
        if (!Part.empty())
          Error.Sequence = std::move(Part);
      }
  }

  /// From inputs that show the error, towards runs that do not come to the change.
  void searchWithout(unsigned Change, const ErrorKey &Key, InteractionError &Error) {
    const ChangedStatement *Statement = nullptr;
    for (const ChangedStatement &Each : Result.Changes)
      if (Each.Id == Change)
        Statement = &Each;
    if (!Statement || Statement->NewInstructions.empty())
      return;
    Goal Skipped(Pair, Side::New, Statement->NewInstructions, true);
    Directions Away = towards(Skipped);
    // A branch that leads to the change, on the side that does not.
    Away.OtherSide = [&](const DirectedRun &Run, NodeId Decision) {
      return Skipped.distanceOf(Run.Left->node(Decision).Site);
    };
    Approach Without(Pair, Away);
    unsigned Starts = 0;
    for (std::size_t I = 0; I != Result.Tests.size() && Starts < 4; ++I)
      if (errorOf(Result.Tests[I]) == Key && exercises(Result.Tests[I].Sequence, Error.Sequence)) {
        ++Starts;
        Without.add(std::make_shared<DirectedRun>(Pair.run(Side::New, Result.Tests[I].Input)));
      }
    for (unsigned I = 0; I != MostSkips && !Pair.isOver(); ++I) {
      auto Input = Without.next();
      if (!Input)
        return;
      ++Error.Attempts;
      if (!isNew(*Input))
        continue;
      auto Run = std::make_shared<DirectedRun>(Pair.run(Side::New, *Input));
      if (!Run->Left)
        continue;
      Without.add(Run);
      auto Test = judge(*Run);
      if (Test && errorOf(Result.Tests[*Test]) == Key && !llvm::is_contained(Result.Tests[*Test].Sequence, Change))
        return;
    }
  }

  void claim(const ErrorKey &Key, InteractionError &Error) {
    Error.Tests.clear();
    for (std::size_t I = 0; I != Result.Tests.size(); ++I)
      if (!Result.Tests[I].Error && errorOf(Result.Tests[I]) == Key &&
          exercises(Result.Tests[I].Sequence, Error.Sequence)) {
        Result.Tests[I].Error = Result.Errors.size();
        Error.Tests.push_back(I);
      }
    Result.Errors.push_back(std::move(Error));
  }

  /// Versions without single changes, on the first input that shows the error.
  void tryConfigurations() {
    if (!Options.Without)
      return;
    ConfiguredVersions Versions(Pair, Options.Without, Place);
    for (std::size_t I = 0; I != Result.Errors.size() && I != MostConfigured; ++I) {
      InteractionError &Error = Result.Errors[I];
      const InteractTest &Test = Result.Tests[Error.Tests.front()];
      auto Shows = [&](const ConfiguredRun &Run) {
        switch (Error.Kind) {
        case SequenceErrorKind::Undefined:
        case SequenceErrorKind::Sanitizer:
          return !Run.Undefined.Code.empty();
        case SequenceErrorKind::Crash:
          return Run.Shown.End == Ending::Signalled;
        case SequenceErrorKind::Golden:
          return sameBehaviour(Run.Shown, Test.New, Options.Observed);
        }
        return false;
      };
      Error.Configurations = Versions.confirm(Error.Sequence, Test.Input, Shows);
    }
  }

  void countSequences() {
    std::map<ChangeSequence, std::size_t> Known;
    for (const InteractTest &Test : Result.Tests) {
      auto [At, New] = Known.try_emplace(Test.Sequence, Result.Sequences.size());
      if (New)
        Result.Sequences.push_back({Test.Sequence, 0, 0, 0, false});
      InteractResult::SequenceCount &Count = Result.Sequences[At->second];
      ++Count.Tests;
      Count.Differences += Test.Differs;
      Count.Errors += errorOf(Test).has_value();
      for (const InteractionError &Error : Result.Errors)
        Count.Critical |= Error.Critical && exercises(Test.Sequence, Error.Sequence);
    }
  }

  RunnablePair &Pair;
  const InteractOptions &Options;
  InteractResult &Result;
  SequenceTargets Targets;
  Approach Way;
  Random Choose;
  Budget Whole;
  Stopwatch Watch;
  std::set<std::size_t> Inputs;
  std::map<std::uint32_t, unsigned> AccessesTried;
  std::map<ChangeSequence, unsigned> TestsOf, SanitizedRuns;
  const Workspace &Place;
};

} // namespace

Result<InteractResult> interactChanges(const ChangeMap &Map, const InputSpace &Space, const InteractOptions &Options,
                                       const Workspace &Place) {
  Stopwatch Watch;
  ProgramAnalysis Old(Map.oldProgram()), New(Map.newProgram());
  Impact Changed = computeImpact(Map, Old, New);
  InteractResult Result;
  Result.Space = Space;
  Result.Assumptions = Space.Assumptions;
  std::vector<const llvm::Instruction *> Lost = placeLostChanges(Map, Changed);
  Result.Changes = Changed.Changes;
  Result.GraphNodes = Changed.Graph.Nodes.size();
  Result.GraphEdges = Changed.Graph.Edges.size();
  if (Changed.Stopped != StopReason::None)
    return analysisError("the change sequence graph is too large to be computed");
  RunnablePairOptions Wanted;
  Wanted.QueryTime = Options.QueryTime;
  Wanted.RunTime = Options.RunTime;
  Wanted.RunMemory = Options.RunMemory;
  Wanted.Observed = Options.Observed;
  Wanted.CombineAnswers = true;
  Wanted.NewMarks = SequenceTargets::marks(Changed);
  llvm::append_range(Wanted.NewMarks, Lost);
  auto Pair = RunnablePair::make(Map, Space, Wanted, Place);
  if (!Pair)
    return Pair.takeError();
  Interaction(**Pair, Changed, Options, Place, Result).run();
  Result.Statistics = (*Pair)->statistics();
  Result.Seconds = Watch.seconds();
  return Result;
}

} // namespace vernier
