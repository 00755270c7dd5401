#pragma once

#include "bounded/Executor.h"

namespace vernier {

/// The blocks of a function as the executor visits them.
struct Executor::FunctionShape {
  explicit FunctionShape(const llvm::Function &F);

  llvm::DominatorTree Dominators;
  llvm::LoopInfo Loops;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Number; ///< in reverse post-order
  /// The blocks of a loop with those of its inner loops, in that order; null stands for the function.
  std::map<const llvm::Loop *, std::vector<const llvm::BasicBlock *>> Blocks;
};

/// A state on its way into a block, with the values that the phis of the block take on this way.
struct Executor::Edge {
  State S;
  std::vector<SymbolicValue> Phis;
};

/// One activation of a function. Values are those of the iteration that runs; what is used behind a loop passes through
/// phis at its exits (LCSSA), which are evaluated on the way out.
struct Executor::Frame {
  Frame(const llvm::Function &Function, const FunctionShape &Shape) : Function(Function), Shape(Shape) {}

  const llvm::Function &Function;
  const FunctionShape &Shape;
  llvm::DenseMap<const llvm::Value *, SymbolicValue> Values;
  std::map<const llvm::BasicBlock *, std::vector<Edge>> Pending;
  std::vector<Edge> Returns; ///< Phis[0] is the value
  std::vector<unsigned> Locals;
  std::optional<VariableArguments> Variable;
};

} // namespace vernier
