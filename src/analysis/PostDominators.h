#pragma once

#include "analysis/FlowGraph.h"

#include <vector>

namespace vernier {

/// Post-dominators of the runs of a function, with its virtual exit as the root. Where control cannot reach the exit
/// (an endless loop), one run of each such loop is taken to lead there.
class PostDominators {
public:
  explicit PostDominators(const FlowGraph &Flow);

  const FlowGraph &flow() const { return *Flow; }
  /// The exit for the exit itself.
  FlowGraph::Node immediate(FlowGraph::Node N) const { return Immediate[N]; }
  bool postDominates(FlowGraph::Node Later, FlowGraph::Node Earlier) const;

  /// The first instruction that every way from this branch (or call that may not return) to the end of the function
  /// must pass; null if that is only the exit.
  const llvm::Instruction *immediate(const llvm::Instruction &Branch) const;
  bool postDominates(const llvm::Instruction &Later, const llvm::Instruction &Earlier) const;

  /// Runs that were given an edge to the exit.
  const std::vector<FlowGraph::Node> &endless() const { return Endless; }

private:
  void connectEndless();
  void compute();

  const FlowGraph *Flow;
  std::vector<FlowGraph::Node> Immediate;
  std::vector<unsigned> Depth;
  std::vector<FlowGraph::Node> Endless;
};

} // namespace vernier
