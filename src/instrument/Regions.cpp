#include "instrument/Regions.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace vernier {

Regions::Regions(llvm::Function &F) {
  findLeaving(F);
  findJoins(F);
}

/// Blocks that reach one of these backwards.
static llvm::DenseSet<const llvm::BasicBlock *> reaching(std::vector<llvm::BasicBlock *> Open) {
  llvm::DenseSet<const llvm::BasicBlock *> Seen(Open.begin(), Open.end());
  while (!Open.empty()) {
    llvm::BasicBlock *Block = Open.back();
    Open.pop_back();
    for (llvm::BasicBlock *Before : llvm::predecessors(Block))
      if (Seen.insert(Before).second)
        Open.push_back(Before);
  }
  return Seen;
}

void Regions::findLeaving(llvm::Function &F) {
  std::vector<llvm::BasicBlock *> Returns, Ends;
  for (llvm::BasicBlock &Block : F) {
    if (llvm::isa<llvm::ReturnInst>(Block.getTerminator()))
      Returns.push_back(&Block);
    if (llvm::succ_empty(&Block))
      Ends.push_back(&Block);
  }
  auto Stay = reaching(Returns);
  // A function that never returns has its own ends, and one that never ends has none.
  if (!Stay.contains(&F.getEntryBlock()))
    Stay = reaching(Ends);
  if (!Stay.contains(&F.getEntryBlock()))
    return;
  for (llvm::BasicBlock &Block : F)
    if (!Stay.contains(&Block))
      Leaving.insert(&Block);
}

std::vector<llvm::BasicBlock *> Regions::successors(llvm::BasicBlock &Block) const {
  std::vector<llvm::BasicBlock *> Result;
  for (llvm::BasicBlock *Next : llvm::successors(&Block))
    if (!Leaving.contains(Next))
      Result.push_back(Next);
  return Result;
}

namespace {

/// Immediate post-dominators by iteration (Cooper, Harvey, Kennedy). Number 0 is the end of the function, to which the
/// ends lead, and one block of whatever never ends.
class JoinFinder {
public:
  explicit JoinFinder(std::vector<std::vector<unsigned>> Successors)
      : After(std::move(Successors)), Before(After.size()), Position(After.size(), Unseen), Immediate(After.size()) {
    for (unsigned Block = 1; Block != After.size(); ++Block) {
      if (After[Block].empty())
        After[Block].push_back(0);
      for (unsigned Next : After[Block])
        Before[Next].push_back(Block);
    }
    order();
    iterate();
  }

  unsigned join(unsigned Block) const { return Immediate[Block]; }

private:
  static constexpr unsigned Unseen = ~0u;

  /// Post-order of the reversed graph from a block, without recursion.
  void walk(unsigned From, std::vector<bool> &Seen) {
    std::vector<std::pair<unsigned, unsigned>> Stack{{From, 0}};
    Seen[From] = true;
    while (!Stack.empty()) {
      auto &[Block, Next] = Stack.back();
      if (Next == Before[Block].size()) {
        Order.push_back(Block);
        Stack.pop_back();
        continue;
      }
      unsigned Other = Before[Block][Next++];
      if (!Seen[Other]) {
        Seen[Other] = true;
        Stack.push_back({Other, 0});
      }
    }
  }

  void order() {
    std::vector<bool> Seen(After.size());
    Seen[0] = true;
    for (unsigned Block : std::vector<unsigned>(Before[0]))
      if (!Seen[Block])
        walk(Block, Seen);
    // The last block of an endless loop goes back: as if it were its end.
    for (unsigned Block = After.size(); --Block != 0;)
      if (!Seen[Block]) {
        After[Block].push_back(0);
        walk(Block, Seen);
      }
    Order.push_back(0);
    for (unsigned I = 0; I != Order.size(); ++I)
      Position[Order[I]] = I;
  }

  unsigned meet(unsigned A, unsigned B) const {
    while (A != B)
      if (Position[A] < Position[B])
        A = Immediate[A];
      else
        B = Immediate[B];
    return A;
  }

  void iterate() {
    std::vector<bool> Known(After.size());
    Known[0] = true;
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (unsigned I = Order.size() - 1; I-- != 0;) {
        unsigned Block = Order[I];
        std::optional<unsigned> New;
        for (unsigned Next : After[Block])
          if (Known[Next])
            New = New ? meet(*New, Next) : Next;
        if (New && (!Known[Block] || Immediate[Block] != *New)) {
          Immediate[Block] = *New;
          Known[Block] = Changed = true;
        }
      }
    }
  }

  std::vector<std::vector<unsigned>> After, Before;
  std::vector<unsigned> Order, Position, Immediate;
};

} // namespace

void Regions::findJoins(llvm::Function &F) {
  std::vector<llvm::BasicBlock *> Blocks{nullptr};
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Number;
  for (llvm::BasicBlock &Block : F)
    if (!Leaving.contains(&Block)) {
      Number[&Block] = Blocks.size();
      Blocks.push_back(&Block);
    }
  std::vector<std::vector<unsigned>> Next(Blocks.size());
  for (unsigned I = 1; I != Blocks.size(); ++I)
    for (llvm::BasicBlock *Successor : successors(*Blocks[I]))
      Next[I].push_back(Number.lookup(Successor));
  JoinFinder Found(std::move(Next));
  for (unsigned I = 1; I != Blocks.size(); ++I)
    Joins[Blocks[I]] = Blocks[Found.join(I)];
}

llvm::BasicBlock *Regions::join(const llvm::BasicBlock &Branching) const {
  return Joins.lookup(&Branching);
}

std::vector<llvm::BasicBlock *> Regions::side(llvm::BasicBlock &First, const llvm::BasicBlock *Join) const {
  std::vector<llvm::BasicBlock *> Result;
  if (&First == Join || leaves(First))
    return Result;
  llvm::DenseSet<const llvm::BasicBlock *> Seen{&First};
  Result.push_back(&First);
  for (unsigned I = 0; I != Result.size(); ++I)
    for (llvm::BasicBlock *Next : successors(*Result[I]))
      if (Next != Join && Seen.insert(Next).second)
        Result.push_back(Next);
  return Result;
}

} // namespace vernier
