// Branches: decisions, the regions that they open, and what their other sides might have done.

#include "instrument/FunctionInstrumenter.h"

#include "instrument/Lower.h"

namespace vernier {

llvm::AllocaInst *FunctionInstrumenter::savedAt(llvm::BasicBlock &Join) {
  llvm::AllocaInst *&Slot = Saved[&Join];
  if (!Slot) {
    Builder B(&*F.getEntryBlock().getFirstInsertionPt());
    Slot = B.CreateAlloca(NodeType, nullptr, "vernier.saved");
    Builder Init(Start);
    Init.CreateStore(number(VERNIER_NO_CONTROL), Slot);
  }
  return Slot;
}

/// In the block that a decision leads through: everything until the join depends on it, and what other sides would have
/// assigned may have been assigned. (Reads inside depend on the decision anyway, and what is assigned inside is newer:
/// doing it here is the same as doing it at the join.)
void FunctionInstrumenter::openRegion(Builder &B, const BranchPlan &Plan, const Edge &Side, llvm::Value *Before,
                                      llvm::Value *Decision) {
  if (Plan.Join) {
    llvm::AllocaInst *Slot = savedAt(*Plan.Join);
    llvm::Value *Outer = B.CreateLoad(NodeType, Slot);
    llvm::Value *None = B.CreateICmpEQ(Outer, number(VERNIER_NO_CONTROL));
    B.CreateStore(B.CreateSelect(None, Before, Outer), Slot);
  }
  B.CreateStore(Decision, ControlSlot);
  for (llvm::AllocaInst *Local : Side.Locals) {
    llvm::Value *Value = B.CreateLoad(Local->getAllocatedType(), Local);
    llvm::Value *Node = B.CreateLoad(NodeType, Companions[Local]);
    Node = State.Hooks.call(B, Hook::h_potential, {zero(), number(bitsOf(*Value)), Node, low(B, Value), Decision});
    B.CreateStore(Node, Companions[Local]);
  }
  if (!State.Memory.isEmpty(Side.Set))
    State.Hooks.call(B, Hook::h_potential_memory, {number(Side.Set), Decision});
}

/// How often an edge is taken, up to what a byte holds.
void FunctionInstrumenter::countEdge(Builder &B, unsigned Number) {
  llvm::Value *Place = B.CreateConstGEP1_32(B.getInt8Ty(), B.CreateLoad(PointerType, State.Hooks.Coverage), Number);
  llvm::Value *Before = B.CreateLoad(B.getInt8Ty(), Place);
  B.CreateStore(B.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_sat, Before, B.getInt8(1)), Place);
}

void FunctionInstrumenter::openEdges(llvm::Instruction &Terminator,
                                     llvm::function_ref<llvm::Value *(Builder &, unsigned)> Decide) {
  const BranchPlan &Plan = Branches[&Terminator];
  unsigned First = State.Result.Sites[siteOf(Terminator)].FirstEdge;
  for (unsigned I = 0; I != Terminator.getNumSuccessors(); ++I) {
    llvm::BasicBlock *Target = Terminator.getSuccessor(I);
    auto *Passed = llvm::BasicBlock::Create(F.getContext(), "vernier.edge", &F);
    Terminator.setSuccessor(I, Passed);
    Builder B(Passed);
    countEdge(B, First + I);
    llvm::Value *Before = control(B);
    llvm::Value *Decision = Decide(B, I);
    if (!Decision) {
      B.CreateBr(Target);
      continue;
    }
    auto *Opened = llvm::BasicBlock::Create(F.getContext(), "vernier.opened", &F);
    B.CreateCondBr(B.CreateICmpNE(Decision, Before), Opened, Target);
    Builder Inside(Opened);
    openRegion(Inside, Plan, Plan.Edges[I], Before, Decision);
    Inside.CreateBr(Target);
  }
}

void FunctionInstrumenter::visitBranchInst(llvm::BranchInst &I) {
  if (I.isUnconditional())
    return;
  llvm::Value *Node = nodeOf(I.getCondition());
  const BranchPlan &Plan = Branches[&I];
  openEdges(I, [&](Builder &B, unsigned Side) -> llvm::Value * {
    if (isNothing(Node))
      return nullptr;
    return State.Hooks.call(B, Hook::h_branch,
                            {site(I), Node, number(Side == 0), number(Plan.Edges[Side].Leaving), control(B)});
  });
}

void FunctionInstrumenter::visitSwitchInst(llvm::SwitchInst &I) {
  llvm::Value *Node = nodeOf(I.getCondition()), *Subject = I.getCondition();
  if (bitsOf(*Subject) > 64) {
    concretise(I);
    Node = zero();
  }
  const BranchPlan &Plan = Branches[&I];
  openEdges(I, [&](Builder &B, unsigned Side) -> llvm::Value * {
    if (isNothing(Node))
      return nullptr;
    return State.Hooks.call(B, Hook::h_switch,
                            {site(I), number(bitsOf(*Subject)), Node, low(B, Subject), number(Plan.Edges[Side].Side),
                             number(Plan.Edges[Side].Leaving), control(B)});
  });
}

/// What is caught was thrown under decisions of callees that are left by now: no node says which.
/// Behind a call that does not return it only says so. Elsewhere it is a promise of the source, which an optimiser
/// would make use of: then the conditions in front of it would not be those of the run.
void FunctionInstrumenter::visitUnreachableInst(llvm::UnreachableInst &I) {
  auto *Before = llvm::dyn_cast_or_null<llvm::CallBase>(I.getPrevNode());
  if (Before && Before->doesNotReturn())
    return;
  Builder B(&I);
  State.Hooks.call(B, Hook::h_freeze, {site(I), number(VernierImpossible)});
  B.CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
}

void FunctionInstrumenter::visitLandingPadInst(llvm::LandingPadInst &I) {
  Builder B(I.getNextNode());
  State.Hooks.call(B, Hook::h_lose, {});
}

void FunctionInstrumenter::visitIndirectBrInst(llvm::IndirectBrInst &I) {
  llvm::Value *Node = nodeOf(I.getAddress());
  if (I.getNumDestinations() < 2 || isNothing(Node))
    return;
  // Its targets are addresses of blocks, so that no block can stand between: the decision is made before it, and what
  // any side might do counts.
  BranchPlan &Plan = Branches[&I];
  Builder B(&I);
  llvm::Value *Before = control(B);
  Edge All;
  std::set<llvm::AllocaInst *> Locals;
  for (const Edge &Side : Plan.Edges) {
    Locals.insert(Side.Locals.begin(), Side.Locals.end());
    All.Leaving |= Side.Leaving;
  }
  llvm::Value *Decision =
      State.Hooks.call(B, Hook::h_target, {site(I), Node, I.getAddress(), zero(), number(All.Leaving), Before});
  llvm::Value *Opened = B.CreateICmpNE(Decision, Before);
  if (Plan.Join) {
    llvm::AllocaInst *Slot = savedAt(*Plan.Join);
    llvm::Value *Outer = B.CreateLoad(NodeType, Slot);
    llvm::Value *None = B.CreateAnd(Opened, B.CreateICmpEQ(Outer, number(VERNIER_NO_CONTROL)));
    B.CreateStore(B.CreateSelect(None, Before, Outer), Slot);
  }
  B.CreateStore(Decision, ControlSlot);
  for (llvm::AllocaInst *Local : Locals) {
    llvm::Value *Value = B.CreateLoad(Local->getAllocatedType(), Local);
    llvm::Value *Old = B.CreateLoad(NodeType, Companions[Local]);
    llvm::Value *New =
        State.Hooks.call(B, Hook::h_potential, {zero(), number(bitsOf(*Value)), Old, low(B, Value), Decision});
    B.CreateStore(B.CreateSelect(Opened, New, Old), Companions[Local]);
  }
  for (const Edge &Side : Plan.Edges)
    State.Hooks.call(B, Hook::h_potential_memory, {number(Side.Set), B.CreateSelect(Opened, Decision, zero())});
}

/// At a join everything is as it was before the branches that join there.
void FunctionInstrumenter::closeRegions() {
  for (auto &[Join, Slot] : Saved) {
    Builder B(&*Join->getFirstInsertionPt());
    llvm::Value *Outer = B.CreateLoad(NodeType, Slot);
    llvm::Value *Closes = B.CreateICmpNE(Outer, number(VERNIER_NO_CONTROL));
    B.CreateStore(B.CreateSelect(Closes, Outer, B.CreateLoad(NodeType, ControlSlot)), ControlSlot);
    B.CreateStore(number(VERNIER_NO_CONTROL), Slot);
  }
}

void FunctionInstrumenter::coverBlocks() {
  for (auto &[Block, Numbers] : Covered) {
    Builder B(&*Block->getFirstInsertionPt());
    if (Block == &F.getEntryBlock())
      B.SetInsertPoint(Start);
    llvm::Value *Bytes = B.CreateLoad(PointerType, State.Hooks.Coverage);
    for (unsigned Number : Numbers)
      B.CreateStore(B.getInt8(1), B.CreateConstGEP1_32(B.getInt8Ty(), Bytes, Number));
  }
}

/// Before the first instruction of what lowering made of the marked one.
void FunctionInstrumenter::markPlaces() {
  std::set<unsigned> Done;
  for (llvm::Instruction *I : Work) {
    if (!State.Marks.contains(siteOf(*I)) || !Done.insert(siteOf(*I)).second || llvm::isa<llvm::AllocaInst>(I))
      continue;
    Builder B(I);
    State.Hooks.call(B, Hook::h_mark, {site(*I), control(B)});
  }
}

void FunctionInstrumenter::insert() {
  enter();
  fillUndefined();
  coverBlocks();
  markPlaces();
  for (llvm::Instruction *I : Work)
    visit(*I);
  closeRegions();
}

} // namespace vernier
