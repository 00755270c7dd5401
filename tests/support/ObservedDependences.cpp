#include "support/ObservedDependences.h"

#include "support/ObservedMemory.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/TargetSelect.h>

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vernier::test {

namespace {

constexpr std::uint32_t MostPairs = 1u << 20;

/// What parent and child share.
struct Board {
  std::uint32_t Count;
  char Problem[256];
  ObservedMemory::Pair Pairs[MostPairs];
};

// The hooks that the instrumented copy calls, in the child only.
ObservedMemory *Observed = nullptr;

void hookRead(std::uint32_t Id, void *Address, std::uint64_t Size) {
  Observed->read(Id, reinterpret_cast<std::uintptr_t>(Address), Size);
}
void hookReadString(std::uint32_t Id, const char *Text) {
  Observed->readString(Id, Text);
}
void hookWrote(std::uint32_t Id, void *Address, std::uint64_t Size) {
  Observed->wrote(Id, reinterpret_cast<std::uintptr_t>(Address), Size);
}
void hookFresh(void *Address, std::uint64_t Size) {
  Observed->fresh(reinterpret_cast<std::uintptr_t>(Address), Size);
}
void hookTrim(void *Frame) {
  Observed->trimStack(reinterpret_cast<std::uintptr_t>(Frame));
}
void hookAllocated(void *Block) {
  if (Block)
    hookFresh(Block, malloc_usable_size(Block));
}
void hookFreeing(void *Block) {
  if (Block)
    Observed->gone(reinterpret_cast<std::uintptr_t>(Block), malloc_usable_size(Block));
}
void hookReallocated(std::uint32_t Id, void *Before, std::uint64_t OldSize, void *Block) {
  if (!Block || Block == Before)
    return;
  std::uintptr_t Old = reinterpret_cast<std::uintptr_t>(Before);
  Observed->gone(Old, OldSize);
  hookAllocated(Block);
  Observed->wrote(Id, reinterpret_cast<std::uintptr_t>(Block),
                  std::min<std::uint64_t>(OldSize, malloc_usable_size(Block)));
}
std::uint64_t hookUsable(void *Block) {
  return Block ? malloc_usable_size(Block) : 0;
}
void hookBefore(std::uint32_t Id) {
  Observed->beforeCall(Id);
}
void hookAfter(std::uint32_t Id) {
  Observed->afterCall(Id);
}

struct Hook {
  const char *Name;
  void *Address;
};
const Hook Hooks[] = {{"vernier.read", reinterpret_cast<void *>(hookRead)},
                      {"vernier.read.string", reinterpret_cast<void *>(hookReadString)},
                      {"vernier.wrote", reinterpret_cast<void *>(hookWrote)},
                      {"vernier.fresh", reinterpret_cast<void *>(hookFresh)},
                      {"vernier.trim", reinterpret_cast<void *>(hookTrim)},
                      {"vernier.allocated", reinterpret_cast<void *>(hookAllocated)},
                      {"vernier.freeing", reinterpret_cast<void *>(hookFreeing)},
                      {"vernier.reallocated", reinterpret_cast<void *>(hookReallocated)},
                      {"vernier.usable", reinterpret_cast<void *>(hookUsable)},
                      {"vernier.before", reinterpret_cast<void *>(hookBefore)},
                      {"vernier.after", reinterpret_cast<void *>(hookAfter)},
                      {"vernier.atexit", reinterpret_cast<void *>(std::atexit)}};

/// Arguments of library functions that are strings they read.
struct StringReader {
  const char *Name;
  std::vector<unsigned> Arguments;
};
const StringReader StringReaders[] = {
    {"strlen", {0}},  {"strcmp", {0, 1}}, {"strcpy", {1}},    {"strcat", {0, 1}}, {"puts", {0}},
    {"atoi", {0}},    {"strdup", {0}},    {"strtol", {0}},    {"strchr", {0}},    {"strstr", {0, 1}},
    {"fputs", {0}},   {"getenv", {0}},    {"strspn", {0, 1}}, {"sscanf", {0, 1}}, {"__isoc99_sscanf", {0, 1}},
    {"strncpy", {1}}, {"strtoul", {0}}};

/// The instructions in the order of their ids. Debug intrinsics do not count: they come and go with the format of the
/// module.
template <class I, class M> std::vector<I *> numbered(M &Module) {
  std::vector<I *> Result;
  for (auto &F : Module)
    for (auto &Each : llvm::instructions(F))
      if (!llvm::isa<llvm::DbgInfoIntrinsic>(Each))
        Result.push_back(&Each);
  return Result;
}

class Instrumenter {
public:
  explicit Instrumenter(llvm::Module &M) : M(M), Build(M.getContext()) {}

  void run() {
    std::vector<llvm::Instruction *> All = numbered<llvm::Instruction>(M);
    llvm::StripDebugInfo(M);
    for (std::uint32_t Id = 0; Id != All.size(); ++Id)
      instruction(*All[Id], Id);
    for (llvm::Function &F : M)
      if (!F.isDeclaration() && !F.getName().starts_with("vernier."))
        entry(F);
    globals();
    // The JIT has an atexit of its own, whose handlers exit does not run.
    if (llvm::Function *F = M.getFunction("atexit"); F && F->isDeclaration())
      F->setName("vernier.atexit");
  }

private:
  llvm::Value *number(std::uint64_t Value) { return Build.getInt64(Value); }
  llvm::Value *id(std::uint32_t Id) { return Build.getInt32(Id); }

  llvm::CallInst *call(const char *Name, llvm::ArrayRef<llvm::Value *> Arguments, llvm::Type *Result = nullptr) {
    std::vector<llvm::Type *> Types;
    for (llvm::Value *Argument : Arguments)
      Types.push_back(Argument->getType());
    auto *Type = llvm::FunctionType::get(Result ? Result : Build.getVoidTy(), Types, false);
    return Build.CreateCall(M.getOrInsertFunction(Name, Type), Arguments);
  }

  llvm::Value *sizeOf(llvm::Type *T) { return number(M.getDataLayout().getTypeStoreSize(T)); }

  void instruction(llvm::Instruction &I, std::uint32_t Id) {
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I)) {
      Build.SetInsertPoint(&I);
      call("vernier.read", {id(Id), Load->getPointerOperand(), sizeOf(Load->getType())});
    } else if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I)) {
      Build.SetInsertPoint(I.getNextNode());
      call("vernier.wrote", {id(Id), Store->getPointerOperand(), sizeOf(Store->getValueOperand()->getType())});
    } else if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I)) {
      Build.SetInsertPoint(Local->isStaticAlloca() ? &*Local->getParent()->getFirstNonPHIOrDbgOrAlloca()
                                                   : I.getNextNode());
      llvm::Value *Size = number(M.getDataLayout().getTypeAllocSize(Local->getAllocatedType()));
      llvm::Value *Count = Build.CreateZExtOrTrunc(Local->getArraySize(), Build.getInt64Ty());
      call("vernier.fresh", {Local, Build.CreateMul(Size, Count)});
    } else if (auto *Copy = llvm::dyn_cast<llvm::MemTransferInst>(&I)) {
      Build.SetInsertPoint(&I);
      call("vernier.read", {id(Id), Copy->getSource(), Copy->getLength()});
      Build.SetInsertPoint(I.getNextNode());
      call("vernier.wrote", {id(Id), Copy->getDest(), Copy->getLength()});
    } else if (auto *Fill = llvm::dyn_cast<llvm::MemSetInst>(&I)) {
      Build.SetInsertPoint(I.getNextNode());
      call("vernier.wrote", {id(Id), Fill->getDest(), Fill->getLength()});
    } else if (auto *Call = llvm::dyn_cast<llvm::CallInst>(&I); Call && !llvm::isa<llvm::IntrinsicInst>(I)) {
      library(*Call, Id);
    }
  }

  void library(llvm::CallInst &Call, std::uint32_t Id) {
    llvm::Function *Callee = Call.getCalledFunction();
    if (!Callee || !Callee->isDeclaration())
      return; // calls through pointers to library functions stay unobserved
    llvm::StringRef Name = Callee->getName();
    Build.SetInsertPoint(&Call);
    llvm::Value *OldSize = nullptr;
    if (Name == "free") {
      call("vernier.freeing", {Call.getArgOperand(0)});
      return;
    }
    if (Name == "realloc") {
      OldSize = call("vernier.usable", {Call.getArgOperand(0)}, Build.getInt64Ty());
      call("vernier.read", {id(Id), Call.getArgOperand(0), OldSize});
    } else {
      reads(Call, Id);
      call("vernier.before", {id(Id)});
    }
    Build.SetInsertPoint(Call.getNextNode());
    if (Name == "malloc" || Name == "calloc" || Name == "strdup")
      call("vernier.allocated", {&Call});
    if (OldSize)
      call("vernier.reallocated", {id(Id), Call.getArgOperand(0), OldSize, &Call});
    else
      call("vernier.after", {id(Id)});
    if (Call.hasFnAttr(llvm::Attribute::ReturnsTwice))
      trim();
  }

  void reads(llvm::CallInst &Call, std::uint32_t Id) {
    llvm::StringRef Name = Call.getCalledFunction()->getName();
    for (const StringReader &Reader : StringReaders)
      if (Name == Reader.Name)
        for (unsigned Argument : Reader.Arguments)
          call("vernier.read.string", {id(Id), Call.getArgOperand(Argument)});
    if (Name == "printf") // the test programs print no pointers but strings
      for (llvm::Use &Argument : Call.args())
        if (Argument->getType()->isPointerTy())
          call("vernier.read.string", {id(Id), Argument});
    if (Name == "memcmp")
      for (unsigned Argument : {0u, 1u})
        call("vernier.read", {id(Id), Call.getArgOperand(Argument), Call.getArgOperand(2)});
    if (Name == "qsort")
      call("vernier.read",
           {id(Id), Call.getArgOperand(0), Build.CreateMul(Call.getArgOperand(1), Call.getArgOperand(2))});
  }

  void trim() {
    auto *Type = llvm::FunctionType::get(Build.getPtrTy(), {Build.getInt32Ty()}, false);
    auto Frame = M.getOrInsertFunction("llvm.frameaddress.p0", Type);
    call("vernier.trim", {Build.CreateCall(Frame, {Build.getInt32(0)})});
  }

  void entry(llvm::Function &F) {
    F.addFnAttr("frame-pointer", "all");
    // Before everything else that was inserted: what lies below this frame belongs to activations that ended.
    llvm::BasicBlock &Block = F.getEntryBlock();
    Build.SetInsertPoint(&*Block.getFirstNonPHIOrDbgOrAlloca());
    trim();
    for (llvm::Argument &A : F.args())
      if (A.hasByValAttr())
        call("vernier.fresh", {&A, number(M.getDataLayout().getTypeAllocSize(A.getParamByValType()))});
  }

  void globals() {
    llvm::Function *Main = M.getFunction("main");
    Build.SetInsertPoint(&*Main->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    for (llvm::GlobalVariable &G : M.globals())
      if (G.hasInitializer() && !G.isConstant() && !G.getName().starts_with("llvm."))
        call("vernier.fresh", {&G, number(M.getDataLayout().getTypeAllocSize(G.getValueType()))});
  }

  llvm::Module &M;
  llvm::IRBuilder<> Build;
};

[[noreturn]] void giveUp(Board &Shared, const std::string &Why) {
  std::strncpy(Shared.Problem, Why.c_str(), sizeof(Shared.Problem) - 1);
  _exit(127);
}

[[noreturn]] void runChild(Board &Shared, llvm::MemoryBufferRef Bitcode, const std::vector<std::string> &Arguments) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto Context = std::make_unique<llvm::LLVMContext>();
  auto Copy = llvm::parseBitcodeFile(Bitcode, *Context);
  if (!Copy)
    giveUp(Shared, llvm::toString(Copy.takeError()));
  Instrumenter(**Copy).run();
  auto Jit = llvm::orc::LLJITBuilder().create();
  if (!Jit)
    giveUp(Shared, llvm::toString(Jit.takeError()));
  llvm::orc::SymbolMap Symbols;
  for (const Hook &Each : Hooks)
    Symbols[(*Jit)->mangleAndIntern(Each.Name)] = {llvm::orc::ExecutorAddr::fromPtr(Each.Address),
                                                   llvm::JITSymbolFlags::Exported};
  auto &Library = (*Jit)->getMainJITDylib();
  if (auto Problem = Library.define(llvm::orc::absoluteSymbols(std::move(Symbols))))
    giveUp(Shared, llvm::toString(std::move(Problem)));
  Library.addGenerator(llvm::cantFail(
      llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess((*Jit)->getDataLayout().getGlobalPrefix())));
  if (auto Problem = (*Jit)->addIRModule({std::move(*Copy), std::move(Context)}))
    giveUp(Shared, llvm::toString(std::move(Problem)));
  if (auto Problem = (*Jit)->initialize(Library))
    giveUp(Shared, llvm::toString(std::move(Problem)));
  auto Main = (*Jit)->lookup("main");
  if (!Main)
    giveUp(Shared, llvm::toString(Main.takeError()));
  std::vector<char *> Words{const_cast<char *>("program")};
  for (const std::string &Argument : Arguments)
    Words.push_back(const_cast<char *>(Argument.c_str()));
  Words.push_back(nullptr);
  Observed = new ObservedMemory(Shared.Pairs, &Shared.Count, MostPairs);
  // The compiled code must outlive the handlers that exit runs.
  std::exit(Main->toPtr<int(int, char **)>()(static_cast<int>(Words.size()) - 1, Words.data()));
}

void redirect(const std::string &Input) {
  int Null = open("/dev/null", O_RDWR);
  dup2(Null, 1);
  dup2(Null, 2);
  int Ends[2];
  if (pipe(Ends) == 0) {
    [[maybe_unused]] auto Written = write(Ends[1], Input.data(), Input.size());
    close(Ends[1]);
    dup2(Ends[0], 0);
  }
}

} // namespace

ObservedRun observe(const Program &P, const std::vector<std::string> &Arguments, const std::string &Input) {
  ObservedRun Result;
  llvm::SmallVector<char, 0> Bytes;
  llvm::raw_svector_ostream Stream(Bytes);
  llvm::WriteBitcodeToFile(P.module(), Stream);
  void *Mapped = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Mapped == MAP_FAILED) {
    Result.Problem = "no shared memory";
    return Result;
  }
  auto &Shared = *static_cast<Board *>(Mapped);
  pid_t Child = fork();
  if (Child == 0) {
    redirect(Input);
    alarm(20);
    runChild(Shared, llvm::MemoryBufferRef(llvm::StringRef(Bytes.data(), Bytes.size()), "copy"), Arguments);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  Result.ExitStatus = WIFEXITED(Status) ? WEXITSTATUS(Status) : -1;
  Result.Problem = Shared.Problem;
  if (WIFSIGNALED(Status))
    Result.Problem = "killed by signal " + std::to_string(WTERMSIG(Status));
  auto Numbered = numbered<const llvm::Instruction>(P.module());
  for (std::uint32_t I = 0; I != Shared.Count; ++I)
    Result.Dependences.push_back({Numbered[Shared.Pairs[I].Write], Numbered[Shared.Pairs[I].Read]});
  munmap(Mapped, sizeof(Board));
  return Result;
}

} // namespace vernier::test
