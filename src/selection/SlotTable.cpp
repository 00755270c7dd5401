#include "selection/SlotTable.h"

#include "bitcode/Locations.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include <map>

namespace vernier {

namespace {

bool isRecorded(const llvm::Function &F) {
  return !F.isDeclarationForLinker() && !F.hasFnAttribute(llvm::Attribute::Naked);
}

/// A block of its own can be put on the edge, and it needs one.
bool needsSlot(const llvm::Instruction &End, unsigned Successor) {
  return llvm::isCriticalEdge(&End, Successor) && !llvm::isa<llvm::IndirectBrInst, llvm::CallBrInst>(End) &&
         !End.getSuccessor(Successor)->isEHPad();
}

} // namespace

SlotTable::SlotTable(const llvm::Module &M) {
  std::map<std::string, unsigned> Copies;
  for (const llvm::Function &F : M) {
    if (!isRecorded(F))
      continue;
    FunctionSlots Slots;
    Slots.Id = stableId(F);
    if (unsigned Copy = ++Copies[Slots.Id]; Copy > 1)
      Slots.Id += "#" + std::to_string(Copy);
    Slots.First = Total;
    for (const llvm::BasicBlock &Block : F)
      Blocks[&Block] = Slots.Blocks++;
    for (const llvm::BasicBlock &Block : F) {
      const llvm::Instruction &End = *Block.getTerminator();
      for (unsigned Successor = 0; Successor != End.getNumSuccessors(); ++Successor)
        if (needsSlot(End, Successor))
          Slots.Edges.emplace_back(Blocks[&Block], Successor);
    }
    Total += Slots.count();
    Indices[&F] = static_cast<unsigned>(Functions.size());
    Functions.push_back(std::move(Slots));
  }
}

std::optional<unsigned> SlotTable::indexOf(const llvm::Function &F) const {
  auto At = Indices.find(&F);
  return At == Indices.end() ? std::nullopt : std::optional(At->second);
}

const FunctionSlots *SlotTable::find(const llvm::Function &F) const {
  auto Index = indexOf(F);
  return Index ? &Functions[*Index] : nullptr;
}

std::vector<unsigned> SlotTable::slotsOf(const llvm::BasicBlock &From, const llvm::BasicBlock &To) const {
  const FunctionSlots *Slots = find(*From.getParent());
  if (!Slots)
    return {};
  // Without critical edges: either To has no other way in, or From has no other way out.
  if (From.getUniqueSuccessor())
    return {slotOf(From)};
  if (To.getUniquePredecessor())
    return {slotOf(To)};
  std::vector<unsigned> Found;
  for (unsigned I = 0; I != Slots->Edges.size(); ++I)
    if (auto [Block, Successor] = Slots->Edges[I];
        Block == slotOf(From) && From.getTerminator()->getSuccessor(Successor) == &To)
      Found.push_back(Slots->Blocks + I);
  return Found.empty() ? std::vector<unsigned>{slotOf(To)} : Found;
}

} // namespace vernier
