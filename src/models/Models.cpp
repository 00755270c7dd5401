#include "models/Models.h"

#include "models/ErrorNumber.h"
#include "models/ModelBitcode.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>

namespace vernier {

namespace {

constexpr llvm::StringLiteral Mark = "vernier.model";
constexpr llvm::StringLiteral LocalPrefix = "vernier.model.";

constexpr llvm::StringLiteral SharedPrefix = "vernier_model_";
constexpr llvm::StringLiteral EndOfStreams = "vernier_flush_streams";

/// What models share among themselves becomes local; it was external only to get from file to file.
void hideShared(llvm::Module &Models) {
  for (llvm::Function &F : Models)
    if (F.getName().starts_with(SharedPrefix) && !F.isDeclaration()) {
      F.setLinkage(llvm::GlobalValue::InternalLinkage);
      F.setDSOLocal(true);
      F.setName(F.getName().drop_front(SharedPrefix.size()));
    }
}

Result<std::unique_ptr<llvm::Module>> loadModels(llvm::LLVMContext &Context, ModelSet Set) {
  llvm::StringRef Bitcode = Set == ModelSet::Pure ? pureModelBitcode() : engineModelBitcode();
  auto Models = llvm::parseBitcodeFile({Bitcode, "vernier/models"}, Context);
  if (!Models)
    return analysisError("the embedded models cannot be read (" + llvm::toString(Models.takeError()) +
                         "); this build of Vernier is damaged, build it again");
  hideShared(**Models);
  return std::move(*Models);
}

/// A model under the name of the function that it stands for.
bool isPublic(const llvm::Function &F) {
  return !F.isDeclaration() && !F.hasLocalLinkage() && F.getName() != EndOfStreams;
}

/// Owns what modelledFunctions and externalFunctions hand out.
struct Names {
  std::vector<std::string> Texts;
  std::vector<llvm::StringRef> References;

  template <class Predicate> Names(ModelSet Set, Predicate Belongs) {
    llvm::LLVMContext Context;
    auto Models = loadModels(Context, Set);
    if (!Models)
      return;
    for (const llvm::Function &F : **Models)
      if (Belongs(F))
        Texts.push_back(F.getName().str());
    std::sort(Texts.begin(), Texts.end());
    References.assign(Texts.begin(), Texts.end());
  }
};

/// Whether a function reaches the state of streams, by the uses of that state.
llvm::StringSet<> functionsOnStreams() {
  llvm::StringSet<> Result;
  llvm::LLVMContext Context;
  auto Models = loadModels(Context, ModelSet::Engine);
  if (!Models)
    return Result;
  std::vector<const llvm::Function *> Work = {(*Models)->getFunction("streamOf"), (*Models)->getFunction("flushAll")};
  llvm::SmallPtrSet<const llvm::Function *, 32> Seen(Work.begin(), Work.end());
  while (!Work.empty()) {
    const llvm::Function *F = Work.back();
    Work.pop_back();
    if (isPublic(*F))
      Result.insert(F->getName());
    for (const llvm::User *Use : F->users())
      if (auto *Call = llvm::dyn_cast<llvm::Instruction>(Use); Call && Seen.insert(Call->getFunction()).second)
        Work.push_back(Call->getFunction());
  }
  return Result;
}

/// What works on the library's own streams and has no model.
constexpr llvm::StringLiteral WithoutModel[] = {
    "fgetwc",   "getwc",    "getwchar", "ungetwc",  "fgetws",    "fputwc",    "putwc",   "putwchar",
    "fputws",   "fwprintf", "wprintf",  "vwprintf", "vfwprintf", "fwscanf",   "wscanf",  "vwscanf",
    "vfwscanf", "fwide",    "gets",     "psignal",  "psiginfo",  "fcloseall", "getpass", "obstack_printf"};

bool usesStreamsOfCPlusPlus(const llvm::Module &M) {
  return llvm::any_of(M.functions(),
                      [](const llvm::Function &F) {
                        return F.isDeclaration() && F.getName().starts_with("_ZNSt8ios_base4Init");
                      }) ||
         llvm::any_of(M.globals(), [](const llvm::GlobalVariable &G) {
           return G.isDeclaration() &&
                  llvm::is_contained({"_ZSt3cin", "_ZSt4cout", "_ZSt4cerr", "_ZSt4clog"}, G.getName());
         });
}

/// The library behind std::cout and std::cin calls these; an executable that defines them takes the library's calls.
void declareForCPlusPlus(llvm::Module &M, const llvm::Module &Models) {
  for (const char *Name : {"fflush", "fread", "fwrite", "getc", "putc", "ungetc"})
    if (!M.getNamedValue(Name))
      llvm::Function::Create(Models.getFunction(Name)->getFunctionType(), llvm::GlobalValue::ExternalLinkage, Name, M);
}

bool isWanted(const llvm::Function &Model, const llvm::Module &M) {
  const llvm::Function *Declared = M.getFunction(Model.getName());
  return Declared && Declared->isDeclaration() && Declared->getFunctionType() == Model.getFunctionType();
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

/// Gives M the instances of templates that it only declares. They are the library's own code, no models: what they do
/// with memory is looked at like what the program does.
Status linkInstances(llvm::Module &M) {
  constexpr llvm::StringLiteral Front = "_ZN"; // all of them are members
  if (llvm::none_of(M, [&](const llvm::Function &F) { return F.isDeclaration() && F.getName().starts_with(Front); }))
    return Done();
  auto Loaded = llvm::parseBitcodeFile({libraryInstanceBitcode(), "vernier/instances"}, M.getContext());
  if (!Loaded)
    return analysisError("the embedded code of the C++ library cannot be read (" + llvm::toString(Loaded.takeError()) +
                         "); this build of Vernier is damaged, build it again");
  llvm::Module &Instances = **Loaded;
  // What nobody needs is left out, and what the program defines itself is the program's.
  for (llvm::GlobalObject &Each : Instances.global_objects()) {
    Each.setComdat(nullptr);
    if (!Each.isDeclaration() && !Each.hasLocalLinkage())
      Each.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
  }
  adaptTo(M, Instances);
  if (llvm::Linker::linkModules(M, std::move(*Loaded), llvm::Linker::LinkOnlyNeeded))
    return analysisError("the code of the C++ library cannot be linked with this program");
  return Done();
}

bool hasSameMachine(const llvm::Module &A, const llvm::Module &B) {
  const llvm::DataLayout &L = A.getDataLayout(), &R = B.getDataLayout();
  return L.getPointerSizeInBits() == R.getPointerSizeInBits() && L.isLittleEndian() == R.isLittleEndian();
}

/// Leaves those models that M wants; none of them is called by another one. Says whether there are any.
bool keepWanted(llvm::Module &Models, const llvm::Module &M) {
  bool Any = false;
  for (llvm::Function &F : llvm::make_early_inc_range(Models)) {
    if (!isPublic(F))
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

/// An optimiser that knows the C library would replace calls of models by calls of functions without one (printf by
/// putchar), which then write into another buffer.
void forbidReplacement(llvm::Module &M) {
  for (llvm::Function &F : M)
    if (!F.isDeclaration())
      F.addFnAttr("no-builtins");
}

/// glibc writes what is pending after all handlers of atexit and all destructors of the program. Destructors run from
/// high priorities to low ones, and 102 is below all that programs have (but 101, which then writes unbuffered) and
/// above the runtime's, which notes that a run has ended.
constexpr int LastOfTheProgram = 102;

void endStreams(llvm::Module &M) {
  llvm::Function *F = M.getFunction(EndOfStreams);
  if (!F || F->isDeclaration())
    return;
  const llvm::GlobalVariable *Destructors = M.getNamedGlobal("llvm.global_dtors");
  bool IsThere = llvm::any_of(F->users(), [&](const llvm::User *Use) {
    return Destructors && llvm::is_contained(Use->users(), Destructors->getInitializer());
  });
  if (!IsThere)
    llvm::appendToGlobalDtors(M, F, LastOfTheProgram);
}

void makeErrorNumberSilent(llvm::Module &Models) {
  for (const char *Name : {"setErrorNumber", "setErrorNumberIf"}) {
    llvm::Function *F = Models.getFunction((LocalPrefix + Name).str());
    assert(F && "library/numbers.c defines it");
    auto Linkage = F->getLinkage();
    F->deleteBody();
    F->setLinkage(Linkage);
    F->setSubprogram(nullptr);
    llvm::IRBuilder<>(llvm::BasicBlock::Create(Models.getContext(), "entry", F)).CreateRetVoid();
  }
}

} // namespace

llvm::ArrayRef<llvm::StringRef> modelledFunctions(ModelSet Set) {
  static const Names Pure(ModelSet::Pure, isPublic), Engine(ModelSet::Engine, isPublic);
  return Set == ModelSet::Pure ? Pure.References : Engine.References;
}

llvm::ArrayRef<llvm::StringRef> externalFunctions(ModelSet Set) {
  auto IsExternal = [](const llvm::Function &F) { return F.isDeclaration() && !F.isIntrinsic(); };
  static const Names Pure(ModelSet::Pure, IsExternal), Engine(ModelSet::Engine, IsExternal);
  return Set == ModelSet::Pure ? Pure.References : Engine.References;
}

Status linkModels(llvm::Module &M, ModelSet Set, ErrorNumberReader Reader) {
  if (Status Linked = linkInstances(M); !Linked)
    return Linked;
  auto Loaded = loadModels(M.getContext(), Set);
  if (!Loaded)
    return Loaded.takeError();
  llvm::Module &Models = **Loaded;
  if (Set == ModelSet::Engine && usesStreamsOfCPlusPlus(M))
    declareForCPlusPlus(M, Models);
  if (!hasSameMachine(M, Models) || !keepWanted(Models, M))
    return Done();
  bool Silent = Reader == ErrorNumberReader::Module && !mayReadErrorNumber(M);
  markAndRename(Models);
  if (Silent)
    makeErrorNumberSilent(Models);
  adaptTo(M, Models);
  if (llvm::Linker::linkModules(M, std::move(*Loaded), llvm::Linker::LinkOnlyNeeded))
    return analysisError("the models of library functions cannot be linked with this program");
  if (Set == ModelSet::Engine) {
    forbidReplacement(M);
    endStreams(M);
  }
  return Done();
}

std::vector<std::string> functionsOnOtherStreams(const llvm::Module &M) {
  static const llvm::StringSet<> Modelled = functionsOnStreams();
  std::vector<std::string> Result;
  for (const llvm::Function &F : M)
    if (F.isDeclaration() && (Modelled.contains(F.getName()) || llvm::is_contained(WithoutModel, F.getName())))
      Result.push_back(F.getName().str());
  std::sort(Result.begin(), Result.end());
  return Result;
}

bool isModel(const llvm::Function &F) {
  return F.hasFnAttribute(Mark);
}

} // namespace vernier
