#include "partition/RemovedCode.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>

namespace vernier {

namespace {

/// Walks back from old instructions to the nearest ones that have counterparts.
class PlacesBefore {
public:
  explicit PlacesBefore(const ChangeMap &Map) : Map(Map) {}

  /// Before an instruction of the old version.
  void addBefore(const llvm::Instruction &I) { add(I.getPrevNode(), *I.getParent()); }

  /// On the way from one block of the old version directly to another.
  void addEdge(const llvm::BasicBlock &From, const llvm::BasicBlock &To) {
    const llvm::Instruction *End = From.getTerminator();
    const llvm::Instruction *Same = Map.counterpart(*End);
    if (!Same)
      return add(End->getPrevNode(), From);
    for (unsigned I = 0; I != End->getNumSuccessors(); ++I)
      if (End->getSuccessor(I) == &To && I < Same->getNumSuccessors())
        insert(Same->getSuccessor(I)->front());
  }

  std::vector<const llvm::Instruction *> Found;

private:
  void add(const llvm::Instruction *From, const llvm::BasicBlock &Block) {
    for (const llvm::Instruction *I = From; I; I = I->getPrevNode())
      if (const llvm::Instruction *Same = Map.counterpart(*I))
        return insert(*Same);
    if (!Begun.insert(&Block).second)
      return;
    for (const llvm::BasicBlock *Before : llvm::predecessors(&Block))
      addEdge(*Before, Block);
    const llvm::Function *Same = Map.counterpart(*Block.getParent());
    // A function that is gone is called by changed code only.
    if (&Block == &Block.getParent()->getEntryBlock() && Same && !Same->isDeclaration())
      insert(Same->getEntryBlock().front());
  }
  void insert(const llvm::Instruction &I) {
    if (Known.insert(&I).second)
      Found.push_back(&I);
  }

  const ChangeMap &Map;
  llvm::DenseSet<const llvm::BasicBlock *> Begun; ///< whose predecessors were looked at
  llvm::DenseSet<const llvm::Instruction *> Known;
};

} // namespace

std::vector<const llvm::Instruction *> placesOfRemovedCode(const ChangeMap &Map) {
  PlacesBefore Places(Map);
  const llvm::Module &Old = Map.oldProgram().module();
  for (const llvm::Function &F : Old)
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (Map.isChanged(I))
        Places.addBefore(I);
  for (const auto &[From, To] : Map.changedEdges())
    if (From->getModule() == &Old)
      Places.addEdge(*From, *To);
  return std::move(Places.Found);
}

} // namespace vernier
