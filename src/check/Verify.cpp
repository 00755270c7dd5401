#include "check/Verify.h"
#include "check/LeftFunctions.h"

#include "check/ByNormalForm.h"
#include "check/ClaimReview.h"
#include "check/ClassSizes.h"
#include "check/ReachesChange.h"
#include "check/SpotCheck.h"
#include "check/Unreached.h"
#include "input/Assume.h"
#include "input/CommonSpaces.h"
#include "input/LeafTerms.h"
#include "partition/Minimise.h"
#include "solver/Solver.h"
#include "term/LargeProduct.h"
#include "term/SmtLib.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>

namespace vernier {

namespace {

/// Plain builds of both versions, made when the first candidate asks for them.
class Replay {
public:
  Replay(const ChangeMap &Map, const InputSpace &Space, const VerifyOptions &Options, const Workspace &Place)
      : Map(Map), Space(Space), Options(Options), Place(Place) {}

  Confirmation operator()(const InputAssignment &Input) {
    if (!build())
      return Confirmation::Impossible;
    Outcome A = Old->run(Input, Options.Runs), B = New->run(Input, Options.Runs);
    if (!A.comparable() || !B.comparable()) {
      Problem = "a run " + outcomeText(A.comparable() ? B : A);
      return Confirmation::Impossible;
    }
    if (sameBehaviour(A, B, Options.Observed))
      return Confirmation::Same;
    // The same input must show the same again, or the difference is one between runs and not between versions.
    if (!sameBehaviour(A, Old->run(Input, Options.Runs)) || !sameBehaviour(B, New->run(Input, Options.Runs))) {
      Problem = "two runs of one version on one input differ";
      return Confirmation::Impossible;
    }
    Shown = Witness{describe(Space, Input), describeTexts(Space, Input), std::move(A), std::move(B)};
    return Confirmation::Differs;
  }

  /// What plain builds show on an input, whether they differ or not.
  std::optional<std::pair<Outcome, Outcome>> show(const InputAssignment &Input) {
    if (!build())
      return std::nullopt;
    return std::pair(Old->run(Input, Options.Runs), New->run(Input, Options.Runs));
  }

  std::optional<Witness> Shown;
  std::string Problem;

private:
  bool build() {
    if (Old && New)
      return true;
    if (!Problem.empty())
      return false;
    auto A = PlainBuild::create(Map.oldProgram(), Map.newProgram(), Side::Old, Space, Place);
    auto B = PlainBuild::create(Map.oldProgram(), Map.newProgram(), Side::New, Space, Place);
    if (!A || !B) {
      Problem = (A ? B.error() : A.error()).Message;
      return false;
    }
    Old.emplace(std::move(*A));
    New.emplace(std::move(*B));
    return true;
  }

  const ChangeMap &Map;
  const InputSpace &Space;
  const VerifyOptions &Options;
  const Workspace &Place;
  std::optional<PlainBuild> Old, New;
};

std::optional<std::string> sizeOf(const InputSpace &Space, const BoundedPartition &Part) {
  if (Part.WholeSpace)
    return spaceSize(Space);
  return std::nullopt;
}

} // namespace

std::string_view toString(VerifyMode Mode) {
  switch (Mode) {
  case VerifyMode::NormalForm:
    return "normal-form";
  case VerifyMode::Bounded:
    return "bounded";
  case VerifyMode::Sliced:
    return "sliced";
  case VerifyMode::Path:
    return "path";
  case VerifyMode::Dart:
    return toString(Baseline::Dart);
  case VerifyMode::Express:
    return toString(Baseline::Express);
  case VerifyMode::Random:
    return toString(Baseline::Random);
  }
  return "";
}

const Witness *VerifyResult::witness() const {
  for (const VerifiedPartition &Each : Partitions)
    if (Each.Shown)
      return &*Each.Shown;
  return nullptr;
}

std::string spaceSize(const InputSpace &Space) {
  unsigned Bits = 2;
  for (const InputLeaf &Leaf : Space.Leaves)
    Bits += Leaf.Bits + 1;
  LargeProduct Size;
  for (const InputLeaf &Leaf : Space.Leaves)
    if (Leaf.Min && Leaf.Max)
      Size.multiply((*Leaf.Max - *Leaf.Min).zext(Leaf.Bits + 1) + 1);
    else
      Size.multiplyByPowerOfTwo(Leaf.Bits);
  return decimal(Size.value(Bits));
}

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

VerifyMode modeOf(const VerifyOptions &Options) {
  if (!Options.Instead)
    return Options.Exploration.Mode == PartitionMode::Sliced && !Options.CheckOverflow ? VerifyMode::Sliced
                                                                                       : VerifyMode::Path;
  switch (*Options.Instead) {
  case Baseline::Dart:
    return VerifyMode::Dart;
  case Baseline::Express:
    return VerifyMode::Express;
  case Baseline::Random:
    break;
  }
  return VerifyMode::Random;
}

/// With little time, what comes behind the exploration gets less, and a run that hangs may not take most of it.
VerifyOptions withinTime(VerifyOptions Options) {
  constexpr milliseconds LeastFinishing(200);
  Options.Finishing = std::min(Options.Finishing, std::max(Options.Time / 20, LeastFinishing));
  // What is kept in a store depends on how long runs may take; and who says how long gets that.
  if (Options.Runs.Time == RunLimits().Time && Options.Exploration.Store.empty())
    Options.Runs.Time = std::min(Options.Runs.Time, std::max(Options.Time / 12, LeastFinishing));
  return Options;
}

/// One entry, one engine after the other.
class EntryVerifier {
public:
  EntryVerifier(llvm::ArrayRef<const ChangeMap *> Maps, llvm::ArrayRef<InputSpace> Spaces, const InputOptions &Input,
                const VerifyOptions &Options, const Workspace &Place, VerifyResult &Into)
      : Maps(Maps), Spaces(Spaces), Map(*Maps.front()), Input(Input), Options(Options), Place(Place), Into(Into),
        Confirm(Map, Into.Space, Options, Place) {}

  Status run() {
    if (Status Decided = decide(); !Decided)
      return Decided;
    if (Options.CrossCheck && ByForm && Into.Judged.What == Answer::Different)
      Into.Judged.Why = {"normal-form-contradicted", "both versions have the same normal form, and they differ"};
    return refuse();
  }

  /// Behind a proof that is in the result already.
  Status goOn() {
    Started = Clock::now();
    if (Status Explored = explore(); !Explored)
      return Explored;
    return refuse();
  }

private:
  /// What is equal without saying anything about the change.
  Status refuse() {
    for (const ChangeMap *Each : Maps)
      nameLeftFunctions(*Each, Into);
    // Equal normal forms are so for inputs of any size.
    if (Maps.size() == 1 && !Options.Instead && Into.Mode != VerifyMode::NormalForm)
      refuseVacuous(Map, Options, Into);
    return Done{};
  }

  Status decide() {
    auto Assumed = assumptionsOf(Into.Space);
    if (!Assumed)
      return Assumed.takeError();
    Started = Clock::now();
    if (Options.NormalForm && !Options.CheckOverflow && Maps.size() == 1)
      ByForm = judgeByNormalForm(Map, Into.Space);
    if (ByForm && !Options.CrossCheck && admitsSomething()) {
      auto Accepted = acceptForm();
      if (!Accepted || *Accepted)
        return Accepted ? Status(Done{}) : Status(Accepted.takeError());
    }
    if (Options.Bounded)
      if (Status Proved = prove(*Assumed); !Proved)
        return Proved;
    bool Decided = Options.Bounded && Into.Judged.What == Answer::Equal && Into.Complete;
    if (Options.Bounded && !Decided && interrupted()) {
      if (Into.Judged.What == Answer::Unknown && Into.Judged.Reach == Extent::None)
        Into.Judged.Why = {"interrupted", "it was interrupted"};
      return Done{};
    }
    // One difference is all that is wanted.
    Decided |= Options.Exploration.Search.StopAtDifference && Into.Judged.What == Answer::Different;
    if (Options.Partitions && !Decided)
      return explore();
    return checkProof();
  }

  /// What --assume admits: nothing may be proved of no input at all.
  bool admitsSomething() const {
    return Input.Assume.empty() || !inputsWithin(Into.Space, admittedBy(Into.Space)).empty();
  }

  /// Takes equal normal forms for a proof. False: plain builds contradict that, and other engines have to say what it
  /// is; most likely, both versions do something undefined.
  Result<bool> acceptForm() {
    VerifyResult Before = Into;
    Into.Mode = VerifyMode::NormalForm;
    addWhole(*ByForm);
    Sampled.push_back({1, Answer::Equal, admittedBy(Into.Space), {}, {}});
    if (Status Checked = checkProof(); !Checked)
      return Checked.takeError();
    if (Into.Judged.What == Answer::Equal)
      return true;
    Into = std::move(Before);
    Sampled.clear();
    ByForm.reset();
    return false;
  }

  /// If partitions can go on with what the proof leaves open, it gets half of the time.
  milliseconds proofTime() const { return Options.Partitions ? Options.Time / 2 : Options.Time; }
  bool interrupted() const {
    const std::atomic<bool> *Flag = Options.Exploration.Search.Interrupt;
    return Flag && *Flag;
  }
  milliseconds timeLeft() const {
    auto Used = std::chrono::duration_cast<milliseconds>(Clock::now() - Started);
    return std::max(Options.Time - Used, milliseconds(1));
  }

  Status prove(const std::vector<Expression> &Assumed) {
    if (Input.Assume.empty() && !Options.SpotChecks && isUnreached()) {
      addUnreached();
      return Done{};
    }
    BoundedOptions Wanted;
    Wanted.Time = proofTime();
    Wanted.QueryTime = std::min(Options.QueryTime, proofTime());
    Wanted.Bound = Options.Unwind;
    Wanted.Observed = Options.Observed;
    Wanted.CheckOverflow = Options.CheckOverflow;
    Wanted.Interrupt = Options.Exploration.Search.Interrupt;
    Wanted.Confirm = [&](const InputAssignment &Values) { return Confirm(Values); };
    if (!Assumed.empty())
      Wanted.Assume = [&](TermStore &Store, const std::vector<Term> &Leaves) {
        return allHold(Store, Assumed, Leaves);
      };
    BoundedResult Proof = proveBounded(Map.oldProgram(), Map.newProgram(), &Map, Into.Space, Wanted);
    Into.Judged = std::move(Proof.Judged);
    if (Into.Judged.Why.Code == "no-input")
      return noInput();
    if (Into.Judged.Why.Code == "not-replayed" && !Confirm.Problem.empty())
      Into.Judged.Why.Message += ": " + Confirm.Problem;
    Into.Statistics = Proof.Statistics;
    Into.World = std::move(Proof.World);
    if (Proof.Difference)
      Into.FirstDifferenceSeconds = Proof.FirstDifferenceSeconds;
    Into.Complete = !Proof.Partitions.empty();
    for (BoundedPartition &Each : Proof.Partitions) {
      Sampled.push_back({static_cast<unsigned>(Sampled.size() + 1), Each.What, Each.Contains, Each.Example, {}});
      addProved(Each);
    }
    if (Into.Judged.What == Answer::Different && Into.Complete)
      Into.Judged.Reach = Extent::Complete;
    if (Into.Judged.What == Answer::Equal && Into.Complete)
      Into.EqualFraction = 1;
    return Done{};
  }

  bool isUnreached() const {
    if (!movedArguments(Into.Space).empty())
      return false;
    auto Old = findEntry(Map.oldProgram(), Into.Space.OldEntry), New = findEntry(Map.newProgram(), Into.Space.NewEntry);
    return Old && New && isUnreachedFrom(Map, **Old, **New);
  }

  /// One class: nothing that was changed can be executed, whatever the input is.
  void addUnreached() {
    Verdict Judged{
        Answer::Equal, {"no-change-reached", "no changed statement can be executed"}, Into.Space.Assumptions};
    for (const char *Code : {"defined-behaviour", "addresses-are-not-data"})
      Judged.Assumptions.push_back(Code);
    Judged.Reach = Extent::Complete;
    addWhole(std::move(Judged));
  }

  /// One class of all inputs.
  void addWhole(Verdict Judged) {
    TermStore Store;
    Into.Judged = std::move(Judged);
    VerifiedPartition Part;
    Part.Id = 1;
    Part.What = Answer::Equal;
    Part.Why = Into.Judged.Why;
    Part.Condition = smtLibTerm(Store, Store.boolean(true), leafTerms(Store, Into.Space));
    if (Input.Assume.empty())
      Part.Size = spaceSize(Into.Space);
    Part.Assumptions = Into.Judged.Assumptions;
    Into.Partitions.push_back(std::move(Part));
    Into.Complete = true;
    Into.EqualFraction = 1;
  }

  Error noInput() const {
    return usageError("--assume: no input of '" + Input.Entry + "' satisfies " +
                      (Into.Space.Assume.size() == 1 ? "'" + Into.Space.Assume.front() + "'" : "all of them together") +
                      "; there is nothing to compare");
  }

  void addProved(BoundedPartition &Each) {
    VerifiedPartition Part;
    Part.Id = static_cast<unsigned>(Into.Partitions.size() + 1);
    Part.What = Each.What;
    Part.Why = std::move(Each.Why);
    Part.Condition = std::move(Each.Condition);
    Part.Size = sizeOf(Into.Space, Each);
    Part.Assumptions = std::move(Each.Assumptions);
    Part.Values = Each.Example;
    if (Each.What == Answer::Different)
      Part.Shown = Confirm.Shown;
    else if (Each.Example)
      setExample(Part, *Each.Example);
    Into.Complete &= Each.What != Answer::Unknown;
    Into.Partitions.push_back(std::move(Part));
  }

  /// Plain builds against what is claimed, by samples. What they contradict is not claimed any more.
  Status check(const std::vector<SampledClass> &Classes, TermStore &Store, const std::vector<Term> &Leaves) {
    SpotCheckOptions Wanted;
    Wanted.PerClass = Options.SpotChecks;
    Wanted.Seed = Options.Exploration.Seed;
    Wanted.Runs = Options.Runs;
    Wanted.Observed = Options.Observed;
    Wanted.Interrupt = Options.Exploration.Search.Interrupt;
    auto Checked = spotCheck(Maps, Spaces, Classes, Store, Leaves, Wanted, Place);
    if (!Checked)
      return Checked.takeError();
    for (const SpotContradiction &Each : Checked->Contradictions)
      withdraw(Each, Store, Leaves);
    Into.Spots = std::move(*Checked);
    return Done{};
  }

  /// A claim that does not hold for one of its inputs is none; but there is an input that is known to differ.
  void withdraw(const SpotContradiction &Found, TermStore &Store, const std::vector<Term> &Leaves) {
    ClaimReview Review(Into, Store, Leaves, Maps.size() > 1);
    std::size_t Index = Found.Partition - 1;
    Reason Why{"spot-check-failed", "it was claimed " + std::string(toString(Found.Claimed)) +
                                        ", and plain builds contradict that on one of its inputs"};
    VerifiedPartition Wrong = Into.Partitions[Index];
    if (Found.Claimed != Answer::Different || !Wrong.Shown || !Wrong.Values)
      return Review.takeBack(Index, Why, Found.Input, Found.Shown);
    Review.takeBack(Index, Why);
    Review.addSingle(*Wrong.Values, *Wrong.Shown, Wrong);
  }

  /// The classes of the bounded proof, where nothing else was explored.
  Status checkProof() {
    if (Options.Replay)
      replayProof(Map, Options, Place, Into);
    if (!Options.SpotChecks || Sampled.empty() || Into.Replayed.Contradictions)
      return Done{};
    TermStore Store;
    std::vector<Term> Leaves = leafTerms(Store, Into.Space);
    if (Status Checked = check(Sampled, Store, Leaves); !Checked)
      return Checked;
    for (VerifiedPartition &Each : Into.Partitions) { // their terms are gone with the store
      Each.Basis.reset();
      Each.Conjuncts.clear();
    }
    if (Into.Spots->Contradictions.empty())
      return Done{};
    Into.Judged.What = Answer::Different;
    Into.Judged.Reach = Extent::None;
    Into.Judged.Why = {"spot-check-failed", "plain builds contradict what was proved"};
    Into.Complete = false;
    Into.EqualFraction.reset();
    return Done{};
  }

  void setExample(VerifiedPartition &Part, const InputAssignment &Values) const {
    Part.Example = describe(Into.Space, Values);
    Part.ExampleTexts = describeTexts(Into.Space, Values);
    Part.Values = Values;
  }

  Status explore() {
    if (Options.Interim)
      Options.Interim(Into);
    PartitionPairOptions Wanted = Options.Exploration;
    Wanted.Time = std::max(timeLeft() - Options.Finishing, milliseconds(1));
    constexpr milliseconds ForBuilds(750); // so that little time is not gone when they are done
    Wanted.Whole = Options.Whole.left() ? Options.Whole : Budget(timeLeft() + ForBuilds);
    Wanted.Observed = Options.Observed;
    Wanted.CheckOverflow = Options.CheckOverflow;
    Wanted.RunTime = Options.Runs.Time;
    Wanted.RunMemory = Options.Runs.Memory;
    auto Found = Options.Instead ? searchBaseline(*Options.Instead, Map, Into.Space, Wanted, Place)
                                 : partitionVersions(Maps, Spaces, Wanted, Place);
    if (!Found) {
      if (!Options.Bounded)
        return Found.takeError();
      return checkProof(); // what the proof says stands
    }
    auto Explored = std::make_shared<PartitionResult>(std::move(*Found));
    Into.Explored = Explored;
    if (Explored->Found.Partitions.empty() && Explored->Found.Covered)
      return noInput();
    return adopt(*Explored);
  }

  /// Partitions say at least as much as the proof, except where it found a difference and they did not.
  Status adopt(const PartitionResult &Explored) {
    std::vector<VerifiedPartition> Proved = std::move(Into.Partitions);
    Verdict ByProof = Into.Judged;
    bool HadProof = Options.Bounded;
    Into.Partitions.clear();
    Into.Mode = modeOf(Options);
    Writing = Budget(Options.Time / 10);
    for (const DifferentialPartition &Each : Explored.Found.Partitions)
      addExplored(Explored, Each);
    if (Options.SpotChecks && !Options.Instead) // those prove nothing
      if (Status Checked = check(classesOf(Explored), *Explored.Store, Explored.Leaves); !Checked)
        return Checked;
    if (Options.Replay && !Options.Instead)
      replay(Explored);
    makeWitnessesSmall(Explored);
    if (HadProof)
      reconcile(Explored, Proved);
    if (Options.Interim) {
      judge(Explored);
      Options.Interim(Into);
    }
    countClasses(Explored, Options.Finishing, Into);
    judge(Explored);
    refuseCrashes(Into);
    if (HadProof && ByProof.What == Answer::Different)
      Into.Judged.Why = ByProof.Why.Code == "witness" ? Into.Judged.Why : ByProof.Why;
    else if (!Into.FirstDifferenceSeconds || !HadProof)
      Into.FirstDifferenceSeconds = Explored.Found.FirstDifferenceSeconds;
    return Done{};
  }

  /// The input that stands for each equal class, on plain builds.
  void replay(const PartitionResult &Explored) {
    std::vector<ReplayedClass> Classes;
    for (std::size_t I = 0; I != Explored.Found.Partitions.size(); ++I)
      if (Into.Partitions[I].What == Answer::Equal && Into.Partitions[I].Values)
        Classes.push_back({I, {*Into.Partitions[I].Values}, Explored.Found.Partitions[I].Shown});
    ClaimReview Review(Into, *Explored.Store, Explored.Leaves, Maps.size() > 1);
    replayClasses(Maps, Spaces, Classes, Review, Into, Options, Place);
  }

  /// What the proof found to differ, and plain builds showed, differs. A class that says something else of that input
  /// is wrong.
  void reconcile(const PartitionResult &Explored, const std::vector<VerifiedPartition> &Proved) {
    ClaimReview Review(Into, *Explored.Store, Explored.Leaves, false);
    std::vector<SampledClass> Classes = classesOf(Explored);
    for (const VerifiedPartition &Part : Proved) {
      if (Part.What != Answer::Different || !Part.Values || !Part.Shown)
        continue;
      bool Known =
          llvm::any_of(Into.Partitions, [](const VerifiedPartition &Each) { return Each.What == Answer::Different; });
      for (std::size_t I = 0; I != Classes.size(); ++I)
        if (Into.Partitions[I].What == Answer::Equal && Classes[I].Contains(*Part.Values)) {
          Review.takeBack(I, {"plain-builds-differ", "it was claimed equal, and one of its inputs is known to differ"});
          Known = false;
        }
      if (!Known)
        Review.addSingle(*Part.Values, *Part.Shown, Part);
    }
  }

  static std::string smtLibOf(const PartitionResult &Explored, const DifferentialPartition &Each) {
    TermStore &Store = *Explored.Store;
    Term Whole = Explored.Admitted ? Explored.Admitted : Store.boolean(true);
    for (const Conjunct &One : Each.Conditions)
      Whole = Store.andTerm(Whole, One.Holds);
    return smtLibTerm(Store, Whole, Explored.Leaves);
  }

  void addExplored(const PartitionResult &Explored, const DifferentialPartition &Each) {
    VerifiedPartition Part;
    Part.Id = static_cast<unsigned>(Into.Partitions.size() + 1);
    Part.What = Each.What;
    Part.Why = Each.Why;
    Part.Basis = Each.Basis;
    Part.Conjuncts = Each.Conditions;
    Part.Changes = Each.Changes;
    Part.Seconds = Each.Seconds;
    Part.Assumptions = Explored.Assumptions;
    addAssumptions(Part.Assumptions, Each.World);
    addSurroundings(Into.World, Each.World);
    // Handlers of signals and of exit would see memory where it ends.
    bool EndsThere = llvm::any_of(Each.Shown, [](const Outcome &Shown) { return Shown.End != Ending::Returned; });
    if (Each.What == Answer::Equal && EndsThere && Each.Basis == PartitionBasis::Outcome && !Into.Space.WholeProgram)
      Part.Assumptions.push_back("no-handlers");
    if (!Writing.exhausted())
      Part.Condition = smtLibOf(Explored, Each);
    if (!Each.Example.empty() || Into.Space.Leaves.empty())
      setExample(Part, Each.Example);
    if (Each.What == Answer::Different)
      Part.Shown = Witness{*Part.Example, Part.ExampleTexts, Each.Shown.front(), Each.Shown.back()};
    if (!Each.UndefinedUses.empty())
      addUndefinedUses(Each, Part);
    if (Maps.size() > 1)
      Part.Outcomes = Each.Shown;
    Into.Partitions.push_back(std::move(Part));
  }

  /// A traced run ends where it does something undefined; what plain builds show is something else.
  void addUndefinedUses(const DifferentialPartition &Each, VerifiedPartition &Part) {
    Part.UndefinedUses = Each.UndefinedUses;
    Part.Shown->OldUndefined = Each.UndefinedUses.front();
    Part.Shown->NewUndefined = Each.UndefinedUses.back();
    if (Maps.size() != 1)
      return;
    if (auto Plain = Confirm.show(Each.Example))
      std::tie(Part.Shown->Old, Part.Shown->New) = std::move(*Plain);
  }

  /// Small values and readable texts, where the difference shows as well.
  void makeWitnessesSmall(const PartitionResult &Explored) {
    Budget Patience(Options.Finishing);
    std::unique_ptr<Solver> Ask = makeSolver(*Explored.Store);
    for (std::size_t I = 0; I != Explored.Found.Partitions.size() && !Patience.exhausted(); ++I) {
      const DifferentialPartition &Found = Explored.Found.Partitions[I];
      if (Into.Partitions[I].What != Answer::Different || Found.Shown.size() != 2 || !Found.UndefinedUses.empty())
        continue;
      std::vector<Term> Conditions = Found.terms();
      if (Explored.Admitted)
        Conditions.push_back(Explored.Admitted);
      InputAssignment Small =
          minimise(*Explored.Store, Conditions, Into.Space, Explored.Leaves, Found.Example, Ask.get());
      for (const InputAssignment &Values : {Small, Found.Example})
        if (Confirm(Values) == Confirmation::Differs) {
          Into.Partitions[I].Shown = Confirm.Shown;
          setExample(Into.Partitions[I], Values);
          break;
        }
    }
  }

  void judge(const PartitionResult &Explored) {
    const PartitionSearch &Found = Explored.Found;
    unsigned Equal = 0, Different = 0, Undefined = 0;
    const VerifiedPartition *Open = nullptr;
    for (const VerifiedPartition &Each : Into.Partitions) {
      Equal += Each.What == Answer::Equal;
      Different += Each.What == Answer::Different;
      Undefined += Each.What == Answer::Different && !Each.UndefinedUses.empty();
      if (Each.What == Answer::Unknown && !Open)
        Open = &Each;
    }
    Into.Complete = Found.Covered && !Open;
    Into.Judged = Verdict{};
    Into.Judged.Assumptions = Explored.Assumptions;
    addAssumptions(Into.Judged.Assumptions, Into.World);
    if (llvm::any_of(Into.Partitions, [](const VerifiedPartition &Part) {
          return Part.What == Answer::Equal && llvm::is_contained(Part.Assumptions, "no-handlers");
        }))
      Into.Judged.Assumptions.push_back("no-handlers");
    if (Different) {
      Into.Judged.What = Answer::Different;
      Into.Judged.Why = {"difference", std::to_string(Different) +
                                           (Different == 1 ? " class of inputs behaves" : " classes of inputs behave") +
                                           " differently"};
      if (Undefined == Different)
        Into.Judged.Why = {"definedness", "on " + std::to_string(Different) + (Different == 1 ? " class" : " classes") +
                                              " of inputs only one version does something undefined"};
    } else if (Into.Complete) {
      Into.Judged.What = Answer::Equal;
      Into.Judged.Why = {"partitions", std::to_string(Equal) + (Equal == 1 ? " class" : " classes") +
                                           " of inputs cover the space, each proved equal"};
    } else if (Open) {
      Into.Judged.Why = Open->Why;
    } else if (Found.Stopped == StopReason::Interrupted) {
      Into.Judged.Why = {"interrupted", "it was interrupted"};
    } else if (Found.Failure) {
      Into.Judged.Why = {"failed", Found.Failure->Message};
    } else {
      std::string Code = Found.Holes.empty() ? "budget" : Found.Holes.begin()->first;
      Into.Judged.Why = {Code, Found.Holes.empty()
                                   ? "the time was used up before everything was explored (--time gives it more)"
                                   : Found.Holes.begin()->second.Detail};
    }
    if (Into.Complete)
      Into.Judged.Reach = Extent::Complete;
  }

  llvm::ArrayRef<const ChangeMap *> Maps;
  llvm::ArrayRef<InputSpace> Spaces;
  const ChangeMap &Map; ///< of a pair
  const InputOptions &Input;
  const VerifyOptions &Options;
  const Workspace &Place;
  VerifyResult &Into;
  Replay Confirm;
  std::optional<Verdict> ByForm;     ///< equal normal forms
  std::vector<SampledClass> Sampled; ///< those of the bounded proof
  Clock::time_point Started;
  Budget Writing; ///< of the conditions of what was explored
};

} // namespace

Result<VerifyResult> verifyEntry(const ChangeMap &Map, const InputOptions &Input, const VerifyOptions &Options,
                                 const Workspace &Place) {
  return verifyVersions({&Map}, Input, Options, Place);
}

Result<VerifyResult> verifyVersions(llvm::ArrayRef<const ChangeMap *> Maps, const InputOptions &Input,
                                    const VerifyOptions &Options, const Workspace &Place) {
  bool Many = Maps.size() > 1;
  if (Many && (!Options.Partitions || Options.Instead))
    return usageError("more than two versions are compared by partitions only");
  auto Spaces = commonSpaces(Maps, Input);
  if (!Spaces)
    return Spaces.takeError();
  VerifyResult Result;
  Result.Space = Spaces->back();
  VerifyOptions Wanted = withinTime(Options);
  if (Many) {
    Wanted.Bounded = false;
    Result.Versions.push_back(Maps.front()->oldProgram().label());
    for (const ChangeMap *Map : Maps)
      Result.Versions.push_back(Map->newProgram().label());
  }
  if (Status Run = EntryVerifier(Maps, *Spaces, Input, Wanted, Place, Result).run(); !Run)
    return Run.takeError();
  return Result;
}

Status exploreEntry(const ChangeMap &Map, const InputOptions &Input, const VerifyOptions &Options,
                    const Workspace &Place, VerifyResult &Proved) {
  VerifyOptions Wanted = withinTime(Options);
  Wanted.Bounded = true; // there is a proof that partitions have to agree with
  const ChangeMap *Only = &Map;
  InputSpace Space = Proved.Space;
  return EntryVerifier(Only, Space, Input, Wanted, Place, Proved).goOn();
}

} // namespace vernier
