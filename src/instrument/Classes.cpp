#include "instrument/Classes.h"

#include "abi/Hooks.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <numeric>
#include <set>

namespace vernier {

Classes::Classes(const ProgramAnalysis &Analysis) : Analysis(Analysis) {
  Parent.resize(Analysis.pointers().objects().cellCount());
  std::iota(Parent.begin(), Parent.end(), 0);
  joinEscaped();
  joinAccesses();
  number();
}

unsigned Classes::root(unsigned Cell) const {
  while (Parent[Cell] != Cell)
    Cell = Parent[Cell] = Parent[Parent[Cell]];
  return Cell;
}

void Classes::join(const CellSet &Cells) {
  std::optional<unsigned> First;
  for (unsigned Cell : Cells) {
    if (First)
      Parent[root(Cell)] = root(*First);
    else
      First = Cell;
  }
}

/// The unknown cell stands for everything that has escaped.
void Classes::joinEscaped() {
  CellSet Escaped = Analysis.pointers().escapedCells();
  Escaped.set(Objects::UnknownCell);
  join(Escaped);
}

void Classes::joinAccesses() {
  const PointsTo &Pointers = Analysis.pointers();
  const llvm::DataLayout &Layout = Analysis.module().getDataLayout();
  for (const llvm::Function &F : Analysis.module())
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
        join(Pointers.touched(*Load->getPointerOperand(), Layout.getTypeStoreSize(Load->getType())));
      if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
        join(Pointers.touched(*Store->getPointerOperand(),
                              Layout.getTypeStoreSize(Store->getValueOperand()->getType())));
      if (auto *Fill = llvm::dyn_cast<llvm::MemIntrinsic>(&I)) {
        join(Pointers.touched(*Fill->getRawDest(), 0));
        if (auto *Copy = llvm::dyn_cast<llvm::MemTransferInst>(&I))
          join(Pointers.touched(*Copy->getRawSource(), 0));
      }
    }
}

static std::optional<unsigned> stateClass(LibraryState State) {
  if (State == LibraryState::Stdout || State == LibraryState::Stderr)
    return VernierOutputClass;
  if (State == LibraryState::Stdin)
    return VernierInputClass;
  return VernierHiddenClass;
}

void Classes::number() {
  const Objects &Memory = Analysis.pointers().objects();
  ClassOf.resize(Parent.size());
  llvm::DenseMap<unsigned, unsigned> Numbers;
  Count = VernierFirstClass;
  for (unsigned Cell = 0; Cell != Parent.size(); ++Cell) {
    const MemoryObject &Owner = Memory.owner(Cell);
    if (Owner.Kind == ObjectKind::Library) {
      ClassOf[Cell] = *stateClass(Owner.State);
      continue;
    }
    auto [Place, New] = Numbers.try_emplace(root(Cell), Count);
    Count += New;
    ClassOf[Cell] = Place->second;
  }
}

unsigned Classes::of(const llvm::Value &Pointer, std::uint64_t Size) const {
  CellSet Touched = Analysis.pointers().touched(Pointer, Size);
  // Nothing: memory that the analysis does not know, which nobody else in the program can touch either.
  return Touched.empty() ? ClassOf[Objects::UnknownCell] : ClassOf[Touched.find_first()];
}

unsigned Classes::unknownSet() {
  CellSet Unknown;
  Unknown.set(Objects::UnknownCell);
  return setOf(Unknown);
}

unsigned Classes::setIn(const llvm::GlobalVariable &Global) {
  const Objects &Memory = Analysis.pointers().objects();
  std::optional<ObjectId> Object = Memory.find(Global);
  if (!Object)
    return unknownSet();
  CellSet Cells;
  for (unsigned I = 0; I != Memory[*Object].size(); ++I)
    Cells.set(Memory[*Object].First + I);
  return setOf(Cells);
}

unsigned Classes::setBehind(const llvm::Value &Pointer) {
  CellSet Touched = Analysis.pointers().touched(Pointer, 0);
  return Touched.empty() ? unknownSet() : setOf(Touched);
}

unsigned Classes::setOf(const CellSet &Cells) {
  std::set<unsigned> Found;
  for (unsigned Cell : Cells)
    Found.insert(ClassOf[Cell]);
  std::vector<unsigned> Members(Found.begin(), Found.end());
  auto [Place, New] = SetNumbers.try_emplace(Members, Sets.size());
  if (New)
    Sets.push_back(Members);
  return Place->second;
}

} // namespace vernier
