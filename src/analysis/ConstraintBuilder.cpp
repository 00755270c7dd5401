#include "analysis/ConstraintBuilder.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace vernier {

namespace {

/// What variables of the library point to; other declared variables are known to unknown code only.
struct LibraryVariable {
  const char *Name;
  bool Pointer;
  LibraryState Into;
};
const LibraryVariable LibraryVariables[] = {
    {"stdin", true, LibraryState::Stdin},
    {"stdout", true, LibraryState::Stdout},
    {"stderr", true, LibraryState::Stderr},
    {"optarg", true, LibraryState::Arguments},
    {"environ", true, LibraryState::Environment},
    {"__environ", true, LibraryState::Environment},
    {"program_invocation_name", true, LibraryState::Arguments},
    {"program_invocation_short_name", true, LibraryState::Arguments},
    {"__progname", true, LibraryState::Arguments},
    {"tzname", true, LibraryState::Other},
    {"optind", false, LibraryState::Other},
    {"opterr", false, LibraryState::Other},
    {"optopt", false, LibraryState::Other},
    {"timezone", false, LibraryState::Other},
    {"daylight", false, LibraryState::Other},
    {"signgam", false, LibraryState::Other},
    {"error_message_count", false, LibraryState::Other},
};

const LibraryVariable *libraryVariableNamed(llvm::StringRef Name) {
  for (const LibraryVariable &Each : LibraryVariables)
    if (Name == Each.Name)
      return &Each;
  return nullptr;
}

/// A scalar that is only loaded and stored as a whole: what a load gives is what the variable holds.
bool isPlainVariable(const llvm::AllocaInst &Local) {
  llvm::Type *T = Local.getAllocatedType();
  if (T->isAggregateType() || !Local.isStaticAlloca())
    return false;
  return llvm::all_of(Local.users(), [&](const llvm::User *User) {
    if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(User))
      return Load->getType() == T;
    if (const auto *Store = llvm::dyn_cast<llvm::StoreInst>(User))
      return Store->getPointerOperand() == &Local && Store->getValueOperand()->getType() == T;
    const auto *I = llvm::dyn_cast<llvm::Instruction>(User);
    return I && hasNoMeaning(*I);
  });
}

/// Collects everything that can be reached by name.
void mention(const llvm::Value &V, llvm::DenseSet<const llvm::Value *> &Mentioned) {
  llvm::SmallVector<const llvm::Value *, 32> Work{&V};
  while (!Work.empty()) {
    const llvm::Value *Next = Work.pop_back_val();
    if (llvm::isa<llvm::ConstantData>(Next) || !Mentioned.insert(Next).second)
      continue;
    if (const auto *User = llvm::dyn_cast<llvm::Constant>(Next))
      for (const llvm::Use &Operand : User->operands())
        if (llvm::isa<llvm::Constant>(Operand))
          Work.push_back(Operand);
    const auto *F = llvm::dyn_cast<llvm::Function>(Next);
    if (!F)
      continue;
    for (const llvm::Instruction &I : llvm::instructions(*F))
      for (const llvm::Use &Operand : I.operands())
        if (llvm::isa<llvm::Constant>(Operand))
          Work.push_back(Operand);
  }
}

} // namespace

bool combinesArguments(const llvm::Function &F) {
  const Effect *What = F.isIntrinsic() ? effectOf(F) : nullptr;
  return What && !What->Transparent && F.doesNotAccessMemory();
}

ConstraintBuilder::ConstraintBuilder(const llvm::Module &M, PointsTo &Out)
    : M(M), Out(Out), Memory(*Out.Memory), Solver(Out.Found->Solver), NodeOf(Out.Found->NodeOf) {}

void ConstraintBuilder::build(const AnalysisOptions &Options) {
  Solver.whenEscaped([this](ObjectId Object) {
    const auto *F = Memory[Object].Kind == ObjectKind::Code ? llvm::cast<llvm::Function>(Memory[Object].Site) : nullptr;
    if (F && !F->isDeclaration()) {
      Out.EscapedFunctions.push_back(F);
      root(*F);
    }
  });
  for (unsigned I = 0; I != LibraryStateCount; ++I) {
    CellId Cell = Memory.libraryCell(static_cast<LibraryState>(I));
    Solver.add(Solver.contentOf(Cell), Cell);
  }
  for (const llvm::GlobalVariable &G : M.globals())
    global(G);
  roots(Options);
  for (const llvm::Function &F : M)
    for (const llvm::Instruction &I : llvm::instructions(F))
      instruction(I);
  Solver.solve();
}

void ConstraintBuilder::unknownIsPresent() {
  if (UnknownPresent)
    return;
  UnknownPresent = true;
  // Unknown code knows the library's memory.
  for (unsigned I = 0; I != LibraryStateCount; ++I)
    Solver.add(Solver.escaped(), Memory.libraryCell(static_cast<LibraryState>(I)));
}

void ConstraintBuilder::root(const llvm::Function &F) {
  unknownIsPresent();
  for (const llvm::Argument &A : F.args())
    Solver.add(nodeOf(A), Objects::UnknownCell);
  if (auto Extra = Memory.variableArguments(F))
    Solver.add(Solver.contentOf(Memory[*Extra].First), Objects::UnknownCell);
  Solver.copy(returnOf(F), Solver.escaped());
  Out.Roots.push_back(&F);
}

void ConstraintBuilder::roots(const AnalysisOptions &Options) {
  const llvm::Function *Main = M.getFunction("main");
  if (Main && !Main->isDeclaration()) {
    Out.Roots.push_back(Main);
    if (Main->arg_size() > 1)
      Solver.add(nodeOf(*Main->getArg(1)), Memory.libraryCell(LibraryState::Arguments));
    if (Main->arg_size() > 2)
      Solver.add(nodeOf(*Main->getArg(2)), Memory.libraryCell(LibraryState::Environment));
  }
  for (const std::string &Name : Options.Entries)
    if (const llvm::Function *F = M.getFunction(Name); F && !F->isDeclaration())
      root(*F);
  bool Whole = Main && !Main->isDeclaration();
  llvm::DenseSet<const llvm::Value *> Mentioned;
  if (Whole)
    mention(*Main, Mentioned);
  for (const llvm::GlobalVariable &G : M.globals())
    if (G.getName().starts_with("llvm.")) // constructors, used lists
      mention(G, Mentioned);
  for (const llvm::Function &F : M)
    if (!F.isDeclaration() && !Mentioned.contains(&F) && (Whole || !F.hasLocalLinkage() || F.use_empty())) {
      root(F);
      mention(F, Mentioned);
    }
  if (Whole)
    return;
  for (const llvm::GlobalVariable &G : M.globals())
    if (!G.hasLocalLinkage())
      Solver.add(Solver.escaped(), Memory[*Memory.find(G)].First);
}

void ConstraintBuilder::global(const llvm::GlobalVariable &G) {
  ObjectId Object = *Memory.find(G);
  if (G.hasInitializer()) {
    initialiser(*G.getInitializer(), Object, 0);
    return;
  }
  if (const LibraryVariable *Known = libraryVariableNamed(G.getName())) {
    if (Known->Pointer)
      for (CellId Cell = Memory[Object].First; Memory[Object].contains(Cell); ++Cell)
        Solver.add(Solver.contentOf(Cell), Memory.libraryCell(Known->Into));
    return;
  }
  unknownIsPresent();
  Solver.add(Solver.escaped(), Memory[Object].First);
}

void ConstraintBuilder::initialiser(const llvm::Constant &C, ObjectId Object, std::uint64_t Offset) {
  if (llvm::isa<llvm::ConstantData>(C))
    return;
  const llvm::DataLayout &Data = M.getDataLayout();
  if (llvm::isa<llvm::ConstantAggregate>(C)) {
    auto *Struct = llvm::dyn_cast<llvm::StructType>(C.getType());
    for (unsigned I = 0; I != C.getNumOperands(); ++I) {
      std::uint64_t Inner = Struct ? Data.getStructLayout(Struct)->getElementOffset(I).getFixedValue()
                                   : I * Data.getTypeAllocSize(C.getOperand(I)->getType()).getFixedValue();
      initialiser(*llvm::cast<llvm::Constant>(C.getOperand(I)), Object, Offset + Inner);
    }
    return;
  }
  const MemoryObject &O = Memory[Object];
  Node Value = nodeOf(C);
  auto [Part, Aligned] = O.Shape->locate(Offset);
  Layout::PartList Parts;
  if (Aligned)
    O.Shape->touch(Part, sizeOf(C.getType()), Parts);
  for (CellId Cell = O.First; O.contains(Cell); ++Cell)
    if (!Aligned || llvm::is_contained(Parts, Cell - O.First))
      Solver.copy(Value, Solver.contentOf(Cell));
}

ConstraintBuilder::Node ConstraintBuilder::nodeOf(const llvm::Value &V) {
  auto Known = NodeOf.find(&V);
  if (Known != NodeOf.end())
    return Known->second;
  if (llvm::isa<llvm::LoadInst, llvm::GetElementPtrInst, llvm::CastInst, llvm::FreezeInst>(V))
    if (Node Same = shared(V)) {
      NodeOf[&V] = Same;
      return Same;
    }
  Node N = Solver.make();
  NodeOf[&V] = N;
  if (const auto *C = llvm::dyn_cast<llvm::Constant>(&V))
    constant(N, *C);
  else if (auto Object = Memory.find(V)) // allocas and by-value arguments
    Solver.add(N, Memory[*Object].First);
  return N;
}

bool ConstraintBuilder::isPlain(const llvm::AllocaInst &Local) {
  auto [Known, New] = Plain.try_emplace(&Local, false);
  if (New)
    Known->second = isPlainVariable(Local);
  return Known->second;
}

ConstraintBuilder::Node ConstraintBuilder::shared(const llvm::Value &V) {
  if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&V)) {
    if (const auto *Local = llvm::dyn_cast<llvm::AllocaInst>(Load->getPointerOperand()); Local && isPlain(*Local))
      return Solver.contentOf(Memory[*Memory.find(*Local)].First);
    std::pair<Node, std::uint64_t> Key{nodeOf(*Load->getPointerOperand()), sizeOf(V.getType())};
    auto [Known, New] = Loads.try_emplace(Key, 0);
    if (!New)
      return Known->second;
    Node N = Known->second = Solver.make();
    Solver.load(Key.first, N, Key.second);
    return N;
  }
  if (const auto *Address = llvm::dyn_cast<llvm::GEPOperator>(&V)) {
    if (V.getType()->isVectorTy() || llvm::isa<llvm::ConstantPointerNull>(Address->getPointerOperand()))
      return 0;
    PointerStep Step = stepOf(*Address, M.getDataLayout());
    Node Base = nodeOf(*Address->getPointerOperand());
    if (Step.isIdentity())
      return Base;
    auto [Known, New] = Moves.try_emplace({Base, Step.Constant, Step.Stride, Step.Span, Step.Within}, 0);
    if (!New)
      return Known->second;
    Node N = Known->second = Solver.make();
    Solver.move(Base, N, Step);
    return N;
  }
  if (llvm::isa<llvm::IntToPtrInst>(V)) // adds the unknown
    return 0;
  return nodeOf(*llvm::cast<llvm::Instruction>(V).getOperand(0));
}

void ConstraintBuilder::constant(Node N, const llvm::Constant &C) {
  if (const auto *Alias = llvm::dyn_cast<llvm::GlobalAlias>(&C))
    return Solver.copy(nodeOf(*Alias->getAliasee()), N);
  if (llvm::isa<llvm::GlobalIFunc>(C)) {
    unknownIsPresent();
    return Solver.add(N, Objects::UnknownCell);
  }
  if (auto Object = Memory.find(C))
    return Solver.add(N, Memory[*Object].First);
  if (const auto *Address = llvm::dyn_cast<llvm::GEPOperator>(&C))
    return Solver.move(nodeOf(*Address->getPointerOperand()), N, stepOf(*Address, M.getDataLayout()));
  if (llvm::isa<llvm::ConstantData>(C) || llvm::isa<llvm::BlockAddress>(C))
    return;
  const auto *Expression = llvm::dyn_cast<llvm::ConstantExpr>(&C);
  if (Expression && Expression->getOpcode() == llvm::Instruction::IntToPtr) {
    unknownIsPresent();
    Solver.add(N, Objects::UnknownCell);
  }
  bool Arithmetic = Expression && !Expression->isCast();
  for (const llvm::Use &Operand : C.operands()) {
    if (!llvm::isa<llvm::Constant>(Operand))
      continue;
    if (Arithmetic)
      Solver.into(nodeOf(*Operand), N);
    else
      Solver.copy(nodeOf(*Operand), N);
  }
}

ConstraintBuilder::Node ConstraintBuilder::returnOf(const llvm::Function &F) {
  auto [Entry, New] = Returns.try_emplace(&F, 0);
  if (New)
    Entry->second = Solver.make();
  return Returns[&F];
}

void ConstraintBuilder::operands(const llvm::Instruction &I) {
  for (const llvm::Use &Operand : I.operands())
    if (PointsTo::isKnownPlace(*Operand))
      nodeOf(*Operand);
}

void ConstraintBuilder::instruction(const llvm::Instruction &I) {
  using Op = llvm::Instruction;
  if (hasNoMeaning(I))
    return;
  operands(I);
  switch (I.getOpcode()) {
  case Op::Load:
  case Op::Freeze:
    nodeOf(I);
    return;
  case Op::Store:
    return Solver.store(nodeOf(*I.getOperand(0)), nodeOf(*I.getOperand(1)), sizeOf(I.getOperand(0)->getType()));
  case Op::AtomicRMW:
    Solver.load(nodeOf(*I.getOperand(0)), nodeOf(I), sizeOf(I.getType()));
    Solver.into(nodeOf(*I.getOperand(1)), nodeOf(I));
    return Solver.store(nodeOf(I), nodeOf(*I.getOperand(0)), sizeOf(I.getType()));
  case Op::AtomicCmpXchg:
    Solver.load(nodeOf(*I.getOperand(0)), nodeOf(I), sizeOf(I.getOperand(2)->getType()));
    return Solver.store(nodeOf(*I.getOperand(2)), nodeOf(*I.getOperand(0)), sizeOf(I.getOperand(2)->getType()));
  case Op::GetElementPtr: {
    const auto &Address = llvm::cast<llvm::GEPOperator>(I);
    if (I.getType()->isVectorTy())
      return Solver.into(nodeOf(*Address.getPointerOperand()), nodeOf(I));
    if (!llvm::isa<llvm::ConstantPointerNull>(Address.getPointerOperand())) {
      nodeOf(I);
    } else {
      for (const llvm::Use &Index : Address.indices()) // an integer that is turned into a pointer by way of null
        Solver.into(nodeOf(*Index), nodeOf(I));
    }
    return;
  }
  case Op::Call:
  case Op::Invoke:
  case Op::CallBr:
    return call(llvm::cast<llvm::CallBase>(I));
  case Op::Ret:
    if (I.getNumOperands())
      Solver.copy(nodeOf(*I.getOperand(0)), returnOf(*I.getFunction()));
    return;
  case Op::VAArg: {
    Node Area = Solver.make();
    Solver.load(nodeOf(*I.getOperand(0)), Area, 0);
    return Solver.load(Area, nodeOf(I), 0);
  }
  case Op::LandingPad:
  case Op::CatchPad:
    unknownIsPresent();
    return Solver.add(nodeOf(I), Objects::UnknownCell);
  case Op::Resume:
    return Solver.copy(nodeOf(*I.getOperand(0)), Solver.escaped());
  case Op::IntToPtr:
    unknownIsPresent();
    Solver.add(nodeOf(I), Objects::UnknownCell);
    return Solver.copy(nodeOf(*I.getOperand(0)), nodeOf(I));
  case Op::Select:
    Solver.copy(nodeOf(*I.getOperand(1)), nodeOf(I));
    return Solver.copy(nodeOf(*I.getOperand(2)), nodeOf(I));
  case Op::ICmp:
  case Op::FCmp:
  case Op::Br:
  case Op::Switch:
  case Op::IndirectBr:
  case Op::Unreachable:
  case Op::Fence:
  case Op::Alloca:
    return;
  default:
    break;
  }
  if (I.getType()->isVoidTy())
    return;
  if (I.isCast()) {
    nodeOf(I);
    return;
  }
  bool Exact = llvm::isa<llvm::PHINode, llvm::ExtractValueInst, llvm::InsertValueInst, llvm::ExtractElementInst,
                         llvm::InsertElementInst, llvm::ShuffleVectorInst>(I);
  for (const llvm::Use &Operand : I.operands()) {
    if (llvm::isa<llvm::ConstantData>(Operand) || llvm::isa<llvm::BasicBlock>(Operand))
      continue;
    if (Exact)
      Solver.copy(nodeOf(*Operand), nodeOf(I));
    else
      Solver.into(nodeOf(*Operand), nodeOf(I));
  }
}

} // namespace vernier
