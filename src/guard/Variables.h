#pragma once

#include "guard/Points.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

#include <optional>

namespace vernier {

/// The variables of one function of one version: which there are, and which of them hold a value at an instruction.
class FunctionVariables {
public:
  explicit FunctionVariables(const llvm::Function &F);

  /// What properties of the point in front of an instruction can name. Group: the instructions of the statement that
  /// the point is behind, in order.
  std::vector<PointVariable> at(const llvm::Instruction &Before, llvm::ArrayRef<const llvm::Instruction *> Group) const;

private:
  using SlotSet = llvm::DenseSet<const llvm::AllocaInst *>;
  struct Slot {
    PointVariable Variable;
    const llvm::DILocalVariable *Declared = nullptr;
  };

  void addSlots(const llvm::Function &F);
  void addGlobals(const llvm::Function &F);
  void addParametersAtEntry(const llvm::Function &F);
  void findAssigned(const llvm::Function &F);
  void step(const llvm::Instruction &I, SlotSet &Assigned) const;
  SlotSet assignedAt(const llvm::Instruction &Before) const;
  const Slot *slot(const llvm::Value &Address) const;
  std::optional<PointVariable> member(const llvm::Instruction &Access) const;
  void addMembers(llvm::ArrayRef<const llvm::Instruction *> Group, std::vector<PointVariable> &To) const;

  std::vector<Slot> Slots;                                                          ///< in the order of the code
  llvm::DenseMap<const llvm::AllocaInst *, const llvm::DILocalVariable *> Declared; ///< of any type
  std::vector<PointVariable> Globals, AtEntry;
  llvm::DenseMap<const llvm::BasicBlock *, SlotSet> AssignedBefore; ///< of blocks that can be reached
};

} // namespace vernier
