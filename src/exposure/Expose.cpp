#include "exposure/Expose.h"

#include "directed/WholeTexts.h"
#include "exposure/Propagation.h"

#include <deque>

namespace vernier {

std::string_view toString(Unexposed Why) {
  switch (Why) {
  case Unexposed::None:
    return "";
  case Unexposed::NoCode:
    return "no-code";
  case Unexposed::NoWay:
    return "no-way";
  case Unexposed::Unreachable:
    return "unreachable";
  case Unexposed::Equal:
    return "equal";
  case Unexposed::NotReached:
    return "not-reached";
  case Unexposed::NotInfected:
    return "not-infected";
  case Unexposed::NotPropagated:
    return "not-propagated";
  case Unexposed::Undefined:
    return "undefined";
  case Unexposed::NotConfirmed:
    return "not-confirmed";
  case Unexposed::Budget:
    return "budget";
  }
  return "";
}

std::string_view meaningOf(Unexposed Why) {
  switch (Why) {
  case Unexposed::None:
    return "";
  case Unexposed::NoCode:
    return "nothing of it is executed by itself: a declaration, or code that is compiled away";
  case Unexposed::NoWay:
    return "no control flow leads from the entry to it";
  case Unexposed::Unreachable:
    return "no input of the space executes it, which is proved";
  case Unexposed::Equal:
    return "both versions show the same for all inputs of the space, which is proved";
  case Unexposed::NotReached:
    return "every attempt to reach it failed; that proves nothing";
  case Unexposed::NotInfected:
    return "it was executed, and no value was seen to differ; that proves nothing";
  case Unexposed::NotPropagated:
    return "values differ, and every attempt to show that failed; that proves nothing";
  case Unexposed::Undefined:
    return "one version does something undefined and the other does not, and plain builds show the same";
  case Unexposed::NotConfirmed:
    return "traced runs differ, plain ones do not";
  case Unexposed::Budget:
    return "the time was used up, or the runs (--time, --runs)";
  }
  return "";
}

std::optional<double> ExposeResult::meanRunsToReach() const {
  double Sum = 0;
  std::size_t Count = 0;
  for (const ExposedChange &Each : Changes)
    if (Each.Reached) {
      Sum += static_cast<double>(Each.RunsToReach);
      ++Count;
    }
  if (!Count)
    return std::nullopt;
  return Sum / static_cast<double>(Count);
}

namespace {

/// Runs that were made until here without the change being reached: then whole texts are tried.
constexpr std::uint64_t RunsBeforeTexts = 4;
constexpr std::size_t MostTexts = 96;
/// Runs for one use of a value, and attempts for one change, before another way to it is looked for.
constexpr unsigned RunsForAUse = 24, AttemptsForAWay = 400;
constexpr std::size_t MostDepth = 12;
/// Runs that execute the same changes about which the sanitizers are asked.
constexpr unsigned MostSanitized = 12;
/// Runs with answers from several others, for one change: where nothing can be found, they would not end.
constexpr unsigned MostCombined = 400;

class Exposer {
public:
  Exposer(RunnablePair &Pair, const ExposeOptions &Options, ExposeResult &Result)
      : Pair(Pair), Options(Options), Result(Result), Sites(Pair),
        Whole(Options.Time ? Options.Whole.part(*Options.Time) : Options.Whole) {}

  void run() {
    for (const ChangedStatement &Change : Sites.changes())
      Result.Changes.push_back({Change, false, false, false, {}, {}, 0, Unexposed::None, {}});
    Pair.limit(Whole);
    runTests();
    std::size_t Left = open();
    for (ExposedChange &Each : Result.Changes)
      reach(Each, isSettled(Each) ? Left : Left--);
    Left = open();
    for (ExposedChange &Each : Result.Changes)
      expose(Each, isSettled(Each) ? Left : Left--);
    combineAnswers();
    Result.OutOfTime = isOver();
    for (ExposedChange &Each : Result.Changes)
      judge(Each);
  }

private:
  bool isOver() const {
    return Whole.exhausted() || (Options.MostRuns && Pair.statistics().Runs >= *Options.MostRuns) ||
           (Options.Interrupt && *Options.Interrupt);
  }
  bool isSettled(const ExposedChange &What) const { return Options.Settled.contains(What.Change.Id); }
  std::size_t open() const {
    return static_cast<std::size_t>(
        llvm::count_if(Result.Changes, [&](const ExposedChange &Each) { return !isSettled(Each); }));
  }

  /// A fair share of what is left, for one of so many.
  void share(std::size_t Among, unsigned Part) {
    auto Left = Whole.left();
    Pair.limit(Left ? Whole.part(*Left / static_cast<int>(std::max<std::size_t>(1, Among) * Part)) : Whole);
  }

  bool isNew(const InputAssignment &Input) {
    std::size_t Hash = 0;
    for (const llvm::APInt &Value : Input)
      Hash = llvm::hash_combine(Hash, Value);
    return Known.insert(Hash).second;
  }

  Side sideOf(const ExposedChange &What) const { return What.Change.NewInstructions.empty() ? Side::Old : Side::New; }

  /// Changes that a run executed.
  std::set<unsigned> executedBy(const DirectedRun &Run) const {
    std::set<unsigned> Ids;
    if (Run.wholeTrace()) {
      for (const auto &[Site, Node] : Run.Marks)
        Ids.insert(Sites.change(Run.Which, Site));
      Ids.erase(0);
    } else if (Run.Left)
      Ids = Pair.version(Run.Which).changes().executed(Run.Left->coverage());
    return Ids;
  }

  /// One run; if it executes a change, the other version is run as well, and both are compared.
  std::shared_ptr<DirectedRun> run(Side Which, const InputAssignment &Input, std::optional<LeafKind> Through = {}) {
    auto First = std::make_shared<DirectedRun>(Pair.run(Which, Input));
    if (executedBy(*First).empty())
      return First;
    PairRun Both;
    (Which == Side::Old ? Both.Old : Both.New) = First;
    Side Other = Which == Side::Old ? Side::New : Side::Old;
    (Which == Side::Old ? Both.New : Both.Old) = std::make_shared<DirectedRun>(Pair.run(Other, Input));
    note(Both, Through);
    Last = Both;
    return First;
  }

  /// Of the last run, if it was this one.
  PairRun bothOn(const InputAssignment &Input) {
    if (Last && Last->input() == Input)
      return *Last;
    PairRun Both{std::make_shared<DirectedRun>(Pair.run(Side::Old, Input)),
                 std::make_shared<DirectedRun>(Pair.run(Side::New, Input))};
    note(Both, std::nullopt);
    return Both;
  }

  void runTests() {
    std::vector<InputAssignment> Tests = Options.Tests;
    if (Tests.empty())
      Tests.push_back(zeros(Pair.inputs()));
    for (const InputAssignment &Test : Tests) {
      if (isOver() || !admits(Pair.inputs(), Test) || !isNew(Test))
        continue;
      ++TestRuns;
      auto New = run(Side::New, Test);
      Corpus[1].push_back(New);
      bool OldOnly = llvm::any_of(Result.Changes, [&](auto &Each) { return sideOf(Each) == Side::Old; });
      if (OldOnly)
        Corpus[0].push_back(run(Side::Old, Test));
    }
  }

  // ---- reaching (Qi et al. 2010, algorithm 1) ----

  std::vector<const llvm::Instruction *> placesOf(const ExposedChange &What) const {
    return sideOf(What) == Side::Old ? What.Change.OldInstructions : What.Change.NewInstructions;
  }

  void reach(ExposedChange &What, std::size_t Among) {
    if (isSettled(What))
      return;
    std::vector<const llvm::Instruction *> Places = placesOf(What);
    if (Places.empty()) {
      What.Why = Unexposed::NoCode;
      return;
    }
    if (isOver())
      return;
    if (!What.Reached)
      What.RunsToReach = TestRuns;
    Side Which = sideOf(What);
    auto [At, New] = Goals.try_emplace(What.Change.Id, Pair, Which, Places, true);
    const llvm::Function *Entry = Pair.version(Which).program().module().getFunction(Pair.space().entry(Which));
    if (!What.Reached && Entry && !At->second.isReachableFrom(*Entry)) {
      What.Why = Unexposed::NoWay;
      return;
    }
    Approach &Way = Ways.try_emplace(What.Change.Id, Pair, towards(At->second)).first->second;
    for (const auto &Run : Corpus[Which == Side::New])
      Way.add(Run);
    share(Among, 2);
    while (!What.Reached && !isOver() && !Pair.isOver())
      if (!step(What))
        return;
  }

  /// One more input towards a change; false: there is none.
  bool step(ExposedChange &What) {
    Side Which = sideOf(What);
    Approach &Way = Ways.at(What.Change.Id);
    std::optional<InputAssignment> Input;
    bool OfTexts = What.RunsToReach >= TestRuns + RunsBeforeTexts && !What.Reached && nextText(What.Change.Id, Input);
    if (!OfTexts)
      Input = Way.next();
    if (!Input)
      return !What.Reached && nextText(What.Change.Id, Input) && runTowards(What, *Input, Which);
    return runTowards(What, *Input, Which);
  }

  bool runTowards(ExposedChange &What, const InputAssignment &Input, Side Which) {
    What.RunsToReach += !What.Reached;
    auto Run = run(Which, Input);
    Ways.at(What.Change.Id).add(Run);
    if (isNew(Input) && Corpus[Which == Side::New].size() < 64)
      Corpus[Which == Side::New].push_back(Run);
    return true;
  }

  /// Texts that the program names; each change gets all of them, once.
  bool nextText(unsigned Change, std::optional<InputAssignment> &Input) {
    if (!Options.WholeTexts)
      return false;
    if (!Texts) {
      std::vector<const llvm::Function *> Entries;
      for (Side Which : {Side::New, Side::Old})
        if (auto *F = Pair.version(Which).program().module().getFunction(Pair.space().entry(Which)))
          Entries.push_back(F);
      Texts = wholeTexts(Pair.space(), Entries, zeros(Pair.inputs()), MostTexts);
      std::erase_if(*Texts, [&](const InputAssignment &Each) { return !admits(Pair.inputs(), Each); });
    }
    std::size_t &Next = NextText[Change];
    if (Next >= Texts->size())
      return false;
    Input = (*Texts)[Next++];
    return true;
  }

  // ---- what runs show ----

  std::set<unsigned> dependedOn(const PairRun &Both) const {
    std::set<unsigned> Ids;
    for (Side Which : {Side::Old, Side::New}) {
      DirectedRun &Run = Both.of(Which);
      std::set<unsigned> Executed = executedBy(Run), Traced;
      if (!Run.wholeTrace()) {
        Ids.insert(Executed.begin(), Executed.end());
        continue;
      }
      TraceSlice Slice = Run.Left->backwardSlice(Run.Left->outcomeRoots());
      for (NodeId Id = 1; Id < Run.Left->size(); ++Id)
        if (unsigned Change = Sites.change(Which, Run.Left->node(Id).Site);
            Change && Run.Left->node(Id).Operation != VernierVisit) {
          Traced.insert(Change);
          if (Slice.Nodes.test(Id))
            Ids.insert(Change);
        }
      // What computes constants has no nodes.
      for (unsigned Change : Executed)
        if (!Traced.contains(Change))
          Ids.insert(Change);
    }
    return Ids;
  }

  /// True: plain builds differ on the input.
  bool note(const PairRun &Both, std::optional<LeafKind> Through) {
    std::set<unsigned> Executed = executedBy(*Both.Old);
    Executed.merge(executedBy(*Both.New));
    bool Differ = Both.Old->Shown.comparable() && Both.New->Shown.comparable() &&
                  !sameBehaviour(Both.Old->Shown, Both.New->Shown, Options.Observed);
    bool Undefined = Both.Old->Undefined.Code != Both.New->Undefined.Code;
    std::optional<std::size_t> Test;
    auto Add = [&]() -> ExposeTest & {
      if (!Test) {
        Test = Result.Tests.size();
        Result.Tests.push_back({Both.input(),
                                Both.Old->Shown,
                                Both.New->Shown,
                                false,
                                false,
                                {Executed.begin(), Executed.end()},
                                {},
                                Through,
                                Both.Old->Undefined,
                                Both.New->Undefined,
                                {},
                                {}});
      }
      return Result.Tests[*Test];
    };
    for (ExposedChange &Each : Result.Changes)
      if (Executed.contains(Each.Change.Id) && !Each.Reached) {
        Each.Reached = true;
        // By an input that was made for another change, too.
        Each.RunsToReach = std::max(Each.RunsToReach, TestRuns);
        Add();
        Each.ReachedBy = Test;
      }
    if (!Differ && !Undefined)
      return sanitize(Both, Executed, Add);
    for (ExposedChange &Each : Result.Changes)
      if (Executed.contains(Each.Change.Id))
        Each.Infected = true;
    std::set<unsigned> Depended = dependedOn(Both);
    bool Needed = llvm::any_of(
        Result.Changes, [&](const ExposedChange &Each) { return !Each.Exposed && Depended.contains(Each.Change.Id); });
    return Needed && confirm(Both, Depended, Undefined, Add());
  }

  /// What both show is the same. The sanitizers may end one version and not the other; which of the changes is to blame
  /// they do not say.
  bool sanitize(const PairRun &Both, const std::set<unsigned> &Executed, llvm::function_ref<ExposeTest &()> Add) {
    bool Needed = llvm::any_of(
        Result.Changes, [&](const ExposedChange &Each) { return !Each.Exposed && Executed.contains(Each.Change.Id); });
    if (!Options.Sanitized || !Needed || SanitizedRuns[Executed]++ >= MostSanitized)
      return false;
    UndefinedUse Old = Options.Sanitized(Side::Old, Both.input()), New = Options.Sanitized(Side::New, Both.input());
    if (Old.Code == New.Code)
      return false;
    ExposeTest &Test = Add();
    Test.OldSanitized = std::move(Old);
    Test.NewSanitized = std::move(New);
    PlainOutcomes Plain = Pair.runPlain(Both.input());
    Test.Compared = Plain.Problem.Code.empty();
    for (ExposedChange &Each : Result.Changes)
      if (!Each.Exposed && Executed.contains(Each.Change.Id))
        setExposed(Each, Test);
    return true;
  }

  void setExposed(ExposedChange &What, ExposeTest &By) {
    What.Exposed = What.Infected = true;
    What.Why = Unexposed::None;
    What.Detail.clear();
    What.ExposedBy = static_cast<std::size_t>(&By - Result.Tests.data());
    By.Exposes.push_back(What.Change.Id);
    if (By.Through)
      ++Result.Helped[std::string(toString(*By.Through))];
  }

  bool confirm(const PairRun &Both, const std::set<unsigned> &Depended, bool Undefined, ExposeTest &Test) {
    PlainOutcomes Plain = Pair.runPlain(Both.input());
    Test.Compared = Plain.Problem.Code.empty();
    Test.Differs = Plain.Differ;
    if (Test.Compared) {
      Test.Old = Plain.Old;
      Test.New = Plain.New;
    }
    for (ExposedChange &Each : Result.Changes) {
      if (!Depended.contains(Each.Change.Id) || Each.Exposed)
        continue;
      if (!Plain.Differ) {
        Each.Why = Undefined ? Unexposed::Undefined : Unexposed::NotConfirmed;
        Each.Detail = Plain.Problem.Message;
        continue;
      }
      setExposed(Each, Test);
    }
    return Plain.Differ;
  }

  // ---- propagation (Qi et al. 2010, algorithm 2) ----

  void expose(ExposedChange &What, std::size_t Among) {
    if (isSettled(What) || !What.Reached || What.Exposed || !What.ReachedBy || isOver())
      return;
    share(Among, 1);
    Attempts = 0;
    propagateFrom(What, Result.Tests[*What.ReachedBy].Input, 0);
    // Another way to the change may have less in front of the output.
    while (!What.Exposed && !isOver() && !Pair.isOver() && Ways.contains(What.Change.Id)) {
      auto Input = Ways.at(What.Change.Id).next();
      if (!Input)
        return;
      auto Run = run(sideOf(What), *Input);
      Ways.at(What.Change.Id).add(Run);
      Attempts = 0;
      if (isNew(*Input) && executedBy(*Run).contains(What.Change.Id))
        propagateFrom(What, *Input, 0);
    }
  }

  bool stops(const ExposedChange &What) const {
    return What.Exposed || isOver() || Pair.isOver() || Attempts > AttemptsForAWay;
  }

  void propagateFrom(ExposedChange &What, const InputAssignment &Input, std::size_t Depth) {
    if (Depth > MostDepth || stops(What))
      return;
    PairRun Both = bothOn(Input);
    if (!Both.isReadable())
      return;
    PropagationPlan Plan = planPropagation(Pair, Sites, Both);
    What.Infected |= Plan.Infected;
    for (const PropagationAttempt &Attempt : Plan.Attempts) {
      if (stops(What))
        return;
      ++Attempts;
      ++Result.Attempts[std::string(toString(Attempt.Kind))];
      if (Attempt.Places.empty())
        follow(What, Attempt, Input, Depth);
      else
        reachUse(What, Attempt, Both, Depth);
    }
  }

  void follow(ExposedChange &What, const PropagationAttempt &Attempt, const InputAssignment &From, std::size_t Depth) {
    RelaxedAnswer Answer = Pair.ask(Attempt.Hard, Attempt.Soft, From);
    if (!Answer.Input || !isNew(*Answer.Input))
      return;
    goOnFrom(What, *Answer.Input, Attempt, Depth);
  }

  void goOnFrom(ExposedChange &What, const InputAssignment &Input, const PropagationAttempt &Attempt,
                std::size_t Depth) {
    auto Run = run(sideOf(What), Input, Attempt.Kind);
    if (!What.Exposed && executedBy(*Run).contains(What.Change.Id))
      propagateFrom(What, Input, Depth + 1);
  }

  /// As a change is reached, with the uses as the goal, from this run.
  void reachUse(ExposedChange &What, const PropagationAttempt &Attempt, const PairRun &From, std::size_t Depth) {
    Goal Use(Pair, Attempt.Which, Attempt.Places, false);
    Approach Way(Pair, towards(Use));
    Way.add(Attempt.Which == Side::Old ? From.Old : From.New);
    for (unsigned I = 0; I != RunsForAUse && !stops(What); ++I) {
      auto Input = Way.next();
      if (!Input)
        return;
      auto Run = run(Attempt.Which, *Input, Attempt.Kind);
      Way.add(Run);
      if (Use.isReached(*Run) && isNew(*Input))
        return propagateFrom(What, *Input, Depth + 1);
    }
  }

  // ---- both once more, with answers from different runs in one input ----

  bool isOpen(const ExposedChange &What) const {
    return !isSettled(What) && !What.Exposed && Ways.contains(What.Change.Id);
  }

  /// Each question is answered once, for the run that it was asked of first. What is left may need several answers on
  /// one input: a question that another run asks gets the known answer, with the rest from that run.
  void combineAnswers() {
    if (isOver() || llvm::none_of(Result.Changes, [&](const ExposedChange &Each) { return isOpen(Each); }))
      return;
    Pair.combineAnswers();
    std::size_t Left = static_cast<std::size_t>(
        llvm::count_if(Result.Changes, [&](const ExposedChange &Each) { return isOpen(Each); }));
    for (ExposedChange &Each : Result.Changes)
      if (isOpen(Each))
        combineFor(Each, Left--);
  }

  void combineFor(ExposedChange &What, std::size_t Among) {
    share(Among, 2);
    Side Which = sideOf(What);
    Ways.erase(What.Change.Id);
    Approach &Way = Ways.try_emplace(What.Change.Id, Pair, towards(Goals.at(What.Change.Id))).first->second;
    for (const auto &Run : Corpus[Which == Side::New])
      Way.add(Run);
    for (unsigned I = 0; I != MostCombined && !What.Exposed && !isOver() && !Pair.isOver(); ++I) {
      auto Input = Way.next();
      if (!Input)
        return;
      What.RunsToReach += !What.Reached;
      bool New = isNew(*Input);
      auto Run = run(Which, *Input);
      Way.add(Run);
      Attempts = 0;
      if (New && executedBy(*Run).contains(What.Change.Id))
        propagateFrom(What, *Input, 0);
    }
  }

  // ---- what is said in the end ----

  void judge(ExposedChange &What) {
    if (What.Reached && What.Why == Unexposed::NoWay) // a run knew better
      What.Why = Unexposed::None;
    if (What.Exposed || What.Why != Unexposed::None || isSettled(What))
      return;
    if (isOver())
      What.Why = Unexposed::Budget;
    else if (!What.Reached)
      What.Why = Unexposed::NotReached;
    else
      What.Why = What.Infected ? Unexposed::NotPropagated : Unexposed::NotInfected;
  }

  RunnablePair &Pair;
  const ExposeOptions &Options;
  ExposeResult &Result;
  SitePairing Sites;
  Budget Whole;
  std::set<std::size_t> Known; ///< hashes of inputs
  std::vector<std::shared_ptr<DirectedRun>> Corpus[2];
  std::map<unsigned, Goal> Goals;
  std::map<unsigned, Approach> Ways;
  std::optional<std::vector<InputAssignment>> Texts;
  std::map<unsigned, std::size_t> NextText;
  std::map<std::set<unsigned>, unsigned> SanitizedRuns; ///< by the changes that they execute
  std::uint64_t TestRuns = 0;
  unsigned Attempts = 0;
  std::optional<PairRun> Last;
};

} // namespace

Result<ExposeResult> exposeChanges(const ChangeMap &Map, const InputSpace &Space, const ExposeOptions &Options,
                                   const Workspace &Place) {
  Stopwatch Watch;
  ExposeResult Result;
  Result.Space = Space;
  Result.Assumptions = Space.Assumptions;
  for (const ChangeMap::Obstacle &Each : Map.obstacles())
    Result.Obstacles.push_back(Each.Message);
  RunnablePairOptions Wanted;
  Wanted.QueryTime = Options.QueryTime;
  Wanted.RunTime = Options.RunTime;
  Wanted.RunMemory = Options.RunMemory;
  Wanted.Observed = Options.Observed;
  Wanted.MergeFrom = Options.Merge ? 1 : 0;
  Wanted.Time = Options.Whole;
  auto Pair = RunnablePair::make(Map, Space, Wanted, Place);
  if (!Pair)
    return Pair.takeError();
  Exposer(**Pair, Options, Result).run();
  Result.Statistics = (*Pair)->statistics();
  Result.Seconds = Watch.seconds();
  return Result;
}

} // namespace vernier
