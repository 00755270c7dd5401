#include "execution/builds/HarnessModule.h"

#include "execution/runs/Exchange.h"
#include "input/Mentioned.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>

#include <dlfcn.h>

namespace vernier {

namespace {

using Builder = llvm::IRBuilder<>;

const unsigned char HarnessObject[] = {
#include "Harness.o.inc"
};

llvm::Function *define(llvm::Module &M, const char *Name, llvm::Type *Result, llvm::ArrayRef<llvm::Type *> Parameters) {
  auto *F = llvm::Function::Create(llvm::FunctionType::get(Result, Parameters, false),
                                   llvm::GlobalValue::ExternalLinkage, Name, M);
  // An exception that leaves the entry has to find its way out.
  F->setUWTableKind(llvm::UWTableKind::Async);
  llvm::BasicBlock::Create(M.getContext(), "entry", F);
  return F;
}

/// Slots hold values as memory does; a single bit is a byte there.
llvm::Value *loadSlot(Builder &Build, llvm::Value *Slot, llvm::Type *Type) {
  if (Type->isIntegerTy(1))
    return Build.CreateTrunc(Build.CreateLoad(Build.getInt8Ty(), Slot), Type);
  return Build.CreateAlignedLoad(Type, Slot, llvm::Align(1));
}

void storeResult(Builder &Build, llvm::Value *Value, llvm::Value *Slot) {
  if (Value->getType()->isIntegerTy(1))
    Value = Build.CreateZExt(Value, Build.getInt8Ty());
  Build.CreateAlignedStore(Value, Slot, llvm::Align(1));
}

/// void vernier_call(char *Slots, char *Result)
void defineCall(llvm::Module &M, llvm::Function &Entry) {
  Builder Build(M.getContext());
  llvm::Function *F = define(M, "vernier_call", Build.getVoidTy(), {Build.getPtrTy(), Build.getPtrTy()});
  Build.SetInsertPoint(&F->getEntryBlock());
  std::vector<llvm::Value *> Values;
  for (llvm::Argument &A : Entry.args()) {
    llvm::Value *Slot = Build.CreateConstInBoundsGEP1_64(Build.getInt8Ty(), F->getArg(0),
                                                         std::uint64_t(A.getArgNo()) * VernierSlotSize);
    Values.push_back(loadSlot(Build, Slot, A.getType()));
  }
  llvm::CallInst *Call = Build.CreateCall(&Entry, Values);
  Call->setCallingConv(Entry.getCallingConv());
  // How a value travels is in the attributes of the parameters.
  llvm::AttributeList Given = Entry.getAttributes();
  std::vector<llvm::AttributeSet> Parameters;
  for (unsigned I = 0; I != Entry.arg_size(); ++I)
    Parameters.push_back(Given.getParamAttrs(I));
  Call->setAttributes(llvm::AttributeList::get(M.getContext(), {}, Given.getRetAttrs(), Parameters));
  if (!Call->getType()->isVoidTy())
    storeResult(Build, Call, F->getArg(1));
  Build.CreateRetVoid();
}

/// void vernier_locate(void **Places)
void defineLocate(llvm::Module &M, const std::vector<std::string> &Symbols) {
  Builder Build(M.getContext());
  llvm::Function *F = define(M, "vernier_locate", Build.getVoidTy(), {Build.getPtrTy()});
  Build.SetInsertPoint(&F->getEntryBlock());
  for (std::size_t I = 0; I != Symbols.size(); ++I) {
    llvm::GlobalValue *G = M.getNamedValue(Symbols[I]);
    llvm::Value *Address = G->isThreadLocal() ? Build.CreateThreadLocalAddress(G) : static_cast<llvm::Value *>(G);
    Build.CreateStore(Address, Build.CreateConstInBoundsGEP1_64(Build.getPtrTy(), F->getArg(0), I));
  }
  Build.CreateRetVoid();
}

/// int main() { return vernier_run(); }
void defineMain(llvm::Module &M) {
  Builder Build(M.getContext());
  llvm::Function *F = define(M, "main", Build.getInt32Ty(), {});
  Build.SetInsertPoint(&F->getEntryBlock());
  Build.CreateRet(Build.CreateCall(M.getOrInsertFunction("vernier_run", Build.getInt32Ty())));
}

/// Libraries call what they define by name, also if the program has its own (malloc, and the like).
bool librariesKnow(const llvm::GlobalValue &Value) {
  return !Value.hasLocalLinkage() && dlsym(RTLD_DEFAULT, Value.getName().str().c_str());
}

Mentioned needed(const llvm::Module &M) {
  Mentioned Kept;
  for (const char *Name : {"main", "vernier_call", "vernier_locate"})
    if (const llvm::Function *F = M.getFunction(Name))
      Kept.add(*F);
  for (const char *Name : {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"})
    if (const llvm::GlobalVariable *List = M.getGlobalVariable(Name, true))
      Kept.add(*List);
  for (const llvm::GlobalAlias &Alias : M.aliases())
    Kept.add(*Alias.getAliasee());
  for (const llvm::GlobalIFunc &Choice : M.ifuncs())
    Kept.add(*Choice.getResolver());
  for (const llvm::GlobalObject &Object : M.global_objects())
    if (!Object.isDeclaration() && librariesKnow(Object))
      Kept.add(Object);
  return Kept;
}

void makeDeclaration(llvm::GlobalVariable &G) {
  G.setInitializer(nullptr);
  G.setLinkage(llvm::GlobalValue::ExternalLinkage);
  G.setComdat(nullptr);
}

/// Less code to generate, and fewer functions that nobody defines.
void dropUnneeded(llvm::Module &M) {
  Mentioned Kept = needed(M);
  for (llvm::Function &F : M)
    if (!F.isDeclaration() && !Kept.Functions.contains(&F)) {
      F.deleteBody();
      F.setComdat(nullptr);
    }
  for (llvm::GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && !Kept.Globals.contains(&G))
      makeDeclaration(G);
  auto Unused = [](llvm::GlobalValue &Value) {
    Value.removeDeadConstantUsers();
    return Value.isDeclaration() && Value.use_empty();
  };
  for (llvm::Function &F : llvm::make_early_inc_range(M))
    if (Unused(F))
      F.eraseFromParent();
  for (llvm::GlobalVariable &G : llvm::make_early_inc_range(M.globals()))
    if (Unused(G))
      G.eraseFromParent();
}

} // namespace

std::string_view harnessObject() {
  return {reinterpret_cast<const char *>(HarnessObject), sizeof HarnessObject};
}

void addHarness(llvm::Module &M, const std::string &Entry, const std::vector<std::string> &Symbols, bool Main) {
  defineCall(M, *M.getFunction(Entry));
  defineLocate(M, Symbols);
  if (llvm::Function *Own = M.getFunction("main"))
    Own->setName("vernier_main_of_the_program");
  if (Main)
    defineMain(M);
  dropUnneeded(M);
}

} // namespace vernier
