#include "instrument/MergeBranches.h"

#include "bitcode/SignedArithmetic.h"
#include "instrument/Accesses.h"
#include "instrument/Lower.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace vernier {

namespace {

/// What one side may cost: the other one pays for it too.
constexpr unsigned MostInstructions = 200;

bool isNumber(const llvm::Type &Type) {
  return Type.isIntegerTy() || Type.isFloatTy() || Type.isDoubleTy();
}

class Merger {
public:
  Merger(llvm::Module &M, const InstructionSet &Keep) : M(M) {
    for (llvm::Function &F : M) {
      unsigned Ordinal = 0;
      for (llvm::Instruction &I : llvm::instructions(F))
        if (Keep.contains({F.getName().str(), Ordinal++})) {
          Kept.insert(&I);
          KeptBlocks.insert(I.getParent());
          KeptFunctions.insert(&F);
        }
    }
  }

  unsigned run() {
    for (unsigned Before = ~0u; Before != Count;) {
      Before = Count;
      for (llvm::Function &F : M)
        if (!F.isDeclaration())
          while (mergeOne(F))
            ;
      findComputing();
    }
    return Count;
  }

private:
  /// Computes and does nothing else; it cannot fail.
  bool isPure(const llvm::Instruction &I) const {
    if (isSignedArithmetic(I))
      return false; // it may overflow, and that is looked for
    if (llvm::isa<llvm::DbgInfoIntrinsic>(I))
      return true;
    if (auto *Binary = llvm::dyn_cast<llvm::BinaryOperator>(&I))
      return isNumber(*I.getType()) && !Binary->isIntDivRem() && Binary->getOpcode() != llvm::Instruction::FRem;
    if (llvm::isa<llvm::CmpInst>(I))
      return isNumber(*I.getOperand(0)->getType());
    if (llvm::isa<llvm::TruncInst, llvm::ZExtInst, llvm::SExtInst, llvm::FPExtInst, llvm::FPTruncInst, llvm::SIToFPInst,
                  llvm::UIToFPInst, llvm::SelectInst, llvm::FreezeInst>(I) ||
        I.getOpcode() == llvm::Instruction::FNeg)
      return isNumber(*I.getType());
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
      return Load->isSimple() && isNumber(*I.getType()) && cannotFail(*Load);
    if (auto *Call = llvm::dyn_cast<llvm::CallInst>(&I)) {
      const llvm::Function *Callee = Call->getCalledFunction();
      return Callee && Computing.contains(Callee) && isNumber(*I.getType());
    }
    return false;
  }

  bool isStore(const llvm::Instruction &I) const {
    auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
    return Store && Store->isSimple() && isNumber(*Store->getValueOperand()->getType()) && cannotFail(*Store);
  }

  unsigned costOf(const llvm::Instruction &I) const {
    if (auto *Call = llvm::dyn_cast<llvm::CallInst>(&I); Call && Call->getCalledFunction())
      return 1 + Computing.lookup(Call->getCalledFunction());
    return 1;
  }

  /// The block can be carried out whether or not its condition holds. It ends with a jump, or with another branch.
  bool isSide(const llvm::BasicBlock &Block, const llvm::BasicBlock &From, bool Jumps = true) const {
    auto *End = llvm::dyn_cast<llvm::BranchInst>(Block.getTerminator());
    if (Block.getSinglePredecessor() != &From || !End || End->isConditional() == Jumps || KeptBlocks.contains(&Block) ||
        llvm::isa<llvm::PHINode>(Block.front()))
      return false;
    unsigned Cost = 0;
    for (const llvm::Instruction &I : Block) {
      if (&I != End && !isPure(I) && !isStore(I))
        return false;
      Cost += costOf(I);
    }
    return Cost <= MostInstructions;
  }

  static bool phisAreNumbers(const llvm::BasicBlock &Block) {
    return llvm::all_of(Block.phis(), [](const llvm::PHINode &Phi) { return isNumber(*Phi.getType()); });
  }

  bool mergeOne(llvm::Function &F) {
    for (llvm::BasicBlock &Block : F) {
      auto *Branch = llvm::dyn_cast<llvm::BranchInst>(Block.getTerminator());
      if (!Branch || !Branch->isConditional() || Kept.contains(Branch))
        continue;
      llvm::BasicBlock *Then = Branch->getSuccessor(0), *Else = Branch->getSuccessor(1);
      if (Then == Else)
        continue;
      bool First = isSide(*Then, Block), Second = isSide(*Else, Block);
      if (First && Second && Then->getSingleSuccessor() == Else->getSingleSuccessor())
        return merge(*Branch, Then, Else, *Then->getSingleSuccessor());
      if (First && Then->getSingleSuccessor() == Else && merge(*Branch, Then, nullptr, *Else))
        return true;
      if (Second && Else->getSingleSuccessor() == Then && merge(*Branch, nullptr, Else, *Then))
        return true;
      if (isSide(*Then, Block, false) && join(*Branch, *Then, *Else, true))
        return true;
      if (isSide(*Else, Block, false) && join(*Branch, *Else, *Then, false))
        return true;
    }
    return false;
  }

  /// `a && b`, `a || b`: one of the sides asks again, and one of its own sides is the other side.
  bool join(llvm::BranchInst &Branch, llvm::BasicBlock &Asks, llvm::BasicBlock &Other, bool When) {
    llvm::BasicBlock &Block = *Branch.getParent();
    auto &Second = llvm::cast<llvm::BranchInst>(*Asks.getTerminator());
    llvm::BasicBlock *Then = Second.getSuccessor(0), *Else = Second.getSuccessor(1);
    if (Kept.contains(&Second) || Then == Else || (Then != &Other && Else != &Other) || Then == &Block ||
        Else == &Block || Then == &Asks || Else == &Asks || !phisAreNumbers(*Then) || !phisAreNumbers(*Else))
      return false;
    bool OtherIsThen = Then == &Other;
    takeIn(Branch, Asks, When);
    llvm::IRBuilder<> B(&Branch);
    llvm::Value *First = Branch.getCondition(), *Asked = Second.getCondition();
    // Where the first condition does not lead to the second one, the way is to the other side.
    llvm::Value *Otherwise = B.getInt1(OtherIsThen);
    llvm::Value *Both = B.CreateSelect(First, When ? Asked : Otherwise, When ? Otherwise : Asked);
    if (auto *Made = llvm::dyn_cast<llvm::Instruction>(Both))
      setSite(*Made, siteOf(Branch));
    for (llvm::PHINode &Phi : Other.phis()) {
      llvm::Value *Direct = Phi.getIncomingValueForBlock(&Block), *Through = Phi.getIncomingValueForBlock(&Asks);
      llvm::Value *Chosen =
          Direct == Through ? Direct : B.CreateSelect(First, When ? Through : Direct, When ? Direct : Through);
      if (auto *Made = llvm::dyn_cast<llvm::Instruction>(Chosen); Made && !siteOf(*Made))
        setSite(*Made, siteOf(Branch));
      Phi.removeIncomingValue(&Asks, /*DeletePHIIfEmpty=*/false);
      Phi.setIncomingValueForBlock(&Block, Chosen);
    }
    llvm::BasicBlock *Remaining = OtherIsThen ? Else : Then;
    for (llvm::PHINode &Phi : Remaining->phis())
      Phi.replaceIncomingBlockWith(&Asks, &Block);
    llvm::BranchInst *New = B.CreateCondBr(Both, Then, Else);
    New->setDebugLoc(Second.getDebugLoc());
    setSite(*New, siteOf(Second));
    Branch.eraseFromParent();
    Asks.eraseFromParent();
    ++Count;
    return true;
  }

  void takeIn(llvm::BranchInst &Branch, llvm::BasicBlock &Side, bool When) {
    llvm::Value *Condition = Branch.getCondition();
    for (llvm::Instruction &I : llvm::make_early_inc_range(Side)) {
      if (I.isTerminator())
        break;
      if (llvm::isa<llvm::DbgInfoIntrinsic>(I)) {
        I.eraseFromParent();
        continue;
      }
      I.moveBefore(&Branch);
      auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
      if (!Store || Paired.erase(Store))
        continue;
      llvm::IRBuilder<> B(Store);
      llvm::Value *New = Store->getValueOperand();
      llvm::Value *Old = B.CreateAlignedLoad(New->getType(), Store->getPointerOperand(), Store->getAlign());
      llvm::Value *Chosen = B.CreateSelect(Condition, When ? New : Old, When ? Old : New);
      for (llvm::Value *Made : {Old, Chosen})
        if (auto *Instruction = llvm::dyn_cast<llvm::Instruction>(Made))
          setSite(*Instruction, siteOf(*Store));
      Store->setOperand(0, Chosen);
    }
  }

  /// The one store to a local in the block, if nobody reads the local behind it there.
  static llvm::StoreInst *onlyStore(llvm::BasicBlock &Block, const llvm::Value &Local) {
    llvm::StoreInst *Found = nullptr;
    for (llvm::Instruction &I : Block) {
      if (llvm::getLoadStorePointerOperand(&I) != &Local)
        continue;
      auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
      if (Found)
        return nullptr;
      Found = Store;
    }
    return Found;
  }

  /// Where both sides give a value to the same local, what it held before does not matter.
  void pairStores(llvm::BranchInst &Branch, llvm::BasicBlock &Then, llvm::BasicBlock &Else) {
    std::vector<std::pair<llvm::StoreInst *, llvm::StoreInst *>> Pairs;
    for (llvm::Instruction &I : Then) {
      auto *First = llvm::dyn_cast<llvm::StoreInst>(&I);
      auto *Local = First ? llvm::dyn_cast<llvm::AllocaInst>(First->getPointerOperand()) : nullptr;
      if (!Local || onlyStore(Then, *Local) != First)
        continue;
      llvm::StoreInst *Second = onlyStore(Else, *Local);
      bool Private = llvm::all_of(Local->users(), [&](const llvm::User *User) {
        return llvm::isa<llvm::LoadInst, llvm::IntrinsicInst>(User) ||
               (llvm::isa<llvm::StoreInst>(User) && User->getOperand(0) != Local);
      });
      if (Second && Private && Second->getValueOperand()->getType() == First->getValueOperand()->getType())
        Pairs.push_back({First, Second});
    }
    for (auto [First, Second] : Pairs) {
      // Everything else of both sides comes before the branch; so do their values.
      llvm::Value *A = First->getValueOperand(), *C = Second->getValueOperand();
      llvm::StoreInst *Store = Second;
      First->eraseFromParent();
      Store->moveBefore(Else.getTerminator());
      auto *Chosen = llvm::SelectInst::Create(Branch.getCondition(), A, C, "", Store->getIterator());
      setSite(*Chosen, siteOf(Branch));
      Store->setOperand(0, Chosen);
      Paired.insert(Store);
    }
  }

  bool merge(llvm::BranchInst &Branch, llvm::BasicBlock *Then, llvm::BasicBlock *Else, llvm::BasicBlock &Join) {
    llvm::BasicBlock &Block = *Branch.getParent();
    if (&Join == &Block || !phisAreNumbers(Join))
      return false;
    if (Then && Else)
      pairStores(Branch, *Then, *Else);
    if (Then)
      takeIn(Branch, *Then, true);
    if (Else)
      takeIn(Branch, *Else, false);
    llvm::IRBuilder<> B(&Branch);
    for (llvm::PHINode &Phi : Join.phis()) {
      llvm::Value *A = Phi.getIncomingValueForBlock(Then ? Then : &Block);
      llvm::Value *C = Phi.getIncomingValueForBlock(Else ? Else : &Block);
      llvm::Value *Chosen = A == C ? A : B.CreateSelect(Branch.getCondition(), A, C);
      if (auto *Instruction = llvm::dyn_cast<llvm::Instruction>(Chosen); Instruction && !siteOf(*Instruction))
        setSite(*Instruction, siteOf(Branch));
      for (llvm::BasicBlock *Gone : {Then, Else})
        if (Gone)
          Phi.removeIncomingValue(Gone, /*DeletePHIIfEmpty=*/false);
      int Known = Phi.getBasicBlockIndex(&Block);
      if (Known >= 0)
        Phi.setIncomingValue(static_cast<unsigned>(Known), Chosen);
      else
        Phi.addIncoming(Chosen, &Block);
    }
    B.CreateBr(&Join)->setDebugLoc(Branch.getDebugLoc());
    Branch.eraseFromParent();
    for (llvm::BasicBlock *Gone : {Then, Else})
      if (Gone)
        Gone->eraseFromParent();
    if (!KeptBlocks.contains(&Join) && Join.getSinglePredecessor() == &Block)
      llvm::MergeBlockIntoPredecessor(&Join);
    ++Count;
    return true;
  }

  /// Functions of one block that compute a number from numbers and memory, and write to their own variables only.
  void findComputing() {
    for (bool Again = true; Again;) {
      Again = false;
      for (llvm::Function &F : M)
        if (!Computing.contains(&F))
          if (auto Cost = computes(F)) {
            Computing[&F] = *Cost;
            Again = true;
          }
    }
  }

  std::optional<unsigned> computes(const llvm::Function &F) const {
    if (F.isDeclaration() || F.size() != 1 || KeptFunctions.contains(&F) || F.isInterposable() ||
        !isNumber(*F.getReturnType()) ||
        !llvm::all_of(F.args(), [](const llvm::Argument &Each) { return isNumber(*Each.getType()); }))
      return std::nullopt;
    unsigned Cost = 0;
    for (const llvm::Instruction &I : F.front()) {
      Cost += costOf(I);
      if (llvm::isa<llvm::AllocaInst, llvm::ReturnInst>(I) || isPure(I))
        continue;
      if (auto *Intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&I); Intrinsic && Intrinsic->isLifetimeStartOrEnd())
        continue;
      if (!isStore(I) || !llvm::isa<llvm::AllocaInst>(llvm::cast<llvm::StoreInst>(I).getPointerOperand()))
        return std::nullopt;
    }
    if (Cost > MostInstructions)
      return std::nullopt;
    return Cost;
  }

  llvm::Module &M;
  llvm::DenseSet<const llvm::Instruction *> Kept;
  llvm::DenseSet<const llvm::BasicBlock *> KeptBlocks;
  llvm::DenseSet<const llvm::Function *> KeptFunctions;
  llvm::DenseMap<const llvm::Function *, unsigned> Computing; ///< with what they cost
  llvm::DenseSet<const llvm::StoreInst *> Paired;             ///< that have their selection already
  unsigned Count = 0;
};

} // namespace

unsigned mergeBranches(llvm::Module &M, const InstructionSet &Keep) {
  return Merger(M, Keep).run();
}

} // namespace vernier
