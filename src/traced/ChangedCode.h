#pragma once

#include "abi/Sites.h"
#include "analysis/ProgramAnalysis.h"
#include "changes/ChangeMap.h"
#include "input/InputSpace.h"

#include <llvm/ADT/BitVector.h>

#include <set>
#include <vector>

namespace vernier {

/// The instruction of the original program that each site stands for; null for code of models.
std::vector<const llvm::Instruction *> instructionsOfSites(const llvm::Module &M, const Instrumentation &Build);

/// The instructions that changes are about: changed ones, where changed edges begin, and those whose meaning depends on
/// where locals lie.
std::vector<const llvm::Instruction *> touchedInstructions(const llvm::Module &M, const ChangeMap &Map);

/// The map between a version and a neighbour of it.
struct NeighbourMap {
  const ChangeMap *Map = nullptr;
  const InputSpace *Space = nullptr; ///< of the same pair
  unsigned IdsFrom = 0;              ///< what the ids of its changed statements are counted on from
};

/// What has changed in one version, in the terms of its traces.
class ChangedCode {
public:
  /// The maps to the neighbours of the version, as many as there are.
  ChangedCode(const Program &Version, const Instrumentation &Build, llvm::ArrayRef<NeighbourMap> Maps);

  /// The run may have executed a changed instruction, or passed a changed edge. (It did enter the block.)
  bool isReached(llvm::ArrayRef<std::uint8_t> Coverage) const;
  /// Whether changes are reached may depend on a decision there.
  bool decides(std::uint32_t Site) const { return Site < Deciding.size() && Deciding[Site]; }
  /// Whether changes are reached may depend on who throws an exception.
  bool areCaught() const { return Caught; }
  /// How many branches lie between the decision and a change; very many if it does not lead to one.
  unsigned distanceOf(std::uint32_t Site) const { return Site < Distances.size() ? Distances[Site] : ~0u; }
  /// An access there may leave a local, and what lies behind it is something else in the other version.
  bool dependsOnFrame(std::uint32_t Site) const { return Site < Framed.size() && Framed[Site]; }
  /// Whether such an access is executed may depend on a decision there; or a changed one that may fail, or one that
  /// gives memory back or may write to a constant in a function that has changes.
  bool decidesOnFrame(std::uint32_t Site) const { return Site < FrameDeciding.size() && FrameDeciding[Site]; }
  /// Ids of the changed statements that the site belongs to, of each map at most one.
  llvm::ArrayRef<unsigned> statementsOf(std::uint32_t Site) const { return Statements[Site]; }
  /// The changed instructions, and the ends of blocks with changed edges.
  llvm::ArrayRef<const llvm::Instruction *> targets() const { return Targets; }
  /// Ids of the changed statements that the run may have executed.
  std::set<unsigned> executed(llvm::ArrayRef<std::uint8_t> Coverage) const;

private:
  void addMap(const Program &Version, const NeighbourMap &To);
  void addStatements(const NeighbourMap &To, bool IsNew);
  void addMovedArguments(const Program &Version, const NeighbourMap &To);
  void addTarget(const llvm::Instruction &I);
  void addEdge(const llvm::BasicBlock &From, const llvm::BasicBlock &To);
  void addBlock(const llvm::BasicBlock &Block) { Spots.insert(BlockSpots.lookup(&Block)); }

  const Instrumentation &Build;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> BlockSpots; ///< places in the coverage
  llvm::DenseMap<const llvm::Instruction *, std::uint32_t> SiteOf;
  std::vector<const llvm::Instruction *> Targets;
  std::set<unsigned> Spots; ///< places in the coverage that only runs through changed code hit
  llvm::BitVector Deciding, Framed, FrameDeciding;
  std::vector<const llvm::Instruction *> FrameTargets;    ///< accesses that may fail in one version only
  std::vector<unsigned> Distances;                        ///< by site
  std::vector<llvm::SmallVector<unsigned, 1>> Statements; ///< by site
  std::map<unsigned, std::set<unsigned>> StatementsAt;    ///< by place in the coverage
  bool Caught = false;
  bool Everything = false; ///< some change has no place: every run counts
};

} // namespace vernier
