#include "input/EntryShape.h"

#include "input/Mentioned.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <llvm/IR/Instructions.h>
#include <set>

namespace vernier {

namespace {

/// Of more than this of a global, bytes are compared and not fields.
constexpr std::uint64_t MostBytes = 4096;
/// Larger ones are not compared.
constexpr std::uint64_t LargestGlobal = 1 << 20;

ReturnShape returnShape(const llvm::Function &F) {
  const llvm::DataLayout &Layout = F.getDataLayout();
  ReturnShape Shape;
  const llvm::DIType *Type = returnedType(F);
  llvm::Type *Value = F.getReturnType();
  for (const llvm::Argument &A : F.args())
    if (A.hasStructRetAttr()) {
      Shape.Argument = A.getArgNo();
      Value = A.getParamStructRetType();
    }
  if (Value->isVoidTy())
    return Shape;
  std::vector<Field> Fields = fieldsOf(Value, Layout);
  if (auto Known = Type ? fieldsOf(Type) : Result<std::vector<Field>>(Fields))
    Fields = std::move(*Known);
  // A scalar may travel in two registers.
  bool InPieces = Value->isAggregateType();
  bool Scalar = !Shape.Argument && !isRecord(Type) && Fields.size() == 1 && (Type || !InPieces);
  if (!Scalar) {
    Shape.What = ReturnShape::Kind::Record;
    Shape.Fields = std::move(Fields);
    return Shape;
  }
  Shape.Bits = InPieces ? Fields.front().Bits : static_cast<unsigned>(Layout.getTypeSizeInBits(Value));
  Shape.Signed = Fields.front().Signed || !Type;
  Shape.Floating = Value->isFloatingPointTy();
  Shape.What = Value->isPointerTy() ? ReturnShape::Kind::Pointer : ReturnShape::Kind::Number;
  Shape.Fields = Fields;
  Shape.Text = Value->isPointerTy() && isPlainChar(Fields.front().Pointee) && Fields.front().Pointee;
  return Shape;
}

/// What pointers lead to, by the variables and functions that they come from.
class PointerSources {
public:
  /// The record that all of them lead to; null: there is none, or it is not known.
  const llvm::DIType *record() const { return !Unknown && isRecord(Record) ? Record : nullptr; }

  void add(const llvm::Value &Pointer) {
    if (!Seen.insert(&Pointer).second || llvm::isa<llvm::ConstantPointerNull>(Pointer))
      return;
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&Pointer))
      return addVariable(*Load->getPointerOperand());
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&Pointer)) {
      const llvm::Function *Callee = Call->getCalledFunction();
      return addType(Callee ? returnedType(*Callee) : nullptr);
    }
    if (auto *Choice = llvm::dyn_cast<llvm::SelectInst>(&Pointer)) {
      add(*Choice->getTrueValue());
      return add(*Choice->getFalseValue());
    }
    auto *Phi = llvm::dyn_cast<llvm::PHINode>(&Pointer);
    Unknown |= !Phi;
    for (unsigned I = 0; Phi && I != Phi->getNumIncomingValues(); ++I)
      add(*Phi->getIncomingValue(I));
  }

private:
  void addVariable(const llvm::Value &Place) {
    if (auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(&Place))
      return addType(debugType(*Global));
    auto *Slot = llvm::dyn_cast<llvm::AllocaInst>(&Place);
    if (!Slot) {
      Unknown = true;
      return;
    }
    for (const llvm::DbgVariableRecord *Declared : llvm::findDVRDeclares(const_cast<llvm::AllocaInst *>(Slot)))
      return addType(Declared->getVariable()->getType());
    for (const llvm::User *Use : Slot->users()) // a slot of the compiler
      if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(Use); Store && Store->getPointerOperand() == Slot)
        add(*Store->getValueOperand());
  }

  void addType(const llvm::DIType *Type) {
    auto Fields = Type ? fieldsOf(Type) : Result<std::vector<Field>>(std::vector<Field>());
    const llvm::DIType *Pointee = Fields && Fields->size() == 1 ? withoutNames(Fields->front().Pointee) : nullptr;
    Unknown |= !Pointee || (Record && Record != Pointee);
    Record = Pointee;
  }

  std::set<const llvm::Value *> Seen;
  const llvm::DIType *Record = nullptr;
  bool Unknown = false;
};

const llvm::DIType *returnedRecord(const llvm::Function &F) {
  PointerSources Sources;
  for (const llvm::BasicBlock &Block : F)
    if (auto *Return = llvm::dyn_cast<llvm::ReturnInst>(Block.getTerminator()); Return && Return->getReturnValue())
      Sources.add(*Return->getReturnValue());
  return Sources.record();
}

bool sameLayout(const llvm::DIType *A, const llvm::DIType *B) {
  auto Before = fieldsOf(A), After = fieldsOf(B);
  return Before && After && sizeInBytes(A) == sizeInBytes(B) && Before->size() == After->size() &&
         std::equal(Before->begin(), Before->end(), After->begin(), [](const Field &X, const Field &Y) {
           return X.What == Y.What && X.Offset == Y.Offset && X.Bits == Y.Bits && X.Mask == Y.Mask;
         });
}

/// A `void *` says nothing about what it points to. Where both versions return a pointer to one kind of record as such,
/// that is what it is likely to be for.
void lookBehindVoid(ReturnShape &Shape, const ReturnShape &Other, const llvm::Function &Own,
                    const llvm::Function &Counterpart) {
  auto IsVoid = [](const ReturnShape &Each) {
    return Each.What == ReturnShape::Kind::Pointer && Each.Fields.size() == 1 && !Each.Fields.front().Pointee &&
           Each.Fields.front().What == Field::Kind::Pointer;
  };
  if (!IsVoid(Shape) || !IsVoid(Other))
    return;
  const llvm::DIType *Record = returnedRecord(Own), *Also = returnedRecord(Counterpart);
  if (!Record || !Also || !sameLayout(Record, Also))
    return;
  Shape.Fields.front().Pointee = Record;
  Shape.Guessed = true;
}

bool isObservable(const llvm::GlobalVariable &G) {
  return !G.isConstant() && !G.isDeclaration() && G.hasName() && !G.getName().starts_with("llvm.");
}

/// By their text, so that types with other names count as different contents: showing more does no harm.
bool startAlike(const llvm::GlobalVariable &Old, const llvm::GlobalVariable &New) {
  std::string Before, After;
  llvm::raw_string_ostream OfOld(Before), OfNew(After);
  Old.getInitializer()->print(OfOld);
  New.getInitializer()->print(OfNew);
  return Before == After;
}

/// What code that runs before the entry may come to.
std::set<std::string> mentionedByConstructors(const llvm::Module &M) {
  Mentioned Seen;
  const llvm::GlobalVariable *List = M.getNamedGlobal("llvm.global_ctors");
  if (List && List->hasInitializer())
    for (const llvm::Use &Entry : List->getInitializer()->operands())
      if (auto *Parts = llvm::dyn_cast<llvm::ConstantStruct>(Entry))
        if (auto *F = llvm::dyn_cast<llvm::Function>(Parts->getOperand(1)->stripPointerCasts()))
          Seen.add(*F);
  std::set<std::string> Symbols;
  for (const llvm::GlobalVariable *G : Seen.Globals)
    Symbols.insert(G->getName().str());
  return Symbols;
}

/// Pointers are at the same places.
bool samePointers(const std::vector<Field> &Before, const std::vector<Field> &After) {
  auto PlacesOf = [](const std::vector<Field> &Fields) {
    std::set<std::uint64_t> Offsets;
    for (const Field &Each : Fields)
      if (Each.What != Field::Kind::Number)
        Offsets.insert(Each.Offset);
    return Offsets;
  };
  return PlacesOf(Before) == PlacesOf(After);
}

/// Some code may do more with it than read it.
bool mayBeWritten(const llvm::Value &Address) {
  return llvm::any_of(Address.users(), [&](const llvm::User *Use) {
    if (llvm::isa<llvm::LoadInst, llvm::ICmpInst>(Use))
      return false;
    bool IsPartOfIt = llvm::isa<llvm::GEPOperator, llvm::BitCastOperator>(Use);
    return !IsPartOfIt || mayBeWritten(*Use);
  });
}

bool holdsPointers(const llvm::Type &Type) {
  return Type.isPointerTy() ||
         llvm::any_of(Type.subtypes(), [](const llvm::Type *Part) { return holdsPointers(*Part); });
}

/// Variables of both versions, each by a counterpart of the same name.
bool areObservable(const llvm::GlobalVariable *Old, const llvm::GlobalVariable *New) {
  return Old && New && isObservable(*Old) && isObservable(*New) && isSameVariable(*Old, *New);
}

/// Names come from the new version, so that both sides use the same.
std::optional<ObservedGlobal> observed(const llvm::GlobalVariable *Old, const llvm::GlobalVariable *New) {
  if (!areObservable(Old, New))
    return std::nullopt;
  ObservedGlobal Global;
  Global.Symbol = New->getName().str();
  Global.Name = sourceName(*New);
  Global.Size = New->getDataLayout().getTypeAllocSize(New->getValueType());
  if (Old->getDataLayout().getTypeAllocSize(Old->getValueType()) != Global.Size)
    return std::nullopt;
  if (Global.Size > LargestGlobal)
    return std::nullopt;
  Global.StartsElsewhere = !startAlike(*Old, *New);
  auto Before = fieldsOf(*Old), After = fieldsOf(*New);
  if ((!Before || !After) && !holdsPointers(*Old->getValueType()) && !holdsPointers(*New->getValueType()))
    return Global; // bytes are all there is
  if (!Before || !After || !samePointers(*Before, *After))
    return std::nullopt;
  Global.Fields = std::move(*After);
  joinMasks(Global.Fields, *Before);
  Global.OnlyBytes = Global.Size;
  bool PointersBehind = llvm::any_of(Global.Fields, [](const Field &Member) {
    return Member.What != Field::Kind::Number && Member.Offset + sizeof(void *) > MostBytes;
  });
  if (PointersBehind) // addresses are no values
    return Global;
  Global.OnlyBytes = std::min(Global.Size, MostBytes);
  for (const Field &Each : Global.Fields)
    if (Each.Offset < MostBytes && Each.Offset + (Each.Bits + 7) / 8 > MostBytes)
      Global.OnlyBytes = std::min(Global.OnlyBytes, Each.Offset);
  llvm::erase_if(Global.Fields, [&](const Field &Each) { return Each.Offset >= Global.OnlyBytes; });
  return Global;
}

/// Those that the entry of either version may come to, in the order of their names.
std::vector<ObservedGlobal> observedGlobals(const llvm::Function &Old, const llvm::Function &New,
                                            const InputSpace &Space, EntryShape &Shape) {
  Mentioned Before, After;
  Before.add(Old);
  After.add(New);
  std::set<std::string> Symbols;
  for (const Mentioned *Each : {&Before, &After})
    for (const llvm::GlobalVariable *G : Each->Globals)
      Symbols.insert(G->getName().str());
  for (const auto &[Symbol, Object] : Space.Globals)
    Symbols.insert(Symbol);
  std::set<std::string> Constructed = mentionedByConstructors(*Old.getParent());
  Constructed.merge(mentionedByConstructors(*New.getParent()));
  std::vector<ObservedGlobal> Result;
  std::set<std::string> Names;
  for (const std::string &Symbol : Symbols) {
    const llvm::GlobalVariable *InOld = Old.getParent()->getGlobalVariable(Symbol, true);
    const llvm::GlobalVariable *InNew = New.getParent()->getGlobalVariable(Symbol, true);
    auto Global = observed(InOld, InNew);
    bool Written = (InOld && isObservable(*InOld) && mayBeWritten(*InOld)) ||
                   (InNew && isObservable(*InNew) && mayBeWritten(*InNew));
    Shape.Unpaired |= Written && !areObservable(InOld, InNew);
    if (!Global && Shape.NotCompared.empty() && areObservable(InOld, InNew) && Written)
      Shape.NotCompared =
          "'" + sourceName(*InNew) + "' has another layout in one version, or is too large to be compared";
    if (Global) {
      if (!Names.insert(Global->Name).second)
        Global->Name = Symbol;
      Global->InitialisedElsewhere = Global->StartsElsewhere && !Constructed.contains(Symbol);
      Global->StartsElsewhere |= Constructed.contains(Symbol);
      if (llvm::any_of(Space.Globals, [&](const auto &Given) { return Given.first == Symbol; }))
        Global->StartsElsewhere = Global->InitialisedElsewhere = false; // both start as the input says
      Result.push_back(std::move(*Global));
    }
  }
  return Result;
}

/// As the source calls it, unless several files do: their symbols are numbered.
std::string identityOf(const llvm::Function &F) {
  const llvm::DISubprogram *Source = F.getSubprogram();
  if (!F.hasLocalLinkage() || !Source || !Source->getLinkageName().empty())
    return F.getName().str();
  bool Alone = llvm::none_of(*F.getParent(), [&](const llvm::Function &Other) {
    return &Other != &F && Other.getSubprogram() && Other.getSubprogram()->getName() == Source->getName();
  });
  return Alone ? Source->getName().str() : F.getName().str();
}

/// Functions whose address is taken, and variables that are not observed by themselves.
std::vector<ReachablePlace> reachablePlaces(const llvm::Function &Entry, const std::vector<ObservedGlobal> &Observed) {
  using Kind = ReachablePlace::Kind;
  Mentioned All;
  All.add(Entry);
  std::vector<ReachablePlace> Places;
  for (const llvm::Function *F : All.Functions)
    if (F->hasName() && !F->isIntrinsic() && F->hasAddressTaken())
      Places.push_back({Kind::Function, F->getName().str(), identityOf(*F)});
  for (const llvm::GlobalVariable *G : All.Globals) {
    llvm::StringRef Name = G->getName();
    bool Alone = llvm::any_of(Observed, [&](const ObservedGlobal &Each) { return Each.Symbol == Name; });
    if (Alone || Name.empty() || Name.starts_with("llvm.") || G->isThreadLocal() || !G->getValueType()->isSized())
      continue;
    Kind What = !G->isConstant() ? Kind::Variable : G->hasPrivateLinkage() ? Kind::Text : Kind::Constant;
    Places.push_back({What, Name.str(), {}, G->getDataLayout().getTypeAllocSize(G->getValueType())});
  }
  llvm::sort(Places, [](const auto &A, const auto &B) { return A.Symbol < B.Symbol; });
  return Places;
}

} // namespace

std::vector<std::string> EntryShape::symbols() const {
  std::vector<std::string> Result;
  for (const ObservedGlobal &Each : Globals)
    Result.push_back(Each.Symbol);
  for (const ReachablePlace &Each : Places)
    Result.push_back(Each.Symbol);
  return Result;
}

EntryShape entryShape(const Program &Old, const Program &New, Side Which, const InputSpace &Space) {
  const llvm::Function &Before = *Old.module().getFunction(Space.OldEntry);
  const llvm::Function &After = *New.module().getFunction(Space.NewEntry);
  const llvm::Function &Own = Which == Side::Old ? Before : After;
  EntryShape Shape;
  for (const llvm::Argument &A : Own.args())
    Shape.ArgumentBits.push_back(static_cast<unsigned>(Own.getDataLayout().getTypeSizeInBits(A.getType())));
  Shape.Return = returnShape(Own);
  const llvm::Function &Counterpart = Which == Side::Old ? After : Before;
  ReturnShape Other = returnShape(Counterpart);
  joinMasks(Shape.Return.Fields, Other.Fields);
  lookBehindVoid(Shape.Return, Other, Own, Counterpart);
  Shape.Globals = observedGlobals(Before, After, Space, Shape);
  Shape.Places = reachablePlaces(Own, Shape.Globals);
  return Shape;
}

} // namespace vernier
