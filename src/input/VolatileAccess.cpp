#include "input/VolatileAccess.h"

#include "input/CallerState.h"
#include "input/Mentioned.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace vernier {

namespace {

/// The first and the last page of memory belong to nobody: integers there are marks such as SIG_IGN, not addresses.
constexpr std::int64_t PageSize = 4096;

bool isMark(const llvm::Value &Integer) {
  auto *Constant = llvm::dyn_cast<llvm::ConstantInt>(&Integer);
  if (!Constant || Constant->getBitWidth() > 64)
    return false;
  std::int64_t Value = Constant->getSExtValue();
  return Value > -PageSize && Value < PageSize;
}

/// The number was a pointer before.
bool comesFromPointer(const llvm::Value &Integer) {
  auto *Operation = llvm::dyn_cast<llvm::Operator>(&Integer);
  if (!Operation)
    return false;
  if (Operation->getOpcode() == llvm::Instruction::PtrToInt)
    return true;
  return (llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::ConstantExpr>(Operation)) &&
         llvm::any_of(Operation->operands(), [](const llvm::Use &Part) { return comesFromPointer(*Part); });
}

bool isIntegerAddress(const llvm::Value &Value) {
  auto *Operation = llvm::dyn_cast<llvm::Operator>(&Value);
  return Operation && Operation->getOpcode() == llvm::Instruction::IntToPtr && !isMark(*Operation->getOperand(0)) &&
         !comesFromPointer(*Operation->getOperand(0));
}

/// Looks through everything that a program mentions for a pointer that was made of an integer.
class IntegerAddresses {
public:
  bool in(const llvm::Module &M) {
    for (const llvm::GlobalVariable &Variable : M.globals())
      if (Variable.hasInitializer() && in(*Variable.getInitializer()))
        return true;
    return llvm::any_of(M, [&](const llvm::Function &F) {
      return llvm::any_of(llvm::instructions(F), [&](const llvm::Instruction &I) {
        return isIntegerAddress(I) || llvm::any_of(I.operands(), [&](const llvm::Use &Operand) {
                 auto *Constant = llvm::dyn_cast<llvm::Constant>(Operand.get());
                 return Constant && in(*Constant);
               });
      });
    });
  }

private:
  bool in(const llvm::Constant &Root) {
    if (llvm::isa<llvm::GlobalValue>(Root) || !Seen.insert(&Root).second)
      return false;
    return isIntegerAddress(Root) || llvm::any_of(Root.operands(), [&](const llvm::Use &Part) {
             auto *Constant = llvm::dyn_cast<llvm::Constant>(Part.get());
             return Constant && in(*Constant);
           });
  }

  llvm::SmallPtrSet<const llvm::Constant *, 32> Seen;
};

/// What a memory intrinsic or an instruction accesses.
llvm::SmallVector<const llvm::Value *, 2> pointersOf(const llvm::Instruction &I) {
  if (auto *Transfer = llvm::dyn_cast<llvm::MemTransferInst>(&I))
    return {Transfer->getRawDest(), Transfer->getRawSource()};
  if (auto *Fill = llvm::dyn_cast<llvm::MemSetInst>(&I))
    return {Fill->getRawDest()};
  if (const llvm::Value *Pointer = llvm::getPointerOperand(&I))
    return {Pointer};
  if (auto *Exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&I))
    return {Exchange->getPointerOperand()};
  if (auto *Change = llvm::dyn_cast<llvm::AtomicRMWInst>(&I))
    return {Change->getPointerOperand()};
  return {};
}

/// Some use of it does more than read it, or writes it in a function of the set.
bool mayBeWrittenIn(const llvm::Value &Address, const llvm::DenseMap<const llvm::Function *, bool> &Some) {
  for (const llvm::Use &Use : Address.uses()) {
    const llvm::User *User = Use.getUser();
    if (llvm::isa<llvm::LoadInst>(User))
      continue;
    if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(User);
        Store && Use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex()) {
      if (Some.contains(Store->getFunction()))
        return true;
      continue;
    }
    auto *Operation = llvm::dyn_cast<llvm::GEPOperator>(User);
    if (!Operation || mayBeWrittenIn(*Operation, Some))
      return true;
  }
  return false;
}

/// Its address is used for nothing but accesses. (LLVM takes a volatile one for a use of the address.)
bool isOnlyAccessed(const llvm::Value &Address) {
  return llvm::all_of(Address.uses(), [](const llvm::Use &Use) {
    const llvm::User *User = Use.getUser();
    if (llvm::isa<llvm::StoreInst>(User))
      return Use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
    if (auto *Scope = llvm::dyn_cast<llvm::IntrinsicInst>(User))
      return Scope->isLifetimeStartOrEnd();
    auto *Part = llvm::dyn_cast<llvm::GEPOperator>(User);
    return llvm::isa<llvm::LoadInst>(User) || (Part && isOnlyAccessed(*Part));
  });
}

} // namespace

VolatileAccesses::VolatileAccesses(const llvm::Module &M)
    : Disturbed(disturbsItself(M)), HasIntegerAddresses(IntegerAddresses().in(M)) {
  if (!Disturbed)
    return;
  for (const llvm::Function &F : M)
    if (!F.isDeclaration() && F.hasAddressTaken()) {
      Mentioned Code;
      Code.add(F);
      for (const llvm::Function *Each : Code.Functions)
        Asynchronous[Each] = true;
    }
}

bool VolatileAccesses::isWrittenAsynchronously(const llvm::GlobalVariable &Variable) {
  if (!Disturbed)
    return false;
  auto [Known, New] = Written.try_emplace(&Variable, false);
  if (New)
    Known->second = mayBeWrittenIn(Variable, Asynchronous);
  return Known->second;
}

VolatileKind VolatileAccesses::kindBehind(const llvm::Value &Pointer) {
  const llvm::Value *Object = llvm::getUnderlyingObject(&Pointer, 0);
  if (llvm::isa<llvm::AllocaInst>(Object) && isOnlyAccessed(*Object))
    return VolatileKind::Private;
  if (auto *Variable = llvm::dyn_cast<llvm::GlobalVariable>(Object))
    return isWrittenAsynchronously(*Variable) ? VolatileKind::Disturbed : VolatileKind::Memory;
  if (llvm::isa<llvm::Constant>(Object) || llvm::isa<llvm::IntToPtrInst>(Object))
    return VolatileKind::Device;
  if (Disturbed)
    return VolatileKind::Disturbed;
  return HasIntegerAddresses && !llvm::isa<llvm::AllocaInst>(Object) ? VolatileKind::Device : VolatileKind::Memory;
}

VolatileKind VolatileAccesses::kindOf(const llvm::Instruction &I) {
  if (!I.isVolatile())
    return VolatileKind::None;
  llvm::SmallVector<const llvm::Value *, 2> Pointers = pointersOf(I);
  VolatileKind Worst = Pointers.empty() ? VolatileKind::Device : VolatileKind::None;
  for (const llvm::Value *Pointer : Pointers)
    Worst = std::max(Worst, kindBehind(*Pointer));
  return Worst;
}

} // namespace vernier
