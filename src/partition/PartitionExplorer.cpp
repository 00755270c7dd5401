#include "partition/PartitionExplorer.h"

#include "base/Memory.h"
#include "verdict/Codes.h"

namespace vernier {

namespace {

using std::chrono::milliseconds;

/// So many runs one after the other that cannot be carried out are no accident.
constexpr unsigned MostFailuresInARow = 20;
/// The cover query is one large question instead of many small ones.
constexpr unsigned CoverPatience = 6;
/// So many inputs are tried one by one of those that go one way to the same place where they cannot be followed.
constexpr unsigned MostSingles = 48;
Conjunct equalTo(TermStore &Store, Term Leaf, const llvm::APInt &Value) {
  return {Store.eq(Leaf, Store.constant(Value)), Conjunct::Kind::Input};
}

InputAssignment takeFirst(std::deque<InputAssignment> &From) {
  InputAssignment First = std::move(From.front());
  From.pop_front();
  return First;
}

bool anyDiffers(const std::vector<Outcome> &Shown) {
  for (std::size_t I = 1; I < Shown.size(); ++I)
    if (Shown[0].comparable() && Shown[I].comparable() && !(Shown[0] == Shown[I]))
      return true;
  return false;
}

} // namespace

std::vector<Term> DifferentialPartition::terms() const {
  std::vector<Term> Result;
  for (const Conjunct &Condition : Conditions)
    Result.push_back(Condition.Holds);
  return Result;
}

void PartitionExplorer::hole(const std::string &Code, std::uint32_t Site, const std::string &Detail) {
  ExplorationHole &Hole = Found.Holes[Code];
  if (Hole.Count++ == 0) {
    Hole.FirstSite = Site;
    Hole.Detail = Detail;
  }
}

/// A store that cannot be written ends the exploration: it would not survive.
void PartitionExplorer::keep(const Status &Written) {
  if (!Written && !Found.Failure)
    Found.Failure = Written.error();
}

bool PartitionExplorer::stopped() {
  if (Found.Failure || Found.Stopped != StopReason::None)
    return true;
  if (Options.Interrupt && *Options.Interrupt)
    Found.Stopped = StopReason::Interrupted;
  else if (Options.Time.exhausted())
    Found.Stopped = StopReason::Time;
  else if (Options.MostRuns &&
           Found.Statistics.Runs + Found.Statistics.Scouted - Found.Statistics.Replayed >= *Options.MostRuns)
    Found.Stopped = StopReason::Runs;
  else if (Options.MostMemory && Steps++ % 64 == 0 && residentBytes() > *Options.MostMemory)
    Found.Stopped = StopReason::Memory;
  return Found.Stopped != StopReason::None;
}

void PartitionExplorer::replayStored() {
  if (!Options.Kept)
    return;
  for (const RunStore::StoredRun &Each : Options.Kept->runs())
    Stored.push_back(Each.Input);
}

void PartitionExplorer::seed() {
  for (const InputAssignment &Input : Options.Seeds)
    if (admits(Space, Input))
      Ready.push_back(Input);
  InputAssignment Zeros = zeros(Space);
  if (admits(Space, Zeros)) {
    Ready.push_back(std::move(Zeros));
    return;
  }
  SolverAnswer Answer = solve({Space.Admitted}, Zeros, Options.QueryTime);
  if (Answer.What == Satisfiable::Yes) {
    InputAssignment Input = inputOf(Answer.Model, Zeros);
    if (admits(Space, Input)) {
      Ready.push_back(std::move(Input));
      return;
    }
  }
  if (Answer.What != Satisfiable::No && Stored.empty() && Ready.empty())
    hole("assumptions-unknown", 0, Answer.Why);
}

InputAssignment PartitionExplorer::inputOf(const Assignment &Model, const InputAssignment &Near) const {
  InputAssignment Input = Near;
  for (std::size_t I = 0; I < Input.size(); ++I)
    if (auto Value = Model.find(Space.Leaves[I]); Value != Model.end())
      Input[I] = Value->second;
  return Input;
}

SolverAnswer PartitionExplorer::solve(std::vector<Term> Query, const InputAssignment &Near, milliseconds Limit) {
  if (Space.Admitted && !Space.Admitted.isTrue())
    Query.push_back(Space.Admitted);
  Stopwatch Watch;
  SolverAnswer Answer = Ask.checkNear(Query, assignmentOf(Space, Near), Limit);
  Found.Statistics.SolverSeconds += Watch.seconds();
  ++Found.Statistics.Questions;
  return Answer;
}

/// Cuts the limit to the time that is left; true if it did.
bool PartitionExplorer::limited(milliseconds &Limit) const {
  auto Left = Options.Time.left();
  if (!Left || *Left >= Limit)
    return false;
  Limit = *Left;
  return true;
}

std::optional<std::size_t> PartitionExplorer::partitionOf(const InputAssignment &Input) {
  Assignment Values = assignmentOf(Space, Input);
  Valuation Under(Values);
  for (std::size_t I = 0; I != Lists.size(); ++I)
    if (llvm::all_of(*Lists[I], [&](const Conjunct &Each) { return Under.holds(Each.Holds); }))
      return I;
  return std::nullopt;
}

bool PartitionExplorer::conditionsHold(const std::vector<Conjunct> &List, const InputAssignment &Input) {
  Assignment Values = assignmentOf(Space, Input);
  Valuation Under(Values);
  return llvm::all_of(List, [&](const Conjunct &Each) { return Under.holds(Each.Holds); });
}

Term PartitionExplorer::outside(std::size_t Partition) {
  Term Result = Space.Store.boolean(false);
  for (const Conjunct &Condition : *Lists[Partition])
    Result = Space.Store.orTerm(Result, Space.Store.notTerm(Condition.Holds));
  return Result;
}

void PartitionExplorer::runNext() {
  // A stored run is what a partition was made of, whatever other partitions say about its input.
  if (!Stored.empty())
    return runOne(takeFirst(Stored), true);
  InputAssignment Input = takeFirst(Ready);
  if (partitionOf(Input)) { // what is known already is not run again
    ++Found.Statistics.Skipped;
    return;
  }
  runOne(Input, false);
}

/// An input that may do something undefined, in spite of the partition that it is in.
void PartitionExplorer::runSuspected() {
  InputAssignment Input = takeFirst(Suspected);
  // It has been run already if the question is one that was asked before the exploration was stopped.
  if (llvm::any_of(Found.Partitions, [&](const DifferentialPartition &Each) { return Each.Example == Input; })) {
    ++Found.Statistics.Skipped;
    return;
  }
  runOne(Input, false);
}

void PartitionExplorer::runOne(const InputAssignment &Input, bool IsStored) {
  Stopwatch Watch;
  auto Generalisation = Versions.generalise(Input);
  Found.Statistics.RunSeconds += Watch.seconds();
  ++Found.Statistics.Runs;
  Found.Statistics.Replayed += IsStored;
  if (!Generalisation) {
    Found.Failure = Generalisation.error();
    return;
  }
  if (Options.Kept && !IsStored)
    keep(Options.Kept->addRun(Input, PathKey()));
  bool Failed = llvm::any_of(Generalisation->Shown, [](const Outcome &Each) { return Each.End == Ending::Failed; });
  FailuresInARow = Failed ? FailuresInARow + 1 : 0;
  if (FailuresInARow >= MostFailuresInARow) {
    Found.Failure = analysisError("runs cannot be carried out: " + Generalisation->Unknown.Message);
    return;
  }
  add(Input, std::move(*Generalisation));
}

void PartitionExplorer::add(const InputAssignment &Input, Generalised Generalisation) {
  llvm::erase_if(Generalisation.Conditions, [](const Conjunct &Each) { return Each.Holds.isTrue(); });
  if (Generalisation.Unknown.Code.empty() && !conditionsHold(Generalisation.Conditions, Input))
    Generalisation.Unknown = {"wrong-condition",
                              "a recorded condition does not hold for the input of its run: please report this"};
  if (Generalisation.Unknown.Code.empty() && !Generalisation.MustAgree.empty())
    checkDefined(Input, Generalisation);
  if (!Generalisation.Unknown.Code.empty())
    return addUnknown(Input, Generalisation);
  for (std::vector<Term> &Each : Generalisation.Suspicions)
    Suspicions.push_back(std::move(Each));
  DifferentialPartition Part;
  Part.Basis = Generalisation.Basis;
  Part.Conditions = std::move(Generalisation.Conditions);
  Part.Example = Input;
  Part.Shown = Generalisation.Shown;
  Part.World = Generalisation.World;
  Part.Changes = Generalisation.Changes;
  Part.Differs = Generalisation.Differs;
  Part.Undefined = Generalisation.Undefined;
  Assignment Values = assignmentOf(Space, Input);
  bool Differs = evaluate(Generalisation.Differs, Values).isOne();
  Part.What = Differs ? Answer::Different : Answer::Equal;
  splitByOutcome(Part, Generalisation);
  if (Differs)
    if (auto Problem = Versions.confirm(Input)) {
      Part.What = Answer::Unknown;
      Part.Why = *Problem;
      hole(Problem->Code, 0, Problem->Message);
    }
  publish(std::move(Part), Generalisation.ReachesChange);
}

/// Whether anything undefined is read by an input that satisfies the conditions.
void PartitionExplorer::checkDefined(const InputAssignment &Input, Generalised &Generalisation) {
  std::vector<Term> Query;
  for (const Conjunct &Condition : Generalisation.Conditions)
    Query.push_back(Condition.Holds);
  Term Unequal = Space.Store.boolean(false);
  for (const auto &[A, B] : Generalisation.MustAgree)
    Unequal = Space.Store.orTerm(Unequal, Space.Store.ne(A, B));
  if (Unequal.isFalse())
    return;
  Generalisation.Undefined = Unequal;
  Query.push_back(Unequal);
  milliseconds Limit = Options.QueryTime;
  limited(Limit);
  if (solve(Query, Input, Limit).What != Satisfiable::No)
    Generalisation.Unknown = {"undefined-read", "memory that nobody wrote is read, and what it holds may matter",
                              Generalisation.MustAgreeAt};
}

/// Does an input exist that does something undefined where the partitions say nothing about it?
void PartitionExplorer::askSuspicion() {
  std::vector<Term> Query = std::move(Suspicions.front());
  Suspicions.pop_front();
  PathKey Key;
  std::vector<PathKey> Parts;
  for (Term Each : Query)
    Parts.push_back(Keys.of(Each));
  llvm::sort(Parts);
  for (const PathKey &Each : Parts)
    Key = Key.then(Each.High).then(Each.Low);
  if (!Asked.try_emplace(Key.then(1), false).second)
    return;
  milliseconds Limit = Options.QueryTime;
  limited(Limit);
  InputAssignment Near = zeros(Space);
  SolverAnswer Answer = solve(Query, Near, Limit);
  InputAssignment Input = inputOf(Answer.Model, Near);
  if (Answer.What == Satisfiable::Yes && admits(Space, Input))
    Suspected.push_back(std::move(Input));
  else if (Answer.What == Satisfiable::Unknown)
    hole("solver-unknown", 0, "the solver does not know whether an access leaves its object");
}

/// Where the conditions leave open whether the outcomes differ, the partition is about one of both answers only; the
/// other one is what to look at next.
void PartitionExplorer::splitByOutcome(DifferentialPartition &Part, const Generalised &Generalisation) {
  if (Generalisation.Differs.isConstant())
    return;
  bool Different = Part.What == Answer::Different;
  Term Same = Space.Store.notTerm(Generalisation.Differs);
  std::vector<Term> Query = Part.terms();
  Query.push_back(Different ? Same : Generalisation.Differs);
  milliseconds Limit = Options.QueryTime;
  bool Cut = limited(Limit);
  SolverAnswer Answer = solve(Query, Part.Example, Limit);
  if (Answer.What == Satisfiable::No) {
    ++Found.Statistics.Redundant;
    return;
  }
  Conjunct Also{Different ? Generalisation.Differs : Same,
                Different ? Conjunct::Kind::Difference : Conjunct::Kind::Equality};
  Part.Conditions.push_back(Also);
  if (Answer.What == Satisfiable::Yes) {
    InputAssignment Other = inputOf(Answer.Model, Part.Example);
    if (admits(Space, Other))
      Ready.push_front(std::move(Other));
  } else if (Cut) {
    Found.Stopped = StopReason::Time;
  }
}

/// Other inputs cannot be judged; this one may be.
void PartitionExplorer::addUnknown(const InputAssignment &Input, Generalised &Generalisation) {
  if (!Generalisation.UndefinedUses.empty()) {
    bool ForAll = Generalisation.UnknownForAll && conditionsHold(Generalisation.Conditions, Input);
    addDefinedness(Input, Generalisation, ForAll);
    if (ForAll)
      return;
  }
  hole(Generalisation.Unknown.Code, 0, Generalisation.Unknown.Message);
  if (!conditionsHold(Generalisation.Conditions, Input)) {
    Generalisation.Conditions.clear();
    Generalisation.UnknownForAll = Generalisation.WholePaths = false;
  }
  if (Generalisation.Conditions.empty() && !Generalisation.UnknownForAll &&
      !(Generalisation.WholePaths && ++SinglesOfOnePath > MostSingles))
    for (std::size_t I = 0; I != Input.size(); ++I)
      Generalisation.Conditions.push_back(equalTo(Space.Store, Space.Leaves[I], Input[I]));
  if (Generalisation.UndefinedUses.empty() && anyDiffers(Generalisation.Shown))
    addSingle(Input, Generalisation);
  DifferentialPartition Part;
  Part.What = Answer::Unknown;
  Part.Why = Generalisation.Unknown;
  Part.Basis = Generalisation.Basis;
  Part.Conditions = std::move(Generalisation.Conditions);
  Part.Example = Input;
  Part.Shown = Generalisation.Shown;
  Part.World = Generalisation.World;
  Part.Changes = Generalisation.Changes;
  publish(std::move(Part), Generalisation.ReachesChange);
}

/// One version does something undefined, another does not. Nothing has to be confirmed by what plain builds show: that
/// may be the same by accident.
void PartitionExplorer::addDefinedness(const InputAssignment &Input, const Generalised &Generalisation, bool ForAll) {
  DifferentialPartition Part;
  Part.What = Answer::Different;
  Part.Example = Input;
  Part.Shown = Generalisation.Shown;
  Part.Changes = Generalisation.Changes;
  Part.UndefinedUses = Generalisation.UndefinedUses;
  if (ForAll) {
    Part.Conditions = Generalisation.Conditions;
    return publish(std::move(Part), Generalisation.ReachesChange);
  }
  // Generalisation lies around this input is for the class of what is unknown to ask.
  Part.Basis = PartitionBasis::Input;
  for (std::size_t I = 0; I != Input.size(); ++I)
    Part.Conditions.push_back(equalTo(Space.Store, Space.Leaves[I], Input[I]));
  record(std::move(Part));
}

/// Lists a partition without asking what lies around it.
void PartitionExplorer::record(DifferentialPartition Part) {
  Part.Id = static_cast<unsigned>(Found.Partitions.size() + 1);
  Part.Seconds = Clock.seconds();
  if (Part.What == Answer::Different && !Found.FirstDifferenceSeconds)
    Found.FirstDifferenceSeconds = Part.Seconds;
  Found.BeyondMessages |= Part.What == Answer::Different && !isMessage(Part);
  if (Part.What == Answer::Different)
    withdrawEqual(Part);
  Lists.push_back(std::make_shared<const std::vector<Conjunct>>(Part.Conditions));
  Implied.emplace_back();
  Found.Partitions.push_back(std::move(Part));
}

void PartitionExplorer::addSingle(const InputAssignment &Input, const Generalised &Generalisation) {
  if (Versions.confirm(Input))
    return;
  DifferentialPartition Part;
  Part.What = Answer::Different;
  Part.Basis = PartitionBasis::Input;
  Part.Example = Input;
  Part.Shown = Generalisation.Shown;
  Part.World = Generalisation.World;
  Part.Changes = Generalisation.Changes;
  for (std::size_t I = 0; I != Input.size(); ++I)
    Part.Conditions.push_back(equalTo(Space.Store, Space.Leaves[I], Input[I]));
  record(std::move(Part));
}

void PartitionExplorer::publish(DifferentialPartition Part, bool ReachesChange) {
  record(std::move(Part));
  if (Found.Partitions.back().Basis != PartitionBasis::Unexplored)
    addQuestions(Found.Partitions.size() - 1, ReachesChange);
}

void PartitionExplorer::addQuestions(std::size_t Partition, bool ReachesChange) {
  const Conditions &List = Lists[Partition];
  for (std::size_t I = 0; I != List->size(); ++I) {
    const Conjunct &Condition = (*List)[I];
    Priority How = Condition.What == Conjunct::Kind::Equality ? DifferentOutput
                   : ReachesChange                            ? Propagation
                                                              : OtherChanges;
    if (How == OtherChanges)
      Nearest[Condition.Distance].push_back({List, I, Partition});
    else
      Questions[How].push_back({List, I, Partition});
  }
}

std::vector<Term> PartitionExplorer::queryOf(const Question &Asked) {
  std::vector<Term> Query;
  llvm::DenseSet<Term> Known;
  for (std::size_t I = 0; I != Asked.Negated; ++I)
    if (!Implied[Asked.Partition].contains(static_cast<unsigned>(I)) && Known.insert((*Asked.List)[I].Holds).second)
      Query.push_back((*Asked.List)[I].Holds);
  Query.push_back(Space.Store.notTerm((*Asked.List)[Asked.Negated].Holds));
  return Query;
}

/// Other values of a concretisation are tried one by one, which need not end.
bool PartitionExplorer::tooManyPins(const Question &Asked) {
  const Conjunct &Condition = (*Asked.List)[Asked.Negated];
  return Condition.What == Conjunct::Kind::Decision && Condition.How == DecisionKind::Pin &&
         PinTries[{Condition.Version, Condition.Site}]++ >= 8 * Options.PinAlternatives;
}

/// What the question is about becomes a partition of its own that nobody knows anything about.
void PartitionExplorer::leaveOpen(const Question &Asked, const std::string &Code, const std::string &Detail) {
  const Conjunct &Last = (*Asked.List)[Asked.Negated];
  hole(Code, Last.Site, Detail);
  DifferentialPartition Part;
  Part.What = Answer::Unknown;
  Part.Why = {Code, Detail};
  Part.Basis = PartitionBasis::Unexplored;
  for (std::size_t I = 0; I != Asked.Negated; ++I)
    Part.Conditions.push_back((*Asked.List)[I]);
  Part.Conditions.push_back(Last);
  Part.Conditions.back().Holds = Space.Store.notTerm(Last.Holds);
  publish(std::move(Part), false);
}

void PartitionExplorer::ask(const Question &What) {
  std::vector<Term> Query = queryOf(What);
  if (Query.back().isFalse())
    return;
  PathKey Key;
  std::vector<PathKey> Parts;
  for (Term Each : Query)
    Parts.push_back(Keys.of(Each));
  std::sort(Parts.begin(), Parts.end() - 1);
  for (const PathKey &Each : Parts)
    Key = Key.then(Each.High).then(Each.Low);
  if (auto [Before, New] = Asked.try_emplace(Key, false); !New) {
    if (Before->second)
      Implied[What.Partition].insert(static_cast<unsigned>(What.Negated));
    return;
  }
  if (Options.Kept) {
    if (auto Known = Options.Kept->settled().find(Key); Known != Options.Kept->settled().end()) {
      ++Found.Statistics.Settled;
      if (Known->second.Hole == "implied")
        Implied[What.Partition].insert(static_cast<unsigned>(What.Negated));
      return;
    }
    keep(Options.Kept->commitIfDue()); // before what may take long
  }
  if (tooManyPins(What))
    return leaveOpen(What, "pin-limit", "values were taken as they are in more ways than are tried one by one");
  const InputAssignment &Near = Found.Partitions[What.Partition].Example;
  for (bool First = true;; First = false) {
    milliseconds Limit = Options.QueryTime;
    bool Cut = limited(Limit);
    SolverAnswer Answer = solve(Query, Near, Limit);
    if (Answer.What == Satisfiable::Unknown) {
      if (Cut) { // it had less time than it is entitled to: the question stays open
        Found.Stopped = StopReason::Time;
        Questions[Propagation].push_front(What);
        Asked.erase(Key);
        return;
      }
      return leaveOpen(What, "solver-unknown", "the solver does not know (--query-time gives it more time)");
    }
    if (Answer.What == Satisfiable::No) {
      if (First) {
        Implied[What.Partition].insert(static_cast<unsigned>(What.Negated));
        Asked[Key] = true;
        ++Found.Statistics.Redundant;
      }
      if (Options.Kept)
        keep(Options.Kept->addSettled(Key, {First ? "implied" : "", {}}));
      return;
    }
    InputAssignment Input = inputOf(Answer.Model, Near);
    if (!admits(Space, Input))
      return leaveOpen(What, "model-not-admitted", "the solver's model is no input");
    auto Known = partitionOf(Input);
    if (!Known) {
      Ready.push_back(std::move(Input));
      return;
    }
    // Skipping must not lose space: other answers may lie outside (docs/traps.md#trap-12).
    ++Found.Statistics.Skipped;
    Query.push_back(outside(*Known));
    if (stopped())
      return Questions[Propagation].push_front(What), void(Asked.erase(Key));
  }
}

/// Inputs that reach no change are left by the way that is nearest to one; now and then by any other, so that none
/// waits for ever.
std::optional<PartitionExplorer::Question> PartitionExplorer::takeQuestion() {
  auto Take = [](std::deque<Question> &From) {
    Question Next = std::move(From.front());
    From.pop_front();
    return Next;
  };
  for (auto &Each : Questions)
    if (!Each.empty())
      return Take(Each);
  if (Nearest.empty())
    return std::nullopt;
  auto From = Nearest.begin();
  if (++Turns % 4 == 0)
    std::advance(From, static_cast<std::ptrdiff_t>(Turns / 4 % Nearest.size()));
  Question Next = Take(From->second);
  if (From->second.empty())
    Nearest.erase(From);
  return Next;
}

/// Claims of equality that an input contradicts are withdrawn: that is an error, wherever it comes from.
void PartitionExplorer::withdrawEqual(const DifferentialPartition &Different) {
  Reason Why{"engine-problem", "an input of a class that seemed equal differs: please report this"};
  for (const UndefinedUse &Use : Different.UndefinedUses)
    if (!Use.Code.empty())
      Why = {reason::UndefinedBehaviour, "on an input of this class one version does something undefined", Use.Where};
  for (std::size_t I = 0; I != Lists.size(); ++I)
    if (Found.Partitions[I].What == Answer::Equal && conditionsHold(*Lists[I], Different.Example)) {
      Found.Partitions[I].What = Answer::Unknown;
      Found.Partitions[I].Why = Why;
      hole(Why.Code, 0, Why.Message);
    }
}

bool PartitionExplorer::askNext() {
  auto Next = takeQuestion();
  if (Next)
    ask(*Next);
  return Next.has_value();
}

/// Is there an input outside of all partitions? False if there is none, or nobody knows.
bool PartitionExplorer::askCover() {
  std::vector<Term> Query;
  for (std::size_t I = 0; I != Lists.size(); ++I) {
    Query.push_back(outside(I));
    if (Query.back().isFalse()) {
      Found.Covered = true;
      return false;
    }
  }
  milliseconds Limit = Options.QueryTime * CoverPatience;
  bool Cut = limited(Limit);
  InputAssignment Near = zeros(Space);
  SolverAnswer Answer = solve(Query, Near, Limit);
  if (Answer.What == Satisfiable::Yes) {
    InputAssignment Input = inputOf(Answer.Model, Near);
    if (admits(Space, Input) && !partitionOf(Input)) {
      Ready.push_back(std::move(Input));
      return true;
    }
    hole("model-not-admitted", 0, "the solver's model is no input");
  } else if (Answer.What == Satisfiable::No) {
    Found.Covered = true;
  } else if (Cut) {
    Found.Stopped = StopReason::Time;
  } else {
    hole("cover-unknown", 0, "the solver does not know whether the partitions cover the space");
  }
  return false;
}

PartitionSearch PartitionExplorer::run() {
  replayStored();
  seed();
  bool Empty = Stored.empty() && Ready.empty() && Found.Holes.empty(); // the assumptions admit no input
  std::optional<std::size_t> AskedOf; // the number of partitions for which it was asked whether they cover the space
  while (!stopped()) {
    if (hasEnough())
      break;
    if (!Stored.empty() || !Ready.empty()) {
      runNext();
    } else if (!Suspected.empty()) {
      runSuspected();
    } else if (mayProbe()) {
      probe();
    } else if (mayScout()) {
      scout();
    } else if (!askNext()) {
      if (!Suspicions.empty()) {
        askSuspicion();
      } else if (Empty || AskedOf == Found.Partitions.size() || !askCover()) {
        AskedOf = Found.Partitions.size();
        if (Empty || Found.Stopped != StopReason::None || !scoutsUnknown())
          break;
        std::uint64_t Scouted = Found.Statistics.Scouted;
        scout();
        ScoutedBehind += std::max<std::uint64_t>(1, Found.Statistics.Scouted - Scouted);
      }
    }
    showProgress(false);
  }
  Found.Covered |= Empty;
  for (const auto &Each : Questions)
    Found.Open += Each.size();
  for (const auto &[Distance, Each] : Nearest)
    Found.Open += Each.size();
  Found.Open += Stored.size() + Ready.size() + Suspicions.size() + Suspected.size();
  if (Found.Open)
    Found.Covered = false;
  // What the earlier conjuncts imply says nothing.
  for (std::size_t I = 0; I != Found.Partitions.size(); ++I) {
    std::vector<Conjunct> Kept;
    for (std::size_t J = 0; J != Found.Partitions[I].Conditions.size(); ++J)
      if (!Implied[I].contains(static_cast<unsigned>(J)))
        Kept.push_back(Found.Partitions[I].Conditions[J]);
      else
        Found.Partitions[I].Dropped.push_back(Found.Partitions[I].Conditions[J].Holds);
    Found.Partitions[I].Conditions = std::move(Kept);
  }
  if (Options.Kept)
    keep(Options.Kept->commit());
  Found.Statistics.Seconds = Clock.seconds();
  Found.Statistics.Solver = Ask.statistics();
  showProgress(true);
  return std::move(Found);
}

void PartitionExplorer::showProgress(bool Always) {
  if (!Options.Progress)
    return;
  double Now = Clock.seconds();
  if (!Always && Now - LastProgress < std::chrono::duration<double>(Options.ProgressInterval).count())
    return;
  LastProgress = Now;
  PartitionProgress Shown;
  for (const DifferentialPartition &Part : Found.Partitions)
    ++(Part.What == Answer::Equal ? Shown.Equal : Part.What == Answer::Different ? Shown.Different : Shown.Unknown);
  Shown.Frontier = Stored.size() + Ready.size();
  for (const auto &Each : Questions)
    Shown.Frontier += Each.size();
  for (const auto &[Distance, Each] : Nearest)
    Shown.Frontier += Each.size();
  Shown.Runs = Found.Statistics.Runs;
  Shown.Queries = Found.Statistics.Questions;
  Shown.Seconds = Now;
  Options.Progress(Shown);
}

PartitionSearch searchPartitions(const SymbolicInput &Space, Generaliser &Versions, Solver &Ask,
                                 const PartitionOptions &Options) {
  return PartitionExplorer(Space, Versions, Ask, Options).run();
}

} // namespace vernier
