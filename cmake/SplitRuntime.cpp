// split-runtime RUNTIME.bc MODULE.bc OBJECT.bc
//
// Most of the runtime is the same in every instrumented program. It becomes one object file when Vernier is built
// (OBJECT.bc is what that is made of). What has to go through the compiler with each program is left in MODULE.bc: the
// hooks that are inlined into it, and the functions of the heap, whose addresses and wrappers are a matter of the
// object file that calls them. Names that were local to the runtime are shared by both then; they get a front that no
// name of a C program has.

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <set>

using namespace llvm;

namespace {

constexpr const char *Front = "vernier.runtime.";

/// Both parts find it by its name, and nobody else does.
void share(GlobalValue &Value) {
  if (Value.hasLocalLinkage()) {
    Value.setName(Front + Value.getName());
    Value.setLinkage(GlobalValue::ExternalLinkage);
  }
  Value.setVisibility(GlobalValue::HiddenVisibility);
  Value.setDSOLocal(true);
}

bool mentions(const Value &Part, const Value &Other, std::set<const Value *> &Seen) {
  if (&Part == &Other)
    return true;
  auto *Whole = dyn_cast<Constant>(&Part);
  if (!Whole || isa<GlobalValue>(Whole) || !Seen.insert(Whole).second)
    return false;
  return any_of(Whole->operands(), [&](const Use &Operand) { return mentions(*Operand, Other, Seen); });
}

bool mentions(const Function &F, const Value &Other) {
  std::set<const Value *> Seen;
  for (const Instruction &I : instructions(F))
    for (const Use &Operand : I.operands())
      if (mentions(*Operand, Other, Seen))
        return true;
  return false;
}

/// What programs may define themselves, and who calls it or takes its address.
std::set<std::string> heapFunctions(const Module &M) {
  std::set<std::string> Result;
  for (const Function &Weak : M) {
    if (Weak.isDeclaration() || !Weak.hasWeakLinkage())
      continue;
    Result.insert(Weak.getName().str());
    for (const Function &F : M)
      if (mentions(F, Weak))
        Result.insert(F.getName().str());
  }
  return Result;
}

/// Hooks stay as declarations: they are compared with the table (abi/Hooks.h) wherever they stand.
void dropUnused(Module &M) {
  for (bool Again = true; Again;) {
    Again = false;
    for (GlobalValue &Value : make_early_inc_range(M.global_values()))
      if (Value.isDeclaration() && Value.use_empty() && !Value.getName().starts_with("vernier_")) {
        Value.eraseFromParent();
        Again = true;
      }
  }
}

void keepInModule(Module &M, const std::set<std::string> &Heap) {
  for (const char *List : {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *Known = M.getGlobalVariable(List))
      Known->eraseFromParent();
  for (GlobalVariable &Variable : M.globals())
    if (Variable.hasInitializer()) {
      Variable.setInitializer(nullptr);
      Variable.setLinkage(GlobalValue::ExternalLinkage);
    }
  for (Function &F : M) {
    if (F.isDeclaration() || Heap.contains(F.getName().str()))
      continue;
    if (F.hasFnAttribute(Attribute::AlwaysInline))
      F.setLinkage(GlobalValue::AvailableExternallyLinkage);
    else
      F.deleteBody();
    F.setComdat(nullptr);
  }
}

void keepInObject(Module &M, const std::set<std::string> &Heap) {
  for (Function &F : M)
    if (!F.isDeclaration() && Heap.contains(F.getName().str())) {
      F.deleteBody();
      F.setComdat(nullptr);
    }
}

bool write(Module &M, const char *Path) {
  dropUnused(M);
  std::error_code Failure;
  raw_fd_ostream Out(Path, Failure);
  if (Failure) {
    errs() << "split-runtime: cannot write " << Path << ": " << Failure.message() << "\n";
    return false;
  }
  WriteBitcodeToFile(M, Out);
  return true;
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count != 4) {
    errs() << "usage: split-runtime RUNTIME.bc MODULE.bc OBJECT.bc\n";
    return 2;
  }
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> Whole = parseIRFile(Arguments[1], Problem, Context);
  if (!Whole) {
    Problem.print("split-runtime", errs());
    return 1;
  }
  // Also what the instrumented module defines for the runtime; not what the harness may define.
  for (GlobalValue &Value : Whole->global_values())
    if (Value.hasLocalLinkage() || (Value.getName().starts_with("vernier_") && !Value.hasExternalWeakLinkage()))
      share(Value);
  std::set<std::string> Heap = heapFunctions(*Whole);
  std::unique_ptr<Module> Object = CloneModule(*Whole);
  keepInModule(*Whole, Heap);
  keepInObject(*Object, Heap);
  return write(*Whole, Arguments[2]) && write(*Object, Arguments[3]) ? 0 : 1;
}
