#pragma once

#include "analysis/DependenceGraph.h"
#include "base/Budget.h"

#include <llvm/ADT/BitVector.h>

#include <vector>

namespace vernier {

/// The forward slices of many criteria at once: for each instruction the set of criteria that it may depend on. The
/// same answer as one Slice for each criterion, at the cost of a few walks over the graph.
class ManySlices {
public:
  using Criterion = std::vector<const llvm::Instruction *>;

  /// Stops when the time is up; complete() then says so, and criteria that were not followed have no dependents.
  ManySlices(const DependenceGraph &Graph, llvm::ArrayRef<Criterion> Criteria, const Budget &Time = {});

  bool complete() const { return Complete; }
  /// The positions of the criteria whose slice has the instruction, ascending; a criterion's own instructions included.
  std::vector<unsigned> reaching(const llvm::Instruction &I) const;
  /// The same for what is known when the instruction is executed; of a call, without what comes back from it.
  std::vector<unsigned> reachingBefore(const llvm::Instruction &I) const;

private:
  /// A part of the criteria that fits into fixed bit sets.
  struct Batch {
    unsigned First = 0;
    std::vector<llvm::BitVector> Sets; ///< distinct ones
    llvm::DenseMap<DependenceGraph::Vertex, std::vector<unsigned>> SetsOf;
  };

  std::vector<unsigned> collect(llvm::ArrayRef<DependenceGraph::Vertex> Vertices) const;

  const DependenceGraph &Graph;

  bool Complete = true;
  std::vector<Batch> Batches;
};

} // namespace vernier
