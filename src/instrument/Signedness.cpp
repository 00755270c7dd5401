#include "instrument/Signedness.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace vernier {

namespace {

/// What is known about the type that a value has in the source.
using Signedness = std::optional<bool>;

/// A narrower type than the operation's is promoted: to int, which is signed.
Signedness ofType(const llvm::DIType *Type, unsigned Bits) {
  while (auto *Derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(Type)) {
    if (Derived->getTag() != llvm::dwarf::DW_TAG_typedef && Derived->getTag() != llvm::dwarf::DW_TAG_const_type &&
        Derived->getTag() != llvm::dwarf::DW_TAG_volatile_type)
      return std::nullopt;
    Type = Derived->getBaseType();
  }
  auto *Basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(Type);
  if (!Basic)
    return std::nullopt;
  if (Basic->getSizeInBits() < Bits && Bits == 32)
    return true;
  unsigned Encoding = Basic->getEncoding();
  if (Encoding == llvm::dwarf::DW_ATE_signed || Encoding == llvm::dwarf::DW_ATE_signed_char)
    return true;
  if (Encoding == llvm::dwarf::DW_ATE_unsigned || Encoding == llvm::dwarf::DW_ATE_unsigned_char)
    return false;
  return std::nullopt;
}

Signedness ofVariable(llvm::Value &Place, unsigned Bits) {
  if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&Place)) {
    for (llvm::DbgVariableRecord *Record : llvm::findDVRDeclares(Local))
      return ofType(Record->getVariable()->getType(), Bits);
    return std::nullopt;
  }
  if (auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(&Place)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> Known;
    Global->getDebugInfo(Known);
    if (!Known.empty())
      return ofType(Known.front()->getVariable()->getType(), Bits);
  }
  return std::nullopt;
}

Signedness ofValue(llvm::Value &V, unsigned Bits, unsigned Depth) {
  if (Depth == 0)
    return std::nullopt;
  if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&V))
    return ofVariable(*Load->getPointerOperand(), Bits);
  if (llvm::isa<llvm::SExtInst>(V))
    return true;
  if (auto *Wider = llvm::dyn_cast<llvm::ZExtInst>(&V)) // an unsigned char or short becomes an int
    return Bits == 32 && Wider->getSrcTy()->getIntegerBitWidth() < 32 ? Signedness(true) : std::nullopt;
  if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&V)) {
    llvm::Function *Callee = Call->getCalledFunction();
    llvm::DISubprogram *Described = Callee ? Callee->getSubprogram() : nullptr;
    return Described && Described->getType()->getTypeArray().size()
               ? ofType(Described->getType()->getTypeArray()[0], Bits)
               : std::nullopt;
  }
  auto *Operation = llvm::dyn_cast<llvm::BinaryOperator>(&V);
  if (!Operation)
    return std::nullopt;
  Signedness A = ofValue(*Operation->getOperand(0), Bits, Depth - 1);
  Signedness B = ofValue(*Operation->getOperand(1), Bits, Depth - 1);
  if (A == false || B == false)
    return false;
  return A == true || B == true ? Signedness(true) : std::nullopt;
}

} // namespace

void markSigned(llvm::Module &M) {
  for (llvm::Function &F : M)
    for (llvm::Instruction &I : llvm::instructions(F)) {
      unsigned Opcode = I.getOpcode();
      bool Counts =
          Opcode == llvm::Instruction::Add || Opcode == llvm::Instruction::Sub || Opcode == llvm::Instruction::Mul;
      if (Counts && I.getType()->isIntegerTy() && ofValue(I, I.getType()->getIntegerBitWidth(), 8) == true)
        I.setMetadata("vernier.signed", llvm::MDNode::get(M.getContext(), {}));
    }
}

} // namespace vernier
