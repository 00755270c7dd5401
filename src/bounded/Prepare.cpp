#include "bounded/Prepare.h"

#include "bitcode/SignedArithmetic.h"
#include "input/VolatileAccess.h"
#include "models/Models.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <set>

namespace vernier {

namespace {

/// The functions that the entry mentions, directly or through globals, and the constructors.
std::set<llvm::Function *> mentioned(llvm::Module &M, llvm::Function &Entry) {
  std::set<llvm::Function *> Functions;
  std::set<const llvm::Constant *> Constants;
  std::vector<llvm::Function *> Open{&Entry};
  std::function<void(const llvm::Constant &)> Mention = [&](const llvm::Constant &C) {
    if (auto *F = llvm::dyn_cast<llvm::Function>(&C)) {
      Open.push_back(const_cast<llvm::Function *>(F));
      return;
    }
    if (!Constants.insert(&C).second)
      return;
    for (const llvm::Use &Part : C.operands())
      if (auto *Inner = llvm::dyn_cast<llvm::Constant>(Part.get()))
        Mention(*Inner);
  };
  if (auto *Constructors = M.getGlobalVariable("llvm.global_ctors"); Constructors && Constructors->hasInitializer())
    Mention(*Constructors->getInitializer());
  while (!Open.empty()) {
    llvm::Function *F = Open.back();
    Open.pop_back();
    if (!Functions.insert(F).second)
      continue;
    for (llvm::Instruction &I : llvm::instructions(*F))
      for (llvm::Use &Operand : I.operands())
        if (auto *C = llvm::dyn_cast<llvm::Constant>(Operand.get()))
          Mention(*C);
  }
  return Functions;
}

/// Promotion would take an unwritten local for whatever suits it. Here each one begins with a value that says so, where
/// it is made and where its scope begins again.
void markUndefined(llvm::Function &F) {
  std::vector<std::pair<llvm::Instruction *, llvm::AllocaInst *>> Places;
  for (llvm::Instruction &I : llvm::instructions(F)) {
    if (auto *Alloca = llvm::dyn_cast<llvm::AllocaInst>(&I))
      Places.push_back({&I, Alloca});
    if (auto *Scope = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
        Scope && Scope->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
      if (auto *Alloca = llvm::dyn_cast<llvm::AllocaInst>(Scope->getArgOperand(1)->stripPointerCasts()))
        Places.push_back({&I, Alloca});
  }
  for (auto [After, Alloca] : Places) {
    llvm::Type *Type = Alloca->getAllocatedType();
    if (Alloca->isArrayAllocation() || !Type->isSingleValueType() || Type->isX86_FP80Ty())
      continue;
    llvm::IRBuilder<> Builder(After->getNextNode());
    std::string Name;
    llvm::raw_string_ostream(Name) << UndefinedPrefix << *Type;
    llvm::FunctionCallee Undefined = F.getParent()->getOrInsertFunction(Name, Type);
    Builder.CreateStore(Builder.CreateCall(Undefined), Alloca);
  }
}

void setVolatile(llvm::Instruction &I, bool Volatile) {
  if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
    Load->setVolatile(Volatile);
  else if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
    Store->setVolatile(Volatile);
  else if (auto *Memory = llvm::dyn_cast<llvm::MemIntrinsic>(&I))
    Memory->setVolatile(llvm::ConstantInt::getBool(I.getContext(), Volatile));
}

/// What is volatile afterwards is not understood.
void makeVolatileMemory(llvm::Module &M) {
  VolatileAccesses Accesses(M);
  for (llvm::Function &F : M)
    for (llvm::Instruction &I : llvm::instructions(F)) {
      VolatileKind Kind = Accesses.kindOf(I);
      if (Kind != VolatileKind::Private && Kind != VolatileKind::Memory)
        continue;
      setVolatile(I, false);
      if (Kind == VolatileKind::Memory)
        I.setMetadata(VolatileMark, llvm::MDNode::get(M.getContext(), {}));
    }
}

/// An instruction of the version, and its copy as long as that exists.
using TrackedCopy = std::pair<const llvm::Instruction *, llvm::WeakVH>;

std::vector<TrackedCopy> trackedCopies(const llvm::Module &Version, const llvm::ValueToValueMapTy &Copies,
                                       const std::set<llvm::Function *> &Needed) {
  std::vector<TrackedCopy> Result;
  for (const llvm::Function &F : Version) {
    auto *Copy = llvm::dyn_cast_or_null<llvm::Function>(Copies.lookup(&F));
    if (!Copy || !Needed.contains(Copy))
      continue;
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (auto *Same = llvm::dyn_cast_or_null<llvm::Instruction>(Copies.lookup(&I));
          Same && Same->getOpcode() == I.getOpcode())
        Result.push_back({&I, Same});
  }
  return Result;
}

} // namespace

static std::uint64_t localBytes(const llvm::Function &F) {
  std::uint64_t Sum = 0;
  for (const llvm::Instruction &I : llvm::instructions(F))
    if (auto *Alloca = llvm::dyn_cast<llvm::AllocaInst>(&I); Alloca && Alloca->isStaticAlloca())
      Sum += Alloca->getAllocationSize(F.getDataLayout()).value_or(llvm::TypeSize::getFixed(0)).getFixedValue();
  return Sum;
}

std::uint64_t PreparedVersion::frameBytes(const llvm::Function &F) const {
  auto Known = Frames.find(&F);
  return Known == Frames.end() ? 0 : Known->second;
}

Result<PreparedVersion> PreparedVersion::prepare(const Program &Version, const std::string &Entry, bool CheckOverflow) {
  PreparedVersion Result;
  llvm::ValueToValueMapTy Copies;
  Result.Copy = llvm::CloneModule(Version.module(), Copies);
  makeVolatileMemory(*Result.Copy);
  if (!CheckOverflow)
    forgetSignedArithmetic(*Result.Copy);
  auto Reader = Entry == "main" ? ErrorNumberReader::Module : ErrorNumberReader::Caller;
  if (Status Linked = linkModels(*Result.Copy, ModelSet::Pure, Reader); !Linked)
    return Linked.error();
  llvm::Function *Start = Result.Copy->getFunction(Entry);
  if (!Start || Start->isDeclaration())
    return usageError("there is no function '" + Entry + "' in " + Version.label());

  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Groups;
  llvm::ModuleAnalysisManager Modules;
  llvm::PassBuilder Builder;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Groups);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Groups, Modules);
  llvm::FunctionPassManager Passes;
  Passes.addPass(llvm::PromotePass());
  Passes.addPass(llvm::LCSSAPass());
  std::set<llvm::Function *> Needed = mentioned(*Result.Copy, *Start);
  std::vector<TrackedCopy> Tracked = trackedCopies(Version.module(), Copies, Needed);
  for (llvm::Function *F : Needed)
    if (!F->isDeclaration()) {
      Result.Frames[F] = localBytes(*F);
      markUndefined(*F);
      Passes.run(*F, Functions);
    }
  for (const auto &[Original, Copy] : Tracked)
    if (Copy)
      Result.Originals[llvm::cast<llvm::Instruction>(Copy)] = Original;
  return Result;
}

namespace {

/// What a function does besides computing a scalar, looked for in the function and all that it calls.
class Purity {
public:
  explicit Purity(const llvm::Module &M) : M(M) {}

  /// Nothing if the function does more than that.
  std::optional<Abstraction> of(const llvm::Function &F) {
    Found = {};
    Seen.clear();
    Open.clear();
    Reads.clear();
    if (!scalarSignature(F) || !visit(F))
      return std::nullopt;
    Found.Reads.assign(Reads.begin(), Reads.end());
    return Found;
  }

private:
  static bool isScalar(const llvm::Type *T) { return T->isIntegerTy() || T->isFloatTy() || T->isDoubleTy(); }

  static bool scalarSignature(const llvm::Function &F) {
    return !F.isDeclaration() && !F.isVarArg() && isScalar(F.getReturnType()) &&
           llvm::all_of(F.args(), [](const llvm::Argument &A) { return isScalar(A.getType()); });
  }

  bool visit(const llvm::Function &F) {
    if (!Seen.insert(&F).second) {
      Found.MayLoop |= Open.contains(&F); // recursion
      return true;
    }
    Open.insert(&F);
    llvm::DominatorTree Dominators(const_cast<llvm::Function &>(F));
    Found.MayLoop |= !llvm::LoopInfo(Dominators).empty();
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (!allows(I))
        return false;
    Open.erase(&F);
    return true;
  }

  bool allows(const llvm::Instruction &I) {
    if (I.hasMetadata(VolatileMark))
      return false; // the assumption is for whoever opens it to note
    if (isSignedArithmetic(I))
      return false; // whether it overflows is to be seen
    if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
      return !Store->isVolatile() && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(Store->getPointerOperand()));
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
      return !Load->isVolatile() && reads(*llvm::getUnderlyingObject(Load->getPointerOperand()));
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
      return calls(*Call);
    Found.MayLeave |= I.isIntDivRem();
    return !llvm::isa<llvm::FenceInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::LandingPadInst,
                      llvm::ResumeInst, llvm::IndirectBrInst>(I);
  }

  bool reads(const llvm::Value &Object) {
    if (llvm::isa<llvm::AllocaInst>(Object))
      return true;
    auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(&Object);
    if (!Global || !Global->hasDefinitiveInitializer() || Global->isThreadLocal())
      return false;
    if (Global->isConstant())
      return true; // the change map says that it is the same in both versions
    if (!plain(*Global->getValueType()) || M.getDataLayout().getTypeAllocSize(Global->getValueType()) > 256)
      return false;
    Reads.insert(Global);
    return true;
  }

  static bool plain(const llvm::Type &T) {
    if (T.isPointerTy())
      return false;
    return llvm::all_of(T.subtypes(), [](const llvm::Type *Part) { return plain(*Part); });
  }

  bool calls(const llvm::CallBase &Call) {
    if (auto *Intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&Call))
      return Intrinsic->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(Call) ||
             Intrinsic->doesNotAccessMemory();
    const llvm::Function *Callee = Call.getCalledFunction();
    return Callee && (Callee->getName().starts_with(UndefinedPrefix) || (scalarSignature(*Callee) && visit(*Callee)));
  }

  const llvm::Module &M;
  Abstraction Found;
  std::set<const llvm::Function *> Seen, Open;
  struct ByName {
    bool operator()(const llvm::GlobalVariable *A, const llvm::GlobalVariable *B) const {
      return A->getName() < B->getName();
    }
  };
  std::set<const llvm::GlobalVariable *, ByName> Reads;
};

/// No instruction of the function, nor of anything that it calls, is changed.
class UnchangedFunctions {
public:
  explicit UnchangedFunctions(const ChangeMap &Map) : Map(Map) {}

  /// Looks at everything that can be reached, so that functions which call each other get the same answer whoever is
  /// asked about first.
  bool operator()(const llvm::Function &F) {
    if (auto Before = Known.find(&F); Before != Known.end())
      return Before->second;
    std::set<const llvm::Function *> Reached{&F};
    std::vector<const llvm::Function *> Open{&F};
    while (!Open.empty()) {
      const llvm::Function *Each = Open.back();
      Open.pop_back();
      auto Before = Known.find(Each);
      if (Before != Known.end() && Before->second)
        continue;
      if (Before != Known.end() || !unchanged(*Each, Reached, Open))
        return Known[&F] = false;
    }
    for (const llvm::Function *Each : Reached)
      Known[Each] = true;
    return true;
  }

private:
  /// The function alone; what it calls is left to be looked at.
  bool unchanged(const llvm::Function &F, std::set<const llvm::Function *> &Reached,
                 std::vector<const llvm::Function *> &Open) {
    if (F.isDeclaration() || !Map.counterpart(F))
      return false;
    for (const llvm::BasicBlock &B : F) {
      for (const llvm::BasicBlock *Next : llvm::successors(&B))
        if (Map.isChangedEdge(B, *Next))
          return false;
      for (const llvm::Instruction &I : B) {
        if (Map.isChanged(I))
          return false;
        auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
        if (!Call || llvm::isa<llvm::IntrinsicInst>(Call))
          continue;
        const llvm::Function *Callee = Call->getCalledFunction();
        if (!Callee)
          return false;
        if (Reached.insert(Callee).second)
          Open.push_back(Callee);
      }
    }
    return true;
  }

  const ChangeMap &Map;
  std::map<const llvm::Function *, bool> Known;
};

} // namespace

Abstractions::Abstractions(const ChangeMap &Map, const PreparedVersion &Old, const PreparedVersion &New) {
  if (!Map.obstacles().empty())
    return;
  UnchangedFunctions Unchanged(Map);
  Purity OldPurity(Old.module()), NewPurity(New.module());
  for (const llvm::Function &F : Map.newProgram().module()) {
    const llvm::Function *Counterpart = Map.counterpart(F);
    if (!Counterpart || !Unchanged(F) || !Unchanged(*Counterpart))
      continue;
    const llvm::Function *InNew = New.module().getFunction(F.getName());
    const llvm::Function *InOld = Old.module().getFunction(Counterpart->getName());
    if (!InNew || !InOld)
      continue;
    // Opening a small function costs less than asking whether it may stay closed.
    auto NewDoes = NewPurity.of(*InNew);
    auto OldDoes = OldPurity.of(*InOld);
    if (!NewDoes || !OldDoes || NewDoes->Reads.size() != OldDoes->Reads.size())
      continue;
    if (!NewDoes->MayLoop && InNew->getInstructionCount() < 40)
      continue;
    NewDoes->Name = OldDoes->Name = F.getName().str();
    Known[InNew] = std::move(*NewDoes);
    Known[InOld] = std::move(*OldDoes);
  }
}

namespace {

/// The versions live in contexts of their own, where equal types are not the same object.
bool sameScalar(const llvm::Type &A, const llvm::Type &B) {
  return A.getTypeID() == B.getTypeID() && A.getPrimitiveSizeInBits() == B.getPrimitiveSizeInBits();
}

/// The induction step proves the claim for the inputs of the space, and uses it for whatever the recursion passes on,
/// at the same places: the space has to hold every value, and pair the parameters by their position.
bool holdsEveryArgument(const InputSpace &Space, const llvm::Function &Before, const llvm::Function &Entry) {
  if (Space.WholeProgram || !Space.Assume.empty() || Before.arg_size() != Entry.arg_size() ||
      Space.OldArguments.size() != Entry.arg_size() || Space.NewArguments.size() != Entry.arg_size())
    return false;
  return llvm::all_of(Entry.args(), [&](const llvm::Argument &Parameter) {
    const InputArgument &Old = Space.OldArguments[Parameter.getArgNo()],
                        &New = Space.NewArguments[Parameter.getArgNo()];
    if (Old.What != InputArgument::Kind::Leaf || New.What != InputArgument::Kind::Leaf || Old.Index != New.Index)
      return false;
    const InputLeaf &Leaf = Space.Leaves[Old.Index];
    bool Whole = Leaf.Min && Leaf.Max ? (Leaf.Signed ? Leaf.Min->isMinSignedValue() && Leaf.Max->isMaxSignedValue()
                                                     : Leaf.Min->isMinValue() && Leaf.Max->isMaxValue())
                                      : !Leaf.Min && !Leaf.Max;
    return Whole && sameScalar(*Parameter.getType(), *Before.getArg(Parameter.getArgNo())->getType()) &&
           Leaf.Bits == Parameter.getType()->getPrimitiveSizeInBits();
  });
}

} // namespace

bool Abstractions::addRecursion(const InputSpace &Space, const PreparedVersion &Old, const PreparedVersion &New) {
  const llvm::Function *InOld = Old.module().getFunction(Space.OldEntry);
  const llvm::Function *InNew = New.module().getFunction(Space.NewEntry);
  if (!InOld || !InNew || !sameScalar(*InOld->getReturnType(), *InNew->getReturnType()) ||
      !holdsEveryArgument(Space, *InOld, *InNew))
    return false;
  auto OldDoes = Purity(Old.module()).of(*InOld), NewDoes = Purity(New.module()).of(*InNew);
  if (!OldDoes || !NewDoes || !OldDoes->Reads.empty() || !NewDoes->Reads.empty())
    return false;
  auto CallsItself = [](const llvm::Function &F) {
    return llvm::any_of(llvm::instructions(F), [&](const llvm::Instruction &I) {
      auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      return Call && Call->getCalledFunction() == &F;
    });
  };
  if (!CallsItself(*InOld) || !CallsItself(*InNew))
    return false;
  OldDoes->Name = NewDoes->Name = "recursion:" + Space.NewEntry;
  OldDoes->IsEntry = NewDoes->IsEntry = true;
  OldDoes->MayLeave = NewDoes->MayLeave = OldDoes->MayLeave || NewDoes->MayLeave;
  Known[InOld] = std::move(*OldDoes);
  Known[InNew] = std::move(*NewDoes);
  return true;
}

const Abstraction *Abstractions::find(const llvm::Function &F) const {
  auto Found = Known.find(&F);
  return Found == Known.end() ? nullptr : &Found->second;
}

} // namespace vernier
