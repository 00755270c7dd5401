#include "changes/ChangeMap.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vernier {

bool isTransparent(const llvm::Instruction &I) {
  if (const auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(&I))
    return Slot->isStaticAlloca();
  if (const auto *Branch = llvm::dyn_cast<llvm::BranchInst>(&I))
    return Branch->isUnconditional();
  return I.isDebugOrPseudoInst() || I.isLifetimeStartOrEnd();
}

bool isCommutingStore(const llvm::Instruction &I) {
  const auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
  if (!Store || !Store->isSimple())
    return false;
  const auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(Store->getPointerOperand());
  return Slot && Slot->isStaticAlloca() && llvm::isa<llvm::Constant, llvm::Argument>(Store->getValueOperand()) &&
         I.getDataLayout().getTypeStoreSize(Store->getValueOperand()->getType()) <=
             I.getDataLayout().getTypeAllocSize(Slot->getAllocatedType());
}

std::vector<const llvm::Instruction *> commutingRun(const llvm::Instruction &I) {
  std::vector<const llvm::Instruction *> Run;
  llvm::SmallPtrSet<const llvm::Value *, 8> Slots;
  for (const llvm::Instruction *Next = &I; Next; Next = Next->getNextNode()) {
    if (isTransparent(*Next) && !Next->isTerminator())
      continue;
    if (!isCommutingStore(*Next) || !Slots.insert(llvm::getPointerOperand(Next)).second)
      break;
    Run.push_back(Next);
  }
  return Run;
}

Status somethingInCommon(const ChangeMap &Map) {
  std::string Names[2];
  unsigned Side = 0;
  for (const Program *Version : {&Map.oldProgram(), &Map.newProgram()}) {
    for (const llvm::Function &F : Version->module()) {
      if (F.isDeclaration())
        continue;
      if (Map.counterpart(F))
        return Done{};
      if (Names[Side].empty())
        Names[Side] = F.getName().str();
    }
    ++Side;
  }
  return analysisError("'" + Map.oldProgram().label() + "' (which defines " + Names[0] + ") and '" +
                       Map.newProgram().label() + "' (which defines " + Names[1] +
                       ") have no function in common; give two versions of the same program");
}

const llvm::Function *ChangeMap::counterpart(const llvm::Function &F) const {
  return llvm::cast_or_null<llvm::Function>(Counterparts.lookup(&F));
}

const llvm::GlobalVariable *ChangeMap::counterpart(const llvm::GlobalVariable &G) const {
  return llvm::cast_or_null<llvm::GlobalVariable>(Counterparts.lookup(&G));
}

const llvm::Instruction *ChangeMap::counterpart(const llvm::Instruction &I) const {
  return llvm::cast_or_null<llvm::Instruction>(Counterparts.lookup(&I));
}

bool ChangeMap::isChanged(const llvm::Instruction &I) const {
  return !Counterparts.contains(&I) && !isTransparent(I);
}

bool ChangeMap::hasChangedEdge(const llvm::BasicBlock &From) const {
  return llvm::any_of(llvm::successors(&From), [&](const llvm::BasicBlock *To) { return isChangedEdge(From, *To); });
}

bool ChangeMap::hasChange(const llvm::Function &F) const {
  return llvm::any_of(F, [&](const llvm::BasicBlock &Block) {
    return hasChangedEdge(Block) || llvm::any_of(Block, [&](const llvm::Instruction &I) { return isChanged(I); });
  });
}

bool ChangeMap::empty() const {
  if (!ChangedEdges.empty() || !Obstacles.empty())
    return false;
  for (const Program *Version : {Old, New})
    if (llvm::any_of(Version->module(), [&](const llvm::Function &F) { return hasChange(F); }))
      return false;
  return true;
}

void ChangeMap::matchValues(const llvm::Value &OldV, const llvm::Value &NewV) {
  assert(!Counterparts.contains(&OldV) && !Counterparts.contains(&NewV) && "the matching is one to one");
  Counterparts[&OldV] = &NewV;
  Counterparts[&NewV] = &OldV;
}

void ChangeMap::unmatch(const llvm::Value &V) {
  auto It = Counterparts.find(&V);
  if (It == Counterparts.end())
    return;
  const llvm::Value *Other = It->second;
  Counterparts.erase(&V);
  Counterparts.erase(Other);
}

} // namespace vernier
