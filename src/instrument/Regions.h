#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>

#include <vector>

namespace vernier {

/// Where the sides of a branch join again (docs/design.md#trace, control and leaving). A side that never comes back (it
/// exits, throws out of the function, or does not end) takes no part in that: it leaves.
class Regions {
public:
  explicit Regions(llvm::Function &F);

  /// The block where all sides of the terminator that come back have joined; null if only the end of the function is.
  llvm::BasicBlock *join(const llvm::BasicBlock &Branching) const;
  /// No way leads from here to a return.
  bool leaves(const llvm::BasicBlock &Block) const { return Leaving.contains(&Block); }
  /// The blocks that a side may execute before the join, without those that leave.
  std::vector<llvm::BasicBlock *> side(llvm::BasicBlock &First, const llvm::BasicBlock *Join) const;

private:
  void findLeaving(llvm::Function &F);
  void findJoins(llvm::Function &F);
  std::vector<llvm::BasicBlock *> successors(llvm::BasicBlock &Block) const;

  llvm::DenseSet<const llvm::BasicBlock *> Leaving;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> Joins;
};

} // namespace vernier
