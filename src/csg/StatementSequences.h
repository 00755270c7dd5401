#pragma once

#include "csg/SequenceGraph.h"

#include <functional>
#include <optional>
#include <vector>

namespace vernier {

struct StatementNode {
  std::vector<unsigned> Successors; ///< control flow, across calls as far as the caller models them
  /// Statements that this one directly depends on; only read when unimportant interaction locations are dropped.
  std::vector<unsigned> DependsOn;
  std::vector<unsigned> Through; ///< relays through which it depends on more of them
  bool Changed = false;
  bool Output = false;
  Location Where;
  std::string Label;
};

struct StatementGraph {
  std::vector<StatementNode> Nodes;
  /// What statements write and others read, a piece of memory for example: instead of an edge for each pair.
  struct Relay {
    std::vector<unsigned> Statements, Relays; ///< that it depends on
  };
  std::vector<Relay> Relays;
  std::optional<unsigned> Start; ///< with it, the result has edges from its entry and to its exit
};

struct StatementSequenceOptions {
  /// Drop interaction locations that merely repeat one they depend on, with the same set of changes (Böhme 2014,
  /// section 4.4.2).
  bool ImportantOnly = false;
  /// Go on behind outputs. As printed, a sequence ends at the first output, and what follows one is not connected.
  bool PastOutputs = false;
};

/// The changed statements (numbers of nodes) in the backward slice of a statement, sorted; without the statement
/// itself.
using ChangesThatReach = std::function<std::vector<unsigned>(unsigned Node)>;

struct StatementSequences {
  SequenceGraph Graph;
  /// The number in the graph of each statement that is part of it.
  std::vector<std::optional<unsigned>> NodeOf;
};

/// The change sequence graph with interaction locations and outputs (Böhme 2014, algorithm 5, definition 11). The edges
/// are those of the printed algorithm: an interaction location is connected from the changes that it depends on (not
/// from the one whose walk found it), and walked on from. What is visited is remembered; as printed it does not end on
/// loops.
StatementSequences statementSequences(const StatementGraph &Statements, const ChangesThatReach &Reach,
                                      const StatementSequenceOptions &Options = {});

} // namespace vernier
