// What is found out about a function while nothing in the module has been changed yet.

#include "instrument/FunctionInstrumenter.h"

#include "instrument/Lower.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vernier {

FunctionInstrumenter::FunctionInstrumenter(ModuleState &State, llvm::Function &F)
    : State(State), F(F), NodeType(llvm::Type::getInt32Ty(F.getContext())),
      LongType(llvm::Type::getInt64Ty(F.getContext())), PointerType(llvm::PointerType::get(F.getContext(), 0)) {}

bool isTracked(const llvm::Type &T) {
  if (T.isIntegerTy())
    return T.getIntegerBitWidth() <= 128;
  return T.isPointerTy() || T.isFloatTy() || T.isDoubleTy() || T.isX86_FP80Ty();
}

unsigned partCount(const llvm::Type &T) {
  unsigned Count = 0;
  if (auto *Struct = llvm::dyn_cast<llvm::StructType>(&T)) {
    for (llvm::Type *Element : Struct->elements())
      Count += partCount(*Element);
    return Count;
  }
  if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(&T))
    return Array->getNumElements() * partCount(*Array->getElementType());
  return 1;
}

/// All uses are whole loads and stores of it.
static bool staysInRegisters(const llvm::AllocaInst &Local) {
  if (!Local.isStaticAlloca() || Local.isArrayAllocation() || !isTracked(*Local.getAllocatedType()))
    return false;
  for (const llvm::User *User : Local.users()) {
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(User)) {
      if (Load->getType() == Local.getAllocatedType() && !Load->isVolatile())
        continue;
      return false;
    }
    if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(User)) {
      if (Store->getValueOperand() != &Local && Store->getValueOperand()->getType() == Local.getAllocatedType() &&
          !Store->isVolatile())
        continue;
      return false;
    }
    auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(User);
    if (!Call || !Call->isLifetimeStartOrEnd())
      return false;
  }
  return true;
}

void FunctionInstrumenter::findCompanions() {
  for (llvm::Instruction &I : llvm::instructions(F))
    if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I); Local && staysInRegisters(*Local))
      Companions[Local] = nullptr;
}

namespace {

/// What one side of a branch may do before the sides join.
struct SideFacts {
  std::set<llvm::AllocaInst *> Locals;
  CellSet Written;
  bool MayLeave = false;
};

} // namespace

unsigned sideOf(const llvm::Instruction &Terminator, unsigned Successor) {
  for (unsigned I = 0; I != Successor; ++I)
    if (Terminator.getSuccessor(I) == Terminator.getSuccessor(Successor))
      return I;
  return Successor;
}

void FunctionInstrumenter::planBranches() {
  Regions Joins(F);
  const ModRef &Memory = State.Analysis.modRef();
  const CallGraph &Calling = State.Analysis.calls();
  // Once for each block, for many branches.
  llvm::DenseMap<llvm::BasicBlock *, SideFacts> OfBlock;
  for (llvm::BasicBlock &Block : F) {
    SideFacts &Facts = OfBlock[&Block];
    for (llvm::Instruction &I : Block) {
      Facts.MayLeave |= State.Traps(I);
      if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
        if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(Store->getPointerOperand());
            Local && Companions.count(Local)) {
          Facts.Locals.insert(Local);
          continue;
        }
      if (I.mayWriteToMemory())
        Facts.Written |= Memory.whole(I).Writes;
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
        Facts.MayLeave |= Calling.mayNotReturn(*Call);
    }
  }
  for (llvm::BasicBlock &Block : F) {
    llvm::Instruction *Terminator = Block.getTerminator();
    if (Terminator->getNumSuccessors() < 2 || llvm::isa<llvm::InvokeInst, llvm::CallBrInst>(Terminator))
      continue;
    BranchPlan &Plan = Branches[Terminator];
    Plan.Join = Joins.join(Block);
    std::vector<SideFacts> Sides(Terminator->getNumSuccessors());
    for (unsigned I = 0; I != Sides.size(); ++I) {
      llvm::BasicBlock *First = Terminator->getSuccessor(I);
      Sides[I].MayLeave = Joins.leaves(*First);
      for (llvm::BasicBlock *Inner : Joins.side(*First, Plan.Join)) {
        const SideFacts &Facts = OfBlock[Inner];
        Sides[I].Locals.insert(Facts.Locals.begin(), Facts.Locals.end());
        Sides[I].Written |= Facts.Written;
        Sides[I].MayLeave |= Facts.MayLeave;
        for (llvm::BasicBlock *Next : llvm::successors(Inner))
          Sides[I].MayLeave |= Joins.leaves(*Next);
      }
    }
    for (unsigned I = 0; I != Sides.size(); ++I) {
      Edge New;
      New.Side = sideOf(*Terminator, I);
      std::set<llvm::AllocaInst *> Locals;
      CellSet Written;
      for (unsigned Other = 0; Other != Sides.size(); ++Other)
        if (Terminator->getSuccessor(Other) != Terminator->getSuccessor(I)) {
          Locals.insert(Sides[Other].Locals.begin(), Sides[Other].Locals.end());
          Written |= Sides[Other].Written;
          New.Leaving |= Sides[Other].MayLeave;
        }
      for (auto &[Local, Companion] : Companions) // in the order of the function
        if (Locals.count(Local))
          New.Locals.push_back(Local);
      New.Set = State.Memory.setOf(Written);
      Plan.Edges.push_back(std::move(New));
    }
  }
}

void FunctionInstrumenter::planReads(llvm::CallBase &Call) {
  llvm::Function *Callee = Call.getCalledFunction();
  bool Foreign = Callee && Callee->isDeclaration() && !Callee->isIntrinsic();
  for (unsigned I = 0; I != Call.arg_size(); ++I)
    if (Call.getArgOperand(I)->getType()->isPointerTy() && (Foreign || Call.isByValArgument(I)))
      ReadSets[{&Call, I}] = State.Memory.setBehind(*Call.getArgOperand(I));
  if (Foreign && State.Analysis.calls().mayNotReturn(Call))
    MayNotReturn.insert(&Call);
}

void FunctionInstrumenter::planMemory() {
  const llvm::DataLayout &Layout = F.getParent()->getDataLayout();
  for (llvm::Instruction &I : llvm::instructions(F)) {
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
      ClassOf[&I] = State.Memory.of(*Load->getPointerOperand(), Layout.getTypeStoreSize(I.getType()));
    if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
      ClassOf[&I] =
          State.Memory.of(*Store->getPointerOperand(), Layout.getTypeStoreSize(Store->getValueOperand()->getType()));
    if (auto *Fill = llvm::dyn_cast<llvm::MemIntrinsic>(&I))
      ClassOf[&I] = State.Memory.of(*Fill->getRawDest(), 0);
    if (auto *Copy = llvm::dyn_cast<llvm::MemTransferInst>(&I))
      SourceClassOf[&I] = State.Memory.of(*Copy->getRawSource(), 0);
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
      planReads(*Call);
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I); Call && Call->isIndirectCall())
      Calls[&I] = {State.Memory.setOf(State.Analysis.modRef().whole(I).Writes),
                   State.Analysis.calls().mayNotReturn(*Call)};
  }
}

void FunctionInstrumenter::prepare() {
  findCompanions();
  planBranches();
  planMemory();
  planFilling();
  // Operands come before their users.
  for (llvm::BasicBlock *Block : llvm::ReversePostOrderTraversal<llvm::Function *>(&F))
    for (llvm::Instruction &I : *Block) {
      Work.push_back(&I);
      auto Number = State.BlockNumbers.find(siteOf(I));
      if (Number != State.BlockNumbers.end() && !assignsPhi(I))
        Covered[Block].insert(Number->second);
    }
}

} // namespace vernier
