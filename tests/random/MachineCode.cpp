#include "random/Execution.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

namespace vernier::test {

namespace {

/// Library functions after which nothing outside of the program's own globals (and the heap) is different.
bool keepsNoState(llvm::StringRef Name) {
  static const char *Known[] = {"out_int", "out_char", "vernier_mark_changed",
                                "exit",    "abort",    "printf",
                                "puts",    "putchar",  "memcpy",
                                "memmove", "memset",   "strcpy",
                                "strlen",  "malloc",   "realloc",
                                "free",    "toupper",  "_exit",
                                "write",   "strcmp",   "qsort"};
  return Name.starts_with("llvm.") ||
         std::any_of(std::begin(Known), std::end(Known), [&](auto *K) { return Name == K; });
}

bool isResettable(const llvm::Module &M) {
  for (const llvm::Function &F : M)
    if (F.isDeclaration() && !F.use_empty() && !keepsNoState(F.getName()))
      return false;
  for (const llvm::GlobalVariable &G : M.globals())
    if (G.isThreadLocal() || (G.isDeclaration() && !G.use_empty()))
      return false;
  return true;
}

/// The functions that run before the entry, in their order. The list is taken out of the module.
std::vector<llvm::Function *> takeConstructors(llvm::Module &M) {
  std::multimap<std::uint64_t, llvm::Function *> Ordered; // equal priorities keep their order
  llvm::GlobalVariable *List = M.getGlobalVariable("llvm.global_ctors");
  if (!List)
    return {};
  if (auto *Entries = llvm::dyn_cast<llvm::ConstantArray>(List->getInitializer()))
    for (llvm::Use &Entry : Entries->operands()) {
      auto *Struct = llvm::cast<llvm::ConstantStruct>(Entry);
      if (auto *F = llvm::dyn_cast<llvm::Function>(Struct->getOperand(1)->stripPointerCasts()))
        Ordered.insert({llvm::cast<llvm::ConstantInt>(Struct->getOperand(0))->getZExtValue(), F});
    }
  List->eraseFromParent();
  std::vector<llvm::Function *> Functions;
  for (auto &[Priority, F] : Ordered)
    Functions.push_back(F);
  return Functions;
}

/// `void vernier_reset()` copies the initialisers back into all globals that can be written.
void addReset(llvm::Module &M) {
  auto &Context = M.getContext();
  std::vector<llvm::GlobalVariable *> Mutable;
  for (llvm::GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && !G.isConstant() && !G.getName().starts_with("llvm."))
      Mutable.push_back(&G);
  auto *Type = llvm::FunctionType::get(llvm::Type::getVoidTy(Context), false);
  auto *Reset = llvm::Function::Create(Type, llvm::GlobalValue::ExternalLinkage, "vernier_reset", M);
  llvm::IRBuilder<> Builder(llvm::BasicBlock::Create(Context, "entry", Reset));
  for (llvm::GlobalVariable *G : Mutable) {
    auto *Saved = new llvm::GlobalVariable(M, G->getValueType(), true, llvm::GlobalValue::PrivateLinkage,
                                           G->getInitializer(), "vernier_initial");
    Saved->setAlignment(G->getAlign());
    std::uint64_t Size = M.getDataLayout().getTypeAllocSize(G->getValueType());
    Builder.CreateMemCpy(G, G->getAlign(), Saved, G->getAlign(), Size);
  }
  Builder.CreateRetVoid();
}

/// At the end of a function: calls of `vernier_observe_byte` for each byte.
void observe(llvm::Module &M, llvm::IRBuilder<> &Builder, const std::vector<ObservedBytes> &Observed) {
  auto *Type = llvm::FunctionType::get(Builder.getVoidTy(), {Builder.getInt32Ty()}, false);
  for (const ObservedBytes &Bytes : Observed) {
    llvm::GlobalVariable *Global = M.getGlobalVariable(Bytes.Symbol, /*AllowInternal=*/true);
    for (std::uint64_t K = 0; Global && K < Bytes.Size; ++K) {
      auto *At = Builder.CreateConstGEP1_64(Builder.getInt8Ty(), Global, Bytes.Offset + K);
      auto *Byte = Builder.CreateZExt(Builder.CreateLoad(Builder.getInt8Ty(), At), Builder.getInt32Ty());
      Builder.CreateCall(M.getOrInsertFunction("vernier_observe_byte", Type), {Byte});
    }
  }
}

/// `i64 vernier_entry(const i64 *)` runs the constructors and calls the entry with the values, cut to its types.
void addEntry(llvm::Module &M, llvm::Function &Entry, const std::vector<ObservedBytes> &Observed) {
  auto &Context = M.getContext();
  auto *Long = llvm::Type::getInt64Ty(Context);
  auto Constructors = takeConstructors(M);
  auto *Type = llvm::FunctionType::get(Long, {llvm::PointerType::getUnqual(Context)}, false);
  auto *Wrapper = llvm::Function::Create(Type, llvm::GlobalValue::ExternalLinkage, "vernier_entry", M);
  llvm::IRBuilder<> Builder(llvm::BasicBlock::Create(Context, "entry", Wrapper));
  for (llvm::Function *Constructor : Constructors)
    Builder.CreateCall(Constructor);
  std::vector<llvm::Value *> Values;
  for (llvm::Argument &A : Entry.args()) {
    auto *At = Builder.CreateConstGEP1_64(Long, Wrapper->getArg(0), A.getArgNo());
    Values.push_back(Builder.CreateTrunc(Builder.CreateLoad(Long, At), A.getType()));
  }
  auto *Call = Builder.CreateCall(&Entry, Values);
  // How narrow integers are passed is part of the attributes.
  Call->setAttributes(Entry.getAttributes());
  Call->setCallingConv(Entry.getCallingConv());
  llvm::Value *Returned = Builder.getInt64(0);
  if (!Entry.getReturnType()->isVoidTy())
    Returned = Builder.CreateSExt(Call, Long);
  observe(M, Builder, Observed);
  Builder.CreateRet(Returned);
}

Status checkEntry(const llvm::Module &M, const std::string &Name) {
  const llvm::Function *Entry = M.getFunction(Name);
  if (!Entry || Entry->isDeclaration())
    return analysisError("the program does not define " + Name);
  bool Fine = Entry->getReturnType()->isVoidTy() || Entry->getReturnType()->isIntegerTy();
  for (const llvm::Argument &A : Entry->args())
    Fine &= A.getType()->isIntegerTy() && A.getType()->getIntegerBitWidth() <= 64;
  if (!Fine || Entry->isVarArg())
    return analysisError(Name + " takes or returns something else than integers");
  return Done{};
}

Result<std::string> emitObject(llvm::Module &M) {
  static bool Initialised = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)Initialised;
  std::string Problem, Triple = llvm::sys::getProcessTriple();
  const llvm::Target *Target = llvm::TargetRegistry::lookupTarget(Triple, Problem);
  if (!Target)
    return analysisError("no code generator: " + Problem);
  llvm::TargetOptions Options;
  std::unique_ptr<llvm::TargetMachine> Machine(Target->createTargetMachine(
      Triple, llvm::sys::getHostCPUName(), "", Options, llvm::Reloc::PIC_, {}, llvm::CodeGenOptLevel::None));
  llvm::SmallVector<char, 0> Bytes;
  llvm::raw_svector_ostream Stream(Bytes);
  llvm::legacy::PassManager Passes;
  if (Machine->addPassesToEmitFile(Passes, Stream, nullptr, llvm::CodeGenFileType::ObjectFile))
    return analysisError("the target emits no objects");
  Passes.run(M);
  return std::string(Bytes.begin(), Bytes.end());
}

} // namespace

Result<CompiledProgram> compileForExecution(std::unique_ptr<llvm::Module> Module, const std::string &Entry,
                                            const std::vector<ObservedBytes> &Observed) {
  if (auto Fine = checkEntry(*Module, Entry); !Fine)
    return Fine.takeError();
  llvm::StripDebugInfo(*Module);
  CompiledProgram Program;
  Program.Resettable = isResettable(*Module);
  Program.Parameters = Module->getFunction(Entry)->arg_size();
  addEntry(*Module, *Module->getFunction(Entry), Observed);
  for (llvm::Function &F : *Module)
    if (F.isDeclaration())
      F.setDSOLocal(false); // the host's functions are far away
  addReset(*Module);
  std::string Broken;
  llvm::raw_string_ostream Stream(Broken);
  if (llvm::verifyModule(*Module, &Stream))
    return analysisError("the prepared module is broken: " + Broken);
  auto Object = emitObject(*Module);
  if (!Object)
    return Object.takeError();
  Program.Object = std::move(*Object);
  return Program;
}

Result<CompiledProgram> compileForExecution(const llvm::Module &Module, const std::string &Entry,
                                            const std::vector<ObservedBytes> &Observed) {
  return compileForExecution(llvm::CloneModule(Module), Entry, Observed);
}

} // namespace vernier::test
