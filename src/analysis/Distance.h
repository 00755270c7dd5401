#pragma once

#include "analysis/ControlDependence.h"

#include <memory>
#include <optional>

namespace vernier {

/// How far each place is from a target over the weighted interprocedural control dependence graph (Qi et al. 2010,
/// section 4.1): an edge from a branch to what it decides weighs 1, an auxiliary edge from a call to the start of the
/// callee 0. Depending on the return of a call is auxiliary too: it is not a branch that a test could take differently.
class Distance {
public:
  using ControlMap = llvm::DenseMap<const llvm::Function *, std::unique_ptr<ControlDependence>>;

  Distance(llvm::ArrayRef<const llvm::Instruction *> Targets, const CallGraph &Calls, const ControlMap &Control);

  /// Nothing: the target does not depend on the place.
  std::optional<unsigned> of(const llvm::Instruction &I) const;
  /// The distance of the nearest run of the block.
  std::optional<unsigned> of(const llvm::BasicBlock &Block) const;
  /// The distance when the branch goes this way: of the nearest run that this decides, plus one.
  std::optional<unsigned> ofSide(const llvm::Instruction &Branch, unsigned Successor) const;

private:
  using Place =
      std::pair<const llvm::Function *, FlowGraph::Node>; ///< the exit node stands for the entry of the function

  std::optional<unsigned> at(Place P) const;

  const ControlMap &Control;
  llvm::DenseMap<Place, unsigned> Found;
};

} // namespace vernier
