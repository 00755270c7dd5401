#include "normal/LoopOrder.h"

#include "normal/Steps.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <optional>

namespace vernier {

namespace {

using llvm::BasicBlock;
using llvm::Instruction;

/// What is known about the loops of a function until they change.
struct LoopFacts {
  explicit LoopFacts(llvm::Function &F)
      : Names(llvm::Triple(F.getParent()->getTargetTriple())), Library(Names), Assumptions(F), Dominators(F),
        Loops(Dominators), Evolution(F, Library, Assumptions, Dominators, Loops) {}

  llvm::TargetLibraryInfoImpl Names;
  llvm::TargetLibraryInfo Library;
  llvm::AssumptionCache Assumptions;
  llvm::DominatorTree Dominators;
  llvm::LoopInfo Loops;
  llvm::ScalarEvolution Evolution;
};

/// A loop whose only way out is its last branch.
struct PlainLoop {
  llvm::Loop *Code = nullptr;
  BasicBlock *Before = nullptr, *Head = nullptr, *Last = nullptr, *Behind = nullptr;
  const llvm::SCEV *Repeats = nullptr; ///< how often it goes back
  bool Touches = false, Traps = false;
  bool ReadsAnywhere = false; ///< a library function reads memory, not a load
  std::vector<Instruction *> Loads{}, Stores{};

  bool writes() const { return !Stores.empty(); }
};

bool isSimpleStore(const Instruction &I) {
  auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
  return Store && Store->isSimple();
}

std::optional<PlainLoop> plain(llvm::Loop &Code, LoopFacts &Facts) {
  PlainLoop Result{&Code, Code.getLoopPreheader(), Code.getHeader(), Code.getLoopLatch(), Code.getExitBlock()};
  if (!Code.isInnermost() || !Result.Before || !Result.Last || !Result.Behind ||
      Code.getExitingBlock() != Result.Last || !Result.Behind->getSinglePredecessor())
    return std::nullopt;
  auto *Branch = llvm::dyn_cast<llvm::BranchInst>(Result.Last->getTerminator());
  if (!Branch || !Branch->isConditional())
    return std::nullopt;
  for (BasicBlock *Block : Code.blocks())
    for (Instruction &I : *Block) {
      Result.Touches |= isTouch(I);
      Result.Traps |= isTrap(I);
      Result.ReadsAnywhere |= isRead(I) && !llvm::isa<llvm::LoadInst>(I);
      if (isSimpleStore(I))
        Result.Stores.push_back(&I);
      else if (llvm::isa<llvm::LoadInst>(I))
        Result.Loads.push_back(&I);
      bool Ends = I.isTerminator() && !llvm::isa<llvm::BranchInst, llvm::SwitchInst>(I);
      if (Ends || (isEffect(I) && !isSimpleStore(I)))
        return std::nullopt;
    }
  Result.Repeats = Facts.Evolution.getBackedgeTakenCount(&Code);
  if (llvm::isa<llvm::SCEVCouldNotCompute>(Result.Repeats) || !Facts.Evolution.isLoopInvariant(Result.Repeats, &Code))
    return std::nullopt;
  return Result;
}

bool isInside(const llvm::Value &V, const llvm::Loop &Code) {
  auto *I = llvm::dyn_cast<Instruction>(&V);
  return I && Code.contains(I);
}

// Fusion.

/// The blocks between two loops: nothing happens there that the second one needs.
std::optional<std::vector<BasicBlock *>> between(const PlainLoop &First, const PlainLoop &Second) {
  std::vector<BasicBlock *> Result;
  for (BasicBlock *Block = First.Behind;; Block = Block->getSingleSuccessor()) {
    if (!Block || !Block->getSinglePredecessor() || Result.size() > 4)
      return std::nullopt;
    for (const Instruction &I : *Block) {
      bool Moves = llvm::isa<llvm::PHINode>(I) || I.isTerminator() || isPure(I);
      if (!Moves || llvm::any_of(I.users(), [&](const llvm::User *User) { return isInside(*User, *Second.Code); }))
        return std::nullopt;
      for (const llvm::PHINode &Phi : Second.Head->phis())
        if (Phi.getIncomingValueForBlock(Second.Before) == &I)
          return std::nullopt;
    }
    Result.push_back(Block);
    if (Block == Second.Before)
      return Result;
  }
}

/// The second loop uses nothing of the first one.
bool areIndependent(const PlainLoop &First, const PlainLoop &Second) {
  for (BasicBlock *Block : Second.Code->blocks())
    for (const Instruction &I : *Block)
      for (const llvm::Value *Operand : I.operands())
        if (isInside(*Operand, *First.Code))
          return false;
  return true;
}

/// An access at a start that does not change, and some bytes further in each iteration.
struct SteadyAccess {
  const llvm::SCEV *Start;
  std::int64_t Step, Bytes;
};

constexpr std::int64_t MostStep = 1 << 20, MostBytes = 1 << 10;
constexpr unsigned MostBitsOfTrips = 40;

std::optional<SteadyAccess> steady(Instruction &I, const PlainLoop &Of, LoopFacts &Facts) {
  llvm::Type *Type = llvm::getLoadStoreType(&I);
  const llvm::DataLayout &Layout = I.getDataLayout();
  auto *Moves = llvm::dyn_cast<llvm::SCEVAddRecExpr>(Facts.Evolution.getSCEV(llvm::getLoadStorePointerOperand(&I)));
  if (!Moves || Moves->getLoop() != Of.Code || !Moves->isAffine() || Layout.getTypeStoreSize(Type).isScalable())
    return std::nullopt;
  auto *Step = llvm::dyn_cast<llvm::SCEVConstant>(Moves->getStepRecurrence(Facts.Evolution));
  auto Bytes = static_cast<std::int64_t>(Layout.getTypeStoreSize(Type).getFixedValue());
  if (!Step || Step->getAPInt().abs().ugt(MostStep) || Step->isZero() || Bytes > MostBytes)
    return std::nullopt;
  return SteadyAccess{Moves->getStart(), Step->getAPInt().getSExtValue(), Bytes};
}

/// What an iteration of the first loop accesses, no earlier iteration of the second one does: so iterations of the
/// second one may come before later ones of the first.
bool areApart(Instruction &Early, const PlainLoop &First, Instruction &Late, const PlainLoop &Second,
              LoopFacts &Facts) {
  auto A = steady(Early, First, Facts), B = steady(Late, Second, Facts);
  if (!A || !B || A->Step != B->Step)
    return false;
  auto *Distance = llvm::dyn_cast<llvm::SCEVConstant>(Facts.Evolution.getMinusSCEV(A->Start, B->Start));
  if (!Distance || Distance->getAPInt().abs().ugt(MostStep))
    return false;
  // The distance after k >= 1 rounds is Nearest + (k - 1) * Step: it only grows, and does not come round.
  std::int64_t Nearest = Distance->getAPInt().getSExtValue() + A->Step;
  return A->Step > 0 ? Nearest >= B->Bytes : Nearest <= -A->Bytes;
}

/// No access of the second loop sees that the first one has not ended yet, and the other way round.
bool mayInterleave(const PlainLoop &First, const PlainLoop &Second, LoopFacts &Facts) {
  if (!First.writes() && !Second.writes())
    return true;
  const llvm::SCEV *Most = Facts.Evolution.getConstantMaxBackedgeTakenCount(First.Code);
  auto *Trips = llvm::dyn_cast<llvm::SCEVConstant>(Most);
  if (!Trips || Trips->getAPInt().getActiveBits() > MostBitsOfTrips || First.ReadsAnywhere || Second.ReadsAnywhere)
    return false;
  auto AllApart = [&](const std::vector<Instruction *> &Early, const std::vector<Instruction *> &Late) {
    return llvm::all_of(Early, [&](Instruction *A) {
      return llvm::all_of(Late, [&](Instruction *B) { return areApart(*A, First, *B, Second, Facts); });
    });
  };
  return AllApart(First.Stores, Second.Stores) && AllApart(First.Stores, Second.Loads) &&
         AllApart(First.Loads, Second.Stores);
}

bool canFuse(const PlainLoop &First, const PlainLoop &Second, LoopFacts &Facts) {
  bool Touches = First.Touches || Second.Touches, Traps = First.Traps || Second.Traps;
  if (First.Repeats != Second.Repeats || (Touches && Traps) || !areIndependent(First, Second) ||
      !mayInterleave(First, Second, Facts))
    return false;
  // Whoever handles a trap sees memory.
  if (Traps && (First.writes() || Second.writes()))
    return false;
  for (const llvm::PHINode &Phi : Second.Head->phis()) {
    auto *Begin = llvm::dyn_cast<Instruction>(Phi.getIncomingValueForBlock(Second.Before));
    if (Begin && !Facts.Dominators.dominates(Begin, First.Before->getTerminator()))
      return false;
  }
  return true;
}

/// Counters of the second loop that are what counters of the first one are in the same round.
std::vector<std::pair<llvm::PHINode *, llvm::PHINode *>> sameCounters(const PlainLoop &First, const PlainLoop &Second,
                                                                      LoopFacts &Facts) {
  std::vector<std::pair<llvm::PHINode *, llvm::PHINode *>> Result;
  auto Counter = [&](llvm::PHINode &Phi, const PlainLoop &Of) -> const llvm::SCEVAddRecExpr * {
    if (!Facts.Evolution.isSCEVable(Phi.getType()))
      return nullptr;
    auto *Counts = llvm::dyn_cast<llvm::SCEVAddRecExpr>(Facts.Evolution.getSCEV(&Phi));
    return Counts && Counts->getLoop() == Of.Code && Counts->isAffine() ? Counts : nullptr;
  };
  for (llvm::PHINode &Late : Second.Head->phis())
    for (llvm::PHINode &Early : First.Head->phis()) {
      auto *A = Counter(Early, First), *B = Counter(Late, Second);
      if (A && B && A->getType() == B->getType() && A->getStart() == B->getStart() &&
          A->getStepRecurrence(Facts.Evolution) == B->getStepRecurrence(Facts.Evolution)) {
        Result.push_back({&Late, &Early});
        break;
      }
    }
  return Result;
}

void fuse(const PlainLoop &First, const PlainLoop &Second, const std::vector<BasicBlock *> &Between) {
  for (BasicBlock *Block : llvm::reverse(Between))
    for (Instruction &I : llvm::make_early_inc_range(llvm::reverse(*Block)))
      if (auto *Phi = llvm::dyn_cast<llvm::PHINode>(&I)) {
        Phi->replaceAllUsesWith(Phi->getIncomingValue(0));
        Phi->eraseFromParent();
      } else if (!I.isTerminator()) {
        I.moveBefore(&*Second.Behind->getFirstInsertionPt());
      }
  for (llvm::PHINode &Phi : llvm::make_early_inc_range(Second.Head->phis())) {
    llvm::Value *Begin = Phi.getIncomingValueForBlock(Second.Before);
    Phi.removeIncomingValue(Second.Before, false);
    Phi.moveBefore(&*First.Head->getFirstNonPHIIt());
    Phi.addIncoming(Begin, First.Before);
  }
  for (llvm::PHINode &Phi : First.Head->phis())
    if (int Back = Phi.getBasicBlockIndex(First.Last); Back >= 0)
      Phi.setIncomingBlock(static_cast<unsigned>(Back), Second.Last);
  Instruction *Old = First.Last->getTerminator();
  llvm::BranchInst::Create(Second.Head, Old->getIterator());
  Old->eraseFromParent();
  Second.Last->getTerminator()->replaceSuccessorWith(Second.Head, First.Head);
  for (BasicBlock *Block : Between)
    Block->dropAllReferences();
  for (BasicBlock *Block : Between)
    Block->eraseFromParent();
}

bool fuseOne(llvm::Function &F) {
  LoopFacts Facts(F);
  std::vector<PlainLoop> All;
  for (llvm::Loop *Code : Facts.Loops.getLoopsInPreorder())
    if (auto Found = plain(*Code, Facts))
      All.push_back(*Found);
  for (const PlainLoop &First : All)
    for (const PlainLoop &Second : All) {
      if (First.Code == Second.Code || First.Code->getParentLoop() != Second.Code->getParentLoop())
        continue;
      auto Blocks = between(First, Second);
      if (!Blocks || !canFuse(First, Second, Facts))
        continue;
      auto Same = sameCounters(First, Second, Facts);
      fuse(First, Second, *Blocks);
      for (auto [Late, Early] : Same)
        Late->replaceAllUsesWith(Early);
      return true;
    }
  return false;
}

// Order.

bool isCollecting(const Instruction &I) {
  return I.isAssociative() && I.isCommutative() && I.getType()->isIntegerTy() && llvm::isa<llvm::BinaryOperator>(I);
}

/// Values that a loop carries from one iteration to the next.
class Carried {
public:
  Carried(const PlainLoop &Of, LoopFacts &Facts) : Of(Of), Facts(Facts) {
    for (llvm::PHINode &Phi : Of.Head->phis()) {
      auto *Counts = Facts.Evolution.isSCEVable(Phi.getType())
                         ? llvm::dyn_cast<llvm::SCEVAddRecExpr>(Facts.Evolution.getSCEV(&Phi))
                         : nullptr;
      if (Counts && Counts->getLoop() == Of.Code && Counts->isAffine() &&
          llvm::isa<llvm::SCEVConstant>(Counts->getStepRecurrence(Facts.Evolution)))
        Counters.push_back({&Phi, Counts});
      else
        Collected.push_back(&Phi);
    }
  }

  /// Nobody sees the order, and what decides about the values counts down.
  bool mayTurn() {
    if (Of.writes() || Collected.empty() || Counters.empty() || (Of.Touches && Of.Traps))
      return false;
    for (llvm::PHINode *Phi : Collected)
      if (!isCollected(*Phi))
        return false;
    bool Down = false;
    for (auto [Phi, Counts] : Counters) {
      if (!decidesValues(*Phi))
        continue;
      auto *Step = llvm::cast<llvm::SCEVConstant>(Counts->getStepRecurrence(Facts.Evolution));
      if (!Step->getAPInt().isNegative())
        return false;
      Down = true;
    }
    return Down && nobodyCountsOutside() && canCompute();
  }

  void turn() {
    llvm::SCEVExpander Expander(Facts.Evolution, Of.Before->getModule()->getDataLayout(), "turned");
    Instruction *Before = Of.Before->getTerminator();
    // What held of sums in one order need not hold in the other one.
    for (BasicBlock *Block : Of.Code->blocks())
      for (Instruction &I : *Block)
        I.dropPoisonGeneratingFlags();
    llvm::Value *Repeats = Expander.expandCodeFor(Of.Repeats, Of.Repeats->getType(), Before);
    for (auto [Phi, Counts] : Counters) {
      const llvm::SCEV *End = Counts->evaluateAtIteration(Of.Repeats, Facts.Evolution);
      llvm::Value *Begin = Expander.expandCodeFor(End, Phi->getType(), Before);
      auto *Step = llvm::cast<llvm::SCEVConstant>(Counts->getStepRecurrence(Facts.Evolution));
      llvm::IRBuilder<> Builder(Of.Last->getTerminator());
      llvm::Value *Back = llvm::ConstantInt::get(Builder.getContext(), -Step->getAPInt());
      llvm::Value *Next =
          Phi->getType()->isPointerTy() ? Builder.CreatePtrAdd(Phi, Back) : Builder.CreateAdd(Phi, Back);
      Phi->setIncomingValueForBlock(Of.Before, Begin);
      Phi->setIncomingValueForBlock(Of.Last, Next);
    }
    count(*Repeats);
  }

private:
  /// A chain of operations of one kind, on values that nothing collected decides about.
  bool isCollected(llvm::PHINode &Phi) {
    llvm::Value *Next = Phi.getIncomingValueForBlock(Of.Last);
    Instruction *At = &Phi;
    std::optional<unsigned> Kind;
    while (At != Next) {
      if (!At->hasOneUse())
        return false;
      auto *User = llvm::cast<Instruction>(*At->user_begin());
      if (!Of.Code->contains(User) || !isCollecting(*User) || (Kind && *Kind != User->getOpcode()) ||
          User->getParent() != Of.Last || !Facts.Dominators.dominates(User->getParent(), Of.Last))
        return false;
      Kind = User->getOpcode();
      llvm::Value *Other = User->getOperand(0) == At ? User->getOperand(1) : User->getOperand(0);
      if (Other == At || dependsOnCollected(*Other))
        return false;
      At = User;
    }
    return Kind &&
           llvm::all_of(At->users(), [&](llvm::User *User) { return User == &Phi || !isInside(*User, *Of.Code); });
  }

  bool dependsOnCollected(llvm::Value &V) {
    llvm::SmallPtrSet<llvm::Value *, 16> Seen;
    return depends(V, Seen);
  }
  bool depends(llvm::Value &V, llvm::SmallPtrSetImpl<llvm::Value *> &Seen) {
    if (!isInside(V, *Of.Code) || !Seen.insert(&V).second)
      return false;
    if (llvm::is_contained(Collected, &V))
      return true;
    // What decides which way a value comes is used by nothing but branches, which depend on no collected value: those
    // are used by their chain only.
    return llvm::any_of(llvm::cast<Instruction>(V).operands(),
                        [&](llvm::Use &Operand) { return depends(*Operand, Seen); });
  }

  /// Used by something beside the counting itself.
  bool decidesValues(llvm::PHINode &Phi) {
    llvm::SmallPtrSet<llvm::Value *, 8> Counting{&Phi, Phi.getIncomingValueForBlock(Of.Last)};
    auto *Branch = llvm::cast<llvm::BranchInst>(Of.Last->getTerminator());
    Counting.insert(Branch->getCondition());
    for (llvm::Value *Each : {static_cast<llvm::Value *>(&Phi), Phi.getIncomingValueForBlock(Of.Last)})
      for (llvm::User *User : Each->users())
        if (!Counting.contains(User))
          return true;
    return false;
  }

  /// Outside, only collected values are used.
  bool nobodyCountsOutside() {
    for (BasicBlock *Block : Of.Code->blocks())
      for (Instruction &I : *Block) {
        bool Ends =
            llvm::any_of(Collected, [&](llvm::PHINode *Phi) { return Phi->getIncomingValueForBlock(Of.Last) == &I; });
        if (!Ends && llvm::any_of(I.users(), [&](llvm::User *User) { return !isInside(*User, *Of.Code); }))
          return false;
      }
    return true;
  }

  bool canCompute() {
    llvm::SCEVExpander Expander(Facts.Evolution, Of.Before->getModule()->getDataLayout(), "turned");
    return Expander.isSafeToExpand(Of.Repeats) && llvm::all_of(Counters, [&](const Counter &Each) {
             return Expander.isSafeToExpand(Each.Counts->evaluateAtIteration(Of.Repeats, Facts.Evolution));
           });
  }

  /// The loop ends after so many repetitions, whatever it looked at before.
  void count(llvm::Value &Repeats) {
    auto *Branch = llvm::cast<llvm::BranchInst>(Of.Last->getTerminator());
    llvm::IRBuilder<> Builder(&*Of.Head->begin());
    auto *Done = Builder.CreatePHI(Repeats.getType(), 2);
    Builder.SetInsertPoint(Branch);
    llvm::Value *Ends = Builder.CreateICmpEQ(Done, &Repeats);
    llvm::Value *Next = Builder.CreateAdd(Done, llvm::ConstantInt::get(Repeats.getType(), 1));
    Done->addIncoming(llvm::ConstantInt::get(Repeats.getType(), 0), Of.Before);
    Done->addIncoming(Next, Of.Last);
    Branch->setCondition(Ends);
    if (Branch->getSuccessor(0) == Of.Head)
      Branch->swapSuccessors();
  }

  struct Counter {
    llvm::PHINode *Phi;
    const llvm::SCEVAddRecExpr *Counts;
  };
  const PlainLoop &Of;
  LoopFacts &Facts;
  std::vector<Counter> Counters;
  std::vector<llvm::PHINode *> Collected;
};

bool turnOne(llvm::Function &F) {
  LoopFacts Facts(F);
  for (llvm::Loop *Code : Facts.Loops.getLoopsInPreorder()) {
    auto Found = plain(*Code, Facts);
    if (!Found)
      continue;
    Carried Values(*Found, Facts);
    if (!Values.mayTurn())
      continue;
    Values.turn();
    return true;
  }
  return false;
}

} // namespace

bool fuseLoops(llvm::Function &F) {
  bool Changed = false;
  while (fuseOne(F))
    Changed = true;
  return Changed;
}

bool countUp(llvm::Function &F) {
  bool Changed = false;
  while (turnOne(F))
    Changed = true;
  return Changed;
}

} // namespace vernier
