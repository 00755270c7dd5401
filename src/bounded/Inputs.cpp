#include "bounded/ExecutorFrame.h"

namespace vernier {

using llvm::APInt;

void Executor::makeStreams() {
  for (const char *Name : {"stdin", "stdout", "stderr"})
    addObject({std::string("stream:") + Name, StorageKind::Stream, 1, {}, nullptr, nullptr});
}

Term Executor::inputPointer(unsigned Index) {
  const InputObject &What = Space.Objects[Index];
  Term Pointer = Objects[InputObjects[Index]].Address;
  if (What.Alias)
    Pointer = Store.ite(Store.extract(Leaves[What.Alias->first], 0, 1), inputPointer(What.Alias->second), Pointer);
  if (What.NullLeaf)
    Pointer = Store.ite(Store.extract(Leaves[*What.NullLeaf], 0, 1), Store.constant(64, 0), Pointer);
  return Pointer;
}

Contents Executor::inputContents(const InputObject &What) {
  Contents Result(Contents::Background::Zero);
  for (const InputCell &Cell : What.Cells) {
    Term Value;
    switch (Cell.What) {
    case InputCell::Kind::Leaf:
      Value = Leaves[Cell.Index];
      break;
    case InputCell::Kind::Pointer:
      Value = Store.add(inputPointer(Cell.Index), Store.constant(64, Cell.Addend));
      break;
    case InputCell::Kind::Constant:
      Value = Store.constant(Cell.Value);
      break;
    }
    Result.store(Store, Cell.Offset, Store.zext(Value, (Value.bits() + 7) / 8 * 8));
  }
  return Result;
}

void Executor::makeInputs() {
  for (const InputObject &Each : Space.Objects)
    InputObjects.push_back(
        addObject({Each.Name, StorageKind::Input, Each.Size,
                   Store.variable(64, "address:input:" + Each.Name, VariableKind::Address), nullptr, nullptr}));
  for (std::size_t I = 0; I < Space.Objects.size(); ++I)
    Objects[InputObjects[I]].Initial = std::make_shared<Contents>(inputContents(Space.Objects[I]));
  for (const auto &[Name, Index] : Space.Globals) {
    const llvm::GlobalVariable *Variable = Module.getGlobalVariable(Name, true);
    if (!Variable)
      continue;
    addressOf(*Variable);
    Objects[GlobalObjects[Variable]].Initial = Objects[InputObjects[Index]].Initial;
  }
}

/// What is part of the input holds any value when the entry is called, whatever the constructors left there.
void Executor::startGlobals(State &S) {
  for (const auto &[Name, Index] : Space.Globals)
    if (const llvm::GlobalVariable *Variable = Module.getGlobalVariable(Name, true)) {
      unsigned Id = GlobalObjects.lookup(Variable);
      if (S.Heap.find(Id))
        S.Heap.put(Id, *Objects[Id].Initial);
    }
}

State Executor::initialState() {
  State S;
  S.Path = Conditions.root();
  S.InputPosition = Store.constant(32, 0);
  S.Hidden = Store.constant(64, 0);
  return S;
}

SymbolicValue Executor::entryArguments(const llvm::Function &Entry) {
  SymbolicValue Result;
  if (!Space.WholeProgram) {
    for (const InputObject &Each : Space.Objects)
      if (Each.Length)
        giveUp("container-input", "how much memory '" + Each.Name + "' is depends on the input");
    for (const llvm::Argument &Parameter : Entry.args()) {
      const auto &Given = Which == Side::Old ? Space.OldArguments : Space.NewArguments;
      const InputArgument &Argument = Given[Parameter.getArgNo()];
      unsigned Bits = bitsOf(Parameter.getType());
      Term Value = Argument.What == InputArgument::Kind::Leaf     ? Leaves[Argument.Index]
                   : Argument.What == InputArgument::Kind::Object ? inputPointer(Argument.Index)
                   : Argument.What == InputArgument::Kind::Part
                       ? Objects[InputObjects[Argument.Index]].Initial->load(Store, Argument.Offset, (Bits + 7) / 8)
                       : Store.constant(Argument.Value);
      // A parameter that only one version made wider: the common range, in the signedness of the source.
      bool Signed = Argument.What == InputArgument::Kind::Leaf && Space.Leaves[Argument.Index].Signed;
      Result.push_back(Bits < Value.bits() ? Store.extract(Value, 0, Bits)
                       : Signed            ? Store.sext(Value, Bits)
                                           : Store.zext(Value, Bits));
    }
    return Result;
  }
  // argv is an array of texts, the program's own name first, with a null pointer behind the last.
  const auto &Arguments = Space.Program.Arguments;
  auto MakeText = [&](const std::string &Name, const std::vector<Term> &Bytes) {
    auto Text = std::make_shared<Contents>(Contents::Background::Zero);
    for (std::size_t I = 0; I < Bytes.size(); ++I)
      Text->store(Store, I, Bytes[I]);
    unsigned Id = addObject({Name, StorageKind::Input, Bytes.size() + 1,
                             Store.variable(64, "address:input:" + Name, VariableKind::Address), Text, nullptr});
    if (Name == "argv_0")
      ProgramName = Id;
    return Objects[Id].Address;
  };
  auto BytesOf = [&](const std::string &Text) {
    std::vector<Term> Bytes;
    for (char C : Text)
      Bytes.push_back(Store.constant(8, static_cast<unsigned char>(C)));
    return Bytes;
  };
  auto Pointers = std::make_shared<Contents>(Contents::Background::Zero);
  Pointers->store(Store, 0, MakeText("argv_0", BytesOf("program")));
  for (std::size_t I = 0; I < Arguments.size(); ++I) {
    std::vector<Term> Bytes = BytesOf(Arguments[I].Text);
    for (unsigned Leaf : Arguments[I].Leaves)
      Bytes.push_back(Leaves[Leaf]);
    Pointers->store(Store, 8 * (I + 1), MakeText("argv_" + std::to_string(I + 1), Bytes));
  }
  unsigned Argv = addObject({"argv", StorageKind::Input, 8 * (Arguments.size() + 2),
                             Store.variable(64, "address:input:argv", VariableKind::Address), Pointers, nullptr});
  Term Values[] = {Store.constant(32, Arguments.size() + 1), Objects[Argv].Address, Store.constant(64, 0)};
  for (const llvm::Argument &Parameter : Entry.args()) {
    if (Parameter.getArgNo() >= 2)
      giveUp("environment", "main takes the environment as a parameter");
    Result.push_back(Values[Parameter.getArgNo()]);
  }
  return Result;
}

Term Executor::readInputByte(State &S) {
  const auto &Bytes = Space.Program.StdinLeaves;
  Term Length = Space.Program.StdinLength ? Leaves[*Space.Program.StdinLength] : Store.constant(32, 0);
  Term More = Store.ult(S.InputPosition, Store.zext(Length, 32));
  Term Byte = Store.constant(8, 0);
  for (std::size_t I = Bytes.size(); I-- > 0;)
    Byte = Store.ite(Store.eq(S.InputPosition, Store.constant(32, I)), Leaves[Bytes[I]], Byte);
  Term Result = Store.ite(More, Store.zext(Byte, 32), Store.constant(APInt::getAllOnes(32)));
  S.InputPosition = Store.ite(More, Store.add(S.InputPosition, Store.constant(32, 1)), S.InputPosition);
  return Result;
}

} // namespace vernier
