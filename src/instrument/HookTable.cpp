#include "instrument/HookTable.h"

namespace vernier {

static llvm::Type *typeOf(llvm::LLVMContext &Context, char Letter) {
  if (Letter == 'v')
    return llvm::Type::getVoidTy(Context);
  if (Letter == 'p')
    return llvm::PointerType::get(Context, 0);
  return llvm::Type::getIntNTy(Context, Letter == 'l' ? 64 : 32);
}

llvm::FunctionType *hookType(llvm::LLVMContext &Context, char Result, llvm::StringRef Parameters) {
  std::vector<llvm::Type *> Types;
  for (char Letter : Parameters)
    Types.push_back(typeOf(Context, Letter));
  return llvm::FunctionType::get(typeOf(Context, Result), Types, false);
}

std::vector<std::pair<std::string, llvm::FunctionType *>> hookTypes(llvm::LLVMContext &Context) {
#define VERNIER_HOOK_ROW(Name, Result, Parameters) {"vernier_" #Name, hookType(Context, #Result[0], Parameters)},
  return {VERNIER_HOOKS(VERNIER_HOOK_ROW)};
#undef VERNIER_HOOK_ROW
}

HookTable::HookTable(llvm::Module &M) {
  llvm::LLVMContext &Context = M.getContext();
  unsigned I = 0;
  for (const auto &[Name, Type] : hookTypes(Context))
    Functions[I++] = M.getOrInsertFunction(Name, Type);
  auto Variable = [&](const char *Name, llvm::Type *Type) {
    return llvm::cast<llvm::GlobalVariable>(M.getOrInsertGlobal(Name, Type));
  };
  llvm::Type *Node = llvm::Type::getInt32Ty(Context), *Pointer = llvm::PointerType::get(Context, 0);
  Control = Variable("vernier_control", Node);
  Arguments = Variable("vernier_arguments", llvm::ArrayType::get(Node, VernierArgumentRoom));
  ArgumentPlaces = Variable("vernier_argument_places", llvm::ArrayType::get(Pointer, VernierArgumentRoom));
  ArgumentKinds =
      Variable("vernier_argument_kinds", llvm::ArrayType::get(llvm::Type::getInt16Ty(Context), VernierArgumentRoom));
  ArgumentCount = Variable("vernier_argument_count", Node);
  ArgumentTag = Variable("vernier_argument_tag", Pointer);
  Results = Variable("vernier_results", llvm::ArrayType::get(Node, VernierResultRoom));
  ResultTag = Variable("vernier_result_tag", Pointer);
  Coverage = Variable("vernier_coverage", Pointer);
  CallSite = Variable("vernier_call_site", Node);
  ModelSite = Variable("vernier_model_site", Node);
  Fill = Variable("vernier_filling", llvm::ArrayType::get(llvm::Type::getInt64Ty(Context), VernierFillVariants));
}

llvm::CallInst *HookTable::call(llvm::IRBuilder<> &B, Hook Which, llvm::ArrayRef<llvm::Value *> Arguments) const {
  return B.CreateCall(Functions[static_cast<std::size_t>(Which)], Arguments);
}

} // namespace vernier
