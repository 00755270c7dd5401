#include "selection/ChangePoints.h"

#include "bitcode/Locations.h"
#include "bitcode/Startup.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>

namespace vernier {

namespace {

class PointFinder {
public:
  PointFinder(const ChangeMap &Map, const SlotTable &Table) : Map(Map), Table(Table) {
    Result.Changes = changedStatements(Map);
    for (unsigned I = 0; I != Result.Changes.size(); ++I)
      for (const auto *Instructions : {&Result.Changes[I].OldInstructions, &Result.Changes[I].NewInstructions})
        for (const llvm::Instruction *Instruction : *Instructions)
          ChangeOf.try_emplace(Instruction, I);
  }

  ChangePoints find() {
    for (const ChangeMap::Obstacle &Obstacle : Map.obstacles())
      Result.Everywhere.push_back(Obstacle.Message);
    if (Map.startupDiffers() || !sameStartup("llvm.global_ctors") || !sameStartup("llvm.global_dtors"))
      Result.Everywhere.push_back("other functions run before or after main, or in another order");
    for (const llvm::Function &F : Map.oldProgram().module())
      addOld(F);
    for (const llvm::Function &F : Map.newProgram().module())
      // What is new in whole is entered from changed code only.
      if (const llvm::Function *Old = Map.counterpart(F); Old && !Old->isDeclaration() && !F.isDeclaration())
        addNew(F);
    for (const auto &[From, To] : Map.changedEdges()) {
      Begun.clear();
      if (From->getModule() == &Map.oldProgram().module())
        addEdge(*From, *To, changeAt(*From->getTerminator()));
      else if (Map.counterpart(*From->getParent()))
        comeFrom(*From, *To, changeAt(*From->getTerminator()));
    }
    llvm::sort(Result.Points);
    Result.Points.erase(llvm::unique(Result.Points), Result.Points.end());
    return std::move(Result);
  }

private:
  /// What nobody calls is entered all the same: a constructor that only the new version has is no point of the old one.
  bool sameStartup(llvm::StringRef List) const {
    auto Old = startupFunctions(Map.oldProgram().module(), List),
         New = startupFunctions(Map.newProgram().module(), List);
    return std::equal(Old.begin(), Old.end(), New.begin(), New.end(),
                      [&](const llvm::Function *A, const llvm::Function *B) { return Map.counterpart(*A) == B; });
  }

  unsigned changeAt(const llvm::Instruction &I) {
    if (auto At = ChangeOf.find(&I); At != ChangeOf.end())
      return At->second;
    // An edge is told at the statement that it leaves; a change that is told nowhere is one of its own.
    ChangedStatement Untold;
    Untold.Id = static_cast<unsigned>(Result.Changes.size()) + 1;
    Untold.Where = I.getModule() == &Map.oldProgram().module() ? Side::Old : Side::New;
    Untold.Place = locationOf(I).value_or(locationOf(*I.getFunction()));
    Result.Changes.push_back(std::move(Untold));
    return ChangeOf[&I] = static_cast<unsigned>(Result.Changes.size()) - 1;
  }

  void addOld(const llvm::Function &F) {
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (Map.isChanged(I))
        addBlock(*I.getParent(), changeAt(I));
  }

  void addBlock(const llvm::BasicBlock &Block, unsigned Change) {
    if (auto Function = Table.indexOf(*Block.getParent()))
      Result.Points.push_back({*Function, Table.slotOf(Block), Change});
    else
      notRecorded(*Block.getParent());
  }

  void addEdge(const llvm::BasicBlock &From, const llvm::BasicBlock &To, unsigned Change) {
    auto Function = Table.indexOf(*From.getParent());
    if (!Function)
      return notRecorded(*From.getParent());
    for (unsigned Slot : Table.slotsOf(From, To))
      Result.Points.push_back({*Function, Slot, Change});
  }

  void notRecorded(const llvm::Function &F) {
    std::string Text = "'" + sourceName(F) + "' has changed, and what it executes cannot be recorded";
    if (!llvm::is_contained(Result.Everywhere, Text))
      Result.Everywhere.push_back(Text);
  }

  void addNew(const llvm::Function &F) {
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (Map.isChanged(I)) {
        Begun.clear();
        comeBefore(I.getPrevNode(), *I.getParent(), changeAt(I));
      }
  }

  /// Both versions went alike as far as some instruction before: the first one that has a counterpart, going back from
  /// I. Behind a changed instruction nobody has to come here for the first time.
  void comeBefore(const llvm::Instruction *I, const llvm::BasicBlock &Block, unsigned Change) {
    for (; I; I = I->getPrevNode()) {
      if (const llvm::Instruction *Old = Map.counterpart(*I))
        return addBlock(*Old->getParent(), Change);
      if (Map.isChanged(*I))
        return;
    }
    if (!Begun.insert(&Block).second)
      return;
    if (Block.isEntryBlock())
      return addBlock(Map.counterpart(*Block.getParent())->getEntryBlock(), Change);
    for (const llvm::BasicBlock *From : llvm::predecessors(&Block))
      if (!Map.isChangedEdge(*From, Block)) // that edge has its own points
        comeFrom(*From, Block, Change);
  }

  void comeFrom(const llvm::BasicBlock &From, const llvm::BasicBlock &To, unsigned Change) {
    const llvm::Instruction &End = *From.getTerminator();
    const llvm::Instruction *Old = Map.counterpart(End);
    if (!Old) {
      if (!Map.isChanged(End))
        comeBefore(End.getPrevNode(), From, Change);
      return;
    }
    bool ByPosition = (llvm::isa<llvm::BranchInst>(End) && llvm::isa<llvm::BranchInst>(Old)) ||
                      (llvm::isa<llvm::InvokeInst>(End) && llvm::isa<llvm::InvokeInst>(Old));
    if (!ByPosition || End.getNumSuccessors() != Old->getNumSuccessors())
      return addBlock(*Old->getParent(), Change);
    for (unsigned I = 0; I != End.getNumSuccessors(); ++I)
      if (End.getSuccessor(I) == &To)
        addEdge(*Old->getParent(), *Old->getSuccessor(I), Change);
  }

  const ChangeMap &Map;
  const SlotTable &Table;
  ChangePoints Result;
  llvm::DenseMap<const llvm::Instruction *, unsigned> ChangeOf;
  llvm::DenseSet<const llvm::BasicBlock *> Begun; ///< whose predecessors were looked at, for one instruction
};

} // namespace

ChangePoints changePoints(const ChangeMap &Map, const SlotTable &Old) {
  return PointFinder(Map, Old).find();
}

} // namespace vernier
