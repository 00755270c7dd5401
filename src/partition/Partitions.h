#pragma once

#include "partition/TextProbes.h"
#include "search/Exploration.h"
#include "trace/Decision.h"
#include "verdict/Surroundings.h"
#include "verdict/Verdict.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace vernier {

/// One part of the condition of a class of inputs.
struct Conjunct {
  enum class Kind : std::uint8_t {
    Decision,   ///< of a run: a branch, a switch, a pin, ...
    Equality,   ///< a part of the outcome is equal in all versions
    Difference, ///< some part of the outcome differs
    Input,      ///< an input has a value
  };
  Term Holds; ///< one bit over the leaves
  Kind What = Kind::Decision;
  DecisionKind How = DecisionKind::Branch; ///< of a decision
  unsigned Version = 0;                    ///< of a decision: of which version (0 is the oldest)
  std::uint32_t Site = 0;                  ///< of a decision: in the instrumentation of that version
  /// Of a decision: how many branches lie between it and the nearest change, if it may lead there; else very many.
  unsigned Distance = ~0u;
};

/// Why all inputs of a class behave like the one that was run.
enum class PartitionBasis : std::uint8_t {
  Unreached,  ///< no changed statement is executed (Böhme 2014, definition 5)
  Outcome,    ///< the conditions determine what each version shows (Böhme 2014, definitions 6 and 7)
  Input,      ///< nothing is said about other inputs
  Unexplored, ///< an unknown that was never run
};

/// What a run of all versions on one input says about other inputs.
struct Generalised {
  std::vector<Outcome> Shown; ///< of each version
  PartitionBasis Basis = PartitionBasis::Outcome;
  /// In the order in which they are negated: those of the newest version first (Böhme 2014, algorithm 4).
  std::vector<Conjunct> Conditions;
  /// For inputs that satisfy the conditions: the outcomes differ. A constant if they all agree.
  Term Differs;
  /// Nothing can be claimed for other inputs, and why; empty: it can. The conditions then only say what else is not
  /// looked at.
  Reason Unknown;
  /// Of what is unknown: whatever satisfies the conditions is so for the same reason, also if there are none.
  bool UnknownForAll = false;
  /// Of what is unknown: the conditions are all that the runs decided, up to where they could not be followed.
  bool WholePaths = false;
  /// Terms of runs that differ in nothing but what memory that nobody wrote was filled with. An input that satisfies
  /// the conditions and makes a pair unequal reads something undefined.
  std::vector<std::pair<Term, Term>> MustAgree;
  Location MustAgreeAt;
  Term Undefined; ///< some pair is unequal; nothing: none can be
  /// Conditions of inputs that may do something undefined, which the conditions above do not exclude.
  std::vector<std::vector<Term>> Suspicions;
  bool ReachesChange = false;
  std::vector<Surrounding> World; ///< what the runs were told by the world: the conditions hold under it
  std::vector<unsigned> Changes;  ///< ids of the changed statements that the outcomes depend on
  /// Of what is unknown: what each version does on this input that is undefined. Not empty: some do something, some
  /// nothing, in two runs each; that is a difference, of all inputs that satisfy the conditions if UnknownForAll.
  std::vector<UndefinedUse> UndefinedUses;
};

/// Runs all versions on an input.
class Generaliser {
public:
  virtual ~Generaliser() = default;
  /// An error: nothing can be run any more.
  virtual Result<Generalised> generalise(const InputAssignment &Input) = 0;
  /// Whether the versions really differ on the input, on builds without instrumentation. Nothing: they do; else why it
  /// could not be confirmed.
  virtual std::optional<Reason> confirm(const InputAssignment &Input) = 0;
};

/// A differential partition: a class of inputs with one claim (Böhme 2014, definition 1).
struct DifferentialPartition {
  unsigned Id = 0; ///< from 1 on
  Answer What = Answer::Unknown;
  Reason Why; ///< of an unknown
  PartitionBasis Basis = PartitionBasis::Outcome;
  std::vector<Conjunct> Conditions;
  std::vector<Term> Dropped; ///< parts of the condition that the rest implies
  /// Of an equal or different one with basis Outcome: the outcomes differ, for inputs that satisfy the conditions.
  Term Differs;
  Term Undefined; ///< an input that satisfies this and the conditions reads something undefined; nothing: none does
  InputAssignment Example; ///< an input of it that was run; of Unexplored: none
  std::vector<Outcome> Shown;
  std::vector<Surrounding> World; ///< what its runs were told by the world
  std::vector<unsigned> Changes;
  double Seconds = 0; ///< when it was found
  /// Of a different one: not what is shown differs, but whether it means anything. Of each version; else empty.
  std::vector<UndefinedUse> UndefinedUses{};

  std::vector<Term> terms() const;
};

struct PartitionProgress {
  std::uint64_t Equal = 0, Different = 0, Unknown = 0, Frontier = 0, Runs = 0, Queries = 0;
  double Seconds = 0;
};

struct PartitionOptions {
  Budget Time;
  std::optional<std::uint64_t> MostRuns, MostMemory;
  std::chrono::milliseconds QueryTime{5000};
  unsigned PinAlternatives = 8;  ///< how often another value of one concretisation is looked for
  bool StopAtDifference = false; ///< at the first that is more than a message...
  bool StopAtMessage = false;    ///< ...or at any
  Observation Observed;
  std::vector<InputAssignment> Seeds;
  std::function<void(const PartitionProgress &)> Progress;
  std::chrono::milliseconds ProgressInterval{200};
  const std::atomic<bool> *Interrupt = nullptr;
  RunStore *Kept = nullptr;
  /// Where a difference is looked for along paths, beside the partitions; nothing: nowhere.
  ScoutedPrograms *Scouted = nullptr;
  TextProbes *Probed = nullptr;            ///< and by runs whose traces nobody reads
  std::vector<InputAssignment> ScoutSeeds; ///< where that begins, beside the seeds
  /// Goes along, one run for each that is generalised, when there are so many partitions and none of them differs in
  /// more than messages; and runs ahead when there are so many.
  std::size_t ScoutAlong = 4, ScoutFrom = 24;
};

struct PartitionStatistics {
  std::uint64_t Runs = 0, Replayed = 0, Questions = 0, Settled = 0, Skipped = 0, Redundant = 0;
  std::uint64_t Scouted = 0; ///< runs that were compared, and not generalised
  std::uint64_t Probed = 0;  ///< runs of which only what they show was compared
  double Seconds = 0, SolverSeconds = 0, RunSeconds = 0;
  SolverStatistics Solver;
};

/// What was found. The classes are in the order in which they were found; where two overlap as formulas they claim the
/// same, or the later one is about what is not in the earlier ones.
struct PartitionSearch {
  std::vector<DifferentialPartition> Partitions;
  /// Nothing that the space admits lies outside of all partitions: the cover query is unsatisfiable. Unknown partitions
  /// count as partitions here.
  bool Covered = false;
  StopReason Stopped = StopReason::None;
  std::uint64_t Open = 0; ///< questions that were not asked
  std::map<std::string, ExplorationHole> Holes;
  std::optional<double> FirstDifferenceSeconds;
  bool BeyondMessages = false; ///< some difference is more than a message
  PartitionStatistics Statistics;
  std::optional<Error> Failure;
};

/// Explores the differential partitions of the space until they cover it or the budget is used up (Böhme 2014,
/// algorithm 1).
PartitionSearch searchPartitions(const SymbolicInput &Space, Generaliser &Versions, Solver &Ask,
                                 const PartitionOptions &Options);

} // namespace vernier
