#include "instrument/Instrument.h"

#include "bitcode/Locations.h"
#include "bitcode/SignedArithmetic.h"
#include "instrument/FunctionInstrumenter.h"
#include "instrument/KeepTraps.h"
#include "instrument/Lower.h"
#include "instrument/TableCoverage.h"
#include "models/Models.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>

#include <llvm/Transforms/Utils/Cloning.h>

namespace vernier {

namespace {

/// Every instruction gets its number before anything changes.
void numberSites(llvm::Module &M, Instrumentation &Result) {
  Result.Sites.emplace_back();
  for (llvm::Function &F : M) {
    unsigned Ordinal = 0;
    bool Model = isModel(F);
    for (llvm::Instruction &I : llvm::instructions(F)) {
      setSite(I, Result.Sites.size());
      if (&I == &I.getParent()->front())
        Result.Blocks.push_back(Result.Sites.size());
      Site New;
      New.Function = F.getName().str();
      New.Ordinal = Ordinal++;
      New.Model = Model;
      if (auto Where = locationOf(I))
        New.Where = *Where;
      if (I.isTerminator() && I.getNumSuccessors() > 1 && !llvm::isa<llvm::InvokeInst>(I)) {
        New.Successors = I.getNumSuccessors();
        New.FirstEdge = Result.Edges;
        Result.Edges += New.Successors;
      }
      if (auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(&I))
        for (const auto &Case : Switch->cases())
          New.Cases.push_back({Case.getCaseValue()->getValue().getLimitedValue(), sideOf(I, Case.getSuccessorIndex())});
      Result.Sites.push_back(std::move(New));
    }
  }
}

/// The program's main under the name that the runtime calls, whatever its parameters are.
Status renameMain(llvm::Module &M) {
  llvm::Function *Main = M.getFunction("main");
  if (!Main || Main->isDeclaration())
    return usageError("there is no function 'main' in the program");
  Main->setName("vernier.main");
  llvm::LLVMContext &Context = M.getContext();
  llvm::Type *Int = llvm::Type::getInt32Ty(Context), *Pointer = llvm::PointerType::get(Context, 0);
  auto *Outer = llvm::Function::Create(llvm::FunctionType::get(Int, {Int, Pointer, Pointer}, false),
                                       llvm::Function::ExternalLinkage, "vernier_program_main", M);
  llvm::IRBuilder<> B(llvm::BasicBlock::Create(Context, "entry", Outer));
  std::vector<llvm::Value *> Arguments;
  for (llvm::Argument &Parameter : Main->args()) {
    if (Arguments.size() == 3 || Parameter.getType() != Outer->getArg(Arguments.size())->getType())
      return analysisError("main has parameters that are not (int, char **, char **)");
    Arguments.push_back(Outer->getArg(Arguments.size()));
  }
  llvm::Value *Result = B.CreateCall(Main, Arguments);
  B.CreateRet(Result->getType() == Int ? Result : B.getInt32(0));
  return Done{};
}

/// Hooks take addresses of ordinary memory.
Status refuseSegments(const llvm::Module &M) {
  auto IsInSegment = [](const llvm::Use &Operand) {
    auto *Pointer = llvm::dyn_cast<llvm::PointerType>(Operand->getType());
    return Pointer && Pointer->getAddressSpace() != 0;
  };
  for (const llvm::Function &F : M)
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (llvm::any_of(I.operands(), IsInSegment)) {
        Location Where = locationOf(I).value_or(locationOf(F));
        return analysisError(Where.File + ":" + std::to_string(Where.Line) +
                             ": memory of a segment (__seg_fs, __seg_gs) cannot be followed; choose an --entry that "
                             "does not use it");
      }
  return Done{};
}

/// Calls of the program whose effects on later ones (through descriptors, positions, masks of signals, modes of the
/// library) no class of memory stands for: what depends on the side of a branch that was not taken cannot be said.
bool usesHiddenState(const llvm::Module &M) {
  static const std::set<std::string, std::less<>> Names = {
      "open",      "openat",          "creat",  "close",      "lseek",    "dup",          "dup2",        "dup3",
      "fcntl",     "ioctl",           "pipe",   "fopen",      "fdopen",   "freopen",      "fclose",      "fseek",
      "fseeko",    "ftell",           "ftello", "rewind",     "fsetpos",  "fgetpos",      "sigprocmask", "signal",
      "sigaction", "pthread_sigmask", "chdir",  "umask",      "unlink",   "remove",       "rename",      "mkdir",
      "truncate",  "ftruncate",       "popen",  "fesetround", "fesetenv", "feholdexcept", "feupdateenv"};
  for (const llvm::Function &F : M)
    if (F.isDeclaration() || isModel(F)) {
      if (Names.contains(F.getName().str()))
        for (const llvm::User *Use : F.users()) {
          auto *I = llvm::dyn_cast<llvm::Instruction>(Use);
          if (!I || !isModel(*I->getFunction()))
            return true;
        }
    }
  return false;
}

/// System calls by name are primitives of the runtime.
void renameSystemCalls(llvm::Module &M) {
  for (const char *Name : {"read", "write", "open", "lseek", "close"}) {
    llvm::Function *F = M.getFunction(Name);
    if (!F || !F->isDeclaration())
      continue;
    std::string New = std::string("vernier_") + Name;
    if (llvm::Function *Known = M.getFunction(New)) {
      if (Known->getFunctionType() == F->getFunctionType())
        F->replaceAllUsesWith(Known);
    } else
      F->setName(New);
  }
}

/// Models are the program's own now; a name of the library would let LLVM think it knew them.
void hideFunctions(llvm::Module &M) {
  for (llvm::Function &F : M) {
    if (F.isDeclaration() || F.getName() == "vernier_program_main" || F.getName() == "vernier_call" ||
        F.getName() == "vernier_locate" || F.getName() == "main")
      continue;
    if (isModel(F) && !F.getName().starts_with("vernier."))
      F.setName("vernier.model." + F.getName());
    if (!F.hasLocalLinkage()) {
      F.setLinkage(llvm::GlobalValue::InternalLinkage);
      F.setComdat(nullptr);
      F.setVisibility(llvm::GlobalValue::DefaultVisibility);
      F.setDSOLocal(true);
    }
    // Hooks are inlined later, into everything that they are called from.
    F.removeFnAttr(llvm::Attribute::OptimizeNone);
    F.removeFnAttr(llvm::Attribute::NoInline);
  }
}

/// Loops that never end, variables that share no place, and frames of calls: as in the plain build.
void keepFrames(llvm::Module &M) {
  std::vector<llvm::Instruction *> Lifetimes;
  for (llvm::Function &F : M) {
    if (F.isDeclaration())
      continue;
    F.removeFnAttr(llvm::Attribute::MustProgress);
    F.addFnAttr("disable-tail-calls", "true");
    for (llvm::Instruction &I : llvm::instructions(F)) {
      if (I.isTerminator())
        I.setMetadata(llvm::LLVMContext::MD_loop, nullptr);
      if (I.isLifetimeStartOrEnd())
        Lifetimes.push_back(&I);
    }
  }
  for (llvm::Instruction *I : Lifetimes)
    I->eraseFromParent();
}

/// What was promised about functions does not hold for them with hooks in them.
void dropPromises(llvm::Module &M) {
  llvm::AttributeMask Promises;
  for (llvm::Attribute::AttrKind Kind :
       {llvm::Attribute::Memory, llvm::Attribute::ReadNone, llvm::Attribute::ReadOnly, llvm::Attribute::WillReturn,
        llvm::Attribute::Speculatable, llvm::Attribute::NoSync, llvm::Attribute::NoFree, llvm::Attribute::NoCallback,
        llvm::Attribute::NoRecurse})
    Promises.addAttribute(Kind);
  for (llvm::Function &F : M) {
    if (F.isIntrinsic())
      continue;
    F.removeFnAttrs(Promises);
    for (llvm::Instruction &I : llvm::instructions(F))
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
        Call->removeFnAttrs(Promises);
        if (auto *Plain = llvm::dyn_cast<llvm::CallInst>(Call); Plain && !Plain->isMustTailCall())
          Plain->setTailCallKind(llvm::CallInst::TCK_None);
      }
  }
}

llvm::GlobalVariable *define(llvm::Module &M, llvm::StringRef Name, llvm::Constant *Value, bool Constant) {
  if (llvm::GlobalVariable *Known = M.getNamedGlobal(Name)) {
    auto *New = new llvm::GlobalVariable(M, Value->getType(), Constant, llvm::GlobalValue::ExternalLinkage, Value, "");
    Known->replaceAllUsesWith(New);
    Known->eraseFromParent();
    New->setName(Name);
    return New;
  }
  return new llvm::GlobalVariable(M, Value->getType(), Constant, llvm::GlobalValue::ExternalLinkage, Value, Name);
}

/// The tables that the runtime reads.
void defineTables(llvm::Module &M, const Classes &Memory, unsigned UnknownSet,
                  const std::vector<std::pair<llvm::GlobalVariable *, unsigned>> &Globals) {
  llvm::LLVMContext &Context = M.getContext();
  llvm::Type *Node = llvm::Type::getInt32Ty(Context);
  define(M, "vernier_class_heads", llvm::ConstantAggregateZero::get(llvm::ArrayType::get(Node, Memory.count())), false);
  std::vector<std::uint32_t> Starts{0}, Members;
  for (const std::vector<unsigned> &Set : Memory.sets()) {
    Members.insert(Members.end(), Set.begin(), Set.end());
    Starts.push_back(Members.size());
  }
  Members.push_back(0);
  define(M, "vernier_set_starts", llvm::ConstantDataArray::get(Context, Starts), true);
  define(M, "vernier_set_members", llvm::ConstantDataArray::get(Context, Members), true);

  llvm::Type *Long = llvm::Type::getInt64Ty(Context);
  auto *Row = llvm::StructType::get(llvm::PointerType::get(Context, 0), Long, Long);
  std::vector<llvm::Constant *> Rows;
  for (auto [Global, Set] : Globals)
    Rows.push_back(llvm::ConstantStruct::get(
        Row, {Global, llvm::ConstantInt::get(Long, M.getDataLayout().getTypeAllocSize(Global->getValueType())),
              llvm::ConstantInt::get(Long, Set)}));
  define(M, "vernier_unknown_set", llvm::ConstantInt::get(Node, UnknownSet), true);
  define(M, "vernier_globals", llvm::ConstantArray::get(llvm::ArrayType::get(Row, Rows.size()), Rows), true);
  define(M, "vernier_global_count", llvm::ConstantInt::get(Node, Rows.size()), true);
}

std::vector<llvm::GlobalVariable *> programGlobals(llvm::Module &M) {
  std::vector<llvm::GlobalVariable *> Result;
  for (llvm::GlobalVariable &Global : M.globals())
    if (!Global.isDeclaration() && !Global.isThreadLocal() && !Global.getName().starts_with("llvm.") &&
        Global.getValueType()->isSized() && Global.getAddressSpace() == 0)
      Result.push_back(&Global);
  return Result;
}

/// Functions that run when a signal comes: nothing is known about where the program stood.
std::set<llvm::Function *> handlers(llvm::Module &M, const ProgramAnalysis &Analysis) {
  std::set<llvm::Function *> Result;
  for (llvm::Function &F : M)
    for (llvm::Instruction &I : llvm::instructions(F))
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
        llvm::Function *Callee = Call->getCalledFunction();
        if (Callee && Callee->getName().contains("exit"))
          continue;
        for (const LibraryCallback &Back : Analysis.pointers().callbacks(*Call))
          if (Back.Async)
            Result.insert(M.getFunction(Back.Function->getName()));
      }
  return Result;
}

std::vector<const llvm::Function *> constructors(llvm::Module &M) {
  std::vector<const llvm::Function *> Result;
  if (auto *List = M.getGlobalVariable("llvm.global_ctors"); List && List->hasInitializer())
    if (auto *Entries = llvm::dyn_cast<llvm::ConstantArray>(List->getInitializer()))
      for (llvm::Use &Entry : Entries->operands())
        if (auto *F =
                llvm::dyn_cast<llvm::Function>(llvm::cast<llvm::Constant>(Entry)->getOperand(1)->stripPointerCasts()))
          Result.push_back(F);
  return Result;
}

/// Constructors run once, before the runs, where nothing is traced: they must not see what differs between runs.
bool constructorsReadInput(llvm::Module &M, const ProgramAnalysis &Analysis) {
  static const std::set<std::string, std::less<>> Readers = {"vernier_read",  "vernier_open", "environ",
                                                             "__environ",     "_environ",     "getenv",
                                                             "secure_getenv", "read",         "getauxval"};
  std::vector<const llvm::Function *> Open = constructors(M);
  std::set<const llvm::Function *> Seen(Open.begin(), Open.end());
  for (const llvm::Function *F : Open)
    if (!F->arg_empty())
      return true;
  while (!Open.empty()) {
    const llvm::Function *F = Open.back();
    Open.pop_back();
    if (F->isDeclaration())
      continue;
    for (const llvm::Instruction &I : llvm::instructions(*F))
      for (const llvm::Use &Operand : I.operands())
        if (auto *Used = llvm::dyn_cast<llvm::GlobalValue>(Operand.get()->stripPointerCasts()))
          if (Readers.count(Used->getName()))
            return true;
    for (const CallGraph::Site &Call : Analysis.calls().callsFrom(*F))
      if (Seen.insert(Call.Callee).second)
        Open.push_back(Call.Callee);
  }
  return false;
}

} // namespace

Result<Instrumentation> instrument(llvm::Module &M, const InstrumentOptions &Options) {
  if (Status Refused = refuseSegments(M); !Refused)
    return Refused.error();
  Instrumentation Result;
  numberSites(M, Result);
  if (!Options.CheckSigned)
    forgetSignedArithmetic(M);
  if (Options.WholeProgram)
    if (Status Renamed = renameMain(M); !Renamed)
      return Renamed.error();
  bool Careless = usesHiddenState(M);
  renameSystemCalls(M);
  if (Options.MergeFrom && mergeBranches(*llvm::CloneModule(M), Options.Keep) >= Options.MergeFrom)
    mergeBranches(M, Options.Keep);
  lower(M);
  std::vector<llvm::GlobalVariable *> Globals = programGlobals(M);

  AnalysisOptions Entries;
  Entries.Entries = {"vernier_program_main", "vernier_call"};
  ProgramAnalysis Analysis(M, Entries);
  Classes Memory(Analysis);
  unsigned UnknownSet = Memory.unknownSet();
  std::vector<std::pair<llvm::GlobalVariable *, unsigned>> GlobalSets;
  for (llvm::GlobalVariable *Global : Globals)
    GlobalSets.push_back({Global, Memory.setIn(*Global)});
  std::set<llvm::Function *> Handlers = handlers(M, Analysis);
  Result.Constructors = !constructors(M).empty();
  findWorldUses(M, Analysis, constructors(M), Result);
  Result.ConstructorsReadInput = constructorsReadInput(M, Analysis);
  std::vector<llvm::Function *> Defined;
  for (llvm::Function &F : M)
    if (!F.isDeclaration() && F.getName() != "main" && F.getName() != "vernier_locate")
      Defined.push_back(&F);
  HookTable Hooks(M);
  MayTrap Traps(M, Analysis.calls(), Options.NullableInputs);
  ModuleState State{M, Options, Analysis, Hooks, Memory, Result, Traps, {}, {}};
  for (unsigned Site = 1; Site != Result.Sites.size() && !Options.Marks.empty(); ++Site)
    if (Options.Marks.contains({Result.Sites[Site].Function, Result.Sites[Site].Ordinal}))
      State.Marks.insert(Site);
  for (unsigned I = 0; I != Result.Blocks.size(); ++I) {
    unsigned End = I + 1 == Result.Blocks.size() ? Result.Sites.size() : Result.Blocks[I + 1];
    for (unsigned Site = Result.Blocks[I]; Site != End && !Result.Sites[Site].Model; ++Site)
      State.BlockNumbers[Site] = Result.Edges + I;
  }
  std::vector<std::unique_ptr<FunctionInstrumenter>> Each;
  for (llvm::Function *F : Defined) {
    Each.push_back(std::make_unique<FunctionInstrumenter>(State, *F));
    Each.back()->prepare();
  }
  for (auto &One : Each)
    One->insert();
  for (llvm::Function *Handler : Handlers) {
    if (!Handler || Handler->isDeclaration())
      continue;
    llvm::IRBuilder<> B(&*Handler->getEntryBlock().getFirstInsertionPt());
    Hooks.call(B, Hook::h_freeze, {B.getInt32(0), B.getInt32(VernierHandler)});
  }
  if (Careless)
    for (const char *Entry : {"vernier_program_main", "vernier_call"})
      if (llvm::Function *F = M.getFunction(Entry); F && !F->isDeclaration()) {
        llvm::IRBuilder<> B(&*F->getEntryBlock().getFirstInsertionPt());
        Hooks.call(B, Hook::h_lose, {});
      }
  Result.TableRanges = coverTables(M, Hooks, static_cast<unsigned>(Result.coverageSize()));
  keepTraps(M);
  keepFrames(M);
  defineTables(M, Memory, UnknownSet, GlobalSets);
  hideFunctions(M);
  dropPromises(M);
  std::string Problem;
  llvm::raw_string_ostream Stream(Problem);
  if (llvm::verifyModule(M, &Stream))
    return analysisError("instrumentation made bitcode that is not valid", Stream.str());
  return Result;
}

} // namespace vernier
