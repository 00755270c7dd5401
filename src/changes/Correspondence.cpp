#include "changes/Correspondence.h"

#include "bitcode/SignedArithmetic.h"

#include <llvm/IR/Attributes.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <optional>

namespace vernier {

namespace {

/// Attributes that change what a call does; all others are hints for optimisation.
constexpr llvm::Attribute::AttrKind MeaningfulKinds[] = {
    llvm::Attribute::ReturnsTwice, llvm::Attribute::Naked,      llvm::Attribute::NoReturn,
    llvm::Attribute::InReg,        llvm::Attribute::ZExt,       llvm::Attribute::SExt,
    llvm::Attribute::Nest,         llvm::Attribute::StrictFP,   llvm::Attribute::SwiftSelf,
    llvm::Attribute::SwiftError,   llvm::Attribute::SwiftAsync, llvm::Attribute::NullPointerIsValid};
constexpr llvm::Attribute::AttrKind TypedKinds[] = {llvm::Attribute::ByVal,        llvm::Attribute::ByRef,
                                                    llvm::Attribute::StructRet,    llvm::Attribute::InAlloca,
                                                    llvm::Attribute::Preallocated, llvm::Attribute::ElementType};

/// Whether the linker may choose another definition, or none; `static` or not is no difference in a whole program.
unsigned linkageClass(const llvm::GlobalValue &G) {
  if (G.hasLocalLinkage() || G.hasExternalLinkage())
    return 0;
  return 1 + static_cast<unsigned>(G.getLinkage());
}

/// A constant whose address means nothing, so that only its contents count.
bool isContents(const llvm::GlobalVariable &G) {
  return G.isConstant() && G.hasGlobalUnnamedAddr() && G.hasDefinitiveInitializer();
}

/// The distance of an address computation whose indices are all constant, in bytes.
std::optional<std::int64_t> offsetOf(const llvm::Instruction &I) {
  const auto &Gep = llvm::cast<llvm::GetElementPtrInst>(I);
  llvm::APInt Offset(Gep.getDataLayout().getIndexTypeSizeInBits(Gep.getPointerOperandType()), 0);
  if (Gep.getType()->isVectorTy() || !Gep.accumulateConstantOffset(Gep.getDataLayout(), Offset))
    return std::nullopt;
  return Offset.getSExtValue();
}

/// Strings and nodes of strings (rounding modes, register names); anything else is not judged.
bool sameMetadata(const llvm::Metadata *A, const llvm::Metadata *B) {
  if (const auto *Text = llvm::dyn_cast<llvm::MDString>(A)) {
    const auto *Other = llvm::dyn_cast<llvm::MDString>(B);
    return Other && Text->getString() == Other->getString();
  }
  const auto *Node = llvm::dyn_cast<llvm::MDNode>(A), *Other = llvm::dyn_cast<llvm::MDNode>(B);
  if (!Node || !Other || Node->isDistinct() || Node->getNumOperands() != Other->getNumOperands())
    return false;
  for (unsigned I = 0; I < Node->getNumOperands(); ++I)
    if (!Node->getOperand(I) || !Other->getOperand(I) || !sameMetadata(Node->getOperand(I), Other->getOperand(I)))
      return false;
  return true;
}

template <class T> bool sameAccess(const T &A, const T &B) {
  return A.isVolatile() == B.isVolatile() && A.getOrdering() == B.getOrdering() &&
         A.getSyncScopeID() == B.getSyncScopeID() && A.getAlign() == B.getAlign();
}

} // namespace

std::vector<const llvm::BasicBlock *> addressTakenBlocks(const llvm::Function &F) {
  std::vector<const llvm::BasicBlock *> Blocks;
  for (const llvm::BasicBlock &Block : F)
    if (Block.hasAddressTaken())
      Blocks.push_back(&Block);
  return Blocks;
}

bool Correspondence::sameType(const llvm::Type *A, const llvm::Type *B) const {
  if (A->getTypeID() != B->getTypeID())
    return false;
  if (const auto *Int = llvm::dyn_cast<llvm::IntegerType>(A))
    return Int->getBitWidth() == llvm::cast<llvm::IntegerType>(B)->getBitWidth();
  if (A->isPointerTy())
    return A->getPointerAddressSpace() == B->getPointerAddressSpace();
  if (const auto *Array = llvm::dyn_cast<llvm::ArrayType>(A)) {
    const auto *Other = llvm::cast<llvm::ArrayType>(B);
    return Array->getNumElements() == Other->getNumElements() &&
           sameType(Array->getElementType(), Other->getElementType());
  }
  if (const auto *Vector = llvm::dyn_cast<llvm::VectorType>(A)) {
    const auto *Other = llvm::cast<llvm::VectorType>(B);
    return Vector->getElementCount() == Other->getElementCount() &&
           sameType(Vector->getElementType(), Other->getElementType());
  }
  if (const auto *Struct = llvm::dyn_cast<llvm::StructType>(A)) {
    const auto *Other = llvm::cast<llvm::StructType>(B);
    if (Struct->isOpaque() || Other->isOpaque())
      return Struct->isOpaque() == Other->isOpaque();
    if (Struct->isPacked() != Other->isPacked() || Struct->getNumElements() != Other->getNumElements())
      return false;
    for (unsigned I = 0; I < Struct->getNumElements(); ++I)
      if (!sameType(Struct->getElementType(I), Other->getElementType(I)))
        return false;
    return true;
  }
  if (const auto *Function = llvm::dyn_cast<llvm::FunctionType>(A)) {
    const auto *Other = llvm::cast<llvm::FunctionType>(B);
    if (Function->isVarArg() != Other->isVarArg() || Function->getNumParams() != Other->getNumParams() ||
        !sameType(Function->getReturnType(), Other->getReturnType()))
      return false;
    for (unsigned I = 0; I < Function->getNumParams(); ++I)
      if (!sameType(Function->getParamType(I), Other->getParamType(I)))
        return false;
    return true;
  }
  if (const auto *Target = llvm::dyn_cast<llvm::TargetExtType>(A))
    return Target->getName() == llvm::cast<llvm::TargetExtType>(B)->getName();
  return true; // void, label, metadata, token and the floating-point types are their ids
}

bool Correspondence::sameConstant(const llvm::Constant *A, const llvm::Constant *B) const {
  if (!sameType(A->getType(), B->getType()))
    return false;
  if (const auto *Global = llvm::dyn_cast<llvm::GlobalValue>(A)) {
    const auto *Other = llvm::dyn_cast<llvm::GlobalValue>(B);
    return Other && sameGlobalValue(*Global, *Other);
  }
  if (A->getValueID() != B->getValueID())
    return false;
  if (const auto *Int = llvm::dyn_cast<llvm::ConstantInt>(A))
    return Int->getValue() == llvm::cast<llvm::ConstantInt>(B)->getValue();
  if (const auto *Float = llvm::dyn_cast<llvm::ConstantFP>(A))
    return Float->getValueAPF().bitwiseIsEqual(llvm::cast<llvm::ConstantFP>(B)->getValueAPF());
  if (llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue, llvm::ConstantAggregateZero, llvm::ConstantTokenNone>(A))
    return true; // the value id tells undef from poison
  if (const auto *Data = llvm::dyn_cast<llvm::ConstantDataSequential>(A))
    return Data->getRawDataValues() == llvm::cast<llvm::ConstantDataSequential>(B)->getRawDataValues();
  if (const auto *Block = llvm::dyn_cast<llvm::BlockAddress>(A)) {
    const auto *Other = llvm::cast<llvm::BlockAddress>(B);
    if (Map.counterpart(*Block->getFunction()) != Other->getFunction())
      return false;
    auto Blocks = addressTakenBlocks(*Block->getFunction()), Others = addressTakenBlocks(*Other->getFunction());
    auto At = llvm::find(Blocks, Block->getBasicBlock()) - Blocks.begin();
    return Blocks.size() == Others.size() && llvm::find(Others, Other->getBasicBlock()) - Others.begin() == At;
  }
  if (const auto *Expression = llvm::dyn_cast<llvm::ConstantExpr>(A))
    return sameExpression(*Expression, *llvm::cast<llvm::ConstantExpr>(B));
  if (llvm::isa<llvm::ConstantAggregate>(A)) {
    if (A->getNumOperands() != B->getNumOperands())
      return false;
    for (unsigned I = 0; I < A->getNumOperands(); ++I)
      if (!sameConstant(llvm::cast<llvm::Constant>(A->getOperand(I)), llvm::cast<llvm::Constant>(B->getOperand(I))))
        return false;
    return true;
  }
  return false; // dso_local_equivalent, no_cfi, signed pointers: not judged, hence not the same
}

bool Correspondence::sameExpression(const llvm::ConstantExpr &A, const llvm::ConstantExpr &B) const {
  if (A.getOpcode() != B.getOpcode() || A.getNumOperands() != B.getNumOperands() ||
      A.getRawSubclassOptionalData() != B.getRawSubclassOptionalData())
    return false;
  if (const auto *Gep = llvm::dyn_cast<llvm::GEPOperator>(&A)) {
    const auto *Other = llvm::cast<llvm::GEPOperator>(&B);
    if (!sameType(Gep->getSourceElementType(), Other->getSourceElementType()) ||
        Gep->getInRange() != Other->getInRange())
      return false;
  }
  for (unsigned I = 0; I < A.getNumOperands(); ++I)
    if (!sameConstant(A.getOperand(I), B.getOperand(I)))
      return false;
  return true;
}

bool Correspondence::sameGlobalValue(const llvm::GlobalValue &A, const llvm::GlobalValue &B) const {
  if (const auto *Function = llvm::dyn_cast<llvm::Function>(&A)) {
    const auto *Other = llvm::dyn_cast<llvm::Function>(&B);
    return Other && Map.counterpart(*Function) == Other && sameInterface(*Function, *Other);
  }
  if (const auto *Variable = llvm::dyn_cast<llvm::GlobalVariable>(&A)) {
    const auto *Other = llvm::dyn_cast<llvm::GlobalVariable>(&B);
    if (!Other)
      return false;
    if (isContents(*Variable) && isContents(*Other)) {
      auto [It, New] = Compared.try_emplace({Variable, Other}, true);
      if (!New)
        return It->second;
      bool Same = sameType(Variable->getValueType(), Other->getValueType()) &&
                  Variable->getAlign() == Other->getAlign() &&
                  sameConstant(Variable->getInitializer(), Other->getInitializer());
      if (!Same)
        Compared.clear(); // what was found the same meanwhile may have rested on this pair
      return Compared[{Variable, Other}] = Same;
    }
    return Map.counterpart(*Variable) == Other;
  }
  if (const auto *Alias = llvm::dyn_cast<llvm::GlobalAlias>(&A)) {
    const auto *Other = llvm::dyn_cast<llvm::GlobalAlias>(&B);
    return Other && linkageClass(A) == linkageClass(B) && sameConstant(Alias->getAliasee(), Other->getAliasee());
  }
  return false; // an ifunc runs code at load time
}

bool Correspondence::sameAttributes(const llvm::AttributeList &A, const llvm::AttributeList &B,
                                    unsigned Parameters) const {
  auto SameSet = [&](llvm::AttributeSet X, llvm::AttributeSet Y) {
    for (auto Kind : MeaningfulKinds)
      if (X.hasAttribute(Kind) != Y.hasAttribute(Kind))
        return false;
    for (auto Kind : TypedKinds) {
      if (X.hasAttribute(Kind) != Y.hasAttribute(Kind))
        return false;
      if (X.hasAttribute(Kind) &&
          !sameType(X.getAttribute(Kind).getValueAsType(), Y.getAttribute(Kind).getValueAsType()))
        return false;
    }
    bool PassedInMemory = X.hasAttribute(llvm::Attribute::ByVal) || X.hasAttribute(llvm::Attribute::StructRet);
    return (!PassedInMemory || X.getAlignment() == Y.getAlignment()) && X.getStackAlignment() == Y.getStackAlignment();
  };
  if (!SameSet(A.getFnAttrs(), B.getFnAttrs()) || !SameSet(A.getRetAttrs(), B.getRetAttrs()))
    return false;
  for (unsigned I = 0; I < Parameters; ++I)
    if (!SameSet(A.getParamAttrs(I), B.getParamAttrs(I)))
      return false;
  return true;
}

bool Correspondence::sameInterface(const llvm::Function &A, const llvm::Function &B) const {
  if (A.isDeclaration() != B.isDeclaration() || A.getCallingConv() != B.getCallingConv() ||
      linkageClass(A) != linkageClass(B) || A.getAddressSpace() != B.getAddressSpace() ||
      A.getSection() != B.getSection() || !sameType(A.getFunctionType(), B.getFunctionType()))
    return false;
  if (A.isDeclaration() && A.getName() != B.getName())
    return false; // another library function
  if (A.hasPersonalityFn() != B.hasPersonalityFn() ||
      (A.hasPersonalityFn() &&
       A.getPersonalityFn()->stripPointerCasts()->getName() != B.getPersonalityFn()->stripPointerCasts()->getName()))
    return false;
  if (A.hasPrefixData() || B.hasPrefixData() || A.hasPrologueData() || B.hasPrologueData())
    return false;
  return sameAttributes(A.getAttributes(), B.getAttributes(), A.arg_size());
}

bool Correspondence::sameGlobal(const llvm::GlobalVariable &A, const llvm::GlobalVariable &B) const {
  if (!sameType(A.getValueType(), B.getValueType()) || A.isConstant() != B.isConstant() ||
      linkageClass(A) != linkageClass(B) || A.getThreadLocalMode() != B.getThreadLocalMode() ||
      A.getAlign() != B.getAlign() || A.getSection() != B.getSection() ||
      A.isExternallyInitialized() != B.isExternallyInitialized() || A.getAddressSpace() != B.getAddressSpace() ||
      A.hasInitializer() != B.hasInitializer())
    return false;
  if (!A.hasInitializer())
    return A.getName() == B.getName();
  return sameConstant(A.getInitializer(), B.getInitializer());
}

bool Correspondence::sameCall(const llvm::CallBase &A, const llvm::CallBase &B) const {
  if (A.getCallingConv() != B.getCallingConv() || !sameType(A.getFunctionType(), B.getFunctionType()) ||
      A.arg_size() != B.arg_size() || A.isMustTailCall() != B.isMustTailCall() ||
      A.getNumOperandBundles() != B.getNumOperandBundles())
    return false;
  for (unsigned I = 0; I < A.getNumOperandBundles(); ++I)
    if (A.getOperandBundleAt(I).getTagName() != B.getOperandBundleAt(I).getTagName() ||
        A.getOperandBundleAt(I).Inputs.size() != B.getOperandBundleAt(I).Inputs.size())
      return false;
  return sameAttributes(A.getAttributes(), B.getAttributes(), A.arg_size());
}

bool Correspondence::sameOperation(const llvm::Instruction &A, const llvm::Instruction &B) const {
  if (A.getOpcode() != B.getOpcode() || !sameType(A.getType(), B.getType()) ||
      A.getRawSubclassOptionalData() != B.getRawSubclassOptionalData() ||
      isSignedArithmetic(A) != isSignedArithmetic(B))
    return false;
  // A phi and the terminators are judged edge by edge; everywhere else the operands pair by position.
  if (!llvm::isa<llvm::PHINode, llvm::GetElementPtrInst>(A) && !A.isTerminator() &&
      A.getNumOperands() != B.getNumOperands())
    return false;
  switch (A.getOpcode()) {
  case llvm::Instruction::Load:
    return sameAccess(llvm::cast<llvm::LoadInst>(A), llvm::cast<llvm::LoadInst>(B));
  case llvm::Instruction::Store:
    return sameAccess(llvm::cast<llvm::StoreInst>(A), llvm::cast<llvm::StoreInst>(B)) &&
           sameType(llvm::cast<llvm::StoreInst>(A).getValueOperand()->getType(),
                    llvm::cast<llvm::StoreInst>(B).getValueOperand()->getType());
  case llvm::Instruction::Alloca: {
    const auto &X = llvm::cast<llvm::AllocaInst>(A), &Y = llvm::cast<llvm::AllocaInst>(B);
    return sameType(X.getAllocatedType(), Y.getAllocatedType()) && X.getAlign() == Y.getAlign() &&
           X.isUsedWithInAlloca() == Y.isUsedWithInAlloca();
  }
  case llvm::Instruction::GetElementPtr: {
    auto X = offsetOf(A), Y = offsetOf(B);
    if (X || Y)
      return X && Y && *X == *Y;
    return A.getNumOperands() == B.getNumOperands() &&
           sameType(llvm::cast<llvm::GetElementPtrInst>(A).getSourceElementType(),
                    llvm::cast<llvm::GetElementPtrInst>(B).getSourceElementType());
  }
  case llvm::Instruction::ICmp:
  case llvm::Instruction::FCmp:
    return llvm::cast<llvm::CmpInst>(A).getPredicate() == llvm::cast<llvm::CmpInst>(B).getPredicate();
  case llvm::Instruction::Call:
  case llvm::Instruction::Invoke:
    return sameCall(llvm::cast<llvm::CallBase>(A), llvm::cast<llvm::CallBase>(B));
  case llvm::Instruction::ExtractValue:
    return llvm::cast<llvm::ExtractValueInst>(A).getIndices() == llvm::cast<llvm::ExtractValueInst>(B).getIndices();
  case llvm::Instruction::InsertValue:
    return llvm::cast<llvm::InsertValueInst>(A).getIndices() == llvm::cast<llvm::InsertValueInst>(B).getIndices();
  case llvm::Instruction::ShuffleVector:
    return llvm::cast<llvm::ShuffleVectorInst>(A).getShuffleMask() ==
           llvm::cast<llvm::ShuffleVectorInst>(B).getShuffleMask();
  case llvm::Instruction::AtomicRMW: {
    const auto &X = llvm::cast<llvm::AtomicRMWInst>(A), &Y = llvm::cast<llvm::AtomicRMWInst>(B);
    return X.getOperation() == Y.getOperation() && sameAccess(X, Y);
  }
  case llvm::Instruction::AtomicCmpXchg: {
    const auto &X = llvm::cast<llvm::AtomicCmpXchgInst>(A), &Y = llvm::cast<llvm::AtomicCmpXchgInst>(B);
    return X.isVolatile() == Y.isVolatile() && X.isWeak() == Y.isWeak() &&
           X.getSuccessOrdering() == Y.getSuccessOrdering() && X.getFailureOrdering() == Y.getFailureOrdering() &&
           X.getSyncScopeID() == Y.getSyncScopeID() && X.getAlign() == Y.getAlign();
  }
  case llvm::Instruction::Fence: {
    const auto &X = llvm::cast<llvm::FenceInst>(A), &Y = llvm::cast<llvm::FenceInst>(B);
    return X.getOrdering() == Y.getOrdering() && X.getSyncScopeID() == Y.getSyncScopeID();
  }
  case llvm::Instruction::LandingPad: {
    const auto &X = llvm::cast<llvm::LandingPadInst>(A), &Y = llvm::cast<llvm::LandingPadInst>(B);
    if (X.isCleanup() != Y.isCleanup() || X.getNumClauses() != Y.getNumClauses())
      return false;
    for (unsigned I = 0; I < X.getNumClauses(); ++I)
      if (X.isCatch(I) != Y.isCatch(I))
        return false;
    return true;
  }
  case llvm::Instruction::CallBr:
  case llvm::Instruction::CleanupPad:
  case llvm::Instruction::CatchPad:
  case llvm::Instruction::CatchSwitch:
  case llvm::Instruction::CatchRet:
  case llvm::Instruction::CleanupRet:
    return false; // not judged, hence changed
  default:
    return true; // arithmetic, casts, select, freeze, va_arg, ret, br, switch, ...: opcode, type and flags say it all
  }
}

bool Correspondence::sameOperands(const llvm::Instruction &A, const llvm::Instruction &B) const {
  if (llvm::isa<llvm::GetElementPtrInst>(A) && offsetOf(A))
    return sameOperand(A.getOperand(0), B.getOperand(0));
  if (A.getNumOperands() != B.getNumOperands())
    return false;
  for (unsigned I = 0; I < A.getNumOperands(); ++I)
    if (!sameOperand(A.getOperand(I), B.getOperand(I)))
      return false;
  return true;
}

bool Correspondence::sameOperand(const llvm::Value *A, const llvm::Value *B) const {
  if (const auto *X = llvm::dyn_cast<llvm::Instruction>(A)) {
    const auto *Y = llvm::dyn_cast<llvm::Instruction>(B);
    if (Map.isChanged(*X) || (Y && Map.isChanged(*Y)))
      return true; // it dominates this use, so that getting here means having executed a change
    return Y && Map.counterpart(*X) == Y;
  }
  if (const auto *Y = llvm::dyn_cast<llvm::Instruction>(B))
    return Map.isChanged(*Y);
  if (const auto *X = llvm::dyn_cast<llvm::Constant>(A)) {
    const auto *Y = llvm::dyn_cast<llvm::Constant>(B);
    return Y && sameConstant(X, Y);
  }
  if (const auto *X = llvm::dyn_cast<llvm::Argument>(A)) {
    const auto *Y = llvm::dyn_cast<llvm::Argument>(B);
    return Y && X->getArgNo() == Y->getArgNo() && sameType(X->getType(), Y->getType());
  }
  if (const auto *X = llvm::dyn_cast<llvm::InlineAsm>(A)) {
    const auto *Y = llvm::dyn_cast<llvm::InlineAsm>(B);
    return Y && X->getAsmString() == Y->getAsmString() && X->getConstraintString() == Y->getConstraintString() &&
           X->hasSideEffects() == Y->hasSideEffects() && X->isAlignStack() == Y->isAlignStack() &&
           X->getDialect() == Y->getDialect() && X->canThrow() == Y->canThrow();
  }
  if (llvm::isa<llvm::BasicBlock>(A))
    return llvm::isa<llvm::BasicBlock>(B); // successors are walked, not compared
  if (const auto *X = llvm::dyn_cast<llvm::MetadataAsValue>(A)) {
    const auto *Y = llvm::dyn_cast<llvm::MetadataAsValue>(B);
    return Y && sameMetadata(X->getMetadata(), Y->getMetadata());
  }
  return false;
}

} // namespace vernier
