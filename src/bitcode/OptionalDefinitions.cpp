#include "bitcode/OptionalDefinitions.h"

#include "project/Hash.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Support/raw_ostream.h>

namespace vernier {

namespace {

constexpr const char *MetadataName = "vernier.optional-definitions";

/// A body without what depends on the rest of the unit: numbers of values, metadata, names of texts.
class BodyText {
public:
  explicit BodyText(const llvm::Function &Body) : F(Body) {
    for (const llvm::Argument &A : F.args())
      number(A);
    for (const llvm::BasicBlock &Block : F) {
      number(Block);
      for (const llvm::Instruction &I : Block)
        number(I);
    }
  }

  std::string text() {
    F.getFunctionType()->print(Stream);
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (!llvm::isa<llvm::DbgInfoIntrinsic>(I))
        write(I);
    return Stream.str();
  }

private:
  void number(const llvm::Value &V) { Numbers.try_emplace(&V, Numbers.size()); }

  void write(const llvm::Instruction &I) {
    Stream << "\n" << I.getOpcodeName() << " " << static_cast<unsigned>(I.getRawSubclassOptionalData()) << " ";
    I.getType()->print(Stream);
    if (auto *Compare = llvm::dyn_cast<llvm::CmpInst>(&I))
      Stream << " " << static_cast<unsigned>(Compare->getPredicate());
    if (auto *Address = llvm::dyn_cast<llvm::GetElementPtrInst>(&I))
      Address->getSourceElementType()->print(Stream << " ");
    if (auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(&I))
      Slot->getAllocatedType()->print(Stream << " ");
    Stream << (I.isVolatile() ? " volatile" : "");
    for (const llvm::Value *Operand : I.operands())
      write(*Operand);
  }

  void write(const llvm::Value &Operand) {
    Stream << " ";
    if (auto At = Numbers.find(&Operand); At != Numbers.end()) {
      Stream << "%" << At->second;
      return;
    }
    auto *Text = llvm::dyn_cast<llvm::GlobalVariable>(&Operand);
    if (Text && Text->hasPrivateLinkage() && Text->hasInitializer())
      Text->getInitializer()->print(Stream);
    else if (!llvm::isa<llvm::MetadataAsValue>(Operand))
      Operand.printAsOperand(Stream, /*PrintType=*/true);
  }

  const llvm::Function &F;
  llvm::DenseMap<const llvm::Value *, std::size_t> Numbers;
  std::string Text;
  llvm::raw_string_ostream Stream{Text};
};

} // namespace

void keepOptionalDefinitions(const llvm::Module &Unit, llvm::Module &Whole) {
  for (const llvm::Function &F : Unit) {
    if (F.isDeclaration() || !F.hasAvailableExternallyLinkage())
      continue;
    llvm::LLVMContext &Context = Whole.getContext();
    llvm::Metadata *Words[] = {llvm::MDString::get(Context, F.getName()),
                               llvm::MDString::get(Context, hashText(BodyText(F).text()))};
    Whole.getOrInsertNamedMetadata(MetadataName)->addOperand(llvm::MDNode::get(Context, Words));
  }
}

OptionalDefinitions optionalDefinitions(const llvm::Module &Whole) {
  OptionalDefinitions Result;
  if (const llvm::NamedMDNode *All = Whole.getNamedMetadata(MetadataName))
    for (const llvm::MDNode *Each : All->operands())
      Result[llvm::cast<llvm::MDString>(Each->getOperand(0))->getString().str()].insert(
          llvm::cast<llvm::MDString>(Each->getOperand(1))->getString().str());
  return Result;
}

} // namespace vernier
