// Constraints of calls: binding of arguments and results, library functions by their effects, everything unknown.

#include "analysis/ConstraintBuilder.h"

#include <llvm/IR/IntrinsicInst.h>

namespace vernier {

void ConstraintBuilder::call(const llvm::CallBase &Call) {
  // Every call has an entry, also those that nothing is found for.
  Out.CalleesOf.try_emplace(&Call);
  Out.CallbacksOf.try_emplace(&Call);
  if (Call.isInlineAsm())
    return connectUnknown(Call);
  const auto *Direct = llvm::dyn_cast<llvm::Function>(Call.getCalledOperand()->stripPointerCastsAndAliases());
  if (Direct && Direct->isIntrinsic()) {
    const Effect *What = effectOf(*Direct);
    if (!What)
      return connectUnknown(Call);
    Out.CalleesOf[&Call].Library.push_back(Direct);
    if (Direct->getIntrinsicID() == llvm::Intrinsic::vastart)
      variableArgumentStart(Call);
    if (combinesArguments(*Direct) && What->Returns.empty() && !Call.getType()->isVoidTy())
      for (const llvm::Use &Argument : Call.args())
        if (!llvm::isa<llvm::MetadataAsValue>(Argument))
          Solver.into(nodeOf(*Argument), nodeOf(Call));
    return connectLibrary(Call, *What);
  }
  if (Direct)
    return connect(Call, Memory[*Memory.find(*Direct)].First);
  Solver.whenCode(nodeOf(*Call.getCalledOperand()), [this, &Call](CellId Target) { connect(Call, Target); });
}

void ConstraintBuilder::connect(const llvm::CallBase &Call, CellId Target) {
  if (!Connected.insert({&Call, Target}).second)
    return;
  if (Target == Objects::UnknownCell)
    return connectUnknown(Call);
  const auto &F = *llvm::cast<llvm::Function>(Memory.owner(Target).Site);
  if (!F.isDeclaration())
    return connectDefined(Call, F);
  const Effect *What = effectOf(F);
  if (!What || exceedsEffect(Call, *What))
    return connectUnknown(Call);
  Out.CalleesOf[&Call].Library.push_back(&F);
  connectLibrary(Call, *What);
}

void ConstraintBuilder::connectDefined(const llvm::CallBase &Call, const llvm::Function &F) {
  Out.CalleesOf[&Call].Defined.push_back(&F);
  auto Extra = Memory.variableArguments(F);
  for (unsigned I = 0; I != Call.arg_size(); ++I) {
    Node Actual = nodeOf(*Call.getArgOperand(I));
    if (I >= F.arg_size()) {
      if (!Extra)
        continue;
      Node Area = Solver.contentOf(Memory[*Extra].First);
      Solver.copy(Actual, Area);
      if (Call.isByValArgument(I))
        Solver.load(Actual, Area, 0);
      continue;
    }
    Node Formal = nodeOf(*F.getArg(I));
    if (F.getArg(I)->hasByValAttr())
      Solver.copyMemory(Formal, Actual, 0);
    else
      Solver.copy(Actual, Formal);
  }
  if (!Call.getType()->isVoidTy())
    Solver.copy(returnOf(F), nodeOf(Call));
}

void ConstraintBuilder::connectUnknown(const llvm::CallBase &Call) {
  unknownIsPresent();
  Out.CalleesOf[&Call].Unknown = true;
  for (const llvm::Use &Argument : Call.args())
    if (!llvm::isa<llvm::MetadataAsValue>(Argument))
      Solver.copy(nodeOf(*Argument), Solver.escaped());
  if (!Call.getType()->isVoidTy())
    Solver.add(nodeOf(Call), Objects::UnknownCell);
}

void ConstraintBuilder::variableArgumentStart(const llvm::CallBase &Call) {
  Node Area = Solver.make();
  if (auto Extra = Memory.variableArguments(*Call.getFunction()))
    Solver.add(Area, Memory[*Extra].First);
  Solver.store(Area, nodeOf(*Call.getArgOperand(0)), 0);
}

ConstraintBuilder::Node ConstraintBuilder::argument(const llvm::CallBase &Call, unsigned Index) {
  return Index < Call.arg_size() ? nodeOf(*Call.getArgOperand(Index)) : Solver.make();
}

std::uint64_t ConstraintBuilder::sizeArgument(const llvm::CallBase &Call, int Index) const {
  if (Index < 0 || unsigned(Index) >= Call.arg_size())
    return 0;
  const auto *Size = llvm::dyn_cast<llvm::ConstantInt>(Call.getArgOperand(Index));
  return Size ? Size->getLimitedValue() : 0;
}

std::optional<ObjectId> ConstraintBuilder::libraryVariable(llvm::StringRef Name) const {
  const llvm::GlobalVariable *G = M.getNamedGlobal(Name);
  return G ? Memory.find(*G) : std::nullopt;
}

ConstraintBuilder::Node ConstraintBuilder::origin(const llvm::CallBase &Call, const Effect::Origin &From) {
  Node Result = Solver.make();
  switch (From.Kind) {
  case Effect::Pointer::None:
    break;
  case Effect::Pointer::Same:
    Solver.copy(argument(Call, From.Argument), Result);
    break;
  case Effect::Pointer::Into:
    Solver.into(argument(Call, From.Argument), Result);
    break;
  case Effect::Pointer::Second: {
    Node Pointers = Solver.make();
    Solver.load(argument(Call, From.Argument), Pointers, 0);
    Solver.into(Pointers, Result);
    break;
  }
  case Effect::Pointer::Fresh:
    Solver.add(Result, Memory[Memory.heap(Call)].First);
    break;
  case Effect::Pointer::State:
    Solver.add(Result, Memory.libraryCell(From.State));
    break;
  case Effect::Pointer::Kept:
    Solver.into(Solver.contentOf(Memory.libraryCell(From.State)), Result);
    break;
  }
  return Result;
}

void ConstraintBuilder::connectLibrary(const llvm::CallBase &Call, const Effect &What) {
  if (!Call.getType()->isVoidTy())
    for (const Effect::Origin &From : What.Returns)
      Solver.copy(origin(Call, From), nodeOf(Call));
  flows(Call, What);
  for (const Effect::Keep &Kept : What.Keeps)
    Solver.copy(
        origin(Call, {Kept.Second ? Effect::Pointer::Second : Effect::Pointer::Same, Kept.Argument, Kept.Where}),
        Solver.contentOf(Memory.libraryCell(Kept.Where)));
  for (unsigned Argument : What.Escapes)
    Solver.copy(argument(Call, Argument), Solver.escaped());
  for (const Effect::Callback &Back : What.Callbacks)
    callback(Call, Back);
}

void ConstraintBuilder::flows(const llvm::CallBase &Call, const Effect &What) {
  for (const Effect::Put &Put : What.Puts)
    Solver.store(origin(Call, Put.What), argument(Call, Put.Target), 0);
  for (const Effect::GlobalPut &Put : What.GlobalPuts)
    if (auto Variable = libraryVariable(Put.Global))
      Solver.copy(origin(Call, Put.What), Solver.contentOf(Memory[*Variable].First));
  for (const Effect::Copy &Copy : What.Copies) {
    std::uint64_t Size = sizeArgument(Call, Copy.SizeArgument);
    if (!Copy.ToResult) {
      Solver.copyMemory(argument(Call, Copy.To), argument(Call, Copy.From), Size);
      continue;
    }
    Node Fresh = origin(Call, {Effect::Pointer::Fresh, 0, LibraryState::Other});
    Solver.copyMemory(Fresh, argument(Call, Copy.From), Size);
  }
}

void ConstraintBuilder::callback(const llvm::CallBase &Call, const Effect::Callback &Back) {
  Node Pointer = argument(Call, Back.Argument);
  if (Back.Deep) {
    Node Held = Solver.make();
    Solver.load(Pointer, Held, 0);
    Pointer = Held;
  }
  Solver.whenCode(Pointer, [this, &Call, &Back](CellId Target) { connectCallback(Call, Back, Target); });
}

void ConstraintBuilder::connectCallback(const llvm::CallBase &Call, const Effect::Callback &Back, CellId Target) {
  if (Target == Objects::UnknownCell) {
    // Unknown code gets the pointers.
    unknownIsPresent();
    Out.CalleesOf[&Call].Unknown = true;
    for (unsigned Passed : Back.Passes)
      Solver.copy(argument(Call, Passed), Solver.escaped());
    return;
  }
  const auto &F = *llvm::cast<llvm::Function>(Memory.owner(Target).Site);
  auto &Known = Out.CallbacksOf[&Call];
  for (const LibraryCallback &Each : Known)
    if (Each.Function == &F)
      return;
  Known.push_back({&F, Back.Async});
  if (F.isDeclaration()) {
    if (!effectOf(F))
      for (unsigned Passed : Back.Passes)
        Solver.copy(argument(Call, Passed), Solver.escaped());
    return;
  }
  for (unsigned I = 0; I != F.arg_size(); ++I)
    if (I < Back.Passes.size())
      Solver.into(argument(Call, Back.Passes[I]), nodeOf(*F.getArg(I)));
    else if (Back.Async)
      Solver.add(nodeOf(*F.getArg(I)), Memory.libraryCell(LibraryState::Other));
}

} // namespace vernier
