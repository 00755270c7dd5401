#include "impact/BlockFlow.h"

#include "bitcode/Locations.h"
#include "impact/Removals.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace vernier {

namespace {

/// Blocks of the new version in which removed code would stand: with what stood before it in its block, else with what
/// comes next.
llvm::DenseSet<const llvm::BasicBlock *> placesOfRemovals(const ChangeMap &Map) {
  llvm::DenseSet<const llvm::BasicBlock *> Result;
  for (const llvm::Function &F : Map.oldProgram().module()) {
    if (!Map.counterpart(F))
      continue;
    for (const llvm::BasicBlock &Block : F) {
      const llvm::Instruction *Before = nullptr;
      for (const llvm::Instruction &I : Block) {
        if (isTransparent(I))
          continue;
        if (const llvm::Instruction *Other = Map.counterpart(I))
          Before = Other;
        else if (const llvm::Instruction *Place = Before ? Before : placeOfRemoved(Map, I))
          Result.insert(Place->getParent());
      }
    }
  }
  return Result;
}

} // namespace

FlowProgram blockFlow(const ChangeMap &Map, const ProgramAnalysis &New) {
  FlowProgram Result;
  llvm::DenseMap<const llvm::Function *, unsigned> Index;
  for (const llvm::Function &F : New.module())
    if (!F.isDeclaration()) {
      if (F.getName() == "main")
        Result.Main = static_cast<unsigned>(Index.size());
      Index.try_emplace(&F, static_cast<unsigned>(Index.size()));
    }
  auto Removals = placesOfRemovals(Map);
  Result.Functions.resize(Index.size());
  for (auto [F, Number] : Index) {
    FlowFunction &Function = Result.Functions[Number];
    Function.Name = sourceName(*F);
    Function.AllCallersKnown = Result.Main.has_value();
    llvm::DenseMap<const llvm::BasicBlock *, unsigned> BlockIndex;
    for (const llvm::BasicBlock &Block : *F)
      BlockIndex.try_emplace(&Block, static_cast<unsigned>(BlockIndex.size()));
    Function.Blocks.resize(BlockIndex.size());
    for (auto [Block, At] : BlockIndex) {
      FlowBlock &Node = Function.Blocks[At];
      for (const llvm::BasicBlock *Next : llvm::successors(Block)) {
        Node.Successors.push_back(BlockIndex[Next]);
        Node.Changed |= Map.isChangedEdge(*Block, *Next);
      }
      Node.Changed |= Removals.contains(Block);
      if (llvm::isa<llvm::ReturnInst>(Block->getTerminator()))
        Node.Leave = FlowLeave::Return;
      Node.Where = locationOf(*F);
      bool Placed = false;
      for (const llvm::Instruction &I : *Block) {
        bool Changed = Map.isChanged(I);
        auto Where = locationOf(I);
        if (Where && (!Placed || (Changed && !Node.Changed))) {
          Node.Where = *Where;
          Placed = true;
        }
        Node.Changed |= Changed;
        const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
        if (!Call)
          continue;
        if (New.calls().neverReturns(*Call) && New.pointers().callees(*Call).Defined.empty())
          Node.Leave = FlowLeave::Program;
        FlowCall Entry;
        const Callees &Targets = New.pointers().callees(*Call);
        for (const llvm::Function *Callee : Targets.Defined)
          Entry.Targets.push_back(Index[Callee]);
        if (Targets.Unknown)
          for (const llvm::Function *Callee : New.pointers().escapedFunctions())
            if (!llvm::is_contained(Targets.Defined, Callee))
              Entry.Targets.push_back(Index[Callee]);
        Entry.MayCallOther = !Targets.Library.empty() || Targets.Unknown;
        if (!Entry.Targets.empty())
          Node.Calls.push_back(std::move(Entry));
      }
      Node.Label = std::to_string(Node.Where.Line);
    }
  }
  return Result;
}

} // namespace vernier
