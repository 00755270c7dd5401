#include "bitcode/Normalise.h"

#include "bitcode/SignedArithmetic.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>
#include <vector>

namespace vernier {

namespace {

/// The value is read back from a slot directly before it is returned: the form that we want.
bool returnsFromSlot(llvm::ReturnInst &Return) {
  auto *Load = llvm::dyn_cast<llvm::LoadInst>(Return.getReturnValue());
  return Load && llvm::isa<llvm::AllocaInst>(Load->getPointerOperand()) &&
         Load->getNextNonDebugInstruction() == &Return && !llvm::isa<llvm::PHINode>(Load) &&
         llvm::findDVRDeclares(Load->getPointerOperand()).empty();
}

void useReturnSlot(llvm::Function &F) {
  if (F.getReturnType()->isVoidTy() || F.hasFnAttribute(llvm::Attribute::Naked))
    return;
  llvm::SmallVector<llvm::ReturnInst *, 2> Returns;
  for (llvm::BasicBlock &Block : F)
    if (auto *Return = llvm::dyn_cast<llvm::ReturnInst>(Block.getTerminator()))
      if (!returnsFromSlot(*Return) && !Block.getTerminatingMustTailCall())
        Returns.push_back(Return);
  if (Returns.empty())
    return;
  auto *Slot = new llvm::AllocaInst(F.getReturnType(), F.getDataLayout().getAllocaAddrSpace(), "retval",
                                    F.getEntryBlock().begin());
  if (F.getName() == "main") // as where it has several returns: falling off its end returns 0
    new llvm::StoreInst(llvm::Constant::getNullValue(F.getReturnType()), Slot, std::next(Slot->getIterator()));
  for (llvm::ReturnInst *Return : Returns) {
    llvm::IRBuilder<> Builder(Return);
    Builder.CreateStore(Return->getReturnValue(), Slot);
    Return->setOperand(0, Builder.CreateLoad(F.getReturnType(), Slot));
  }
}

/// A slot that no variable of the source owns, that only ever holds constants and decides nothing but switches (or
/// nothing at all).
bool isScopeExitSlot(llvm::AllocaInst &Slot) {
  if (!Slot.isStaticAlloca() || !Slot.getAllocatedType()->isIntegerTy(32) || !llvm::findDVRDeclares(&Slot).empty())
    return false;
  for (const llvm::User *User : Slot.users()) {
    if (const auto *Store = llvm::dyn_cast<llvm::StoreInst>(User)) {
      if (!llvm::isa<llvm::ConstantInt>(Store->getValueOperand()) || Store->getPointerOperand() != &Slot)
        return false;
    } else if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(User)) {
      if (!Load->hasOneUse() || !llvm::isa<llvm::SwitchInst>(Load->user_back()))
        return false;
    } else if (const auto *Marker = llvm::dyn_cast<llvm::IntrinsicInst>(User);
               !Marker || !Marker->isLifetimeStartOrEnd()) {
      return false;
    }
  }
  return true;
}

/// The switch that ends a block which does nothing but end lifetimes and look at the slot.
llvm::SwitchInst *scopeExitSwitch(llvm::BasicBlock &Block, const llvm::AllocaInst &Slot) {
  auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(Block.getTerminator());
  auto *Load = Switch ? llvm::dyn_cast<llvm::LoadInst>(Switch->getCondition()) : nullptr;
  if (!Load || Load->getPointerOperand() != &Slot || Load->getParent() != &Block)
    return nullptr;
  for (llvm::Instruction &I : Block)
    if (&I != Load && &I != Switch && !I.isLifetimeStartOrEnd())
      return nullptr;
  return Switch;
}

/// What the slot holds at the end of the block, if the block itself says so.
llvm::ConstantInt *lastStored(llvm::BasicBlock &Block, const llvm::AllocaInst &Slot) {
  for (llvm::Instruction &I : llvm::reverse(Block))
    if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I); Store && Store->getPointerOperand() == &Slot)
      return llvm::cast<llvm::ConstantInt>(Store->getValueOperand());
  return nullptr;
}

/// Lets a predecessor that knows the slot's value jump over the scope's exit block; true if it did.
bool threadPredecessor(llvm::BasicBlock &From, llvm::BasicBlock &Exit, llvm::SwitchInst &Switch,
                       const llvm::AllocaInst &Slot) {
  auto *Branch = llvm::dyn_cast<llvm::BranchInst>(From.getTerminator());
  llvm::ConstantInt *Value = Branch && Branch->isUnconditional() ? lastStored(From, Slot) : nullptr;
  if (!Value)
    return false;
  llvm::BasicBlock *Target = Switch.findCaseValue(Value)->getCaseSuccessor();
  if (Target == &Exit)
    return false;
  for (llvm::PHINode &Phi : Target->phis()) {
    llvm::Value *Incoming = Phi.getIncomingValueForBlock(&Exit);
    Phi.addIncoming(Incoming, &From);
  }
  for (llvm::Instruction &I : Exit)
    if (I.isLifetimeStartOrEnd())
      I.clone()->insertBefore(Branch);
  Branch->setSuccessor(0, Target);
  return true;
}

void removeIfDead(llvm::AllocaInst *Slot) {
  for (llvm::User *User : Slot->users())
    if (llvm::isa<llvm::LoadInst>(User))
      return;
  while (!Slot->use_empty())
    llvm::cast<llvm::Instruction>(Slot->user_back())->eraseFromParent();
  Slot->eraseFromParent();
}

void threadScopeExits(llvm::Function &F) {
  llvm::SmallVector<llvm::AllocaInst *, 4> Slots;
  for (llvm::Instruction &I : F.getEntryBlock())
    if (auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(&I); Slot && isScopeExitSlot(*Slot))
      Slots.push_back(Slot);
  for (llvm::AllocaInst *Slot : Slots) {
    bool Again = true, Threaded = false;
    while (Again) {
      Again = false;
      for (llvm::BasicBlock &Exit : F) {
        llvm::SwitchInst *Switch = scopeExitSwitch(Exit, *Slot);
        if (!Switch)
          continue;
        llvm::SmallVector<llvm::BasicBlock *, 8> Predecessors(llvm::predecessors(&Exit));
        for (llvm::BasicBlock *From : Predecessors)
          Again |= threadPredecessor(*From, Exit, *Switch, *Slot);
      }
      Threaded |= Again;
    }
    if (Threaded)
      llvm::EliminateUnreachableBlocks(F);
    removeIfDead(Slot);
  }
}

} // namespace

void normalise(llvm::Module &M) {
  markSignedArithmetic(M);
  for (llvm::Function &F : M) {
    if (F.isDeclaration())
      continue;
    threadScopeExits(F);
    useReturnSlot(F);
  }
}

} // namespace vernier
