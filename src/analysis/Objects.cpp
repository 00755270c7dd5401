#include "analysis/Objects.h"

#include "bitcode/Locations.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace vernier {

namespace {

/// The struct type through which the values that flow straight from this one (also through one local variable) are
/// accessed.
llvm::StructType *accessedAs(const llvm::Value &Pointer, unsigned Depth = 0) {
  if (Depth > 4)
    return nullptr;
  for (const llvm::User *User : Pointer.users()) {
    if (const auto *Address = llvm::dyn_cast<llvm::GetElementPtrInst>(User)) {
      if (auto *Struct = llvm::dyn_cast<llvm::StructType>(Address->getSourceElementType()))
        return Struct;
      continue;
    }
    const auto *Store = llvm::dyn_cast<llvm::StoreInst>(User);
    if (!Store || Store->getValueOperand() != &Pointer || !llvm::isa<llvm::AllocaInst>(Store->getPointerOperand()))
      continue;
    for (const llvm::User *Use : Store->getPointerOperand()->users())
      if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(Use))
        if (llvm::StructType *Found = accessedAs(*Load, Depth + 1))
          return Found;
  }
  return nullptr;
}

} // namespace

Objects::Objects(const llvm::Module &M) : M(M) {
  Shapes.push_back(std::make_unique<Layout>(Layout::flat()));
  Flat = Shapes.back().get();
  add(ObjectKind::Unknown, nullptr, Flat);
  FirstLibrary = All.size();
  for (unsigned I = 0; I != LibraryStateCount; ++I)
    All[add(ObjectKind::Library, nullptr, Flat)].State = static_cast<LibraryState>(I);
  for (const llvm::GlobalVariable &G : M.globals())
    BySite[&G] = add(ObjectKind::Global, &G, shapeOf(G.getValueType()));
  for (const llvm::Function &F : M) {
    if (F.isIntrinsic())
      continue;
    BySite[&F] = add(ObjectKind::Code, &F, Flat);
    if (F.isDeclaration())
      continue;
    if (F.isVarArg())
      VarArgs[&F] = add(ObjectKind::Arguments, &F, Flat);
    for (const llvm::Argument &A : F.args())
      if (A.hasByValAttr())
        BySite[&A] = add(ObjectKind::Local, &A, shapeOf(A.getParamByValType()));
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (const auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I))
        BySite[Local] =
            add(ObjectKind::Local, Local, Local->isStaticAlloca() ? shapeOf(Local->getAllocatedType()) : Flat);
  }
}

ObjectId Objects::add(ObjectKind Kind, const llvm::Value *Site, const Layout *Shape) {
  ObjectId Id = All.size();
  All.push_back({Kind, Site, LibraryState::Other, Shape, static_cast<CellId>(CellOwners.size())});
  CellOwners.insert(CellOwners.end(), Shape->parts().size(), Id);
  return Id;
}

const Layout *Objects::shapeOf(llvm::Type *T) {
  const Layout *&Known = ShapeOfType[T];
  if (!Known) {
    Shapes.push_back(std::make_unique<Layout>(Layout::of(T, M.getDataLayout())));
    Known = Shapes.back().get();
  }
  return Known;
}

const Layout *Objects::heapShape(const llvm::CallBase &Call) {
  llvm::StructType *Struct = accessedAs(Call);
  return Struct && Struct->isSized() ? shapeOf(Struct) : Flat;
}

std::optional<ObjectId> Objects::find(const llvm::Value &Site) const {
  auto Found = BySite.find(&Site);
  if (Found == BySite.end())
    return std::nullopt;
  return Found->second;
}

std::optional<ObjectId> Objects::variableArguments(const llvm::Function &F) const {
  auto Found = VarArgs.find(&F);
  if (Found == VarArgs.end())
    return std::nullopt;
  return Found->second;
}

ObjectId Objects::heap(const llvm::CallBase &Call) {
  if (auto Known = findHeap(Call))
    return *Known;
  ObjectId Id = add(ObjectKind::Heap, &Call, heapShape(Call));
  Heaps[&Call] = Id;
  return Id;
}

std::optional<ObjectId> Objects::findHeap(const llvm::CallBase &Call) const {
  auto Found = Heaps.find(&Call);
  if (Found == Heaps.end())
    return std::nullopt;
  return Found->second;
}

std::string Objects::name(CellId Cell) const {
  const MemoryObject &Object = owner(Cell);
  std::string Text;
  switch (Object.Kind) {
  case ObjectKind::Local: {
    const llvm::Function *F = nullptr;
    if (const auto *Local = llvm::dyn_cast<llvm::AllocaInst>(Object.Site))
      F = Local->getFunction();
    else
      F = llvm::cast<llvm::Argument>(Object.Site)->getParent();
    Text = sourceName(*F) + "." + Object.Site->getName().str();
    break;
  }
  case ObjectKind::Global:
    Text = Object.Site->getName().str();
    break;
  case ObjectKind::Code:
    Text = Object.Site->getName().str() + "()";
    break;
  case ObjectKind::Heap:
    Text = "heap@" + stableId(*llvm::cast<llvm::Instruction>(Object.Site));
    break;
  case ObjectKind::Arguments:
    Text = Object.Site->getName().str() + "(...)";
    break;
  case ObjectKind::Library:
    return "<" + toString(Object.State).str() + ">";
  case ObjectKind::Unknown:
    return "<unknown>";
  }
  std::uint64_t Offset = Object.Shape->parts()[partOf(Cell)].Begin;
  return Offset ? Text + "+" + std::to_string(Offset) : Text;
}

} // namespace vernier
