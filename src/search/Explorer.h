#pragma once

#include "search/Exploration.h"
#include "search/RunPool.h"

#include <deque>
#include <set>

namespace vernier {

/// One exploration while it goes on: inputs to run, runs to add to the tree, questions to ask.
///
/// A node of the tree is in the strategy's hands while it is Open, and in ours while it is Pending (its input waits in
/// Ready or is running). It comes back when the run has ended.
class Explorer {
public:
  Explorer(const SymbolicInput &Space, const std::vector<Explored *> &Programs, Solver &Ask, Strategy &Choose,
           const ExplorationOptions &Options);

  Exploration run();
  /// The same step by step: begin() once, then step() as long as it says that there is more to do.
  void begin() { seed(); }
  /// A run, or a question to the solver.
  bool step();
  const ExplorationStatistics &statistics() const { return Found.Statistics; }

private:
  /// An input that is to be run, and why.
  struct Job {
    InputAssignment Input;
    std::optional<NodeId> For; ///< another side of this node
    std::size_t KnownSides = 0;
    std::optional<PathKey> Before = std::nullopt; ///< the store has this run, and it took this path
    bool Suggested = false;
  };

  void replayStored();
  void seed();
  void addSeed(const InputAssignment &Input);
  void seedFromZeros();
  bool stopped();
  bool startRun();
  bool endRun(bool Wait);
  bool askNext();
  bool suggest();
  void ask(NodeId At);
  SolverAnswer solve(llvm::ArrayRef<Term> Query, NodeId At, std::chrono::milliseconds Limit);
  void queueModel(NodeId At, const Assignment &Model, const InputAssignment &Near);
  bool askStore(NodeId At);
  void settle(NodeId At, const std::string &Hole, const std::string &Detail);
  void keep(const Status &Written);

  void add(const Job &Done, Run &What);
  void addToTree(const Job &Done, Run &What, std::size_t NewEdges);
  void returnNode(const Job &Done, bool Reached, std::size_t NewEdges);
  void checkConditions(const Job &Done, const Run &What, std::size_t From);
  void addHolesOf(const Run &What);
  std::size_t addCoverage(const std::vector<std::uint8_t> &Edges);
  void addTest(const Job &Done, Run &What, const PathKey &Path, std::size_t NewEdges);
  Candidate candidate(NodeId At, std::size_t NewEdges) const;
  void offer(NodeId At, std::size_t NewEdges);
  void offerLeads(const Run &What, llvm::ArrayRef<NodeId> Through, std::size_t NewEdges);

  void hole(const std::string &Reason, std::uint32_t Site, const std::string &Detail = {});
  void showProgress(bool Always);
  Exploration finish();

  const SymbolicInput &Space;
  Solver &Ask;
  Strategy &Choose;
  const ExplorationOptions &Options;
  ExecutionTree Tree;
  RunPool Pool;
  std::deque<Job> Ready;
  std::set<std::size_t> Planned;           ///< hashes of the inputs that are run without a question
  std::vector<std::optional<Job>> Running; ///< by program
  std::vector<InputAssignment> Inputs;     ///< of all runs, for the nodes that they are witnesses of
  std::set<PathKey> Paths;
  std::size_t ReplaysLeft = 0; ///< until then the tree has too few sides: no question is asked
  /// Why a node is a hole; it counts if it still is one at the end.
  struct NodeHole {
    NodeId At;
    std::string Reason, Detail;
  };
  std::vector<NodeHole> NodeHoles;
  Exploration Found;
  std::size_t CoveredEdges = 0;
  /// Of suggestions: how many choices of the strategy come between two, and how many are left until the next.
  unsigned SuggestionPause = 1, SuggestionsIn = 0;
  unsigned FailuresInARow = 0;
  std::uint64_t Steps = 0;
  Stopwatch Clock;
  double LastProgress = 0;
};

} // namespace vernier
