#include "check/Ladder.h"

#include "check/ByBounded.h"
#include "check/ByInduction.h"
#include "check/ByNormalForm.h"
#include "check/ByPartitions.h"
#include "check/ByRuns.h"
#include "check/ClaimReview.h"
#include "check/LeftFunctions.h"
#include "check/ReachesChange.h"
#include "check/Unreached.h"
#include "input/Assume.h"
#include "input/LeafTerms.h"

namespace vernier {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Runs come first, and they are few. A program that reads is tried for longer.
constexpr milliseconds LongestRuns{1000}, LongestRunsOfTexts{2000};
/// Of the time that is left.
constexpr int InductionShare = 4;
constexpr milliseconds LongestInduction{10000};
/// Of loops over texts a proof seldom comes to an end.
constexpr int ProofShare = 2, ProofShareOfTexts = 4;
/// Inputs of runs that others begin with.
constexpr std::size_t MostTelling = 32;

class Ladder {
public:
  explicit Ladder(EntryJob &Job) : Job(Job), Map(Job.Map), Options(Job.Options), Into(Job.Into) {}

  Status run() {
    if (Status Decided = decide(); !Decided)
      return Decided;
    if (Options.CrossCheck && ByForm && Into.Judged.What == Answer::Different)
      Into.Judged.Why = {"normal-form-contradicted", "both versions have the same normal form, and they differ"};
    else if (Options.CrossCheck && ByLoops && Into.Judged.What == Answer::Different)
      Into.Judged.Why = {"induction-contradicted", "the loops of both versions go together, and they differ"};
    return refuse();
  }

  Status goOn() {
    Started = Clock::now();
    if (Options.Use.Runs && Job.Maps.size() == 1 && Into.Judged.What != Answer::Different)
      look();
    if (Status Explored = explore(); !Explored)
      return Explored;
    return refuse();
  }

private:
  /// What is equal without saying anything about the change.
  Status refuse() {
    for (const ChangeMap *Each : Job.Maps)
      nameLeftFunctions(*Each, Into);
    // Proofs without a bound are about inputs of any size.
    if (Job.Maps.size() == 1 && !Options.Instead && Into.Mode != VerifyMode::NormalForm)
      refuseVacuous(Map, Options, Into);
    return Done{};
  }

  Status decide() {
    auto Assumed = assumptionsOf(Into.Space);
    if (!Assumed)
      return Assumed.takeError();
    Started = Clock::now();
    if (Options.Use.Bounded && Job.Input.Assume.empty() && !Options.SpotChecks && isUnreached()) {
      addUnreached();
      return Options.Use.Partitions ? Status(Done{}) : checkProof();
    }
    if (Options.Use.Runs && Job.Maps.size() == 1)
      look();
    if (Seen.empty()) {
      auto Accepted = tryWithoutBound();
      if (!Accepted || *Accepted)
        return Accepted ? Status(Done{}) : Status(Accepted.takeError());
    }
    if (Options.Use.Bounded && !(hasSeenEnough() && Options.Use.Partitions)) {
      auto Proved = proveByBounds(Job, *Assumed, proofTime());
      if (!Proved)
        return Proved.takeError();
      Sampled = std::move(*Proved);
      HasProof = true;
    }
    bool Decided = HasProof && Into.Judged.What == Answer::Equal && Into.Complete && Seen.empty();
    if (HasProof && !Decided && Job.interrupted()) {
      if (Into.Judged.What == Answer::Unknown && Into.Judged.Reach == Extent::None)
        Into.Judged.Why = {"interrupted", "it was interrupted"};
      return Done{};
    }
    // One difference is all that is wanted.
    Decided |= Into.hasEnough(Options.Exploration.Search);
    if (Options.Use.Partitions && !Decided)
      return explore();
    if (!HasProof)
      Into.Judged.Why = {"engines-undecided", "the engines that were asked decide nothing" +
                                                  (WhyNoForm.empty() ? "" : "; normal forms differ, " + WhyNoForm) +
                                                  " (without --only, --without and --no-... all of them are asked)"};
    addSeen();
    return checkProof();
  }

  /// Runs have shown a difference of the kind that one of is wanted.
  bool hasSeenEnough() const {
    const PartitionOptions &Wanted = Options.Exploration.Search;
    return Wanted.StopAtDifference && llvm::any_of(Seen, [&](const VerifiedPartition &Each) {
             return Wanted.StopAtMessage || differenceKind(*Each.Shown) != DifferenceKind::Message;
           });
  }

  bool readsTexts() const { return Into.Space.WholeProgram && !Into.Space.Program.StdinLeaves.empty(); }

  void look() {
    Runs = std::make_unique<PairRuns>(Map, Into.Space, Options, Job.Confirm);
    SeenRuns Shown = Runs->look(std::min(readsTexts() ? LongestRunsOfTexts : LongestRuns, Options.Time / 10));
    Into.Runs = Shown.Runs;
    if (!Shown.Differences.empty() && !Into.FirstDifferenceSeconds)
      Into.FirstDifferenceSeconds = std::chrono::duration<double>(Clock::now() - Started).count();
    for (SeenDifference &Found : Shown.Differences) {
      VerifiedPartition Single;
      Single.What = Answer::Different;
      Single.Evidence = Rung::Runs;
      Single.Assumptions = {"defined-behaviour"};
      Single.Values = std::move(Found.Input);
      Single.Shown = std::move(Found.Shown);
      Seen.push_back(std::move(Single));
    }
  }

  /// What runs showed and no other rung was asked about.
  void addSeen() {
    if (Seen.empty() || Into.Judged.What == Answer::Different)
      return;
    TermStore Store;
    std::vector<Term> Leaves = leafTerms(Store, Into.Space);
    ClaimReview Review(Into, Store, Leaves, false);
    for (std::size_t I = 0; I != Into.Partitions.size(); ++I)
      if (Into.Partitions[I].What == Answer::Equal && I < Sampled.size() && Sampled[I].Contains(*Seen.front().Values))
        Review.takeBack(I, {"plain-builds-differ", "it was claimed equal, and one of its inputs is known to differ"});
    Review.addSingle(*Seen.front().Values, *Seen.front().Shown, Seen.front());
    Into.Partitions.back().Conjuncts.clear(); // their terms are gone with the store
    Into.Judged.What = Answer::Different;
    Into.Judged.Why = {"witness", "an input shows it"};
    Into.Judged.Reach = Extent::None;
    Into.Complete = false;
    Into.EqualFraction.reset();
  }

  /// What --assume admits: nothing may be proved of no input at all.
  bool admitsSomething() const {
    return Job.Input.Assume.empty() || !inputsWithin(Into.Space, admittedBy(Into.Space)).empty();
  }

  void compareForms() {
    JudgedForms Judged = judgeByNormalForm(Map, Into.Space);
    ByForm = std::move(Judged.Equal);
    WhyNoForm = std::move(Judged.WhyNot);
  }

  /// Proofs that know no bound. False: there is none.
  Result<bool> tryWithoutBound() {
    if (Options.CheckOverflow || Job.Maps.size() != 1 || !admitsSomething())
      return false;
    if (Options.Use.NormalForm) {
      compareForms();
      if (auto Accepted = accept(ByForm, Rung::NormalForm); !Accepted || *Accepted)
        return Accepted;
    }
    // What plain builds contradict is not asked once more.
    if (!Options.Use.Induction || (Options.CrossCheck && ByForm) || Contradicted)
      return false;
    bool GoesOn = Options.Use.Bounded || Options.Use.Partitions;
    Budget Patience(GoesOn ? std::min(timeLeft() / InductionShare, LongestInduction) : timeLeft());
    std::optional<Verdict> Proved = judgeByInduction(Map, Into.Space, Patience);
    ByLoops = Proved.has_value();
    return accept(Proved, Rung::Induction);
  }

  /// Takes what holds for every input for a proof. False: nothing is proved, or plain builds contradict it; then other
  /// rungs have to say what it is: most likely, both versions do something undefined.
  Result<bool> accept(const std::optional<Verdict> &Proved, Rung Evidence) {
    if (!Proved || Options.CrossCheck)
      return false;
    VerifyResult Before = Into;
    Into.Mode = VerifyMode::NormalForm;
    Job.addWhole(*Proved, Evidence);
    Sampled.push_back({1, Answer::Equal, admittedBy(Into.Space), {}, {}});
    if (Status Checked = checkProof(); !Checked)
      return Checked.takeError();
    if (Into.Judged.What == Answer::Equal)
      return true;
    Into = std::move(Before);
    Sampled.clear();
    ByForm.reset();
    Contradicted = true;
    return false;
  }

  /// Partitions can go on with what the proof leaves open.
  milliseconds proofTime() const {
    return !Options.Use.Partitions ? timeLeft() : timeLeft() / (readsTexts() ? ProofShareOfTexts : ProofShare);
  }
  milliseconds timeLeft() const {
    auto Used = std::chrono::duration_cast<milliseconds>(Clock::now() - Started);
    return std::max(Options.Time - Used, milliseconds(1));
  }

  bool isUnreached() const {
    if (Job.Maps.size() != 1 || !movedArguments(Into.Space).empty())
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
    Job.addWhole(std::move(Judged), Rung::ChangeMap);
  }

  Status explore() {
    std::vector<InputAssignment> Telling = Runs ? Runs->telling(MostTelling) : std::vector<InputAssignment>();
    auto Explored = exploreByPartitions(Job, timeLeft(), {HasProof || Options.HasProof, Seen, std::move(Telling)});
    if (!Explored)
      return Explored.takeError();
    if (!*Explored)
      return Done{};
    addSeen();
    Status Checked = checkProof(); // what the proof says stands
    Into.Judged.Why.Message += "; nothing was explored: " + (*Explored)->Message;
    return Checked;
  }

  /// The classes of a proof, where nothing else was explored.
  Status checkProof() {
    if (Options.Replay)
      replayProof(Map, Options, Job.Place, Into);
    if (!Options.SpotChecks || Sampled.empty() || Into.Replayed.Contradictions)
      return Done{};
    TermStore Store;
    std::vector<Term> Leaves = leafTerms(Store, Into.Space);
    if (Status Checked = Job.sampleClaims(Sampled, Store, Leaves); !Checked)
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

  EntryJob &Job;
  const ChangeMap &Map; ///< of a pair
  const VerifyOptions &Options;
  VerifyResult &Into;
  std::optional<Verdict> ByForm; ///< equal normal forms
  std::string WhyNoForm;         ///< else
  bool ByLoops = false;          ///< proved by induction
  bool Contradicted = false;     ///< by plain builds
  std::unique_ptr<PairRuns> Runs;
  std::vector<VerifiedPartition> Seen; ///< differences that runs showed
  std::vector<SampledClass> Sampled;   ///< those of a proof
  bool HasProof = false;               ///< the bounded proof was tried
  Clock::time_point Started;
};

} // namespace

Status climb(EntryJob &Job) {
  return Ladder(Job).run();
}

Status climbOn(EntryJob &Job) {
  return Ladder(Job).goOn();
}

} // namespace vernier
