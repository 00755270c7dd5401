#pragma once

#include "analysis/DependenceGraph.h"
#include "base/Budget.h"

#include <llvm/ADT/DenseMap.h>

#include <array>
#include <map>
#include <vector>

namespace vernier {

/// The forward slices of many criteria at once: for each instruction the set of criteria that it may depend on. The
/// same answer as one Slice for each criterion, at the cost of a few walks over the graph. Few sets are distinct,
/// however many instructions there are: each is kept once and has a number.
class ManySlices {
public:
  using Criterion = std::vector<const llvm::Instruction *>;
  /// A set of criteria. Equal sets have equal numbers.
  using SetId = unsigned;
  static constexpr SetId Nothing = 0;

  /// Stops when the time is up; complete() then says so, and criteria that were not followed have no dependents.
  ManySlices(const DependenceGraph &Graph, llvm::ArrayRef<Criterion> Criteria, const Budget &Time = {});

  bool complete() const { return Complete; }
  /// The criteria whose slice has the instruction; a criterion's own instructions included.
  SetId reachingSet(const llvm::Instruction &I) const;
  /// The same for what is known when the instruction is executed; of a call, without what comes back from it.
  SetId reachingSetBefore(const llvm::Instruction &I) const;
  SetId join(SetId A, SetId B) const;
  /// The set without one criterion.
  SetId without(SetId Set, unsigned Criterion) const;
  SetId single(unsigned Criterion) const;
  bool includes(SetId Set, SetId Part) const;
  unsigned count(SetId Set) const;
  /// The positions of the criteria, ascending.
  std::vector<unsigned> positions(SetId Set) const;

  std::vector<unsigned> reaching(const llvm::Instruction &I) const { return positions(reachingSet(I)); }
  std::vector<unsigned> reachingBefore(const llvm::Instruction &I) const { return positions(reachingSetBefore(I)); }

private:
  static constexpr unsigned BatchSize = 512;
  /// A part of a set: of the criteria that stand next to each other.
  using Bits = std::array<std::uint64_t, BatchSize / 64>;
  /// The parts of a set by their numbers.
  using Row = std::vector<unsigned>;

  unsigned intern(const Bits &Part) const;
  SetId intern(const Row &Parts) const;
  SetId collect(llvm::ArrayRef<DependenceGraph::Vertex> Vertices) const;

  const DependenceGraph &Graph;
  bool Complete = true;
  std::vector<SetId> SetOf;        ///< by state of the walk
  mutable std::vector<Bits> Parts; ///< 0: the empty one
  mutable std::map<Bits, unsigned> PartNumber;
  mutable std::vector<Row> Rows;
  mutable std::map<Row, SetId> RowNumber;
  mutable llvm::DenseMap<std::pair<SetId, SetId>, SetId> Joined;
};

} // namespace vernier
