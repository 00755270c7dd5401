#pragma once

#include "analysis/PostDominators.h"

#include <vector>

namespace vernier {

/// Control dependence within one function (Ferrante, Ottenstein, Warren): what decides whether an instruction is
/// executed. Deciders are branches and calls that may not return.
class ControlDependence {
public:
  struct Decider {
    const llvm::Instruction *Branch; ///< null: the function's entry
    unsigned Successor;              ///< taking this one leads to the instruction for certain

    auto operator<=>(const Decider &) const = default;
  };

  explicit ControlDependence(const PostDominators &After);

  const std::vector<Decider> &of(const llvm::Instruction &I) const { return OfRun[After->flow().nodeOf(I)]; }
  const std::vector<Decider> &of(FlowGraph::Node N) const { return OfRun[N]; }
  const PostDominators &postDominators() const { return *After; }

private:
  const PostDominators *After;
  std::vector<std::vector<Decider>> OfRun;
};

} // namespace vernier
