#include "runtime/LinkRuntime.h"

#include "abi/Hooks.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>

namespace vernier {

namespace {

const unsigned char Bitcode[] = {
#include "module.bc.inc"
};

const unsigned char ObjectCode[] = {
#include "object.o.inc"
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
  bool Fine = Hook && agrees(*Hook->getReturnType(), Result) && Hook->arg_size() == Parameters.size();
  for (unsigned I = 0; Fine && I != Parameters.size(); ++I)
    Fine = agrees(*Hook->getArg(I)->getType(), Parameters[I]);
  if (!Fine)
    return analysisError(std::string("the runtime does not have the hook '") + Name + "' as the table says");
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

std::string_view runtimeObject() {
  return {reinterpret_cast<const char *>(ObjectCode), sizeof ObjectCode};
}

Status linkRuntime(llvm::Module &M) {
  llvm::StringRef Bytes(reinterpret_cast<const char *>(Bitcode), sizeof Bitcode);
  auto Runtime = llvm::parseBitcodeFile(llvm::MemoryBufferRef(Bytes, "runtime"), M.getContext());
  if (!Runtime)
    return analysisError("the runtime cannot be read: " + llvm::toString(Runtime.takeError()));
  if (Status Fine = checkHooks(**Runtime); !Fine)
    return Fine;
  if (llvm::Linker::linkModules(M, std::move(*Runtime)))
    return analysisError("the runtime cannot be linked into the program");
  return Done{};
}

} // namespace vernier
