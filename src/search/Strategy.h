#pragma once

#include "base/Result.h"
#include "search/ExecutionTree.h"

#include <llvm/ADT/ArrayRef.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// A place in the tree where another side may be found.
struct Candidate {
  NodeId Node = 0;
  unsigned Depth = 0;
  DecisionKind What = DecisionKind::Branch;
  std::uint32_t Site = 0;
  std::size_t Sides = 0;      ///< how many are known there
  std::uint64_t LastSide = 0; ///< the newest of them
  std::size_t NewEdges = 0;   ///< that the run which came by covered first
  unsigned Before = 0;        ///< how often the run came by the same site before (of leads)
};

/// What a candidate may lead to: sites of Run::Goals.
using Goals = llvm::ArrayRef<std::uint32_t>;

/// Chooses where to look for another side next. Strategies wrap each other. A candidate is added again when it got
/// another side; what is taken may be out of date (another strategy took it, too, or a run settled it): the explorer
/// looks at the tree.
class Strategy {
public:
  virtual ~Strategy() = default;
  virtual void add(const Candidate &What) = 0;
  /// Removes and returns the best; nothing if there is none.
  virtual std::optional<Candidate> take() = 0;
  /// A run has made these decisions.
  virtual void passed(const std::vector<Decision> &) {}
  /// A run came by a candidate that these goals depend on; it was added before, then or by an earlier run.
  virtual void leads(const Candidate &, Goals) {}
};

/// The least number of decisions first; among equals the oldest.
std::unique_ptr<Strategy> breadthFirst();
/// The last decision of the newest run first.
std::unique_ptr<Strategy> depthFirst();
/// Sides that no run took anywhere, then places that were tried least often, then what runs with new coverage opened;
/// concretised values last.
std::unique_ptr<Strategy> coverageNewFirst();
/// Any candidate of any site; of two sites the one that was tried less often. What a loop comes by again and again has
/// no more turns than what is met once.
std::unique_ptr<Strategy> anySite(std::uint64_t Seed);
/// Follows the newest runs from a place chosen at random, and starts again elsewhere after some steps.
std::unique_ptr<Strategy> randomRestart(std::uint64_t Seed, unsigned Steps = 16);

/// What the goals of runs depend on, goal by goal: the one that was tried least often first, and of what it depends on
/// the site that was tried least often for it; of the same site what runs come by first, so that the same kind of
/// character at the next byte is last. IsOpen: a side of the goal is still not covered. Importance: how many tries one
/// of this goal is worth.
struct GoalOrder {
  std::function<bool(std::uint32_t)> IsOpen;
  std::function<unsigned(std::uint32_t)> Importance;
};
std::unique_ptr<Strategy> goalsFirst(GoalOrder Order);

/// How far the target is from the sides of a candidate that are not known yet; nothing: it cannot be reached from there
/// as far as anybody knows, so these come last.
using DistanceOf = std::function<std::optional<unsigned>(const Candidate &)>;
std::unique_ptr<Strategy> nearestFirst(DistanceOf Distance);

/// Forgets candidates when they are added, unless they are to be kept: what lies behind them is not explored.
std::unique_ptr<Strategy> pruned(std::unique_ptr<Strategy> Inner, std::function<bool(const Candidate &)> Keep);

/// Asks each in turn.
std::unique_ptr<Strategy> interleave(std::vector<std::unique_ptr<Strategy>> Members);

/// By name, for the command line: breadth, depth, coverage, random, distance (needs one), or several with commas
/// between them, in turn.
Result<std::unique_ptr<Strategy>> strategyNamed(const std::string &Names, std::uint64_t Seed, DistanceOf Distance = {});

} // namespace vernier
