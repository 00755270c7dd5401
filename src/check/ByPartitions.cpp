#include "check/ByPartitions.h"

#include "check/ClaimReview.h"
#include "check/ClassSizes.h"
#include "partition/Minimise.h"
#include "solver/Solver.h"
#include "term/SmtLib.h"

namespace vernier {

namespace {

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

class PartitionRung {
public:
  PartitionRung(EntryJob &Job, KnownBefore Before)
      : Job(Job), Map(Job.Map), Options(Job.Options), Into(Job.Into), Before(std::move(Before)) {}

  Result<std::optional<Error>> run(std::chrono::milliseconds Time) {
    if (Options.Interim)
      Options.Interim(Into);
    PartitionPairOptions Wanted = Options.Exploration;
    Wanted.Time = std::max(Time - Options.Finishing, std::chrono::milliseconds(1));
    constexpr std::chrono::milliseconds ForBuilds(750); // so that little time is not gone when they are done
    Wanted.Whole = Options.Whole.left() ? Options.Whole : Budget(Time + ForBuilds);
    Wanted.Observed = Options.Observed;
    Wanted.CheckOverflow = Options.CheckOverflow;
    Wanted.RunTime = Options.Runs.Time;
    Wanted.RunMemory = Options.Runs.Memory;
    addKnownDifferences(Wanted.Search.Seeds);
    llvm::append_range(Wanted.Search.ScoutSeeds, Before.Telling);
    auto Answered = Options.Instead ? searchBaseline(*Options.Instead, Map, Into.Space, Wanted, Job.Place)
                                    : partitionVersions(Job.Maps, Job.Spaces, Wanted, Job.Place);
    if (!Answered) {
      if (!Before.Proof)
        return Answered.takeError();
      return std::optional(Answered.takeError());
    }
    auto Explored = std::make_shared<PartitionResult>(std::move(*Answered));
    Into.Explored = Explored;
    if (Explored->Found.Partitions.empty() && Explored->Found.Covered)
      return Job.noInput();
    if (Status Adopted = adopt(*Explored); !Adopted)
      return Adopted.takeError();
    return std::optional<Error>();
  }

private:
  /// Partitions say at least as much as the proof, except where it found a difference and they did not.
  Status adopt(const PartitionResult &Explored) {
    std::vector<VerifiedPartition> Known = std::move(Into.Partitions);
    Verdict ByProof = Into.Judged;
    Into.Partitions.clear();
    Into.Mode = modeOf(Options);
    Writing = Budget(Options.Time / 10);
    for (const DifferentialPartition &Each : Explored.Found.Partitions)
      addExplored(Explored, Each);
    if (Options.SpotChecks && !Options.Instead) // those prove nothing
      if (Status Checked = Job.sampleClaims(classesOf(Explored), *Explored.Store, Explored.Leaves); !Checked)
        return Checked;
    if (Options.Replay && !Options.Instead)
      replay(Explored);
    makeWitnessesSmall(Explored);
    if (Before.Proof)
      reconcile(Explored, Known);
    reconcile(Explored, withoutUndefined(Explored));
    if (Options.Interim) {
      judge(Explored);
      Options.Interim(Into);
    }
    countClasses(Explored, Options.Finishing, Into);
    judge(Explored);
    refuseCrashes(Into);
    if (Before.Proof)
      join(ByProof);
    if (!Into.FirstDifferenceSeconds || !Before.Proof)
      Into.FirstDifferenceSeconds = Explored.Found.FirstDifferenceSeconds;
    return Done{};
  }

  /// Behind an ordinary input: one that does something undefined may stand for a class that leaves nothing to others.
  void addKnownDifferences(std::vector<InputAssignment> &Seeds) const {
    if (Before.Differences.empty())
      return;
    InputAssignment Zeros;
    for (const InputLeaf &Leaf : Into.Space.Leaves)
      Zeros.push_back(Leaf.Min.value_or(llvm::APInt(Leaf.Bits, 0)));
    settle(Into.Space, Zeros);
    if (admittedBy(Into.Space)(Zeros))
      Seeds.push_back(std::move(Zeros));
    for (const VerifiedPartition &Seen : Before.Differences)
      Seeds.push_back(*Seen.Values);
  }

  /// What the proof knows and partitions do not.
  void join(const Verdict &ByProof) {
    if (ByProof.What == Answer::Different)
      Into.Judged.Why = ByProof.Why.Code == "witness" ? Into.Judged.Why : ByProof.Why;
    if (Into.Judged.What != Answer::Unknown || Into.Judged.Reach != Extent::None || ByProof.Reach != Extent::UpToBound)
      return;
    Into.Judged.Reach = Extent::UpToBound;
    Into.Judged.Bound = ByProof.Bound;
    Into.Judged.Why = ByProof.Why;
    for (const std::string &Assumption : ByProof.Assumptions)
      if (!llvm::is_contained(Into.Judged.Assumptions, Assumption))
        Into.Judged.Assumptions.push_back(Assumption);
  }

  /// The inputs that runs showed to differ, but for those on which both versions do something undefined.
  std::vector<VerifiedPartition> withoutUndefined(const PartitionResult &Explored) const {
    std::vector<VerifiedPartition> Result = Before.Differences;
    std::vector<SampledClass> Classes = classesOf(Explored);
    llvm::erase_if(Result, [&](const VerifiedPartition &Seen) {
      for (std::size_t I = 0; I != Classes.size(); ++I)
        if (Into.Partitions[I].What == Answer::Unknown && isUndefined(Into.Partitions[I].Why) &&
            (Into.Partitions[I].Values == Seen.Values || Classes[I].Contains(*Seen.Values)))
          return true;
      return false;
    });
    return Result;
  }

  static bool isUndefined(const Reason &Why) {
    return Why.Code == "undefined-behaviour" || Why.Code == "undefined-read";
  }

  /// The input that stands for each equal class, on plain builds.
  void replay(const PartitionResult &Explored) {
    std::vector<ReplayedClass> Classes;
    for (std::size_t I = 0; I != Explored.Found.Partitions.size(); ++I)
      if (Into.Partitions[I].What == Answer::Equal && Into.Partitions[I].Values)
        Classes.push_back({I, {*Into.Partitions[I].Values}, Explored.Found.Partitions[I].Shown});
    ClaimReview Review(Into, *Explored.Store, Explored.Leaves, Job.Maps.size() > 1);
    replayClasses(Job.Maps, Job.Spaces, Classes, Review, Into, Options, Job.Place);
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
    Part.Evidence = Options.Instead ? Rung::Baseline : Rung::Partitions;
    addAssumptions(Part.Assumptions, Each.World);
    addSurroundings(Into.World, Each.World);
    // Handlers of signals and of exit would see memory where it ends.
    bool EndsThere = llvm::any_of(Each.Shown, [](const Outcome &Shown) { return Shown.End != Ending::Returned; });
    if (Each.What == Answer::Equal && EndsThere && Each.Basis == PartitionBasis::Outcome && !Into.Space.WholeProgram)
      Part.Assumptions.push_back("no-handlers");
    if (!Writing.exhausted())
      Part.Condition = smtLibOf(Explored, Each);
    if (!Each.Example.empty() || Into.Space.Leaves.empty())
      Job.setExample(Part, Each.Example);
    if (Each.What == Answer::Different)
      Part.Shown = Witness{*Part.Example, Part.ExampleTexts, Each.Shown.front(), Each.Shown.back()};
    if (!Each.UndefinedUses.empty())
      addUndefinedUses(Each, Part);
    if (Job.Maps.size() > 1)
      Part.Outcomes = Each.Shown;
    Into.Partitions.push_back(std::move(Part));
  }

  /// A traced run ends where it does something undefined; what plain builds show is something else.
  void addUndefinedUses(const DifferentialPartition &Each, VerifiedPartition &Part) {
    Part.UndefinedUses = Each.UndefinedUses;
    Part.Shown->OldUndefined = Each.UndefinedUses.front();
    Part.Shown->NewUndefined = Each.UndefinedUses.back();
    if (Job.Maps.size() != 1)
      return;
    if (auto Plain = Job.Confirm.show(Each.Example))
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
        if (Job.Confirm(Values) == Confirmation::Differs) {
          Into.Partitions[I].Shown = Job.Confirm.Shown;
          Job.setExample(Into.Partitions[I], Values);
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

  EntryJob &Job;
  const ChangeMap &Map; ///< of a pair
  const VerifyOptions &Options;
  VerifyResult &Into;
  KnownBefore Before;
  Budget Writing; ///< of conditions
};

} // namespace

Result<std::optional<Error>> exploreByPartitions(EntryJob &Job, std::chrono::milliseconds Time, KnownBefore Known) {
  return PartitionRung(Job, std::move(Known)).run(Time);
}

} // namespace vernier
