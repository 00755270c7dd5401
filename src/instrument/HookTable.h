#pragma once

#include "abi/Hooks.h"
#include "abi/Trace.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <array>
#include <cstdint>

namespace vernier {

#define VERNIER_HOOK_NAME(Name, Result, Parameters) h_##Name,
/// The rows of abi/Hooks.h.
enum class Hook : std::uint8_t { VERNIER_HOOKS(VERNIER_HOOK_NAME) Count };
#undef VERNIER_HOOK_NAME

/// The functions and variables of the runtime as the module under instrumentation knows them.
class HookTable {
public:
  explicit HookTable(llvm::Module &M);

  llvm::CallInst *call(llvm::IRBuilder<> &B, Hook Which, llvm::ArrayRef<llvm::Value *> Arguments) const;

  llvm::GlobalVariable *Control, *Arguments, *ArgumentPlaces, *ArgumentKinds, *ArgumentCount, *ArgumentTag, *Results,
      *ResultTag, *Coverage, *Fill, *CallSite, *ModelSite;

private:
  std::array<llvm::FunctionCallee, static_cast<std::size_t>(Hook::Count)> Functions;
};

/// The type of a hook, by the letters of the table.
llvm::FunctionType *hookType(llvm::LLVMContext &Context, char Result, llvm::StringRef Parameters);
/// Name (with its prefix) and type of every hook.
std::vector<std::pair<std::string, llvm::FunctionType *>> hookTypes(llvm::LLVMContext &Context);

} // namespace vernier
