#include "induction/FunctionCode.h"

#include "induction/Operations.h"
#include "normal/Guards.h"
#include "normal/Steps.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <set>

namespace vernier {

namespace {

constexpr unsigned MostInstructions = 3000;
constexpr std::size_t MostPaths = 128;
constexpr unsigned MostBlocksOnAPath = 400;

/// Values that memory does not hold, but those of earlier steps: everything else is computed from them when it is used.
bool isKept(const llvm::Instruction &I) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  if (Call && isGuard(*Call, UnwrittenPrefix))
    return false;
  return llvm::isa<llvm::PHINode>(I) || isRead(I) || (isEffect(I) && !I.getType()->isVoidTy());
}

} // namespace

class FunctionCode::Builder {
public:
  Builder(const llvm::Function &Code, const SharedNames &Names, TermStore &Store, std::string Prefix)
      : Code(Code), Names(Names), Store(Store), Prefix(std::move(Prefix)), Memory(memory(Store)),
        Objects(objects(Store)) {
    Failure = obstacle();
    if (!Failure.empty())
      return;
    number();
    findPlaces();
    Steps.resize(Kinds.size());
  }

  std::vector<CodePath> paths(unsigned From, unsigned Count) {
    std::vector<CodePath> Result;
    if (Count == 0 || Kinds[From] == Place::Return || Kinds[From] == Place::Stop)
      return {staying(From)};
    State Begin;
    Begin.Memory = Memory;
    Begin.Objects = Objects;
    Begin.StepsLeft = Count;
    const llvm::BasicBlock *Block = From == 0 ? &Code.getEntryBlock() : Heads[From - 1];
    run(*Block, std::move(Begin), Result);
    for (unsigned I = 0; I != Result.size(); ++I) {
      Result[I].From = From;
      Result[I].First = I;
    }
    return Result;
  }

  const llvm::Function &Code;
  const SharedNames &Names;
  TermStore &Store;
  std::string Prefix, Failure;
  Term Memory, Objects;
  std::vector<Place> Kinds;
  std::vector<std::vector<Term>> Variables;
  std::vector<Term> Parameters;
  std::vector<std::vector<CodePath>> Steps;
  bool Unwritten = false, Undefined = false;

private:
  /// What is known on the way.
  struct State {
    llvm::DenseMap<const llvm::Value *, Term> Values;
    std::vector<Term> Conditions;
    std::vector<CodeEvent> Events;
    Term Memory, Objects;
    unsigned StepsLeft = 0, Blocks = 0;
  };

  std::string obstacle() {
    if (Code.isVarArg())
      return "a variable number of parameters";
    if (Code.getInstructionCount() > MostInstructions)
      return "too much code";
    for (const llvm::Argument &Parameter : Code.args()) {
      auto Width = widthOf(*Parameter.getType());
      if (!Width || Parameter.hasByValAttr() || Parameter.hasInAllocaAttr())
        return "structures as parameters";
      Parameters.push_back(
          Store.variable(*Width, "parameter:" + std::to_string(Parameter.getArgNo()) + ":" + std::to_string(*Width),
                         VariableKind::Input));
    }
    if (!Code.getReturnType()->isVoidTy() && !widthOf(*Code.getReturnType()))
      return "a structure as result";
    for (const llvm::Instruction &I : llvm::instructions(Code))
      if (std::string Why = obstacle(I); !Why.empty())
        return Why;
    return "";
  }

  std::string obstacle(const llvm::Instruction &I) {
    if (!I.getType()->isVoidTy() && !widthOf(*I.getType()))
      return "vectors or structures as values";
    if (I.isVolatile() || I.isAtomic())
      return "volatile or atomic accesses";
    if (I.isTerminator())
      return llvm::isa<llvm::BranchInst, llvm::SwitchInst, llvm::ReturnInst, llvm::UnreachableInst>(I)
                 ? ""
                 : "exceptions or computed jumps";
    if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I))
      return Local->isStaticAlloca() && !Local->isUsedWithInAlloca() ? "" : "locals of variable size";
    Undefined |= vernier::mayBeUndefined(I);
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    if (!Call)
      return llvm::isa<llvm::VAArgInst, llvm::FenceInst>(I) ? "variable parameters or fences" : "";
    Undefined |= isGuard(*Call, OpaquePrefix);
    if (Call->isInlineAsm() || Call->hasOperandBundles() || Call->hasFnAttr(llvm::Attribute::ReturnsTwice))
      return "assembly, or calls that return twice";
    for (unsigned K = 0; K != Call->arg_size(); ++K)
      if (!widthOf(*Call->getArgOperand(K)->getType()) || Call->isPassPointeeByValueArgument(K))
        return "structures as parameters";
    return "";
  }

  /// Locals and unwritten values have no names but their order.
  void number() {
    for (const llvm::BasicBlock *Block : llvm::ReversePostOrderTraversal<const llvm::Function *>(&Code))
      for (const llvm::Instruction &I : *Block)
        for (const llvm::Value *Operand : I.operands()) {
          auto *Call = llvm::dyn_cast<llvm::CallBase>(Operand);
          if (llvm::isa<llvm::AllocaInst>(Operand) || (Call && isGuard(*Call, UnwrittenPrefix)))
            Order.try_emplace(Operand, Order.size());
        }
  }

  void findPlaces() {
    llvm::DominatorTree Dominators(const_cast<llvm::Function &>(Code));
    llvm::LoopInfo Loops(Dominators);
    std::set<const llvm::BasicBlock *> Reached;
    Kinds.push_back(Place::Start);
    for (const llvm::BasicBlock *Block : llvm::ReversePostOrderTraversal<const llvm::Function *>(&Code)) {
      Reached.insert(Block);
      if (Loops.isLoopHeader(Block)) {
        PlaceOf[Block] = static_cast<unsigned>(Kinds.size());
        Kinds.push_back(Place::Loop);
        Heads.push_back(Block);
      }
      for (const llvm::BasicBlock *Next : llvm::successors(Block))
        if (Reached.contains(Next) && !Dominators.dominates(Next, Block))
          Failure = "a loop with several entries";
    }
    Kinds.push_back(Place::Return);
    Kinds.push_back(Place::Stop);
    findVariables(Dominators);
  }

  void findVariables(const llvm::DominatorTree &Dominators) {
    Variables.resize(Kinds.size());
    Keeps.resize(Kinds.size());
    for (unsigned Loop = 0; Loop != Heads.size(); ++Loop)
      for (const llvm::Instruction *Kept : neededBehind(*Heads[Loop])) {
        const llvm::BasicBlock *Defined = Kept->getParent();
        bool Here = Defined == Heads[Loop] && llvm::isa<llvm::PHINode>(Kept);
        if (!Here && !Dominators.properlyDominates(Defined, Heads[Loop]))
          continue;
        Keeps[Loop + 1].push_back(Kept);
        Variables[Loop + 1].push_back(variableOf(*Kept));
      }
    if (auto Width = widthOf(*Code.getReturnType()))
      Variables[Kinds.size() - 2].push_back(Store.variable(*Width, Prefix + "result", VariableKind::Input));
  }

  /// Kept values that something behind a block may use, also through what is computed from them.
  std::vector<const llvm::Instruction *> neededBehind(const llvm::BasicBlock &From) {
    llvm::SetVector<const llvm::BasicBlock *> Blocks;
    Blocks.insert(&From);
    for (std::size_t I = 0; I != Blocks.size(); ++I)
      for (const llvm::BasicBlock *Next : llvm::successors(Blocks[I]))
        Blocks.insert(Next);
    llvm::SetVector<const llvm::Instruction *> Used;
    auto Use = [&](const llvm::Instruction &I) {
      for (const llvm::Value *Operand : I.operands())
        if (auto *Inner = llvm::dyn_cast<llvm::Instruction>(Operand))
          Used.insert(Inner);
    };
    for (const llvm::BasicBlock *Block : Blocks)
      for (const llvm::Instruction &I : *Block)
        Use(I);
    for (const llvm::PHINode &Phi : From.phis())
      Used.insert(&Phi);
    std::vector<const llvm::Instruction *> Result;
    for (std::size_t I = 0; I != Used.size(); ++I)
      if (isKept(*Used[I]))
        Result.push_back(Used[I]);
      else
        Use(*Used[I]);
    return Result;
  }

  Term variableOf(const llvm::Instruction &I) {
    auto [Known, New] = KeptVariables.try_emplace(&I);
    if (New)
      Known->second = Store.variable(*widthOf(*I.getType()), Prefix + "value" + std::to_string(KeptVariables.size()),
                                     VariableKind::Input);
    return Known->second;
  }

  CodePath staying(unsigned At) {
    CodePath Path;
    Path.From = Path.To = At;
    Path.Memory = Memory;
    Path.Objects = Objects;
    for (Term Variable : Variables[At])
      Path.Next.push_back({Variable, Variable});
    return Path;
  }

  Term fail(const char *Why) {
    if (Failure.empty())
      Failure = Why;
    return Store.constant(1, 0);
  }

  // Values.

  Term value(State &At, const llvm::Value &V) {
    if (auto Known = At.Values.find(&V); Known != At.Values.end())
      return Known->second;
    if (auto *Constant = llvm::dyn_cast<llvm::Constant>(&V))
      return constant(*Constant);
    if (auto *Parameter = llvm::dyn_cast<llvm::Argument>(&V))
      return Parameters[Parameter->getArgNo()];
    auto *I = llvm::dyn_cast<llvm::Instruction>(&V);
    if (!I)
      return fail("a value that is not understood");
    if (isKept(*I))
      return variableOf(*I);
    return At.Values[&V] = computed(At, *I);
  }

  Term computed(State &At, const llvm::Instruction &I) {
    unsigned Width = *widthOf(*I.getType());
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    bool IsUnwritten = Call && isGuard(*Call, UnwrittenPrefix);
    Unwritten |= IsUnwritten;
    if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I))
      return Store.variable(64, local(*Local), VariableKind::Address);
    if (IsUnwritten)
      return Store.variable(Width, "unwritten:" + std::to_string(Order.lookup(&I)) + ":" + typeText(*I.getType()),
                            VariableKind::Undefined);
    if (isTouch(I))
      return Store.fresh(Width, "touched", VariableKind::Undefined);
    if (auto *Address = llvm::dyn_cast<llvm::GEPOperator>(&I))
      return address(At, *Address);
    if (!isPure(I) && !isTrap(I))
      return fail("an instruction that is not understood");
    std::vector<Term> Operands;
    for (const llvm::Use &Operand : Call ? Call->args() : I.operands())
      Operands.push_back(value(At, *Operand));
    Term Result = Failure.empty() ? operationTerm(Store, I, Operands) : Term();
    return Result ? Result : fail("an operation that is not understood");
  }

  std::string local(const llvm::AllocaInst &Local) {
    auto *Count = llvm::cast<llvm::ConstantInt>(Local.getArraySize());
    return "local:" + std::to_string(Order.lookup(&Local)) + ":" + typeText(*Local.getAllocatedType()) + ":" +
           std::to_string(Count->getZExtValue()) + ":" + std::to_string(Local.getAlign().value());
  }

  /// A base, a number of bytes, and indices with their factors.
  Term address(State &At, const llvm::GEPOperator &Address) {
    llvm::MapVector<llvm::Value *, llvm::APInt> Indices;
    llvm::APInt Offset(64, 0);
    if (!Address.getType()->isPointerTy() || !Address.collectOffset(Code.getDataLayout(), 64, Indices, Offset))
      return fail("an address that is not understood");
    Term Sum = Store.add(value(At, *Address.getPointerOperand()), Store.constant(Offset));
    for (const auto &[Index, Factor] : Indices) {
      Term Wide = value(At, *Index);
      Wide = Wide.bits() < 64 ? Store.sext(Wide, 64) : Store.extract(Wide, 0, 64);
      Sum = Store.add(Sum, Store.mul(Wide, Store.constant(Factor)));
    }
    return Sum;
  }

  Term constant(const llvm::Constant &C) {
    auto Width = widthOf(*C.getType());
    if (!Width)
      return fail("vectors or structures as values");
    if (auto *Integer = llvm::dyn_cast<llvm::ConstantInt>(&C))
      return Store.constant(Integer->getValue());
    if (auto *Number = llvm::dyn_cast<llvm::ConstantFP>(&C))
      return Store.constant(Number->getValueAPF().bitcastToAPInt());
    if (llvm::isa<llvm::UndefValue>(C)) {
      Unwritten = true;
      return Store.fresh(*Width, Prefix + "undefined", VariableKind::Undefined);
    }
    if (C.isNullValue())
      return Store.constant(*Width, 0);
    if (auto *Global = llvm::dyn_cast<llvm::GlobalValue>(&C))
      return global(*Global);
    if (auto *Address = llvm::dyn_cast<llvm::GEPOperator>(&C)) {
      State Nothing;
      return address(Nothing, *Address);
    }
    return fail("a constant that is not understood");
  }

  /// Constants whose address nobody looks at are what they hold.
  Term global(const llvm::GlobalValue &Global) {
    if (llvm::isa<llvm::GlobalAlias, llvm::GlobalIFunc>(Global) || Global.isThreadLocal())
      return fail("an alias or a variable of a thread");
    std::string Name = "global " + Names.of(Global);
    auto *Variable = llvm::dyn_cast<llvm::GlobalVariable>(&Global);
    if (Variable && Variable->isConstant() && Variable->hasDefinitiveInitializer() &&
        Variable->hasGlobalUnnamedAddr() && Variable->hasLocalLinkage())
      if (auto *Data = llvm::dyn_cast<llvm::ConstantDataSequential>(Variable->getInitializer()))
        Name = "contents " + typeText(*Data->getType()) + Data->getRawDataValues().str();
    return Store.variable(64, Name, VariableKind::Address);
  }

  // Ways.

  /// False if no run comes here.
  bool assume(State &At, Term Condition) {
    if (Condition.is(Operation::And)) {
      bool Both = true;
      for (Term Part : Condition.operands())
        Both = Both && assume(At, Part);
      return Both;
    }
    if (Condition.isFalse() || llvm::is_contained(At.Conditions, Store.notTerm(Condition)))
      return false;
    if (!Condition.isTrue() && !llvm::is_contained(At.Conditions, Condition))
      At.Conditions.push_back(Condition);
    return true;
  }

  void run(const llvm::BasicBlock &Block, State At, std::vector<CodePath> &Result) {
    if (!Failure.empty())
      return;
    if (++At.Blocks > MostBlocksOnAPath || Result.size() >= MostPaths) {
      fail("too many ways");
      return;
    }
    for (const llvm::Instruction &I : Block)
      if (!llvm::isa<llvm::PHINode>(I) && !I.isTerminator())
        execute(At, I);
    const llvm::Instruction *End = Block.getTerminator();
    if (auto *Return = llvm::dyn_cast<llvm::ReturnInst>(End))
      return finish(At, Return, Result);
    if (llvm::isa<llvm::UnreachableInst>(End))
      return finish(At, nullptr, Result);
    if (auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(End))
      return runSwitch(Block, *Switch, At, Result);
    auto *Branch = llvm::cast<llvm::BranchInst>(End);
    if (Branch->isUnconditional())
      return go(Block, *Branch->getSuccessor(0), std::move(At), Result);
    Term Condition = value(At, *Branch->getCondition());
    State Otherwise = At;
    if (assume(At, Condition))
      go(Block, *Branch->getSuccessor(0), std::move(At), Result);
    if (assume(Otherwise, Store.notTerm(Condition)))
      go(Block, *Branch->getSuccessor(1), std::move(Otherwise), Result);
  }

  void runSwitch(const llvm::BasicBlock &Block, const llvm::SwitchInst &Switch, State &At,
                 std::vector<CodePath> &Result) {
    Term Subject = value(At, *Switch.getCondition());
    State Default = At;
    bool Possible = true;
    for (const auto &Case : Switch.cases()) {
      Term Condition = Store.eq(Subject, Store.constant(Case.getCaseValue()->getValue()));
      Possible = Possible && assume(Default, Store.notTerm(Condition));
      State Taken = At;
      if (assume(Taken, Condition))
        go(Block, *Case.getCaseSuccessor(), std::move(Taken), Result);
    }
    if (Possible)
      go(Block, *Switch.getDefaultDest(), std::move(Default), Result);
  }

  void go(const llvm::BasicBlock &From, const llvm::BasicBlock &To, State At, std::vector<CodePath> &Result) {
    std::vector<std::pair<const llvm::Value *, Term>> Phis;
    for (const llvm::PHINode &Phi : To.phis())
      Phis.push_back({&Phi, value(At, *Phi.getIncomingValueForBlock(&From))});
    for (auto [Phi, Value] : Phis)
      At.Values[Phi] = Value;
    auto Known = PlaceOf.find(&To);
    if (Known == PlaceOf.end() || --At.StepsLeft != 0)
      return run(To, std::move(At), Result);
    CodePath Path = ended(At, Known->second);
    for (const llvm::Instruction *Kept : Keeps[Known->second])
      Path.Next.push_back({variableOf(*Kept), value(At, *Kept)});
    Result.push_back(std::move(Path));
  }

  static CodePath ended(const State &At, unsigned Where) {
    CodePath Path;
    Path.To = Where;
    Path.Conditions = At.Conditions;
    Path.Events = At.Events;
    Path.Memory = At.Memory;
    Path.Objects = At.Objects;
    return Path;
  }

  void finish(State &At, const llvm::ReturnInst *Return, std::vector<CodePath> &Result) {
    unsigned End = static_cast<unsigned>(Kinds.size()) - (Return ? 2 : 1);
    CodePath Path = ended(At, End);
    if (Return && Return->getReturnValue())
      Path.Next.push_back({Variables[End].front(), value(At, *Return->getReturnValue())});
    Result.push_back(std::move(Path));
  }

  void execute(State &At, const llvm::Instruction &I) {
    if (isTouch(I) || isTrap(I))
      check(At, llvm::cast<llvm::CallBase>(I));
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I)) {
      unsigned Width = *widthOf(*I.getType());
      At.Values[&I] = Store.apply(Width, "load", {At.Memory, value(At, *Load->getPointerOperand())});
      return;
    }
    if (isRead(I)) {
      auto &Call = llvm::cast<llvm::CallBase>(I);
      std::vector<Term> Read{At.Memory};
      for (const llvm::Use &Operand : Call.args())
        Read.push_back(value(At, *Operand));
      At.Values[&I] = Store.apply(*widthOf(*I.getType()), Call.getCalledFunction()->getName().str(), Read);
      return;
    }
    if (isEffect(I))
      return affect(At, I);
    if (!I.getType()->isVoidTy()) {
      At.Values.erase(&I);
      At.Values[&I] = computed(At, I);
    }
  }

  void check(State &At, const llvm::CallBase &Call) {
    CodeEvent Event;
    Event.What = isTouch(Call) ? CodeEvent::Kind::Touch : CodeEvent::Kind::Trap;
    Event.Name = Call.getCalledFunction()->getName().str();
    for (const llvm::Use &Operand : Call.args())
      Event.Operands.push_back(value(At, *Operand));
    Event.Objects = At.Objects;
    Event.Memory = At.Memory;
    At.Events.push_back(std::move(Event));
  }

  void affect(State &At, const llvm::Instruction &I) {
    CodeEvent Event;
    bool KeepsObjects = true;
    if (auto *Written = llvm::dyn_cast<llvm::StoreInst>(&I)) {
      Event.Name = "store";
      Event.Operands = {value(At, *Written->getPointerOperand()), value(At, *Written->getValueOperand())};
    } else if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
      KeepsObjects = llvm::isa<llvm::MemIntrinsic>(I) || isGuard(*Call, FillName);
      Event.Name = callText(*Call);
      if (!Call->getCalledFunction())
        Event.Operands.push_back(value(At, *Call->getCalledOperand()));
      for (const llvm::Use &Operand : Call->args())
        Event.Operands.push_back(value(At, *Operand));
    } else {
      fail("an effect that is not understood");
    }
    Event.Objects = At.Objects;
    std::vector<Term> All{At.Memory, At.Objects};
    llvm::append_range(All, Event.Operands);
    Event.MemoryAfter = Store.apply(64, "memory after " + Event.Name, All);
    Event.ObjectsAfter = KeepsObjects ? At.Objects : Store.apply(64, "objects after " + Event.Name, All);
    if (auto Width = widthOf(*I.getType()))
      At.Values[&I] = Event.Result = Store.apply(*Width, "result of " + Event.Name, All);
    At.Memory = Event.MemoryAfter;
    At.Objects = Event.ObjectsAfter;
    At.Events.push_back(std::move(Event));
  }

  /// What is called, and how values are passed.
  std::string callText(const llvm::CallBase &Call) {
    const llvm::Function *Callee = Call.getCalledFunction();
    std::string Text = (Callee ? Names.of(*Callee) : "*") + " " + typeText(*Call.getFunctionType()) + " " +
                       std::to_string(Call.getCallingConv());
    auto Add = [&](unsigned Index) {
      for (auto Kind : {llvm::Attribute::SExt, llvm::Attribute::ZExt, llvm::Attribute::InReg, llvm::Attribute::Nest})
        Text += Call.getAttributes().hasAttributeAtIndex(Index, Kind) ? "+" : "-";
      if (Call.getAttributes().hasAttributeAtIndex(Index, llvm::Attribute::StructRet))
        Text += typeText(*Call.getAttributes().getAttributeAtIndex(Index, llvm::Attribute::StructRet).getValueAsType());
    };
    Add(llvm::AttributeList::ReturnIndex);
    for (unsigned I = 0; I != Call.arg_size(); ++I)
      Add(llvm::AttributeList::FirstArgIndex + I);
    return Text;
  }

  std::vector<const llvm::BasicBlock *> Heads; ///< of loops: of the places from 1 on
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> PlaceOf;
  std::vector<std::vector<const llvm::Instruction *>> Keeps;
  llvm::DenseMap<const llvm::Instruction *, Term> KeptVariables;
  llvm::DenseMap<const llvm::Value *, std::size_t> Order;
};

FunctionCode::FunctionCode(const llvm::Function &Code, const SharedNames &Names, TermStore &Store, std::string Prefix)
    : Built(std::make_unique<Builder>(Code, Names, Store, std::move(Prefix))) {
  if (!whyNot().empty())
    return;
  for (unsigned Place = 0; Place != places() && whyNot().empty(); ++Place)
    Built->Steps[Place] = Built->paths(Place, 1);
}

FunctionCode::~FunctionCode() = default;

const std::string &FunctionCode::whyNot() const {
  return Built->Failure;
}
unsigned FunctionCode::places() const {
  return static_cast<unsigned>(Built->Kinds.size());
}
FunctionCode::Place FunctionCode::kind(unsigned Place) const {
  return Built->Kinds[Place];
}
const std::vector<Term> &FunctionCode::variables(unsigned Place) const {
  return Built->Variables[Place];
}
const std::vector<Term> &FunctionCode::parameters() const {
  return Built->Parameters;
}
const std::vector<CodePath> &FunctionCode::steps(unsigned Place) {
  return Built->Steps[Place];
}
std::optional<std::vector<CodePath>> FunctionCode::paths(unsigned Place, unsigned Steps) {
  if (Steps == 1)
    return Built->Steps[Place];
  std::vector<CodePath> Result = Built->paths(Place, Steps);
  if (whyNot().empty())
    return Result;
  Built->Failure.clear();
  return std::nullopt;
}
bool FunctionCode::usesUnwritten() const {
  return Built->Unwritten;
}
bool FunctionCode::mayBeUndefined() const {
  return Built->Undefined;
}

} // namespace vernier
