#include "execution/builds/MissingFunctions.h"

#include "bitcode/QuietContext.h"
#include "execution/builds/ObjectCode.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>

namespace vernier {

namespace {

/// Signedness is in the debug type of the declaration, else in how a narrow argument is extended.
bool isUnsigned(const llvm::Function &F, const llvm::Argument &A) {
  if (A.hasZExtAttr())
    return true;
  const llvm::DISubprogram *Own = F.getSubprogram();
  llvm::DITypeRefArray Types = Own && Own->getType() ? Own->getType()->getTypeArray() : llvm::DITypeRefArray(nullptr);
  if (Types.size() != F.arg_size() + 1)
    return false;
  const llvm::DIType *Type = Types[A.getArgNo() + 1];
  while (auto *Derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(Type))
    Type = Derived->getBaseType();
  auto *Basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(Type);
  return Basic && Basic->getSignedness() == llvm::DIBasicType::Signedness::Unsigned;
}

char kindOf(const llvm::Function &F, const llvm::Argument &A) {
  llvm::Type *Type = A.getType();
  if (Type->isIntegerTy() && Type->getIntegerBitWidth() <= 128)
    return isUnsigned(F, A) ? 'u' : 'i';
  if (Type->isFloatTy())
    return 'f';
  if (Type->isDoubleTy())
    return 'd';
  return Type->isPointerTy() ? 'p' : 'x';
}

class Stub {
public:
  explicit Stub(llvm::Function &F) : F(F), M(*F.getParent()), Build(F.getContext()) {}

  void define() {
    std::string Kinds;
    for (const llvm::Argument &A : F.args())
      if (!A.hasStructRetAttr())
        Kinds += kindOf(F, A);
    F.setSubprogram(nullptr);
    Build.SetInsertPoint(llvm::BasicBlock::Create(F.getContext(), "entry", &F));
    record(Kinds);
    for (llvm::Argument &A : F.args())
      if (A.hasStructRetAttr())
        Build.CreateMemSet(&A, Build.getInt8(0), M.getDataLayout().getTypeAllocSize(A.getParamStructRetType()),
                           A.getParamAlign());
    finish();
  }

private:
  llvm::Value *value(llvm::Argument &A, char Kind) {
    llvm::Type *Wide = Build.getInt128Ty();
    switch (Kind) {
    case 'i':
      return Build.CreateSExtOrTrunc(&A, Wide);
    case 'u':
      return Build.CreateZExtOrTrunc(&A, Wide);
    case 'f':
      return Build.CreateZExt(Build.CreateBitCast(&A, Build.getInt32Ty()), Wide);
    case 'd':
      return Build.CreateZExt(Build.CreateBitCast(&A, Build.getInt64Ty()), Wide);
    case 'p':
      return Build.CreatePtrToInt(&A, Wide);
    default:
      return llvm::ConstantInt::get(Wide, 0);
    }
  }

  void record(const std::string &Kinds) {
    llvm::Type *Wide = Build.getInt128Ty();
    llvm::Value *Values = Build.CreateAlloca(llvm::ArrayType::get(Wide, Kinds.size()));
    unsigned Next = 0;
    for (llvm::Argument &A : F.args())
      if (!A.hasStructRetAttr()) {
        Build.CreateStore(value(A, Kinds[Next]), Build.CreateConstInBoundsGEP1_64(Wide, Values, Next));
        ++Next;
      }
    auto *Type = llvm::FunctionType::get(
        Build.getVoidTy(), {Build.getPtrTy(), Build.getPtrTy(), Build.getPtrTy(), Build.getInt32Ty()}, false);
    Build.CreateCall(M.getOrInsertFunction("vernier_called", Type),
                     {Build.CreateGlobalString(F.getName()), Build.CreateGlobalString(Kinds), Values,
                      Build.getInt32(static_cast<std::uint32_t>(Kinds.size()))});
  }

  void finish() {
    if (F.doesNotReturn()) {
      Build.CreateCall(M.getOrInsertFunction("vernier_stop", Build.getVoidTy()));
      Build.CreateUnreachable();
    } else if (F.getReturnType()->isVoidTy())
      Build.CreateRetVoid();
    else
      Build.CreateRet(llvm::Constant::getNullValue(F.getReturnType()));
  }

  llvm::Function &F;
  llvm::Module &M;
  llvm::IRBuilder<> Build;
};

/// Only the declarations of these names stay; the rest is not needed again.
void keepOnly(llvm::Module &M, const std::vector<std::string> &Names) {
  for (llvm::Function &F : M)
    if (!F.isDeclaration()) {
      F.deleteBody();
      F.setComdat(nullptr);
    }
  for (llvm::GlobalVariable &G : M.globals())
    if (G.hasInitializer()) {
      G.setInitializer(nullptr);
      G.setLinkage(llvm::GlobalValue::ExternalLinkage);
      G.setComdat(nullptr);
    }
  auto Unneeded = [&](llvm::GlobalValue &Value) {
    Value.removeDeadConstantUsers();
    return Value.use_empty() && !llvm::is_contained(Names, Value.getName());
  };
  for (llvm::GlobalAlias &Alias : llvm::make_early_inc_range(M.aliases()))
    if (Unneeded(Alias))
      Alias.eraseFromParent();
  for (llvm::GlobalIFunc &Choice : llvm::make_early_inc_range(M.ifuncs()))
    if (Unneeded(Choice))
      Choice.eraseFromParent();
  for (llvm::GlobalVariable &G : llvm::make_early_inc_range(M.globals()))
    if (Unneeded(G))
      G.eraseFromParent();
  for (llvm::Function &F : llvm::make_early_inc_range(M))
    if (Unneeded(F))
      F.eraseFromParent();
  M.setModuleInlineAsm("");
}

} // namespace

Result<std::string> defineMissing(const llvm::Module &Whole, const std::vector<std::string> &Names) {
  std::string Bitcode;
  llvm::raw_string_ostream Stream(Bitcode);
  llvm::WriteBitcodeToFile(Whole, Stream);
  llvm::LLVMContext Context;
  returnOnErrors(Context);
  auto Copy = llvm::parseBitcodeFile(llvm::MemoryBufferRef(Stream.str(), "missing"), Context);
  if (!Copy)
    return analysisError("the bitcode cannot be read back: " + llvm::toString(Copy.takeError()));
  llvm::Module &M = **Copy;
  keepOnly(M, Names);
  for (const std::string &Name : Names) {
    if (llvm::Function *F = M.getFunction(Name); F && !F->isIntrinsic())
      Stub(*F).define();
    else if (llvm::GlobalVariable *G = M.getGlobalVariable(Name)) {
      G->setInitializer(llvm::Constant::getNullValue(G->getValueType()));
      G->setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
  }
  llvm::StripDebugInfo(M);
  return objectCode(M);
}

} // namespace vernier
