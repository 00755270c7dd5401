#include "changes/Labels.h"

#include "bitcode/SignedArithmetic.h"

#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>

#include <llvm/ADT/SmallString.h>
#include <optional>

namespace vernier {

namespace {

template <class T> std::string printed(const T &Value) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  Value.print(Stream);
  return Text;
}

std::string number(const llvm::APInt &Value) {
  llvm::SmallString<32> Text;
  Value.toStringUnsigned(Text, 16);
  return std::to_string(Value.getBitWidth()) + ":" + Text.str().str();
}

/// Among the blocks of its function.
std::size_t positionOf(const llvm::BasicBlock &Block) {
  std::size_t Position = 0;
  for (const llvm::BasicBlock &Other : *Block.getParent()) {
    if (&Other == &Block)
      break;
    Position += Other.hasAddressTaken();
  }
  return Position;
}

/// How far a step with constant indices goes; nothing for others.
std::optional<llvm::APInt> constantStep(const llvm::GetElementPtrInst &Gep) {
  const llvm::DataLayout &Layout = Gep.getDataLayout();
  llvm::APInt Offset(Layout.getIndexTypeSizeInBits(Gep.getType()), 0);
  if (Gep.getType()->isVectorTy() || !Gep.hasAllConstantIndices() || !Gep.accumulateConstantOffset(Layout, Offset))
    return std::nullopt;
  return Offset;
}

template <class T> std::string access(const T &I) {
  return (I.isVolatile() ? "v" : "") + std::to_string(static_cast<unsigned>(I.getOrdering())) + "/" +
         std::to_string(I.getAlign().value());
}

} // namespace

std::string Labels::type(const llvm::Type *T) const {
  if (const auto *Struct = llvm::dyn_cast<llvm::StructType>(T)) {
    if (Struct->isOpaque())
      return "{opaque}";
    std::string Text = Struct->isPacked() ? "<{" : "{";
    for (const llvm::Type *Element : Struct->elements())
      Text += type(Element) + ",";
    return Text + "}";
  }
  if (const auto *Array = llvm::dyn_cast<llvm::ArrayType>(T))
    return "[" + std::to_string(Array->getNumElements()) + "x" + type(Array->getElementType()) + "]";
  if (const auto *Function = llvm::dyn_cast<llvm::FunctionType>(T)) {
    std::string Text = type(Function->getReturnType()) + "(";
    for (const llvm::Type *Parameter : Function->params())
      Text += type(Parameter) + ",";
    return Text + (Function->isVarArg() ? "...)" : ")");
  }
  return printed(*T);
}

std::string Labels::interface(const llvm::Function &F) const {
  return type(F.getFunctionType()) + (F.isDeclaration() ? "external" : "defined") +
         (F.doesNotReturn() ? "noreturn" : "");
}

std::string Labels::global(const llvm::GlobalValue &G) const {
  std::string Side = G.getParent() == &Map.oldProgram().module() ? "old@" : "new@";
  if (const auto *F = llvm::dyn_cast<llvm::Function>(&G)) {
    const llvm::Function *Other = Map.counterpart(*F);
    if (Other && interface(*F) == interface(*Other))
      return "@" + (Side == "old@" ? F : Other)->getName().str();
  } else if (const auto *Variable = llvm::dyn_cast<llvm::GlobalVariable>(&G)) {
    if (Variable->isConstant() && Variable->hasGlobalUnnamedAddr() && Variable->hasDefinitiveInitializer()) {
      auto [It, New] = Contents.try_emplace(Variable, "circle");
      if (New) {
        std::string Text = type(Variable->getValueType()) + constant(Variable->getInitializer());
        Contents[Variable] = "contents(" + std::to_string(llvm::xxh3_64bits(Text)) + ")";
      }
      return Contents[Variable];
    }
    if (const llvm::GlobalVariable *Other = Map.counterpart(*Variable))
      return "@" + (Side == "old@" ? Variable : Other)->getName().str();
  } else if (const auto *Alias = llvm::dyn_cast<llvm::GlobalAlias>(&G)) {
    return "alias(" + constant(Alias->getAliasee()) + ")";
  }
  return Side + G.getName().str();
}

std::string Labels::constant(const llvm::Constant *C) const {
  if (const auto *Global = llvm::dyn_cast<llvm::GlobalValue>(C))
    return global(*Global);
  if (const auto *Int = llvm::dyn_cast<llvm::ConstantInt>(C))
    return number(Int->getValue());
  if (const auto *Float = llvm::dyn_cast<llvm::ConstantFP>(C))
    return "f" + number(Float->getValueAPF().bitcastToAPInt());
  if (const auto *Data = llvm::dyn_cast<llvm::ConstantDataSequential>(C))
    return type(C->getType()) + Data->getRawDataValues().str();
  if (const auto *Block = llvm::dyn_cast<llvm::BlockAddress>(C))
    return "label " + std::to_string(positionOf(*Block->getBasicBlock())) + " in " + global(*Block->getFunction());
  if (const auto *Expression = llvm::dyn_cast<llvm::ConstantExpr>(C)) {
    std::string Text =
        std::string(Expression->getOpcodeName()) + std::to_string(Expression->getRawSubclassOptionalData()) + "(";
    if (const auto *Gep = llvm::dyn_cast<llvm::GEPOperator>(Expression))
      Text += type(Gep->getSourceElementType()) + ";";
    for (const llvm::Use &Operand : Expression->operands())
      Text += constant(llvm::cast<llvm::Constant>(Operand)) + ",";
    return Text + ")" + type(C->getType());
  }
  if (llvm::isa<llvm::ConstantAggregate>(C)) {
    std::string Text = "(";
    for (const llvm::Use &Operand : C->operands())
      Text += constant(llvm::cast<llvm::Constant>(Operand)) + ",";
    return Text + ")";
  }
  return "k" + std::to_string(C->getValueID()) + type(C->getType()); // null, zero, undef, poison
}

std::string Labels::instruction(const llvm::Instruction &I,
                                llvm::function_ref<std::string(const llvm::AllocaInst &)> LocalName) const {
  auto Name = [&](const llvm::Value *Operand) -> std::string {
    if (const auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(Operand); Slot && isTransparent(*Slot))
      return LocalName(*Slot);
    if (llvm::isa<llvm::Instruction>(Operand))
      return "%" + type(Operand->getType());
    if (const auto *Argument = llvm::dyn_cast<llvm::Argument>(Operand))
      return "p" + std::to_string(Argument->getArgNo()) + type(Argument->getType());
    if (const auto *Constant = llvm::dyn_cast<llvm::Constant>(Operand))
      return constant(Constant);
    if (const auto *Asm = llvm::dyn_cast<llvm::InlineAsm>(Operand))
      return "asm(" + Asm->getAsmString() + ";" + Asm->getConstraintString() + ")";
    return {};
  };
  std::string Text = std::string(I.getOpcodeName()) + " " + type(I.getType()) + " " +
                     std::to_string(I.getRawSubclassOptionalData()) + (isSignedArithmetic(I) ? " signed " : " ");
  if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
    Text += access(*Load);
  else if (const auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
    Text += access(*Store) + type(Store->getValueOperand()->getType());
  else if (const auto *Compare = llvm::dyn_cast<llvm::CmpInst>(&I))
    Text += llvm::CmpInst::getPredicateName(Compare->getPredicate()).str() + type(Compare->getOperand(0)->getType());
  else if (const auto *Gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&I)) {
    // A member is where it is, however the structure around it is declared.
    if (auto Step = constantStep(*Gep))
      return Text + "+" + number(*Step) + "," + Name(Gep->getPointerOperand());
    Text += type(Gep->getSourceElementType());
  } else if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
    Text += type(Call->getFunctionType());
  else if (const auto *Extract = llvm::dyn_cast<llvm::ExtractValueInst>(&I))
    for (unsigned Index : Extract->indices())
      Text += std::to_string(Index) + ".";
  else if (const auto *Insert = llvm::dyn_cast<llvm::InsertValueInst>(&I))
    for (unsigned Index : Insert->indices())
      Text += std::to_string(Index) + ".";
  else if (const auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(&I))
    Text += type(Slot->getAllocatedType()) + std::to_string(Slot->getAlign().value());
  // A phi changes per edge, a switch per case.
  if (llvm::isa<llvm::PHINode, llvm::SwitchInst, llvm::IndirectBrInst>(I))
    return Text;
  for (const llvm::Use &Operand : I.operands())
    Text += "," + Name(Operand);
  return Text;
}

} // namespace vernier
