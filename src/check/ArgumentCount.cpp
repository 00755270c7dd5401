#include "check/ArgumentCount.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace vernier {

namespace {

/// More arguments are not tried by themselves: each makes the space larger.
constexpr unsigned MostArguments = 6;

/// Functions that have a change, or call one that has, or call something unknown.
class ChangedCallees {
public:
  explicit ChangedCallees(const ChangeMap &Map) : Map(Map) {}

  bool mayExecute(const llvm::Function &F) {
    if (F.isDeclaration() || !Seen.insert(&F).second)
      return false;
    return llvm::any_of(F, [&](const llvm::BasicBlock &Block) { return changes(Block) || Map.hasChangedEdge(Block); });
  }

  /// Something in the block is changed, or is called and leads to a change.
  bool changes(const llvm::BasicBlock &Block) {
    return llvm::any_of(Block, [&](const llvm::Instruction &I) {
      if (Map.isChanged(I))
        return true;
      const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      if (!Call || Call->isInlineAsm())
        return false;
      const llvm::Function *Callee = Call->getCalledFunction();
      return !Callee || mayExecute(*Callee);
    });
  }

private:
  const ChangeMap &Map;
  llvm::DenseSet<const llvm::Function *> Seen; ///< what leads to a change ends the search
};

/// The ways through `main` when `argc` is known.
class KnownCount {
public:
  KnownCount(const llvm::Function &Main, unsigned Arguments)
      : Main(Main),
        Count(llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::get(Main.getArg(0)->getType(), Arguments + 1))) {
    for (const llvm::Instruction &I : llvm::instructions(Main))
      if (const auto *Variable = llvm::dyn_cast<llvm::AllocaInst>(&I); Variable && holdsCount(*Variable))
        Variables.insert(Variable);
  }

  bool reachesChange(const ChangeMap &Map) const {
    ChangedCallees Callees(Map);
    std::vector<const llvm::BasicBlock *> Work = {&Main.getEntryBlock()};
    llvm::DenseSet<const llvm::BasicBlock *> Seen = {Work.front()};
    while (!Work.empty()) {
      const llvm::BasicBlock *Block = Work.back();
      Work.pop_back();
      if (Callees.changes(*Block))
        return true;
      for (const llvm::BasicBlock *Next : ways(*Block->getTerminator())) {
        if (Map.isChangedEdge(*Block, *Next))
          return true;
        if (Seen.insert(Next).second)
          Work.push_back(Next);
      }
    }
    return false;
  }

private:
  /// A variable that the parameter is stored to, and nothing else; nobody takes its address.
  bool holdsCount(const llvm::AllocaInst &Variable) const {
    bool Stored = false;
    for (const llvm::User *User : Variable.users()) {
      if (llvm::isa<llvm::LoadInst>(User))
        continue;
      const auto *Store = llvm::dyn_cast<llvm::StoreInst>(User);
      if (!Store || Store->getPointerOperand() != &Variable || Store->getValueOperand() != Main.getArg(0))
        return false;
      Stored = true;
    }
    return Stored;
  }

  const llvm::Constant *valueOf(const llvm::Value &Value) const {
    if (&Value == Main.getArg(0))
      return Count;
    if (const auto *Known = llvm::dyn_cast<llvm::ConstantInt>(&Value))
      return Known;
    const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&Value);
    const auto *Variable = Load ? llvm::dyn_cast<llvm::AllocaInst>(Load->getPointerOperand()) : nullptr;
    return Variable && Load->getType() == Count->getType() && Variables.contains(Variable) ? Count : nullptr;
  }

  const llvm::ConstantInt *conditionOf(const llvm::Value &Value) const {
    if (const auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(&Value)) {
      const llvm::Constant *Left = valueOf(*Compare->getOperand(0)), *Right = valueOf(*Compare->getOperand(1));
      if (!Left || !Right)
        return nullptr;
      return llvm::dyn_cast_or_null<llvm::ConstantInt>(
          llvm::ConstantFoldCompareInstOperands(Compare->getPredicate(), const_cast<llvm::Constant *>(Left),
                                                const_cast<llvm::Constant *>(Right), Main.getDataLayout()));
    }
    return llvm::dyn_cast_or_null<llvm::ConstantInt>(valueOf(Value));
  }

  std::vector<const llvm::BasicBlock *> ways(const llvm::Instruction &End) const {
    if (const auto *Branch = llvm::dyn_cast<llvm::BranchInst>(&End); Branch && Branch->isConditional())
      if (const llvm::ConstantInt *Taken = conditionOf(*Branch->getCondition()))
        return {Branch->getSuccessor(Taken->isZero() ? 1 : 0)};
    if (const auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(&End))
      if (const llvm::ConstantInt *Chosen = conditionOf(*Switch->getCondition()))
        return {Switch->findCaseValue(Chosen)->getCaseSuccessor()};
    return {llvm::succ_begin(&End), llvm::succ_end(&End)};
  }

  const llvm::Function &Main;
  llvm::ConstantInt *Count;
  llvm::DenseSet<const llvm::AllocaInst *> Variables;
};

bool mayReach(const ChangeMap &Map, const Program &Version, unsigned Arguments) {
  const llvm::Function *Main = Version.module().getFunction("main");
  return Main && !Main->isDeclaration() && Main->arg_size() > 0 && Main->getArg(0)->getType()->isIntegerTy() &&
         KnownCount(*Main, Arguments).reachesChange(Map);
}

} // namespace

unsigned argumentsThatReachAChange(const ChangeMap &Map, unsigned Usual) {
  auto Reaches = [&](unsigned Arguments) {
    return mayReach(Map, Map.oldProgram(), Arguments) || mayReach(Map, Map.newProgram(), Arguments);
  };
  if (Reaches(Usual))
    return Usual;
  for (unsigned Arguments = 0; Arguments <= MostArguments; ++Arguments)
    if (Reaches(Arguments))
      return Arguments;
  return Usual;
}

} // namespace vernier
