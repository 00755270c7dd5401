#include "bounded/MemoryGraph.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>

namespace vernier {

namespace {

/// Structures that contain themselves cost the square of this.
constexpr std::size_t MostPairsInCycles = 48;

/// A constant whose address means nothing.
bool isNameless(const Object &What) {
  return What.Origin && static_cast<const llvm::GlobalVariable *>(What.Origin)->hasGlobalUnnamedAddr();
}

std::uint64_t coveredBytes(const std::vector<Contents::Piece> &Pieces) {
  std::uint64_t Sum = 0;
  for (const Contents::Piece &Each : Pieces)
    Sum += Each.Bytes;
  return Sum;
}

/// Members leave a gap, overlap, or are parts of bytes.
bool isPadded(const llvm::DICompositeType &Type) {
  unsigned Tag = Type.getTag();
  bool IsUnion = Tag == llvm::dwarf::DW_TAG_union_type;
  if (!IsUnion && Tag != llvm::dwarf::DW_TAG_structure_type && Tag != llvm::dwarf::DW_TAG_class_type)
    return false;
  std::uint64_t Covered = 0;
  for (const llvm::DINode *Element : Type.getElements()) {
    auto *Member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(Element);
    if (!Member || Member->isStaticMember())
      continue;
    if (Member->isBitField() || (IsUnion && Member->getSizeInBits() != Type.getSizeInBits()))
      return true;
    Covered += Member->getSizeInBits();
  }
  return !IsUnion && Covered != Type.getSizeInBits();
}

} // namespace

bool hasPadding(const llvm::Module &M) {
  llvm::DebugInfoFinder Types;
  Types.processModule(M);
  return llvm::any_of(Types.types(), [](const llvm::DIType *Type) {
    auto *Record = llvm::dyn_cast<llvm::DICompositeType>(Type);
    return Record && !Record->isForwardDecl() && isPadded(*Record);
  });
}

Term MemoryGraph::objectsDiffer(Pair Objects) {
  auto [Known, Fresh] = Compared.try_emplace(Objects, False);
  if (!Fresh) {
    Cyclic |= llvm::is_contained(Open, Objects);
    return Known->second;
  }
  bool Outermost = Open.empty();
  std::size_t First = Order.size();
  Open.push_back(Objects);
  Compared[Objects] = contentsDiffer(Objects);
  Open.pop_back();
  Order.push_back(Objects);
  if (Outermost && Cyclic)
    completeCycles(First);
  return Compared[Objects];
}

/// What was compared while a pair around it counted as equal does not know yet what that pair turned out to be. Each
/// round carries differences one step further, and none is further away than there are pairs.
void MemoryGraph::completeCycles(std::size_t First) {
  Cyclic = false;
  std::vector<Pair> Members(Order.begin() + static_cast<std::ptrdiff_t>(First), Order.end());
  if (Members.size() > MostPairsInCycles) {
    Exact = false;
    for (Pair Each : Members)
      Compared[Each] = Store.boolean(true);
    return;
  }
  bool Again = true;
  for (std::size_t Round = 0; Again && Round < Members.size(); ++Round) {
    Again = false;
    for (Pair Each : Members) {
      Term Now = contentsDiffer(Each);
      Again |= Now != Compared[Each];
      Compared[Each] = Now;
    }
  }
  Cyclic = false;
}

Term MemoryGraph::contentsDiffer(Pair Objects) {
  const Contents &A = Old.contents(OldAt, Objects.first), &B = New.contents(NewAt, Objects.second);
  if (&A == &B)
    return False;
  std::vector<Contents::Piece> Pieces = Contents::pieces(A, B);
  // Bytes that nobody wrote are the same in both unless they are zero in one.
  if (A.background() != B.background() && coveredBytes(Pieces) < Old.objects()[Objects.first].Size) {
    Exact = false;
    return Store.boolean(true);
  }
  Term Result = False;
  for (Contents::Piece Each : Pieces) {
    Term Same = sameValue(A.load(Store, Each.Offset, Each.Bytes), B.load(Store, Each.Offset, Each.Bytes));
    if (!Same.isTrue())
      Same = Store.orTerm(Same, bothAsAtStart(Objects, Each));
    Exact &= Same.isTrue() || !Padding || isDense(Objects.second);
    Result = Store.orTerm(Result, Store.notTerm(Same));
  }
  return Result;
}

/// The versions initialise a global differently, and both left it as it was.
Term MemoryGraph::bothAsAtStart(Pair Objects, const Contents::Piece &Piece) {
  const Object &A = Old.objects()[Objects.first], &B = New.objects()[Objects.second];
  if (A.Kind != StorageKind::Global || B.Kind != StorageKind::Global || !A.Initial || !B.Initial)
    return False;
  Term OldStart = A.Initial->load(Store, Piece.Offset, Piece.Bytes);
  Term NewStart = B.Initial->load(Store, Piece.Offset, Piece.Bytes);
  if (!OldStart.isConstant() || !NewStart.isConstant() || OldStart == NewStart)
    return False;
  Term OldEnd = Old.contents(OldAt, Objects.first).load(Store, Piece.Offset, Piece.Bytes);
  Term NewEnd = New.contents(NewAt, Objects.second).load(Store, Piece.Offset, Piece.Bytes);
  return Store.andTerm(Store.eq(OldEnd, OldStart), Store.eq(NewEnd, NewStart));
}

/// Every byte of an object of the new version is a part of one value.
bool MemoryGraph::isDense(unsigned InNew) const {
  const Object &Known = New.objects()[InNew];
  if (Known.Kind == StorageKind::Global && Known.Origin) {
    llvm::Type *Type = static_cast<const llvm::GlobalVariable *>(Known.Origin)->getValueType();
    while (auto *Array = llvm::dyn_cast<llvm::ArrayType>(Type))
      Type = Array->getElementType();
    return Type->isSingleValueType();
  }
  for (std::size_t I = 0; I < Space.Objects.size(); ++I)
    if (New.inputObject(I) == InNew) {
      std::uint64_t Covered = 0;
      for (const InputCell &Cell : Space.Objects[I].Cells)
        Covered += Cell.Mask != WholeByte                   ? static_cast<unsigned>(llvm::popcount(Cell.Mask))
                   : Cell.What == InputCell::Kind::Leaf     ? Space.Leaves[Cell.Index].Bits
                   : Cell.What == InputCell::Kind::Constant ? Cell.Value.getBitWidth()
                                                            : 64;
      return Covered == Space.Objects[I].Size * 8;
    }
  return false;
}

Term MemoryGraph::sameValue(Term A, Term B) {
  if (A == B)
    return Store.boolean(true);
  if (A.bits() != 64 || B.bits() != 64)
    return A.bits() == B.bits() ? Store.eq(A, B) : False;
  std::vector<Executor::Target> InOld = Old.targets(A), InNew = New.targets(B);
  auto Points = [](const auto &Targets) {
    return llvm::any_of(Targets, [](const Executor::Target &T) { return T.What == Executor::Target::Kind::Object; });
  };
  if (!Points(InOld) && !Points(InNew))
    return Store.eq(A, B);
  Term Same = False;
  for (const Executor::Target &X : InOld)
    for (const Executor::Target &Y : InNew) {
      Term Guard = Store.andTerm(X.Guard, Y.Guard);
      if (!Guard.isFalse())
        Same = Store.orTerm(Same, Store.andTerm(Guard, sameTarget(X, Y)));
    }
  return Same;
}

Term MemoryGraph::sameTarget(const Executor::Target &X, const Executor::Target &Y) {
  using Kind = Executor::Target::Kind;
  if (X.What != Y.What)
    return False;
  Term Offsets = Store.eq(X.Offset, Y.Offset);
  if (X.What != Kind::Object)
    return Offsets;
  const Object &A = Old.objects()[X.Id], &B = New.objects()[Y.Id];
  if (A.Kind != B.Kind)
    return False;
  bool IsFresh = A.Kind == StorageKind::Heap || A.Kind == StorageKind::Stack;
  // Texts without a name are what they hold; a table with a name can also be told from another one.
  bool IsText = A.Kind == StorageKind::Constant && isNameless(A) && isNameless(B);
  if (!IsFresh && !IsText && !correspond(A, B))
    return False;
  if (!IsFresh && A.Kind != StorageKind::Constant)
    return Offsets;
  if (A.Size != B.Size)
    return False;
  if (OldAt.Heap.isGone(X.Id) || NewAt.Heap.isGone(Y.Id) || (IsFresh && !arePartners(X.Id, Y.Id))) {
    Exact = false;
    return False;
  }
  return Store.andTerm(Offsets, Store.notTerm(objectsDiffer({X.Id, Y.Id})));
}

/// Fresh memory has no name: two objects correspond if they hold the same. One partner each, in both directions, or
/// one version shares what the other one has twice.
bool MemoryGraph::arePartners(unsigned InOld, unsigned InNew) {
  auto OfOld = NewPartner.find(InOld);
  auto OfNew = OldPartner.find(InNew);
  if (OfOld == NewPartner.end() && OfNew == OldPartner.end()) {
    NewPartner[InOld] = InNew;
    OldPartner[InNew] = InOld;
    return true;
  }
  return OfOld != NewPartner.end() && OfOld->second == InNew;
}

const llvm::GlobalVariable *MemoryGraph::oldCounterpart(const llvm::GlobalVariable &InNew) const {
  const llvm::GlobalVariable *Named = OldModule.getGlobalVariable(InNew.getName(), true);
  if (!Map)
    return Named;
  const llvm::GlobalVariable *Original = Map->newProgram().module().getGlobalVariable(InNew.getName(), true);
  if (const llvm::GlobalVariable *Before = Original ? Map->counterpart(*Original) : nullptr)
    return OldModule.getGlobalVariable(Before->getName(), true);
  // One that starts with another value has no counterpart in the map.
  const llvm::GlobalVariable *Before =
      Named ? Map->oldProgram().module().getGlobalVariable(Named->getName(), true) : nullptr;
  return Before && Map->counterpart(*Before) ? nullptr : Named;
}

bool MemoryGraph::correspond(const Object &A, const Object &B) const {
  if ((A.Kind == StorageKind::Global || A.Kind == StorageKind::Constant) && A.Origin && B.Origin)
    return oldCounterpart(*static_cast<const llvm::GlobalVariable *>(B.Origin)) == A.Origin;
  if (A.Kind == StorageKind::Function && A.Origin && B.Origin && Map) {
    llvm::StringRef OldName = static_cast<const llvm::Function *>(A.Origin)->getName(),
                    NewName = static_cast<const llvm::Function *>(B.Origin)->getName();
    const llvm::Function *InNew = Map->newProgram().module().getFunction(NewName);
    const llvm::Function *InOld = InNew ? Map->counterpart(*InNew) : nullptr;
    return InOld ? InOld->getName() == OldName : !InNew && OldName == NewName;
  }
  return A.Name == B.Name;
}

std::optional<unsigned> MemoryGraph::written(const Executor &Run, const State &At, const llvm::GlobalVariable &G) {
  std::optional<unsigned> Id = Run.knownGlobal(G);
  return Id && At.Heap.find(*Id) ? Id : std::nullopt;
}

Term MemoryGraph::globalsDiffer() {
  Term Result = False;
  for (const llvm::GlobalVariable &G : NewModule.globals()) {
    const llvm::GlobalVariable *Before = oldCounterpart(G);
    if (G.isDeclaration() || !Before || Before->isDeclaration() || G.getName().starts_with("llvm.") ||
        (G.isConstant() && Before->isConstant()))
      continue;
    if (!written(Old, OldAt, *Before) && !written(New, NewAt, G))
      continue;
    std::optional<unsigned> OldId = Old.globalObject(*Before), NewId = New.globalObject(G);
    Result = Store.orTerm(Result, OldId && NewId ? objectsDiffer({*OldId, *NewId}) : Store.boolean(true));
  }
  return Result;
}

bool MemoryGraph::writesUnpaired() {
  llvm::SmallPtrSet<const llvm::GlobalVariable *, 8> Paired;
  for (const llvm::GlobalVariable &G : NewModule.globals()) {
    const llvm::GlobalVariable *Before = oldCounterpart(G);
    if (Before && !Before->isDeclaration() && !G.isDeclaration())
      Paired.insert(Before);
    else if (written(New, NewAt, G))
      return true;
  }
  return llvm::any_of(OldModule.globals(),
                      [&](const llvm::GlobalVariable &G) { return !Paired.contains(&G) && written(Old, OldAt, G); });
}

Term MemoryGraph::errorNumber(const Executor &Run, const State &At) {
  std::optional<unsigned> Id = Run.objectNamed(ErrorNumberName.str());
  return Id ? Run.contents(At, *Id).load(Store, 0, 4) : errorNumberBefore(Store);
}

bool MemoryGraph::isGlobal(std::size_t Index) const {
  return llvm::any_of(Space.Globals, [&](const auto &Each) { return Each.second == Index; });
}

Term MemoryGraph::callerSeesDifference() {
  Term Result = False;
  for (std::size_t I = 0; I < Space.Objects.size(); ++I)
    if (!isGlobal(I))
      Result = Store.orTerm(Result, objectsDiffer({*Old.inputObject(I), *New.inputObject(I)}));
  Result = Store.orTerm(Result, globalsDiffer());
  return Store.orTerm(Result, Store.notTerm(Store.eq(errorNumber(Old, OldAt), errorNumber(New, NewAt))));
}

bool MemoryGraph::wroteAnything(const Executor &Run, const State &At) const {
  return llvm::any_of(At.Heap.table(), [&](const auto &Each) {
    const Object &What = Run.objects()[Each.first];
    bool IsLocal = What.Kind == StorageKind::Stack && What.Name != ErrorNumberName;
    return !IsLocal && What.Kind != StorageKind::Heap;
  });
}

bool MemoryGraph::wroteAnything() {
  return wroteAnything(Old, OldAt) || wroteAnything(New, NewAt);
}

} // namespace vernier
