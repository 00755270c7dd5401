#pragma once

#include "search/Explorer.h"

#include <memory>

namespace vernier {

/// What a run whose trace nobody has read shows.
struct ProbedRun {
  bool Differs = false, ReachesChange = false;
  std::string Output;                ///< of the newest version
  std::vector<std::uint64_t> Places; ///< of the code of all versions that it came to, and how often
  /// Of code that neighbours have in common: what only one of them came to, or not as often. They show the same, but
  /// they computed something else on the way.
  std::vector<std::uint64_t> Diverging;
};

/// All versions as one program: its path is that of the newest version, and what the others decide beyond that.
class ScoutedPrograms : public Explored {
public:
  /// The versions showed something different in the last run.
  virtual bool differs() const = 0;
  /// The last run executed something that has changed.
  virtual bool reachesChange() const = 0;
  /// How much a decision of the last run, by its position in the path, promises: smaller is better. NoRank: nothing is
  /// known to speak for it.
  virtual unsigned rank(std::size_t Position) const = 0;
  static constexpr unsigned NoRank = ~0u;
  /// Runs inputs without looking at what decides: the first of them, up to one that does not end soon.
  virtual std::vector<ProbedRun> probe(const std::vector<InputAssignment> &Inputs) = 0;
};

/// Looks for inputs on which the versions differ along single paths, without finding out what else a run stands for.
/// That is far cheaper than a partition, and proves nothing: where every partition is equal so far, it finds out early
/// that there is something else to find. What it finds has to be confirmed by others.
class Scout {
public:
  ~Scout();
  Scout(const SymbolicInput &Space, ScoutedPrograms &Versions, Solver &Ask, const ExplorationOptions &Options);

  /// Goes on for some runs. An input on which the versions differ, if one of them did.
  std::optional<InputAssignment> look(unsigned Runs);
  /// There is nothing left to look at.
  bool isOver() const { return Over; }
  const ExplorationStatistics &statistics() const { return Search.statistics(); }

private:
  class Watched;

  std::unique_ptr<Watched> Versions;
  std::unique_ptr<Strategy> Choose;
  ExplorationOptions Options;
  Explorer Search;
  bool Begun = false, Over = false;
};

} // namespace vernier
