#pragma once

#include "base/Random.h"
#include "directed/Goal.h"

#include <functional>
#include <map>
#include <set>

namespace vernier {

/// Where decisions lead.
struct Directions {
  Side Which = Side::New;
  /// How far the way that a run did not take at a decision is from where it should go; nothing: it does not lead there.
  std::function<std::optional<unsigned>(const DirectedRun &, NodeId Decision)> OtherSide;
  /// Whether a branch leads there at all, on some way.
  std::function<bool(std::uint32_t Site)> Leads;
};

Directions towards(const Goal &To);

/// Inputs on which a run comes nearer to a goal (Qi et al. 2010, algorithm 1): each decision of a run that did not come
/// there is a partial path condition, and the one whose other side is nearest is negated first. What the input cannot
/// flip by itself is flipped through what it depends on (section 4.3), transitively: the slice of the run names the
/// decisions that values come from, and the core of an unsatisfiable question those that contradict.
class Approach {
public:
  Approach(RunnablePair &Pair, Directions Lead) : Pair(Pair), Lead(std::move(Lead)) {}

  /// A run of the goal's version. Behind: how much less is expected of it than of others.
  void add(std::shared_ptr<DirectedRun> Run, unsigned Behind = 0);
  /// The next input to be run; nothing: there is none left, or no time.
  std::optional<InputAssignment> next();
  /// The same of what waits anywhere, whatever it promises.
  std::optional<InputAssignment> nextAtRandom(Random &Choose);

private:
  /// A decision whose other side is looked for, or (Through) a branch that only others can flip.
  struct Candidate {
    unsigned Rank = 0; ///< smaller is better
    std::uint64_t Tried = 0;
    std::size_t Run = 0;
    NodeId Node = 0;
    bool Through = false;
    bool operator<(const Candidate &Other) const;
  };
  using Place = std::pair<std::uint32_t, std::uint64_t>; ///< site and side

  std::uint64_t triedAt(const Candidate &What) const;
  void offer(std::size_t Run, NodeId Node, unsigned Rank, bool Through);
  void addTainted(std::size_t Run, unsigned Behind);
  void addUntainted(std::size_t Run, unsigned Behind);
  void offerSources(const Candidate &What);
  std::optional<InputAssignment> flip(const Candidate &What);
  std::optional<InputAssignment> otherLength(const Candidate &What, const Decision &Here, llvm::ArrayRef<Term> Prefix);
  std::optional<unsigned> nextSide(const Candidate &What);
  Term otherSide(const Candidate &What, const Decision &Here);
  std::optional<InputAssignment> tryOne(Candidate What);

  RunnablePair &Pair;
  Directions Lead;
  std::vector<std::shared_ptr<DirectedRun>> Runs;
  std::set<Candidate> Waiting;
  std::set<std::tuple<std::size_t, NodeId, bool>> Offered;
  std::map<Place, std::uint64_t> Tried;
  std::map<std::pair<std::size_t, NodeId>, std::set<unsigned>> SidesAsked; ///< of switches
  std::map<Place, std::uint64_t> SidesTried; ///< of switches: the sides that were asked for
  /// Of lengths: what they must not be any more.
  std::map<std::pair<std::size_t, NodeId>, std::vector<Term>> LengthsAsked;
  std::set<std::size_t> Made; ///< hashes of the inputs with another length
};

} // namespace vernier
