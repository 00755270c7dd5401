#include "interaction/LostPlaces.h"

#include <llvm/IR/CFG.h>

#include <set>

namespace vernier {

namespace {

bool isMarkable(const llvm::Instruction &I) {
  return !llvm::isa<llvm::PHINode, llvm::AllocaInst>(I);
}

/// What both versions have in front of an instruction.
class InFront {
public:
  explicit InFront(const ChangeMap &Map) : Map(Map) {}

  void lookFrom(const llvm::Instruction &I) {
    for (const llvm::Instruction *Before = I.getPrevNode(); Before; Before = Before->getPrevNode())
      if (take(*Before))
        return;
    lookBehind(*I.getParent());
  }

  std::vector<const llvm::Instruction *> Places;

private:
  bool take(const llvm::Instruction &I) {
    const llvm::Instruction *Other = isMarkable(I) && !Map.isChanged(I) ? Map.counterpart(I) : nullptr;
    if (Other && isMarkable(*Other) && !llvm::is_contained(Places, Other))
      Places.push_back(Other);
    return Other;
  }

  void lookBehind(const llvm::BasicBlock &Block) {
    for (const llvm::BasicBlock *From : llvm::predecessors(&Block)) {
      if (!Seen.insert(From).second)
        continue;
      const llvm::Instruction *Last = From->getTerminator();
      if (!take(*Last))
        lookFrom(*Last);
    }
  }

  const ChangeMap &Map;
  std::set<const llvm::BasicBlock *> Seen;
};

} // namespace

std::vector<const llvm::Instruction *> lostPlaces(const ChangeMap &Map, const ChangedStatement &Change) {
  InFront Search(Map);
  for (const llvm::Instruction *I : Change.OldInstructions)
    Search.lookFrom(*I);
  return Search.Places;
}

std::vector<const llvm::Instruction *> placeLostChanges(const ChangeMap &Map, Impact &Changed) {
  std::vector<const llvm::Instruction *> All;
  for (ChangedStatement &Change : Changed.Changes)
    if (llvm::none_of(Change.NewInstructions, [](const llvm::Instruction *I) { return isMarkable(*I); })) {
      Change.NewInstructions = lostPlaces(Map, Change);
      llvm::append_range(All, Change.NewInstructions);
    }
  for (std::size_t Node = 0; Node != Changed.GraphInstructions.size(); ++Node)
    for (const ChangedStatement &Change : Changed.Changes)
      if (Changed.GraphInstructions[Node].empty() && llvm::is_contained(Changed.GraphChanges[Node], Change.Id))
        Changed.GraphInstructions[Node] = Change.NewInstructions;
  return All;
}

} // namespace vernier
