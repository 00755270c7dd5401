#pragma once

#include "partition/Partitions.h"
#include "search/TermKeys.h"

#include <deque>
#include <memory>
#include <set>

namespace vernier {

/// One exploration of partitions while it goes on.
///
/// The condition of a partition is a list c1, ..., cn. Its questions are "c1 and ... and c(k-1) and not ck", for each
/// k: together they are exactly what lies outside of the partition. So when every question about the newest partition
/// has no answer outside of the known ones, nothing is left. The cover query at the end asks again, all at once.
class PartitionExplorer {
public:
  PartitionExplorer(const SymbolicInput &Space, Generaliser &Versions, Solver &Ask, const PartitionOptions &Options)
      : Space(Space), Versions(Versions), Ask(Ask), Options(Options), Keys(Space.Store) {}

  PartitionSearch run();

private:
  using Conditions = std::shared_ptr<const std::vector<Conjunct>>;
  /// Is there an input that satisfies the first conjuncts of a list, but not the next one?
  struct Question {
    Conditions List;
    std::size_t Negated = 0;
    std::size_t Partition = 0; ///< that it is about, and whose example it starts from
  };
  /// In the order of Böhme 2014, section 3.3.
  enum Priority { DifferentOutput, Propagation, OtherChanges, PriorityCount };

  bool stopped();
  void replayStored();
  void seed();
  void runNext();
  void runSuspected();
  void runOne(const InputAssignment &Input, bool IsStored);
  bool askNext();
  bool askCover();
  void ask(const Question &What);
  SolverAnswer solve(std::vector<Term> Query, const InputAssignment &Near, std::chrono::milliseconds Limit);
  std::optional<std::size_t> partitionOf(const InputAssignment &Input);
  Term outside(std::size_t Partition);
  std::vector<Term> queryOf(const Question &What);
  bool tooManyPins(const Question &What);
  void leaveOpen(const Question &What, const std::string &Code, const std::string &Detail);
  InputAssignment inputOf(const Assignment &Model, const InputAssignment &Near) const;

  void add(const InputAssignment &Input, Generalised What);
  void checkDefined(const InputAssignment &Input, Generalised &What);
  void askSuspicion();
  void addUnknown(const InputAssignment &Input, Generalised &What);
  void splitByOutcome(DifferentialPartition &Part, const Generalised &What);
  void addDefinedness(const InputAssignment &Input, const Generalised &What, bool ForAll);
  void record(DifferentialPartition Part);
  void addSingle(const InputAssignment &Input, const Generalised &What);
  void publish(DifferentialPartition Part, bool ReachesChange);
  std::optional<Question> takeQuestion();
  void addQuestions(std::size_t Partition, bool ReachesChange);
  bool conditionsHold(const std::vector<Conjunct> &List, const InputAssignment &Input);

  bool mayScout() const;
  void scout();
  bool mayProbe() const;
  void probe();
  bool scoutsUnknown() const;
  void runDifferent(InputAssignment Different);
  bool hasEnough() const;
  bool isMessage(const DifferentialPartition &Part) const;
  void withdrawEqual(const DifferentialPartition &Different);

  void hole(const std::string &Code, std::uint32_t Site, const std::string &Detail);
  void keep(const Status &Written);
  void showProgress(bool Always);
  bool limited(std::chrono::milliseconds &Limit) const;

  const SymbolicInput &Space;
  Generaliser &Versions;
  Solver &Ask;
  const PartitionOptions &Options;
  TermKeys Keys;
  std::deque<InputAssignment> Stored; ///< runs of the store, to be carried out again before anything else
  std::deque<InputAssignment> Ready;
  std::deque<InputAssignment> Suspected; ///< to be run although a partition has them
  std::deque<std::vector<Term>> Suspicions;
  std::deque<Question> Questions[PriorityCount];
  std::map<unsigned, std::deque<Question>> Nearest; ///< of OtherChanges, by the distance to a change
  std::uint64_t Turns = 0;
  std::vector<Conditions> Lists;           ///< of the partitions, as they were found
  std::vector<std::set<unsigned>> Implied; ///< positions in the lists that the earlier ones imply
  std::map<PathKey, bool> Asked;           ///< questions; true: there is no answer at all
  std::map<std::pair<unsigned, std::uint32_t>, unsigned> PinTries;
  PartitionSearch Found;
  std::unique_ptr<Scout> Ahead;      ///< once there is reason for one
  std::uint64_t RunsWhenScouted = 0; ///< generalised ones
  std::uint64_t ScoutedBehind = 0;   ///< runs after all questions were answered
  unsigned SinglesOfOnePath = 0;     ///< of inputs that no decision tells apart
  double ProbeSeconds = 0;
  unsigned FailuresInARow = 0;
  std::uint64_t Steps = 0;
  Stopwatch Clock;
  double LastProgress = 0;
};

} // namespace vernier
