#pragma once

#include "directed/Approach.h"
#include "impact/Impact.h"

namespace vernier {

/// Where runs of the new version go in the change sequence graph, and where they should go next: the places behind the
/// one that was reached last, those first that no run has gone to from there (Böhme 2014, algorithm 6). Flat: the
/// baseline, for which all changed statements and outputs are one set of targets.
class SequenceTargets {
public:
  SequenceTargets(RunnablePair &Pair, const Impact &Changed, bool Flat);

  /// What traces have to say when control comes to: one instruction of each node.
  static std::vector<const llvm::Instruction *> marks(const Impact &Changed);

  Directions directions();
  /// A run was made: what it went through counts as reached. True: it went a way through the graph, or carried a value
  /// past one of its places, as no run did before.
  bool passed(const DirectedRun &Run);
  /// Ids of the changed statements that the run executed, in order; one that comes several times in a row once.
  std::vector<unsigned> sequence(const DirectedRun &Run) const;
  std::size_t edges() const { return Taken.size(); }

private:
  bool carries(const DirectedRun &Run);
  /// The last two nodes of the graph that the run came to before it decided.
  std::pair<unsigned, unsigned> nodesBefore(const DirectedRun &Run, NodeId Decision) const;
  std::optional<unsigned> towards(unsigned Target, const VernierNode &Decision, bool IsKnown) const;

  bool Flat;
  SequenceGraph Graph;
  std::vector<std::vector<unsigned>> Next;        ///< by node
  std::vector<std::optional<Goal>> Goals;         ///< by node
  llvm::DenseMap<std::uint32_t, unsigned> NodeOf; ///< by site of a mark
  std::vector<unsigned> ChangeOf;                 ///< by site of the new version, 0: none
  std::set<std::pair<unsigned, unsigned>> Taken;  ///< edges that runs have taken
  /// Edges that runs have taken, with the node before: an error needs what was done there, too.
  std::set<std::tuple<unsigned, unsigned, unsigned>> Known;
  /// Values that runs defined before a place and used behind it: what a change leaves, or no longer removes, is among
  /// them. Sites of both, and the node of the last place between them.
  std::set<std::tuple<std::uint32_t, unsigned, std::uint32_t>> Carried;
};

} // namespace vernier
