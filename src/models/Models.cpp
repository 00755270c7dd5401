#include "models/Models.h"

#include "models/ErrorNumber.h"
#include "models/ModelBitcode.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Linker/Linker.h>

#include <algorithm>

namespace vernier {

namespace {

constexpr llvm::StringLiteral Mark = "vernier.model";
constexpr llvm::StringLiteral LocalPrefix = "vernier.model.";

Result<std::unique_ptr<llvm::Module>> loadModels(llvm::LLVMContext &Context) {
  auto Models = llvm::parseBitcodeFile({modelBitcode(), "vernier/models"}, Context);
  if (!Models)
    return analysisError("the embedded models cannot be read (" + llvm::toString(Models.takeError()) +
                         "); this build of Vernier is damaged, build it again");
  return std::move(*Models);
}

/// Owns what modelledFunctions hands out.
struct Names {
  std::vector<std::string> Texts;
  std::vector<llvm::StringRef> References;

  Names() {
    llvm::LLVMContext Context;
    auto Models = loadModels(Context);
    if (!Models)
      return;
    for (const llvm::Function &F : **Models)
      if (!F.isDeclaration() && !F.hasLocalLinkage())
        Texts.push_back(F.getName().str());
    std::sort(Texts.begin(), Texts.end());
    References.assign(Texts.begin(), Texts.end());
  }
};

bool isWanted(const llvm::Function &Model, const llvm::Module &M) {
  const llvm::Function *Declared = M.getFunction(Model.getName());
  return Declared && Declared->isDeclaration() && Declared->getFunctionType() == Model.getFunctionType();
}

bool hasSameMachine(const llvm::Module &A, const llvm::Module &B) {
  const llvm::DataLayout &L = A.getDataLayout(), &R = B.getDataLayout();
  return L.getPointerSizeInBits() == R.getPointerSizeInBits() && L.isLittleEndian() == R.isLittleEndian();
}

/// Leaves those models that M wants; none of them is called by another one. Says whether there are any.
bool keepWanted(llvm::Module &Models, const llvm::Module &M) {
  bool Any = false;
  for (llvm::Function &F : llvm::make_early_inc_range(Models)) {
    if (F.isDeclaration() || F.hasLocalLinkage())
      continue;
    if (isWanted(F, M))
      Any = true;
    else
      F.eraseFromParent();
  }
  return Any;
}

void markAndRename(llvm::Module &Models) {
  for (llvm::GlobalValue &Value : Models.global_values())
    if (Value.hasLocalLinkage())
      Value.setName(LocalPrefix + Value.getName());
  for (llvm::Function &F : Models)
    if (!F.isDeclaration())
      F.addFnAttr(Mark);
}

void makeErrorNumberSilent(llvm::Module &Models) {
  llvm::Function *F = Models.getFunction((LocalPrefix + "setErrorNumber").str());
  assert(F && "library/numbers.c defines it");
  auto Linkage = F->getLinkage();
  F->deleteBody();
  F->setLinkage(Linkage);
  F->setSubprogram(nullptr);
  llvm::IRBuilder<>(llvm::BasicBlock::Create(Models.getContext(), "entry", F)).CreateRetVoid();
}

/// M keeps its own flags, and its debug information, if it has any, gets a compile unit for the models.
void adaptTo(const llvm::Module &M, llvm::Module &Models) {
  Models.setDataLayout(M.getDataLayout());
  Models.setTargetTriple(M.getTargetTriple());
  if (!M.getModuleFlag("Debug Info Version"))
    llvm::StripDebugInfo(Models);
  for (llvm::StringRef Name : {"llvm.module.flags", "llvm.ident"})
    if (llvm::NamedMDNode *Node = Models.getNamedMetadata(Name))
      Models.eraseNamedMetadata(Node);
}

} // namespace

llvm::ArrayRef<llvm::StringRef> modelledFunctions() {
  static const Names All;
  return All.References;
}

Status linkModels(llvm::Module &M) {
  auto Loaded = loadModels(M.getContext());
  if (!Loaded)
    return Loaded.takeError();
  llvm::Module &Models = **Loaded;
  if (!hasSameMachine(M, Models) || !keepWanted(Models, M))
    return Done();
  bool Silent = !mayReadErrorNumber(M);
  markAndRename(Models);
  if (Silent)
    makeErrorNumberSilent(Models);
  adaptTo(M, Models);
  if (llvm::Linker::linkModules(M, std::move(*Loaded), llvm::Linker::LinkOnlyNeeded))
    return analysisError("the models of library functions cannot be linked with this program");
  return Done();
}

bool isModel(const llvm::Function &F) {
  return F.hasFnAttribute(Mark);
}

} // namespace vernier
