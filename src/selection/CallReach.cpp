#include "selection/CallReach.h"

#include "analysis/ProgramAnalysis.h"
#include "analysis/Reachability.h"
#include "bitcode/Startup.h"

namespace vernier {

bool mayReachChange(const Program &Old, const SlotTable &Table, const ChangePoints &Points, const std::string &Entry) {
  if (!Points.Everywhere.empty())
    return true;
  if (Points.Points.empty())
    return false;
  const llvm::Module &M = Old.module();
  std::vector<const llvm::BasicBlock *> Blocks; // by slot of the function at hand
  std::vector<const llvm::Instruction *> Targets;
  for (const llvm::Function &F : M) {
    auto Index = Table.indexOf(F);
    if (!Index)
      continue;
    const FunctionSlots &Slots = Table.functions()[*Index];
    Blocks.clear();
    for (const llvm::BasicBlock &Block : F)
      Blocks.push_back(&Block);
    auto At = llvm::lower_bound(Points.Points, ChangePoint{*Index, 0, 0});
    for (; At != Points.Points.end() && At->Function == *Index; ++At) {
      unsigned Block = At->Slot < Slots.Blocks ? At->Slot : Slots.Edges[At->Slot - Slots.Blocks].first;
      Targets.push_back(Blocks[Block]->getTerminator());
    }
  }
  ProgramAnalysis Analysis(Old);
  Reachability Reach(M, Targets, Analysis.calls());
  auto Starts = [&](const llvm::Function *F) { return F && !F->isDeclaration() && Reach.from(F->getEntryBlock()); };
  if (Starts(M.getFunction(Entry)))
    return true;
  for (llvm::StringRef List : {"llvm.global_ctors", "llvm.global_dtors"})
    for (const llvm::Function *F : startupFunctions(M, List))
      if (Starts(F))
        return true;
  for (const llvm::Function *F : Analysis.calls().asyncFunctions())
    if (Starts(F))
      return true;
  return false;
}

} // namespace vernier
