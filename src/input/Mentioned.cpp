#include "input/Mentioned.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InstIterator.h>

#include <vector>

namespace vernier {

namespace {

void operandsOf(const llvm::Function &F, std::vector<const llvm::Constant *> &Open) {
  for (const llvm::Use &Each : F.operands()) // personality, prefix and prologue data
    if (auto *Value = llvm::dyn_cast<llvm::Constant>(Each))
      Open.push_back(Value);
  for (const llvm::Instruction &I : llvm::instructions(F))
    for (const llvm::Use &Each : I.operands())
      if (auto *Value = llvm::dyn_cast<llvm::Constant>(Each))
        Open.push_back(Value);
}

} // namespace

void Mentioned::add(const llvm::Constant &Root) {
  std::vector<const llvm::Constant *> Open{&Root};
  llvm::DenseSet<const llvm::Constant *> Seen;
  while (!Open.empty()) {
    const llvm::Constant *Value = Open.back();
    Open.pop_back();
    if (llvm::isa<llvm::ConstantData>(Value) || !Seen.insert(Value).second)
      continue;
    if (auto *Global = llvm::dyn_cast<llvm::GlobalValue>(Value))
      Replaceable |= Global->isInterposable() || Global->hasExternalWeakLinkage();
    if (auto *F = llvm::dyn_cast<llvm::Function>(Value)) {
      if (Functions.insert(F))
        operandsOf(*F, Open);
      continue;
    }
    if (auto *G = llvm::dyn_cast<llvm::GlobalVariable>(Value); G && !Globals.insert(G))
      continue;
    if (auto *Block = llvm::dyn_cast<llvm::BlockAddress>(Value)) {
      Open.push_back(Block->getFunction());
      continue;
    }
    // Initialisers, aliases and expressions alike.
    for (const llvm::Use &Each : Value->operands())
      if (auto *Inner = llvm::dyn_cast<llvm::Constant>(Each))
        Open.push_back(Inner);
  }
}

} // namespace vernier
