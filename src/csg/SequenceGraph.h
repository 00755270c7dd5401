#pragma once

#include "base/Location.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vernier {

enum class SequenceNodeKind { Entry, Exit, Change, Removal, Declaration, Interaction, Output };

std::string_view toString(SequenceNodeKind Kind);

struct SequenceNode {
  SequenceNodeKind Kind = SequenceNodeKind::Change;
  Location Where;
  std::string Label;
};

/// A change sequence graph (Böhme 2014, definition 14, or algorithm 5 with interaction locations and outputs).
struct SequenceGraph {
  static constexpr unsigned Entry = 0;
  static constexpr unsigned Exit = 1;

  /// Entry and exit are always the first two nodes.
  std::vector<SequenceNode> Nodes{{SequenceNodeKind::Entry, {}, "entry"}, {SequenceNodeKind::Exit, {}, "exit"}};
  /// Sorted, each once; self-loops count.
  std::vector<std::pair<unsigned, unsigned>> Edges;

  /// No change at all.
  bool empty() const { return Nodes.size() == 2; }
  unsigned add(SequenceNode Node) {
    Nodes.push_back(std::move(Node));
    return static_cast<unsigned>(Nodes.size() - 1);
  }
  void connect(unsigned From, unsigned To) { Edges.emplace_back(From, To); }
  /// Sorts the edges and drops repetitions; every construction ends with it.
  void finish();
};

/// CyCC = E - N + 2P (Böhme 2014, definition 15); 0 for a graph without changes. An entry or exit without any edge (a
/// change in a loop that never ends, or in code that nothing calls) is not counted: as a component of its own it would
/// add a sequence that does not exist.
unsigned cyclomaticChangeComplexity(const SequenceGraph &Graph);

/// Graphviz text. Title may be empty.
std::string toDot(const SequenceGraph &Graph, std::string_view Title);

} // namespace vernier
