#include "normal/NormalForm.h"

#include "analysis/Effects.h"
#include "bitcode/SignedArithmetic.h"
#include "input/CallerState.h"
#include "input/Mentioned.h"
#include "normal/Guards.h"
#include "normal/LoopOrder.h"
#include "normal/SameCode.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/Error.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <set>

namespace vernier {

namespace {

/// Larger code takes seconds, and is seldom the same.
constexpr std::size_t MostInstructions = 20000;
/// Frames may differ by so much; as in the bounded proof.
constexpr std::uint64_t StackTolerance = 64 * 1024;

constexpr const char *Promote = "function(mem2reg)";
/// Functions that call themselves last do not any more, and can be put where they are called.
constexpr const char *EndRecursion =
    "function(early-cse,instcombine<no-verify-fixpoint>,simplifycfg,tailcallelim,simplifycfg)";
constexpr const char *Inline = "always-inline";
/// Without changing loops.
constexpr const char *Plain =
    "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,"
    "jump-threading,correlated-propagation,simplifycfg,reassociate,instcombine<no-verify-fixpoint>,"
    "gvn,sccp,bdce,instcombine<no-verify-fixpoint>,dse,adce,simplifycfg,instcombine<no-verify-fixpoint>,early-cse)";
/// Tail calls become loops, loops are rotated, what does not change leaves them, short ones are unrolled.
constexpr const char *Loops =
    "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,tailcallelim,simplifycfg,"
    "reassociate,loop-simplify,lcssa,loop-mssa(loop-instsimplify,loop-simplifycfg,licm,"
    "loop-rotate<header-duplication>,licm),simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop-simplify,lcssa,loop(indvars,loop-deletion,loop-unroll-full),sroa<modify-cfg>,gvn,sccp,bdce,"
    "instcombine<no-verify-fixpoint>,jump-threading,correlated-propagation,adce,dse,"
    "loop-simplify,lcssa,loop-mssa(licm),simplifycfg,reassociate,instcombine<no-verify-fixpoint>,gvn,adce,simplifycfg,"
    "instcombine<no-verify-fixpoint>,early-cse)";

/// The same without computing what loops collect.
constexpr const char *Rotated =
    "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,tailcallelim,simplifycfg,"
    "reassociate,loop-simplify,lcssa,loop-mssa(loop-instsimplify,loop-simplifycfg,licm,"
    "loop-rotate<header-duplication>,licm),simplifycfg,instcombine<no-verify-fixpoint>,"
    "gvn,sccp,bdce,instcombine<no-verify-fixpoint>,jump-threading,correlated-propagation,adce,dse,"
    "simplifycfg,reassociate,instcombine<no-verify-fixpoint>,gvn,adce,simplifycfg,"
    "instcombine<no-verify-fixpoint>,early-cse)";

/// Passes over one module. No library function means anything to them.
class Transformer {
public:
  explicit Transformer(llvm::Module &M) : M(M), Library(llvm::Triple(M.getTargetTriple())) {
    Library.disableAllFunctions();
    Functions.registerPass([&] { return llvm::TargetLibraryAnalysis(Library); });
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(Groups);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Inner);
    Builder.crossRegisterProxies(Inner, Functions, Groups, Modules);
  }

  bool run(llvm::StringRef Pipeline) {
    llvm::ModulePassManager Passes;
    if (llvm::Error Wrong = Builder.parsePassPipeline(Passes, Pipeline)) {
      llvm::consumeError(std::move(Wrong));
      return false;
    }
    Passes.run(M, Modules);
    Modules.clear(); // guards are dropped between the passes
    Functions.clear();
    Groups.clear();
    Inner.clear();
    return true;
  }

private:
  llvm::Module &M;
  llvm::TargetLibraryInfoImpl Library;
  llvm::LoopAnalysisManager Inner;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Groups;
  llvm::ModuleAnalysisManager Modules;
  llvm::PassBuilder Builder;
};

std::set<const llvm::Function *> recursiveFunctions(llvm::Module &M) {
  std::set<const llvm::Function *> Result;
  llvm::CallGraph Calls(M);
  for (llvm::Function &F : M)
    for (auto Group = llvm::scc_begin(Calls[&F]); !Group.isAtEnd(); ++Group)
      if (Group.hasCycle())
        for (const llvm::CallGraphNode *Node : *Group)
          if (Node->getFunction())
            Result.insert(Node->getFunction());
  return Result;
}

/// The code of one version that the entries may come to, as it is.
struct Reachable {
  explicit Reachable(const std::vector<const llvm::Function *> &Entries) {
    for (const llvm::Function *Entry : Entries)
      Code.add(*Entry);
    for (const llvm::Function *F : Code.Functions)
      if (!F->isDeclaration())
        look(*F);
      else
        MayFree |= !F->isIntrinsic() && mayFree(F->getName());
    Weak = Code.Replaceable;
  }

  Mentioned Code;
  std::size_t Instructions = 0;
  std::uint64_t FrameBytes = 0;
  bool Floats = false, FastMath = false, Weak = false, LooksAtAddresses = false, Stores = false, Divides = false,
       Unusual = false, DynamicFrames = false, MayFree = false;

private:
  static bool mayFree(llvm::StringRef Library) {
    return !libraryEffect(Library) || Library.contains("free") || Library.contains("realloc") ||
           Library.starts_with("_Zd") || Library.contains("close") || Library.contains("getline");
  }

  void look(const llvm::Function &F) {
    for (const llvm::Instruction &I : llvm::instructions(F))
      look(I);
  }

  void look(const llvm::Instruction &I) {
    ++Instructions;
    auto IsFloating = [](const llvm::Type *Type) { return Type->getScalarType()->isFloatingPointTy(); };
    Floats |= IsFloating(I.getType()) ||
              llvm::any_of(I.operands(), [&](const llvm::Use &Operand) { return IsFloating(Operand->getType()); });
    if (auto *Operation = llvm::dyn_cast<llvm::FPMathOperator>(&I))
      FastMath |= Operation->getFastMathFlags().any();
    if (auto *Compared = llvm::dyn_cast<llvm::ICmpInst>(&I))
      LooksAtAddresses |= Compared->getOperand(0)->getType()->isPointerTy() &&
                          !llvm::isa<llvm::ConstantPointerNull>(Compared->getOperand(0)) &&
                          !llvm::isa<llvm::ConstantPointerNull>(Compared->getOperand(1));
    LooksAtAddresses |= llvm::isa<llvm::PtrToIntInst, llvm::IntToPtrInst>(I);
    Stores |= I.mayWriteToMemory() && !isLocal(I);
    Divides |= I.isIntDivRem();
    if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I)) {
      auto Size = Local->getAllocationSize(I.getDataLayout());
      DynamicFrames |= !Local->isStaticAlloca();
      FrameBytes += Size ? Size->getFixedValue() : 0;
    }
    auto IsElsewhere = [](const llvm::Type *Type) {
      return Type->isPtrOrPtrVectorTy() && Type->getPointerAddressSpace() != 0;
    };
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    Unusual |= IsElsewhere(I.getType()) ||
               llvm::any_of(I.operands(), [&](const llvm::Use &Operand) { return IsElsewhere(Operand->getType()); });
    Unusual |= llvm::isa<llvm::IndirectBrInst, llvm::CallBrInst, llvm::InvokeInst>(I) ||
               (Call && (Call->isInlineAsm() || Call->hasFnAttr(llvm::Attribute::ReturnsTwice)));
  }

  static bool isLocal(const llvm::Instruction &I) {
    auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
    return Store && llvm::isa<llvm::AllocaInst>(Store->getPointerOperand());
  }
};

/// What both versions are brought into.
enum class Form {
  Plain,      ///< loops as they are
  Loops,      ///< rotated and, if short, unrolled
  Rearranged, ///< rotated and in one order
};

/// Which functions stay where they are; all others are put where they are called.
enum class Outlined {
  None,
  Changed, ///< those with a change in them: the rest of the program may need no proof
};

/// A version in its normal form.
class NormalVersion {
public:
  NormalVersion(const Program &Version, const Reachable &Code, const std::vector<const llvm::Function *> &Entries) {
    llvm::ValueToValueMapTy Copies;
    Copy = llvm::CloneModule(Version.module(), Copies, [&](const llvm::GlobalValue *Global) {
      auto *Function = llvm::dyn_cast<llvm::Function>(Global);
      return !Function || Code.Code.Functions.contains(Function);
    });
    forgetSignedArithmetic(*Copy);
    guardMeaning(*Copy);
    for (llvm::Function &F : *Copy)
      if (!F.isDeclaration())
        F.addFnAttr(llvm::Attribute::NullPointerIsValid);
    for (const llvm::Function *Entry : Entries) {
      llvm::Function *Kept = Copy->getFunction(Entry->getName());
      // Else it goes when its calls have been inlined.
      if (Kept->hasLocalLinkage())
        Kept->setLinkage(llvm::GlobalValue::ExternalLinkage);
      else if (Kept->hasLinkOnceLinkage())
        Kept->setLinkage(Kept->hasLinkOnceODRLinkage() ? llvm::GlobalValue::WeakODRLinkage
                                                       : llvm::GlobalValue::WeakAnyLinkage);
      this->Kept.insert(Kept);
    }
  }

  /// Behind transform(Rotated): loops whose order nobody sees in one order. False if there is none.
  bool rearrange(const KnownBytes &Known) {
    bool Turned = rearrangeBy(countUp, Known);
    bool Fused = rearrangeBy(fuseLoops, Known);
    return Turned || Fused;
  }

  /// False if it became too large.
  bool transform(llvm::StringRef Pipeline, const KnownBytes &Known, const std::set<std::string> &Apart) {
    Transformer Passes(*Copy);
    if (!Passes.run(Promote))
      return false;
    for (llvm::Function &F : *Copy)
      dropNeedlessTouches(F, Known);
    if (Pipeline != Plain && !Passes.run(EndRecursion))
      return false;
    std::set<const llvm::Function *> Recursive = recursiveFunctions(*Copy);
    for (llvm::Function &F : *Copy) {
      if (F.isDeclaration())
        continue;
      markEnds(F);
      if (!F.isInterposable() && !Recursive.contains(&F) && !F.isVarArg() && !Apart.contains(F.getName().str()))
        F.addFnAttr(llvm::Attribute::AlwaysInline);
    }
    if (!Passes.run(Inline) || Copy->getInstructionCount() > MostInstructions)
      return false;
    for (unsigned Round = 0; Round != 3; ++Round) {
      for (llvm::Function &F : *Copy)
        dropNeedlessTouches(F, Known);
      if (!Passes.run(Pipeline))
        return false;
    }
    return true;
  }

  llvm::Module &module() { return *Copy; }
  bool isEntry(const llvm::Function &F) const { return Kept.contains(&F); }

private:
  bool rearrangeBy(bool (*Rearrange)(llvm::Function &), const KnownBytes &Known) {
    Transformer Passes(*Copy);
    bool Changed = false;
    Passes.run("function(loop-simplify,lcssa)");
    for (llvm::Function &F : *Copy)
      if (!F.isDeclaration())
        Changed |= Rearrange(F);
    for (llvm::Function &F : *Copy)
      dropNeedlessTouches(F, Known);
    Passes.run(Rotated);
    return Changed;
  }

  std::unique_ptr<llvm::Module> Copy;
  std::set<const llvm::Function *> Kept;
};

/// Old and new parameters at the same place take the same input.
bool pairsByPosition(const InputSpace &Space) {
  if (Space.WholeProgram)
    return true;
  if (Space.OldArguments.size() != Space.NewArguments.size())
    return false;
  for (std::size_t I = 0; I != Space.OldArguments.size(); ++I) {
    const InputArgument &Old = Space.OldArguments[I], &New = Space.NewArguments[I];
    if (Old.What != New.What || Old.Index != New.Index || Old.Offset != New.Offset ||
        Old.What == InputArgument::Kind::Constant)
      return false;
  }
  return true;
}

/// Bytes behind a parameter of the entry, whatever the input; none if the space lets it be null or chosen otherwise.
std::uint64_t bytesBehind(const InputSpace &Space, Side Which, const llvm::Argument &Parameter) {
  if (Space.WholeProgram || Parameter.getParent()->getName() != Space.entry(Which))
    return 0;
  if (Parameter.getArgNo() >= Space.arguments(Which).size())
    return 0;
  const InputArgument &Passed = Space.arguments(Which)[Parameter.getArgNo()];
  if (Passed.What != InputArgument::Kind::Object)
    return 0;
  const InputObject &Object = Space.Objects[Passed.Index];
  return Object.NullLeaf || Object.Alias || Object.Length || Object.Carrier ? 0 : Object.Size;
}

class Comparison {
public:
  Comparison(const ChangeMap &Map, const InputSpace &Space, const EntryPairs &Entries, const FunctionProof &Otherwise)
      : Map(Map), Space(Space), Entries(Entries), Otherwise(Otherwise), OldEntries(side(false)), NewEntries(side(true)),
        Old(OldEntries), New(NewEntries) {}

  NormalFormAnswer answer() {
    NormalFormAnswer Result;
    Result.WhyNot = obstacle();
    if (!Result.WhyNot.empty())
      return Result;
    // Memory behind parameters stays there unless somebody may free it.
    std::vector<bool> WithSpace{false};
    if (!Old.MayFree && !New.MayFree)
      WithSpace.push_back(true);
    std::vector<Outlined> Ways{Outlined::None};
    if (!changedCallees(Side::Old).empty())
      Ways.push_back(Outlined::Changed);
    for (Outlined Apart : Ways)
      for (bool Assuming : WithSpace)
        for (Form Wanted : {Form::Plain, Form::Loops, Form::Rearranged})
          if (tryForm({Wanted, Apart, Assuming}, Result))
            return Result;
    return Result;
  }

private:
  struct Attempt {
    Form Wanted;
    Outlined Apart;
    bool Assuming; ///< memory behind parameters is there
  };

  bool tryForm(const Attempt &Now, NormalFormAnswer &Result) const {
    if ((Now.Wanted == Form::Rearranged && !Otherwise) || (Otherwise && Otherwise.TimeIsUp()))
      return false;
    SameCodeFacts Facts;
    std::string Why = attempt(Now, Facts);
    // The reason that people look for is that of ordinary forms.
    if (Why.empty() || (Now.Wanted != Form::Rearranged && Now.Apart == Outlined::None))
      Result.WhyNot = Why;
    if (!Why.empty())
      return false;
    Result.Equal = true;
    Result.Assumptions = assumptions(Now.Assuming, Facts);
    return true;
  }

  /// Functions of one version with a change in them or in their counterpart, the entries apart.
  std::set<std::string> changedCallees(Side Which) const {
    std::set<std::string> Result;
    const Reachable &Code = Which == Side::Old ? Old : New;
    const auto &Starts = Which == Side::Old ? OldEntries : NewEntries;
    for (const llvm::Function *F : Code.Code.Functions) {
      const llvm::Function *Other = Map.counterpart(*F);
      if (!F->isDeclaration() && Other && !Other->isDeclaration() && !llvm::is_contained(Starts, F) &&
          (Map.hasChange(*F) || Map.hasChange(*Other)))
        Result.insert(F->getName().str());
    }
    return Result;
  }

  std::vector<const llvm::Function *> side(bool IsNew) const {
    std::vector<const llvm::Function *> Result;
    for (auto [OldEntry, NewEntry] : Entries)
      Result.push_back(IsNew ? NewEntry : OldEntry);
    return Result;
  }

  std::string obstacle() const {
    for (const ChangeMap::Obstacle &Each : Map.obstacles())
      if (Each.Code != "entry")
        return Each.Message;
    if (Map.startupDiffers())
      return "other functions run before or after main";
    if (!pairsByPosition(Space))
      return "parameters do not pair by position";
    if (Old.Unusual || New.Unusual)
      return "assembly, exceptions, setjmp or segments";
    if (Old.FastMath || New.FastMath)
      return "floating point without its rules";
    if (std::max(Old.Instructions, New.Instructions) > MostInstructions)
      return "too much code";
    if (Space.WholeProgram && setsRounding())
      return "the program sets the rounding of floating point";
    if (Space.WholeProgram &&
        !(runsUndisturbed(Map.oldProgram().module()) && runsUndisturbed(Map.newProgram().module())))
      return "handlers of signals, threads or other processes see memory between two steps";
    return "";
  }

  bool setsRounding() const {
    return (Old.Floats || New.Floats) &&
           (!roundingIsSetNowhere(Map.oldProgram().module()) || !roundingIsSetNowhere(Map.newProgram().module()));
  }

  std::string attempt(const Attempt &Now, SameCodeFacts &Facts) const {
    Form Wanted = Now.Wanted;
    std::set<std::string> OldApart, NewApart;
    if (Now.Apart == Outlined::Changed) {
      OldApart = changedCallees(Side::Old);
      NewApart = changedCallees(Side::New);
    }
    const char *Pipeline = Wanted == Form::Plain ? Plain : Wanted == Form::Loops ? Loops : Rotated;
    auto Known = [&](Side Which) -> KnownBytes {
      return [this, Which, &Now](const llvm::Argument &Parameter) {
        return Now.Assuming ? bytesBehind(Space, Which, Parameter) : 0;
      };
    };
    NormalVersion OldForm(Map.oldProgram(), Old, OldEntries), NewForm(Map.newProgram(), New, NewEntries);
    if (!OldForm.transform(Pipeline, Known(Side::Old), OldApart) ||
        !NewForm.transform(Pipeline, Known(Side::New), NewApart))
      return "too much code";
    if (Wanted == Form::Rearranged) {
      bool InOld = OldForm.rearrange(Known(Side::Old)), InNew = NewForm.rearrange(Known(Side::New));
      if (!InOld && !InNew)
        return "no loop to rearrange";
      if (llvm::verifyModule(OldForm.module()) || llvm::verifyModule(NewForm.module()))
        return "rearranging went wrong";
    }
    EntryPairs Pairs;
    for (auto [OldEntry, NewEntry] : Entries)
      Pairs.push_back(
          {OldForm.module().getFunction(OldEntry->getName()), NewForm.module().getFunction(NewEntry->getName())});
    return whyNotSameCode(Map, NewForm.module(), std::move(Pairs), Facts, Otherwise);
  }

  std::vector<std::string> assumptions(bool Assuming, const SameCodeFacts &Facts) const {
    std::vector<std::string> Result;
    if (Assuming)
      Result = Space.Assumptions;
    auto Add = [&](bool Open, const char *Code) {
      if (Open && !llvm::is_contained(Result, Code))
        Result.push_back(Code);
    };
    auto Either = [&](bool Reachable::*Which) { return Old.*Which || New.*Which; };
    Add(true, "compiler-transformations");
    Add(Facts.Unwritten || Facts.Undefined, "defined-behaviour");
    Add(Either(&Reachable::LooksAtAddresses), "addresses-are-not-data");
    Add(Either(&Reachable::Floats), "one-nan");
    if (Space.WholeProgram)
      return Result;
    Add(setsRounding(), "round-to-nearest");
    Add(Either(&Reachable::Divides) && Either(&Reachable::Stores), "no-handlers");
    Add(Either(&Reachable::Weak), "weak-definitions");
    Add(!llvm::is_contained(Result, "globals-as-initialised") && writersDiffer(), "globals-as-initialised");
    std::uint64_t Frames =
        Old.FrameBytes < New.FrameBytes ? New.FrameBytes - Old.FrameBytes : Old.FrameBytes - New.FrameBytes;
    Add(isRecursive() || Either(&Reachable::DynamicFrames) || Frames >= StackTolerance, "stack-suffices");
    return Result;
  }

  /// A variable that stays as it starts in one version, and may be written in the other.
  bool writersDiffer() const {
    return llvm::any_of(New.Code.Globals, [&](const llvm::GlobalVariable *InNew) {
      const llvm::GlobalVariable *InOld = Map.counterpart(*InNew);
      return InOld && !InNew->isConstant() && mayBeWritten(*InOld) != mayBeWritten(*InNew);
    });
  }

  static bool mayBeWritten(const llvm::GlobalVariable &Global) {
    if (!Global.hasLocalLinkage())
      return true;
    std::vector<const llvm::Value *> Open{&Global};
    while (!Open.empty()) {
      const llvm::Value *Address = Open.back();
      Open.pop_back();
      for (const llvm::User *User : Address->users())
        if (llvm::isa<llvm::GEPOperator>(User))
          Open.push_back(User);
        else if (!llvm::isa<llvm::LoadInst>(User))
          return true;
    }
    return false;
  }

  bool isRecursive() const {
    auto Any = [](const Reachable &Code, const Program &Version) {
      auto &Whole = const_cast<llvm::Module &>(Version.module());
      std::set<const llvm::Function *> Recursive = recursiveFunctions(Whole);
      return llvm::any_of(Code.Code.Functions, [&](const llvm::Function *F) { return Recursive.contains(F); });
    };
    return Any(Old, Map.oldProgram()) || Any(New, Map.newProgram());
  }

  const ChangeMap &Map;
  const InputSpace &Space;
  const EntryPairs &Entries;
  const FunctionProof &Otherwise;
  std::vector<const llvm::Function *> OldEntries, NewEntries;
  Reachable Old, New;
};

} // namespace

NormalFormAnswer compareNormalForms(const ChangeMap &Map, const InputSpace &Space, const EntryPairs &Entries,
                                    const FunctionProof &Otherwise) {
  return Comparison(Map, Space, Entries, Otherwise).answer();
}

} // namespace vernier
