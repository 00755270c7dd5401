#include "runtime/LinkRuntime.h"

#include "abi/Hooks.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>

namespace vernier {

namespace {

const unsigned char Bitcode[] = {
#include "runtime.bc.inc"
};

/// The letters of the table agree with the types that the C compiler saw.
bool agrees(const llvm::Type &Type, char Letter) {
  if (Letter == 'v')
    return Type.isVoidTy();
  if (Letter == 'p')
    return Type.isPointerTy();
  return Type.isIntegerTy(Letter == 'l' ? 64 : 32);
}

Status checkHook(const llvm::Module &Runtime, const char *Name, char Result, llvm::StringRef Parameters) {
  const llvm::Function *Hook = Runtime.getFunction(std::string("vernier_") + Name);
  bool Fine =
      Hook && !Hook->isDeclaration() && agrees(*Hook->getReturnType(), Result) && Hook->arg_size() == Parameters.size();
  for (unsigned I = 0; Fine && I != Parameters.size(); ++I)
    Fine = agrees(*Hook->getArg(I)->getType(), Parameters[I]);
  if (!Fine)
    return analysisError(std::string("the runtime does not define the hook '") + Name + "' as the table says");
  return Done{};
}

Status checkHooks(const llvm::Module &Runtime) {
#define VERNIER_CHECK_HOOK(Name, Result, Parameters)                                                                   \
  if (Status Fine = checkHook(Runtime, #Name, #Result[0], Parameters); !Fine)                                          \
    return Fine;
  VERNIER_HOOKS(VERNIER_CHECK_HOOK)
#undef VERNIER_CHECK_HOOK
  return Done{};
}

} // namespace

llvm::StringRef runtimeBitcode() {
  return {reinterpret_cast<const char *>(Bitcode), sizeof Bitcode};
}

Status linkRuntime(llvm::Module &M) {
  auto Runtime = llvm::parseBitcodeFile(llvm::MemoryBufferRef(runtimeBitcode(), "runtime"), M.getContext());
  if (!Runtime)
    return analysisError("the runtime cannot be read: " + llvm::toString(Runtime.takeError()));
  if (Status Fine = checkHooks(**Runtime); !Fine)
    return Fine;
  llvm::StringSet<> Own;
  for (const llvm::GlobalValue &Value : (*Runtime)->global_values())
    if (!Value.isDeclaration() && Value.getName().starts_with("vernier_"))
      Own.insert(Value.getName());
  if (llvm::Linker::linkModules(M, std::move(*Runtime)))
    return analysisError("the runtime cannot be linked into the program");
  // The harness is no bitcode.
  for (const char *Name :
       {"vernier_object", "vernier_give_leaf", "vernier_returned", "vernier_observe", "vernier_observe_size",
        "vernier_observe_freed", "vernier_freed", "vernier_find_heap", "vernier_heap_filling"})
    Own.erase(Name);
  for (llvm::GlobalValue &Value : M.global_values())
    if (Own.contains(Value.getName()) && !Value.isDeclaration())
      Value.setLinkage(llvm::GlobalValue::InternalLinkage);
  return Done{};
}

} // namespace vernier
