#include "analysis/PointsTo.h"

#include "analysis/ConstraintBuilder.h"

#include <cassert>

namespace vernier {

PointsTo::PointsTo(const llvm::Module &M, const AnalysisOptions &Options)
    : Memory(std::make_unique<Objects>(M)), Found(std::make_unique<Solution>(*Memory)) {
  ConstraintBuilder(M, *this).build(Options);
}

PointsTo::~PointsTo() = default;

bool PointsTo::isKnownPlace(const llvm::Value &V) {
  return llvm::isa<llvm::AllocaInst>(V) || (llvm::isa<llvm::Constant>(V) && !llvm::isa<llvm::ConstantData>(V));
}

const CellSet &PointsTo::raw(const llvm::Value &V) const {
  static const CellSet Empty;
  auto Known = Found->NodeOf.find(&V);
  assert((Known != Found->NodeOf.end() || !isKnownPlace(V)) && "a place that the constraints forgot");
  return Known == Found->NodeOf.end() ? Empty : Found->Solver.cells(Known->second);
}

CellSet PointsTo::expanded(const CellSet &Cells) const {
  CellSet Result = Cells;
  if (Cells.test(Objects::UnknownCell))
    Result |= escapedCells();
  return Result;
}

const CellSet &PointsTo::held(CellId Cell) const {
  return Found->Solver.contents(Cell);
}

CellSet PointsTo::touched(const llvm::Value &Pointer, std::uint64_t Size) const {
  CellSet Result;
  Layout::PartList Parts;
  for (CellId Cell : raw(Pointer)) {
    const MemoryObject &Object = Memory->owner(Cell);
    Parts.clear();
    if (Size)
      Object.Shape->touch(Cell - Object.First, Size, Parts);
    else
      for (unsigned I = 0; I != Object.size(); ++I)
        Parts.push_back(I);
    for (unsigned Part : Parts)
      Result.set(Object.First + Part);
  }
  return Result;
}

bool PointsTo::mayAlias(const llvm::Value &A, std::uint64_t SizeA, const llvm::Value &B, std::uint64_t SizeB) const {
  CellSet Both = expanded(touched(A, SizeA));
  return Both.intersects(expanded(touched(B, SizeB)));
}

bool PointsTo::hasEscaped(ObjectId Object) const {
  return Found->Solver.hasEscaped(Object);
}

const CellSet &PointsTo::escapedCells() const {
  return Found->Solver.escapedCells();
}

const Callees &PointsTo::callees(const llvm::CallBase &Call) const {
  static const Callees Nobody;
  auto Known = CalleesOf.find(&Call);
  return Known == CalleesOf.end() ? Nobody : Known->second;
}

const llvm::SmallVectorImpl<LibraryCallback> &PointsTo::callbacks(const llvm::CallBase &Call) const {
  static const llvm::SmallVector<LibraryCallback, 2> Nobody;
  auto Known = CallbacksOf.find(&Call);
  return Known == CallbacksOf.end() ? Nobody : Known->second;
}

} // namespace vernier
