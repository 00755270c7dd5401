// How nodes pass between functions, and what happens at calls of code that has no instrumentation.

#include "instrument/FunctionInstrumenter.h"

#include "instrument/Lower.h"
#include "models/Models.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace vernier {

unsigned ModuleState::externalNumber(const std::string &Name) {
  auto [Place, New] = ExternalNumbers.try_emplace(Name, Result.Externals.size());
  if (New)
    Result.Externals.push_back(Name);
  return Place->second;
}

bool isPrimitive(const llvm::Function &F) {
  static const std::set<std::string, std::less<>> Names = {
      "malloc", "calloc",         "realloc",      "free",          "reallocarray", "memalign",      "aligned_alloc",
      "valloc", "posix_memalign", "vernier_read", "vernier_write", "vernier_open", "vernier_lseek", "vernier_close"};
  return Names.count(F.getName());
}

/// Where an element of one of the arrays of the runtime lies.
static llvm::Value *element(llvm::IRBuilder<> &B, llvm::GlobalVariable *Array, unsigned Index) {
  return B.CreateConstInBoundsGEP2_32(Array->getValueType(), Array, 0, Index);
}

void FunctionInstrumenter::enter() {
  Start = &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  Builder Slots(&*F.getEntryBlock().getFirstInsertionPt());
  ControlSlot = Slots.CreateAlloca(NodeType, nullptr, "vernier.control");
  for (auto &[Local, Companion] : Companions)
    Companion = Slots.CreateAlloca(NodeType, nullptr, Local->getName() + ".node");
  Builder B(Start);
  B.CreateStore(B.CreateLoad(NodeType, State.Hooks.Control), ControlSlot);
  for (auto &[Local, Companion] : Companions)
    B.CreateStore(zero(), Companion);
  Frame = State.Hooks.call(B, Hook::h_frame_enter, {});

  // Nodes of arguments, if whoever calls says that they are meant for this function.
  llvm::Value *Meant = B.CreateICmpEQ(B.CreateLoad(PointerType, State.Hooks.ArgumentTag), &F);
  if (F.isVarArg()) {
    auto *Type = llvm::StructType::get(NodeType, llvm::ArrayType::get(NodeType, VernierArgumentRoom),
                                       llvm::ArrayType::get(B.getInt16Ty(), VernierArgumentRoom),
                                       llvm::ArrayType::get(PointerType, VernierArgumentRoom));
    VariadicPlace = Slots.CreateAlloca(Type, nullptr, "vernier.variadic");
    State.Hooks.call(B, Hook::h_variadic_begin, {VariadicPlace, &F});
  }
  // Variable arguments come first in the list, so that their number need not be known here.
  unsigned Slot = VernierArgumentRoom;
  for (llvm::Argument &Argument : F.args()) {
    PartList Nodes;
    for (unsigned Count = std::max(1u, partCount(*Argument.getType())); Count; --Count) {
      if (Slot == 0) {
        Nodes.push_back(zero());
        continue;
      }
      --Slot;
      llvm::Value *Node = B.CreateLoad(NodeType, element(B, State.Hooks.Arguments, Slot));
      Nodes.push_back(B.CreateSelect(Meant, Node, zero()));
    }
    if (Argument.hasByValAttr()) {
      llvm::Value *Size = llvm::ConstantInt::get(
          LongType, F.getParent()->getDataLayout().getTypeAllocSize(Argument.getParamByValType()));
      llvm::Value *Index = B.CreateSelect(Meant, number(Slot), number(VernierArgumentRoom));
      State.Hooks.call(B, Hook::h_by_value, {&Argument, Size, Index});
      Nodes = {zero()};
    }
    Parts[&Argument] = Nodes;
  }
  B.CreateStore(llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(PointerType)), State.Hooks.ArgumentTag);
}

/// More of an object that is passed by value is not followed. There is no room to say how large it is.
constexpr unsigned MostWords = VernierAligned - VernierInMemory - 1;

/// Class of a variable argument in the ABI of x86-64.
static unsigned kindOf(const llvm::CallBase &Call, unsigned Index, const llvm::DataLayout &Layout) {
  if (llvm::Type *ByValue = Call.getParamByValType(Index)) {
    bool Aligned = Call.getParamAlign(Index).valueOrOne() > 8;
    std::uint64_t Words = std::min<std::uint64_t>((Layout.getTypeAllocSize(ByValue) + 7) / 8, MostWords);
    return (VernierInMemory + static_cast<unsigned>(Words)) | (Aligned ? VernierAligned : 0);
  }
  llvm::Type *Type = Call.getArgOperand(Index)->getType();
  if (Type->isX86_FP80Ty())
    return (VernierInMemory + 2) | VernierAligned;
  return Type->isFloatTy() || Type->isDoubleTy() || Type->isVectorTy() ? VernierInVector : VernierInGeneral;
}

/// What somebody else reads without knowing classes: its potential definitions become definitions.
void FunctionInstrumenter::settle(Builder &B, llvm::CallBase &Call, unsigned Argument, llvm::Value *Size) {
  auto Set = ReadSets.find({&Call, Argument});
  if (Set != ReadSets.end() && !State.Memory.isEmpty(Set->second))
    State.Hooks.call(B, Hook::h_settle, {site(Call), Call.getArgOperand(Argument), Size, number(Set->second)});
}

void FunctionInstrumenter::passArguments(Builder &B, llvm::CallBase &Call, llvm::Value *Tag) {
  const llvm::DataLayout &Layout = F.getParent()->getDataLayout();
  llvm::FunctionType *Type = Call.getFunctionType();
  B.CreateStore(control(B), State.Hooks.Control);
  bool Any = false;
  unsigned Slot = VernierArgumentRoom, Variable = 0;
  std::vector<std::pair<llvm::Value *, llvm::Value *>> Stores;
  for (unsigned I = 0; I != Call.arg_size(); ++I)
    if (llvm::Type *ByValue = Call.getParamByValType(I))
      settle(B, Call, I, llvm::ConstantInt::get(LongType, Layout.getTypeAllocSize(ByValue)));
  for (unsigned I = 0; I != Type->getNumParams(); ++I) {
    llvm::Value *Argument = Call.getArgOperand(I);
    for (llvm::Value *Node : partsOf(Argument)) {
      if (Slot == 0) {
        pinPart(B, Call, Node, Argument, VernierPinUnsupported);
        continue;
      }
      --Slot;
      Any |= !isNothing(Node) || Call.isByValArgument(I);
      Stores.push_back({Node, element(B, State.Hooks.Arguments, Slot)});
    }
    if (Call.isByValArgument(I))
      Stores.push_back({Argument, element(B, State.Hooks.ArgumentPlaces, Slot)});
  }
  for (unsigned I = Type->getNumParams(); I < Call.arg_size(); ++I, ++Variable) {
    llvm::Value *Argument = Call.getArgOperand(I), *Node = nodeOf(Argument);
    if (Variable + 1 >= Slot) {
      pin(B, Call, Argument, VernierPinUnsupported);
      continue;
    }
    // A function without a prototype is called as if its parameters were variable; it takes them as named ones.
    Stores.push_back({Node, element(B, State.Hooks.Arguments, --Slot)});
    unsigned Kind = kindOf(Call, I, Layout);
    if (Kind >= VernierInMemory) {
      // A copy has the nodes of the original. What is no copy (a long double) has its own.
      llvm::Value *Null = llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(PointerType));
      Node = Call.isByValArgument(I) ? zero() : Node;
      Stores.push_back({Call.isByValArgument(I) ? Argument : Null, element(B, State.Hooks.ArgumentPlaces, Variable)});
      Any = true;
    }
    Any |= !isNothing(Node);
    Stores.push_back({Node, element(B, State.Hooks.Arguments, Variable)});
    Stores.push_back({B.getInt16(static_cast<std::uint16_t>(Kind)), element(B, State.Hooks.ArgumentKinds, Variable)});
  }
  if (!Any)
    return;
  for (auto [Value, Place] : Stores)
    B.CreateStore(Value, Place);
  if (Type->isVarArg())
    B.CreateStore(number(std::min<unsigned>(Variable, VernierArgumentRoom)), State.Hooks.ArgumentCount);
  B.CreateStore(Tag, State.Hooks.ArgumentTag);
}

/// Where code that follows a call goes. The way on from an invoke gets a block of its own.
llvm::Instruction *FunctionInstrumenter::afterCall(llvm::CallBase &Call) {
  auto *Invoke = llvm::dyn_cast<llvm::InvokeInst>(&Call);
  if (!Invoke)
    return Call.getNextNode();
  auto *Between = llvm::BasicBlock::Create(F.getContext(), "vernier.returned", &F);
  Builder(Between).CreateBr(Invoke->getNormalDest());
  Invoke->setNormalDest(Between);
  return Between->getTerminator();
}

void FunctionInstrumenter::takeResults(Builder &B, llvm::CallBase &Call, llvm::Value *Tag, llvm::Value *Under) {
  unsigned Count = Call.getType()->isVoidTy() ? 0 : partCount(*Call.getType());
  PartList Nodes;
  llvm::Value *Meant = Tag && Count ? B.CreateICmpEQ(B.CreateLoad(PointerType, State.Hooks.ResultTag), Tag) : nullptr;
  for (unsigned I = 0; I != Count; ++I) {
    if (I >= VernierResultRoom) {
      Nodes.push_back(zero());
      continue;
    }
    llvm::Value *Node = B.CreateLoad(NodeType, element(B, State.Hooks.Results, I));
    if (Meant)
      Node = B.CreateSelect(Meant, Node, zero());
    if (Under && isTracked(*Call.getType()))
      Node = State.Hooks.call(B, Hook::h_define, {site(Call), number(bitsOf(Call)), Node, low(B, &Call), Under});
    Nodes.push_back(Node);
  }
  if (Count)
    Parts[&Call] = Nodes;
}

/// A call of a function that takes part. Certain: it always leaves nodes for its results.
void FunctionInstrumenter::callTraced(llvm::CallBase &Call, bool Certain) {
  Builder B(&Call);
  llvm::Value *Null = llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(PointerType));
  passArguments(B, Call, Call.getCalledOperand());
  if (!Certain)
    B.CreateStore(Null, State.Hooks.ResultTag);
  Builder After(afterCall(Call));
  if (!Certain)
    After.CreateStore(Null, State.Hooks.ArgumentTag);
  takeResults(After, Call, Certain ? nullptr : Call.getCalledOperand(), nullptr);
}

/// The target is a decision like the condition of a branch: other functions might have been called.
void FunctionInstrumenter::callIndirect(llvm::CallBase &Call) {
  Builder B(&Call);
  llvm::Value *Target = Call.getCalledOperand();
  llvm::Value *Before = control(B), *Under = Before;
  const CallPlan &Plan = Calls[&Call];
  if (hasNode(Target)) {
    Under = State.Hooks.call(B, Hook::h_target,
                             {site(Call), nodeOf(Target), Target, number(0), number(Plan.Leaving), Before});
    llvm::Value *Decision = B.CreateSelect(B.CreateICmpNE(Under, Before), Under, zero());
    State.Hooks.call(B, Hook::h_potential_memory, {number(Plan.Set), Decision});
    B.CreateStore(Under, ControlSlot);
  }
  llvm::Value *Null = llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(PointerType));
  passArguments(B, Call, Target);
  B.CreateStore(Null, State.Hooks.ResultTag);
  Builder After(afterCall(Call));
  After.CreateStore(Null, State.Hooks.ArgumentTag);
  After.CreateStore(Before, ControlSlot);
  takeResults(After, Call, Target, hasNode(Target) ? Under : nullptr);
}

static llvm::Value *pointerOr(llvm::CallBase &Call, unsigned Index) {
  if (Index >= Call.arg_size() || !Call.getArgOperand(Index)->getType()->isPointerTy())
    return nullptr;
  return Call.getArgOperand(Index);
}

void FunctionInstrumenter::describeEffect(Builder &B, llvm::CallBase &Call, const Effect *What) {
  auto Size = [&](const Effect::Access &Access) -> llvm::Value * {
    if (Access.SizeArgument >= 0 && unsigned(Access.SizeArgument) < Call.arg_size() &&
        Call.getArgOperand(Access.SizeArgument)->getType()->isIntegerTy())
      return B.CreateZExtOrTrunc(Call.getArgOperand(Access.SizeArgument), LongType);
    return llvm::ConstantInt::get(LongType, Access.Size);
  };
  auto Touch = [&](const Effect::Access &Access, Hook Which) {
    for (unsigned I = Access.Argument; I < (Access.AndFollowing ? Call.arg_size() : Access.Argument + 1); ++I)
      if (llvm::Value *Pointer = pointerOr(Call, I)) {
        if (Access.How == Effect::Depth::Direct) {
          if (Which == Hook::h_external_reads)
            settle(B, Call, I, Size(Access));
          State.Hooks.call(B, Which, {site(Call), Pointer, Size(Access)});
        } else
          State.Hooks.call(B, Hook::h_external_deep, {site(Call), Pointer});
      }
  };
  if (!What || exceedsEffect(Call, *What)) {
    for (unsigned I = 0; I != Call.arg_size(); ++I)
      if (llvm::Value *Pointer = pointerOr(Call, I))
        State.Hooks.call(B, Hook::h_external_deep, {site(Call), Pointer});
    return;
  }
  for (const Effect::Access &Access : What->Reads)
    Touch(Access, Hook::h_external_reads);
  if (What->Format >= 0)
    Touch({.Argument = unsigned(What->Format), .AndFollowing = true}, Hook::h_external_reads);
  for (const Effect::Access &Access : What->Writes)
    Touch(Access, Hook::h_external_writes);
  for (const Effect::Put &Put : What->Puts)
    Touch({.Argument = Put.Target, .Size = 8}, Hook::h_external_writes);
  describeGlobals(B, Call, *What);
}

/// Variables of the library that the program mentions too (`environ`, `optind`).
void FunctionInstrumenter::describeGlobals(Builder &B, llvm::CallBase &Call, const Effect &What) {
  auto Each = [&](const std::vector<std::string> &Names, bool Reads) {
    for (const std::string &Name : Names) {
      llvm::GlobalVariable *Global = State.M.getNamedGlobal(Name);
      if (!Global || Global->isThreadLocal() || !Global->getValueType()->isSized())
        continue;
      llvm::Value *Size =
          llvm::ConstantInt::get(LongType, State.M.getDataLayout().getTypeAllocSize(Global->getValueType()));
      if (Reads)
        State.Hooks.call(B, Hook::h_settle, {site(Call), Global, Size, number(State.Memory.setIn(*Global))});
      State.Hooks.call(B, Reads ? Hook::h_external_reads : Hook::h_external_writes, {site(Call), Global, Size});
    }
  };
  Each(What.GlobalReads, true);
  Each(What.GlobalWrites, false);
}

/// Functions of math.h that the terms know.
bool FunctionInstrumenter::callMathematical(llvm::CallBase &Call, const llvm::Function &Callee) {
  static const std::map<std::string, unsigned, std::less<>> Names = {
      {"fabs", VernierFAbs},    {"sqrt", VernierFSqrt},         {"floor", VernierFFloor},
      {"ceil", VernierFCeil},   {"trunc", VernierFTrunc},       {"rint", VernierFNearest},
      {"round", VernierFRound}, {"nearbyint", VernierFNearest}, {"roundeven", VernierFNearest}};
  llvm::StringRef Name = Callee.getName();
  if (Call.arg_size() != 1 || Call.getArgOperand(0)->getType() != Call.getType() || !isTracked(*Call.getType()) ||
      !Call.getType()->isFloatingPointTy() || llvm::isa<llvm::InvokeInst>(Call))
    return false;
  if (Name.consume_front("llvm."))
    Name = Name.split('.').first;
  else if (Call.getType()->isFloatTy() && !Name.consume_back("f"))
    return false;
  else if (Call.getType()->isX86_FP80Ty() && !Name.consume_back("l"))
    return false;
  auto Known = Names.find(Name);
  if (Known == Names.end())
    return false;
  // The library's function also says by errno that there is no root: it has a model.
  if (Callee.getName().starts_with("sqrt"))
    return false;
  Builder B(Call.getNextNode());
  setNode(Call, unary(B, Known->second, Call, nodeOf(Call.getArgOperand(0)), &Call));
  return true;
}

/// Parts of the C++ runtime that pass exceptions on and guard initialisations: nothing of the program's data goes
/// through them but in memory that stays where it is.
static bool isTransparent(llvm::StringRef Name) {
  static const std::set<std::string, std::less<>> Names = {"__cxa_allocate_exception",
                                                           "__cxa_free_exception",
                                                           "__cxa_throw",
                                                           "__cxa_rethrow",
                                                           "__cxa_begin_catch",
                                                           "__cxa_end_catch",
                                                           "__cxa_guard_acquire",
                                                           "__cxa_guard_release",
                                                           "__cxa_guard_abort",
                                                           "__cxa_atexit",
                                                           "__cxa_pure_virtual",
                                                           "_Unwind_Resume",
                                                           "_Znwm",
                                                           "_Znam",
                                                           "_ZdlPv",
                                                           "_ZdaPv",
                                                           "_ZdlPvm",
                                                           "_ZdaPvm",
                                                           "_ZSt9terminatev",
                                                           "__clang_call_terminate"};
  return Names.count(Name);
}

/// The operating system tells these, or those that they start, about files, streams and the environment.
static bool readsInput(llvm::StringRef Name) {
  static const std::set<std::string, std::less<>> Names = {
      "system", "popen",  "posix_spawn", "posix_spawnp", "execv", "execve", "execvp",  "execvpe",  "execl",
      "execlp", "execle", "fexecve",     "statx",        "link",  "linkat", "syscall", "aio_read", "io_submit"};
  return Names.count(Name);
}

/// Which argument gets what the operating system tells about a file (struct stat).
static std::optional<unsigned> toldAboutFile(llvm::StringRef Name) {
  static const std::map<std::string, unsigned, std::less<>> Names = {
      {"stat", 1},       {"lstat", 1},      {"fstat", 1},      {"stat64", 1},      {"lstat64", 1},  {"fstat64", 1},
      {"fstatat", 2},    {"fstatat64", 2},  {"__xstat", 2},    {"__lxstat", 2},    {"__fxstat", 2}, {"__xstat64", 2},
      {"__lxstat64", 2}, {"__fxstat64", 2}, {"__fxstatat", 3}, {"__fxstatat64", 3}};
  auto Known = Names.find(Name);
  return Known == Names.end() ? std::nullopt : std::optional(Known->second);
}

/// Which argument is a descriptor that the operating system reads from, or tells something about, untraced.
static std::optional<unsigned> readDescriptor(const llvm::CallBase &Call, llvm::StringRef Name) {
  static const std::map<std::string, unsigned, std::less<>> Names = {{"copy_file_range", 0},
                                                                     {"sendfile", 1},
                                                                     {"sendfile64", 1},
                                                                     {"splice", 0},
                                                                     {"tee", 0},
                                                                     {"mmap", 4},
                                                                     {"mmap64", 4},
                                                                     {"ioctl", 0},
                                                                     {"pread", 0},
                                                                     {"pread64", 0},
                                                                     {"readv", 0},
                                                                     {"preadv", 0},
                                                                     {"recv", 0},
                                                                     {"recvfrom", 0},
                                                                     {"recvmsg", 0}};
  auto Known = Names.find(Name);
  if (Known == Names.end() || Known->second >= Call.arg_size() ||
      !Call.getArgOperand(Known->second)->getType()->isIntegerTy())
    return std::nullopt;
  return Known->second;
}

void FunctionInstrumenter::callExternal(llvm::CallBase &Call, const llvm::Function *Callee) {
  Builder B(&Call);
  std::string Name = Callee ? Callee->getName().str() : "inline assembly";
  static const std::map<std::string, unsigned, std::less<>> Freezing = {
      {"longjmp", VernierJumped},          {"_longjmp", VernierJumped},     {"siglongjmp", VernierJumped},
      {"__longjmp_chk", VernierJumped},    {"fork", VernierForked},         {"vfork", VernierForked},
      {"pthread_create", VernierThreaded}, {"thrd_create", VernierThreaded}};
  if (auto Known = Freezing.find(Name); Known != Freezing.end())
    State.Hooks.call(B, Hook::h_freeze, {site(Call), number(Known->second)});
  B.CreateStore(control(B), State.Hooks.Control);
  if (Name == "exit" || Name == "_exit" || Name == "_Exit" || Name == "quick_exit") {
    State.Hooks.call(B, Hook::h_status, {site(Call), Call.getArgOperand(0), nodeOf(Call.getArgOperand(0)), control(B)});
    return;
  }
  if (isTransparent(Name)) {
    for (llvm::Use &Argument : Call.args())
      pin(B, Call, Argument.get(), VernierPinSize);
    return;
  }
  if (readsInput(Name) && llvm::find(State.Result.InputReaders, Name) == State.Result.InputReaders.end())
    State.Result.InputReaders.push_back(Name);
  const Effect *What = Callee ? effectOf(*Callee) : nullptr;
  if (!What && llvm::find(State.Result.Unmodelled, Name) == State.Result.Unmodelled.end())
    State.Result.Unmodelled.push_back(Name);
  State.Hooks.call(B, Hook::h_external_begin,
                   {site(Call), number(State.externalNumber(Name)), number(MayNotReturn.contains(&Call)),
                    number(What != nullptr), control(B)});
  for (llvm::Use &Argument : Call.args())
    pin(B, Call, Argument.get(), VernierPinExternal);
  describeEffect(B, Call, What);
  if (auto Index = readDescriptor(Call, Name))
    State.Hooks.call(B, Hook::h_read_untraced, {B.CreateSExtOrTrunc(Call.getArgOperand(*Index), NodeType)});
  Builder After(afterCall(Call));
  bool Tracked = isTracked(*Call.getType());
  llvm::Value *Node = State.Hooks.call(After, Hook::h_external_end,
                                       {site(Call),
                                        number(Tracked                      ? bitsOf(Call)
                                               : Call.getType()->isVoidTy() ? 0
                                                                            : VernierUntrackedResult),
                                        Tracked ? low(After, &Call) : llvm::ConstantInt::get(LongType, 0)});
  if (Tracked)
    setNode(Call, Node);
  if (auto Index = toldAboutFile(Name); Index && pointerOr(Call, *Index) && Tracked)
    State.Hooks.call(After, Hook::h_told_about_file,
                     {site(Call), Call.getArgOperand(*Index), After.CreateZExtOrTrunc(low(After, &Call), NodeType)});
}

void FunctionInstrumenter::visitCallBase(llvm::CallBase &Call) {
  auto Asked = questionAt(Call); // before instrumentation looks at the result
  instrumentCall(Call);
  if (Asked)
    recordQuestion(Call, *Asked);
}

void FunctionInstrumenter::instrumentCall(llvm::CallBase &Call) {
  if (Call.isInlineAsm())
    return callExternal(Call, nullptr);
  auto *Callee = llvm::dyn_cast<llvm::Function>(Call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!Callee)
    return callIndirect(Call);
  if (isPrimitive(*Callee)) {
    Builder B(&Call);
    B.CreateStore(isModel(F) ? zero() : site(Call), State.Hooks.CallSite);
    if (Callee->getName() == "vernier_write")
      settle(B, Call, 1, Call.getArgOperand(2));
    if (Callee->getName() == "realloc" || Callee->getName() == "reallocarray")
      settle(B, Call, 0, llvm::ConstantInt::get(LongType, 0));
    return callTraced(Call, false);
  }
  if (isModel(*Callee) && !isModel(F))
    Builder(&Call).CreateStore(site(Call), State.Hooks.ModelSite);
  if (!Callee->isDeclaration())
    return callTraced(Call, Callee->getFunctionType() == Call.getFunctionType());
  if (callMathematical(Call, *Callee))
    return;
  callExternal(Call, Callee);
}

void FunctionInstrumenter::memoryIntrinsic(llvm::MemIntrinsic &I) {
  Builder B(&I);
  llvm::Value *Size = B.CreateZExtOrTrunc(I.getLength(), LongType);
  llvm::Value *SizeNode = nodeOf(I.getLength()), *To = I.getRawDest();
  dereference(B, I, To);
  if (auto *Copy = llvm::dyn_cast<llvm::MemTransferInst>(&I)) {
    llvm::Value *From = Copy->getRawSource();
    dereference(B, I, From);
    State.Hooks.call(B, Hook::h_copy,
                     {site(I), To, nodeOf(To), From, nodeOf(From), Size, SizeNode, number(ClassOf[&I]),
                      number(SourceClassOf[&I]), control(B)});
    return;
  }
  llvm::Value *Byte = llvm::cast<llvm::MemSetInst>(I).getValue();
  State.Hooks.call(B, Hook::h_fill,
                   {site(I), To, nodeOf(To), B.CreateZExt(Byte, NodeType), nodeOf(Byte), Size, SizeNode,
                    number(ClassOf[&I]), control(B)});
}

void FunctionInstrumenter::visitIntrinsicInst(llvm::IntrinsicInst &I) {
  if (auto *Memory = llvm::dyn_cast<llvm::MemIntrinsic>(&I))
    return memoryIntrinsic(*Memory);
  if (I.isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(I))
    return;
  if (I.getIntrinsicID() == llvm::Intrinsic::vastart) {
    Builder B(I.getNextNode());
    State.Hooks.call(B, Hook::h_variadic_start, {VariadicPlace, I.getArgOperand(0)});
    return;
  }
  if (I.getIntrinsicID() == llvm::Intrinsic::vacopy) {
    Builder B(&I);
    State.Hooks.call(B, Hook::h_lose, {}); // which class the lists are in, nobody knows here
    llvm::Value *Size = llvm::ConstantInt::get(LongType, 24);
    State.Hooks.call(B, Hook::h_copy,
                     {site(I), I.getArgOperand(0), zero(), I.getArgOperand(1), zero(), Size, zero(),
                      number(VernierHiddenClass), number(VernierHiddenClass), control(B)});
    return;
  }
  if (I.getIntrinsicID() == llvm::Intrinsic::fma && isTracked(*I.getType()) && bitsOf(I) <= 64) {
    Builder B(I.getNextNode());
    llvm::Value *X = I.getArgOperand(0), *Y = I.getArgOperand(1), *Z = I.getArgOperand(2);
    setNode(I, State.Hooks.call(B, Hook::h_ternary,
                                {what(VernierFFma, bitsOf(I)), site(I), nodeOf(X), nodeOf(Y), nodeOf(Z), low(B, X),
                                 low(B, Y), low(B, Z), low(B, &I), control(B)}));
    return;
  }
  if (I.getCalledFunction() && callMathematical(I, *I.getCalledFunction()))
    return;
  concretise(I);
}

void FunctionInstrumenter::visitReturnInst(llvm::ReturnInst &I) {
  Builder B(&I);
  if (llvm::Value *Value = I.getReturnValue()) {
    PartList Nodes = partsOf(Value);
    for (unsigned N = 0; N != Nodes.size() && N < VernierResultRoom; ++N) {
      llvm::Value *Node = Nodes[N];
      if (isTracked(*Value->getType()))
        Node = State.Hooks.call(B, Hook::h_define, {site(I), number(bitsOf(*Value)), Node, low(B, Value), control(B)});
      B.CreateStore(Node, element(B, State.Hooks.Results, N));
    }
    if (Nodes.size() > VernierResultRoom)
      pin(B, I, Value, VernierPinUnsupported);
    B.CreateStore(&F, State.Hooks.ResultTag);
  }
  State.Hooks.call(B, Hook::h_frame_leave, {Frame});
}

} // namespace vernier
