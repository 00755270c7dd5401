#include "impact/Removals.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

#include <vector>

namespace vernier {

const llvm::Instruction *placeOfRemoved(const ChangeMap &Map, const llvm::Instruction &Removed) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Seen;
  std::vector<const llvm::Instruction *> Work{&Removed};
  for (std::size_t K = 0; K < Work.size(); ++K)
    for (const llvm::Instruction *I = Work[K]; I; I = I->getNextNode()) {
      if (!isTransparent(*I))
        if (const llvm::Instruction *Other = Map.counterpart(*I))
          return Other;
      if (I->isTerminator())
        for (const llvm::BasicBlock *Next : llvm::successors(I->getParent()))
          if (Seen.insert(Next).second)
            Work.push_back(&Next->front());
    }
  return nullptr;
}

} // namespace vernier
