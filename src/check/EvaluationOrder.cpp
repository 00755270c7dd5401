#include "check/EvaluationOrder.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vernier {

namespace {

using Values = llvm::SmallPtrSet<const llvm::Value *, 32>;
using Functions = llvm::SmallPtrSet<const llvm::Function *, 16>;

/// What evaluating an operand does that the order of evaluation could show.
struct Touches {
  bool Writes = false;  ///< memory of the program
  bool Reads = false;   ///< memory of the program that others may write
  bool Acts = false;    ///< on the world, or on state of the library
  bool Changed = false; ///< it calls code that has a change

  void add(const Touches &Other) {
    Writes |= Other.Writes;
    Reads |= Other.Reads;
    Acts |= Other.Acts;
    Changed |= Other.Changed;
  }
};

/// The function or its counterpart: all changed instructions may be those of one version.
bool isChanged(const ChangeMap &Map, const llvm::Function &F) {
  const llvm::Function *Other = Map.counterpart(F);
  return !Other || Map.hasChange(F) || Map.hasChange(*Other);
}

/// A local whose address is only used to load and store: no call can write it.
bool isPrivate(const llvm::Value *Pointer) {
  const auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(Pointer));
  if (!Slot)
    return false;
  return llvm::all_of(Slot->users(), [&](const llvm::User *User) {
    if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(User))
      return Store->getPointerOperand() == Slot;
    const auto *I = llvm::dyn_cast<llvm::Instruction>(User);
    return llvm::isa<llvm::LoadInst>(User) || (I && I->isLifetimeStartOrEnd());
  });
}

/// Memory that lives in this call only; who got its address is not asked.
bool isOwn(const llvm::Value *Pointer) {
  return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(Pointer));
}

bool isConstant(const llvm::Value *Pointer) {
  const auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(Pointer));
  return Global && Global->isConstant();
}

/// New memory: which block comes first means nothing.
bool onlyAllocates(const llvm::Function &F) {
  return llvm::StringSwitch<bool>(F.getName()).Cases("malloc", "calloc", "_Znwm", "_Znam", true).Default(false);
}

/// Code that is not here.
Touches touchesOf(const llvm::Function &F) {
  Touches Result;
  if (F.isIntrinsic() || F.doesNotAccessMemory() || onlyAllocates(F))
    return Result;
  Result.Reads = true;
  if (F.onlyReadsMemory())
    return Result;
  Result.Acts = true;
  Result.Writes = llvm::any_of(F.args(), [](const llvm::Argument &Parameter) {
    return Parameter.getType()->isPointerTy() && !Parameter.onlyReadsMemory();
  });
  return Result;
}

class Operands {
public:
  explicit Operands(const ChangeMap &Map) : Map(Map) {}

  /// Everything that is evaluated for V and for nothing else: V is an operand of an instruction.
  Touches of(const llvm::Value *V) const {
    Touches Result;
    Values Seen;
    addTree(V, Seen, Result);
    return Result;
  }

private:
  void addTree(const llvm::Value *V, Values &Seen, Touches &To) const {
    const auto *I = llvm::dyn_cast<llvm::Instruction>(V);
    if (!I || !Seen.insert(I).second)
      return;
    if (auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(I))
      return addTemporary(*Slot, To);
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(I)) {
      To.Reads |= !isPrivate(Load->getPointerOperand()) && !isConstant(Load->getPointerOperand());
      if (llvm::isa<llvm::AllocaInst>(Load->getPointerOperand()) && !isTemporary(*Load->getPointerOperand()))
        return; // an earlier statement has written it
    }
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(I))
      addCall(*Call, To);
    for (const llvm::Value *Operand : I->operands())
      addTree(Operand, Seen, To);
  }

  /// Where the front end keeps a structure between the call that returns it and its use.
  static bool isTemporary(const llvm::Value &Slot) {
    return llvm::StringSwitch<bool>(Slot.getName())
        .StartsWith("agg.tmp", true)
        .StartsWith("ref.tmp", true)
        .StartsWith("tmp", true)
        .StartsWith("coerce", true)
        .StartsWith("byval-temp", true)
        .Default(false);
  }

  void addTemporary(const llvm::AllocaInst &Slot, Touches &To) const {
    if (isTemporary(Slot))
      for (const llvm::User *User : Slot.users())
        if (auto *Call = llvm::dyn_cast<llvm::CallBase>(User); Call && Call->hasStructRetAttr())
          addCall(*Call, To);
  }

  void addCall(const llvm::CallBase &Call, Touches &To) const {
    Functions Seen;
    addCallee(Call, Seen, To);
  }

  void addCallee(const llvm::CallBase &Call, Functions &Seen, Touches &To) const {
    if (Call.isInlineAsm() || !Call.getCalledFunction()) {
      To.add({true, true, true, true}); // it may lead anywhere
      return;
    }
    const llvm::Function &Callee = *Call.getCalledFunction();
    if (!Seen.insert(&Callee).second)
      return;
    if (Callee.isDeclaration())
      return To.add(touchesOf(Callee));
    To.Changed |= isChanged(Map, Callee);
    for (const llvm::Instruction &I : llvm::instructions(Callee))
      addInstruction(I, Seen, To);
  }

  void addInstruction(const llvm::Instruction &I, Functions &Seen, Touches &To) const {
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I); Call && !llvm::isa<llvm::IntrinsicInst>(I))
      return addCallee(*Call, Seen, To);
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
      To.Reads |= !isOwn(Load->getPointerOperand()) && !isConstant(Load->getPointerOperand());
    else if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
      To.Writes |= !isOwn(Store->getPointerOperand());
    else if (auto *Copy = llvm::dyn_cast<llvm::MemIntrinsic>(&I))
      To.Writes |= !isOwn(Copy->getRawDest());
    else if (I.isAtomic())
      To.add({true, true, false, false});
  }

  const ChangeMap &Map;
};

bool conflict(const Touches &A, const Touches &B) {
  return (A.Writes && (B.Reads || B.Writes)) || (B.Writes && A.Reads) || (A.Acts && B.Acts);
}

bool isOpen(const Operands &Look, const llvm::Instruction &I, bool HasChange) {
  Touches Before;
  for (const llvm::Value *Operand : I.operands()) {
    Touches Next = Look.of(Operand);
    if (conflict(Before, Next) && (HasChange || Before.Changed || Next.Changed))
      return true;
    Before.add(Next);
  }
  return false;
}

} // namespace

bool dependsOnEvaluationOrder(const ChangeMap &Map, const llvm::Function &F) {
  Operands Look(Map);
  bool HasChange = isChanged(Map, F);
  return llvm::any_of(llvm::instructions(F), [&](const llvm::Instruction &I) {
    return !llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::IntrinsicInst>(I) && isOpen(Look, I, HasChange);
  });
}

} // namespace vernier
