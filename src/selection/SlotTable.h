#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// What of a function is recorded: a slot for each block, in order, and one for each edge that no block stands for.
struct FunctionSlots {
  std::string Id;     ///< stableId, made unique within the module
  unsigned First = 0; ///< its first slot among those of the module
  unsigned Blocks = 0;
  /// Block and successor of the edges that can be told apart only by a slot of their own.
  std::vector<std::pair<unsigned, unsigned>> Edges;

  unsigned count() const { return Blocks + static_cast<unsigned>(Edges.size()); }
};

/// The numbers of everything in a module that a run can be seen to execute. They depend on the module alone, so that
/// whoever instruments a copy of it and whoever reads what that left agree.
class SlotTable {
public:
  explicit SlotTable(const llvm::Module &M);

  const std::vector<FunctionSlots> &functions() const { return Functions; }
  unsigned total() const { return Total; }

  /// Null: the function is not recorded (it is declared, has no frame of its own, or its code is from elsewhere).
  const FunctionSlots *find(const llvm::Function &F) const;
  std::optional<unsigned> indexOf(const llvm::Function &F) const;

  // Slots within the function. Of an edge: one of them is hit if it is taken; where it cannot be told, its target's.
  unsigned slotOf(const llvm::BasicBlock &Block) const { return Blocks.lookup(&Block); }
  std::vector<unsigned> slotsOf(const llvm::BasicBlock &From, const llvm::BasicBlock &To) const;

private:
  std::vector<FunctionSlots> Functions;
  llvm::DenseMap<const llvm::Function *, unsigned> Indices;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Blocks;
  unsigned Total = 0;
};

} // namespace vernier
