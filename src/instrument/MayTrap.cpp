#include "instrument/MayTrap.h"

#include "instrument/Accesses.h"
#include "models/Models.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace vernier {

namespace {

bool mayFail(const llvm::BinaryOperator &Division) {
  auto *By = llvm::dyn_cast<llvm::ConstantInt>(Division.getOperand(1));
  bool Signed = Division.getOpcode() == llvm::Instruction::SDiv || Division.getOpcode() == llvm::Instruction::SRem;
  return !By || By->isZero() || (Signed && By->isMinusOne());
}

bool isHarness(const llvm::Function &F) {
  return F.getName().starts_with("vernier_");
}

} // namespace

MayTrap::MayTrap(llvm::Module &M, const CallGraph &Calls, bool NullableInputs)
    : Calls(Calls), NullableInputs(NullableInputs) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const llvm::Function &F : M) {
      if (F.isDeclaration() || isModel(F) || isHarness(F) || Trapping.contains(&F))
        continue;
      if (llvm::any_of(llvm::instructions(F), [&](const llvm::Instruction &I) { return (*this)(I); })) {
        Trapping.insert(&F);
        Changed = true;
      }
    }
  }
}

bool MayTrap::operator()(const llvm::Instruction &I) const {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  if (!Call || llvm::isa<llvm::IntrinsicInst>(I))
    return byItself(I);
  const llvm::Function *Callee = Call->getCalledFunction();
  if (!Callee) { // an indirect call is a decision of its own, where its target has a node
    if (maybeNull(*Call->getCalledOperand()))
      return true;
    for (const CallGraph::Site &Site : Calls.callsFrom(*I.getFunction()))
      if (Site.Call == Call && Trapping.contains(Site.Callee))
        return true;
    return false;
  }
  if (!Callee->isDeclaration() && !isModel(*Callee))
    return Trapping.contains(Callee);
  // Functions of the library and their models use what they are given.
  return llvm::any_of(Call->args(), [&](const llvm::Use &Argument) {
    return Argument->getType()->isPointerTy() && !llvm::isa<llvm::ConstantPointerNull>(Argument.get()) &&
           maybeNull(*Argument);
  });
}

bool MayTrap::byItself(const llvm::Instruction &I) const {
  if (auto *Division = llvm::dyn_cast<llvm::BinaryOperator>(&I))
    return Division->isIntDivRem() && mayFail(*Division);
  if (auto *Copy = llvm::dyn_cast<llvm::MemTransferInst>(&I))
    return maybeNull(*Copy->getRawDest()) || maybeNull(*Copy->getRawSource());
  if (auto *Fill = llvm::dyn_cast<llvm::MemSetInst>(&I))
    return maybeNull(*Fill->getRawDest());
  const llvm::Value *Pointer = llvm::getLoadStorePointerOperand(&I);
  return Pointer && !cannotFail(I) && maybeNull(*Pointer);
}

/// What is asked about while it is being found out is taken for no null: a pointer that only comes from itself. If
/// something turns out to be null, answers that may rest on such a guess are not kept.
bool MayTrap::maybeNull(const llvm::Value &Pointer) const {
  auto [Known, Fresh] = Null.try_emplace(&Pointer, false);
  if (!Fresh)
    return Known->second;
  bool Outermost = Guessed.empty();
  Guessed.push_back(&Pointer);
  bool Found = findNull(Pointer);
  Null[&Pointer] = Found;
  if (!Outermost)
    return Found;
  bool AnyNull = llvm::any_of(Guessed, [&](const llvm::Value *Asked) { return Null.lookup(Asked); });
  for (const llvm::Value *Asked : Guessed)
    if (AnyNull && !Null.lookup(Asked))
      Null.erase(Asked);
  Guessed.clear();
  return Found;
}

bool MayTrap::findNull(const llvm::Value &Pointer) const {
  if (auto *Step = llvm::dyn_cast<llvm::GEPOperator>(&Pointer))
    return maybeNull(*Step->getPointerOperand());
  if (llvm::isa<llvm::AllocaInst>(Pointer))
    return false;
  if (auto *Global = llvm::dyn_cast<llvm::GlobalValue>(&Pointer))
    return Global->hasExternalWeakLinkage();
  if (auto *Parameter = llvm::dyn_cast<llvm::Argument>(&Pointer))
    return argumentMaybeNull(*Parameter);
  if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&Pointer))
    if (auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(Load->getPointerOperand()))
      return slotMaybeNull(*Slot);
  if (auto *Choice = llvm::dyn_cast<llvm::SelectInst>(&Pointer))
    return maybeNull(*Choice->getTrueValue()) || maybeNull(*Choice->getFalseValue());
  if (auto *Merge = llvm::dyn_cast<llvm::PHINode>(&Pointer))
    return llvm::any_of(Merge->incoming_values(), [&](const llvm::Use &Value) { return maybeNull(*Value); });
  return true;
}

bool MayTrap::argumentMaybeNull(const llvm::Argument &Parameter) const {
  if (Parameter.hasByValAttr() || Parameter.hasStructRetAttr())
    return false;
  const llvm::Function &F = *Parameter.getParent();
  if (isModel(F))
    return false;
  if (F.getName() == "main")
    return false;
  for (const llvm::User *User : F.users()) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(User);
    if (!Call || Call->getCalledOperand() != &F)
      return true; // somebody may call it through a pointer
    if (isHarness(*Call->getFunction())) {
      if (NullableInputs)
        return true;
      continue;
    }
    if (Parameter.getArgNo() >= Call->arg_size() || maybeNull(*Call->getArgOperand(Parameter.getArgNo())))
      return true;
  }
  return false;
}

/// Every value that is stored there.
bool MayTrap::slotMaybeNull(const llvm::AllocaInst &Slot) const {
  for (const llvm::User *User : Slot.users()) {
    if (llvm::isa<llvm::LoadInst>(User))
      continue;
    if (auto *Mark = llvm::dyn_cast<llvm::IntrinsicInst>(User))
      if (Mark->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(Mark))
        continue;
    auto *Store = llvm::dyn_cast<llvm::StoreInst>(User);
    if (!Store || Store->getPointerOperand() != &Slot || maybeNull(*Store->getValueOperand()))
      return true;
  }
  return false;
}

} // namespace vernier
