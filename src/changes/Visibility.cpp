#include "changes/Visibility.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cctype>
#include <dlfcn.h>

namespace vernier {

bool isLibraryName(const std::string &Name) {
  static const std::vector<void *> Libraries = [] {
    std::vector<void *> Handles;
    for (const char *File : {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"})
      if (void *Handle = dlopen(File, RTLD_LAZY | RTLD_LOCAL))
        Handles.push_back(Handle);
    return Handles;
  }();
  for (void *Library : Libraries)
    if (dlsym(Library, Name.c_str()))
      return true;
  return false;
}

Visibility::Visibility(const Program &Version, const std::string &Entry) {
  const llvm::Module &M = Version.module();
  const llvm::Function *Main = M.getFunction("main");
  Whole = !Entry.empty() || (Main && !Main->isDeclaration());
  for (const char *Name : {"dlsym", "dlopen", "dlvsym"})
    if (const llvm::Function *Finder = M.getFunction(Name); Finder && !Finder->use_empty())
      ExportsAll = true;
  for (llvm::StringRef Argument : Version.Link.Arguments)
    if (Argument == "-rdynamic" || Argument.contains("export-dynamic") || Argument == "-Wl,-E")
      ExportsAll = true;
  llvm::SmallVector<llvm::GlobalValue *, 8> Listed;
  for (bool Compiler : {false, true})
    llvm::collectUsedGlobalVariables(M, Listed, Compiler);
  Used.insert(Listed.begin(), Listed.end());
  for (const llvm::GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && G.hasSection() && !G.getName().starts_with("llvm."))
      Sections[G.getSection().str()].push_back(&G);
  readAssembly(M.getModuleInlineAsm());
  for (const llvm::Function &F : M)
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
        if (const auto *Asm = llvm::dyn_cast<llvm::InlineAsm>(Call->getCalledOperand())) {
          readAssembly(Asm->getAsmString());
          WithAssembly.insert(&F);
        }
}

void Visibility::readAssembly(llvm::StringRef Text) {
  IncludesFiles |= Text.contains(".incbin") || Text.contains(".include");
  auto IsName = [](char C) { return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '.' || C == '$'; };
  while (!Text.empty()) {
    Text = Text.drop_until(IsName);
    llvm::StringRef Word = Text.take_while(IsName);
    NamesInAssembly.insert(Word);
    Text = Text.drop_front(Word.size());
  }
}

bool Visibility::isVisible(const llvm::GlobalValue &G) const {
  if (G.isDeclaration() || G.getName().starts_with("llvm."))
    return false;
  if (Used.contains(&G) || G.hasSection() || NamesInAssembly.contains(G.getName()))
    return true;
  // What every file that needs it has its own copy of (inline functions, templates) nobody else can rely on.
  if (G.hasLocalLinkage() || G.hasHiddenVisibility() || G.isDiscardableIfUnused())
    return false;
  return !Whole || ExportsAll || isLibraryName(G.getName().str());
}

bool Visibility::isEntered(const llvm::Function &F) const {
  return isVisible(F) || WithAssembly.contains(&F) ||
         F.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                           /*IgnoreAssumeLikeCalls=*/true,
                           /*IgnoreLLVMUsed=*/false);
}

} // namespace vernier
