#include "check/ClaimReview.h"

#include "base/Budget.h"
#include "check/SpotCheck.h"
#include "input/Assume.h"
#include "input/Expression.h"
#include "input/LeafTerms.h"
#include "input/RandomInputs.h"
#include "term/SmtLib.h"
#include "verdict/Codes.h"

#include <csignal>

namespace vernier {

void ClaimReview::takeBack(std::size_t Index, const Reason &Why) {
  VerifiedPartition &Wrong = Into.Partitions[Index];
  Wrong.What = Answer::Unknown;
  Wrong.Why = Why;
  Wrong.Shown.reset();
}

void ClaimReview::takeBack(std::size_t Index, const Reason &Why, const InputAssignment &Differs,
                           const std::vector<Outcome> &Shown) {
  VerifiedPartition Like = Into.Partitions[Index];
  takeBack(Index, Why);
  if (ManyVersions)
    Like.Outcomes = Shown;
  addSingle(Differs, Witness{{}, {}, Shown.front(), Shown.back()}, Like);
}

void ClaimReview::addSingle(const InputAssignment &Input, Witness Shown, const VerifiedPartition &Like) {
  VerifiedPartition Single;
  for (const VerifiedPartition &Each : Into.Partitions)
    Single.Id = std::max(Single.Id, Each.Id);
  ++Single.Id;
  Single.What = Answer::Different;
  Single.Basis = PartitionBasis::Input;
  Single.Evidence = Rung::Runs;
  Single.Assumptions = Like.Assumptions;
  Single.Changes = Like.Changes;
  Single.Outcomes = Like.Outcomes;
  Single.Example = describe(Into.Space, Input);
  Single.ExampleTexts = describeTexts(Into.Space, Input);
  Single.Values = Input;
  Shown.Input = *Single.Example;
  Shown.Texts = Single.ExampleTexts;
  Single.Shown = std::move(Shown);
  Term Whole = Store.boolean(true);
  for (std::size_t I = 0; I != Leaves.size(); ++I) {
    Conjunct Is{Store.eq(Leaves[I], Store.constant(Input[I])), Conjunct::Kind::Input};
    Whole = Store.andTerm(Whole, Is.Holds);
    Single.Conjuncts.push_back(Is);
  }
  Single.Condition = smtLibTerm(Store, Whole, Leaves);
  Into.Partitions.push_back(std::move(Single));
}

namespace {

/// How many inputs stand for a class of a proof, and how many are drawn to find them.
constexpr std::size_t MostInputs = 4, MostDraws = 200;
/// Of an exploration: more classes than that are not replayed.
constexpr std::size_t MostClasses = 500;
/// A run gets at least that much.
constexpr std::chrono::milliseconds LeastRun{50};

using Outcomes = std::vector<Outcome>;

class ClassReplay {
public:
  ClassReplay(std::vector<PlainBuild> Builds, ClaimReview &Review, VerifyResult &Into, const VerifyOptions &Options,
              const Budget &Patience)
      : Builds(std::move(Builds)), Review(Review), Into(Into), Options(Options), Patience(Patience) {}

  void run(const ReplayedClass &Class) {
    for (std::size_t I = 0; I != Class.Inputs.size() && !Patience.exhausted(); ++I)
      if (contradicts(Class, Class.Inputs[I], I == 0 ? Class.Traced : Outcomes()))
        return;
  }

private:
  Outcomes runAll(const InputAssignment &Input) const {
    Outcomes Shown;
    RunLimits Limits = Options.Runs;
    Limits.Time = std::min(Limits.Time, std::max(LeastRun, Patience.left().value_or(Limits.Time)));
    for (const PlainBuild &Each : Builds)
      Shown.push_back(Each.run(Input, Limits));
    return Shown;
  }

  bool contradicts(const ReplayedClass &Class, const InputAssignment &Input, const Outcomes &Traced) {
    Outcomes Shown = runAll(Input);
    // Claims are about inputs on which the versions end.
    if (!llvm::all_of(Shown, [](const Outcome &Each) { return Each.comparable(); }))
      return false;
    ++Into.Replayed.Inputs;
    Into.Replayed.Crashes += crash(Shown.front()) && crash(Shown.back());
    bool Differ =
        llvm::any_of(Shown, [&](const Outcome &Each) { return !sameBehaviour(Shown.front(), Each, Options.Observed); });
    bool Others = !Differ && otherThanTraced(Shown, Traced);
    if (!Differ && !Others)
      return false;
    if (runAll(Input) != Shown) // a program that shows something else each time contradicts nobody
      return false;
    ++Into.Replayed.Contradictions;
    if (Differ)
      Review.takeBack(Class.Index,
                      {"plain-builds-differ", "it was claimed equal, and plain builds differ on one of its inputs"},
                      Input, Shown);
    else
      Review.takeBack(Class.Index, {"plain-builds-differ", "on its own input plain builds do something else than the "
                                                           "traced runs: " +
                                                               outcomeText(Shown.back())});
    return true;
  }

  bool otherThanTraced(const Outcomes &Shown, const Outcomes &Traced) const {
    for (std::size_t I = 0; I < Shown.size() && I < Traced.size(); ++I)
      if (Traced[I].comparable() && !sameBehaviour(Traced[I], Shown[I], Options.Observed))
        return true;
    return false;
  }

  static bool crash(const Outcome &Shown) {
    return Shown.End == Ending::Signalled && (Shown.Code == SIGSEGV || Shown.Code == SIGBUS || Shown.Code == SIGFPE);
  }

  std::vector<PlainBuild> Builds;
  ClaimReview &Review;
  VerifyResult &Into;
  const VerifyOptions &Options;
  const Budget &Patience;
};

} // namespace

std::vector<InputAssignment> inputsWithin(const InputSpace &Space,
                                          const std::function<bool(const InputAssignment &)> &Contains) {
  std::vector<InputAssignment> Result;
  auto Add = [&](const InputAssignment &Input) {
    if (Result.size() < MostInputs && Contains(Input) && !llvm::is_contained(Result, Input))
      Result.push_back(Input);
  };
  RandomInputs Draw(Space, 1);
  InputAssignment Zeros;
  for (const InputLeaf &Leaf : Space.Leaves)
    Zeros.push_back(Leaf.Min.value_or(llvm::APInt(Leaf.Bits, 0)));
  Add(Zeros);
  for (const InputAssignment &Full : fullTexts(Space, Zeros))
    Add(Full);
  for (std::size_t I = 0; I != MostDraws && Result.size() < MostInputs; ++I)
    Add(Draw.next());
  return Result;
}

std::function<bool(const InputAssignment &)> admittedBy(const InputSpace &Space) {
  auto Assumed = assumptionsOf(Space);
  if (!Assumed)
    return [](const InputAssignment &) { return false; };
  return [Space, Expressions = std::move(*Assumed)](const InputAssignment &Input) {
    return admits(Space, Expressions, Input);
  };
}

void replayClasses(llvm::ArrayRef<const ChangeMap *> Maps, llvm::ArrayRef<InputSpace> Spaces,
                   const std::vector<ReplayedClass> &Classes, ClaimReview &Review, VerifyResult &Into,
                   const VerifyOptions &Options, const Workspace &Place) {
  if (llvm::all_of(Classes, [](const ReplayedClass &Each) { return Each.Inputs.empty(); }))
    return;
  auto Builds = plainBuilds(Maps, Spaces, Place);
  if (!Builds)
    return;
  Budget Patience(Options.Finishing);
  ClassReplay Replay(std::move(*Builds), Review, Into, Options, Patience);
  for (std::size_t I = 0; I != Classes.size() && I != MostClasses && !Patience.exhausted(); ++I)
    Replay.run(Classes[I]);
}

void replayProof(const ChangeMap &Map, const VerifyOptions &Options, const Workspace &Place, VerifyResult &Proved) {
  if (Proved.Judged.What != Answer::Equal || Proved.Partitions.size() != 1 || Proved.Explored ||
      Proved.Judged.Why.Code == reason::NoChangeReached)
    return;
  TermStore Store;
  std::vector<Term> Leaves = leafTerms(Store, Proved.Space);
  ClaimReview Review(Proved, Store, Leaves, false);
  replayClasses({&Map}, Proved.Space, {{0, inputsWithin(Proved.Space, admittedBy(Proved.Space)), {}}}, Review, Proved,
                Options, Place);
  for (VerifiedPartition &Each : Proved.Partitions) { // their terms are gone with the store
    Each.Basis.reset();
    Each.Conjuncts.clear();
  }
  if (Proved.Partitions.front().What == Answer::Equal) {
    refuseCrashes(Proved);
    return;
  }
  Proved.Judged.What = Proved.Partitions.size() > 1 ? Answer::Different : Answer::Unknown;
  Proved.Judged.Reach = Extent::None;
  Proved.Judged.Why = Proved.Partitions.front().Why;
  Proved.Complete = false;
  Proved.EqualFraction.reset();
}

void refuseCrashes(VerifyResult &Into) {
  const ReplayedInputs &Seen = Into.Replayed;
  if (Into.Judged.What != Answer::Equal || Seen.Inputs == 0 || Seen.Crashes != Seen.Inputs)
    return;
  Into.Judged.What = Answer::Unknown;
  Into.Judged.Reach = Extent::None;
  Into.Judged.Why = {"every-run-crashes",
                     "every run that was tried crashes, in both versions alike: nothing is known of other states"};
  Into.Complete = false;
  for (VerifiedPartition &Part : Into.Partitions) {
    Part.What = Answer::Unknown;
    Part.Why = Into.Judged.Why;
  }
  Into.Counted.reset();
  Into.EqualFraction.reset();
  Into.DifferentFraction.reset();
  Into.UnknownFraction.reset();
}

} // namespace vernier
