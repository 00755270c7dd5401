#include "base/Random.h"
#include "changes/Validator.h"
#include "random/Campaign.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <gtest/gtest.h>

/// Maps that are wrong on purpose: the validator has to reject them.
using namespace vernier;
using namespace vernier::test;

namespace {

// ---- A version is changed behind the back of a map that matches everything ----

llvm::ConstantInt *otherConstant(llvm::ConstantInt &C) {
  return llvm::ConstantInt::get(C.getContext(), C.getValue() + 1);
}

/// The ways to give an instruction another meaning. Each returns false if there is nothing to do it to.
bool changeConstant(llvm::Instruction &I, Random &) {
  if (!llvm::isa<llvm::BinaryOperator, llvm::StoreInst, llvm::ReturnInst, llvm::ICmpInst, llvm::CallInst>(I))
    return false;
  unsigned Count = llvm::isa<llvm::CallInst>(I) ? llvm::cast<llvm::CallInst>(I).arg_size() : I.getNumOperands();
  for (unsigned K = 0; K < Count; ++K)
    if (auto *C = llvm::dyn_cast<llvm::ConstantInt>(I.getOperand(K))) {
      I.setOperand(K, otherConstant(*C));
      return true;
    }
  return false;
}

bool invertComparison(llvm::Instruction &I, Random &) {
  auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(&I);
  if (Compare)
    Compare->setPredicate(Compare->getInversePredicate());
  return Compare;
}

/// The first instruction from here on that does something.
const llvm::Instruction *firstStep(const llvm::BasicBlock *Block) {
  for (int Limit = 0; Limit < 100; ++Limit) {
    const llvm::Instruction *At = &Block->front();
    while (isTransparent(*At) && !At->isTerminator())
      At = At->getNextNode();
    if (!isTransparent(*At))
      return At;
    Block = At->getSuccessor(0);
  }
  return nullptr;
}

/// Where both ways lead to the same instruction at once (`if (c) ;`, `c && 0`), swapping them may mean nothing.
bool swapSuccessors(llvm::Instruction &I, Random &) {
  auto *Branch = llvm::dyn_cast<llvm::BranchInst>(&I);
  if (!Branch || !Branch->isConditional() || firstStep(Branch->getSuccessor(0)) == firstStep(Branch->getSuccessor(1)))
    return false;
  Branch->swapSuccessors();
  return true;
}

bool swapSubtraction(llvm::Instruction &I, Random &) {
  if (I.getOpcode() != llvm::Instruction::Sub || I.getOperand(0) == I.getOperand(1))
    return false;
  llvm::Value *Left = I.getOperand(0);
  I.setOperand(0, I.getOperand(1));
  I.setOperand(1, Left);
  return true;
}

bool changeCallee(llvm::Instruction &I, Random &) {
  auto *Call = llvm::dyn_cast<llvm::CallInst>(&I);
  if (!Call || !Call->getCalledFunction() || Call->getCalledFunction()->isIntrinsic())
    return false;
  for (llvm::Function &F : *I.getModule())
    if (&F != Call->getCalledFunction() && !F.isIntrinsic() &&
        F.getFunctionType() == Call->getCalledFunction()->getFunctionType()) {
      Call->setCalledFunction(&F);
      return true;
    }
  return false;
}

bool changePhi(llvm::Instruction &I, Random &) {
  auto *Phi = llvm::dyn_cast<llvm::PHINode>(&I);
  if (!Phi)
    return false;
  for (unsigned K = 0; K < Phi->getNumIncomingValues(); ++K)
    if (auto *C = llvm::dyn_cast<llvm::ConstantInt>(Phi->getIncomingValue(K))) {
      Phi->setIncomingValue(K, otherConstant(*C));
      return true;
    }
  return false;
}

bool changeSwitch(llvm::Instruction &I, Random &) {
  auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(&I);
  if (!Switch)
    return false;
  for (auto Case : Switch->cases())
    if (Case.getCaseSuccessor() != Switch->getDefaultDest()) {
      Case.setSuccessor(Switch->getDefaultDest());
      return Switch->getDefaultDest()->phis().empty();
    }
  return false;
}

bool storeElsewhere(llvm::Instruction &I, Random &Rng) {
  auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
  if (!Store)
    return false;
  std::vector<llvm::AllocaInst *> Others;
  for (llvm::Instruction &Other : I.getFunction()->getEntryBlock())
    if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&Other))
      if (Local != Store->getPointerOperand() && Local->getAllocatedType() == Store->getValueOperand()->getType())
        Others.push_back(Local);
  if (Others.empty())
    return false;
  Store->setOperand(1, Others[Rng.below(Others.size())]);
  return true;
}

struct Mutation {
  const char *Name;
  bool (*Apply)(llvm::Instruction &, Random &);
};
const Mutation Mutations[] = {{"another constant", changeConstant},
                              {"inverted comparison", invertComparison},
                              {"swapped successors", swapSuccessors},
                              {"swapped subtraction", swapSubtraction},
                              {"another callee", changeCallee},
                              {"another value in a phi", changePhi},
                              {"a case that goes elsewhere", changeSwitch},
                              {"a store to another local", storeElsewhere}};

/// Instructions of blocks that control can reach: only these are stepped through.
std::vector<llvm::Instruction *> reachable(llvm::Module &M) {
  std::vector<llvm::Instruction *> Found;
  for (llvm::Function &F : M) {
    if (F.isDeclaration())
      continue;
    llvm::SmallPtrSet<llvm::BasicBlock *, 32> Seen;
    std::vector<llvm::BasicBlock *> Work = {&F.getEntryBlock()};
    while (!Work.empty()) {
      llvm::BasicBlock *B = Work.back();
      Work.pop_back();
      if (!Seen.insert(B).second)
        continue;
      for (llvm::Instruction &I : *B)
        if (!llvm::isa<llvm::IntrinsicInst>(I) || llvm::isa<llvm::MemIntrinsic>(I))
          Found.push_back(&I);
      for (llvm::BasicBlock *Next : llvm::successors(B))
        Work.push_back(Next);
    }
  }
  return Found;
}

class EveryMutation : public testing::TestWithParam<Mutation> {};

/// Both versions are compiled from one text, so everything is matched and nothing is called changed. Then one
/// instruction of the new version gets another meaning. No change stands before it, so no map like this is valid.
TEST_P(EveryMutation, IsRejected) {
  std::size_t Tried = 0;
  for (std::uint64_t Seed = 0; Seed < 80; ++Seed) {
    RandomPair Source = generatePair(Seed);
    Source.NewText = Source.OldText;
    CompiledPair Pair(std::move(Source));
    ChangeMap Map = computeChangeMap(Pair.Old, Pair.New, Pair.Source.Entry);
    ASSERT_TRUE(Map.empty());
    Random Rng(Seed);
    auto All = reachable(Pair.New.module());
    std::vector<llvm::Instruction *> Order;
    for (std::size_t K = 0; K < All.size(); ++K)
      Order.push_back(All[(K + Seed * 7) % All.size()]);
    for (llvm::Instruction *I : Order) {
      std::string Before;
      llvm::raw_string_ostream(Before) << *I << " in " << I->getFunction()->getName();
      if (!GetParam().Apply(*I, Rng))
        continue;
      ++Tried;
      std::string After;
      llvm::raw_string_ostream(After) << *I;
      EXPECT_FALSE(validate(Map).empty()) << "seed " << Seed << ":" << Before << "\nbecame" << After;
      break;
    }
  }
  EXPECT_GT(Tried, 20u) << "too few places for " << GetParam().Name;
}

INSTANTIATE_TEST_SUITE_P(Kind, EveryMutation, testing::ValuesIn(Mutations), [](const auto &Info) {
  std::string Name = Info.param.Name;
  std::replace(Name.begin(), Name.end(), ' ', '_');
  return Name;
});

TEST(Damage, AnotherInitialiserIsRejected) {
  std::size_t Tried = 0;
  for (std::uint64_t Seed = 0; Seed < 60; ++Seed) {
    RandomPair Source = generatePair(Seed);
    Source.NewText = Source.OldText;
    CompiledPair Pair(std::move(Source));
    ChangeMap Map = computeChangeMap(Pair.Old, Pair.New, Pair.Source.Entry);
    for (llvm::GlobalVariable &G : Pair.New.module().globals()) {
      auto *Value = G.hasInitializer() ? llvm::dyn_cast<llvm::ConstantInt>(G.getInitializer()) : nullptr;
      if (!Value || !Map.counterpart(G))
        continue;
      G.setInitializer(otherConstant(*Value));
      ++Tried;
      EXPECT_FALSE(validate(Map).empty()) << "seed " << Seed << ": " << G.getName().str();
      break;
    }
  }
  EXPECT_GT(Tried, 30u);
}

// ---- The map of a changed pair forgets changes ----

std::vector<const llvm::Instruction *> changedOf(const llvm::Function &F, const ChangeMap &Map) {
  std::vector<const llvm::Instruction *> Found;
  for (const llvm::Instruction &I : llvm::instructions(F))
    if (Map.isChanged(I))
      Found.push_back(&I);
  return Found;
}

/// A copy without some of the changed edges; a map itself never forgets one.
ChangeMap withoutEdges(const CompiledPair &Pair, const ChangeMap &Map, Random &Rng, unsigned Percent) {
  ChangeMap Copy(Pair.Old, Pair.New);
  for (const llvm::GlobalVariable &G : Pair.Old.module().globals())
    if (auto *Other = Map.counterpart(G))
      Copy.match(G, *Other);
  for (const llvm::Function &F : Pair.Old.module()) {
    if (auto *Other = Map.counterpart(F))
      Copy.match(F, *Other);
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (auto *Other = Map.counterpart(I))
        Copy.match(I, *Other);
  }
  // In the order of the blocks: the order of the set is not the same in every run.
  for (const Program *Version : {&Pair.Old, &Pair.New})
    for (const llvm::Function &F : Version->module())
      for (const llvm::BasicBlock &B : F)
        for (const llvm::BasicBlock *Next : llvm::successors(&B))
          if (Map.isChangedEdge(B, *Next) && !Rng.chance(Percent))
            Copy.addChangedEdge(B, *Next);
  return Copy;
}

/// Matches changed instructions of both sides of a function with each other, by position, as far as they go.
void matchChanged(ChangeMap &Map, const llvm::Function &F, Random &Rng, unsigned Percent) {
  const llvm::Function *Other = Map.counterpart(F);
  if (!Other)
    return;
  auto Old = changedOf(F, Map), New = changedOf(*Other, Map);
  for (std::size_t K = 0; K < std::min(Old.size(), New.size()); ++K)
    if (Rng.chance(Percent))
      Map.match(*Old[K], *New[K]);
}

/// Swaps the counterparts of two matched instructions with different opcodes.
void swapCounterparts(ChangeMap &Map, const llvm::Function &F, Random &Rng) {
  std::vector<const llvm::Instruction *> Matched;
  for (const llvm::Instruction &I : llvm::instructions(F))
    if (Map.counterpart(I) && !isTransparent(I))
      Matched.push_back(&I);
  if (Matched.size() < 2)
    return;
  const llvm::Instruction *A = Matched[Rng.below(Matched.size())], *B = Matched[Rng.below(Matched.size())];
  if (A->getOpcode() == B->getOpcode())
    return;
  const llvm::Instruction *OfA = Map.counterpart(*A), *OfB = Map.counterpart(*B);
  Map.unmatch(*A);
  Map.unmatch(*B);
  Map.match(*A, *OfB);
  Map.match(*B, *OfA);
}

class Forgetting : public testing::TestWithParam<unsigned> {};

/// Random damage does not always break the claim. The runs tell whether it did; where an input executes no change (as
/// the damaged map has it) and the outputs differ, the validator must have objected.
TEST_P(Forgetting, WhatBreaksTheClaimIsRejected) {
  std::size_t Broken = 0, Rejected = 0, Tried = 0;
  // One edit: with several, damage to one of them mostly leaves another one in the way.
  GeneratorOptions Options;
  Options.MaxEdits = 1;
  Options.IdentityPercent = 0;
  for (std::uint64_t Seed = 1000 + GetParam() * 100; Seed < 1080 + GetParam() * 100; ++Seed) {
    CompiledPair Pair(generatePair(Seed, Options));
    ChangeMap Map = computeChangeMap(Pair.Old, Pair.New, Pair.Source.Entry);
    if (Map.empty() || !Map.obstacles().empty())
      continue;
    Random Rng(Seed);
    static const unsigned Percents[] = {100, 100, 100, 50};
    unsigned Percent = Percents[Rng.below(4)];
    ChangeMap Damaged = withoutEdges(Pair, Map, Rng, Percent);
    for (const llvm::Function &F : Pair.Old.module())
      matchChanged(Damaged, F, Rng, Percent);
    bool Valid = validate(Damaged).empty();
    ClaimCheck Check = checkClaim(Pair, Damaged, sampleInputs(Pair.Source.Parameters, 24, Seed));
    ++Tried;
    Rejected += !Valid;
    Broken += Check.Broken.has_value();
    EXPECT_FALSE(Check.Broken && Valid) << dump(Pair.Source, "a damaged map is accepted: " + Check.Why);
  }
  std::printf("%zu damaged maps, %zu break the claim on the inputs, %zu rejected\n", Tried, Broken, Rejected);
  EXPECT_GT(Broken, Tried / 16) << "the damage is too weak to test anything";
}

INSTANTIATE_TEST_SUITE_P(Part, Forgetting, testing::Range(0u, 2u));

/// A store cannot be a comparison: whatever the programs do, this is no lock step. Only maps without changes are used,
/// so that nothing stands in front of the swapped instructions.
TEST(Damage, SwappedCounterpartsAreRejected) {
  std::size_t Tried = 0;
  for (std::uint64_t Seed = 2000; Seed < 2080; ++Seed) {
    RandomPair Source = generatePair(Seed);
    Source.NewText = Source.OldText;
    CompiledPair Pair(std::move(Source));
    ChangeMap Map = computeChangeMap(Pair.Old, Pair.New, Pair.Source.Entry);
    ASSERT_TRUE(Map.empty());
    Random Rng(Seed);
    auto Steps = reachable(Pair.Old.module());
    const llvm::Function &F = *Steps[Rng.below(Steps.size())]->getFunction();
    ChangeMap Swapped = Map;
    swapCounterparts(Swapped, F, Rng);
    bool Changed = false;
    for (llvm::Instruction *I : Steps)
      Changed |= Swapped.counterpart(*I) != Map.counterpart(*I);
    if (!Changed)
      continue;
    ++Tried;
    EXPECT_FALSE(validate(Swapped).empty()) << "seed " << Seed << " " << F.getName().str();
  }
  EXPECT_GT(Tried, 30u);
}

} // namespace
