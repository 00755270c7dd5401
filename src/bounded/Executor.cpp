#include "bounded/ExecutorFrame.h"

#include "base/Memory.h"
#include "bitcode/Locations.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>

#include <csignal>

namespace vernier {

namespace {

/// Ordinary stacks have room for differences below this.
constexpr std::uint64_t StackUnit = 64 << 10;
/// Beyond this the stack of an ordinary machine is soon used up.
constexpr std::uint64_t LargestStack = 4 << 20;
/// Each call of the program takes some of our own stack.
constexpr std::size_t LargestOwnStack = 4 << 20;

} // namespace

Executor::FunctionShape::FunctionShape(const llvm::Function &F) {
  Dominators.recalculate(const_cast<llvm::Function &>(F));
  Loops.analyze(Dominators);
  llvm::ReversePostOrderTraversal<const llvm::Function *> Order(&F);
  for (const llvm::BasicBlock *B : Order) {
    Number[B] = static_cast<unsigned>(Number.size());
    for (const llvm::Loop *L = Loops.getLoopFor(B);; L = L->getParentLoop()) {
      Blocks[L].push_back(B);
      if (!L)
        break;
    }
  }
}

Executor::Executor(TermStore &Store, const llvm::Module &Module, const InputSpace &Space, Side Which,
                   const std::vector<Term> &Leaves, ExecutorOptions Options)
    : Store(Store), Module(Module), Layout(Module.getDataLayout()), Space(Space), Which(Which), Leaves(Leaves),
      Options(std::move(Options)), Conditions(Store) {}

Executor::~Executor() = default;

const Executor::FunctionShape &Executor::shapeOf(const llvm::Function &F) {
  auto &Known = Shapes[&F];
  if (!Known)
    Known = std::make_unique<FunctionShape>(F);
  return *Known;
}

Location Executor::here() const {
  return Current ? locationOf(*Current).value_or(Location{}) : Location{};
}

void Executor::checkBudget() {
  if (++Instructions > Options.MostInstructions)
    throw OutOfBudget{"more than " + std::to_string(Options.MostInstructions) + " instructions on all paths together"};
  // One instruction may take long: it may copy much, or choose between many cells.
  if (std::chrono::steady_clock::now() > Options.Deadline)
    throw OutOfBudget{"the time was used up while the formula was built"};
  if (Instructions % 4096 == 0 && residentBytes() > residentLimit() / 5 * 4)
    throw OutOfBudget{"the memory was used up while the formula was built"};
}

bool Executor::run() {
  const llvm::Function *Entry = Module.getFunction(Which == Side::Old ? Space.OldEntry : Space.NewEntry);
  if (!Entry || Entry->isDeclaration()) {
    GaveUp = "the entry is not defined";
    return false;
  }
  char Here = 0;
  StackTop = reinterpret_cast<std::uintptr_t>(&Here);
  try {
    return runEntry(*Entry);
  } catch (const OutOfBudget &Problem) {
    GaveUp = Problem.Why;
  } catch (const GiveUp &Problem) {
    GaveUp = Problem.Message;
  }
  return false;
}

bool Executor::runEntry(const llvm::Function &Entry) {
  makeStreams();
  makeInputs();
  State S = initialState();
  runConstructors(S);
  if (!S.Path)
    return true;
  startGlobals(S);
  if (const llvm::GlobalVariable *Last = Module.getGlobalVariable("llvm.global_dtors"); Space.WholeProgram && Last) {
    leave(S, End::Kind::Unsupported, Store.boolean(true), Store.constant(32, 0), false,
          {"destructors", "functions that run when the program ends", {}});
    return true;
  }
  std::vector<SymbolicValue> Arguments;
  for (Term Each : entryArguments(Entry))
    Arguments.push_back({Each});
  CallResult Done = callFunction(Entry, Arguments, std::move(S), nullptr);
  Result = std::move(Done.Value);
  if (Space.WholeProgram && Done.After) { // returning from main is exit
    Term Status = Result.empty() ? Store.constant(32, 0) : Store.zext(Store.extract(Result[0], 0, 8), 32);
    Ends.push_back({End::Kind::Exit, Done.After->Path->All, Status, true, {}});
    return true;
  }
  Returned = std::move(Done.After);
  return true;
}

void Executor::runConstructors(State &S) {
  const llvm::GlobalVariable *List = Module.getGlobalVariable("llvm.global_ctors");
  if (!List || !List->hasInitializer())
    return;
  auto *Entries = llvm::dyn_cast<llvm::ConstantArray>(List->getInitializer());
  if (!Entries)
    return;
  std::vector<std::pair<std::uint64_t, const llvm::Function *>> Found;
  for (const llvm::Use &Entry : Entries->operands()) {
    auto *Fields = llvm::cast<llvm::ConstantStruct>(Entry.get());
    if (auto *F = llvm::dyn_cast<llvm::Function>(Fields->getOperand(1)->stripPointerCasts()))
      Found.push_back({llvm::cast<llvm::ConstantInt>(Fields->getOperand(0))->getZExtValue(), F});
  }
  llvm::stable_sort(Found, llvm::less_first());
  for (auto [Priority, F] : Found) {
    if (F->isDeclaration())
      giveUp("unmodelled-call", "the constructor " + F->getName().str() + " is not defined here");
    CallResult Done = callFunction(*F, {}, std::move(S), nullptr);
    if (!Done.After) {
      S.Path = nullptr;
      return;
    }
    S = std::move(*Done.After);
  }
}

bool Executor::feasible(const State &S) {
  return !Options.Feasible || Options.Feasible(S.Path->All);
}

Executor::CallResult Executor::callFunction(const llvm::Function &F, llvm::ArrayRef<SymbolicValue> Arguments, State S,
                                            const llvm::Instruction *Site) {
  if (const Abstraction *What = Site && Options.Abstract ? Options.Abstract(F) : nullptr)
    return abstractFunction(*What, F, Arguments, std::move(S));
  unsigned Depth = static_cast<unsigned>(llvm::count(CallStack, &F));
  if (Depth > 0) {
    if ((Depth & (Depth - 1)) == 0 && !feasible(S))
      return {};
    // The depth counts only where the input decides about it; a recursion of known depth just runs, while there is
    // room for it here.
    char Here = 0;
    bool IsDeep = StackTop - reinterpret_cast<std::uintptr_t>(&Here) > LargestOwnStack;
    if ((Depth >= Options.Bound && !S.Path->All.isTrue()) || IsDeep) {
      if (feasible(S))
        leave(S, End::Kind::Unwound, Store.boolean(true), Store.constant(32, 0), false,
              {"bound",
               "the recursion of " + F.getName().str() + " goes deeper than " + std::to_string(Depth) + " calls",
               here()});
      return {};
    }
  }
  std::uint64_t Frame = Options.FrameBytes ? Options.FrameBytes(F) : 0, Used = StackBytes / StackUnit;
  if (StackBytes + Frame > LargestStack) {
    leave(S, End::Kind::Unsupported, Store.boolean(true), Store.constant(32, 0), false,
          {"stack", F.getName().str() + " needs more than four megabytes of stack", here()});
    return {};
  }
  CallStack.push_back(&F);
  const llvm::Instruction *Before = Current;
  StackBytes += Frame;
  if (StackBytes / StackUnit > Used && !Space.WholeProgram)
    emit(S, StreamId::Stack, {Atom::Kind::Call, "stack", {Store.constant(64, StackBytes / StackUnit)}});
  CallResult Done = openFunction(F, Arguments, std::move(S));
  StackBytes -= Frame;
  Current = Before;
  CallStack.pop_back();
  return Done;
}

Executor::CallResult Executor::abstractFunction(const Abstraction &What, const llvm::Function &F,
                                                llvm::ArrayRef<SymbolicValue> Arguments, State S) {
  UsedAbstraction = true;
  AbstractionMayLoop |= What.MayLoop;
  std::vector<Term> Operands;
  for (const SymbolicValue &Each : Arguments)
    Operands.insert(Operands.end(), Each.begin(), Each.end());
  for (const llvm::GlobalVariable *Each : What.Reads) {
    unsigned Id = *globalObject(*Each);
    Operands.push_back(
        readable(S, Id).load(Store, 0, static_cast<unsigned>(Layout.getTypeAllocSize(Each->getValueType()))));
  }
  if (What.IsEntry)
    RecursiveCalls.push_back({S.Path->All, Operands});
  if (What.MayLeave) {
    Term Leaves = Store.apply(1, "leaves:" + What.Name, Operands);
    leave(S, End::Kind::Signal, Leaves, Store.apply(32, "signal:" + What.Name, Operands), false, {});
    if (!S.Path)
      return {};
  }
  SymbolicValue Value;
  if (!F.getReturnType()->isVoidTy())
    Value.push_back(Store.apply(bitsOf(F.getReturnType()), "call:" + What.Name, Operands));
  return {std::move(S), std::move(Value)};
}

Executor::CallResult Executor::openFunction(const llvm::Function &F, llvm::ArrayRef<SymbolicValue> Arguments, State S) {
  Frame Here(F, shapeOf(F));
  Here.Variable = std::exchange(Passed, std::nullopt);
  for (const llvm::Argument &Parameter : F.args())
    if (Parameter.getArgNo() < Arguments.size())
      Here.Values[&Parameter] = Arguments[Parameter.getArgNo()];
  Here.Pending[&F.getEntryBlock()].push_back({std::move(S), {}});
  runRegion(Here, nullptr);
  if (Here.Returns.empty())
    return {};
  Edge All = joinEdges(std::move(Here.Returns));
  for (unsigned Local : Here.Locals)
    All.S.Heap.erase(Local);
  return {std::move(All.S), All.Phis.empty() ? SymbolicValue() : std::move(All.Phis[0])};
}

void Executor::runRegion(Frame &F, const llvm::Loop *L) {
  const auto &Blocks = F.Shape.Blocks.at(L);
  for (const llvm::BasicBlock *B : Blocks) {
    const llvm::Loop *Inner = F.Shape.Loops.getLoopFor(B);
    if (Inner == L)
      runBlock(F, *B);
    else if (Inner->getParentLoop() == L && Inner->getHeader() == B)
      runLoop(F, *Inner);
  }
}

void Executor::runLoop(Frame &F, const llvm::Loop &L) {
  const llvm::BasicBlock &Header = *L.getHeader();
  unsigned Decided = 0; // iterations that the input decided about
  const PathNode *Before = nullptr;
  Edge Last;
  for (unsigned Total = 0; !F.Pending[&Header].empty(); ++Total) {
    auto &Entering = F.Pending[&Header];
    if (Total > 0) {
      if (Entering.size() > 1)
        Entering = std::vector<Edge>{joinEdges(std::move(Entering))};
      Edge &Again = Entering.front();
      if (Again.S.Path != Before)
        ++Decided;
      // The same state as an iteration ago, under the same condition: it will be the same for ever.
      if (Again.S.Path == Before && Again.Phis == Last.Phis && Again.S.Heap.sharesAll(Last.S.Heap) &&
          Again.S.Hidden == Last.S.Hidden && Again.S.InputPosition == Last.S.InputPosition) {
        Current = &Header.front();
        leave(Again.S, End::Kind::Unwound, Store.boolean(true), Store.constant(32, 0), false,
              {"endless-loop", "a loop of " + F.Function.getName().str() + " never ends", here()});
        Entering.clear();
        return;
      }
      bool Check = (Decided & (Decided - 1)) == 0 || Decided >= Options.Bound;
      if (Again.S.Path != Before && Check && !feasible(Again.S)) {
        Entering.clear();
        return;
      }
      if (Decided >= Options.Bound && Again.S.Path != Before) {
        Current = &Header.front();
        leave(
            Again.S, End::Kind::Unwound, Store.boolean(true), Store.constant(32, 0), false,
            {"bound",
             "a loop of " + F.Function.getName().str() + " runs more than " + std::to_string(Options.Bound) + " times",
             here()});
        Entering.clear();
        return;
      }
      Before = Again.S.Path;
      Last = Again;
    } else {
      Edge First = joinEdges(std::move(Entering));
      Before = First.S.Path;
      Last = First;
      F.Pending[&Header] = std::vector<Edge>{std::move(First)};
    }
    runRegion(F, &L);
  }
}

Executor::Edge Executor::joinEdges(std::vector<Edge> Edges) {
  // Those that share most of their conditions first: then what they do not share cancels.
  while (Edges.size() > 1) {
    checkBudget(); // thousands of cases may meet in one place
    std::size_t Best = Edges.size() - 2;
    if (Edges.size() <= 24) {
      unsigned Most = 0;
      for (std::size_t I = 0; I + 1 < Edges.size(); ++I)
        if (unsigned Shared = Paths::common(Edges[I].S.Path, Edges[I + 1].S.Path); Shared >= Most) {
          Most = Shared;
          Best = I;
        }
    }
    Edge &A = Edges[Best], &B = Edges[Best + 1];
    Term First;
    Edge Joined{joinStates(std::move(A.S), std::move(B.S), First), {}};
    for (std::size_t I = 0; I < A.Phis.size(); ++I) {
      SymbolicValue Value;
      for (std::size_t Part = 0; Part < A.Phis[I].size(); ++Part)
        Value.push_back(Store.ite(First, A.Phis[I][Part], B.Phis[I][Part]));
      Joined.Phis.push_back(std::move(Value));
    }
    Edges[Best] = std::move(Joined);
    Edges.erase(Edges.begin() + static_cast<std::ptrdiff_t>(Best) + 1);
  }
  return std::move(Edges.front());
}

State Executor::joinStates(State A, State B, Term &First) {
  Paths::Join Both = Conditions.join(A.Path, B.Path);
  First = Both.First;
  State Result;
  Result.Path = Both.Path;
  Result.Heap = joinMemory(A.Heap, B.Heap, First);
  Result.InputPosition = Store.ite(First, A.InputPosition, B.InputPosition);
  Result.Hidden = Store.ite(First, A.Hidden, B.Hidden);
  return Result;
}

Memory Executor::joinMemory(const Memory &A, const Memory &B, Term First) {
  if (A.sharesAll(B))
    return A;
  Memory Result = A;
  auto Initial = [&](unsigned Id) { return Objects[Id].Initial.get(); };
  auto Join = [&](unsigned Id, const Contents *InA, const Contents *InB) {
    if (InA != InB && InA && InB && !InA->sameAs(*InB))
      Result.put(Id, Contents::merge(Store, First, *InA, *InB));
  };
  for (const auto &[Id, InB] : B.table()) {
    if (!InB) { // gone on one side: whoever still uses it on the other is wrong on this one
      if (!A.isGone(Id))
        Result.erase(Id);
      continue;
    }
    if (A.isGone(Id))
      continue;
    const Contents *InA = A.find(Id) ? A.find(Id) : Initial(Id);
    if (!InA)
      Result.put(Id, *InB); // made on one side: nothing on the other can point to it
    else
      Join(Id, InA, InB.get());
  }
  for (const auto &[Id, InA] : A.table())
    if (InA && !B.table().contains(Id))
      if (const Contents *InB = Initial(Id))
        Join(Id, InA.get(), InB);
  return Result;
}

std::optional<State> Executor::enterBlock(Frame &F, const llvm::BasicBlock &B) {
  auto Found = F.Pending.find(&B);
  if (Found == F.Pending.end() || Found->second.empty())
    return std::nullopt;
  Edge Entered = joinEdges(std::move(Found->second));
  F.Pending.erase(&B);
  std::size_t Index = 0;
  for (const llvm::PHINode &Phi : B.phis())
    F.Values[&Phi] = std::move(Entered.Phis[Index++]);
  return std::move(Entered.S);
}

void Executor::runBlock(Frame &F, const llvm::BasicBlock &B) {
  std::optional<State> S = enterBlock(F, B);
  if (!S)
    return;
  const llvm::Instruction *I = B.getFirstNonPHI();
  try {
    for (; !I->isTerminator(); I = I->getNextNode()) {
      checkBudget();
      Current = I;
      execute(F, *I, *S);
      if (!S->Path)
        return;
    }
    checkBudget(); // a block may consist of its end alone
    Current = I;
    terminate(F, *I, std::move(*S));
  } catch (const GiveUp &Problem) {
    // What was done to the state so far does not matter: this path ends here.
    if (S->Path)
      leave(*S, End::Kind::Unsupported, Store.boolean(true), Store.constant(32, 0), false,
            {Problem.Code, Problem.Message, here()});
  }
}

void Executor::goTo(Frame &F, const llvm::BasicBlock &From, const llvm::BasicBlock &To, State S) {
  if (!S.Path)
    return;
  const llvm::Loop *Target = F.Shape.Loops.getLoopFor(&To);
  bool Back = F.Shape.Number.lookup(&To) <= F.Shape.Number.lookup(&From);
  if (Back && !(Target && Target->getHeader() == &To && Target->contains(&From)))
    giveUp("irreducible-flow", "control flow that is not made of loops");
  Edge Way{std::move(S), {}};
  for (const llvm::PHINode &Phi : To.phis())
    Way.Phis.push_back(value(F, *Phi.getIncomingValueForBlock(&From)));
  F.Pending[&To].push_back(std::move(Way));
}

void Executor::terminate(Frame &F, const llvm::Instruction &I, State S) {
  const llvm::BasicBlock &Here = *I.getParent();
  if (auto *Return = llvm::dyn_cast<llvm::ReturnInst>(&I)) {
    Edge Way{std::move(S), {}};
    if (Return->getReturnValue())
      Way.Phis.push_back(value(F, *Return->getReturnValue()));
    F.Returns.push_back(std::move(Way));
  } else if (auto *Branch = llvm::dyn_cast<llvm::BranchInst>(&I)) {
    if (Branch->isUnconditional())
      return goTo(F, Here, *Branch->getSuccessor(0), std::move(S));
    Term Condition = scalar(F, *Branch->getCondition());
    State Else = S;
    Else.Path = Conditions.extend(S.Path, Store.notTerm(Condition));
    S.Path = Conditions.extend(S.Path, Condition);
    goTo(F, Here, *Branch->getSuccessor(0), std::move(S));
    goTo(F, Here, *Branch->getSuccessor(1), std::move(Else));
  } else if (auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(&I)) {
    runSwitch(F, *Switch, std::move(S));
  } else if (llvm::isa<llvm::UnreachableInst>(I)) {
    undefinedIf(S, Store.boolean(true), "unreachable", "code that must not be reached");
  } else if (auto *Invoke = llvm::dyn_cast<llvm::InvokeInst>(&I)) {
    executeCall(F, *Invoke, S);
    goTo(F, Here, *Invoke->getNormalDest(), std::move(S));
  } else {
    giveUp("unsupported-instruction", std::string("the instruction ") + I.getOpcodeName());
  }
}

void Executor::runSwitch(Frame &F, const llvm::SwitchInst &Switch, State S) {
  Term Value = scalar(F, *Switch.getCondition());
  const llvm::BasicBlock &Here = *Switch.getParent();
  for (const auto &Case : Switch.cases()) {
    if (!S.Path)
      return;
    Term Match = Store.eq(Value, Store.constant(Case.getCaseValue()->getValue()));
    State Taken = S;
    Taken.Path = Conditions.extend(S.Path, Match);
    goTo(F, Here, *Case.getCaseSuccessor(), std::move(Taken));
    S.Path = Conditions.extend(S.Path, Store.notTerm(Match));
  }
  goTo(F, Here, *Switch.getDefaultDest(), std::move(S));
}

void Executor::leave(State &S, End::Kind What, Term When, Term Code, bool Flushes, Reason Why) {
  if (When.isFalse())
    return;
  // What stands in a buffer is lost, and a terminal's holds no more than a line.
  bool Loses = !Flushes && (What == End::Kind::Exit || What == End::Kind::Signal);
  if (Loses && !Outputs.empty())
    addSurroundings(World, {{"standard output (no terminal)", "as in the run", here()}});
  if (const PathNode *Leaving = Conditions.extend(S.Path, When)) {
    Ends.push_back({What, Leaving->All, Code, Flushes, std::move(Why)});
    if (!Space.WholeProgram && (What == End::Kind::Exit || What == End::Kind::Signal))
      Ends.back().At = S;
  }
  S.Path = Conditions.extend(S.Path, Store.notTerm(When));
}

void Executor::signal(State &S, int Signal, Term When) {
  leave(S, End::Kind::Signal, When, Store.constant(32, static_cast<unsigned>(Signal)), false, {});
}

void Executor::undefinedIf(State &S, Term When, const char *Code, const std::string &Message,
                           UndefinedOperation Doing) {
  std::size_t Before = Ends.size();
  leave(S, End::Kind::Undefined, When, Store.constant(32, 0), false, {Code, Message, here()});
  if (Ends.size() > Before)
    Ends.back().Doing = std::move(Doing);
}

} // namespace vernier
