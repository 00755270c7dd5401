#include "random/Execution.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace vernier::test {

namespace {

/// A block of its own on the edge; all parallel edges (cases of one switch) go through it.
void markEdge(llvm::BasicBlock &From, llvm::BasicBlock &To, llvm::FunctionCallee Mark) {
  llvm::Instruction *Terminator = From.getTerminator();
  if (llvm::isa<llvm::IndirectBrInst>(Terminator)) {
    // Its edges cannot be split. Marking the jump itself claims less, never more.
    llvm::IRBuilder<>(Terminator).CreateCall(Mark);
    return;
  }
  auto *Between = llvm::BasicBlock::Create(From.getContext(), "changed.edge", From.getParent(), &To);
  llvm::IRBuilder<> Builder(Between);
  Builder.CreateCall(Mark);
  Builder.CreateBr(&To);
  for (unsigned K = 0; K < Terminator->getNumSuccessors(); ++K)
    if (Terminator->getSuccessor(K) == &To)
      Terminator->setSuccessor(K, Between);
  for (llvm::PHINode &Phi : To.phis()) {
    bool First = true;
    for (unsigned K = 0; K < Phi.getNumIncomingValues();) {
      if (Phi.getIncomingBlock(K) != &From) {
        ++K;
      } else if (First) {
        Phi.setIncomingBlock(K++, Between);
        First = false;
      } else {
        Phi.removeIncomingValue(K, /*DeletePHIIfEmpty=*/false);
      }
    }
  }
}

} // namespace

std::unique_ptr<llvm::Module>
markChanged(const llvm::Module &Module, const std::function<bool(const llvm::Instruction &)> &IsChanged,
            const std::function<bool(const llvm::BasicBlock &, const llvm::BasicBlock &)> &IsChangedEdge) {
  llvm::ValueToValueMapTy Copies;
  auto Copy = llvm::CloneModule(Module, Copies);
  auto Mark = Copy->getOrInsertFunction("vernier_mark_changed", llvm::Type::getVoidTy(Copy->getContext()));
  for (const llvm::Function &F : Module)
    for (const llvm::BasicBlock &B : F)
      for (const llvm::Instruction &I : B) {
        if (!IsChanged(I))
          continue;
        auto *At = llvm::cast<llvm::Instruction>(Copies[&I]);
        if (llvm::isa<llvm::PHINode>(At))
          At = &*At->getParent()->getFirstInsertionPt();
        llvm::IRBuilder<>(At).CreateCall(Mark);
      }
  for (const llvm::Function &F : Module)
    for (const llvm::BasicBlock &B : F) {
      llvm::SmallPtrSet<const llvm::BasicBlock *, 8> Seen;
      for (const llvm::BasicBlock *Next : llvm::successors(&B))
        if (Seen.insert(Next).second && IsChangedEdge(B, *Next))
          markEdge(*llvm::cast<llvm::BasicBlock>(Copies[&B]), *llvm::cast<llvm::BasicBlock>(Copies[Next]), Mark);
    }
  return Copy;
}

} // namespace vernier::test
