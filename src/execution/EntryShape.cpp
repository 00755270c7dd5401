#include "execution/EntryShape.h"

#include "input/Mentioned.h"

#include <llvm/ADT/STLExtras.h>

#include <set>

namespace vernier {

namespace {

/// More of a global is not compared.
constexpr std::uint64_t MostBytes = 4096;

ReturnShape returnShape(const llvm::Function &F) {
  const llvm::DataLayout &Layout = F.getDataLayout();
  ReturnShape Shape;
  const llvm::DISubprogram *Own = F.getSubprogram();
  const llvm::DIType *Type = nullptr;
  if (Own && Own->getType() && Own->getType()->getTypeArray().size() > 0)
    Type = Own->getType()->getTypeArray()[0];
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
  Shape.Text = Value->isPointerTy() && isPlainChar(Fields.front().Pointee) && Fields.front().Pointee;
  return Shape;
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

/// Names come from the new version, so that both sides use the same.
std::optional<ObservedGlobal> observed(const llvm::GlobalVariable *Old, const llvm::GlobalVariable *New) {
  if (!Old || !New || !isObservable(*Old) || !isObservable(*New) || !isSameVariable(*Old, *New))
    return std::nullopt;
  ObservedGlobal Global;
  Global.Symbol = New->getName().str();
  Global.Name = sourceName(*New);
  Global.Size = New->getDataLayout().getTypeAllocSize(New->getValueType());
  if (Old->getDataLayout().getTypeAllocSize(Old->getValueType()) != Global.Size)
    return std::nullopt;
  auto Before = fieldsOf(*Old), After = fieldsOf(*New);
  if (!Before || !After || holdsPointers(*Before) || holdsPointers(*After))
    return std::nullopt;
  Global.Fields = std::move(*After);
  Global.StartsElsewhere = !startAlike(*Old, *New);
  llvm::erase_if(Global.Fields, [](const Field &Each) { return Each.Offset + Each.Bits / 8 > MostBytes; });
  return Global;
}

/// Those that the entry of either version may come to, in the order of their names.
std::vector<ObservedGlobal> observedGlobals(const llvm::Function &Old, const llvm::Function &New,
                                            const InputSpace &Space) {
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
  for (const std::string &Symbol : Symbols)
    if (auto Global = observed(Old.getParent()->getGlobalVariable(Symbol, true),
                               New.getParent()->getGlobalVariable(Symbol, true))) {
      if (!Names.insert(Global->Name).second)
        Global->Name = Symbol;
      Global->StartsElsewhere |= Constructed.contains(Symbol);
      if (llvm::any_of(Space.Globals, [&](const auto &Given) { return Given.first == Symbol; }))
        Global->StartsElsewhere = false; // both start as the input says
      Result.push_back(std::move(*Global));
    }
  return Result;
}

} // namespace

EntryShape entryShape(const Program &Old, const Program &New, Side Which, const InputSpace &Space) {
  const llvm::Function &Before = *Old.module().getFunction(Space.OldEntry);
  const llvm::Function &After = *New.module().getFunction(Space.NewEntry);
  const llvm::Function &Own = Which == Side::Old ? Before : After;
  EntryShape Shape;
  for (const llvm::Argument &A : Own.args())
    Shape.ArgumentBits.push_back(static_cast<unsigned>(Own.getDataLayout().getTypeSizeInBits(A.getType())));
  Shape.Return = returnShape(Own);
  Shape.Globals = observedGlobals(Before, After, Space);
  return Shape;
}

} // namespace vernier
