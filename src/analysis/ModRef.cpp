#include "analysis/ModRef.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace vernier {

namespace {

constexpr LibraryState Channels[] = {LibraryState::Stdin, LibraryState::Stdout, LibraryState::Stderr,
                                     LibraryState::Files};
/// By channel.
constexpr LibraryState Statuses[] = {LibraryState::StdinStatus, LibraryState::StdoutStatus, LibraryState::StderrStatus,
                                     LibraryState::FilesStatus};

bool rewires(const llvm::CallBase &Call, const PointsTo &Pointers) {
  for (const llvm::Function *F : Pointers.callees(Call).Library)
    if (effectOf(*F)->Rewires)
      return true;
  return false;
}

} // namespace

ModRef::ModRef(const llvm::Module &M, const PointsTo &Pointers, const CallGraph &Calls)
    : M(M), Pointers(Pointers), Calls(Calls) {
  findPrivate(M);
  for (const llvm::Function &F : M)
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
        Rewired |= rewires(*Call, Pointers);
  for (const llvm::Function &F : M)
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (I.mayReadOrWriteMemory() && !hasNoMeaning(I))
        Own[&I] = compute(I);
  summarise();
  for (const llvm::Function *F : Calls.asyncFunctions())
    AsyncCells |= Pointers.expanded(of(*F).Writes);
}

void ModRef::findPrivate(const llvm::Module &M) {
  const Objects &Memory = Pointers.objects();
  CellSet Shared = Pointers.escapedCells();
  for (const llvm::Function &F : M) {
    for (const llvm::Argument &A : F.args())
      Shared |= Pointers.raw(A);
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I); Call && !Pointers.callees(*Call).Defined.empty())
        Shared |= Pointers.raw(I);
  }
  std::vector<ObjectId> Work;
  Private.assign(Memory.size(), false);
  std::vector<bool> IsShared(Memory.size(), false);
  auto Share = [&](ObjectId Object) {
    if (!IsShared[Object]) {
      IsShared[Object] = true;
      Work.push_back(Object);
    }
  };
  for (ObjectId Object = 0; Object != Memory.size(); ++Object) {
    const MemoryObject &O = Memory[Object];
    if (O.Kind != ObjectKind::Local || llvm::isa<llvm::Argument>(O.Site))
      Share(Object);
  }
  for (CellId Cell : Shared)
    Share(Memory.objectOf(Cell));
  while (!Work.empty()) {
    const MemoryObject &O = Memory[Work.back()];
    Work.pop_back();
    for (CellId Cell = O.First; O.contains(Cell); ++Cell)
      for (CellId Held : Pointers.held(Cell))
        Share(Memory.objectOf(Held));
  }
  for (ObjectId Object = 0; Object != Memory.size(); ++Object)
    Private[Object] = !IsShared[Object];
}

MemoryAccess ModRef::compute(const llvm::Instruction &I) const {
  MemoryAccess Result;
  const llvm::DataLayout &Data = M.getDataLayout();
  if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I)) {
    Result.Reads = Pointers.touched(*Load->getPointerOperand(), Data.getTypeStoreSize(I.getType()));
  } else if (const auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I)) {
    std::uint64_t Size = Data.getTypeStoreSize(Store->getValueOperand()->getType());
    Result.Writes = Pointers.touched(*Store->getPointerOperand(), Size);
  } else if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(I)) {
    std::uint64_t Size = Data.getTypeStoreSize(I.getOperand(1)->getType());
    Result.Reads = Result.Writes = Pointers.touched(*I.getOperand(0), Size);
  } else if (llvm::isa<llvm::VAArgInst>(I)) {
    Result.Writes = Pointers.touched(*I.getOperand(0), 0);
    Result.Reads = behind(*I.getOperand(0), Effect::Depth::Second, 0);
    Result.Reads |= Result.Writes;
  } else if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
    addCall(*Call, Result);
  }
  return Result;
}

void ModRef::addCall(const llvm::CallBase &Call, MemoryAccess &Out) const {
  const Callees &Who = Pointers.callees(Call);
  if (Who.Unknown) {
    Out.Reads.set(Objects::UnknownCell);
    Out.Writes.set(Objects::UnknownCell);
  }
  for (const llvm::Function *F : Who.Library)
    addEffect(Call, *effectOf(*F), Out);
  for (const LibraryCallback &Back : Pointers.callbacks(Call)) {
    if (!Back.Function->isDeclaration())
      continue;
    // A library function that another one calls gets pointers from this call's arguments; be generous.
    for (const llvm::Use &Argument : Call.args()) {
      Out.Reads |= behind(*Argument, Effect::Depth::Reachable, 0);
      Out.Writes |= behind(*Argument, Effect::Depth::Reachable, 0);
    }
    if (!effectOf(*Back.Function)) {
      Out.Reads.set(Objects::UnknownCell);
      Out.Writes.set(Objects::UnknownCell);
    }
  }
  for (const llvm::Function *F : Who.Defined)
    addArguments(Call, *F, Out);
}

void ModRef::addArguments(const llvm::CallBase &Call, const llvm::Function &Callee, MemoryAccess &Out) const {
  const Objects &Memory = Pointers.objects();
  for (unsigned I = 0; I != Call.arg_size(); ++I) {
    if (Call.isByValArgument(I))
      Out.Reads |= Pointers.touched(*Call.getArgOperand(I), 0);
    if (I < Callee.arg_size()) {
      if (auto Copy = Memory.find(*Callee.getArg(I)))
        for (CellId Cell = Memory[*Copy].First; Memory[*Copy].contains(Cell); ++Cell)
          Out.Writes.set(Cell);
    } else if (auto Extra = Memory.variableArguments(Callee)) {
      Out.Writes.set(Memory[*Extra].First);
    }
  }
}

CellSet ModRef::behind(const llvm::Value &Pointer, Effect::Depth How, std::uint64_t Size) const {
  CellSet Reached = Pointers.touched(Pointer, Size);
  if (How == Effect::Depth::Direct)
    return Reached;
  const Objects &Memory = Pointers.objects();
  CellSet Result;
  std::vector<CellId> Work;
  for (CellId Cell : Reached)
    Work.push_back(Cell);
  if (How == Effect::Depth::Reachable)
    Result = Reached;
  while (!Work.empty()) {
    CellId Cell = Work.back();
    Work.pop_back();
    for (CellId Held : Pointers.held(Cell)) {
      const MemoryObject &O = Memory.owner(Held);
      for (CellId Each = O.First; O.contains(Each); ++Each)
        if (Result.test_and_set(Each) && How == Effect::Depth::Reachable)
          Work.push_back(Each);
    }
  }
  return Result;
}

void ModRef::addAccess(const llvm::CallBase &Call, const Effect::Access &What, CellSet &Out) const {
  unsigned End = What.AndFollowing ? Call.arg_size() : std::min(What.Argument + 1, Call.arg_size());
  for (unsigned I = What.Argument; I < End; ++I) {
    if (What.AndFollowing && !Call.getArgOperand(I)->getType()->isPointerTy())
      continue;
    std::uint64_t Size = What.Size;
    if (What.SizeArgument >= 0 && unsigned(What.SizeArgument) < Call.arg_size()) {
      const auto *Length = llvm::dyn_cast<llvm::ConstantInt>(Call.getArgOperand(What.SizeArgument));
      if (Length && Length->isZero())
        continue;
      Size = Length ? Length->getLimitedValue() : 0;
    }
    Out |= behind(*Call.getArgOperand(I), What.How, Size);
  }
}

void ModRef::wireStreams(CellSet &Cells) const {
  const Objects &Memory = Pointers.objects();
  bool Any = false;
  for (LibraryState Channel : Channels)
    Any |= Cells.test(Memory.libraryCell(Channel));
  if (Any && Rewired)
    for (LibraryState Channel : Channels)
      Cells.set(Memory.libraryCell(Channel));
}

CellSet ModRef::streamArguments(const llvm::CallBase &Call, const Effect &What) const {
  const Objects &Memory = Pointers.objects();
  CellSet Streams;
  for (unsigned Argument : What.Streams) {
    if (Argument >= Call.arg_size())
      continue;
    for (CellId Cell : Pointers.touched(*Call.getArgOperand(Argument), 0)) {
      Streams.set(Cell);
      if (Memory.owner(Cell).Kind != ObjectKind::Library) // a stream that the program opened
        Streams.set(Memory.libraryCell(LibraryState::Files));
    }
  }
  if (What.Descriptor >= 0 && unsigned(What.Descriptor) < Call.arg_size()) {
    const auto *Number = llvm::dyn_cast<llvm::ConstantInt>(Call.getArgOperand(What.Descriptor));
    std::uint64_t Which = Number ? std::min<std::uint64_t>(Number->getZExtValue(), 3) : 4;
    for (unsigned I = 0; I != std::size(Channels); ++I)
      if (Which == 4 || Which == I)
        Streams.set(Memory.libraryCell(Channels[I]));
  }
  return Streams;
}

CellSet ModRef::variableStreams(const Effect &What) const {
  const Objects &Memory = Pointers.objects();
  CellSet Streams;
  for (const std::string &Name : What.GlobalReads) {
    const llvm::GlobalVariable *G = M.getNamedGlobal(Name);
    if (!G || (Name != "stdin" && Name != "stdout" && Name != "stderr"))
      continue;
    for (CellId Held : Pointers.held(Memory[*Memory.find(*G)].First)) {
      const MemoryObject &O = Memory.owner(Held);
      for (CellId Cell = O.First; O.contains(Cell); ++Cell)
        Streams.set(Cell);
      if (O.Kind != ObjectKind::Library) // a stream that the program opened and assigned
        Streams.set(Memory.libraryCell(LibraryState::Files));
    }
  }
  return Streams;
}

void ModRef::addStatus(const CellSet &Streams, const Effect &What, MemoryAccess &Out) const {
  const Objects &Memory = Pointers.objects();
  bool All = Rewired && (What.Opens || What.ChangesStatus);
  for (unsigned I = 0; I != std::size(Channels); ++I) {
    CellId Channel = Memory.libraryCell(Channels[I]);
    CellId Status = Memory.libraryCell(Statuses[I]);
    if (Out.Reads.test(Channel) || Out.Writes.test(Channel))
      Out.Reads.set(Status);
    if (All || (What.ChangesStatus && Streams.test(Channel)))
      Out.Writes.set(Status);
  }
}

void ModRef::addStreams(const llvm::CallBase &Call, const Effect &What, MemoryAccess &Out) const {
  CellSet Streams = streamArguments(Call, What);
  Out.Writes |= Streams;
  if (!What.Appends)
    Out.Reads |= Streams;
  CellSet Named = variableStreams(What);
  Out.Writes |= Named;
  if (llvm::any_of(Channels, [&](LibraryState Each) { return llvm::is_contained(What.StateReads, Each); }))
    Out.Reads |= Named;
  Streams |= Named;
  wireStreams(Out.Reads);
  wireStreams(Out.Writes);
  addStatus(Streams, What, Out);
}

void ModRef::addEffect(const llvm::CallBase &Call, const Effect &What, MemoryAccess &Out) const {
  const Objects &Memory = Pointers.objects();
  for (const Effect::Access &Each : What.Reads)
    addAccess(Call, Each, Out.Reads);
  for (const Effect::Access &Each : What.Writes)
    addAccess(Call, Each, Out.Writes);
  if (What.Format >= 0) {
    Effect::Access Behind;
    Behind.Argument = What.Format + 1;
    Behind.AndFollowing = true;
    addAccess(Call, Behind, Out.Reads);
    if (!formatOnlyReads(Call, What.Format))
      addAccess(Call, Behind, Out.Writes);
    if (!formatIgnoresErrno(Call, What.Format))
      Out.Reads.set(Memory.libraryCell(LibraryState::Errno));
  }
  for (LibraryState State : What.StateReads)
    Out.Reads.set(Memory.libraryCell(State));
  for (LibraryState State : What.StateWrites)
    Out.Writes.set(Memory.libraryCell(State));
  auto AddKept = [&](LibraryState State, CellSet &Cells) {
    for (CellId Held : Pointers.held(Memory.libraryCell(State))) {
      const MemoryObject &O = Memory.owner(Held);
      for (CellId Cell = O.First; O.contains(Cell); ++Cell)
        Cells.set(Cell);
    }
  };
  for (LibraryState State : What.KeptReads)
    AddKept(State, Out.Reads);
  for (LibraryState State : What.KeptWrites)
    AddKept(State, Out.Writes);
  auto AddVariable = [&](const std::string &Name, CellSet &Cells) {
    if (const llvm::GlobalVariable *G = M.getNamedGlobal(Name))
      for (const MemoryObject &O = Memory[*Memory.find(*G)]; CellId Part : llvm::seq(0u, O.size()))
        Cells.set(O.First + Part);
  };
  for (const std::string &Name : What.GlobalReads)
    AddVariable(Name, Out.Reads);
  for (const std::string &Name : What.GlobalWrites)
    AddVariable(Name, Out.Writes);
  if (auto Fresh = Memory.findHeap(Call); Fresh && (What.InitialisesResult || !What.Puts.empty()))
    for (CellId Cell = Memory[*Fresh].First; Memory[*Fresh].contains(Cell); ++Cell)
      Out.Writes.set(Cell);
  addStreams(Call, What, Out);
}

void ModRef::summarise() {
  const Objects &Memory = Pointers.objects();
  for (const auto &Component : Calls.components()) {
    MemoryAccess All;
    for (const llvm::Function *F : Component) {
      for (const llvm::Instruction &I : llvm::instructions(*F)) {
        All.Reads |= own(I).Reads;
        All.Writes |= own(I).Writes;
      }
      for (const CallGraph::Site &Each : Calls.callsFrom(*F))
        if (auto Known = Summaries.find(Each.Callee); Known != Summaries.end()) {
          All.Reads |= Known->second.Reads;
          All.Writes |= Known->second.Writes;
        }
    }
    MemoryAccess Visible;
    for (CellId Cell : All.Reads)
      if (!Private[Memory.objectOf(Cell)])
        Visible.Reads.set(Cell);
    for (CellId Cell : All.Writes)
      if (!Private[Memory.objectOf(Cell)])
        Visible.Writes.set(Cell);
    for (const llvm::Function *F : Component)
      Summaries[F] = Visible;
  }
}

const MemoryAccess &ModRef::own(const llvm::Instruction &I) const {
  static const MemoryAccess None;
  auto Known = Own.find(&I);
  return Known == Own.end() ? None : Known->second;
}

const MemoryAccess &ModRef::of(const llvm::Function &F) const {
  static const MemoryAccess None;
  auto Known = Summaries.find(&F);
  return Known == Summaries.end() ? None : Known->second;
}

MemoryAccess ModRef::callees(const llvm::CallBase &Call) const {
  MemoryAccess Result;
  const Callees &Who = Pointers.callees(Call);
  auto Join = [&](const llvm::Function *F) {
    Result.Reads |= of(*F).Reads;
    Result.Writes |= of(*F).Writes;
  };
  for (const llvm::Function *F : Who.Defined)
    Join(F);
  for (const LibraryCallback &Back : Pointers.callbacks(Call))
    Join(Back.Function);
  if (Who.Unknown)
    for (const llvm::Function *F : Pointers.escapedFunctions())
      Join(F);
  return Result;
}

MemoryAccess ModRef::whole(const llvm::Instruction &I) const {
  MemoryAccess Result = own(I);
  if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
    MemoryAccess Below = callees(*Call);
    Result.Reads |= Below.Reads;
    Result.Writes |= Below.Writes;
  }
  return Result;
}

bool ModRef::isOutput(const llvm::CallBase &Call) const {
  const Callees &Who = Pointers.callees(Call);
  return Who.Unknown || llvm::any_of(Who.Library, [](const llvm::Function *F) { return effectOf(*F)->Output; });
}

} // namespace vernier
