#pragma once

#include "base/Budget.h"
#include "base/Result.h"
#include "bounded/Bounded.h"
#include "changes/ChangeMap.h"
#include "check/Rung.h"
#include "execution/builds/PlainBuild.h"
#include "input/InputSpace.h"
#include "partition/Baselines.h"
#include "project/Workspace.h"
#include "verdict/Surroundings.h"
#include "verdict/Verdict.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vernier {

struct VerifyResult;

struct VerifyOptions {
  std::chrono::milliseconds Time{30000};
  std::chrono::milliseconds QueryTime{10000};
  unsigned Unwind = 0; ///< the bound of loops and recursion; 0: as far as the time allows
  Observation Observed;
  RunLimits Runs;
  bool CheckOverflow = false;       ///< signed overflow is undefined, and looked for
  Rungs Use;                        ///< which engines may be asked
  bool CrossCheck = false;          ///< normal forms and induction are no answer; others may not contradict them
  bool HasProof = false;            ///< the result holds a bounded proof that partitions have to agree with
  PartitionPairOptions Exploration; ///< of partitions; its times, observation and limits are those above
  std::optional<Baseline> Instead;  ///< of partitions: another way to look for a difference, without a proof
  bool Replay = true;               ///< run plain builds on an input of each class that is claimed equal
  unsigned SpotChecks = 0; ///< how many inputs of each class plain builds are run on, against what is claimed of it
  /// Instrumented builds may take until then, and what is explored with them Time; without it they take of Time.
  Budget Whole;
  /// Called with what is known, before something begins that may have to be ended from outside.
  std::function<void(const VerifyResult &)> Interim;
  /// How long to count the inputs of partitions when they are explored, and again to look for small witnesses.
  std::chrono::milliseconds Finishing{1500};
};

/// A class of inputs with its claim. A witness has been replayed on plain builds of both versions.
struct VerifiedPartition {
  unsigned Id = 0;
  Answer What = Answer::Unknown;
  Reason Why;
  std::string Condition;           ///< SMT-LIB; empty: writing it would have taken too long
  std::optional<std::string> Size; ///< the number of inputs that are in none of the partitions before, if it is known
  /// Else it lies between these.
  std::optional<std::pair<std::string, std::string>> SizeBounds;
  std::vector<std::string> Assumptions;
  Rung Evidence = Rung::Partitions;
  std::optional<Witness> Shown;
  std::optional<std::vector<InputValue>> Example; ///< of an equal or unknown one: an input that is in it
  std::vector<InputText> ExampleTexts;
  std::optional<InputAssignment> Values; ///< the witness, else the example
  std::vector<Outcome> Outcomes;         ///< of each version on the witness, if there are more than two
  /// Of a different one whose versions differ in what is defined: what each does; else empty.
  std::vector<UndefinedUse> UndefinedUses;
  // Of partitions that were explored:
  std::optional<PartitionBasis> Basis;
  std::vector<Conjunct> Conjuncts; ///< terms of VerifyResult::Explored
  std::vector<unsigned> Changes;   ///< ids of changed statements (changedStatements) that contribute
  double Seconds = 0;
};

/// An input of a class on which plain builds do not do what is claimed of it.
struct SpotContradiction {
  unsigned Partition = 0;
  Answer Claimed = Answer::Unknown;
  InputAssignment Input;
  std::vector<Outcome> Shown; ///< of each version
};

/// Inputs of classes that are claimed equal, on plain builds (check/ClaimReview.h).
struct ReplayedInputs {
  unsigned Inputs = 0;  ///< that could be compared
  unsigned Crashes = 0; ///< of these: all versions crash in the same way
  unsigned Contradictions = 0;
};

/// Numbers of inputs. All have the same width.
struct CountedInputs {
  llvm::APInt Whole, Equal, Different;
  bool Exact = true; ///< else Equal and Different are at least that much
  llvm::APInt open() const { return Whole - Equal - Different; }
};

/// Claims against the machine, by samples (check/SpotCheck.h).
struct SpotChecked {
  unsigned PerClass = 0;      ///< that were wanted
  unsigned Classes = 0;       ///< of which an input was run
  unsigned Inputs = 0;        ///< that were run
  unsigned NotComparable = 0; ///< of these: a run did not end, or showed something else when it was repeated
  unsigned NotReached = 0;    ///< classes that were left out: it was interrupted
  std::vector<SpotContradiction> Contradictions; ///< at most one of each class
};

/// Order by what people look at first: output, definedness, memory, messages.
unsigned rankOf(DifferenceKind Kind);

struct VerifyResult {
  InputSpace Space;
  std::vector<std::string> Versions; ///< their labels, if there are more than two
  Verdict Judged;
  VerifyMode Mode = VerifyMode::Bounded;
  bool Complete = false; ///< every input of the space is in a class that is decided
  std::vector<VerifiedPartition> Partitions;
  BoundedStatistics Statistics;
  unsigned Runs = 0; ///< inputs on which plain builds were compared before anything was proved
  /// The exploration of partitions, if there was one. Partitions are of it then, unless the bounded proof knew more.
  std::shared_ptr<const PartitionResult> Explored;
  std::optional<double> FirstDifferenceSeconds;
  /// Shares of the input space, as far as sizes are known: proved equal, different, undecided.
  std::optional<double> EqualFraction, DifferentFraction, UnknownFraction;
  bool FractionsExact = true;           ///< else the first two are at least that much
  std::optional<CountedInputs> Counted; ///< of an exploration: what the fractions are made of
  ReplayedInputs Replayed;
  std::vector<Surrounding> World; ///< what the runs were told by the world; the claims assume it
  /// If it was asked for. Claims that it contradicts are unknown (`spot-check-failed`), and complete is not said.
  std::optional<SpotChecked> Spots;

  /// Of the class that differs in what people look at first (rankOf).
  const Witness *witness() const;
  /// It differs, and all that is known to differ is messages.
  bool isMessagesOnly() const;
  /// No further difference is looked for: one of the kind that is wanted is known.
  bool hasEnough(const PartitionOptions &Wanted) const;
  /// What the verdict rests on; nothing: it is open.
  std::optional<Rung> evidence() const;
};

/// Decides one entry of a pair: by the bounded proof, and where that leaves something open by exploring partitions.
/// Witnesses are replayed. Errors are those of the input space.
Result<VerifyResult> verifyEntry(const ChangeMap &Map, const InputOptions &Input, const VerifyOptions &Options,
                                 const Workspace &Place);

/// Explores the partitions of an entry of which the bounded proof is known: verifyEntry in two steps, for those who
/// want the answers of all proofs first. What cannot be explored stays as it is.
Status exploreEntry(const ChangeMap &Map, const InputOptions &Input, const VerifyOptions &Options,
                    const Workspace &Place, VerifyResult &Proved);

/// The same for a list of versions, with a map between each and the next; more than two are compared by partitions
/// only. An error, too: they do not have the same inputs.
Result<VerifyResult> verifyVersions(llvm::ArrayRef<const ChangeMap *> Maps, const InputOptions &Input,
                                    const VerifyOptions &Options, const Workspace &Place);

/// How many inputs the space has, without its --assume conditions.
std::string spaceSize(const InputSpace &Space);

} // namespace vernier
