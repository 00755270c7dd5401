#pragma once

#include "analysis/CallGraph.h"

#include <llvm/ADT/DenseSet.h>

namespace vernier {

/// From which blocks a target may still be executed, over the flow of all functions with their calls and returns. A
/// return may go to any caller, so there may be too many of these blocks, but never too few.
class Reachability {
public:
  Reachability(const llvm::Module &M, llvm::ArrayRef<const llvm::Instruction *> Targets, const CallGraph &Calls);

  /// An execution that enters the block may come to a target, in it or later.
  bool from(const llvm::BasicBlock &Block) const { return Everywhere || Found.contains(&Block); }

private:
  using Blocks = std::vector<const llvm::BasicBlock *>;

  void addBefore(const llvm::BasicBlock &Block, const CallGraph &Calls, Blocks &To) const;

  /// Where executions of a function may go back to its caller, or leave it in another way.
  llvm::DenseMap<const llvm::Function *, Blocks> Exits;
  llvm::DenseMap<const llvm::BasicBlock *, std::vector<const llvm::Function *>> Callees;
  Blocks Jumps; ///< blocks with a call that may end in a longjmp
  llvm::DenseSet<const llvm::BasicBlock *> Found;
  bool Everywhere = false;
};

} // namespace vernier
