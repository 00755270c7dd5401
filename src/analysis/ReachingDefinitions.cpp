#include "analysis/ReachingDefinitions.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vernier {

namespace {

/// A write to more shared cells than this is not followed by itself: it counts as what others left.
constexpr unsigned FewCells = 32;
/// Bits of data-flow state beyond which a function is treated as if everything reached everything.
constexpr std::uint64_t MostBits = std::uint64_t(1) << 31;

struct WholeWrite {
  const llvm::Value *Pointer = nullptr;
  std::uint64_t Size = 0;
};

/// An access that writes exactly Size bytes at Pointer.
WholeWrite wholeWrite(const llvm::Instruction &I) {
  const llvm::DataLayout &Data = I.getModule()->getDataLayout();
  if (const auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
    return {Store->getPointerOperand(), Data.getTypeStoreSize(Store->getValueOperand()->getType())};
  if (const auto *Fill = llvm::dyn_cast<llvm::MemIntrinsic>(&I))
    if (const auto *Size = llvm::dyn_cast<llvm::ConstantInt>(Fill->getLength()))
      return {Fill->getDest(), Size->getLimitedValue()};
  return {};
}

const llvm::Function *frameOf(const MemoryObject &Object) {
  if (const auto *Local = llvm::dyn_cast<llvm::AllocaInst>(Object.Site))
    return Local->getFunction();
  return llvm::cast<llvm::Argument>(Object.Site)->getParent();
}

/// The abstract object stands for one piece of memory whenever it is accessed.
bool isSingle(ObjectId Id, const ModRef &Memory) {
  const MemoryObject &Object = Memory.pointers().objects()[Id];
  if (Object.Kind == ObjectKind::Global)
    return true;
  return Object.Kind == ObjectKind::Local && (Memory.isPrivate(Id) || !Memory.calls().isRecursive(*frameOf(Object)));
}

class FunctionFlow {
public:
  FunctionFlow(const llvm::Function &F, const ModRef &Memory) : F(F), Memory(Memory), Pointers(Memory.pointers()) {}

  void run(const std::function<bool(const MemoryFlow &)> &Found) {
    collectReads();
    if (Read.empty())
      return;
    collectWrites();
    numberByCell();
    Everywhere = hasSetjmp() || std::uint64_t(Definitions.size()) * F.size() * 2 > MostBits;
    if (!Everywhere)
      solve();
    for (const llvm::BasicBlock &Block : F)
      if (!report(Block, Found))
        return;
  }

private:
  struct Definition {
    const llvm::Instruction *Write;
    unsigned Cell; ///< local number
  };
  struct Effect {
    llvm::SmallVector<unsigned, 2> Makes;  ///< definitions
    llvm::SmallVector<unsigned, 2> Clears; ///< cells whose other definitions end here
  };

  bool hasSetjmp() const {
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
        if (Call->hasFnAttr(llvm::Attribute::ReturnsTwice))
          return true;
        for (const llvm::Function *Callee : Pointers.callees(*Call).Library)
          if (effectOf(*Callee)->ReturnsTwice)
            return true;
      }
    return false;
  }

  void collectReads() {
    for (const llvm::Instruction &I : llvm::instructions(F))
      for (CellId Cell : Memory.own(I).Reads)
        if (Cell != Objects::UnknownCell)
          Read.set(Cell);
    for (CellId Cell : Read) {
      LocalNumber[Cell] = Cells.size();
      Cells.push_back(Cell);
    }
    OfCell.resize(Cells.size());
    Others.assign(Cells.size(), None);
    for (unsigned I = 0; I != Cells.size(); ++I)
      if (!Memory.isPrivate(Pointers.objects().objectOf(Cells[I])))
        Others[I] = define(nullptr, I);
  }

  unsigned define(const llvm::Instruction *Write, unsigned Cell) {
    Definitions.push_back({Write, Cell});
    OfCell[Cell].push_back(Definitions.size() - 1);
    return Definitions.size() - 1;
  }

  void others(const CellSet &Written, Effect &What) {
    CellSet Seen = Pointers.expanded(Written);
    Seen &= Read;
    for (CellId Cell : Seen)
      if (unsigned Id = Others[LocalNumber[Cell]]; Id != None)
        What.Makes.push_back(Id);
  }

  void collectWrites() {
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      Effect What;
      const MemoryAccess &Own = Memory.own(I);
      const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      if (Call)
        others(Memory.callees(*Call).Writes, What);
      if (!Own.Writes.empty())
        own(I, Own.Writes, What);
      if (!What.Makes.empty() || !What.Clears.empty())
        Effects[&I] = std::move(What);
    }
  }

  void own(const llvm::Instruction &I, const CellSet &Writes, Effect &What) {
    CellSet Seen = Writes;
    Seen &= Read;
    bool Few = Seen.count() <= FewCells;
    if (Writes.test(Objects::UnknownCell) || !Few)
      others(Writes, What);
    for (CellId Cell : Seen) {
      unsigned Local = LocalNumber[Cell];
      if (Few || Others[Local] == None)
        What.Makes.push_back(define(&I, Local));
    }
    for (CellId Cell : certainlyOverwritten(I, Memory))
      if (Read.test(Cell))
        What.Clears.push_back(LocalNumber[Cell]);
  }

  /// The definitions of a cell get numbers that follow each other, so that all of them are a few words of a state: in a
  /// function of ten thousand stores to one variable, each store ends all others.
  void numberByCell() {
    std::vector<unsigned> NumberOf(Definitions.size());
    std::vector<Definition> Sorted;
    Sorted.reserve(Definitions.size());
    First.assign(1, 0);
    for (std::vector<unsigned> &Ids : OfCell) {
      for (unsigned &Id : Ids) {
        NumberOf[Id] = Sorted.size();
        Sorted.push_back(Definitions[Id]);
        Id = Sorted.size() - 1;
      }
      First.push_back(Sorted.size());
    }
    Definitions = std::move(Sorted);
    for (unsigned &Id : Others)
      if (Id != None)
        Id = NumberOf[Id];
    for (auto &Each : Effects)
      for (unsigned &Id : Each.second.Makes)
        Id = NumberOf[Id];
  }

  void transfer(const llvm::Instruction &I, llvm::BitVector &State) const {
    auto Known = Effects.find(&I);
    if (Known == Effects.end())
      return;
    for (unsigned Cell : Known->second.Clears)
      State.reset(First[Cell], First[Cell + 1]);
    for (unsigned Id : Known->second.Makes)
      State.set(Id);
  }

  void solve() {
    llvm::BitVector Start(Definitions.size());
    for (unsigned Id : Others)
      if (Id != None)
        Start.set(Id);
    std::vector<const llvm::BasicBlock *> Work;
    llvm::DenseSet<const llvm::BasicBlock *> Queued;
    for (const llvm::BasicBlock &Block : llvm::reverse(F)) {
      In[&Block].resize(Definitions.size());
      Work.push_back(&Block);
      Queued.insert(&Block);
    }
    In[&F.getEntryBlock()] = Start;
    while (!Work.empty()) {
      const llvm::BasicBlock *Block = Work.back();
      Work.pop_back();
      Queued.erase(Block);
      llvm::BitVector State = In[Block];
      for (const llvm::Instruction &I : *Block)
        transfer(I, State);
      for (const llvm::BasicBlock *Next : llvm::successors(Block)) {
        llvm::BitVector &Target = In[Next];
        if (!State.test(Target))
          continue; // nothing new
        Target |= State;
        if (Queued.insert(Next).second)
          Work.push_back(Next);
      }
    }
  }

  bool report(const llvm::BasicBlock &Block, const std::function<bool(const MemoryFlow &)> &Found) {
    llvm::BitVector State = Everywhere ? llvm::BitVector() : In[&Block];
    for (const llvm::Instruction &I : Block) {
      for (CellId Cell : Memory.own(I).Reads) {
        if (Cell == Objects::UnknownCell)
          continue;
        bool Async = Memory.asyncCells().test(Cell);
        unsigned Local = LocalNumber[Cell];
        if (!Everywhere && !Async) {
          for (int Id = State.find_first_in(First[Local], First[Local + 1]); Id >= 0;
               Id = State.find_first_in(Id + 1, First[Local + 1]))
            if (!Found({&I, Definitions[Id].Write, Cell}))
              return false;
          continue;
        }
        for (unsigned Id : OfCell[Local])
          if ((Everywhere || State.test(Id) || !Definitions[Id].Write) && !Found({&I, Definitions[Id].Write, Cell}))
            return false;
      }
      if (!Everywhere)
        transfer(I, State);
    }
    return true;
  }

  static constexpr unsigned None = ~0u;
  const llvm::Function &F;
  const ModRef &Memory;
  const PointsTo &Pointers;
  CellSet Read;
  std::vector<CellId> Cells;
  llvm::DenseMap<CellId, unsigned> LocalNumber;
  std::vector<Definition> Definitions;
  std::vector<std::vector<unsigned>> OfCell;
  std::vector<unsigned> First;  ///< by local number of the cell, of its definitions; and the end of the last one
  std::vector<unsigned> Others; ///< by local number of the cell: the definition that others left, if there can be one
  llvm::DenseMap<const llvm::Instruction *, Effect> Effects;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BitVector> In;
  bool Everywhere = false;
};

} // namespace

CellSet certainlyOverwritten(const llvm::Instruction &I, const ModRef &Memory) {
  CellSet Result;
  WholeWrite Write = wholeWrite(I);
  if (!Write.Pointer)
    return Result;
  const PointsTo &Pointers = Memory.pointers();
  const CellSet &Targets = Pointers.raw(*Write.Pointer);
  if (Targets.count() != 1 || Targets.test(Objects::UnknownCell))
    return Result;
  CellId Target = Targets.find_first();
  ObjectId Id = Pointers.objects().objectOf(Target);
  const MemoryObject &Object = Pointers.objects()[Id];
  const Layout &Shape = *Object.Shape;
  if (!isSingle(Id, Memory) || !Shape.covers(Target - Object.First, Write.Size))
    return Result;
  // One aligned pointer to a part that is not an array: its position is exact.
  std::uint64_t Begin = Shape.parts()[Target - Object.First].Begin;
  for (unsigned Part = 0; Part != Object.size(); ++Part) {
    const Layout::Part &P = Shape.parts()[Part];
    if (P.Begin >= Begin && P.End <= Begin + Write.Size && !Memory.asyncCells().test(Object.First + Part))
      Result.set(Object.First + Part);
  }
  return Result;
}

void reachingDefinitions(const llvm::Function &F, const ModRef &Memory,
                         const std::function<bool(const MemoryFlow &)> &Found) {
  FunctionFlow(F, Memory).run(Found);
}

} // namespace vernier
