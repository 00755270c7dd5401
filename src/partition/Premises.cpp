#include "partition/Premises.h"

#include "analysis/Effects.h"
#include "input/CallerState.h"
#include "input/Mentioned.h"
#include "input/VolatileAccess.h"
#include "verdict/Codes.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace vernier {

namespace {

/// Gives memory, or says that there is none.
bool mayFailToAllocate(llvm::StringRef Function) {
  return llvm::StringSwitch<bool>(Function)
      .Cases("malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "posix_memalign", "memalign", true)
      .Cases("strdup", "strndup", "asprintf", "vasprintf", "getline", "getdelim", true)
      .Cases("_Znwm", "_Znam", "_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", "_ZnwmRKSt9nothrow_t", true)
      .Case("_ZnamRKSt9nothrow_t", true)
      .Default(false);
}

bool isFloatingPoint(const llvm::Instruction &I) {
  auto Is = [](const llvm::Type *Type) { return Type->getScalarType()->isFloatingPointTy(); };
  return Is(I.getType()) ||
         llvm::any_of(I.operands(), [&](const llvm::Use &Operand) { return Is(Operand->getType()); });
}

/// What the code that an entry may come to does, whatever the input.
class ReachableCode {
public:
  explicit ReachableCode(const llvm::Function &Entry) : Accesses(*Entry.getParent()) {
    Code.add(Entry);
    for (const llvm::Function *F : Code.Functions)
      if (!F->isDeclaration())
        look(*F);
      else
        lookAtLibrary(*F);
    Recursive = isRecursive(Entry);
    Weak = Code.Replaceable;
  }

  bool Allocates = false, Prints = false, Floats = false, AsksLocale = false, UsesErrorNumber = false,
       Recursive = false, Weak = false, Atomic = false, VolatileMemory = false;

private:
  void look(const llvm::Function &F) {
    Floats |= llvm::any_of(llvm::instructions(F), isFloatingPoint);
    Atomic |= llvm::any_of(llvm::instructions(F), [](const llvm::Instruction &I) { return I.isAtomic(); });
    VolatileMemory |= llvm::any_of(
        llvm::instructions(F), [&](const llvm::Instruction &I) { return Accesses.kindOf(I) == VolatileKind::Memory; });
  }

  void lookAtLibrary(const llvm::Function &F) {
    llvm::StringRef Name = F.getName();
    Allocates |= mayFailToAllocate(Name);
    AsksLocale |= dependsOnLocale(Name);
    UsesErrorNumber |= Name == "__errno_location";
    if (const Effect *Known = libraryEffect(Name))
      Prints |= llvm::any_of(Known->StateWrites, [](LibraryState State) {
        return State == LibraryState::Stdout || State == LibraryState::Stderr;
      });
    Prints |= Name == "write" || Name == "writev" || Name == "_exit" || Name == "_Exit" || Name == "quick_exit";
  }

  /// Some function that it may come to may come to itself by calls that name it.
  bool isRecursive(const llvm::Function &Entry) {
    llvm::CallGraph Calls(const_cast<llvm::Module &>(*Entry.getParent()));
    for (auto Group = llvm::scc_begin(Calls[&Entry]); !Group.isAtEnd(); ++Group)
      if (Group.hasCycle() && llvm::any_of(*Group, [](const llvm::CallGraphNode *Node) { return Node->getFunction(); }))
        return true;
    return false;
  }

  Mentioned Code;
  VolatileAccesses Accesses;
};

} // namespace

std::vector<std::string> partitionPremises(const llvm::Function &Entry, bool WholeProgram) {
  ReachableCode Code(Entry);
  std::vector<std::string> Result;
  auto Add = [&](bool Open, const char *Premise) {
    if (Open)
      Result.push_back(Premise);
  };
  Add(Code.Floats, "one-nan");
  Add(Code.Allocates, "allocation-succeeds");
  Add(Code.VolatileMemory, assumption::VolatileAsMemory);
  if (WholeProgram)
    return Result;
  Add(Code.Prints, "events-unseen");
  Add(Code.UsesErrorNumber && (Code.Prints || Code.Allocates), "errno-kept");
  Add(Code.Recursive, "stack-suffices");
  Add(Code.AsksLocale && !localeIsSetNowhere(*Entry.getParent()), "c-locale");
  Add(Code.Floats && !roundingIsSetNowhere(*Entry.getParent()), "round-to-nearest");
  Add(Code.UsesErrorNumber, "errno-starts-zero");
  Add(Code.Weak, "weak-definitions");
  Add(Code.Atomic, "one-thread");
  return Result;
}

} // namespace vernier
