#include "analysis/Reachability.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace vernier {

namespace {

/// Control may go back to the caller from there: by a return, or by an exception.
bool mayGoBack(const llvm::BasicBlock &Block) {
  const llvm::Instruction *End = Block.getTerminator();
  if (llvm::isa<llvm::ReturnInst>(End) || llvm::isa<llvm::ResumeInst>(End))
    return true;
  return llvm::any_of(Block, [](const llvm::Instruction &I) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    return Call && !Call->doesNotThrow();
  });
}

bool mayReturnTwice(const llvm::BasicBlock &Block) {
  return llvm::any_of(Block, [](const llvm::Instruction &I) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    return Call && Call->hasFnAttr(llvm::Attribute::ReturnsTwice);
  });
}

} // namespace

Reachability::Reachability(const llvm::Module &M, llvm::ArrayRef<const llvm::Instruction *> Targets,
                           const CallGraph &Calls) {
  for (const llvm::Function &F : M) {
    for (const llvm::BasicBlock &Block : F) {
      if (mayGoBack(Block))
        Exits[&F].push_back(&Block);
      for (const llvm::Instruction &I : Block)
        if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I); Call && Calls.mayJump(*Call))
          Jumps.push_back(&Block);
    }
    if (!F.isDeclaration())
      for (const CallGraph::Site &Call : Calls.callsFrom(F))
        Callees[Call.Call->getParent()].push_back(Call.Callee);
  }
  Blocks Open;
  auto Reach = [&](const llvm::BasicBlock *Block) {
    if (Found.insert(Block).second)
      Open.push_back(Block);
  };
  for (const llvm::Instruction *Target : Targets) {
    Everywhere |= Calls.isAsync(*Target->getFunction()); // it may run at any time
    Reach(Target->getParent());
  }
  while (!Open.empty()) {
    const llvm::BasicBlock *Block = Open.back();
    Open.pop_back();
    Blocks Before;
    addBefore(*Block, Calls, Before);
    llvm::for_each(Before, Reach);
  }
}

/// The blocks from which control may come to this one, or back into it.
void Reachability::addBefore(const llvm::BasicBlock &Block, const CallGraph &Calls, Blocks &To) const {
  llvm::append_range(To, llvm::predecessors(&Block));
  if (Block.isEntryBlock())
    for (const CallGraph::Site &Call : Calls.callsOf(*Block.getParent()))
      To.push_back(Call.Call->getParent());
  if (auto Called = Callees.find(&Block); Called != Callees.end())
    for (const llvm::Function *Callee : Called->second)
      if (auto Left = Exits.find(Callee); Left != Exits.end())
        llvm::append_range(To, Left->second);
  if (mayReturnTwice(Block))
    llvm::append_range(To, Jumps);
}

} // namespace vernier
