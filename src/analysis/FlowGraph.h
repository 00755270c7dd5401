#pragma once

#include "analysis/CallGraph.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <vector>

namespace vernier {

/// The control flow of one function. A node is a maximal run of instructions that is only left at its end: by a
/// terminator, or by a call that may not return, which has an edge to the virtual exit. A call that may end in a
/// longjmp also leads to behind each setjmp of the function.
class FlowGraph {
public:
  using Node = unsigned;
  struct Run {
    const llvm::Instruction *First;
    const llvm::Instruction *Last;
    llvm::SmallVector<Node, 2> Successors; ///< of a terminator in its order; of a call: behind it, then the others
    llvm::SmallVector<Node, 2> Predecessors;
  };

  FlowGraph(const llvm::Function &F, const CallGraph &Calls);

  const llvm::Function &function() const { return *F; }
  /// Without the virtual exit.
  const std::vector<Run> &runs() const { return Runs; }
  static constexpr Node Entry = 0;
  /// The virtual exit; it has no run.
  Node exit() const { return Runs.size(); }
  Node nodeOf(const llvm::Instruction &I) const { return NodeOf.lookup(&I); }
  const llvm::SmallVectorImpl<Node> &exitPredecessors() const { return IntoExit; }

private:
  void split(const CallGraph &Calls);
  void link(const CallGraph &Calls);
  void edge(Node From, Node To);

  const llvm::Function *F;
  std::vector<Run> Runs;
  llvm::SmallVector<Node, 4> IntoExit;
  llvm::SmallVector<Node, 1> BehindSetjmp;
  llvm::DenseMap<const llvm::Instruction *, Node> NodeOf;
};

} // namespace vernier
